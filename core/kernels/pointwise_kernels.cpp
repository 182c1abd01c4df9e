// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/pointwise_kernels.hpp"

// Plain loops for the compiler to vectorise. Each is branch-free and applies one operation to each sample, so
// the results equal those of scalar code.

namespace burin::BURIN_ISA {

static void mask(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        float m = c[i] > 0.0F ? c[i] : 0.0F;
        m = m < 1.0F ? m : 1.0F;
        value[i] = value[i] * m;
    }
}

static void over(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = c[i] != 0.0F ? c[i] : value[i];
}

static void max(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] > c[i] ? value[i] : c[i];
}

static void min(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] < c[i] ? value[i] : c[i];
}

static void add(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] + c[i];
}

static void subtract(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] - c[i];
}

static void multiply(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] * c[i];
}

static void maxCovered(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float larger = value[i] > c[i] ? value[i] : c[i];
        const float both = value[i] != 0.0F ? larger : c[i];
        value[i] = c[i] != 0.0F ? both : value[i];
    }
}

static void minCovered(float* __restrict value, const float* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float smaller = value[i] < c[i] ? value[i] : c[i];
        const float both = value[i] != 0.0F ? smaller : c[i];
        value[i] = c[i] != 0.0F ? both : value[i];
    }
}

static void accumulate(float* __restrict sum, float* __restrict number, const float* __restrict c,
                       std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        sum[i] = sum[i] + c[i];
        number[i] = number[i] + (c[i] != 0.0F ? 1.0F : 0.0F);
    }
}

static void mean(float* __restrict value, const float* __restrict sum, const float* __restrict number,
                 std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float divisor = number[i] != 0.0F ? number[i] : 1.0F;
        value[i] = sum[i] / divisor;
    }
}

static void divide(float* __restrict value, const float* __restrict number, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] / (number[i] != 0.0F ? number[i] : 1.0F);
}

static void sanitise(float* __restrict value, float limit, std::int64_t count) {
    constexpr float largest = 3.40282346638528859812e+38F;
    for (std::int64_t i = 0; i < count; ++i) {
        const float magnitude = __builtin_fabsf(value[i]);
        const bool keep = (magnitude >= limit) & (magnitude <= largest);
        value[i] = keep ? value[i] : 0.0F;
    }
}

static void fill(float* __restrict value, float with, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = with;
}

// A single sum would wait for its previous addition at every step.
static double sum(const float* value, std::int64_t count) {
    double sums[4] = {};
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; ++k)
            sums[k] += static_cast<double>(value[i + k]);
    }
    for (; i < count; ++i)
        sums[0] += static_cast<double>(value[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

const PointwiseKernels pointwiseKernels = {&mask,     &over,     &max,        &min,        &add,
                                           &subtract, &multiply, &maxCovered, &minCovered, &accumulate,
                                           &mean,     &divide,   &sanitise,   &fill,       &sum};

}  // namespace burin::BURIN_ISA
