// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// The most samples that a kernel computes in one call.
inline constexpr std::int64_t exampleBlock = 256;

/// mean + contrast * (value - mean) for samples of an example.
struct ExampleTone {
    bool plain = true;
    float mean = 0;
    float contrast = 1;
};

/// Samples of a row inside one triangle.
struct BlendRun {
    bool upper = true;
    double q = 0;
    const float* normal[3] = {};  ///< the sample of each patch, without gaps
    int sharpness = 2;
    const float* values = nullptr;  ///< 65537 values from -6 to 6
};

/// Samples of a row inside one cell; each pointer points to the first sample.
struct CutRun {
    const float* windows[4] = {};  ///< windows of the corners (0, 0), (1, 0), (0, 1), (1, 1)
    const std::uint16_t* seam = nullptr;
    std::int32_t y = 0;  ///< row inside the cell
    std::int32_t x = 0;
    std::int32_t above = 0;  ///< the column of the upright seam in this row, above the level seam
    std::int32_t below = 0;
};

struct ExampleKernels {
    /// column[i] = floor(u), inside[i] = u - column[i] for u = x[i] / side - shift
    void (*locate)(const double* x, double side, double shift, double* column, double* inside,
                   std::int64_t count);
    /// Blends three patches; `inside` holds p of each sample.
    void (*blend)(const BlendRun& run, const double* inside, float* value, std::int64_t count);
    void (*cut)(const CutRun& run, float* value, std::int64_t count);
    void (*tone)(const ExampleTone& tone, float* value, std::int64_t count);
    /// distance[i] = |a[i] - b[i]|
    void (*difference)(const std::uint16_t* a, const std::uint16_t* b, std::int32_t* distance,
                       std::int64_t count);
    /// The same for the samples above and below a level seam, down column x of a cell: windows 0 and 2 lie
    /// left of the upright seams above[i] and below[i], windows 1 and 3 right of them.
    void (*differenceOfPairs)(const std::uint16_t* const* windows, const std::uint16_t* above,
                              const std::uint16_t* below, std::int32_t x, std::int32_t* distance,
                              std::int64_t count);
    /// step[i] = distance[i - 1] + distance[i]
    void (*sumOfPairs)(const std::int32_t* distance, std::int32_t* step, std::int64_t count);
    /// One step of a path: cost[i] = step[i] + the least of before[i], before[i - 1] and before[i + 1], in
    /// this order if equal; from[i] = 0, -1 or 1 is the place that it comes from. Reads one entry on either
    /// side.
    void (*advance)(const std::int32_t* before, const std::int32_t* step, std::int32_t* cost,
                    std::int8_t* from, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ExampleKernels, exampleKernels)
