// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Computes written samples from a root's samples, several neighbours at a time.

#include "core/kinds/methods/dither.hpp"
#include "gpu/kinds/methods/packing.hpp"

#include <cstdint>

namespace burin::gpu {

__device__ inline float clamped(float v) {
    v = v > 0.0F ? v : 0.0F;
    return v < 1.0F ? v : 1.0F;
}

/// Curve::apply() for several neighbouring values. \pre none of them is NaN
template <int samples>
__device__ inline void apply(const DeviceCurve& curve, float (&v)[samples]) {
    const int last = curve.count - 1;
    int k[samples] = {};  // index of the segment's first point
    for (int step = 1 << (31 - __clz(last)); step > 0; step /= 2) {
#pragma unroll
        for (int s = 0; s < samples; ++s) {
            const int next = k[s] + step;
            if (next < last && __ldg(curve.in + next) <= v[s]) k[s] = next;
        }
    }
    const float first = __ldg(curve.in);
    const float end = __ldg(curve.in + last);
#pragma unroll
    for (int s = 0; s < samples; ++s) {
        const float in = __ldg(curve.in + k[s]);
        const float out = __ldg(curve.out + k[s]);
        const float between = v[s] == in ? out : out + (v[s] - in) * __ldg(curve.slope + k[s]);
        v[s] = v[s] <= first ? __ldg(curve.out) : v[s] >= end ? __ldg(curve.out + last) : between;
    }
}

/// Computes the written values, in [0, 1].
template <int samples>
__device__ inline void shape(const Packing& packing, float (&v)[samples]) {
#pragma unroll
    for (int s = 0; s < samples; ++s) {
        v[s] = clamped(v[s]);
        if (packing.invert) v[s] = 1.0F - v[s];
    }
    if (packing.material.count > 0) apply(packing.material, v);
    if (packing.machine.count > 0) apply(packing.machine, v);
}

/// The thresholds of a sample and of those to its right. \pre samples <= DitherMatrix::run
template <int samples>
__device__ inline void readThresholds(const DeviceDither& dither, std::int64_t x, std::int64_t y,
                                      float (&threshold)[samples]) {
    static_assert(samples <= DitherMatrix::run);
    const int mask = dither.side - 1;
    const float* from = dither.rows + static_cast<int>(y & mask) * DitherMatrix::rowLength(dither.side) +
                        static_cast<int>(x & mask);
#pragma unroll
    for (int s = 0; s < samples; ++s)
        threshold[s] = __ldg(from + s);
}

}  // namespace burin::gpu
