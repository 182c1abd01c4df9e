# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects may be used from several threads, and nothing that computes holds the interpreter's lock."""

import pathlib
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy

import burin

SOURCE = pathlib.Path(__file__).parents[2]
EXAMPLE = SOURCE / "resources/examples/hexagonal-dimples.burin"


def test_threads_that_read_parts_of_one_surface_get_their_samples():
    surface = burin.load(EXAMPLE).surface()
    whole = surface[:, :]
    places = [(row, column) for row in range(0, 8000, 900) for column in range(0, 8000, 700)]
    with ThreadPoolExecutor(8) as threads:
        parts = list(threads.map(lambda p: surface[p[0]:p[0] + 512, p[1]:p[1] + 512], places))
    for (row, column), part in zip(places, parts):
        assert numpy.array_equal(part, whole[row:row + 512, column:column + 512])


def test_other_threads_run_while_something_is_computed():
    surface = burin.load(EXAMPLE).surface(threads=1, backend="cpu")
    ended = threading.Event()
    counted = []

    def count():
        while not ended.wait(0.0005):
            counted.append(None)

    counter = threading.Thread(target=count)
    counter.start()
    told = []
    surface.export("null:", threads=1, backend="cpu", progress=lambda *_: told.append(len(counted)))
    ended.set()
    counter.join()
    assert counted and told


def test_threads_that_change_a_design_lose_no_change():
    design = burin.load(EXAMPLE)
    changes = [("surface", "width"), ("surface", "height"), ("dimple", "width"), ("dimple", "height")]

    def change(place):
        for value in range(50, 90):
            design[place[0]][place[1]] = value

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(change, changes))
    assert [design[node][key] for node, key in changes] == [89] * 4
