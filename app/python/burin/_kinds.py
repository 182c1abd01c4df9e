# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of nodes."""

from typing import Any, NamedTuple, Optional

from . import _burin
from ._fields import described


@described(type="The type, as in `burin kinds --yaml`.",
           unit='"px", "deg", ...; empty for a pure number.',
           minimum="The least value; None if there is none.",
           maximum="The greatest value; None if there is none.",
           default="None if the parameter is optional or required.",
           help="Its effect, in a sentence.",
           name="Its key in the design.",
           title="The name that is shown to users.",
           required="Whether a node must give it.",
           choices="The words of a parameter that is one of several; else empty.")
class Parameter(NamedTuple):
    """A parameter of a kind."""

    type: str
    unit: str
    minimum: Optional[float]
    maximum: Optional[float]
    default: Any
    help: str
    name: str
    title: str
    required: bool
    choices: tuple


@described(name="The word after `kind:` in a design.",
           title="The name that is shown to users.",
           help="Its effect.",
           parameters="name -> Parameter",
           links='trait -> how many, such as "any number"',
           backends='What can compute it: "cpu", and "cuda" if cards can.',
           since="The version of the format that brought it.")
class Kind(NamedTuple):
    """A kind of nodes."""

    name: str
    title: str
    help: str
    parameters: dict
    links: dict
    backends: tuple
    since: int


def kinds():
    """The kinds of nodes with their parameters: a dict of Kind, as `burin kinds` lists them.

    >>> import burin
    >>> burin.kinds()["math2d"].parameters["expression"].required
    True
    """
    return _burin.kinds()
