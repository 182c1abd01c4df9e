// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The functions of expressions where the device's own ones do not do what the format page says. This text
// stands before every generated kernel, so it includes nothing; the interpreter's kernel includes it, and a
// test, which compiles it for the processor.

#ifdef __CUDACC__
#define BURIN_FUNCTION __device__ __forceinline__
#define BURIN_RARE inline __device__ __noinline__
#else
#include <cmath>
#define BURIN_FUNCTION inline
#define BURIN_RARE inline
#endif

namespace burin::gpu::expression {

#ifndef __CUDACC__
using std::cos;
using std::fabs;
using std::floor;
using std::fma;
using std::hypot;
using std::nan;
using std::pow;
using std::rint;
using std::sin;
using std::sqrt;
#endif

BURIN_FUNCTION double notANumber() {
    return nan("");
}
template <class Real>
BURIN_FUNCTION bool isNaN(Real v) {
    return v != v;
}
BURIN_FUNCTION bool truth(double v) {
    return v < 0.0 || v > 0.0;
}

// ---- what keeps NaN

template <class Real>
BURIN_FUNCTION Real minimum(Real a, Real b) {
    return a < b || isNaN(a) ? a : b;
}
template <class Real>
BURIN_FUNCTION Real maximum(Real a, Real b) {
    return a > b || isNaN(a) ? a : b;
}
template <class Real>
BURIN_FUNCTION Real clampTo(Real v, Real low, Real high) {
    return minimum(maximum(v, low), high);
}
template <class Real>
BURIN_FUNCTION Real mixed(Real a, Real b, Real t) {
    return a * (Real(1) - t) + b * t;
}
BURIN_FUNCTION double signOf(double v) {
    return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : isNaN(v) ? v : 0.0;
}
BURIN_FUNCTION double modulo(double a, double b) {
    return a - b * floor(a / b);
}
BURIN_FUNCTION double stepped(double edge, double v) {
    return isNaN(v) || isNaN(edge) ? notANumber() : v < edge ? 0.0 : 1.0;
}
BURIN_FUNCTION double smoothlyStepped(double low, double high, double v) {
    const double t = clampTo((v - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}
BURIN_FUNCTION double power(double a, double b) {
    return isNaN(a) || isNaN(b) ? notANumber() : pow(a, b);
}
BURIN_FUNCTION double hypotenuse(double a, double b) {
    const double square = a * a + b * b;
    if (square > 1e-280 && square < 1e280) return sqrt(square);
    return isNaN(a) || isNaN(b) ? notANumber() : hypot(a, b);
}

// ---- hash, noise, cell

constexpr unsigned hashFactorX = 0x9E3779B1u;
constexpr unsigned hashFactorY = 0x85EBCA77u;
constexpr unsigned hashFactorSeed = 0xC2B2AE3Du;

/// The lower 32 bits of a whole number. \pre |v| < 2^53
BURIN_FUNCTION unsigned lowerBits(double v) {
    return static_cast<unsigned>(static_cast<unsigned long long>(static_cast<long long>(v)));
}
/// The hash as 32 bits, given the products of its whole operands.
BURIN_FUNCTION unsigned scrambled(unsigned x, unsigned y, unsigned seed) {
    unsigned h = x ^ y ^ seed;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ h >> 16;
}
/// h / 2^32: the last place of 2^20 is 2^-32.
BURIN_FUNCTION double unitFromBits(unsigned h) {
#ifdef __CUDACC__
    return __hiloint2double(0x41300000, static_cast<int>(h)) - 0x1p20;
#else
    return __builtin_bit_cast(double, 0x4130000000000000ull | h) - 0x1p20;
#endif
}
/// Whether all of whole + from .. whole + to have a hash.
BURIN_FUNCTION bool hashable(double whole, double from, double to) {
    return fabs(whole + from) < 0x1p53 && fabs(whole + to) < 0x1p53;
}

BURIN_FUNCTION double hash(double i, double j, double seed) {
    if (!(fabs(i) < 0x1p53 && fabs(j) < 0x1p53 && fabs(seed) < 0x1p53)) return notANumber();
    return unitFromBits(scrambled(lowerBits(floor(i)) * hashFactorX, lowerBits(floor(j)) * hashFactorY,
                                  lowerBits(floor(seed)) * hashFactorSeed));
}

BURIN_FUNCTION double fade(double z) {
    return z * z * z * (z * (6.0 * z - 15.0) + 10.0);
}

BURIN_FUNCTION double noise(double x, double y, double seed) {
    const double wholeX = floor(x);
    const double wholeY = floor(y);
    if (!(hashable(wholeX, 0.0, 1.0) && hashable(wholeY, 0.0, 1.0) && fabs(seed) < 0x1p53))
        return notANumber();
    const unsigned left = lowerBits(wholeX) * hashFactorX;
    const unsigned top = lowerBits(wholeY) * hashFactorY;
    const unsigned right = left + hashFactorX;
    const unsigned bottom = top + hashFactorY;
    const unsigned ofSeed = lowerBits(floor(seed)) * hashFactorSeed;
    const double s = fade(x - wholeX);
    const double a = unitFromBits(scrambled(left, top, ofSeed));
    const double b = unitFromBits(scrambled(left, bottom, ofSeed));
    const double upper = a + (unitFromBits(scrambled(right, top, ofSeed)) - a) * s;
    const double lower = b + (unitFromBits(scrambled(right, bottom, ofSeed)) - b) * s;
    return upper + (lower - upper) * fade(y - wholeY);
}

BURIN_FUNCTION double cell(double x, double y, double seed) {
    const double wholeX = floor(x);
    const double wholeY = floor(y);
    if (!(hashable(wholeX, -1.0, 1.0) && hashable(wholeY, -1.0, 1.0) && hashable(floor(seed), 0.0, 1.0)))
        return notANumber();
    const unsigned ofX = lowerBits(wholeX) * hashFactorX;
    const unsigned ofY = lowerBits(wholeY) * hashFactorY;
    const unsigned ofSeed = lowerBits(floor(seed)) * hashFactorSeed;
    double nearestSquare = 1e300;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            const unsigned cellX = ofX + static_cast<unsigned>(dx) * hashFactorX;
            const unsigned cellY = ofY + static_cast<unsigned>(dy) * hashFactorY;
            const double u = ((wholeX + dx) + unitFromBits(scrambled(cellX, cellY, ofSeed))) - x;
            const double v =
                ((wholeY + dy) + unitFromBits(scrambled(cellX, cellY, ofSeed + hashFactorSeed))) - y;
            const double square = u * u + v * v;
            nearestSquare = square < nearestSquare ? square : nearestSquare;
        }
    }
    return sqrt(nearestSquare);
}

// ---- sine and cosine in binary32 of an angle in binary64

/// The bits of the lower half of v.
BURIN_FUNCTION unsigned lowWord(double v) {
#ifdef __CUDACC__
    return static_cast<unsigned>(__double2loint(v));
#else
    return static_cast<unsigned>(__builtin_bit_cast(unsigned long long, v));
#endif
}

/// sin(2 pi turns / 2^32) within 1.7e-7: a polynomial through Chebyshev's nodes, of the quarter turn that is
/// left once sin(pi - a) = sin(a) has folded the turn.
BURIN_FUNCTION float sineOfTurns(unsigned turns) {
    const int folded = static_cast<int>(turns << 1) ^ (static_cast<int>(turns + 0x40000000u) >> 31);
    const float q = static_cast<float>(folded) * 0x1p-31f;
    const float z = q * q;
    const float p = fmaf(fmaf(fmaf(1.5167170e-4f, z, -4.6741438e-3f), z, 7.9689918e-2f), z, -6.4596376e-1f);
    return q * fmaf(p, z, 1.57079632f);
}

constexpr double turnsOfOne = 0x1.45f306dc9c883p-3;        ///< 1 / (2 pi)
constexpr double turnsOfOneRest = -0x1.6b01ec5417056p-57;  ///< what that lacks
constexpr double turnBias = 0x1.8p20;  ///< a sum with it holds 2^-32 of a turn in its last place
constexpr double quickAngle = 0x1.8p21;

/// The angle's place in its turn, rounded to 2^-32 of a turn. \pre |angle| < quickAngle
BURIN_FUNCTION unsigned turnsOf(double angle) {
    return lowWord(fma(angle, turnsOfOne, turnBias));
}
/// The same of larger angles. \pre |angle| < 2^50
BURIN_FUNCTION unsigned turnsOfLarge(double angle) {
    const double turns = angle * turnsOfOne;
    const double rest = fma(angle, turnsOfOneRest, fma(angle, turnsOfOne, -turns));
    return lowWord(((turns - rint(turns)) + rest) + turnBias);
}

BURIN_RARE float sineOfLarge(double angle) {
    if (fabs(angle) < 0x1p50) return sineOfTurns(turnsOfLarge(angle));
    return static_cast<float>(sin(angle));
}
BURIN_RARE float cosineOfLarge(double angle) {
    if (fabs(angle) < 0x1p50) return sineOfTurns(turnsOfLarge(angle) + 0x40000000u);
    return static_cast<float>(cos(angle));
}

/// sin(angle) within 1.8e-7; where the angle is large, anything, and then `large` becomes true.
BURIN_FUNCTION float plainSine(double angle, bool& large) {
    large |= !(fabs(angle) < quickAngle);
    return sineOfTurns(turnsOf(angle));
}
BURIN_FUNCTION float plainCosine(double angle, bool& large) {
    large |= !(fabs(angle) < quickAngle);
    return sineOfTurns(turnsOf(angle) + 0x40000000u);
}

/// sin(angle) within 1.8e-7: the same bits wherever plainSine is good.
BURIN_FUNCTION float quickSine(double angle) {
    return fabs(angle) < quickAngle ? sineOfTurns(turnsOf(angle)) : sineOfLarge(angle);
}
BURIN_FUNCTION float quickCosine(double angle) {
    return fabs(angle) < quickAngle ? sineOfTurns(turnsOf(angle) + 0x40000000u) : cosineOfLarge(angle);
}

}  // namespace burin::gpu::expression
