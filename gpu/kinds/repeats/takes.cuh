// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ways to combine the samples of repeats over one pixel, in the order of the repeats. A sample of 0 has
// no effect. Each way keeps up to two numbers, which are 0 before the first repeat.

#include "core/kinds/methods/repeat_painter.hpp"
#include "gpu/kinds/form/pointwise.cuh"

namespace burin::gpu {

struct TakeOver {
    float value = 0;
    __device__ void take(float s, float = 0) { value = s != 0.0F ? s : value; }
    __device__ float result(bool) const { return value; }
};
struct TakeSum {
    float value = 0;
    __device__ void take(float s, float = 0) { value = value + s; }
    __device__ float result(bool) const { return swept(value); }
};
struct TakeMost {
    float value = 0;
    __device__ void take(float s, float = 0) {
        const float larger = value > s ? value : s;
        value = s == 0.0F ? value : value != 0.0F ? larger : s;
    }
    __device__ float result(bool) const { return value; }
};
struct TakeLeast {
    float value = 0;
    __device__ void take(float s, float = 0) {
        const float smaller = value < s ? value : s;
        value = s == 0.0F ? value : value != 0.0F ? smaller : s;
    }
    __device__ float result(bool) const { return value; }
};
struct TakeMean {
    float value = 0;   ///< the sum
    float beside = 0;  ///< how many samples differ from 0
    __device__ void take(float s, float = 0) {
        value = value + s;
        if (s != 0.0F) beside = beside + 1.0F;
    }
    /// The quotient by IEEE division. If the number is `few`, up to 2^15, one correction of an approximation
    /// suffices; see P. Markstein, Computation of elementary functions on the IBM RISC System/6000 processor,
    /// 1990.
    ///
    /// Verified for all fractions of the sum, all such numbers, and every reciprocal within one unit in the
    /// last place. For a sum below 2^-100 it is not exact, but the result is removed as dust. For a number of
    /// 0 or an infinite sum it is NaN, which is removed too.
    __device__ float result(bool few) const {
        if (!few) return swept(__fdiv_rn(value, beside));
        float reciprocal;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(beside));
        const float approximation = value * reciprocal;
        const float quotient = __fmaf_rn(__fmaf_rn(-approximation, beside, value), reciprocal, approximation);
        return fabsf(quotient) >= dustLimit ? quotient : 0.0F;
    }
};

// The following structures also keep the number of the repeat that wins.

struct TakeOverId {
    float value = 0;
    __device__ void take(float s, float id) { value = s != 0.0F ? id : value; }
    __device__ float result(bool) const { return value; }
};
struct TakeMostId {
    float value = 0;
    float beside = 0;  ///< the sample of the repeat that wins
    __device__ void take(float s, float id) {
        const bool wins = s != 0.0F && (beside == 0.0F || s >= beside);
        beside = wins ? s : beside;
        value = wins ? id : value;
    }
    __device__ float result(bool) const { return value; }
};
struct TakeLeastId {
    float value = 0;
    float beside = 0;
    __device__ void take(float s, float id) {
        const bool wins = s != 0.0F && (beside == 0.0F || s <= beside);
        beside = wins ? s : beside;
        value = wins ? id : value;
    }
    __device__ float result(bool) const { return value; }
};

/// Whether a way keeps a second number.
template <class Take>
inline constexpr bool keepsBeside = requires(Take take) {
    take.beside;
};

/// Calls `call` with the way to combine samples; if `ids`, with the way to combine the numbers of repeats.
template <class Call>
void withTake(RepeatBlend blend, bool ids, const Call& call) {
    switch (blend) {
        case RepeatBlend::over:
            return ids ? call(TakeOverId{}) : call(TakeOver{});
        case RepeatBlend::max:
            return ids ? call(TakeMostId{}) : call(TakeMost{});
        case RepeatBlend::min:
            return ids ? call(TakeLeastId{}) : call(TakeLeast{});
        case RepeatBlend::mean:
            return call(TakeMean{});
        case RepeatBlend::add:
            return call(TakeSum{});
    }
}

/// A sample times a gain; dust becomes 0.
__device__ inline float amplified(float s, float gain) {
    const float product = s * gain;
    return fabsf(product) < dustLimit ? 0.0F : product;
}

}  // namespace burin::gpu
