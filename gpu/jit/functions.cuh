// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The functions of expressions for which the device's own functions differ from the format page, and the
// final treatment of a result. This text precedes every generated kernel, so it includes nothing. It is also
// included by the interpreter's kernel and by a test that compiles it for the processor.

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

// ---- functions that keep NaN

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
/// The products that exponentOfProduct() names, in the order of the processor. \pre exponent > 0
template <unsigned exponent>
BURIN_FUNCTION double wholePower(double base) {
    if constexpr (exponent == 1) {
        return base;
    } else {
        const double root = wholePower<exponent / 2>(base);
        return exponent % 2 == 0 ? root * root : root * root * base;
    }
}
BURIN_FUNCTION double hypotenuse(double a, double b) {
    const double square = a * a + b * b;
    if (square > 1e-280 && square < 1e280) return sqrt(square);
    return isNaN(a) || isNaN(b) ? notANumber() : hypot(a, b);
}

// ---- hash, noise, cell, gradient

constexpr unsigned hashFactorX = 0x9E3779B1u;
constexpr unsigned hashFactorY = 0x85EBCA77u;
constexpr unsigned hashFactorSeed = 0xC2B2AE3Du;

/// The lower 32 bits of an integer. \pre |v| < 2^53
BURIN_FUNCTION unsigned lowerBits(double v) {
    return static_cast<unsigned>(static_cast<unsigned long long>(static_cast<long long>(v)));
}
/// The 32-bit hash, given the products of its integer operands.
BURIN_FUNCTION unsigned scrambled(unsigned x, unsigned y, unsigned seed) {
    unsigned h = x ^ y ^ seed;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ h >> 16;
}
/// h / 2^32. The last place of a number near 2^20 is 2^-32.
BURIN_FUNCTION double unitFromBits(unsigned h) {
#ifdef __CUDACC__
    return __hiloint2double(0x41300000, static_cast<int>(h)) - 0x1p20;
#else
    return __builtin_bit_cast(double, 0x4130000000000000ull | h) - 0x1p20;
#endif
}
/// Whether all of whole + from, ..., whole + to have a hash.
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

/// The dot product of the gradient at a corner and the vector from the corner. The series equals the
/// processor's.
BURIN_FUNCTION double gradientTimes(unsigned h, double x, double y) {
    const double half = static_cast<double>(static_cast<int>(h)) * (0x1.921fb54442d18p1 * 0x1p-32);
    const double z = half * half;
    double s = -1.0 / 121645100408832000.0;
    s = s * z + 1.0 / 355687428096000.0;
    s = s * z + -1.0 / 1307674368000.0;
    s = s * z + 1.0 / 6227020800.0;
    s = s * z + -1.0 / 39916800;
    s = s * z + 1.0 / 362880;
    s = s * z + -1.0 / 5040;
    s = s * z + 1.0 / 120;
    s = s * z + -1.0 / 6;
    s = s * z + 1.0;
    double c = 1.0 / 2432902008176640000.0;
    c = c * z + -1.0 / 6402373705728000.0;
    c = c * z + 1.0 / 20922789888000.0;
    c = c * z + -1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z + -1.0 / 3628800;
    c = c * z + 1.0 / 40320;
    c = c * z + -1.0 / 720;
    c = c * z + 1.0 / 24;
    c = c * z + -0.5;
    c = c * z + 1.0;
    const double sineOfHalf = half * s;
    return (1.0 - 2.0 * sineOfHalf * sineOfHalf) * x + 2.0 * sineOfHalf * c * y;
}

BURIN_FUNCTION double gradient(double x, double y, double seed) {
    const double wholeX = floor(x);
    const double wholeY = floor(y);
    if (!(hashable(wholeX, 0.0, 1.0) && hashable(wholeY, 0.0, 1.0) && fabs(seed) < 0x1p53))
        return notANumber();
    const unsigned left = lowerBits(wholeX) * hashFactorX;
    const unsigned top = lowerBits(wholeY) * hashFactorY;
    const unsigned right = left + hashFactorX;
    const unsigned bottom = top + hashFactorY;
    const unsigned ofSeed = lowerBits(floor(seed)) * hashFactorSeed;
    const double p = x - wholeX;
    const double q = y - wholeY;
    const double s = fade(p);
    const double a = gradientTimes(scrambled(left, top, ofSeed), p, q);
    const double b = gradientTimes(scrambled(left, bottom, ofSeed), p, q - 1.0);
    const double upper = a + (gradientTimes(scrambled(right, top, ofSeed), p - 1.0, q) - a) * s;
    const double lower = b + (gradientTimes(scrambled(right, bottom, ofSeed), p - 1.0, q - 1.0) - b) * s;
    return 0x1.6a09e667f3bcdp0 * (upper + (lower - upper) * fade(q));  // sqrt(2)
}

// ---- sine and cosine in binary32 of an angle in binary64

BURIN_FUNCTION unsigned lowWord(double v) {
#ifdef __CUDACC__
    return static_cast<unsigned>(__double2loint(v));
#else
    return static_cast<unsigned>(__builtin_bit_cast(unsigned long long, v));
#endif
}
BURIN_FUNCTION unsigned highWord(double v) {
#ifdef __CUDACC__
    return static_cast<unsigned>(__double2hiint(v));
#else
    return static_cast<unsigned>(__builtin_bit_cast(unsigned long long, v) >> 32);
#endif
}
/// cos(2 pi turns / 2^32) within 1.7e-7: the sine of the distance, in quarter turns, from the middle of the
/// nearest half turn, by a polynomial through Chebyshev nodes.
BURIN_FUNCTION float cosineOfTurns(unsigned turns) {
    const float away = fabs(static_cast<float>(static_cast<int>(turns)));
    const float q = (0x1p30f - away) * 0x1p-30f;
    const float z = q * q;
    const float p = fmaf(fmaf(fmaf(1.5167170e-4f, z, -4.6741438e-3f), z, 7.9689918e-2f), z, -6.4596376e-1f);
    return q * fmaf(p, z, 1.57079632f);
}

constexpr double turnsOfOne = 0x1.45f306dc9c883p-3;        ///< 1 / (2 pi)
constexpr double turnsOfOneRest = -0x1.6b01ec5417056p-57;  ///< the rest of 1 / (2 pi)
/// A sum with this has 2^-32 of a turn in its last place, while the angle is below 3,294,198.
constexpr double turnBias = 0x1.8p20;
constexpr double sine = -0.25, cosine = 0;  ///< how far each is ahead of the cosine, in turns

/// The turns of the angle plus `ahead`, rounded and biased.
BURIN_FUNCTION double biasedTurns(double angle, double ahead) {
    return fma(angle, turnsOfOne, turnBias + ahead);
}
/// Below tooLarge if the biased turns are valid. Several values that are combined by | are below it only if
/// each of them is.
BURIN_FUNCTION unsigned excess(double biased) {
    return highWord(biased) ^ highWord(0x1p20);
}
constexpr unsigned tooLarge = 0x100000;

/// quickWave() for any angle, which is reduced with twice the precision.
BURIN_RARE float waveOfLarge(double angle, double ahead) {
    if (!(fabs(angle) < 0x1p50)) return static_cast<float>(ahead == sine ? sin(angle) : cos(angle));
    const double turns = angle * turnsOfOne;
    const double rest = fma(angle, turnsOfOneRest, fma(angle, turnsOfOne, -turns));
    return cosineOfTurns(lowWord(((turns - rint(turns)) + rest) + (turnBias + ahead)));
}

/// sin(angle), or cos(angle), within 1.8e-7.
BURIN_FUNCTION float quickWave(double angle, double ahead) {
    const double biased = biasedTurns(angle, ahead);
    return excess(biased) < tooLarge ? cosineOfTurns(lowWord(biased)) : waveOfLarge(angle, ahead);
}
/// Gives the bits of quickWave(). If the angle is large, gives any value, and sets `excesses` to at least
/// tooLarge.
BURIN_FUNCTION float plainWave(double angle, double ahead, unsigned& excesses) {
    const double biased = biasedTurns(angle, ahead);
    excesses |= excess(biased);
    return cosineOfTurns(lowWord(biased));
}

// ---- treatment of a result

/// 0 if it is dust or NaN or infinite; never -0.
BURIN_FUNCTION float swept(float v) {
    return fabs(v) >= 0x1p-20f && fabs(v) <= 0x1.fffffep127f ? v : 0.0f;
}
/// Like swept(). \pre the value is not infinite
BURIN_FUNCTION float sweptFinite(float v) {
    return fabs(v) >= 0x1p-20f ? v : 0.0f;
}

}  // namespace burin::gpu::expression
