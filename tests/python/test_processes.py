# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface belongs to the process that opened it. Other processes open their own."""

import pathlib
import subprocess
import sys
import textwrap

SOURCE = pathlib.Path(__file__).parents[2]
EXAMPLE = SOURCE / "resources/examples/hexagonal-dimples.burin"

FORKED = textwrap.dedent(f"""
    import os, signal, sys, numpy, burin
    design = burin.load({str(EXAMPLE)!r})
    surface = design.surface(threads=2, backend="cpu")
    expected = surface[0:8, 0:8]
    child = os.fork()
    if child == 0:
        signal.alarm(300)  # ends a child that hangs
        for use in (lambda: surface[0:8, 0:8], lambda: surface.preview(seconds=0), lambda: surface.hash,
                    lambda: burin.measure(surface), lambda: surface.zarr()):
            try:
                use()
                print("computed")
            except burin.UsageError as refused:
                print(refused)
        del surface
        again = design.surface(threads=2, backend="cpu")
        print("opened again:", numpy.array_equal(again[0:8, 0:8], expected))
        sys.exit()
    ended = os.waitpid(child, 0)[1]
    print("ended:", ended, numpy.array_equal(surface[0:8, 0:8], expected))
    """)

SPAWNED = textwrap.dedent(f"""
    import multiprocessing, numpy, burin

    def part(row):
        return burin.load({str(EXAMPLE)!r}).surface(threads=1, backend="cpu")[row:row + 8, 0:8]

    if __name__ == "__main__":
        surface = burin.load({str(EXAMPLE)!r}).surface(backend="cpu")
        rows = [0, 100, 2000]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            parts = pool.map(part, rows)
        print([numpy.array_equal(got, surface[row:row + 8, 0:8]) for row, got in zip(rows, parts)])
    """)


def output_of(script, folder):
    """The output of a script, which is a file, because spawned processes read it again."""
    path = folder / "script.py"
    path.write_text(script)
    # Newer versions of Python warn of each fork of a process with threads.
    ran = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", path], capture_output=True, text=True)
    return ran.stdout + ran.stderr


def test_a_forked_process_is_told_to_open_the_surface_again(tmp_path):
    """It then ends as usual, which destroys its copy of the surface. Its parent reads on."""
    refused = "this surface was opened in another process; open it again after fork\n"
    assert output_of(FORKED, tmp_path) == 5 * refused + "opened again: True\nended: 0 True\n"


def test_spawned_processes_open_surfaces_of_their_own(tmp_path):
    assert output_of(SPAWNED, tmp_path) == "[True, True, True]\n"
