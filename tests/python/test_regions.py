# SPDX-License-Identifier: GPL-3.0-or-later
"""Regions are those of the command line: pixels, fractions and lengths, with the same words and errors."""

import subprocess

import numpy
import pytest

import burin

DESIGN = """burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 300, height: 200, full_depth: 20 um, inputs: [{data: waves}]}
  waves: {kind: math2d, width: 300, height: 200, expression: "0.5 + 0.5 * sin(x / 7) * cos(y / 5)"}
"""


@pytest.fixture
def design(tmp_path):
    (tmp_path / "waves.burin").write_text(DESIGN)
    return burin.load(tmp_path / "waves.burin")


@pytest.mark.parametrize("region, words", [
    ((10, 20, 30, 40), "10,20,30,40"), ((0.9, 0, 10.9, 5.5), "0.9,0,10.9,5.5"),
    (("20 um", 0, "0.1 mm", "0.05mm"), "20um,0,0.1mm,0.05mm"), ("0,0,0.1mm,5px", "0,0,0.1mm,5px"),
    (numpy.array([1, 2, 30, 40]), "1,2,30,40"), ([numpy.float32(1.5), numpy.int64(2), 3, 4], "1.5,2,3,4")], ids=repr)
def test_a_region_is_that_of_the_command_line(region, words, design, program, tmp_path):
    subprocess.run([program, "export", design.file, "--to", tmp_path / "b.raw", "--backend", "cpu", "--region", words],
                   check=True, capture_output=True)
    expected = (tmp_path / "b.raw").read_bytes()
    surface = design.surface(backend="cpu")
    surface.export(tmp_path / "a.raw", region, backend="cpu", progress=False)
    assert (tmp_path / "a.raw").read_bytes() == expected
    part = design.surface(region=region, backend="cpu")
    assert part[:, :].tobytes() == expected
    assert numpy.array_equal(surface.preview(level=0, region=region), part.preview(level=0))
    assert burin.measure(surface, region) == burin.measure(part)
    done, = burin.batch(design, [{"region": region}], tmp_path / "c.raw", backend="cpu")
    assert done.shape == part.shape and (tmp_path / "c.raw").read_bytes() == expected


@pytest.mark.parametrize("region, words", [
    ((0, 0, 0, 5), "0,0,0,5"), ((290, 0, 20, 5), "290,0,20,5"), ((1, 2), "1,2"), ("1,2,3", "1,2,3"),
    ((0, 0, "5 miles", 5), "0,0,5 miles,5"), ((0, 0, float("nan"), 5), "0,0,nan,5"), (7, "7"),
    ((0, 0, 1 << 70, 5), f"0,0,{1 << 70},5"), ((0, 0, None, 5), "0,0,None,5")], ids=repr)
def test_a_wrong_region_is_refused_as_by_the_command_line(region, words, design, program, tmp_path):
    ran = subprocess.run([program, "export", design.file, "--to", tmp_path / "a.raw", "--backend", "cpu", "--region", words],
                         capture_output=True, text=True)
    surface = design.surface()
    for call in (lambda: surface.export(tmp_path / "a.raw", region), lambda: design.surface(region=region),
                 lambda: surface.preview(region=region), lambda: burin.measure(surface, region)):
        with pytest.raises(burin.UsageError) as refused:
            call()
        assert ran.returncode == 2 and f"--{refused.value}" in ran.stderr
    for rows, everywhere in (([{"name": "a"}], region), ([{"region": region}], None)):
        with pytest.raises(burin.DesignError, match="expected|empty|outside"):
            burin.batch(design, rows, "null:", region=everywhere)
    assert not (tmp_path / "a.raw").exists()
