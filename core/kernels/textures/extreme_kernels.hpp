// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Loops over rows of samples that select the greatest of several, or the least. Arrays may be unaligned.
struct ExtremeLoops {
    /// out[i] = the greatest (or least) of a[i] and b[i]. `out` may be `a`, and `b` may be a later part of
    /// it.
    void (*combine)(const float* a, const float* b, float* out, std::int64_t count);
    /// out[i] = the greatest (or least) of rows[0][i], ..., rows[rowCount - 1][i]. \pre rowCount > 0
    void (*gather)(const float* const* rows, std::int64_t rowCount, float* out, std::int64_t count);
    /// Like gather(), but makes two rows: `first` from all rows except the last one, and `second` from all
    /// rows except the first one.
    /// \pre rowCount > 2
    void (*gatherPair)(const float* const* rows, std::int64_t rowCount, float* first, float* second,
                       std::int64_t count);
    /// Raises out[i] to the greatest of row[i - k] + weights[k] and row[i + k] + weights[k] over k = 0, ...,
    /// reach. For the least, lowers it to row[i - k] - weights[k] and row[i + k] - weights[k].
    void (*weighted)(const float* row, const float* weights, std::int64_t reach, float* out,
                     std::int64_t count);
};

struct ExtremeKernels {
    ExtremeLoops greatest;
    ExtremeLoops least;
    /// out[i] = a[i] - b[i]; `out` may be one of them.
    void (*difference)(const float* a, const float* b, float* out, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ExtremeKernels, extremeKernels)
