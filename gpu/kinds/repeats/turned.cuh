// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Linear interpolation in a pattern, by the operations of core/kernels/repeat_kernels.cpp in the same order,
// so that every sample has the same bits.

#include "core/kinds/methods/turned_copy.hpp"

#include <cstdint>

namespace burin::gpu {

/// A position between samples: the sample at or before it, and the distance from there.
struct Between {
    int sample;
    float behind;

    /// \see TurnedCopy::Axis
    __device__ explicit Between(std::int64_t position) {
        static_assert(TurnedCopy::Axis::fractionBits == 43);
        const int high = static_cast<int>(position >> 32);
        sample = high >> 11;
        behind = behindOf(__funnelshift_l(static_cast<unsigned>(position), high, 12));
    }
    /// \param position  in px, of a magnitude below 2^31
    __device__ explicit Between(double position)
        : sample(static_cast<int>(floor(position))), behind(static_cast<float>(position - floor(position))) {}

    /// The lowest 23 bits as a fraction.
    static __device__ float behindOf(unsigned fraction) {
        unsigned bits;  // the significand of a number from 1 to 2, by a single instruction
        constexpr unsigned one = 0x3F800000U;
        asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(bits) : "r"(fraction), "r"(0x7FFFFFU), "r"(one));
        return __uint_as_float(bits) - 1;
    }
};

/// Interpolates between two rows. Each row gives its sample and the difference to the sample to the right.
__device__ inline float interpolatedBy(float2 above, float2 below, float behindX, float behindY) {
    const float upper = above.x + above.y * behindX;
    const float lower = below.x + below.y * behindX;
    return upper + (lower - upper) * behindY;
}

/// \param s  the four samples around a place: two of a row, then the two below
__device__ inline float interpolated(const float (&s)[4], float behindX, float behindY) {
    const float upper = s[0] + (s[1] - s[0]) * behindX;
    const float lower = s[2] + (s[3] - s[2]) * behindX;
    return upper + (lower - upper) * behindY;
}

}  // namespace burin::gpu
