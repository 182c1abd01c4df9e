// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "gpu/kinds/root.hpp"

#include <cstdint>
#include <optional>

namespace burin::gpu {

/// The sums of blocks of samples, as they look, on one device.
///
/// Whole numbers, so that no order and no cutting of the area into parts changes a bit: a sample in [0, 1]
/// counts in steps that let the sum of a whole block just fit. What is written at 1, 8 or 16 bits is summed
/// without error up to level 12.
struct BlockSums {
    int level = 0;
    Rect blocks;                         ///< of the level
    unsigned long long* sums = nullptr;  ///< one for each block, row by row, in device memory

    /// How many binary places of a sample count.
    [[nodiscard]] BURIN_BOTH int places() const { return 63 - 2 * level; }
    [[nodiscard]] static std::size_t bytes(const Rect& blocks) {
        return static_cast<std::size_t>(blocks.area()) * sizeof(unsigned long long);
    }
};

/// Adds samples of the top node to the sums of their blocks. \pre all of `area` lies in them
/// \param packing  of a root, whose written samples are summed; others are clamped to [0, 1]
void addToSums(cudaStream_t stream, const BlockSums& to, const std::optional<Packing>& packing,
               const Rect& area, ConstDeviceSamples samples);

/// The means of the blocks, row by row without gaps.
/// \param area  what was added to them
void writeMeans(cudaStream_t stream, const BlockSums& from, const Rect& area, float* out);

}  // namespace burin::gpu
