// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kernels/measuring/height_moments.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// Sums over blocks of depths.
struct BlockHeights {
    std::vector<HeightSums> sums;  ///< sums of the blocks, row by row
    std::vector<FilledBin> bins;   ///< the bins of all blocks together, in any order
};

/// The destination of sums over depths, which are the samples of the top node clamped to [0, 1].
///
/// The blocks begin at the upper left corner of the request's area, which has one more column and one more
/// row after them if the slopes across these borders count. The sums have the bits of heightSums(), and the
/// bins are those of HeightKernels::histogram, for the samples that the backend would deliver otherwise.
struct HeightsTarget {
    static constexpr std::int64_t blockSide = 1024;
    /// The most samples in the blocks of a request, and the number that a backend with little memory takes.
    static constexpr std::int64_t mostSamples = 16 * blockSide * blockSide;
    static constexpr std::int64_t fewSamples = 4 * blockSide * blockSide;

    Size size;  ///< size of all blocks together; the last column and row of blocks may be smaller
    SlopeFactors factors;
    double lowest = 0;  ///< the depth at which the first bin begins
    double scale = 1;   ///< places for each unit of depth
    BlockHeights* out = nullptr;
};

}  // namespace burin
