# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects may be used from several threads, and nothing that computes holds the interpreter's lock."""

import base64  # noqa: F401  a notebook's picture imports it, and imports release the lock
import os
import pathlib
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import burin
from burin import ZarrStore

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


@pytest.fixture
def counted():
    """A list that another thread extends whenever it gets the lock of the interpreter. Nobody has to give the lock away: each
    thread keeps it until it releases it."""
    ended = threading.Event()
    count = []

    def extend():
        while not ended.wait(0.0005):
            count.append(None)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    counter = threading.Thread(target=extend)
    counter.start()
    yield count
    ended.set()
    counter.join()
    sys.setswitchinterval(before)


def read_on_card(surface):
    """Without a card the reading ends on the thread that computes."""
    try:
        surface.cuda[0:512, 0:512]
    except burin.DeviceError:
        pass


@pytest.mark.parametrize("compute", [
    lambda design, surface: surface[0:2000, 0:2000], lambda design, surface: surface.preview(level=3),
    lambda design, surface: surface.hash, lambda design, surface: burin.measure(surface, region=(0, 0, 500, 500)),
    lambda design, surface: ZarrStore(surface)["0.0"],
    lambda design, surface: surface.export("null:", region=(0, 0, 2000, 2000), progress=False),
    lambda design, surface: burin.load(EXAMPLE), lambda design, surface: design.problems,
    lambda design, surface: design.surface(backend="cpu"), lambda design, surface: design.set("dimple.width=90"),
    lambda design, surface: design.preflight(seconds=0.1), lambda design, surface: surface._repr_html_(),
    lambda design, surface: burin.batch(design, [{"name": "a"}], "null:", region=(0, 0, 2000, 2000), results="results.csv",
                                        force=True, progress=False),
    lambda design, surface: read_on_card(surface), lambda design, surface: design.save("saved.burin")],
    ids=["part", "picture", "hash", "measures", "chunk", "export", "load", "problems", "surface", "change", "preflight",
         "notebook", "batch", "card", "save"])
def test_other_threads_run_while_something_is_computed(compute, counted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # NumPy and zlib, which make a PNG of the picture, release the lock too.
    monkeypatch.setattr(burin._surface, "_png", lambda picture: b"")
    design = burin.load(EXAMPLE)
    surface = design.surface(threads=1, backend="cpu")
    for _ in range(1000):  # what is computed at once may end before the other thread wakes up
        before = len(counted)
        compute(design, surface)
        if len(counted) > before:
            return
    pytest.fail("the lock of the interpreter was never released")


def test_nothing_else_releases_the_lock(counted):
    """Otherwise the test above could not fail."""
    surface = burin.load(EXAMPLE).surface(threads=1, backend="cpu")
    before = len(counted)
    for _ in range(10_000):
        assert surface.shape == (8000, 8000) and surface.dtype == numpy.uint8
    assert len(counted) == before


#: The change waits for the other end of the pipe when it reads the picture.
READ_DURING_A_CHANGE = """
import os
import threading
import burin

design = burin.load("picture.burin")

def change():
    try:
        design.set("picture.file=slow.pgm")
    except burin.DesignError:  # the pipe brings no picture
        pass

changing = threading.Thread(target=change)
changing.start()
pipe = os.open("pipe", os.O_WRONLY)
print(design.pixel_um, design["picture"]["file"])
os.close(pipe)
changing.join()
"""


def test_a_design_is_read_while_another_thread_changes_it(tmp_path):
    """A reader that waits for the change would wait with the lock of the interpreter, so every thread would wait."""
    library = os.environ.get("BURIN_FAILING_CALLS", "")
    if not library:
        pytest.skip("the library of failing calls is not built")
    for name in ("first.pgm", "slow.pgm"):
        (tmp_path / name).write_bytes(b"P5 2 2 255\n\1\2\3\4")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "picture.burin").write_text("burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: "
                                            "[{data: picture}]}\n  picture: {kind: image, file: first.pgm}\n")
    ran = subprocess.run([sys.executable, "-c", READ_DURING_A_CHANGE], cwd=tmp_path, text=True, capture_output=True, timeout=300,
                         env={**os.environ, "LD_PRELOAD": library, "BURIN_CHANGE_FILE": "slow.pgm", "BURIN_CHANGE_TO": "pipe",
                              "BURIN_CHANGE_AT": "1", "BURIN_FAIL_SAID": "said",
                              "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"})
    assert ran.stdout == "2.0 first.pgm\n", ran.stdout + ran.stderr


def test_threads_that_change_a_design_lose_no_change():
    design = burin.load(EXAMPLE)
    changes = [("surface", "width"), ("surface", "height"), ("dimple", "width"), ("dimple", "height")]

    def change(place):
        for value in range(50, 90):
            design[place[0]][place[1]] = value

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(change, changes))
    assert [design[node][key] for node, key in changes] == [89] * 4
