#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do other programs read the samples that Burin writes into TIFFs?

    tests/python/tiff_readers.py build/release/app/burin [WIDTHxHEIGHT...]

Exports a noise as a raw file, and as TIFFs of 1, 8 and 16 bits with each layout and compression, by default of
10000 x 3000 and of 20000 x 9000 samples. Compares each TIFF with the raw file as tifffile, Pillow, OpenCV, GDAL and
libvips read it, and as ImageJ reads it, whose rules are below. Those that are not installed are named and left out.
Needs numpy, 1.5 GB of memory, and 1 GB of disk in the folder for temporary files (TMPDIR).

It prints a row for each TIFF, then every difference. It exits with 1 if samples differ, if a reader refuses a file, or
if none is installed.
"""

import itertools
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

# Half of the samples are 0, so that compressed blocks differ in length.
DESIGN = """
burin: 2
pixel: 10 um
nodes:
  surface: {{kind: root, width: {width}, height: {height}, depth: {depth}, inputs: [data: noise]}}
  noise: {{kind: math2d, expression: "2 * max(0, hash(x, y, 5) - 0.5)"}}
"""

SIZES = [(10000, 3000), (20000, 9000)]
DEPTHS = [1, 8, 16]
COMPRESSIONS = ["none", "deflate", "lzw", "zstd"]
LAYOUTS = ["auto", "strips", "tiles"]


def with_tifffile():
    import imagecodecs  # without it, tifffile reads neither LZW nor Zstandard
    import tifffile

    return lambda file: tifffile.imread(file)


def with_pillow():
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None

    def read(file):
        with Image.open(file) as image:
            return np.asarray(image)

    return read


def with_opencv():
    import cv2

    def read(file):
        samples = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if samples is None:
            raise OSError("imread returns nothing")
        return samples

    return read


def with_gdal():
    from osgeo import gdal

    gdal.UseExceptions()
    return lambda file: gdal.Open(str(file)).ReadAsArray()


def with_libvips():
    """By its command line, which every system with libvips has a package of."""
    if shutil.which("vips") is None or shutil.which("vipsheader") is None:
        raise ImportError("vips")

    def header(file, field):
        return int(subprocess.run(["vipsheader", "-f", field, file], check=True, capture_output=True, text=True).stdout)

    def read(file):
        samples = file.with_suffix(".vips")
        subprocess.run(["vips", "rawsave", file, samples], check=True, capture_output=True)
        height, width = header(file, "height"), header(file, "width")
        wide = samples.stat().st_size == 2 * height * width
        return np.fromfile(samples, np.uint16 if wide else np.uint8).reshape(height, width)

    return read


def imagej_directory(data):
    """The tags of the only directory: for each its type, its count, and its value or the offset of its values."""
    if data[:4] != b"II*\0":
        raise OSError("is not a classic little-endian TIFF")
    (at,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, at)
    if not 1 <= count <= 1000:
        raise OSError(f"its directory has {count} entries")
    tags = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, values = struct.unpack_from("<HHI", data, entry)
        (value,) = struct.unpack_from("<H" if kind == 3 and values == 1 else "<I", data, entry + 8)
        tags[tag] = kind, values, value
    if struct.unpack_from("<I", data, at + 2 + 12 * count) != (0,):
        raise OSError("it has more than one directory, so it opens as a stack")
    return tags


def imagej_strips(data, tags, tag, types):
    """The numbers of an array of strips. ImageJ reads offsets of every type as LONG."""
    kind, count, value = tags[tag]
    if kind not in types:
        raise OSError(f"tag {tag} has type {kind}")
    return [value] if count == 1 else list(struct.unpack_from(f"<{count}{'H' if kind == 3 else 'I'}", data, value))


def with_imagej():
    """By the rules of TiffDecoder.java and ImageReader.java of ImageJ 1.53, for one gray image.

    A classic TIFF of one directory. No tiles. 1, 8 or 16 bits (it also takes 12 and 32) of one unsigned sample, of
    which 0 is black. Compression 1, 5 without predictor, 8, 32773 or 32946. Offsets of strips are LONG and ascend.
    Plain strips lie one behind the other: of 8 bits, it reads all samples from the first offset on. Of 1 bit, it does
    so whatever the compression is, so that only plain ones can be read. It takes a text of up to 4 bytes in the
    directory for an offset, and a description with "images=" for a stack. An image has less than 2^31 samples.
    """
    import imagecodecs

    codecs = {1: bytes, 5: imagecodecs.lzw_decode, 8: zlib.decompress, 32773: imagecodecs.packbits_decode,
              32946: zlib.decompress}

    def check(tags, data):
        wanted = {258: (1, 8, 16), 259: tuple(codecs), 262: (1,), 277: (1,), 284: (1,), 317: (1,), 339: (1,)}
        defaults = {258: 1, 259: 1, 277: 1, 284: 1, 317: 1, 339: 1}
        for tag, values in wanted.items():
            value = tags[tag][2] if tag in tags else defaults.get(tag)
            if value not in values:
                raise OSError(f"tag {tag} is {value}")
        if 322 in tags:
            raise OSError("it has tiles")
        if tags[256][2] * tags[257][2] >= 2**31:
            raise OSError("it has 2^31 samples or more")
        for tag in (270, 305, 306, 315, 316):  # texts
            _, count, value = tags.get(tag, (2, 1, 0))
            if 1 < count <= 4:
                raise OSError(f"text {tag} is in the directory")
            if tag == 270 and b"images=" in data[value:value + count]:
                raise OSError("its description is that of a stack")

    def read(file):
        data = file.read_bytes()
        tags = imagej_directory(data)
        check(tags, data)
        width, height, bits, compression = (tags[tag][2] for tag in (256, 257, 258, 259))
        offsets = imagej_strips(data, tags, 273, (4,) if tags[273][1] > 1 else (3, 4))
        lengths = imagej_strips(data, tags, 279, (3, 4))
        if offsets != sorted(offsets):
            raise OSError("its strips are not in order")
        row = (width * bits + 7) // 8
        if compression == 1 or bits == 1:
            samples = data[offsets[0]:offsets[0] + row * height]
        else:
            strips = (codecs[compression](data[at:at + length]) for at, length in zip(offsets, lengths))
            samples = b"".join(strip[:len(strip) // row * row] for strip in strips)  # it drops a part of a row
        samples = samples[:row * height]
        if len(samples) != row * height:
            raise OSError(f"it has {len(samples)} bytes of samples, not {row * height}")
        if bits == 1:
            return np.unpackbits(np.frombuffer(samples, np.uint8).reshape(height, row), axis=1)[:, :width]
        return np.frombuffer(samples, "<u2" if bits == 16 else np.uint8).reshape(height, width)

    return read


READERS = {"tifffile": with_tifffile, "Pillow": with_pillow, "OpenCV": with_opencv, "GDAL": with_gdal,
           "libvips": with_libvips, "ImageJ": with_imagej}


def reads(reader, depth, compression, layout):
    """Whether a reader is one for such files: ImageJ never reads tiles, Zstandard, or compressed samples of 1 bit."""
    plain = compression == "none"
    return reader != "ImageJ" or (layout != "tiles" and compression != "zstd" and (depth > 1 or plain))


def installed():
    """The readers that are installed; names the others."""
    readers = {}
    for name, make in READERS.items():
        try:
            readers[name] = make()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
    return readers


def export(program, design, target, *options):
    subprocess.run([program, "export", design, "--to", target, "--force", "--progress", "none", *options], check=True)


def written(raw, width, height, depth):
    """The samples of a raw file; of 1 bit, as 0 and 1."""
    if depth == 1:
        rows = np.fromfile(raw, np.uint8).reshape(height, -1)
        return np.unpackbits(rows, axis=1)[:, :width]
    return np.fromfile(raw, "<u2" if depth == 16 else np.uint8).reshape(height, width)


def difference(expected, read, file, depth):
    """How the samples that a reader finds in a file differ; nothing if they are equal."""
    try:
        found = np.asarray(read(file))
    except subprocess.CalledProcessError as error:
        return "refused: " + error.stderr.decode(errors="replace").strip().replace("\n", " ")
    except Exception as error:  # each reader has errors of its own
        return f"refused: {type(error).__name__}: {error}"
    if found.ndim == 3 and 1 in (found.shape[0], found.shape[2]):
        found = found.squeeze(0 if found.shape[0] == 1 else 2)
    if found.shape != expected.shape:
        return f"differs: the shape is {found.shape}, not {expected.shape}"
    if depth == 1:
        found = found != 0  # some readers make 255 of a set bit
    elif found.dtype.itemsize * 8 != depth:
        return f"differs: {found.dtype} instead of {depth} bits"
    unequal = np.count_nonzero(found != expected)
    return f"differs: {unequal:,} of {expected.size:,} samples" if unequal else None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    sizes = [tuple(map(int, size.split("x"))) for size in sys.argv[2:]] or SIZES
    readers = installed()
    if not readers:
        return 1
    print(f"{'size':>13} {'bits':>4} {'compression':11} {'layout':6} {'bytes':>13}", *(f"{name:8}" for name in readers))
    problems = []
    for (width, height), depth in itertools.product(sizes, DEPTHS):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            design = folder / "noise.burin"
            design.write_text(DESIGN.format(width=width, height=height, depth=depth))
            export(program, design, folder / "noise.raw")
            expected = written(folder / "noise.raw", width, height, depth)
            for compression, layout in itertools.product(COMPRESSIONS, LAYOUTS):
                file = folder / "noise.tif"
                export(program, design, file, "--compression", compression, "--layout", layout)
                row = f"{f'{width} x {height}':>13} {depth:4} {compression:11} {layout:6}"
                found = {reader: difference(expected, read, file, depth) if reads(reader, depth, compression, layout)
                         else "-" for reader, read in readers.items()}
                words = ["equal" if problem is None else problem.split(":")[0] for problem in found.values()]
                print(f"{row} {file.stat().st_size:13,}", *(f"{word:8}" for word in words), flush=True)
                problems += [f"{row.strip()}: {reader} {problem}" for reader, problem in found.items()
                             if problem not in (None, "-")]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
