#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do other programs read the samples that Burin writes into TIFFs?

    tests/python/tiff_readers.py build/release/app/burin [WIDTHxHEIGHT...]

Exports a noise as a raw file, and as TIFFs of 1, 8 and 16 bits with each layout and compression, by default of
10000 x 3000 and of 20000 x 9000 samples. Compares each TIFF with the raw file as tifffile, Pillow, OpenCV, GDAL and
libvips read it. Those that are not installed are named and left out. Needs numpy, 1.5 GB of memory, and 1 GB of disk in
the folder for temporary files (TMPDIR).

It prints a row for each TIFF, then every difference. It exits with 1 if samples differ, if a reader refuses a file, or
if none is installed.
"""

import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

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


READERS = {"tifffile": with_tifffile, "Pillow": with_pillow, "OpenCV": with_opencv, "GDAL": with_gdal,
           "libvips": with_libvips}


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
                found = {reader: difference(expected, read, file, depth) for reader, read in readers.items()}
                words = ["equal" if problem is None else problem.split(":")[0] for problem in found.values()]
                print(f"{row} {file.stat().st_size:13,}", *(f"{word:8}" for word in words), flush=True)
                problems += [f"{row.strip()}: {reader} {problem}" for reader, problem in found.items() if problem]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
