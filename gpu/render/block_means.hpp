// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "gpu/kinds/root.hpp"

#include <cstdint>
#include <optional>

namespace burin::gpu {

/// The sums of blocks of samples, as WrittenSamples defines them, on one device.
///
/// Sums are integers, so neither the order nor the division of the area changes a bit: a sample in [0, 1] is
/// counted in the smallest steps for which the sum of a whole block still fits. Samples that are written at
/// 1, 8 or 16 bits are summed exactly up to level 12.
struct BlockSums {
    int level = 0;
    Rect blocks;                         ///< blocks of the level
    unsigned long long* sums = nullptr;  ///< one for each block, row by row, in device memory

    /// Binary places of a sample that are counted.
    [[nodiscard]] BURIN_BOTH int places() const { return 63 - 2 * level; }
    [[nodiscard]] static std::size_t bytes(const Rect& blocks) {
        return static_cast<std::size_t>(blocks.area()) * sizeof(unsigned long long);
    }
};

/// Adds samples of the top node to the sums of their blocks. \pre all of `area` lies inside the blocks
/// \param packing  for a root, whose written samples are summed; other samples are clamped to [0, 1]
void addToSums(cudaStream_t cudaStream, const BlockSums& to, const std::optional<Packing>& packing,
               const Rect& area, ConstDeviceSamples samples);

/// Writes the means of the blocks, row by row without gaps.
/// \param area  the area that was added
void writeMeans(cudaStream_t cudaStream, const BlockSums& from, const Rect& area, float* out);

}  // namespace burin::gpu
