// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// A table that counts samples. \see HeightKernels::histogram
struct HeightTable {
    double lowest = 0;               ///< the depth at which the first bin begins
    double scale = 1;                ///< places for each unit of a sample
    std::uint64_t* words = nullptr;  ///< HeightKernels::bins words
};

/// A row of samples of a block, and the row below it.
struct HeightRow {
    const float* value = nullptr;  ///< `count` samples, and one more if `cells` is `count`
    const float* below = nullptr;  ///< as many samples of the next row; null if there is none
    std::int64_t count = 0;        ///< positive
    std::int64_t cells = 0;        ///< cells between the two rows: count - 1 or `count`
    double mean = 0;               ///< of the row's samples
    double factorX = 1;            ///< squared slope of a difference of 1 along x
    double factorY = 1;
    const double* upper = nullptr;  ///< squared slopes along x of this row, one for each cell
    double* lower = nullptr;        ///< receives those of the row below; undefined if there is none
    HeightTable table;              ///< counts the samples if it has words
};

/// Sums over a HeightRow. The sums that need the row below are 0 for the last row.
struct HeightRowSums {
    double second = 0;  ///< of (value - mean)^2
    double third = 0;
    double fourth = 0;
    double alongY = 0;       ///< of the squared slopes from the samples to those below
    double alongXBelow = 0;  ///< of HeightRow::lower
    /// Over cells, of sqrt(1 + p + q) - 1 for each p of the cell's upper and lower side with each q of its
    /// left and right side. Accurate for small p and q too.
    double excess = 0;
};

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
    /// out = (value[i + 1] - value[i])^2 * factor for `pairs` pairs. \return the sum of `out`
    double (*slopesAlong)(const float* value, std::int64_t pairs, double factor, double* out);
    /// Sums and counts a row in one pass. Cells are summed in pieces of 512.
    HeightRowSums (*row)(const HeightRow& row);
    /// Adds samples to a table.
    void (*histogram)(const float* value, std::int64_t count, const HeightTable& table);
    /// sum += weight * value
    void (*addWeighted)(const float* value, double weight, std::int64_t count, double* sum);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(HeightKernels, heightKernels)
