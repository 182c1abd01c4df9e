// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Consecutive terms of a weighted sum that have the same shape.
struct WeightedRun {
    /// w * (a + b), w * (a - b) or w * a; the first two use two rows per term.
    enum Shape : std::int32_t { even, odd, single };
    Shape shape = single;
    std::int32_t terms = 0;
    /// After this run the partial sum is added to the total, which carries its own rounding error.
    bool closes = false;
};

/// out[i] = the sum over all terms, in the order of the runs. Each term uses the next weight and the next
/// rows.
struct WeightedSum {
    const WeightedRun* runs = nullptr;
    std::int64_t runCount = 0;
    const float* const* rows = nullptr;
    const float* weights = nullptr;
    /// Samples of a later sum, which are prefetched during this one; may be null.
    const float* ahead = nullptr;
};

/// A matrix of weights without structure, row by row.
struct DenseSum {
    const float* weights = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    /// Output rows that are computed together.
    static constexpr int outputs = 4;
    /// Terms that are summed before the partial sum is added to the total.
    static constexpr std::int64_t termsOfPart = 32;
};

/// Rows of samples, unaligned; `out` overlaps no input. Every sample of `out` takes the same operations in
/// the same order, wherever it is in the row.
struct ConvolutionKernels {
    void (*weightedSum)(const WeightedSum& sum, float* out, std::int64_t count);
    /// out[k][i] = the sum of weights[r][c] * rows[k + r][i + c], r ascending, c ascending
    void (*denseSum)(const DenseSum& sum, const float* const* rows, float* const* out, std::int64_t count);
    /// out = a + b
    void (*add)(const float* a, const float* b, float* out, std::int64_t count);
    /// out = (rows[0] + rows[1] + ...) * weight
    void (*scaledSum)(const float* const* rows, std::int64_t rowCount, float weight, float* out,
                      std::int64_t count);
    /// value *= by
    void (*scale)(float* value, float by, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ConvolutionKernels, convolutionKernels)
