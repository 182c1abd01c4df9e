# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as a store of zarr-python 3, which opens no mappings. Importing this raises ImportError without zarr-python 3."""

import asyncio

from zarr.abc.store import OffsetByteRequest, RangeByteRequest, Store, SuffixByteRequest
from zarr.core.buffer import default_buffer_prototype


def _part(value, byte_range):
    """The bytes of a value that a reader requests."""
    if byte_range is None:
        return value
    if isinstance(byte_range, RangeByteRequest):
        return value[byte_range.start:byte_range.end]
    if isinstance(byte_range, OffsetByteRequest):
        return value[byte_range.offset:]
    if isinstance(byte_range, SuffixByteRequest):
        return value[max(len(value) - byte_range.suffix, 0):]
    raise ValueError(f"{byte_range!r}: no request for bytes")


class Zarr3Store(Store):
    """The part of a `ZarrStore` that is in version 3, read-only. Chunks are computed in threads of their own."""

    def __init__(self, mapping):
        super().__init__(read_only=True)
        #: The `ZarrStore` that is read.
        self.mapping = mapping

    @property
    def surface(self):
        """The surface that is read."""
        return self.mapping.surface

    supports_writes = False
    supports_deletes = False
    supports_partial_writes = False
    supports_listing = True

    def __eq__(self, other):
        return isinstance(other, Zarr3Store) and self.mapping is other.mapping

    __hash__ = object.__hash__

    def with_read_only(self, read_only=False):
        if not read_only:
            raise PermissionError("this store cannot be written, because its surface is computed")
        return Zarr3Store(self.mapping)

    async def get(self, key, prototype=None, byte_range=None):
        if not await self.exists(key):
            return None
        value = await asyncio.to_thread(self.mapping.__getitem__, key)
        return (prototype or default_buffer_prototype()).buffer.from_bytes(_part(value, byte_range))

    async def get_partial_values(self, prototype, key_ranges):
        return await asyncio.gather(*(self.get(key, prototype, byte_range) for key, byte_range in key_ranges))

    async def exists(self, key):
        return (key == "zarr.json" or key.startswith("c/")) and key in self.mapping

    async def list(self):
        for key in self.mapping:
            if await self.exists(key):
                yield key

    async def list_prefix(self, prefix):
        async for key in self.list():
            if key.startswith(prefix):
                yield key

    async def list_dir(self, prefix):
        folder = prefix.rstrip("/") + "/" if prefix.strip("/") else ""
        seen = set()
        async for key in self.list_prefix(folder):
            name = key[len(folder):].split("/")[0]
            if name not in seen:
                seen.add(name)
                yield name

    async def set(self, key, value):
        self._check_writable()

    async def set_partial_values(self, key_start_values):
        self._check_writable()

    async def delete(self, key):
        self._check_writable()
