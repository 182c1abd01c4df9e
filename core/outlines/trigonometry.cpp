// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/trigonometry.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

// Values are pairs hi + lo of binary64 whose sum is within about 2^-56 of the true value; the last addition
// rounds it to within 0.6 ulp. Exact sums and products after T. J. Dekker, A floating-point technique for
// extending the available precision, 1971.

namespace burin {

namespace {

struct DoubleSum {
    double hi = 0;
    double lo = 0;
};

DoubleSum exactSum(double a, double b) {
    const double s = a + b;
    const double bPart = s - a;
    return {s, (a - (s - bPart)) + (b - bPart)};
}

DoubleSum exactProduct(double a, double b) {
    constexpr double splitter = 0x1p27 + 1;
    const double p = a * b;
    const double aBig = a * splitter;
    const double bBig = b * splitter;
    const double aHigh = aBig - (aBig - a);
    const double bHigh = bBig - (bBig - b);
    const double aLow = a - aHigh;
    const double bLow = b - bHigh;
    return {p, ((aHigh * bHigh - p) + aHigh * bLow + aLow * bHigh) + aLow * bLow};
}

DoubleSum productOf(DoubleSum a, double b) {
    const DoubleSum p = exactProduct(a.hi, b);
    return exactSum(p.hi, p.lo + a.lo * b);
}

DoubleSum differenceOf(DoubleSum a, DoubleSum b) {
    const DoubleSum s = exactSum(a.hi, -b.hi);
    return exactSum(s.hi, s.lo + (a.lo - b.lo));
}

constexpr DoubleSum halfTurnBy2{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr DoubleSum halfTurn{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr DoubleSum radiansInDegree{0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62};

struct PairOfSums {
    DoubleSum sine;
    DoubleSum cosine;
};

/// Taylor series. \pre |r| is at most slightly larger than pi / 4
PairOfSums ofReduced(DoubleSum r) {
    const DoubleSum square = exactProduct(r.hi, r.hi);
    const double z = square.hi;
    double sine = 0;    // series of (sin(r) - r) / r, divided by -z / 6
    double cosine = 0;  // series of (cos(r) - 1 + z / 2), divided by z^2 / 24
    for (int n = 21; n > 3; n -= 2) {
        sine = (1 + sine) * (-z / static_cast<double>(n * (n - 1)));
        cosine = (1 + cosine) * (-z / static_cast<double>((n + 1) * n));
    }
    const double sineRest = r.hi * (-z / 6 * (1 + sine)) + r.lo * (1 - z / 2);
    const double cosineRest = z * z / 24 * (1 + cosine) - (square.lo / 2 + r.hi * r.lo);
    const DoubleSum c = exactSum(1, -z / 2);
    return {exactSum(r.hi, sineRest), exactSum(c.hi, c.lo + cosineRest)};
}

PairOfSums turnedBy(int quarters, PairOfSums of) {
    for (int i = 0; i < quarters; ++i)
        of = {of.cosine, {-of.sine.hi, -of.sine.lo}};
    return of;
}

PairOfSums pairOf(double radians) {
    // The products with the first three parts of pi / 2, of 22 bits each, are exact.
    const double n = std::floor(radians * 0x1.45f306dc9c883p-1 + 0.5);
    const double near = radians - n * 0x1.921fb00000000p+0;
    DoubleSum r = exactSum(near, -(n * 0x1.5110b00000000p-22));
    r = differenceOf(r, exactProduct(n, 0x1.1846980000000p-44));
    r = differenceOf(r, exactProduct(n, 0x1.3198a2e037073p-69));
    const auto quarters = static_cast<std::int64_t>(std::fmod(n, 4)) & 3;
    return turnedBy(static_cast<int>(quarters), ofReduced(r));
}

SineCosine rounded(const PairOfSums& of) {
    return {of.sine.hi + of.sine.lo, of.cosine.hi + of.cosine.lo};
}

/// atan(u / v). \pre 0 <= u <= v, 0.5 <= v < 1
DoubleSum arcTangentOfRatio(double u, double v) {
    const double t = u / v;
    if (t < 0x1p-28) return {t, -t * t * t / 3};
    double a = t / (1 + 0.28 * t * t);  // within 0.005
    for (int step = 0; step < 2; ++step) {
        const SineCosine at = rounded(pairOf(a));
        const double rest = (u * at.cosine - v * at.sine) / (v * at.cosine + u * at.sine);
        a += rest - rest * rest * rest / 3;
    }
    const PairOfSums at = pairOf(a);
    const DoubleSum rest = differenceOf(productOf(at.cosine, u), productOf(at.sine, v));
    return exactSum(a, (rest.hi + rest.lo) / (v * at.cosine.hi + u * at.sine.hi));
}

}  // namespace

SineCosine sineCosine(double radians) {
    if (radians == 0) return {radians, 1};
    return rounded(pairOf(radians));
}

SineCosine sineCosineOfDegrees(double degrees) {
    const double within = std::fmod(degrees, 360.0);
    const double nearest = std::floor(within / 90 + 0.5);
    const double rest = within - nearest * 90;  // exact, within [-45, 45]
    const int quarters = (static_cast<int>(nearest) % 4 + 4) % 4;
    if (rest == 0) {
        constexpr SineCosine exact[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        return exact[quarters];
    }
    return rounded(turnedBy(quarters, ofReduced(productOf(radiansInDegree, rest))));
}

double tangentOf(double radians) {
    if (radians == 0) return radians;
    const PairOfSums of = pairOf(radians);
    const double q = of.sine.hi / of.cosine.hi;
    const DoubleSum rest = differenceOf(of.sine, productOf(of.cosine, q));
    return q + (rest.hi + rest.lo) / of.cosine.hi;
}

double arcTangent(double y, double x) {
    if (x == 0 && y == 0) return 0;
    int exponent = 0;
    static_cast<void>(std::frexp(std::fmax(std::fabs(x), std::fabs(y)), &exponent));
    double u = std::ldexp(std::fabs(y), -exponent);
    double v = std::ldexp(std::fabs(x), -exponent);
    const bool steep = u > v;
    if (steep) std::swap(u, v);
    DoubleSum a = arcTangentOfRatio(u, v);
    if (steep) a = differenceOf(halfTurnBy2, a);
    if (std::signbit(x)) a = differenceOf(halfTurn, a);
    return std::copysign(a.hi + a.lo, y);
}

}  // namespace burin
