# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing larger than burin.memory_limit is made, and memory that the system refuses is a burin.MemoryError."""

import subprocess
import sys
import textwrap

import pytest

import burin

DESIGN = """burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 4000, height: 4000, inputs: [{data: slope}]}
  slope: {kind: math2d, width: 4000, height: 4000, expression: "x / 4000"}
"""


@pytest.fixture
def design(monkeypatch):
    made = burin.parse(DESIGN)
    monkeypatch.setattr(burin, "memory_limit", "1M")
    return made


def refused(call, needed):
    """The words of a call that needs too many bytes."""
    with pytest.raises(burin.MemoryError) as error:
        call()
    assert (error.value.needed, error.value.limit) == (needed, 1 << 20)
    assert f"{needed:,}" in str(error.value) and "1,048,576" in str(error.value)
    return str(error.value)


def test_a_picture_obeys_the_limit(design):
    surface = design.surface(memory="1G")
    assert "level" in refused(lambda: surface.preview(level=0, region=(0, 0, 2000, 2000)), 4 * 2000**2)
    assert "level" in refused(lambda: surface.preview(level=2, shade=True), 4 * 1000**2)
    assert surface.preview(level=3, seconds=0).shape == (500, 500)


def test_a_picture_without_a_level_fits_the_limit(design, monkeypatch):
    surface = design.surface(memory="1G")
    assert surface.preview(seconds=0).shape == (500, 500)
    monkeypatch.setattr(burin, "memory_limit", "1G")
    assert surface.preview(seconds=0).shape == (2000, 2000)


def test_a_chunk_obeys_the_limit_even_if_the_surface_is_smaller(design):
    surface = design.surface(memory="1G")
    assert "chunk" in refused(lambda: burin.ZarrStore(surface, chunk=2048)["0.0"], 2048**2)
    assert "chunk" in refused(lambda: burin.ZarrStore(surface, chunk=8192)["0.0"], 8192**2)
    assert "chunk" in refused(lambda: burin.ZarrStore(surface, chunk=1024, level=1)["0.0"], 4 * 1024**2)
    node = design.surface(node="slope", memory="1G")
    assert "chunk" in refused(lambda: burin.ZarrStore(node, chunk=1024)["c/0/0"], 4 * 1024**2)
    assert len(burin.ZarrStore(surface, chunk=1024)["3.3"]) == 1 << 20
    assert len(burin.ZarrStore(surface, chunk=512, level=1)["0.0"]) == 1 << 18


@pytest.mark.parametrize("call", ["burin.parse(text)", "surface[0:20000, 0:20000]"], ids=["to the engine", "to NumPy"])
def test_memory_that_the_system_refuses_has_its_exception(call):
    """The address space is limited to 100 MiB above its present size; the call needs more at once."""
    script = textwrap.dedent(f"""
        import resource, burin
        surface = burin.parse('''
        burin: 1
        pixel: 1 um
        nodes:
          surface: {{kind: root, width: 1 m, height: 1 m, inputs: [{{data: slope}}]}}
          slope: {{kind: math2d, expression: "x / 1e6"}}
        ''').surface(threads=1, backend="cpu", memory="64M")
        burin.memory_limit = "1T"
        text = " " * (200 << 20)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (100 << 20),) * 2)
        try:
            {call}
        except MemoryError as error:
            print(type(error).__module__, getattr(error, "needed", None), getattr(error, "limit", None), error)
        """)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert ran.stdout.startswith("burin._errors 0 0 the system has no memory left; "), ran.stdout + ran.stderr
