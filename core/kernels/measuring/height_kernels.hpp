// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Sums over a row of samples, in binary64. Every sum has eight parts: part k adds the terms k, k + 8,
/// k + 16 ... in this order. The result is ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)).
struct HeightKernels {
    /// Bins of a histogram.
    static constexpr std::int64_t bins = 65536;
    /// A bin is divided into this many places.
    static constexpr int placeBits = 20;
    /// A word of a table holds the number of samples above this bit, and the sum of their places below.
    static constexpr int countShift = 40;
    /// The most samples that a table may hold before its words overflow.
    static constexpr std::int64_t mostSamples = std::int64_t{1} << placeBits;

    /// clamp(value, 0, 1). In place.
    void (*clamp)(float* value, std::int64_t count);
    /// The sum, and the least and the greatest sample. \pre count > 0
    void (*sums)(const float* value, std::int64_t count, double* sum, float* least, float* greatest);
    /// The sum of i * value[i].
    double (*weightedSum)(const float* value, std::int64_t count);
    /// The sums of (value - mean)^2, ^3 and ^4.
    void (*powers)(const float* value, std::int64_t count, double mean, double* sums);
    /// out = (b - a)^2 * factor
    void (*squares)(const float* a, const float* b, std::int64_t count, double factor, double* out);
    double (*total)(const double* value, std::int64_t count);
    /// The sum, over cells, of sqrt(1 + p + q) - 1 for each p of the cell's upper and lower side with each q
    /// of its left and right side. Accurate for small p and q too.
    /// \param upper, lower  `count` squared slopes along x \param sides  count + 1 squared slopes along y
    double (*excess)(const double* upper, const double* lower, const double* sides, std::int64_t count);
    /// Adds samples to a table of `bins` words. \param scale  places for each unit of a sample
    void (*histogram)(const float* value, std::int64_t count, double lowest, double scale,
                      std::uint64_t* table);
    /// sum += weight * value
    void (*addWeighted)(const float* value, double weight, std::int64_t count, double* sum);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(HeightKernels, heightKernels)
