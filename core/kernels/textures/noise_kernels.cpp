// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/noise_kernels.hpp"

#include "core/kernels/hash_arithmetic.hpp"

// Gradient noise after K. Perlin, Improving Noise, 2002, with a gradient of any direction at each corner, and
// value noise. Each step is a separate pass over a block, so that no loop changes the lane width more than
// once.

namespace burin::BURIN_ISA {

static void locate(const CellMap& map, const double* __restrict x, const double* __restrict y,
                   NoiseCells& cells, std::int64_t count) {
    const CellMap m = map;
    for (std::int64_t i = 0; i < count; ++i) {
        const double u = (m.ux * x[i] + m.uy * y[i]) + m.u0;
        const double v = (m.vx * x[i] + m.vy * y[i]) + m.v0;
        const double column = roundDown(u);
        const double row = roundDown(v);
        cells.column[i] = column;
        cells.row[i] = row;
        cells.p[i] = u - column;
        cells.q[i] = v - row;
    }
}

static void nameCorners(NoiseCells& cells, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t left = lowerBits(cells.column[i]) * factorX;
        const std::uint32_t top = lowerBits(cells.row[i]) * factorY;
        const std::uint32_t right = left + factorX;
        const std::uint32_t bottom = top + factorY;
        cells.corners[0][i] = left ^ top;
        cells.corners[1][i] = right ^ top;
        cells.corners[2][i] = left ^ bottom;
        cells.corners[3][i] = right ^ bottom;
    }
}

static std::uint32_t name(std::int64_t i, std::int64_t j) {
    return (static_cast<std::uint32_t>(i) * factorX) ^ (static_cast<std::uint32_t>(j) * factorY);
}

/// 2 r - 1 for the number r in [0, 1) of a hash.
BURIN_INLINE double signedUnit(std::uint32_t h) {
    return static_cast<double>(static_cast<std::int32_t>(h ^ 0x80000000U)) * 0x1p-31;
}

/// The dot product of the gradient at a corner and the vector from the corner: (x, y) . (cos(tau r), sin(tau
/// r)), with an error below 1e-8. The series are evaluated at half the angle, which is at most pi / 2 in
/// magnitude.
BURIN_INLINE double slope(std::uint32_t h, double x, double y) {
    constexpr double sineTerms[] = {1.0,          -1.0 / 6,        1.0 / 120,         -1.0 / 5040,
                                    1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800.0};
    constexpr double cosineTerms[] = {1.0,         -0.5,           1.0 / 24,          -1.0 / 720,
                                      1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600.0, -1.0 / 87178291200.0};
    constexpr double pi = 0x1.921fb54442d18p1;
    const double half = static_cast<double>(static_cast<std::int32_t>(h)) * (pi * 0x1p-32);
    const double square = half * half;
    const double sine = half * polynomial(square, sineTerms);
    const double cosine = polynomial(square, cosineTerms);
    return (1.0 - 2.0 * sine * sine) * x + 2.0 * sine * cosine * y;
}

BURIN_INLINE double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

template <NoiseShape shape>
BURIN_INLINE double shaped(double n) {
    if constexpr (shape == NoiseShape::plain) return n;
    if constexpr (shape == NoiseShape::ridged) return 1.0 - 2.0 * magnitude(n);
    return 2.0 * magnitude(n) - 1.0;
}

template <NoiseType type, NoiseShape shape>
static void add(const NoiseCells& cells, std::uint32_t seed, double weight, double* __restrict sum,
                std::int64_t count) {
    alignas(64) std::uint32_t hashes[4][noiseBlock];
    const std::uint32_t seedProduct = seed * factorSeed;
    for (int corner = 0; corner < 4; ++corner) {
        for (std::int64_t i = 0; i < count; ++i)
            hashes[corner][i] = scrambled(cells.corners[corner][i] ^ seedProduct);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const double p = cells.p[i];
        const double q = cells.q[i];
        const auto at = [&](int corner, double x, double y) {
            if constexpr (type == NoiseType::value) return signedUnit(hashes[corner][i]);
            return slope(hashes[corner][i], x, y);
        };
        const double s = fade(p);
        const double upper = mix(at(0, p, q), at(1, p - 1.0, q), s);
        const double lower = mix(at(2, p, q - 1.0), at(3, p - 1.0, q - 1.0), s);
        constexpr double length = type == NoiseType::value ? 1.0 : 0x1.6a09e667f3bcdp0;  // sqrt(2)
        sum[i] += weight * shaped<shape>(length * mix(upper, lower, fade(q)));
    }
}

static void finish(const double* __restrict sum, const NoiseScale& scale, float* __restrict value,
                   std::int64_t count) {
    const NoiseScale to = scale;
    for (std::int64_t i = 0; i < count; ++i) {
        const double t = 0.5 + to.steepness * sum[i];
        const double inside = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        value[i] = static_cast<float>(to.low + to.span * inside);
    }
}

#define BURIN_SHAPES(type) \
    { &add<type, NoiseShape::plain>, &add<type, NoiseShape::ridged>, &add<type, NoiseShape::billow> }
const NoiseKernels noiseKernels = {&locate,
                                   &nameCorners,
                                   &name,
                                   {BURIN_SHAPES(NoiseType::gradient), BURIN_SHAPES(NoiseType::value)},
                                   &finish};

}  // namespace burin::BURIN_ISA
