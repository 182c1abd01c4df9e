// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/kinds/outlines/tile_lists.hpp"

namespace burin::gpu {

/// A bit for each pixel of an area, in words of 32 columns: whether its middle lies inside of the outline.
struct OutlineSides {
    std::uint32_t* words = nullptr;
    std::int64_t perRow = 0;

#ifdef __CUDACC__
    [[nodiscard]] __device__ bool inside(std::int64_t x, std::int64_t y) const {
        return (words[y * perRow + (x >> 5)] >> (x & 31) & 1) != 0;
    }
#endif
};

[[nodiscard]] std::size_t sideBytes(const Rect& area);

/// Finds the sides in sideBytes() of `memory`. Queued on `cudaStream`. \pre the outline has no tones
[[nodiscard]] OutlineSides findSides(cudaStream_t cudaStream, const DeviceOutline& outline, const Rect& area,
                                     MemoryParts& memory);

}  // namespace burin::gpu
