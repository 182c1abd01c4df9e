# SPDX-License-Identifier: GPL-3.0-or-later
"""Engraved surfaces, computed when they are read.

>>> import burin
>>> design = burin.parse('''
... burin: 1
... pixel: 1 um
... nodes:
...   surface: {kind: root, width: 600, height: 400, inputs: [{data: waves}]}
...   waves: {kind: math2d, width: 600, height: 400, expression: "x / 600"}
... ''')
>>> surface = design.surface()
>>> surface.shape
(400, 600)
>>> surface[0, 0:4]
array([0, 0, 1, 1], dtype=uint8)

The module computes what the command line computes: the same bytes, the same budgets, the same errors. Names are those of the
design format and of the command line.

`burin.memory_limit` is the limit for the bytes of one array, and for the memory of an engine that is given none: a number or a
text such as "4G". At first it is half of the memory that is free.
"""

import pathlib as _pathlib
import sys as _sys
import types as _types

import numpy as _numpy

from . import _burin

if int(_numpy.__version__.split(".")[0]) >= 2 and not _burin.takes_numpy_2:
    raise ImportError(f"this build of burin needs NumPy 1, but NumPy {_numpy.__version__} is installed; "
                      "install \"numpy<2\"")

from ._batch import BatchResult, batch
from ._cuda import CudaArray, CudaParts
from ._design import Design, Node, load, parse
from ._errors import (DesignError, DeviceError, Error, Finding, MemoryError, Problem, SinkError, UsageError)
from ._kinds import Kind, Parameter, kinds
from ._limits import amount_of as _amount_of
from ._surface import ExportResult, Surface, measure
from ._zarr import ZarrStore


def _version():
    """The version of the wheel that this package is part of; without a wheel, that of the program."""
    # importlib.metadata would find the same folder, but takes as long to load as all of burin.
    for wheel in _pathlib.Path(__file__).parent.parent.glob("burin-*.dist-info"):
        return wheel.name.removeprefix("burin-").removesuffix(".dist-info")
    return _burin.version


__version__ = _version()

memory_limit = _burin.available_memory() // 2


class _Module(_types.ModuleType):
    """Refuses a limit that is not an amount of memory when a script sets it."""

    def __setattr__(self, name, value):
        if name == "memory_limit":
            _amount_of(value, "burin.memory_limit")
        super().__setattr__(name, value)


_sys.modules[__name__].__class__ = _Module

__all__ = ["BatchResult", "CudaArray", "CudaParts", "Design", "DesignError", "DeviceError", "Error", "ExportResult", "Finding",
           "Kind", "MemoryError", "Node", "Parameter", "Problem", "SinkError", "Surface", "UsageError", "ZarrStore", "batch",
           "kinds", "load", "measure", "memory_limit", "parse"]
