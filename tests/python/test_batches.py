# SPDX-License-Identifier: GPL-3.0-or-later
"""A batch has the options of `burin batch`, and its rows may hold what NumPy makes."""

import inspect
import re
import subprocess

import numpy
import pytest

import burin

ROLLER = """burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 64, height: 300, inputs: [{data: waves}]}
  waves: {kind: math2d, parameters: {depth: 0.2}, expression: "0.5 + depth * sin(2 * pi * x / 16) * cos(2 * pi * y / 32)"}
  tile: {kind: stitching, u: [9, 0], v: [0, 9], inputs: [{pattern: waves}]}
job: {roller: {diameter: 20.3 um, axis: y}}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a design, a table of two rows, and folders for what both batches write."""
    (tmp_path / "roller.burin").write_text(ROLLER)
    (tmp_path / "table.csv").write_text("name,surface.invert\nx,true\ny,false\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    return tmp_path


def test_every_option_of_the_command_is_an_argument(program):
    help_text = subprocess.run([program, "batch", "--help"], capture_output=True, text=True, check=True).stdout
    options = {word.replace("-", "_") for word in re.findall(r"^  --([a-z-]+)", help_text, re.MULTILINE)}
    of_machines = {"prefill", "slice_compression", "retry_for", "certificate", "key", "ca", "token_file", "insecure"}
    elsewhere = {"set", "stats", "surface", "confirm"}  # Design.set; for people; not in the module; for people
    assert options - of_machines - elsewhere == set(inspect.signature(burin.batch).parameters) - {"design", "rows"}


@pytest.mark.parametrize("to, options, words", [
    ("{name}.tif", {"compression": "deflate", "layout": "tiles"}, ["--compression", "deflate", "--layout", "tiles"]),
    ("{name}.tif", {"region": (1, 2, "40 um", 50), "bigtiff": True}, ["--region", "1,2,40um,50", "--bigtiff"]),
    ("{name}.raw", {"scan": "swaths:16", "serpentine": True}, ["--scan", "swaths:16", "--serpentine"]),
    ("{name}.raw", {"helix": "linear", "tile": 16}, ["--helix", "linear", "--tile", "16"]),
    ("{name}%02d.png", {"layers": 3}, ["--layers", "3"]),
    ("{name}.x3p", {"date": "2026-11-24T08:00:00Z"}, ["--date", "2026-11-24T08:00:00Z"])], ids=repr)
def test_options_are_those_of_the_command_line(to, options, words, program, folder):
    design = folder / "roller.burin"
    if to.endswith("x3p"):
        design.write_text(ROLLER.replace("kind: root", "kind: root, full_depth: 5 um"))
    rows = [{"name": "x", "surface.invert": True}, {"name": "y", "surface.invert": False}]
    done = burin.batch(design, rows, folder / "a" / to, backend="cpu", **options)
    subprocess.run([program, "batch", folder / "table.csv", design, "--to", folder / "b" / to, "--backend", "cpu", *words],
                   check=True, capture_output=True)
    made = {file.name: file.read_bytes() for file in (folder / "b").glob("[!.]*") if file.suffix != ".yaml"}
    assert [row.state for row in done] == ["done", "done"] and len(made) == 2 * options.get("layers", 1)
    assert made == {file.name: file.read_bytes() for file in (folder / "a").glob("[!.]*") if file.suffix != ".yaml"}


@pytest.mark.parametrize("options, why", [
    ({"helix": "linear", "layers": 2}, "leave out layers"), ({"layers": 0}, "layers 0"), ({"compression": "zip"}, "compression"),
    ({"helix": "linear", "scan": "swaths:16"}, "scan='rows'"), ({"tile": 15}, "tile 15"), ({"devices": (-1,)}, "devices")],
    ids=repr)
def test_a_wrong_option_is_refused_before_the_first_row(options, why, folder):
    with pytest.raises(burin.UsageError, match=why):
        burin.batch(folder / "roller.burin", [{"name": "x"}], folder / "a/{name}.raw", results=folder / "r.csv", **options)
    assert list((folder / "a").iterdir()) == [] and not (folder / "r.csv").exists()


def test_rows_hold_what_numpy_makes(folder):
    rows = [{"name": str(number), "waves.parameters": {"depth": depth}, "surface.invert": invert, "surface.height": height,
             "tile.u": lattice}
            for number, (depth, invert, height, lattice) in enumerate(zip(
                numpy.array([0.25, 0.125], numpy.float32), numpy.array([True, False]), numpy.array([32, 48]),
                numpy.array([[8, 0], [7.5, 1]])))]
    done = burin.batch(folder / "roller.burin", rows, folder / "a/{name}.raw", backend="cpu")
    assert [(row.state, row.shape) for row in done] == [("done", (32, 64)), ("done", (48, 64))]
    design = burin.load(folder / "roller.burin")
    design.set("waves.parameters.depth=0.125", "surface.height=48", "surface.invert=false")
    assert (folder / "a/1.raw").read_bytes() == design.surface()[:, :].tobytes()
    with pytest.raises(TypeError, match="a list, an array"):
        burin.batch(folder / "roller.burin", [{"tile.u": [object(), 1]}], "null:")


@pytest.mark.parametrize("row", [{"name": None, "region": ""}, {"name": " ", "region": None}], ids=repr)
def test_a_row_without_values_is_refused(row, folder):
    """Such a row of a table is left out, and the numbers of the rows would not be those of the list."""
    with pytest.raises(burin.UsageError, match="row 2: at least one value is expected"):
        burin.batch(folder / "roller.burin", [{"name": "x", "region": None}, row], folder / "a/{row}.raw")
    assert list((folder / "a").iterdir()) == []
