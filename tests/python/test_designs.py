# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs are read, changed, checked and written."""

import copy
import os
import pathlib
import resource
import subprocess
import sys

import numpy
import pytest

import burin

SOURCE = pathlib.Path(__file__).parents[2]
EXAMPLE = SOURCE / "resources/examples/hexagonal-dimples.burin"


def test_an_example_is_read():
    design = burin.load(EXAMPLE)
    assert list(design) == ["surface", "dimples", "dimple"] and len(design) == 3 and "dimple" in design
    assert design.pixel_um == 1 and design.file == str(EXAMPLE) and design.problems == []
    node = design["dimples"]
    assert node.kind == "stitching" and node["u"] == [120, 0] and node["blend"] == "max"
    assert design["dimple"]["parameters"] == {"rim": 55, "ball": 70}
    with pytest.raises(KeyError):
        design["nothing"]
    with pytest.raises(KeyError):
        node["nothing"]


@pytest.mark.parametrize("value, written", [
    (numpy.int16(100), 100), (numpy.float64(0.5), 0.5), (numpy.float32(2.5), 2.5), (numpy.str_("0.3 mm"), "0.3 mm"),
    (numpy.array(90), 90), (numpy.longdouble(7), 7), ("0.3 mm", "0.3 mm"), (120, 120), ("77", 77), (12.5, 12.5)], ids=repr)
def test_a_value_is_set_as_text_or_number(value, written):
    design = burin.load(EXAMPLE)
    design["dimple"]["width"] = value
    assert design["dimple"]["width"] == written


def test_lists_dicts_and_texts_are_set_as_they_are():
    design = burin.load(EXAMPLE)
    design["dimples"]["u"] = ["0.1 mm", 3]
    assert design["dimples"]["u"] == ["0.1 mm", 3]
    design["dimples"]["u"] = numpy.array([100, 3])
    assert design["dimples"]["u"] == [100, 3]
    design["dimples"]["u"] = numpy.array([100.5, 3])
    assert design["dimples"]["u"] == [100.5, 3]
    design["dimples"]["u"] = (numpy.float32(2.5), numpy.array("0.2 mm"))
    assert design["dimples"]["u"] == [2.5, "0.2 mm"]
    design["dimples"]["v"] = "[1, 90]"
    assert design["dimples"]["v"] == [1, 90]
    design["dimple"]["parameters"] = {"rim": numpy.int64(40), "ball": numpy.float64(60.5)}
    assert design["dimple"]["parameters"] == {"rim": 40, "ball": 60.5}
    design["dimple"]["expression"] = "x / ball"
    assert design["dimple"]["expression"] == "x / ball"
    del design["dimples"]["blend"]
    assert "blend" not in design["dimples"] and design["dimples"]["blend"] == design["dimples"].parameters["blend"].default
    assert design.problems == []


PEBBLES = """burin: 2
pixel: 2 um
groups:
  pebbles:
    parameters:
      size: {type: length, default: 120 um, minimum: 20 um, maximum: 2 mm, help: of a stone}
      gap: {type: length, default: "= size * 1.1"}
      words: {type: text}
      row: {type: choice, choices: [even, odd], default: odd}
    output: stone
    nodes:
      stone: {kind: text, size: =size, text: =words}
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{data: wall}]}
  wall: {kind: group, group: pebbles, values: {size: 0.3 mm, words: "a"}}
"""


def test_an_instance_has_the_parameters_of_its_group():
    design = burin.parse(PEBBLES)
    wall = design["wall"]
    assert wall.kind == "group" and list(wall.parameters) == ["size", "gap", "words", "row"]
    size, words = wall.parameters["size"], wall.parameters["words"]
    assert size[:6] == ("length", "um", 20, 2000, "120 um", "of a stone")
    assert words.required and not size.required and wall.parameters["row"].choices == ("even", "odd")
    assert wall.keys() == ["size", "words"] and wall["size"] == "0.3 mm" and wall["gap"] == "= size * 1.1"
    wall["words"] = "b: [1"
    assert wall["words"] == "b: [1" and design.problems == []
    del wall["size"]
    assert wall.keys() == ["words"] and wall["size"] == "120 um"
    with pytest.raises(burin.DesignError, match="size"):
        wall["size"] = "3 mm"
    with pytest.raises(KeyError):
        wall["pitch"]


@pytest.mark.parametrize("node, key, value, why", [
    ("dimple", "width", "wide", "'wide' is not a length"), ("dimple", "width", -3, "from 1"),
    ("dimples", "blend", "stir", "stir"), ("dimple", "expression", "sin(", "expression"),
    ("dimples", "pitch", 3, "no key 'pitch'"), ("dimple", "parameters", {"rim": "x"}, "'x' is not a number")])
def test_a_wrong_value_is_refused_and_changes_nothing(node, key, value, why):
    design = burin.load(EXAMPLE)
    before = design.text()
    with pytest.raises(burin.DesignError, match=why) as refused:
        design[node][key] = value
    assert refused.value.problems and refused.value.problems[0].remedy
    assert design.text() == before


def test_values_that_yaml_does_not_have_are_refused():
    design = burin.load(EXAMPLE)
    with pytest.raises(TypeError):
        design["dimple"]["width"] = object()
    for value in (3 + 4j, numpy.complex64(3), numpy.array([3j])):
        with pytest.raises(TypeError):
            design["dimple"]["width"] = value
    for value in (float("nan"), numpy.float32("inf"), numpy.array([1, numpy.nan])):
        with pytest.raises(ValueError, match="finite"):
            design["dimple"]["width"] = value


@pytest.mark.parametrize("around", [lambda value: [value], lambda value: {"a": value}], ids=["list", "dict"])
def test_a_value_that_nests_too_deeply_is_refused(around):
    design = burin.load(EXAMPLE)
    endless = around(None)
    endless[0 if isinstance(endless, list) else "a"] = endless
    deep = 1
    for _ in range(65):
        deep = around(deep)
    for value in (endless, deep):
        with pytest.raises(ValueError, match="nested at most 64 deep"):
            design["dimple"]["parameters"] = value


@pytest.mark.parametrize("value", ["a\udcff", ["\ud800"], {"\udfff": 1}, numpy.array("\udcff")], ids=ascii)
def test_a_text_with_a_lone_surrogate_is_refused(value):
    design = burin.load(EXAMPLE)
    before = design.text()
    with pytest.raises(burin.UsageError, match="a lone surrogate, which stands for no character; use a text"):
        design["dimple"]["width"] = value
    assert design.text() == before


def test_a_matrix_is_a_list_of_rows():
    design = burin.parse("""burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 9, height: 9, invert: false, inputs: [{data: blurred}]}
  blurred: {kind: convolution, kernel: {matrix: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}, inputs: [{data: plane}]}
  plane: {kind: math2d, width: 9, height: 9, expression: x}
""")
    design["blurred"]["kernel"] = {"matrix": numpy.eye(3) / 4}
    assert design["blurred"]["kernel"] == {"matrix": [[0.25, 0, 0], [0, 0.25, 0], [0, 0, 0.25]]}
    design["surface"]["invert"] = numpy.bool_(True)
    assert design["surface"]["invert"] is True and design.problems == []


@pytest.mark.parametrize("copied", [burin.Design.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_a_design_of_its_own(copied):
    design = burin.load(EXAMPLE)
    again = copied(design)
    again["dimple"]["width"] = 90
    assert again["dimple"]["width"] == 90 and design["dimple"]["width"] == 113
    assert list(again) == list(design)


def test_settings_are_those_of_the_command_line():
    design = burin.load(EXAMPLE)
    design.set("dimple.width=100", "pixel=2 um")
    assert design["dimple"]["width"] == 100 and design.pixel_um == 2
    before = design.text()
    with pytest.raises(burin.DesignError, match="nowhere"):
        design.set("dimple.width=90", "nowhere.width=3")
    assert design.text() == before


def test_a_saved_design_is_the_same_design(tmp_path):
    design = burin.load(EXAMPLE)
    copy = design.copy()
    design["dimple"]["width"] = 99
    assert copy["dimple"]["width"] == 113
    design.save(tmp_path / "saved.burin")
    again = burin.load(tmp_path / "saved.burin")
    assert again.text() == design.text()
    assert again.surface().hash == design.surface().hash != copy.surface().hash


def test_the_name_of_a_file_may_have_any_bytes(tmp_path):
    """Linux does not ask that names are UTF-8; Python has other bytes as lone surrogates."""
    file = tmp_path / "plate \udcff.burin"
    burin.load(EXAMPLE).save(file)
    design = burin.load(file)
    assert design.file == str(file) and burin.load(os.fsencode(file)).file == str(file)
    picture = tmp_path / "plate \udcff.tif"
    burin.batch(design, [{"name": "a"}], picture, region=(0, 0, 8, 8), progress=False)
    with pytest.raises(burin.UsageError, match=r"plate \\xFF.tif"):
        design.surface().export(picture, region=(0, 0, 8, 8), progress=False)
    design.surface().export(picture, region=(0, 0, 8, 8), progress=False, force=True)
    assert picture.exists()
    with pytest.raises(burin.DesignError) as refused:
        burin.load(tmp_path / "none \udcff.burin")
    assert refused.value.problems[0].file == str(tmp_path / "none \udcff.burin")


@pytest.mark.parametrize("use", [
    burin.load, lambda path: burin.parse("burin: 1", path), lambda path: burin.load(EXAMPLE).save(path),
    lambda path: burin.load(EXAMPLE).surface().export(path), lambda path: burin.batch(EXAMPLE, [{"name": "a"}], path),
    lambda path: burin.batch(EXAMPLE, [{"name": "a"}], "null:", results=path)],
    ids=["load", "parse", "save", "export", "batch", "results"])
def test_a_path_that_would_be_cut_off_is_refused(use, tmp_path):
    with pytest.raises(burin.UsageError, match="a path has no NUL character"):
        use(str(tmp_path / "a\0b.tif"))
    assert os.listdir(tmp_path) == []


def test_a_design_is_saved_through_a_link(tmp_path):
    design = burin.load(EXAMPLE)
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.burin").write_text("old")
    (tmp_path / "link.burin").symlink_to("real/a.burin")
    design.save(tmp_path / "link.burin")
    assert (tmp_path / "link.burin").is_symlink() and (tmp_path / "real/a.burin").read_text() == design.text()
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["a.burin", "link.burin", "real"]


def test_a_design_that_cannot_be_saved_leaves_the_old_file(tmp_path):
    design = burin.load(EXAMPLE)
    file = tmp_path / "a.burin"
    file.write_text("old")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, limit[1]))
    try:
        with pytest.raises(burin.SinkError, match="a.burin: cannot be written: File too large") as failed:
            design.save(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert isinstance(failed.value, OSError) and failed.value.path == str(file) and not failed.value.resumable
    assert os.listdir(tmp_path) == ["a.burin"] and file.read_text() == "old"


def test_a_place_that_takes_no_design_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for place, why in ((tmp_path, "folder"), (tmp_path / "pipe", "pipe"), (tmp_path / "none/a.burin", "No such file")):
        with pytest.raises(burin.SinkError, match=why) as refused:
            burin.load(EXAMPLE).save(place)
        assert str(refused.value).startswith(f"{place}: ") and refused.value.path == str(place)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_saved_design_keeps_the_permissions_of_the_file(tmp_path):
    file = tmp_path / "a.burin"
    file.write_text("old")
    file.chmod(0o600)
    burin.load(EXAMPLE).save(file)
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o444)
    with pytest.raises(burin.SinkError, match="a.burin: is read-only"):
        burin.load(EXAMPLE).save(file)


@pytest.mark.parametrize("call", ["sync", "folder"])
def test_a_saved_design_is_on_disk(call, tmp_path):
    """The calls that bring it there are made: the script fails if one of them does."""
    library = os.environ.get("BURIN_FAILING_CALLS", "")
    if not library:
        pytest.skip("the library of failing calls is not built")
    script = (f"import burin\ntry:\n    burin.load({str(EXAMPLE)!r}).save('a.burin')\n"
              "except burin.SinkError as failed:\n    print(failed)\n")
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, text=True, capture_output=True, env={
        **os.environ, "LD_PRELOAD": library, "BURIN_FAIL_CALL": call, "BURIN_FAIL_AT": "1", "BURIN_FAIL_SAID": "said",
        "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"})
    assert ran.stdout.startswith("a.burin: ") and "Input/output error" in ran.stdout, ran.stdout + ran.stderr


def test_problems_are_those_of_check():
    design = burin.parse("burin: 1\nnodes:\n  surface:\n    kind: root\n    width: 10\n    height: wide\n")
    assert [problem.severity for problem in design.problems] == ["error"] * len(design.problems)
    problem = next(problem for problem in design.problems if problem.parameter == "height")
    assert (problem.line, problem.node) == (6, "surface") and problem.what and problem.remedy
    assert str(problem) == problem.text and "surface" in problem.text
    with pytest.raises(burin.DesignError) as refused:
        design.surface()
    assert refused.value.problems


MISTAKES = {
    "an unknown kind": ("kind: math2d", "kind: maths"), "an unknown key": ("expression:", "formula:"),
    "a value of another type": ("width: 600", "width: wide"), "a value out of its limits": ("depth: 8", "depth: 9"),
    "a link to nothing": ("data: waves", "data: nothing"), "a wrong expression": ("x / 600", "x / (600"),
    "a cycle": ("data: waves", "data: surface"), "a missing version": ("burin: 1", "# burin"),
    "a key of another kind": ("depth: 8", "radius: 8"),
    "a text that is not YAML": ("}]", "}"), "two mistakes": ("width: 600, height: 400", "width: wide, height: tall")}

SOUND = """burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 600, height: 400, depth: 8, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "x / 600"}
"""


def problems_of(file):
    """The lines of the problems, also of a file that is not a design."""
    try:
        return [str(problem) for problem in burin.load(file).problems]
    except burin.DesignError as refused:
        return [str(problem) for problem in refused.problems]


def checked(program, file):
    """What `burin check` prints about a design, without the lines that report no problem: the notes of `burin info`, and what a
    compensation for a spot reaches."""
    said = subprocess.run([program, "check", file], capture_output=True, text=True).stderr.splitlines()
    if not said:
        return []
    info = subprocess.run([program, "info", file], capture_output=True, text=True).stdout.splitlines()
    notes = [line[10:] for line in info if line.startswith("note ")]
    return [line for line in said if line not in notes and "would need a depth below 0 or above 1" not in line]


@pytest.mark.parametrize("found, instead", MISTAKES.values(), ids=MISTAKES)
def test_problems_of_a_mistake_are_the_lines_of_check(found, instead, program, tmp_path):
    assert found in SOUND
    file = tmp_path / "mistaken.burin"
    file.write_text(SOUND.replace(found, instead))
    said = checked(program, file)
    assert said and problems_of(file) == said


def designs_of_burin():
    """Those of the golden tests and the examples, without one whose outlines take seconds."""
    found = [*(SOURCE / "tests/golden").glob("*/*.burin"), *(SOURCE / "resources/examples").glob("*.burin")]
    return sorted(file for file in found if file.stem != "guilloche-note")


@pytest.mark.parametrize("file", designs_of_burin(), ids=lambda file: file.stem)
def test_problems_of_a_design_are_the_lines_of_check(file, program):
    assert problems_of(file) == checked(program, file)


def test_a_file_that_is_no_design_is_refused(tmp_path):
    for text in ("", "[1, 2]", "burin: 99\n", "burin: 1\nnodes: {a: {b"):
        (tmp_path / "a.burin").write_text(text)
        with pytest.raises(burin.DesignError) as refused:
            burin.load(tmp_path / "a.burin")
        assert refused.value.problems[0].text in str(refused.value)
    with pytest.raises(burin.DesignError):
        burin.load(tmp_path)


def test_the_kinds_are_those_of_the_command_line(program):
    listed = subprocess.run([program, "kinds"], capture_output=True, text=True, check=True).stdout
    kinds = burin.kinds()
    assert list(kinds) == [line.split()[0] for line in listed.splitlines()]
    depth = kinds["root"].parameters["depth"]
    assert depth._fields[:6] == ("type", "unit", "minimum", "maximum", "default", "help") and depth.name == "depth"
    assert depth.help and depth.title and not depth.required
    for kind in kinds.values():
        assert kind.help and kind.title and kind.backends[0] == "cpu" and kind.since >= 1
    assert kinds["stitching"].parameters["blend"].choices


def test_a_design_finds_what_would_spoil_an_engraving():
    findings = burin.load(EXAMPLE).preflight(seconds=5)
    assert all(finding.what and finding.remedy and str(finding) == finding.text for finding in findings)
    assert {finding.severity for finding in findings} <= {"error", "warning"}
