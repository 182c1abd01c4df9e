# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as a store of zarr: metadata, and chunks that are computed when they are read."""

import json
from collections.abc import MutableMapping

import numpy

from ._errors import UsageError
from ._limits import check_size, whole

_NAMES = {"|b1": "bool", "|u1": "uint8", "<u2": "uint16", "<f4": "float32"}
#: The value that stands for 1 in a picture; binary32 stays as it is.
_WHITE = {"|b1": 1, "|u1": 255, "<u2": 65535}
#: How many seconds a chunk of a picture is refined at most.
_PATIENCE = 0.1


class ZarrStore(MutableMapping):
    """A read-only mapping from keys of zarr to bytes, in version 2 (`.zarray`, `0.0`) and version 3 (`zarr.json`, `c/0/0`).

    Nothing is kept: a chunk is computed each time that it is read. Raises MemoryError if it exceeds `burin.memory_limit`. Chunks at
    the right and lower edge are padded with 0. Above level 0 a sample is the mean of 2^level x 2^level, as `Surface.preview`
    finds it in a tenth of a second.
    """

    def __init__(self, surface, chunk=1024, level=0):
        chunk, level = whole(chunk, "chunk"), whole(level, "level")
        if not 1 <= chunk <= 65536:
            raise UsageError(f"chunk {chunk!r}: 1 to 65536 samples are expected")
        if not 0 <= level <= 31:
            raise UsageError(f"level {level!r}: 0 to 31 is expected")
        self._surface = surface
        self._chunk = chunk
        self._level = level
        dtype = surface.dtype.str
        attributes = {"pixel_um": surface.pixel_um * 2**level}
        self._first = tuple(at >> level for at in surface.origin)
        shape = [-(-(at + side) >> level) - first
                 for at, side, first in zip(surface.origin, surface.shape, self._first)]
        self._meta = {
            ".zarray": {"zarr_format": 2, "shape": shape, "chunks": [self._chunk] * 2, "dtype": dtype, "compressor": None,
                        "fill_value": 0, "order": "C", "filters": None, "dimension_separator": "."},
            ".zattrs": attributes,
            "zarr.json": {"zarr_format": 3, "node_type": "array", "shape": shape, "data_type": _NAMES[dtype],
                          "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [self._chunk] * 2}},
                          "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
                          "fill_value": False if dtype == "|b1" else 0, "attributes": attributes,
                          "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]},
        }
        self._grid = tuple(-(-side // self._chunk) for side in shape)

    @property
    def surface(self):
        """The surface that is read."""
        return self._surface

    def _read(self, row, column):
        """The samples of the chunk that begins at a row and a column of the level."""
        side = self._chunk
        if self._level == 0:
            return self._surface[row:row + side, column:column + side]
        spans = []
        for first, at, origin, size in zip(self._first, (row, column), self._surface.origin, self._surface.shape):
            begin = max((first + at << self._level) - origin, 0)
            spans.append((begin, min((first + at + side << self._level) - origin, size) - begin))
        (top, height), (left, width) = spans
        picture = self._surface.preview(self._level, (left, top, width, height), _PATIENCE)
        white = _WHITE.get(self._surface.dtype.str)
        return picture if white is None else numpy.rint(picture * white).astype(self._surface.dtype)

    def _place(self, key):
        """Row and column of a chunk, or None if the key names none."""
        if key.startswith("c/"):
            parts = key[2:].split("/")
        else:
            parts = key.split(".")
        # Python refuses to convert thousands of digits.
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 10 and str(int(part)) == part
                                      for part in parts):
            return None
        place = tuple(int(part) for part in parts)
        return place if all(at < count for at, count in zip(place, self._grid)) else None

    def __getitem__(self, key):
        """The bytes of a key. Raises KeyError if there is none, and MemoryError if the chunk exceeds burin.memory_limit."""
        if key not in self:
            raise KeyError(key)
        if key in self._meta:
            return json.dumps(self._meta[key]).encode()
        place = self._place(key)
        side = self._chunk
        # A picture is computed as binary32 first.
        check_size(side, side, self._surface.dtype.itemsize if self._level == 0 else 4,
                   "choose smaller chunks with zarr(chunk=...)")
        row, column = (at * side for at in place)
        part = self._read(row, column)
        if part.shape != (side, side):
            whole = numpy.zeros((side, side), self._surface.dtype)
            whole[:part.shape[0], :part.shape[1]] = part
            part = whole
        return part.tobytes()

    def __contains__(self, key):
        return isinstance(key, str) and (key in self._meta or self._place(key) is not None)

    def __iter__(self):
        yield from self._meta
        for row in range(self._grid[0]):
            for column in range(self._grid[1]):
                yield f"{row}.{column}"
        for row in range(self._grid[0]):
            for column in range(self._grid[1]):
                yield f"c/{row}/{column}"

    def __len__(self):
        return len(self._meta) + 2 * self._grid[0] * self._grid[1]

    def __setitem__(self, key, value):
        """Raises PermissionError."""
        raise PermissionError("this store cannot be written, because its surface is computed")

    def __delitem__(self, key):
        """Raises PermissionError."""
        raise PermissionError("this store cannot be written, because its surface is computed")


def store_of(surface, chunk, level):
    """The object for zarr: a mapping for version 2 of zarr-python, and a store of its own kind for version 3."""
    mapping = ZarrStore(surface, chunk, level)
    try:
        from ._zarr3 import Zarr3Store
    except ImportError:
        return mapping
    return Zarr3Store(mapping)
