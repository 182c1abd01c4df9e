// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

// Directions are steps of one pixel in 1/256 px: two signed numbers of 16 bits in one word, x in the lower.

/// The most samples that a kernel of this file takes in one call.
inline constexpr std::int64_t flowBlock = 256;
/// The number of directions that a map's samples select: equal parts of one turn.
inline constexpr std::int64_t flowDirections = 4096;

/// The data that the steps of some paths read.
struct FlowField {
    const std::uint32_t* directions = nullptr;  ///< direction at the first path's own pixel
    std::ptrdiff_t directionStride = 0;
    const float* picture = nullptr;  ///< the sample at the first path's own pixel
    std::ptrdiff_t pictureStride = 0;
    /// weights[k] is the weight of the k-th step in either direction, 1 for k = 0. The weights of both
    /// directions add up to `weightSum`.
    const float* weights = nullptr;
    std::int64_t steps = 0;
    float weightSum = 1;
};

struct FlowKernels {
    /// out[i] = table[floor(4096 m[i] + 0.5) mod 4096]
    void (*turns)(const float* m, const std::uint32_t* table, std::uint32_t* out, std::int64_t count);
    /// The directions uphill, or along the contour if `contour` is set. \param around the neighbours of the
    /// samples: above, left, right and below
    void (*slopes)(const float* const* around, bool contour, std::uint32_t* out, std::int64_t count);
    /// The mean of the picture along the paths through `count` neighbouring pixels.
    void (*follow)(const FlowField& field, float* out, std::int64_t count);
    /// Like the function above, along straight paths in steps of (ux, uy) / 256 px; reads no directions.
    void (*followStraight)(const FlowField& field, std::int32_t ux, std::int32_t uy, float* out,
                           std::int64_t count);
};

/// Long sums are added up in parts of this many steps, which limits their rounding errors.
inline constexpr std::int64_t flowStepsAtATime = 16;

}  // namespace burin

BURIN_DECLARE_KERNELS(FlowKernels, flowKernels)
