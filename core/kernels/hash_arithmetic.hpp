// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The format page's hash of three integers, as arithmetic on lanes. For kernel sources only; everything has
// internal linkage.

#include "core/kernels/expression_arithmetic.hpp"

namespace burin::BURIN_ISA {

static constexpr std::uint32_t factorX = 0x9E3779B1;
static constexpr std::uint32_t factorY = 0x85EBCA77;
static constexpr std::uint32_t factorSeed = 0xC2B2AE3D;

/// The lower 32 bits of an integer, in two's complement. \pre |v| < 2^53
BURIN_INLINE std::uint32_t lowerBits(double v) {
    const double wrapped = v - 0x1p32 * roundDown(v * 0x1p-32);
    return static_cast<std::uint32_t>(bitsOf(wrapped + 0x1p52));
}

/// The 32 bits of the hash, given the xor of its three products.
BURIN_INLINE std::uint32_t scrambled(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    h *= 0x846CA68BU;
    h ^= h >> 16;
    return h;
}

BURIN_INLINE double unitFromBits(std::uint32_t h) {
    return fromInteger(h) * 0x1p-32;
}

BURIN_INLINE double fade(double z) {
    return z * z * z * (z * (6.0 * z - 15.0) + 10.0);
}

}  // namespace burin::BURIN_ISA
