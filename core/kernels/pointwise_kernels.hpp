// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Rows of samples, one binary32 operation a sample. Arrays may be unaligned and must not overlap.
struct PointwiseKernels {
    /// value *= clamp(mask, 0, 1)
    void (*mask)(float* value, const float* mask, std::int64_t count);
    /// value = c if c is not 0
    void (*over)(float* value, const float* c, std::int64_t count);
    void (*max)(float* value, const float* c, std::int64_t count);
    void (*min)(float* value, const float* c, std::int64_t count);
    void (*add)(float* value, const float* c, std::int64_t count);
    void (*subtract)(float* value, const float* c, std::int64_t count);
    void (*multiply)(float* value, const float* c, std::int64_t count);
    /// max and min over the samples that are not 0: if c is not 0, value = (value is 0 ? c : op(value, c))
    void (*maxCovered)(float* value, const float* c, std::int64_t count);
    void (*minCovered)(float* value, const float* c, std::int64_t count);
    /// if c is not 0: sum += c and number += 1
    void (*accumulate)(float* sum, float* number, const float* c, std::int64_t count);
    /// value = number is 0 ? 0 : sum / number
    void (*mean)(float* value, const float* sum, const float* number, std::int64_t count);
    /// value = number is 0 ? 0 : value / number
    void (*divide)(float* value, const float* number, std::int64_t count);
    /// |v| < limit, NaN and infinities become +0
    void (*sanitise)(float* value, float limit, std::int64_t count);
    void (*fill)(float* value, float with, std::int64_t count);
    /// The sum of four sums. The k-th sum adds every fourth sample, starting with the k-th. The first one
    /// also includes the last count mod 4 samples.
    double (*sum)(const float* value, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(PointwiseKernels, pointwiseKernels)
