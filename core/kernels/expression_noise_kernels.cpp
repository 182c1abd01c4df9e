// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/expression_noise.hpp"

// The format page's hash of three integers, and the noises that are made of it. Each step is a pass of its
// own over a block, so that no loop mixes more than one change of lane width.

namespace burin::BURIN_ISA {

static constexpr std::uint32_t factorX = 0x9E3779B1;
static constexpr std::uint32_t factorY = 0x85EBCA77;
static constexpr std::uint32_t factorSeed = 0xC2B2AE3D;
static constexpr double hashLimit = 0x1p53;  ///< operands of that magnitude have no hash

using Lanes = std::uint32_t[expressionBlock];
using Row = double[expressionBlock];

/// The lower 32 bits of a whole number, as two's complement. \pre |v| < 2^53
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

/// products[i] = floor(v[i]) * factor, modulo 2^32; anything where v has no hash.
static void multiplied(const double* __restrict v, std::uint32_t factor, std::uint32_t* __restrict products,
                       std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        products[i] = lowerBits(roundDown(v[i])) * factor;
}

/// The three operands of a row, as arrays and as products.
struct HashOperands {
    HashOperands(const KernelInput* in, std::int64_t count)
        : x(spread(in[0], xBuffer, count)),
          y(spread(in[1], yBuffer, count)),
          seed(spread(in[2], seedBuffer, count)) {
        multiplied(x, factorX, xProducts, count);
        multiplied(y, factorY, yProducts, count);
        multiplied(seed, factorSeed, seedProducts, count);
    }
    HashOperands(const HashOperands&) = delete;
    HashOperands& operator=(const HashOperands&) = delete;

    const double* x;
    const double* y;
    const double* seed;
    alignas(64) Lanes xProducts;
    alignas(64) Lanes yProducts;
    alignas(64) Lanes seedProducts;
    alignas(64) Row xBuffer;
    alignas(64) Row yBuffer;
    alignas(64) Row seedBuffer;
};

/// The hashes of (X + dx, Y + dy, seed + dSeed).
static void hashes(const HashOperands& operands, std::uint32_t dx, std::uint32_t dy, std::uint32_t dSeed,
                   std::uint32_t* __restrict out, std::int64_t count) {
    const std::uint32_t addX = dx * factorX;
    const std::uint32_t addY = dy * factorY;
    const std::uint32_t addSeed = dSeed * factorSeed;
    for (std::int64_t i = 0; i < count; ++i) {
        out[i] = scrambled((operands.xProducts[i] + addX) ^ (operands.yProducts[i] + addY) ^
                           (operands.seedProducts[i] + addSeed));
    }
}

/// Whether all of floor(v) + from .. floor(v) + to have a hash.
BURIN_INLINE bool hashable(double v, double from, double to) {
    const double whole = roundDown(v);
    return (magnitude(whole + from) < hashLimit) & (magnitude(whole + to) < hashLimit);
}

void hashRow(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const HashOperands operands(in, count);
    alignas(64) Lanes h;
    hashes(operands, 0, 0, 0, h, count);
    for (std::int64_t i = 0; i < count; ++i) {
        const bool valid = (magnitude(operands.x[i]) < hashLimit) & (magnitude(operands.y[i]) < hashLimit) &
                           (magnitude(operands.seed[i]) < hashLimit);
        out[i] = valid ? unitFromBits(h[i]) : notANumber;
    }
}

void noiseRow(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const HashOperands operands(in, count);
    alignas(64) Lanes h00;
    alignas(64) Lanes h10;
    alignas(64) Lanes h01;
    alignas(64) Lanes h11;
    hashes(operands, 0, 0, 0, h00, count);
    hashes(operands, 1, 0, 0, h10, count);
    hashes(operands, 0, 1, 0, h01, count);
    hashes(operands, 1, 1, 0, h11, count);
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = operands.x[i];
        const double y = operands.y[i];
        const double s = fade(x - roundDown(x));
        const double t = fade(y - roundDown(y));
        const double a = unitFromBits(h00[i]);
        const double b = unitFromBits(h01[i]);
        const double upper = a + (unitFromBits(h10[i]) - a) * s;
        const double lower = b + (unitFromBits(h11[i]) - b) * s;
        const bool valid =
            hashable(x, 0.0, 1.0) & hashable(y, 0.0, 1.0) & (magnitude(operands.seed[i]) < hashLimit);
        out[i] = valid ? upper + (lower - upper) * t : notANumber;
    }
}

/// nearestSquare = min(nearestSquare, squared distance to the point of cell (X + dx, Y + dy)).
static void cellDistance(const HashOperands& operands, int dx, int dy, double* __restrict nearestSquare,
                         std::int64_t count) {
    alignas(64) Lanes hx;
    alignas(64) Lanes hy;
    hashes(operands, static_cast<std::uint32_t>(dx), static_cast<std::uint32_t>(dy), 0, hx, count);
    hashes(operands, static_cast<std::uint32_t>(dx), static_cast<std::uint32_t>(dy), 1, hy, count);
    const double offsetX = dx;
    const double offsetY = dy;
    for (std::int64_t i = 0; i < count; ++i) {
        const double u = ((roundDown(operands.x[i]) + offsetX) + unitFromBits(hx[i])) - operands.x[i];
        const double v = ((roundDown(operands.y[i]) + offsetY) + unitFromBits(hy[i])) - operands.y[i];
        const double square = u * u + v * v;
        nearestSquare[i] = square < nearestSquare[i] ? square : nearestSquare[i];
    }
}

void cellRow(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const HashOperands operands(in, count);
    alignas(64) Row nearestSquare;
    for (std::int64_t i = 0; i < count; ++i)
        nearestSquare[i] = infinity;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx)
            cellDistance(operands, dx, dy, nearestSquare, count);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const bool valid = hashable(operands.x[i], -1.0, 1.0) & hashable(operands.y[i], -1.0, 1.0) &
                           hashable(operands.seed[i], 0.0, 1.0);
        out[i] = valid ? __builtin_sqrt(nearestSquare[i]) : notANumber;
    }
}

}  // namespace burin::BURIN_ISA
