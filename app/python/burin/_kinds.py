# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of nodes."""

from typing import Any, NamedTuple, Optional

from . import _burin


class Parameter(NamedTuple):
    """A parameter of a kind."""

    type: str  #: as in `burin kinds --yaml`
    unit: str  #: "px", "deg", ...; empty for a pure number
    minimum: Optional[float]
    maximum: Optional[float]
    default: Any  #: None if the parameter is optional or required
    help: str
    name: str  #: its key in the design
    title: str
    required: bool
    choices: tuple  #: of a parameter that is one of several words


class Kind(NamedTuple):
    """A kind of nodes."""

    name: str
    title: str
    help: str
    parameters: dict  #: name -> Parameter
    links: dict  #: trait -> how many, such as "any number"
    backends: tuple
    since: int  #: the version of the format that brought it


def kinds():
    """The kinds of nodes with their parameters: a dict of Kind, as `burin kinds` lists them.

    >>> import burin
    >>> burin.kinds()["math2d"].parameters["expression"].required
    True
    """
    return _burin.kinds()
