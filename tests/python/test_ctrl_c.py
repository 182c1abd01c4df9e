# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C ends whatever is computed. No call here ends soon by itself.

A thread of the script sends the signal when the process has used processor time that only the engine can use, so no row depends
on when the computation begins.
"""

import os
import subprocess
import sys
import textwrap

import pytest

import burin

SCRIPT = textwrap.dedent("""
    import os, signal, threading, time, burin
    design = burin.parse('''
    burin: 1
    pixel: 1 um
    nodes:
      surface: {kind: root, width: 30000, height: 30000, full_depth: 20 um, inputs: [{data: slow}]}
      slow: {kind: median, radius: 31, inputs: [{data: noise}]}
      noise: {kind: math2d, width: 30000, height: 30000, expression: "0.5 + 0.5 * sin(x * y)"}
    ''')
    surface = design.surface(threads=1, backend="cpu", memory="2G")
    burin.memory_limit = "1T"
    written = threading.Event()

    def interrupt():
        written.wait()
        enough = time.process_time() + 0.3
        while time.process_time() < enough:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        CALL
    except KeyboardInterrupt:
        print("stopped")
    """)


def interrupted(call, folder):
    """The output of the script that makes a call."""
    ran = subprocess.run([sys.executable, "-c", SCRIPT.replace("CALL", call)], capture_output=True, text=True, cwd=folder,
                         timeout=600)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("call", [
    "surface.preview(seconds=1e6)", "surface.preview(level=0, region=(0, 0, 4000, 4000))", "burin.measure(surface)",
    "burin.ZarrStore(surface, chunk=20000)['0.0']", "any(not burin.ZarrStore(surface, level=1)['0.0'] for _ in iter(int, 1))",
    "design.preflight(seconds=1e6)"],
    ids=["picture", "exact picture", "measures", "chunk", "chunk of a level", "preflight"])
def test_ctrl_c_ends_what_is_computed(call, tmp_path):
    assert interrupted("written.set(); " + call, tmp_path) == "stopped\n"
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_a_batch_that_resumes(tmp_path):
    """The first row is short; the signal comes when the second has been begun."""
    call = ("burin.batch(design, [{'name': 'a', 'region': '0,0,8,8'}, {'name': 'b', 'region': ''}], '{name}.raw', "
            "results='r.csv', threads=1, backend='cpu', progress=lambda row, *told: row == 2 and written.set())")
    assert interrupted(call, tmp_path) == "stopped\n"
    made = set(os.listdir(tmp_path))
    assert {"a.raw", "b.raw.journal", "b.raw.part", "r.csv"} <= made and "b.raw" not in made
    lines = (tmp_path / "r.csv").read_text().splitlines()
    assert len(lines) == 3 and ",done," in lines[1] and ",stopped," in lines[2]
    again = interrupted(call.replace("burin.batch(", "written.set(); burin.batch(").replace("results=", "resume=True, results="),
                        tmp_path)
    assert again == "stopped\n" and (tmp_path / "a.raw").stat().st_size == 64
    assert (tmp_path / "r.csv").read_text().count(",done,") == 1


def test_an_exception_of_the_caller_ends_a_batch(tmp_path):
    def fails(*_):
        raise LookupError("enough")

    small = "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: 9, height: 9, inputs: [{data: m}]}\n" \
            "  m: {kind: math2d, expression: x}\n"
    with pytest.raises(LookupError, match="enough"):
        burin.batch(burin.parse(small), [{"name": "a"}, {"name": "b"}], tmp_path / "{name}.raw", progress=fails)
    assert not (tmp_path / "b.raw").exists()
