// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// The scale from sums of coverage to the samples of an outline's fill.
struct CoverageScale {
    std::int64_t full = 0;  ///< 2^33 M: the sum of a pixel that is covered completely; below 2^52
    double divisor = 1;     ///< the same number, for divisions
};

/// An edge, prepared for measuring distances from it, in steps relative to the block of pixels. All numbers
/// are whole, and so small that products of them are exact.
struct DistanceEdge {
    double ax = 0;  ///< the first end
    double ay = 0;
    double ex = 0;  ///< from the first end to the second
    double ey = 0;
    double q = 0;     ///< ex^2 + ey^2
    double root = 0;  ///< sqrt(q)
};

/// The side of the square of pixels whose distances are found together.
inline constexpr std::int64_t distancePixels = 8;

struct OutlineKernels {
    /// Sums from left to right: out[i] = clamp(before + sums[0] + ... + sums[i], 0, full) / full.
    /// \return before + the sum of all sums
    std::int64_t (*cover)(const std::int64_t* sums, std::int64_t before, const CoverageScale& scale,
                          float* out, std::int64_t count);
    /// Finds, for each pixel of a square block whose first middle is at (0, 0), the least distance in steps
    /// from the lines of the edges beside it, and the square of the least distance from an end of an edge.
    /// Lowers the numbers that `beside` and `endSquares` hold.
    void (*measure)(const DistanceEdge* edges, std::int64_t count, double* beside, double* endSquares);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(OutlineKernels, outlineKernels)
