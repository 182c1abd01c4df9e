// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sine, cosine and tangent of angles beyond quickAngle, one number at a time: M. H. Payne and R. N. Hanek,
// Radian reduction for trigonometric functions, 1983. Uses integers only, so it is exact except for the last
// rounding. For kernel sources only.

#include "core/kernels/expression_functions.hpp"

namespace burin::BURIN_ISA {

/// x = (quadrant mod 4) * pi/2 + rest, |rest| <= pi/4.
struct ReducedAngle {
    std::uint64_t quadrant;
    double rest;
};

/// \pre quickAngle < x < infinity
static inline ReducedAngle reduceLargeAngle(double x) {
    // 64 zeros, then the bits of 2/pi after the point.
    static constexpr std::uint64_t twoOverPi[] = {0,
                                                  0xA2F9836E4E441529,
                                                  0xFC2757D1F534DDC0,
                                                  0xDB6295993C439041,
                                                  0xFE5163ABDEBBC561,
                                                  0xB7246E3A424DD2E0,
                                                  0x06492EEA09D1921C,
                                                  0xFE1DEB1CB129A73E,
                                                  0xE88235F52EBB4484,
                                                  0xE99C7026B45F7E41,
                                                  0x3991D639835339F4,
                                                  0x9C845F8BBDF9283B,
                                                  0x1FF897FFDE05980F,
                                                  0xEF2F118B5A0A6D1F,
                                                  0x6D367ECF27CB09B7,
                                                  0x4F463F669E5FEA2D,
                                                  0x7527BAC7EBE5F17B,
                                                  0x3D0739F78A5292EA,
                                                  0x6BFB5FB11F8D5D08,
                                                  0x56033046FC7B6BAB,
                                                  0xF0CFBC209AF4361D};
    using Wide = unsigned __int128;

    // x = mantissa * 2^exponent. Bits of 2/pi above 2^(1 - exponent) only add multiples of four quadrants.
    const std::uint64_t bits = bitsOf(x);
    const std::uint64_t mantissa = (bits & 0x000FFFFFFFFFFFFF) | 0x0010000000000000;
    const std::uint64_t first = 64 + (bits >> 52) - 1075 - 2;
    std::uint64_t window[3];
    for (std::uint64_t i = 0; i < 3; ++i) {
        const std::uint64_t at = first + 64 * i;
        const Wide two = static_cast<Wide>(twoOverPi[at / 64]) << 64 | twoOverPi[at / 64 + 1];
        window[i] = static_cast<std::uint64_t>(two >> (64 - at % 64));
    }
    const Wide low = static_cast<Wide>(mantissa) * window[2];
    const Wide middle = static_cast<Wide>(mantissa) * window[1] + static_cast<std::uint64_t>(low >> 64);
    const std::uint64_t top = mantissa * window[0] + static_cast<std::uint64_t>(middle >> 64);

    // The first two bits are the quadrant. The others are a fraction of pi/2, taken in [-1/2, 1/2).
    Wide fraction = static_cast<Wide>(top) << 64 | static_cast<std::uint64_t>(middle);
    fraction = fraction << 2 | static_cast<std::uint64_t>(low) >> 62;
    const bool below = (fraction >> 127) != 0;
    if (below) fraction = -fraction;
    const std::uint64_t upper = static_cast<std::uint64_t>(fraction >> 64);
    const std::uint64_t lower = static_cast<std::uint64_t>(fraction);
    const double rest =
        (static_cast<double>(upper) * 0x1p-64 + static_cast<double>(lower) * 0x1p-128) * halfPi.hi;
    return {(top >> 62) + (below ? 1 : 0), below ? -rest : rest};
}

static inline double sineOfLarge(double x) {
    const ReducedAngle a = reduceLargeAngle(magnitude(x));
    const double s = (a.quadrant & 1) != 0 ? cosineOfReduced(a.rest) : sineOfReduced(a.rest);
    return negatedIf((a.quadrant >> 1 & 1) ^ bitsOf(x) >> 63, s);
}

static inline double cosineOfLarge(double x) {
    const ReducedAngle a = reduceLargeAngle(magnitude(x));
    const double c = (a.quadrant & 1) != 0 ? sineOfReduced(a.rest) : cosineOfReduced(a.rest);
    return negatedIf((a.quadrant + 1) >> 1 & 1, c);
}

static inline double tangentOfLarge(double x) {
    const ReducedAngle a = reduceLargeAngle(magnitude(x));
    return negatedIf(bitsOf(x) >> 63, tangentOfReduced(a.rest, a.quadrant));
}

}  // namespace burin::BURIN_ISA
