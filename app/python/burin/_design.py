# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs and their nodes."""

import os

from . import _burin
from ._errors import SinkError
from ._limits import flag_of, number_of, path_of, region_of, text_of, wishes
from ._surface import Surface


class Node:
    """A node of a design: its values by their keys, as in the file.

    Setting a value checks it at once. A text is read as it is in a design, so that "200 um" is a length; numbers, lists and
    dicts are taken as they are, and None removes a value.
    """

    def __init__(self, design, name):
        self._design = design
        self._name = name

    @property
    def name(self):
        """The name of the node."""
        return self._name

    @property
    def kind(self):
        """The kind of the node; of an instance, `group`."""
        return self._design._core.kind(self._name)

    @property
    def parameters(self):
        """The parameters of the node's kind, or of an instance's group: name -> Parameter."""
        return self._design._core.parameters(self._name)

    def keys(self):
        """The keys that the design gives; of an instance, the parameters of its group that it gives."""
        return self._design._core.keys(self._name)

    def __getitem__(self, key):
        """The value as it is written; its default if it is not. Raises KeyError if the node has no such key."""
        value = self._design._core.value(self._name, key) if isinstance(key, str) else None
        if value is None and key not in self.keys() and key not in self.parameters:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        """Sets a value. Raises DesignError, and changes nothing, if the design does not accept it."""
        self._design._core.set_value(self._name, text_of(key, "key"), value)

    def __delitem__(self, key):
        """Removes a value, so that its default applies. Raises KeyError if it is not written."""
        if key not in self.keys():
            raise KeyError(key)
        self._design._core.set_value(self._name, key, None)

    def __contains__(self, key):
        return key in self.keys()

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def __repr__(self):
        return f"<burin.Node {self._name!r}, a {self.kind}>"


class Design:
    """A design: nodes by their names. `burin.load` and `burin.parse` make one.

    A design may be changed from several threads. Surfaces show the design as it was when they were made.
    """

    def __init__(self, core):
        self._core = core

    @property
    def file(self):
        """The file that the design was loaded from; empty for a text."""
        return self._core.file()

    @property
    def pixel_um(self):
        """The pitch: micrometres of a pixel."""
        return self._core.pixel_um()

    @property
    def problems(self):
        """The problems that `burin check` finds: a list of Problem, empty if the design is sound."""
        return self._core.problems()

    def keys(self):
        """The names of the nodes, in the order of the file."""
        return self._core.names()

    def __getitem__(self, name):
        """The Node of that name. Raises KeyError if there is none."""
        if name not in self.keys():
            raise KeyError(name)
        return Node(self, name)

    def __contains__(self, name):
        return name in self.keys()

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def set(self, *settings):
        """Changes values; the settings are those of `--set`: `design.set("cells.pitch=200 um", "pixel=2 um")`.

        All of them are changed, or none. Raises DesignError if the design does not accept one, and UsageError if it is not a
        setting.
        """
        self._core.set_texts([text_of(setting, "setting") for setting in settings])

    def copy(self):
        """A design of its own with the same nodes."""
        return Design(self._core.copy())

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def text(self):
        """The design as the text of a file."""
        return self._core.text()

    def save(self, file):
        """Writes the design into a file. Relative paths in it are not changed.

        The file appears whole or not at all, and is on disk on return. A symbolic link is written through. Raises SinkError if
        it cannot be written; an earlier file stays as it was.
        """
        file = os.fspath(file)
        try:
            self._core.save(path_of(file))
        except SinkError as failed:
            failed.path = file
            raise

    def surface(self, node=None, region=None, backend="auto", memory=None, threads=None):
        """The surface that the design makes: its root as it is written, or the binary32 samples of a node.

        node     its name; INSTANCE/NAME for a node inside an instance
        region   (x, y, width, height) in samples of the node, or in lengths such as "1 mm": what the indices count. A node
                 that nothing bounds needs one
        backend  "auto", "cpu" or "cuda"
        memory   what the engine may hold: bytes, or a text such as "4G"; otherwise burin.memory_limit
        threads  of the CPU, 1 to 1024; otherwise as many as there are cores

        Raises DesignError, DeviceError, UsageError or MemoryError. Nothing is computed yet.
        """
        core = self._core.surface(text_of(node or "", "node"), wishes(backend, memory, threads), region_of(region))
        return Surface(core, node)

    def preflight(self, seconds=30, roller=True, backend="auto", memory=None):
        """Anything that would spoil an engraving, as `burin check --preflight` finds it: a list of Finding.

        seconds  after this time no further place is looked at
        roller   whether the surface is wrapped around a roller, so that open repeats are findings
        backend, memory  as for `Design.surface`

        Raises DesignError, DeviceError, UsageError or MemoryError.
        """
        core = self._core.surface("", wishes(backend, memory, None), None)
        return core.preflight(number_of(seconds, "seconds"), flag_of(roller, "roller"))

    def __repr__(self):
        return f"<burin.Design {self.file!r}, {len(self)} nodes>"


def load(file):
    """Reads a design. Mistakes in it are its `problems`; raises DesignError only if the file is not a design.

    >>> import burin
    >>> burin.load("missing.burin")
    Traceback (most recent call last):
    burin._errors.DesignError: missing.burin: cannot be opened: No such file or directory; name a readable design file
    """
    return Design(_burin.load(path_of(file)))


def parse(text, folder="."):
    """Reads a design from a text. `folder` is the start of relative paths in it.

    Mistakes in it are its `problems`; raises DesignError only if the text is not a design.
    """
    return Design(_burin.parse(text_of(text, "text"), path_of(folder)))
