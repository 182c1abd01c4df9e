# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast are parts of a surface read in Python?

    PYTHONPATH=build/release/app/python python3 tests/python/bench_module.py

Parts of 512 x 512 of surfaces of 2 m x 2 m are read through zarr and dask: of a plain one, and of an example that is expensive to
compute. The processor time of all threads is printed too, because on a busy computer the time is mostly spent on waiting. Then the
most memory that the process has taken is printed. Then two threads that each read half of a region are compared with one that reads all of it; both have all cores.
`taskset -c 0,1` selects two cores. The targets are at most 100 ms after the first part, 500 MB, and 1.1 times as long.
"""

import pathlib
import random
import resource
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import dask.array
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


EXAMPLE = pathlib.Path(__file__).parents[2] / "resources/examples/roller-leather.burin"


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


def show_parts(name, array):
    """Milliseconds of each part after the first."""
    chance = random.Random(1)
    times, processor = [], []
    for _ in range(41):
        row, column = chance.randrange(1_999_488), chance.randrange(1_999_488)
        began = time.process_time()
        times.append(1000 * seconds_of(lambda: array(row, column)))
        processor.append(1000 * (time.process_time() - began))
    print(f"{name:31} median {statistics.median(times[1:]):6.1f} ms, longest {max(times[1:]):6.1f} ms, "
          f"processor {statistics.median(processor[1:]):6.1f} ms, most {max(processor[1:]):6.1f} ms")


def show_surface(name, surface):
    store = surface.zarr()
    opened = zarr.open(store, mode="r")
    lazy = dask.array.from_zarr(store, chunks=65536)
    show_parts(f"{name}, zarr", lambda row, column: opened[row:row + 512, column:column + 512])
    show_parts(f"{name}, dask", lambda row, column: lazy[row:row + 512, column:column + 512].compute())


def main():
    show_surface("plain", burin.parse(DESIGN.format(side="2 m")).surface(backend="cpu"))
    show_surface("roller", burin.load(EXAMPLE).surface(backend="cpu"))
    print(f"{'most memory':31} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")
    with ThreadPoolExecutor(2) as pool:
        print(f"{'two threads':31} {two_threads(pool):.2f} times as long as one")


if __name__ == "__main__":
    main()
