# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces: arrays that are computed when they are read."""

import json
import operator
import os
import struct
import zlib
from typing import NamedTuple, Tuple

from . import _burin
from ._cuda import CudaArray, CudaParts
from ._errors import SinkError, UsageError
from ._fields import described
from ._limits import (bytes_of, check_size, export_wishes, flag_of, number_of, policy_of, region_of, whole, wishes)
from ._progress import shown

_STEPS = ("steps are not supported; read surface[a:b, c:d] and take every n-th sample of that array, or make a smaller picture "
          "by surface.preview(level=1)")
#: The bytes of a pixel of a picture.
_PICTURE_BYTES = 4


@described(path="The output.",
           done_px="Pixels that are written, including the part that earlier runs have written.",
           total_px="Pixels of the export.",
           backend='"cpu" or "cuda"',
           hash="Of the design; empty if the output keeps none.",
           notes="Such as the parts that earlier runs had finished, and what `burin check` says about the images.")
class ExportResult(NamedTuple):
    """The result of an export."""

    path: str
    done_px: int
    total_px: int
    backend: str
    hash: str
    notes: Tuple[str, ...]


def _span(index, size, axis):
    """The first sample, the one behind the last, and whether the axis stays."""
    if isinstance(index, slice):
        if index.step is not None and operator.index(index.step) != 1:
            raise UsageError(_STEPS)
        first, last, _ = index.indices(size)
        return first, max(first, last), True
    try:
        place = operator.index(index)
    except TypeError:
        raise TypeError("a surface is read by whole numbers and slices, such as surface[0:512, 0:512]") from None
    if not -size <= place < size:
        raise IndexError(f"index {place} is out of bounds for {'rows' if axis == 0 else 'columns'} of size {size}")
    place %= size
    return place, place + 1, False


def _spans(key, shape):
    """Rows and columns of an index: those that are missing, or stand for an ellipsis, are all."""
    parts = list(key) if isinstance(key, tuple) else [key]
    # By identity, because an array compares its items.
    ellipses = [at for at, part in enumerate(parts) if part is Ellipsis]
    if len(ellipses) > 1 or len(parts) - len(ellipses) > 2:
        raise IndexError("a surface has two axes: rows and columns")
    for at in ellipses:
        parts[at:at + 1] = [slice(None)] * (3 - len(parts))
    parts += [slice(None)] * (2 - len(parts))
    return [_span(part, size, axis) for axis, (part, size) in enumerate(zip(parts, shape))]


def _length(value, name):
    """A length as the engine reads it; a number is in micrometres."""
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{number_of(value, name)!r} um"


def _png(picture):
    """A picture of values from 0 to 1 as the bytes of a PNG in grey."""
    import numpy
    grey = numpy.rint(numpy.clip(picture, 0, 1) * 255).astype(numpy.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in grey)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, width = grey.shape
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Surface:
    """The surface of a design, or the samples of one node; `Design.surface` makes one.

    `surface[rows, columns]` computes a part of it and returns it as a NumPy array. Slices are half-open, negative indices
    count from the end. It may be read from several threads.
    """

    def __init__(self, core, node=None):
        self._core = core
        self._node = node
        _, _, width, height = core.area()
        self._shape = (height, width)

    @property
    def shape(self):
        """(rows, columns)"""
        return self._shape

    @property
    def ndim(self):
        """2"""
        return 2

    @property
    def size(self):
        """The number of samples."""
        return self._shape[0] * self._shape[1]

    @property
    def dtype(self):
        """The type of the samples: of a root bool, uint8 or uint16 by its depth, of any other node float32."""
        return self._core.dtype()

    @property
    def nbytes(self):
        """The bytes of the whole surface as an array."""
        return self.size * self.dtype.itemsize

    @property
    def pixel_um(self):
        """The pitch: micrometres of a pixel."""
        return self._core.pixel_um()

    @property
    def origin(self):
        """(row, column) of sample [0, 0] in the frame of the node; (0, 0) for a root."""
        x, y, _, _ = self._core.area()
        return (y, x)

    @property
    def backend(self):
        """The backend that computes it: "cpu" or "cuda"."""
        return self._core.backend()

    @property
    def hash(self):
        """The design hash, as `burin info` prints it."""
        return self._core.hash()

    def __len__(self):
        return self._shape[0]

    def __getitem__(self, key):
        """A part of the surface as a NumPy array, computed now.

        Raises UsageError for a step, IndexError for a sample outside of the surface, and MemoryError if the array would exceed
        burin.memory_limit.
        """
        area, kept = self._part(key)
        return self._core.read(*area).reshape(kept)[()]

    def _part(self, key):
        """(x, y, width, height) of an index, and the shape of the selected array."""
        (top, bottom, rows), (left, right, columns) = _spans(key, self._shape)
        check_size(bottom - top, right - left, self.dtype.itemsize)
        kept = ((bottom - top,) if rows else ()) + ((right - left,) if columns else ())
        return (left, top, right - left, bottom - top), kept

    @property
    def cuda(self):
        """Parts that stay on the card: `surface.cuda[rows, columns]` computes one and returns a CudaArray.

        Nothing is copied through the memory of the computer. Indices are those of the surface. Reading raises DeviceError if
        the CPU computes the surface; see `Surface.backend`.
        """
        return CudaParts(self)

    def _read_on_card(self, key):
        area, kept = self._part(key)
        return CudaArray(self._core.read_on_card(*area), kept, self.dtype)

    def __array__(self, dtype=None, copy=None):
        """The whole surface, for numpy.asarray(surface). Raises MemoryError if it would exceed burin.memory_limit."""
        if copy is False:  # NumPy 2 asks so
            raise ValueError("a surface is computed, so its array is always a new one")
        samples = self[:, :]
        return samples if dtype is None else samples.astype(dtype)

    def preview(self, level=None, region=None, seconds=5, shade=False):
        """A picture as `burin render` makes it: float32 from 0 to 1.

        level    0 to 31: one pixel stands for 2^level x 2^level samples; otherwise the picture fits 2048 x 2048 pixels
                 and the memory
        region   (x, y, width, height) in samples or lengths such as "1 mm", widened to whole pixels
        seconds  how long to refine it; 0: the first picture
        shade    as a relief lit from the upper left

        Raises UsageError, or MemoryError if the picture would exceed burin.memory_limit.
        """
        place = self._core.place(whole(level, "level"), region_of(region), bytes_of(None) // _PICTURE_BYTES)
        check_size(*place.shape(), _PICTURE_BYTES, "a higher level makes it smaller")
        return self._core.preview(place, number_of(seconds, "seconds"), flag_of(shade, "shade"))

    def export(self, to, region=None, backend="auto", memory=None, resume=False, progress=None, *, force=False,
               threads=None, scan="rows", serpentine=False, compression="none", bigtiff=False, shard="",
               allow_mixed=False, verify=False, date="", layout="auto", layers=None, helix="", devices=(), gpu_memory=None,
               tile=None):
        """Writes the surface, or a region of it, as `burin export` does, and returns an ExportResult.

        to        a .tif, .raw, .png, .gsf or .x3p, 'dir/%05d.tif', or 'null:'
        region    (x, y, width, height) in pixels or lengths such as "1 mm", or a text as `--region` takes it
        backend   "auto", "cpu" or "cuda"
        memory    what the engine may hold: bytes, or a text such as "4G"; otherwise burin.memory_limit
        resume    go on where the journal of an interrupted export ends
        progress  None: a bar on a terminal and in a notebook; True or False: a bar, or nothing; a function is called with
                  (done_px, total_px, state), at most ten times a second
        force     overwrite an existing output
        threads   of the CPU, 1 to 1024; otherwise as many as there are cores
        scan, serpentine     the order of lines in a .raw: "rows" or "swaths:W"; every second row reversed
        compression, layout, bigtiff  of a .tif: "none", "deflate", "lzw" or "zstd"; "auto", "strips" or "tiles"; BigTIFF even
                  if a classic TIFF would do
        shard     "I/N": only part I of N parts of one file; I counts from 0
        allow_mixed, verify  with resume: also what another backend or version began; first read back all that is written
        date      in a .x3p, such as "2026-11-24T08:00:00Z"
        layers    write so many numbered files of 1 bit; the name then needs a number, such as 'layer%03d.png'
        helix     "linear" or "nearest": joins each row that goes round a roller to the next row
        devices   the numbers of the cards; gpu_memory limits the memory of each
        tile      the side of the engine's tiles, 16 to 16384 samples

        Ctrl-C stops it and keeps what is written with its journal. Raises KeyboardInterrupt, SinkError, UsageError,
        DesignError, DeviceError or MemoryError.
        """
        if self._node is not None:
            raise UsageError("only the surface of a root can be exported; numpy.save() writes the samples of a node")
        to = os.fspath(to)
        wanted = export_wishes(to, region, wishes(backend, memory, threads, devices, gpu_memory, tile),
                               policy_of(resume, allow_mixed, force, verify), serpentine, bigtiff, layers,
                               scan=scan, compression=compression, layout=layout, shard=shard, date=date, helix=helix)
        teller = shown(progress)
        try:
            ended = self._core.design().export(wanted, teller)
        except SinkError as failed:
            failed.path = to
            raise
        finally:
            if teller is not None:
                teller.close()
        return ExportResult(to, ended["done_px"], ended["total_px"], ended["backend"], ended["hash"],
                            tuple(ended["notes"]))

    def zarr(self, chunk=1024, level=0):
        """A read-only store in the formats zarr 2 and zarr 3, whose chunks are computed when they are read.

        chunk  the side of a chunk: 1 to 65536 samples
        level  0 to 31. Above 0 it is a picture in the type of the surface: one sample stands for 2^level x 2^level. Viewers of
               large images want one store for each level

        zarr.open(store, mode="r") and dask.array.from_zarr(store, chunks=65536) take it. Raises UsageError.
        """
        from ._zarr import store_of
        return store_of(self, chunk, level)

    def _repr_png_(self):
        return _png(self.preview(level=self._small_level(), seconds=1))

    def _repr_html_(self):
        import base64
        rows, columns = self._shape
        um = self.pixel_um
        picture = base64.b64encode(self._repr_png_()).decode()
        return (f'<img src="data:image/png;base64,{picture}"><br>{columns:,} x {rows:,} px, '
                f'{columns * um / 1000:g} x {rows * um / 1000:g} mm, {self.dtype}, {self.nbytes:,} bytes')

    def _small_level(self):
        level = 0
        while max(self._shape) >> level > 512:
            level += 1
        return level

    def __repr__(self):
        rows, columns = self._shape
        return f"<burin.Surface {rows} x {columns}, {self.dtype}, {self.pixel_um:g} um, {self.backend}>"


def measure(surface, region=None, full_depth=None, s_filter=None, l_filter=None, form="none", sample=None, predicted=False):
    """Heights and roughness as `burin measure` finds them: name -> value.

    Lengths are in um, angles in degrees, Sdr, Smr1 and Smr2 in percent.

    region      (x, y, width, height) in samples of the surface, or in lengths
    full_depth  how deep 1 is; otherwise the root's full_depth
    s_filter, l_filter  nesting indices
    form        "none", or "plane" to subtract the plane of least squares
    sample      measure so many windows instead of all: 2 to 100000
    predicted   measure the surface as the spot of the job is predicted to engrave it

    Lengths are texts such as "25 um", or numbers of micrometres. What is not defined for a surface is None. Raises UsageError,
    also if neither the root nor full_depth says how deep 1 is.
    """
    return {name: entry["value"] if isinstance(entry, dict) else entry
            for name, entry in report(surface, region, full_depth, s_filter, l_filter, form, sample,
                                      predicted)["parameters"].items()}


def report(surface, region=None, full_depth=None, s_filter=None, l_filter=None, form="none", sample=None, predicted=False):
    """All that `burin measure --json` prints, as a dict."""
    if form not in ("none", "plane"):
        raise UsageError(f"form {form!r}: 'none' or 'plane' is expected")
    if not isinstance(surface, Surface):
        raise TypeError(f"surface {surface!r}: a Surface is expected; design.surface() makes one")
    wanted = _burin.MeasuringWishes(region_of(region), _length(full_depth, "full_depth"), _length(s_filter, "s_filter"),
                                    _length(l_filter, "l_filter"), form == "plane", whole(sample, "sample") or 0,
                                    flag_of(predicted, "predicted"))
    return json.loads(surface._core.measure(wanted))
