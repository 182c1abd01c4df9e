// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Medians of a tile whose samples have been replaced by their ranks.
struct RankedTile {
    const std::uint16_t* ranks =
        nullptr;                       ///< each sample's index in `ascending`, then rankPadding more ranks
    std::int64_t stride = 0;           ///< number of ranks from one row to the next
    const float* ascending = nullptr;  ///< the sorted samples
    std::int64_t radius = 0;           ///< at most 31
    std::int64_t width = 0;            ///< width of the output; the ranks cover 2 * radius more on each axis
    std::int64_t height = 0;
    std::uint8_t* members = nullptr;  ///< memberBytes() of workspace, 64-byte aligned
};

constexpr std::int64_t rankPadding = 32;

/// One byte for each rank, in whole groups of 64.
[[nodiscard]] constexpr std::int64_t memberBytes(std::int64_t samples) {
    return (samples + 63) / 64 * 64;
}

struct RankKernels {
    /// Ranks `count` samples, at most 65536: ranks[i] is the index of samples[i] in `ascending`.
    /// \param pairs  workspace of 2 * count numbers
    void (*rank)(const float* samples, std::int64_t count, std::uint16_t* ranks, float* ascending,
                 std::uint64_t* pairs);
    void (*medians)(const RankedTile& tile, float* out, std::int64_t outStride);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(RankKernels, rankKernels)
