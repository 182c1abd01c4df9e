// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Elementary functions in binary64, branch-free. The polynomials interpolate at Chebyshev nodes, computed
// with 400 bits and then rounded. Methods after W. J. Cody and W. Waite, Software Manual for the Elementary
// Functions, 1980; argument splits from fdlibm (Sun Microsystems, 1993). For kernel sources only.

#include "core/kernels/expression_arithmetic.hpp"

namespace burin::BURIN_ISA {

inline constexpr Pair pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr Pair halfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
inline constexpr Pair quarterPi = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};

/// Sine, cosine and tangent of larger arguments take the slow path of expression_trigonometry.hpp.
inline constexpr double quickAngle = 0x1p31;

// ---- exponential and logarithm

/// e^(hi + lo) * 2^shift for |lo| < 2^-30 and |shift| <= 2.
BURIN_INLINE double exponentialScaled(double hi, double lo, double shift) {
    double x = hi > 800.0 ? 800.0 : hi;
    x = x < -800.0 ? -800.0 : x;
    const double n = nearest(x * 0x1.71547652b82fep+0);
    const double r = ((x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33) + lo;
    const double p =
        polynomial(r, {0.5000000000000001, 0.16666666666666669, 0.04166666666662413, 0.008333333333330062,
                       0.0013888888917213717, 0.00019841269863053618, 2.4801521295954376e-05,
                       2.7557268459997064e-06, 2.7620088445409746e-07, 2.510038549551032e-08});
    return scaled(1.0 + (r + r * r * p), n + shift);
}

BURIN_INLINE double exponential(double x) {
    return exponentialScaled(x, 0.0, 0.0);
}

/// log(x) with a relative error about 2^-58. \pre 0 < x < infinity
BURIN_INLINE Pair logarithmPair(double x) {
    constexpr std::uint64_t rootOfHalf = 0x3FE6A09E00000000;  // m lies in [sqrt(1/2), sqrt(2))
    const bool tiny = x < 0x1p-1022;
    const std::uint64_t bits = bitsOf(tiny ? x * 0x1p54 : x) + (0x3FF0000000000000 - rootOfHalf);
    const double k = fromInteger(bits >> 52) - (tiny ? 1077.0 : 1023.0);
    const double m = fromBits((bits & 0x000FFFFFFFFFFFFF) + rootOfHalf);

    // s = (m - 1) / (m + 1) as a pair, then log(m) = 2 s + 2/3 s^3 + ...
    const double f = m - 1.0;
    const double d = m + 1.0;
    const double dRest = m - (d - 1.0);
    const double reciprocal = 1.0 / d;
    const double s = f * reciprocal;
    const Pair sd = product(s, d);
    const double sRest = (((f - sd.hi) - sd.lo) - s * dRest) * reciprocal;
    const double z = s * s;
    const double p =
        polynomial(z, {0.6666666666666666, 0.4000000000000088, 0.2857142857080329, 0.222222223917858,
                       0.18181795632452163, 0.1538624012056702, 0.13268761951330021, 0.13086743139119072});
    const double tail = 2.0 * sRest + s * (z * p);

    const Pair sum = quickSum(k * 0x1.62e42fee00000p-1, 2.0 * s);
    return quickSum(sum.hi, sum.lo + (tail + k * 0x1.a39ef35793c76p-33));
}

/// `value`, which is log(x) in some base, with the special values of a logarithm filled in.
BURIN_INLINE double logarithmSpecial(double x, double value) {
    double r = x == infinity ? infinity : value;
    r = x == 0.0 ? -infinity : r;
    return x >= 0.0 ? r : notANumber;
}

BURIN_INLINE double logarithm(double x) {
    return logarithmSpecial(x, logarithmPair(x).hi);
}

BURIN_INLINE double logarithmIn(double x, Pair factor) {
    const Pair l = logarithmPair(x);
    const Pair p = product(l.hi, factor.hi);
    return logarithmSpecial(x, p.hi + (p.lo + (l.hi * factor.lo + l.lo * factor.hi)));
}
BURIN_INLINE double logarithm2(double x) {
    return logarithmIn(x, {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56});
}
BURIN_INLINE double logarithm10(double x) {
    return logarithmIn(x, {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57});
}

/// x^y as in C99, except that a NaN operand always gives NaN.
BURIN_INLINE double power(double x, double y) {
    const double a = magnitude(x);
    const bool plain = (a > 0.0) & (a < infinity);
    // With |y| beyond 2^70 every power except that of 1 is 0 or infinite.
    double exponent = y > 0x1p70 ? 0x1p70 : y;
    exponent = exponent < -0x1p70 ? -0x1p70 : exponent;

    const Pair l = logarithmPair(plain ? a : 1.0);
    const Pair p = product(exponent, l.hi);
    const Pair e = quickSum(p.hi, p.lo + exponent * l.lo);
    const bool moderate = magnitude(p.hi) < 1000.0;
    double r = exponentialScaled(moderate ? e.hi : p.hi, moderate ? e.lo : 0.0, 0.0);

    r = plain ? r : ((a == 0.0) == (y < 0.0) ? infinity : 0.0);
    r = y == 0.0 ? 1.0 : r;
    const bool whole = truncated(y) == y;
    const bool odd = whole & (truncated(y * 0.5) != y * 0.5);
    r = (odd & negative(x)) ? -r : r;
    const bool undefined = (x < 0.0) & (a < infinity) & !whole;
    return (undefined | isNaN(x) | isNaN(y)) ? notANumber : r;
}

// ---- trigonometric functions

/// sin(r) for |r| <= pi/2.
BURIN_INLINE double sineOfReduced(double r) {
    const double z = r * r;
    const double p = polynomial(
        z, {-0.16666666666666666, 0.008333333333333316, -0.00019841269841254955, 2.755731921915843e-06,
            -2.5052107616384595e-08, 1.6058977272815506e-10, -7.643969031052769e-13, 2.731428986122616e-15});
    return r + r * (z * p);
}

/// cos(r) for |r| <= pi/4.
BURIN_INLINE double cosineOfReduced(double r) {
    const double z = r * r;
    const double p =
        polynomial(z, {0.041666666666666664, -0.0013888888888887395, 2.4801587298763433e-05,
                       -2.7557317270560326e-07, 2.0876146024689747e-09, -1.1382614868556325e-11});
    return 1.0 - (0.5 * z - z * z * p);
}

/// x - n * unit * pi, where n is a multiple of 1/2, |n| < 2^31, and unit is 1 or 1/2. The products with the
/// first three parts of pi, of 22 bits each, are exact.
BURIN_INLINE double angleRest(double x, double n, double unit) {
    double r = x - n * (0x1.921fb00000000p+1 * unit);
    r = r - n * (0x1.5110b00000000p-21 * unit);
    r = r - n * (0x1.1846980000000p-43 * unit);
    return r - n * (0x1.3198a2e037073p-68 * unit);
}

/// v, negated if the lowest bit of `odd` is set.
BURIN_INLINE double negatedIf(std::uint64_t odd, double v) {
    return fromBits(bitsOf(v) ^ (odd << 63));
}

/// sin(x). \pre |x| <= quickAngle or x is not finite
BURIN_INLINE double sine(double x) {
    const double biased = x * 0x1.45f306dc9c883p-2 + integerBias;
    const double r = angleRest(x, biased - integerBias, 1.0);
    return x == 0.0 ? x : negatedIf(bitsOf(biased), sineOfReduced(r));
}

/// cos(x). \pre |x| <= quickAngle or x is not finite
BURIN_INLINE double cosine(double x) {
    const double biased = (x * 0x1.45f306dc9c883p-2 - 0.5) + integerBias;
    const double r = angleRest(x, (biased - integerBias) + 0.5, 1.0);
    return negatedIf(~bitsOf(biased), sineOfReduced(r));
}

/// tan(r + n * pi/2) for |r| <= pi/4. Only the lowest bit of n matters.
BURIN_INLINE double tangentOfReduced(double r, std::uint64_t n) {
    const double s = sineOfReduced(r);
    const double c = cosineOfReduced(r);
    const bool odd = (n & 1) != 0;
    return (odd ? c : s) / (odd ? -s : c);
}

/// tan(x). \pre |x| <= quickAngle or x is not finite
BURIN_INLINE double tangent(double x) {
    const double biased = x * 0x1.45f306dc9c883p-1 + integerBias;
    const double r = angleRest(x, biased - integerBias, 0.5);
    return x == 0.0 ? x : tangentOfReduced(r, bitsOf(biased));
}

/// asin(s) for 0 <= s <= 1/2, given z = s * s.
BURIN_INLINE double arcSineOfReduced(double s, double z) {
    const double p = polynomial(
        z, {0.1666666666666665, 0.07500000000020764, 0.044642857103423646, 0.03038194736709848,
            0.02237204763174451, 0.017355259955786323, 0.013929652902326633, 0.011875494382636922,
            0.0078029494773533175, 0.01603551434914882, -0.010749050339697808, 0.028169218060881414});
    return s + s * (z * p);
}

BURIN_INLINE double arcSine(double x) {
    const double a = magnitude(x);
    const bool large = a > 0.5;
    const double z = large ? (1.0 - a) * 0.5 : a * a;
    const double p = arcSineOfReduced(large ? __builtin_sqrt(z) : a, z);
    return withSign(large ? halfPi.hi - (2.0 * p - halfPi.lo) : p, x);
}

BURIN_INLINE double arcCosine(double x) {
    const double a = magnitude(x);
    const bool large = a > 0.5;
    const double z = large ? (1.0 - a) * 0.5 : a * a;
    const double p = arcSineOfReduced(large ? __builtin_sqrt(z) : a, z);
    const double far = x < 0.0 ? pi.hi - (2.0 * p - pi.lo) : 2.0 * p;
    return large ? far : halfPi.hi - (withSign(p, x) - halfPi.lo);
}

/// base + atan(t) for |t| <= tan(pi/8).
BURIN_INLINE double arcTangentOfReduced(double t, Pair base) {
    const double z = t * t;
    const double p =
        polynomial(z, {0.3333333333333333, -0.19999999999995519, 0.14285714284666276, -0.11111111015234812,
                       0.09090904577248296, -0.0769218317048485, 0.06664511160859166, -0.058581464238093545,
                       0.050854367132677145, -0.039231282023743305, 0.019176426315546866});
    return base.hi - ((t * (z * p) - base.lo) - t);
}

BURIN_INLINE double arcTangent(double x) {
    const double a = magnitude(x);
    const bool steep = a > 0x1.3504f333f9de6p+1;   // tan(3 pi/8)
    const bool middle = a > 0x1.a827999fcef32p-2;  // tan(pi/8)
    const double above = steep ? -1.0 : (middle ? a - 1.0 : a);
    const double below = steep ? a : (middle ? a + 1.0 : 1.0);
    const Pair base = {steep ? halfPi.hi : (middle ? quarterPi.hi : 0.0),
                       steep ? halfPi.lo : (middle ? quarterPi.lo : 0.0)};
    return withSign(arcTangentOfReduced(above / below, base), x);
}

BURIN_INLINE double arcTangent2(double y, double x) {
    const double ax = magnitude(x);
    const double ay = magnitude(y);
    const bool steep = ay > ax;
    const double larger = steep ? ay : ax;
    const double smaller = steep ? ax : ay;
    double q = smaller / larger;
    q = larger == 0.0 ? 0.0 : q;
    q = smaller == infinity ? 1.0 : q;
    double t = arcTangent(q);
    t = steep ? halfPi.hi - (t - halfPi.lo) : t;
    t = negative(x) ? pi.hi - (t - pi.lo) : t;
    return (isNaN(x) | isNaN(y)) ? notANumber : withSign(t, y);
}

// ---- hyperbolic functions

/// sinh(x) for |x| < 1.
BURIN_INLINE double hyperbolicSineOfSmall(double x) {
    const double z = x * x;
    const double p = polynomial(
        z, {0.16666666666666666, 0.008333333333333299, 0.00019841269841324198, 2.7557319191381816e-06,
            2.5052117695907823e-08, 1.6057679623801638e-10, 7.746178593018827e-13});
    return x + x * (z * p);
}

BURIN_INLINE double hyperbolicSine(double x) {
    const double a = magnitude(x);
    const double half = exponentialScaled(a, 0.0, -1.0);
    return withSign(a < 1.0 ? hyperbolicSineOfSmall(a) : half - 0.25 / half, x);
}

BURIN_INLINE double hyperbolicCosine(double x) {
    const double half = exponentialScaled(magnitude(x), 0.0, -1.0);
    return half + 0.25 / half;
}

BURIN_INLINE double hyperbolicTangent(double x) {
    const double a = magnitude(x);
    const bool small = a < 1.0;
    const double e = exponentialScaled(small ? a : 2.0 * a, 0.0, small ? -1.0 : 0.0);
    const double above = small ? hyperbolicSineOfSmall(a) : 2.0;
    const double below = small ? e + 0.25 / e : e + 1.0;
    const double q = above / below;
    return withSign(small ? q : 1.0 - q, x);
}

// ---- roots

/// The cube root: a cubic as the first guess on [1, 8), then two iterations of Halley's method.
BURIN_INLINE double cubeRoot(double x) {
    const double a = magnitude(x);
    const bool tiny = a < 0x1p-1022;
    const std::uint64_t bits = bitsOf(tiny ? a * 0x1p54 : a);
    const double exponent = fromInteger(bits >> 52) - (tiny ? 1077.0 : 1023.0);
    const double third = nearest((exponent - 1.0) * 0x1.5555555555555p-2);
    const double rest = exponent - 3.0 * third;  // 0, 1 or 2
    const double mantissa = fromBits((bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000);
    const double m = mantissa * (rest == 0.0 ? 1.0 : (rest == 1.0 ? 2.0 : 4.0));

    double t =
        polynomial(m, {0.7167346418604423, 0.3288364544631474, -0.03402605365290486, 0.0016274953380330931});
    double cube = t * t * t;
    t = t + t * (m - cube) / (2.0 * cube + m);
    cube = t * t * t;
    t = t + t * (m - cube) / (2.0 * cube + m);
    const double r = withSign(t * powerOfTwo(third), x);
    return ((a > 0.0) & (a < infinity)) ? r : x;
}

BURIN_INLINE double hypotenuse(double x, double y) {
    const double a = magnitude(x);
    const double b = magnitude(y);
    const double larger = a > b ? a : b;
    const bool huge = larger > 0x1p500;
    const bool tiny = larger < 0x1p-500;
    const double down = huge ? 0x1p-600 : (tiny ? 0x1p600 : 1.0);
    const double up = huge ? 0x1p600 : (tiny ? 0x1p-600 : 1.0);
    const double u = a * down;
    const double v = b * down;
    return __builtin_sqrt(u * u + v * v) * up;
}

}  // namespace burin::BURIN_ISA
