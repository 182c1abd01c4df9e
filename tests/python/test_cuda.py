# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that stay on a card are those that come to the computer."""

import ctypes

import numpy
import pytest

import burin

DESIGN = """
burin: 1
pixel: 1 um
nodes:
  surface: {{kind: root, width: 3000, height: 2000, depth: {depth}, inputs: [{{data: waves}}]}}
  waves: {{kind: math2d, width: 3000, height: 2000, expression: "0.5 + 0.6 * sin(x / 7) * cos(y / 5)"}}
"""

KEYS = [(slice(None), slice(None)), (slice(5, 400), slice(1, 2)), (7, slice(3, 999)), (slice(-9, None), -1), (4, 5),
        (slice(4, 4), slice(None))]


def surfaces(backend):
    for depth in (1, 8, 16):
        yield burin.parse(DESIGN.format(depth=depth)).surface(backend=backend)
    yield burin.parse(DESIGN.format(depth=8)).surface(node="waves", backend=backend)


def copied(array):
    """The content of an array on a card, fetched by the driver."""
    driver = ctypes.CDLL("libcuda.so.1")
    context = ctypes.c_void_p()
    assert driver.cuInit(0) == 0
    assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), array.device) == 0
    assert driver.cuCtxSetCurrent(context) == 0
    shown = array.__cuda_array_interface__
    samples = numpy.empty(shown["shape"], shown["typestr"])
    address = ctypes.c_uint64(shown["data"][0])
    assert driver.cuMemcpyDtoH_v2(ctypes.c_void_p(samples.ctypes.data), address, ctypes.c_size_t(samples.nbytes)) == 0
    return samples


def test_parts_on_a_card_are_those_on_the_computer():
    try:
        on_card = list(surfaces("cuda"))
    except burin.DeviceError as missing:
        pytest.skip(missing.reason)
    for surface in on_card:
        for key in KEYS:
            array = surface.cuda[key]
            expected = surface[key]
            assert array.shape == expected.shape and array.dtype == expected.dtype
            assert numpy.array_equal(copied(array) if expected.size else expected, expected)
            assert array.__dlpack_device__() == (2, array.device)
            assert "dltensor" in repr(array.__dlpack__())


def test_a_surface_of_the_cpu_says_why_it_has_none():
    for surface in surfaces("cpu"):
        with pytest.raises(burin.DeviceError, match="the CPU computes this surface") as refused:
            surface.cuda[0:4, 0:4]
        assert "backend='cuda'" in refused.value.reason


def test_indices_are_those_of_the_surface():
    surface = next(surfaces("cpu"))
    with pytest.raises(burin.UsageError, match="steps"):
        surface.cuda[::2]
    with pytest.raises(IndexError):
        surface.cuda[2000, 0]


def test_an_array_beyond_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(burin, "memory_limit", "1M")
    with pytest.raises(burin.MemoryError, match="burin.memory_limit"):
        next(surfaces("cpu")).cuda[:, :]
