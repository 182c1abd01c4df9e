# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a surface are those of an export, and are indexed as arrays are."""

import importlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import pytest
from random_designs import random_design

import burin

WAVES = """
burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 300, height: 200, depth: 16, full_depth: 20 um, inputs: [{data: waves}]}
  waves: {kind: math2d, width: 300, height: 200, expression: "0.5 + 0.5 * sin(x / 7) * cos(y / 5)"}
  plane: {kind: math2d, expression: "x / 10 - 3"}
"""


@pytest.fixture(scope="module")
def waves():
    return burin.parse(WAVES).surface()


@pytest.fixture(scope="module")
def memory_folder():
    """A folder in memory if there is one, because an export waits until its bytes are on the disk."""
    where = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield pathlib.Path(folder)


def exported(surface, file, **options):
    """The samples of a raw export."""
    surface.export(file, force=True, progress=False, **options)
    rows, columns = surface.shape
    if surface.dtype != bool:
        return numpy.fromfile(file, surface.dtype).reshape(rows, columns)
    packed = numpy.fromfile(file, numpy.uint8).reshape(rows, -1)
    return numpy.unpackbits(packed, axis=1)[:, :columns].astype(bool)


@pytest.mark.parametrize("seed", range(200))
def test_parts_of_a_random_design_are_those_of_its_export(seed, memory_folder):
    design = burin.parse(random_design(seed))
    assert design.problems == []
    surface = design.surface(backend="cpu")
    whole = exported(surface, memory_folder / "whole.raw", backend="cpu")
    rows, columns = surface.shape
    assert whole.shape == surface.shape
    chance = random.Random(seed)
    for _ in range(4):
        top, bottom = sorted(chance.choices(range(rows + 1), k=2))
        left, right = sorted(chance.choices(range(columns + 1), k=2))
        part = surface[top:bottom, left:right]
        assert part.dtype == whole.dtype and part.shape == (bottom - top, right - left)
        assert numpy.array_equal(part, whole[top:bottom, left:right])
    assert numpy.array_equal(numpy.asarray(surface), whole)


def test_random_designs_have_many_kinds():
    texts = "".join(random_design(seed) for seed in range(200))
    for kind in ("math2d", "noise", "voronoi", "shape", "text", "stitching", "scatter", "union", "group", "median", "transform"):
        assert texts.count(f"kind: {kind}") > 5, kind
    assert texts.count("mask: window") > 20


@pytest.mark.parametrize("key", [
    (slice(None), slice(None)), (5, 7), (-1, -1), (slice(-20, -10), 3), (slice(10, 5), slice(0, 9)), (slice(190, 900), 299),
    4, slice(3, 5), (Ellipsis, 3), (3, Ellipsis), Ellipsis, (slice(3, 9, 1), slice(None))],
    ids=repr)
def test_an_index_selects_what_it_selects_in_an_array(waves, key):
    whole = numpy.asarray(waves)
    part = waves[key]
    assert numpy.array_equal(part, whole[key])
    assert part.shape == whole[key].shape


def test_the_array_of_a_surface_is_always_new(waves):
    """NumPy 2 says whether it wants a copy."""
    assert numpy.array_equal(waves.__array__(copy=True), waves[:, :])
    assert waves.__array__("float32", copy=None).dtype == "float32"
    with pytest.raises(ValueError, match="always a new one"):
        waves.__array__(copy=False)


def test_a_step_is_refused_with_what_to_use_instead(waves):
    with pytest.raises(burin.UsageError, match=r"\[a:b, c:d\].*preview"):
        waves[::2, :]
    with pytest.raises(ValueError):
        waves[::-1]


@pytest.mark.parametrize("key", [(200, 0), (0, -301), (0, 0, 0), (Ellipsis, Ellipsis)], ids=repr)
def test_an_index_outside_is_refused(waves, key):
    with pytest.raises(IndexError):
        waves[key]


@pytest.mark.parametrize("key", ["rows", (0.5, 1), [1, 2], numpy.array([1, 2]), (numpy.array([1, 2]), 0),
                                 (Ellipsis, numpy.array([1, 2]))], ids=repr)
def test_an_index_of_another_type_is_refused(waves, key):
    with pytest.raises(TypeError, match="a surface is read by whole numbers and slices"):
        waves[key]


def test_the_surface_says_what_it_is(waves):
    assert waves.shape == (200, 300) and waves.dtype == "<u2" and waves.pixel_um == 2.0
    assert waves.size == 60000 and waves.nbytes == 120000 and len(waves) == 200 and waves.ndim == 2
    assert len(waves.hash) == 64 and waves.backend in ("cpu", "cuda") and waves.origin == (0, 0)


def test_a_node_gives_its_own_samples():
    design = burin.parse(WAVES)
    node = design.surface(node="waves")
    x, y = numpy.meshgrid(numpy.arange(300), numpy.arange(200))
    expected = 0.5 + 0.5 * numpy.sin(x / 7) * numpy.cos(y / 5)
    assert node.dtype == numpy.float32
    assert numpy.allclose(node[:, :], expected, atol=1e-5)


def test_a_node_that_nothing_bounds_needs_a_region():
    design = burin.parse(WAVES)
    with pytest.raises(burin.UsageError, match="region"):
        design.surface(node="plane")
    part = design.surface(node="plane", region=(-5, 3, 20, 2))
    assert part.shape == (2, 20) and part.origin == (3, -5)
    assert numpy.allclose(part[0, :], (numpy.arange(20) - 5) / 10 - 3)
    with pytest.raises(burin.UsageError):
        part.export("never.raw")


def test_an_array_beyond_the_limit_is_refused_before_it_is_computed(monkeypatch):
    huge = burin.parse(WAVES.replace("width: 300, height: 200, depth", "width: 2 m, height: 2 m, depth")).surface()
    monkeypatch.setattr(burin, "memory_limit", "1M")
    with pytest.raises(MemoryError) as refused:
        numpy.asarray(huge)
    assert isinstance(refused.value, burin.MemoryError)
    assert refused.value.needed == 2 * 10**12 and refused.value.limit == 1 << 20
    assert "2,000,000,000,000" in str(refused.value) and "1,048,576" in str(refused.value)
    assert huge[-1, -1] == huge[999_999:, 999_999:][0, 0]


def test_a_picture_is_the_mean_of_its_blocks(waves):
    picture = waves.preview(level=2)
    means = numpy.asarray(waves).reshape(50, 4, 75, 4).mean(axis=(1, 3)) / 65535
    assert picture.dtype == numpy.float32 and picture.shape == (50, 75)
    assert numpy.allclose(picture, means, atol=2e-5)
    part = waves.preview(level=2, region=(40, 80, 40, 20))
    assert numpy.allclose(part, means[20:25, 10:20], atol=2e-5)
    assert waves.preview(level=2, shade=True).shape == (50, 75)


@pytest.mark.parametrize("design, depth", [
    (WAVES, 16), (WAVES.replace("depth: 16", "depth: 8"), 8), (WAVES.replace("depth: 16", "depth: 1"), 8)], ids=["16", "8", "1"])
@pytest.mark.parametrize("options, words", [
    ({}, []), ({"level": 0}, ["--level", "0"]), ({"level": 3}, ["--level", "3"]),
    ({"level": 1, "region": (11, 20, 101, 99)}, ["--level", "1", "--region", "11,20,101,99"]),
    ({"level": 1, "shade": True}, ["--level", "1", "--shade"])], ids=repr)
def test_a_picture_is_that_of_the_command_line(design, depth, options, words, tmp_path, program):
    file = tmp_path / "waves.burin"
    file.write_text(design)
    subprocess.run([program, "render", file, "--to", tmp_path / "a.png", "--backend", "cpu", "--seconds", "600", *words],
                   check=True, capture_output=True)
    rendered = burin.parse(f"""
burin: 1
pixel: 1 um
nodes:
  surface: {{kind: root, width: 1, height: 1, inputs: [{{data: picture}}]}}
  picture: {{kind: image, file: {tmp_path / "a.png"}}}
""").surface(node="picture")[:, :]
    picture = burin.load(file).surface(backend="cpu").preview(seconds=600, **options)
    white = 65535 if depth == 16 and "shade" not in options else 255
    assert picture.shape == rendered.shape and len(numpy.unique(picture)) > 1
    written = numpy.floor(numpy.clip(picture, 0, 1) * numpy.float32(white) + numpy.float32(0.5))
    assert numpy.array_equal(written, numpy.rint(rendered * white))


def test_a_notebook_shows_a_picture_and_sizes(waves):
    assert waves._repr_png_().startswith(b"\x89PNG\r\n")
    html = waves._repr_html_()
    assert "300 x 200 px" in html and "0.6 x 0.4 mm" in html and "data:image/png;base64," in html


def test_measures_are_those_of_the_command_line(waves):
    heights = numpy.asarray(waves).astype(float) / 65535 * 20
    found = burin.measure(waves)
    assert found["Sa"] == pytest.approx(numpy.abs(heights - heights.mean()).mean(), rel=1e-3)
    part = burin.measure(waves, region=(0, 0, 100, 50), full_depth="40 um")
    assert part["Sq"] == pytest.approx(2 * heights[:50, :100].std(), rel=1e-3)
    with pytest.raises(burin.UsageError, match="s_filter"):
        burin.measure(waves, s_filter="1 um")
    with pytest.raises(burin.UsageError) as missing:
        burin.measure(burin.parse(WAVES.replace("full_depth: 20 um, ", "")).surface())
    assert str(missing.value) == ("the surface has no full depth; set its `full_depth`, the depth that 1 stands for, "
                                  "or pass full_depth='40 um'")
    with pytest.raises(TypeError, match="design.surface"):
        burin.measure(burin.parse(WAVES))
    with pytest.raises(TypeError, match="sample 2.5: a whole number is expected"):
        burin.measure(waves, sample=2.5)


def test_pitches_are_exact_on_a_roller(tmp_path, program):
    design = tmp_path / "roller.burin"
    design.write_text("""
burin: 2
pixel: 1 um
nodes:
  s: {kind: root, width: 64, height: 64, full_depth: 4 um, inputs: [{data: m}]}
  m: {kind: math2d, expression: "0.5+0.2*sin(2*pi*x/16)*cos(2*pi*y/32)"}
job: {roller: {diameter: 20.3 um, axis: y}}
""")
    found = burin.measure(burin.load(design).surface())
    ran = subprocess.run([program, "measure", design, "--json", "--backend", "cpu", "--progress", "none"],
                         capture_output=True, text=True, check=True)
    expected = json.loads(ran.stdout)["parameters"]
    for name in ["Sdq", "Sdr", "Sal"]:
        assert found[name] == expected[name]["value"]


def test_predictions_are_those_of_the_command_line(waves, tmp_path, program):
    design = tmp_path / "spotted.burin"
    design.write_text(WAVES + "job: {spot: 8 um}\n")
    surface = burin.load(design).surface(backend="cpu")
    region = (64, 64, 128, 64)
    found = burin.measure(surface, region, predicted=True)
    ran = subprocess.run([program, "measure", design, "--surface", "predicted", "--region", "64,64,128,64", "--json", "--backend",
                          "cpu", "--progress", "none"], capture_output=True, text=True, check=True)
    expected = json.loads(ran.stdout)["parameters"]
    for name in ["Sa", "Sq", "Sdq"]:
        assert found[name] == expected[name]["value"]
    assert found["Sq"] < 0.99 * burin.measure(surface, region)["Sq"]
    with pytest.raises(burin.UsageError, match="spot"):
        burin.measure(waves, predicted=True)
    node = burin.load(design).surface(node="waves")
    with pytest.raises(burin.UsageError, match="leave out the node"):
        burin.measure(node, full_depth="20 um", predicted=True)


def test_png_pictures_are_read(tmp_path):
    """Python's own program knows nothing of the module that decodes them."""
    pictures = pathlib.Path(__file__).parents[1] / "golden/image"
    design = tmp_path / "picture.burin"
    design.write_text(f"""
burin: 1
pixel: 1 um
nodes:
  surface: {{kind: root, width: 16, height: 16, inputs: [{{data: gray}}]}}
  gray: {{kind: image, file: {pictures / "gray_8.png"}}}
""")
    assert burin.load(design).surface()[0:16, 0:16].any()


@pytest.mark.skipif(burin._burin.takes_numpy_2, reason="this build takes NumPy 2")
def test_numpy_2_is_refused(monkeypatch):
    """Its arrays would be full of zeros."""
    monkeypatch.setattr(numpy, "__version__", "2.0.1")
    with pytest.raises(ImportError, match="NumPy 2.0.1 is installed; install \"numpy<2\""):
        importlib.reload(burin)


def test_the_version_is_that_of_the_wheel(tmp_path):
    """A wheel of a commit between two versions has the number of that commit."""
    (tmp_path / "burin").symlink_to(pathlib.Path(burin.__file__).parent, target_is_directory=True)

    def version():
        return subprocess.run([sys.executable, "-c", "import burin; print(burin.__version__)"], check=True,
                              capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(tmp_path)}).stdout.strip()

    assert version() == burin._burin.version
    wheel = tmp_path / "burin-0.1.0.dev7.dist-info"
    wheel.mkdir()
    (wheel / "METADATA").write_text("Metadata-Version: 2.1\nName: burin\nVersion: 0.1.0.dev7\n")
    assert version() == "0.1.0.dev7"
