// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The building blocks of the expression kernels: one binary64 number in, one out, without branches, so that
// loops around them are vectorised. For kernel sources only; everything has internal linkage.

#include <cstdint>

#ifndef BURIN_ISA
#define BURIN_ISA header_check
#endif
#define BURIN_INLINE [[gnu::always_inline]] static inline

namespace burin::BURIN_ISA {

inline constexpr double infinity = __builtin_inf();
inline constexpr double notANumber = __builtin_nan("");
/// Adding this leaves the nearest integer, in two's complement, in the low bits of the sum.
inline constexpr double integerBias = 0x1.8p52;

/// An unevaluated sum; |lo| is at most half a unit in the last place of hi.
struct Pair {
    double hi;
    double lo;
};

BURIN_INLINE std::uint64_t bitsOf(double v) {
    return __builtin_bit_cast(std::uint64_t, v);
}
BURIN_INLINE double fromBits(std::uint64_t bits) {
    return __builtin_bit_cast(double, bits);
}
BURIN_INLINE double magnitude(double v) {
    return __builtin_fabs(v);
}
BURIN_INLINE double withSign(double v, double sign) {
    return __builtin_copysign(v, sign);
}
BURIN_INLINE bool negative(double v) {
    return withSign(1.0, v) < 0.0;
}
BURIN_INLINE bool isNaN(double v) {
    return v != v;
}
BURIN_INLINE bool truth(double v) {
    return (v < 0.0) | (v > 0.0);
}

/// The nearest integer, ties to even. \pre |v| < 2^51
BURIN_INLINE double nearest(double v) {
    return (v + integerBias) - integerBias;
}

BURIN_INLINE double roundDown(double v) {
#if defined(__SSE4_1__)
    return __builtin_floor(v);
#else
    const double a = magnitude(v);
    double r = (a + 0x1p52) - 0x1p52;
    r = withSign(a < 0x1p52 ? r : a, v);
    return r > v ? r - 1.0 : r;
#endif
}
BURIN_INLINE double roundUp(double v) {
    return -roundDown(-v);
}
BURIN_INLINE double truncated(double v) {
    return withSign(roundDown(magnitude(v)), v);
}
BURIN_INLINE double roundedAway(double v) {
    const double a = magnitude(v);
    const double whole = roundDown(a);
    return withSign(a - whole >= 0.5 ? whole + 1.0 : whole, v);
}

/// 2^n for an integer n in [-1022, 1023].
BURIN_INLINE double powerOfTwo(double n) {
    return fromBits((bitsOf(n + integerBias) + 1023) << 52);
}

/// v * 2^n for an integer n in [-2000, 2000], rounded at most twice.
BURIN_INLINE double scaled(double v, double n) {
    const double half = nearest(n * 0.5);
    return v * powerOfTwo(half) * powerOfTwo(n - half);
}

/// Converts a small unsigned integer. \pre n < 2^52
BURIN_INLINE double fromInteger(std::uint64_t n) {
    return fromBits(n | 0x4330000000000000) - 0x1p52;
}

/// v truncated to its upper 26 bits.
BURIN_INLINE double upperHalf(double v) {
    return fromBits(bitsOf(v) & 0xFFFFFFFFF8000000);
}

/// a * b with its rounding error: T. J. Dekker, A floating-point technique for extending the available
/// precision, 1971. \pre the product and its error neither overflow nor underflow
BURIN_INLINE Pair product(double a, double b) {
    const double p = a * b;
    const double ah = upperHalf(a);
    const double bh = upperHalf(b);
    const double al = a - ah;
    const double bl = b - bh;
    return {p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl};
}

/// a + b with its rounding error. \pre |a| >= |b| or a = 0
BURIN_INLINE Pair quickSum(double a, double b) {
    const double s = a + b;
    return {s, b - (s - a)};
}

/// c[0] + c[1] x + ... by Horner's rule.
template <int count>
BURIN_INLINE double polynomial(double x, const double (&c)[count]) {
    double sum = c[count - 1];
#pragma GCC unroll 16
    for (int i = count - 2; i >= 0; --i)
        sum = sum * x + c[i];
    return sum;
}

}  // namespace burin::BURIN_ISA
