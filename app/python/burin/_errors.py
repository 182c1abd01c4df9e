# SPDX-License-Identifier: GPL-3.0-or-later
"""The module's exceptions, with their fields."""

import builtins
from typing import NamedTuple


class Problem(NamedTuple):
    """A problem of a design: what `burin check` says. `str(problem)` is its line there."""

    severity: str  #: "error" or "warning"
    file: str  #: as it was given; empty for a text
    line: int  #: from 1; 0 if unknown
    column: int  #: from 1; 0 if unknown
    group: str  #: the group that the node belongs to; empty: the design itself
    node: str  #: empty for the file as a whole
    parameter: str  #: empty for the node as a whole
    what: str  #: what is wrong
    remedy: str  #: what would be right
    text: str  #: all of it on one line

    def __str__(self):
        return self.text


class Finding(NamedTuple):
    """Something that would spoil an engraving: what `burin check --preflight` says."""

    severity: str  #: "error" or "warning"
    node: str
    what: str
    where: str  #: in pixels and mm; may be empty
    remedy: str  #: what would be right
    text: str  #: all of it on one line

    def __str__(self):
        return self.text


class Error(Exception):
    """The base of the module's exceptions."""


class UsageError(Error, ValueError):
    """An argument is wrong, or an output is in the way. Nothing was computed and nothing was written."""


class DesignError(Error, ValueError):
    """A design has errors, or does not accept a value. The design is as it was before."""

    def __init__(self, message, problems=()):
        super().__init__(message)
        #: A list of Problem.
        self.problems = list(problems)


class SinkError(Error, OSError):
    """An output failed while it was written."""

    def __init__(self, message, path="", share=0.0, resumable=False):
        super().__init__(message)
        #: The output.
        self.path = path
        #: The part that is written: 0 to 1.
        self.share = share
        #: Whether `resume=True` continues it.
        self.resumable = resumable


class DeviceError(Error, RuntimeError):
    """The backend that was asked for is missing, or a graphics card has failed."""

    def __init__(self, message):
        super().__init__(message)
        #: The reason.
        self.reason = message


class MemoryError(Error, builtins.MemoryError):
    """Something needs more memory than it may have."""

    def __init__(self, message, needed=0, limit=0):
        super().__init__(message)
        #: The bytes that it needs; 0 if the system refused memory.
        self.needed = needed
        #: The bytes that it may have.
        self.limit = limit
