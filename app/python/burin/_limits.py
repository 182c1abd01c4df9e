# SPDX-License-Identifier: GPL-3.0-or-later
"""Amounts of memory, and the limit that a script sets."""

import numbers
import operator
import os
import sys

from . import _burin
from ._errors import MemoryError, UsageError


def bytes_of(value, name="memory"):
    """A number of bytes, or a text such as "4G" as `--memory` takes it; None stands for the module's memory_limit."""
    if value is None:
        return amount_of(sys.modules["burin"].memory_limit, name)
    return amount_of(value, name)


def amount_of(value, name):
    """The same for a value that is given."""
    if isinstance(value, str):
        amount = _burin.bytes_in(value)
        if amount is None:
            raise UsageError(f"{name} {value!r}: {_burin.bytes_expected}")
        value = amount
    if not isinstance(value, numbers.Real):
        raise TypeError(f'{name} {value!r}: a number of bytes, or a text such as "4G", is expected')
    if not 1 <= value < 2**64:
        raise UsageError(f"{name} {value!r}: 1 to 2**64 - 1 bytes are expected")
    return int(value)


def path_of(path):
    """A path as bytes, which the compiled half takes as they are. Raises UsageError for one that the system would cut off."""
    path = os.fsencode(path)
    if b"\0" in path:
        raise UsageError(f"{os.fsdecode(path)!r}: a path has no NUL character")
    return path


def check_size(rows, columns, item_bytes, remedy="read a smaller part, or use export()"):
    """Raises MemoryError if an array of that shape exceeds the module's memory_limit."""
    needed = rows * columns * item_bytes
    limit = bytes_of(None)
    if needed > limit:
        raise MemoryError(f"{rows:,} x {columns:,} samples need {needed:,} bytes, burin.memory_limit is {limit:,}; {remedy}",
                          needed=needed, limit=limit)


def whole(value, name):
    """A whole number, also one of NumPy; None stays None."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} {value!r}: a whole number is expected") from None
    if not -2**31 <= number < 2**31:
        raise UsageError(f"{name} {value!r}: the number is out of range")
    return number


def number_of(value, name):
    """A number, also one of NumPy."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} {value!r}: a number is expected") from None


def text_of(value, name):
    """A text, or the bytes of one, as the compiled half takes it."""
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{name} {value!r}: a text is expected")
    # A text as most are: the compiled half makes the bytes, and says so if the system has no memory for them.
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) and not value.isascii() else value


def flag_of(value, name):
    """True or False, also of NumPy. None and numbers count as Python counts them, but a text such as "no" is refused."""
    if value is not None and not hasattr(type(value), "__bool__"):
        raise TypeError(f"{name} {value!r}: True or False is expected")
    return bool(value)


def _numbers_of(devices):
    try:
        return [operator.index(number) for number in devices]
    except TypeError:
        raise TypeError(f"devices {devices!r}: numbers such as (0, 1) are expected") from None


def wishes(backend, memory, threads, devices=(), gpu_memory=None, tile=None):
    """These arguments as the compiled half takes them."""
    threads, tile, cards = whole(threads, "threads"), whole(tile, "tile"), _numbers_of(devices)
    if threads is not None and not 1 <= threads <= 1024:
        raise UsageError(f"threads {threads!r}: 1 to 1024 are expected")
    if tile is not None and not 16 <= tile <= 16384:
        raise UsageError(f"tile {tile!r}: 16 to 16384 are expected")
    if not all(0 <= number < 1000 for number in cards):
        raise UsageError(f"devices {devices!r}: numbers such as (0, 1) are expected")
    card = 0 if gpu_memory is None else bytes_of(gpu_memory, "gpu_memory")
    return _burin.EngineWishes(text_of(backend, "backend"), bytes_of(memory), threads or 0, cards, card, tile)


def _side(value):
    """A number of pixels, or a length, as `--region` takes it."""
    if isinstance(value, str):
        return value
    try:
        return str(operator.index(value))
    except TypeError:
        pass
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        return str(value)


def region_of(region):
    """A region as the text that `--region` takes, which the engine checks; None stays None."""
    if region is None or isinstance(region, str):
        return region
    try:
        sides = list(region)
    except TypeError:
        sides = [region]
    return ",".join(_side(side) for side in sides)


def policy_of(resume, allow_mixed, force, verify):
    """How an export treats an output that exists, as the compiled half takes it."""
    return _burin.ResumePolicy(flag_of(resume, "resume"), flag_of(allow_mixed, "allow_mixed"), flag_of(force, "force"),
                               flag_of(verify, "verify"))


def export_wishes(to, region, engine, policy, serpentine, bigtiff, layers, **words):
    """The options of an export as the compiled half takes them. `words`: those that a word sets."""
    wanted = _burin.ExportWishes(path_of(to), region_of(region), engine, policy)
    wanted.set_flags(flag_of(serpentine, "serpentine"), flag_of(bigtiff, "bigtiff"))
    layers = whole(layers, "layers")
    if layers is not None:
        if layers < 1:
            raise UsageError(f"layers {layers!r}: a number of files is expected, from 1")
        wanted.set_layers(layers)
    for name, text in words.items():
        if text or name not in ("shard", "date", "helix"):
            wanted.set(name, text_of(text, name))
    return wanted
