# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as a store of zarr, as zarr and dask read it."""

import asyncio
import json

import numpy
import pytest

import burin

dask = pytest.importorskip("dask.array")
zarr = pytest.importorskip("zarr")

DESIGN = """
burin: 1
pixel: 1 um
nodes:
  surface: {{kind: root, width: {width}, height: {height}, depth: {depth}, inputs: [{{data: waves}}]}}
  waves: {{kind: math2d, width: {width}, height: {height}, expression: "0.5 + 0.5 * sin(x / 7) * cos(y / 5)"}}
"""


def mapping_of(store):
    """The mapping behind the store that zarr-python 3 opens; zarr-python 2 opens the mapping itself."""
    return getattr(store, "mapping", store)


def surface_of(width, height, depth=8):
    return burin.parse(DESIGN.format(width=width, height=height, depth=depth)).surface()


@pytest.mark.parametrize("depth", [1, 8, 16])
def test_zarr_reads_what_the_surface_holds(depth):
    surface = surface_of(300, 170, depth)
    array = zarr.open(surface.zarr(chunk=64), mode="r")
    assert array.shape == (170, 300) and array.dtype == surface.dtype
    assert numpy.array_equal(array[:, :], surface[:, :])
    assert numpy.array_equal(array[100:160, 290:], surface[100:160, 290:])


def test_a_node_is_read_as_binary32():
    design = burin.parse(DESIGN.format(width=100, height=80, depth=8))
    node = design.surface(node="waves")
    assert numpy.array_equal(zarr.open(node.zarr(chunk=33), mode="r")[:, :], node[:, :])


@pytest.mark.parametrize("depth, white", [(1, 1), (8, 255), (16, 65535)])
def test_a_level_is_the_picture_of_the_surface(depth, white):
    surface = surface_of(300, 170, depth)
    store = surface.zarr(chunk=32, level=2)
    array = zarr.open(store, mode="r")
    assert array.shape == (43, 75) and array.dtype == surface.dtype and array.attrs["pixel_um"] == 4
    assert numpy.array_equal(array[:, :], numpy.rint(surface.preview(level=2) * white).astype(surface.dtype))
    store = mapping_of(store)
    assert len(list(store)) == len(store) == 3 + 2 * 6 and "1.2" in store and "1.3" not in store


def test_a_level_of_a_part_of_a_node_has_the_blocks_of_its_picture():
    node = burin.parse(DESIGN.format(width=100, height=80, depth=8)).surface(node="waves", region=(5, 3, 40, 22))
    array = zarr.open(node.zarr(chunk=4, level=2), mode="r")
    assert array.shape == (7, 11) and array.dtype == numpy.float32
    assert numpy.array_equal(array[:, :], node.preview(level=2))


@pytest.mark.parametrize("options", [{"chunk": 64.5}, {"level": 1.5}, {"chunk": "64"}], ids=repr)
def test_sides_and_levels_are_whole_numbers(options):
    with pytest.raises(TypeError, match="a whole number is expected"):
        surface_of(300, 170).zarr(**options)
    assert surface_of(300, 170).zarr(chunk=numpy.int64(64), level=numpy.uint8(1)) is not None


def test_a_viewer_opens_two_metres_by_their_levels():
    # napari shows the last level, and of another one only what is in view. Without levels it reads all.
    surface = surface_of("2 m", "2 m")
    levels = [zarr.open(surface.zarr(level=level), mode="r") for level in range(12)]
    assert levels[-1].shape == (977, 977) and abs(levels[-1][:, :].mean() - 127.5) < 3


def test_dask_reads_a_part_of_two_metres():
    surface = surface_of("2 m", "2 m")
    lazy = dask.from_zarr(surface.zarr(), chunks=65536)
    assert lazy.shape == (2_000_000, 2_000_000)
    part = lazy[1_000_000:1_000_512, 777_777:778_289].compute()
    assert numpy.array_equal(part, surface[1_000_000:1_000_512, 777_777:778_289])


def test_a_viewer_reads_the_array_as_it_is():
    # napari asks a layer for its shape, ndim and dtype, and for slices.
    lazy = dask.from_zarr(surface_of(500, 400).zarr(chunk=128))
    assert (lazy.ndim, lazy.shape, lazy.dtype) == (2, (400, 500), numpy.uint8)
    assert numpy.asarray(lazy[10:20, 30:40]).shape == (10, 10)


def test_version_3_describes_the_same_array():
    surface = surface_of(300, 170, 16)
    store = mapping_of(surface.zarr(chunk=128))
    meta = json.loads(store["zarr.json"])
    assert meta["zarr_format"] == 3 and meta["node_type"] == "array" and meta["data_type"] == "uint16"
    assert meta["shape"] == [170, 300] and meta["chunk_grid"]["configuration"]["chunk_shape"] == [128, 128]
    edge = numpy.frombuffer(store["c/1/2"], "<u2").reshape(128, 128)
    assert numpy.array_equal(edge[:42, :44], surface[128:, 256:])
    assert not edge[42:].any() and not edge[:, 44:].any()
    assert store["c/1/2"] == store["1.2"]


def test_the_store_names_its_keys_and_takes_no_others():
    store = mapping_of(surface_of(300, 170).zarr(chunk=128))
    keys = list(store)
    assert len(keys) == len(store) == len(set(keys)) == 3 + 2 * 6
    assert all(key in store for key in keys)
    for key in ("2.0", "0.3", "00.1", "-1.0", "a.b", "c/9/9", "c/0", "", "0", ".zgroup", "\u0661.0", "9" * 5000 + ".0", 5, None,
                b"0.0", (0, 0)):
        assert key not in store and store.get(key) is None
        with pytest.raises(KeyError):
            store[key]
    with pytest.raises(PermissionError):
        store["0.0"] = b""
    with pytest.raises(PermissionError):
        del store["0.0"]
    with pytest.raises(burin.UsageError):
        surface_of(10, 10).zarr(chunk=0)
    with pytest.raises(burin.UsageError, match="level"):
        surface_of(10, 10).zarr(level=32)


def test_zarr_python_3_opens_its_own_kind_of_store():
    store_module = pytest.importorskip("zarr.abc.store", reason="zarr-python 3 is not installed")
    surface = surface_of(300, 170)
    store = surface.zarr(chunk=128)
    assert isinstance(store, store_module.Store) and store.read_only and store.surface is surface

    async def read():
        keys = [key async for key in store.list()]
        folders = [key async for key in store.list_dir("")], [key async for key in store.list_dir("c")]
        whole = (await store.get("c/0/0")).to_bytes()
        parts = [(await store.get("c/0/0", None, part)).to_bytes() for part in (
            store_module.RangeByteRequest(3, 40), store_module.OffsetByteRequest(100), store_module.SuffixByteRequest(7))]
        return keys, folders, whole, parts, await store.get("0.0"), await store.get("c/9/9")

    keys, folders, whole, parts, of_version_2, beyond = asyncio.run(read())
    assert keys == ["zarr.json"] + [f"c/{row}/{column}" for row in range(2) for column in range(3)]
    assert folders == (["zarr.json", "c"], ["0", "1"])
    assert whole == surface[:128, :128].tobytes() and parts == [whole[3:40], whole[100:], whole[-7:]]
    assert of_version_2 is None and beyond is None
    with pytest.raises(ValueError, match="read-only"):
        zarr.open(store, mode="r+")[0, 0] = 1
