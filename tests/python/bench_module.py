# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast are parts of a surface read in Python?

    PYTHONPATH=build/release/app/python python3 tests/python/bench_module.py [EXAMPLE...]

Parts of 512 x 512 of surfaces of 2 m x 2 m are read through zarr and dask: of a plain one, and of examples, by default of one that
is expensive to compute. Half of the parts lie at random places, the others over the corners of four chunks. If napari is
installed, a layer of it reads them too, opened as docs/python.md says: at full resolution, and views of 512 x 512 samples of each
level, which have no target. The processor time of all threads is printed too, because on a busy computer the time is mostly spent on
waiting. Then the most memory that the process
has taken is printed. Then two threads that each read half of a region are compared with one that reads all of it; both have all
cores. `taskset -c 0,1` selects two cores. It exits with 1 if a target is missed: 100 ms for each part after the first, 500 MB, and
1.1 times as long.
"""

import pathlib
import random
import resource
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import dask.array
import numpy
import zarr

import burin

DESIGN = """
burin: 1
pixel: 1 um
nodes:
  surface: {{kind: root, width: {side}, height: {side}, inputs: [{{data: cells}}]}}
  cells: {{kind: stitching, u: [120, 0], v: [60, 104], blend: max, inputs: [{{pattern: dimple}}]}}
  dimple: {{kind: math2d, width: 113, height: 113, expression: "0.5 + 0.5 * cos(x / 20) * cos(y / 20)"}}
"""

EXAMPLES = pathlib.Path(__file__).parents[2] / "resources/examples"
CHUNK = 1024  # of a store


def seconds_of(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def two_threads(pool):
    """The median of how many times as long two threads take."""
    side = 12000
    surface = burin.parse(DESIGN.format(side=side)).surface(backend="cpu")
    halves = [slice(0, side // 2), slice(side // 2, side)]
    surface[:, :]
    ratios = []
    for _ in range(9):
        one = seconds_of(lambda: surface[:, :])
        two = seconds_of(lambda: list(pool.map(lambda rows: surface[rows, :], halves)))
        ratios.append(two / one)
    return statistics.median(ratios)


def places(shape, scale):
    """Rows and columns of parts: at random places, and over the corners of chunks by turns. A sample of the chunks stands for
    scale x scale of the surface."""
    chance = random.Random(1)
    chunk, part = CHUNK * scale, 512 * scale
    for count in range(41):
        place = [chance.randrange(side - part) for side in shape]
        yield place if count % 2 == 0 else [min(at // chunk * chunk + chunk - part // 2, side - part)
                                            for at, side in zip(place, shape)]


def show_parts(name, array, shape, scale=1):
    """Prints milliseconds of each part after the first, and returns the most."""
    times, processor = [], []
    for row, column in places(shape, scale):
        began = time.process_time()
        times.append(1000 * seconds_of(lambda: array(row, column)))
        processor.append(1000 * (time.process_time() - began))
    print(f"{name:31} median {statistics.median(times[1:]):6.1f} ms, longest {max(times[1:]):6.1f} ms, "
          f"processor {statistics.median(processor[1:]):6.1f} ms, most {max(processor[1:]):6.1f} ms", flush=True)
    return max(times[1:])


def view_of(layer, level):
    """A function that shows 512 x 512 samples of a level in a layer of napari."""
    side = 512 << level

    def view(row, column):
        # A window calls this when it draws. Nothing that is public tells a layer what is in view.
        layer._update_draw(scale_factor=1 << level, shape_threshold=(511, 511),
                           corner_pixels_displayed=numpy.array([[row, column], [row + side, column + side]]))
        assert layer.data_level == level

    return view


def show_napari(name, surface):
    """Prints the times of a layer of napari, and returns the longest at full resolution; 0 if napari is not installed."""
    try:
        from napari.layers import Image
    except ImportError:
        print(f"{name}, napari: it is not installed")
        return 0
    last = 0
    while max(surface.shape) >> last > 1024:
        last += 1
    levels = [zarr.open(surface.zarr(chunk=CHUNK, level=level), mode="r") for level in range(last + 1)]
    levels[-1] = levels[-1][:]
    layer = Image(levels, multiscale=True, contrast_limits=(0, 255))
    whole = show_parts(f"{name}, napari", view_of(layer, 0), surface.shape)
    for level in range(1, last):
        if 512 << level < min(surface.shape):
            show_parts(f"{name}, napari, level {level}", view_of(layer, level), surface.shape, 1 << level)
    return whole


def show_surface(name, surface):
    """Prints the times of all readers, and returns the longest."""
    store = surface.zarr(chunk=CHUNK)
    opened = zarr.open(store, mode="r")
    lazy = dask.array.from_zarr(store, chunks=65536)
    return max(show_parts(f"{name}, zarr", lambda row, column: opened[row:row + 512, column:column + 512], surface.shape),
               show_parts(f"{name}, dask", lambda row, column: lazy[row:row + 512, column:column + 512].compute(),
                          surface.shape),
               show_napari(name, surface))


def main():
    longest = show_surface("plain", burin.parse(DESIGN.format(side="2 m")).surface(backend="cpu"))
    for name in sys.argv[1:] or ["roller-leather"]:
        longest = max(longest, show_surface(name, burin.load(EXAMPLES / f"{name}.burin").surface(backend="cpu")))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{'most memory':31} {memory:.0f} MB")
    with ThreadPoolExecutor(2) as pool:
        ratio = two_threads(pool)
    print(f"{'two threads':31} {ratio:.2f} times as long as one")
    return 0 if longest <= 100 and memory <= 500 and ratio <= 1.1 else 1


if __name__ == "__main__":
    sys.exit(main())
