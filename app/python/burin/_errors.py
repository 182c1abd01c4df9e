# SPDX-License-Identifier: GPL-3.0-or-later
"""The module's exceptions, with their fields."""

import builtins
from typing import NamedTuple

from ._fields import described, field


@described(severity='"error" or "warning"',
           file="The file as it was given; empty for a text.",
           line="From 1; 0 if unknown.",
           column="From 1; 0 if unknown.",
           group="The group that the node belongs to; empty: the design itself.",
           node="Empty for the file as a whole.",
           parameter="Empty for the node as a whole.",
           what="The mistake.",
           remedy="How to correct it.",
           text="All of it on one line.")
class Problem(NamedTuple):
    """A problem of a design, as `burin check` reports it. `str(problem)` is the line that it prints."""

    severity: str
    file: str
    line: int
    column: int
    group: str
    node: str
    parameter: str
    what: str
    remedy: str
    text: str

    def __str__(self):
        return self.text


@described(severity='"error" or "warning"',
           node="The node that causes it.",
           what="The defect.",
           where="In pixels and mm; may be empty.",
           remedy="How to correct it.",
           text="All of it on one line.")
class Finding(NamedTuple):
    """A defect that would spoil an engraving, as `burin check --preflight` reports it."""

    severity: str
    node: str
    what: str
    where: str
    remedy: str
    text: str

    def __str__(self):
        return self.text


class Error(Exception):
    """The base of the module's exceptions."""


class UsageError(Error, ValueError):
    """An argument is wrong, an output is in the way, or another process opened the surface. Nothing was computed or written."""


class DesignError(Error, ValueError):
    """A design has errors, or does not accept a value. The design is as it was before."""

    def __init__(self, message, problems=()):
        super().__init__(message)
        self.problems = list(problems)

    problems = field("problems", "A list of Problem.")


class SinkError(Error, OSError):
    """An output failed while it was written."""

    def __init__(self, message, path="", share=0.0, resumable=False):
        super().__init__(message)
        self.path = path
        self.share = share
        self.resumable = resumable

    path = field("path", "The output.")
    share = field("share", "The part that is written: 0 to 1.")
    resumable = field("resumable", "Whether `resume=True` continues it.")


class DeviceError(Error, RuntimeError):
    """The backend that was asked for is missing, or a graphics card has failed."""

    def __init__(self, message):
        super().__init__(message)
        self.reason = message

    reason = field("reason", "Why the backend is missing, or what has failed.")


class MemoryError(Error, builtins.MemoryError):
    """Something needs more memory than it may have."""

    def __init__(self, message, needed=0, limit=0):
        super().__init__(message)
        self.needed = needed
        self.limit = limit

    needed = field("needed", "The bytes that it needs; 0 if the system refused memory.")
    limit = field("limit", "The bytes that it may have; 0 if that is unknown.")
