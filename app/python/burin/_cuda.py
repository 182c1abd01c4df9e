# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a surface that stay in the memory of a graphics card."""

_CUDA = 2  # DLPack's number of the kind of device


class CudaArray:
    """Samples in the memory of a card; `surface.cuda[rows, columns]` makes one.

    It has `__cuda_array_interface__` (version 3) and DLPack: `cupy.asarray(a)`, `torch.from_dlpack(a)` and
    `numba.cuda.as_cuda_array(a)` take it without a copy. The samples are finished, so that no stream has to be waited for, and
    belong to the array: what changes them changes nothing else.
    """

    def __init__(self, core, shape, dtype):
        self._core = core
        self._shape = shape
        self._dtype = dtype

    @property
    def shape(self):
        """(rows, columns), without the axes that were read at one index."""
        return self._shape

    @property
    def dtype(self):
        """The type of the samples, as that of the surface."""
        return self._dtype

    @property
    def device(self):
        """CUDA's number of the card."""
        return self._core.device()

    @property
    def __cuda_array_interface__(self):
        """The interface that CuPy and Numba read, in version 3."""
        return {"shape": self._shape, "typestr": self._dtype.str, "data": (self._core.address(), False), "version": 3}

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """A capsule of DLPack without a version; it is the same for each stream and for each max_version.

        Raises BufferError if copy is true, or if dl_device is another device than that of the samples.
        """
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the samples lie on the card of __dlpack_device__() and are not copied")
        return self._core.dlpack(list(self._shape))

    def __dlpack_device__(self):
        """DLPack's number of CUDA, and CUDA's number of the card."""
        return (_CUDA, self.device)

    def __repr__(self):
        return f"<burin.CudaArray {' x '.join(map(str, self._shape)) or '1'}, {self._dtype}, card {self.device}>"


class CudaParts:
    """The type of `surface.cuda`: indexing it computes a part."""

    def __init__(self, surface):
        self._surface = surface

    def __getitem__(self, key):
        """A part as a CudaArray, computed now.

        Raises DeviceError if the CPU computes the surface, and otherwise what `surface[key]` raises.
        """
        return self._surface._read_on_card(key)
