// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/expression_noise.hpp"
#include "core/kernels/hash_arithmetic.hpp"

// The format page's hash of three integers, and the noises that are computed from it. Each step is a separate
// pass over a block, so that no loop changes the lane width more than once.

namespace burin::BURIN_ISA {

static constexpr double hashLimit = 0x1p53;  ///< operands of at least this magnitude have no hash

using Lanes = std::uint32_t[expressionBlock];
using Row = double[expressionBlock];

/// products[i] = floor(v[i]) * factor, modulo 2^32; any value if v has no hash.
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

/// Whether all of floor(v) + from, ..., floor(v) + to have a hash.
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

/// The dot product of the gradient at a corner and the vector from the corner: (x, y) . (cos(tau r), sin(tau
/// r)), where r is the number of the hash. The series are evaluated at half the angle, which lies within pi /
/// 2 of 0, and are exact apart from rounding.
BURIN_INLINE double gradientTimes(std::uint32_t h, double x, double y) {
    constexpr double sineTerms[] = {1.0,
                                    -1.0 / 6,
                                    1.0 / 120,
                                    -1.0 / 5040,
                                    1.0 / 362880,
                                    -1.0 / 39916800,
                                    1.0 / 6227020800.0,
                                    -1.0 / 1307674368000.0,
                                    1.0 / 355687428096000.0,
                                    -1.0 / 121645100408832000.0};
    constexpr double cosineTerms[] = {1.0,
                                      -0.5,
                                      1.0 / 24,
                                      -1.0 / 720,
                                      1.0 / 40320,
                                      -1.0 / 3628800,
                                      1.0 / 479001600.0,
                                      -1.0 / 87178291200.0,
                                      1.0 / 20922789888000.0,
                                      -1.0 / 6402373705728000.0,
                                      1.0 / 2432902008176640000.0};
    constexpr double pi = 0x1.921fb54442d18p1;
    const double half = static_cast<double>(static_cast<std::int32_t>(h)) * (pi * 0x1p-32);
    const double square = half * half;
    const double sine = half * polynomial(square, sineTerms);
    const double cosine = polynomial(square, cosineTerms);
    return (1.0 - 2.0 * sine * sine) * x + 2.0 * sine * cosine * y;
}

/// The contribution of the corner (X + dx, Y + dy) of each cell.
static void cornerSlopes(const HashOperands& operands, int dx, int dy, double* __restrict out,
                         std::int64_t count) {
    alignas(64) Lanes h;
    hashes(operands, static_cast<std::uint32_t>(dx), static_cast<std::uint32_t>(dy), 0, h, count);
    const double offsetX = dx;
    const double offsetY = dy;
    for (std::int64_t i = 0; i < count; ++i) {
        const double p = operands.x[i] - roundDown(operands.x[i]);
        const double q = operands.y[i] - roundDown(operands.y[i]);
        out[i] = gradientTimes(h[i], p - offsetX, q - offsetY);
    }
}

/// The cells about a row of places, by their columns and rows.
struct CellNeighbours {
    explicit CellNeighbours(const HashOperands& operands, std::int64_t count) {
        for (int d = -1; d <= 1; ++d) {
            offset(operands.x, operands.xProducts, d, factorX, columns[d + 1], columnProducts[d + 1], count);
            offset(operands.y, operands.yProducts, d, factorY, rows[d + 1], rowProducts[d + 1], count);
        }
    }

    alignas(64) Row columns[3];
    alignas(64) Row rows[3];
    alignas(64) Lanes columnProducts[3];
    alignas(64) Lanes rowProducts[3];

  private:
    static void offset(const double* __restrict v, const std::uint32_t* __restrict products, int d,
                       std::uint32_t factor, double* __restrict whole,
                       std::uint32_t* __restrict wholeProducts, std::int64_t count) {
        const double offset = d;
        const std::uint32_t add = static_cast<std::uint32_t>(d) * factor;
        for (std::int64_t i = 0; i < count; ++i)
            whole[i] = roundDown(v[i]) + offset;
        for (std::int64_t i = 0; i < count; ++i)
            wholeProducts[i] = products[i] + add;
    }
};

/// nearestSquare = min(nearestSquare, squared distance to the point of the cell in this column and row).
static void cellDistance(const HashOperands& operands, const CellNeighbours& cells, int column, int row,
                         double* __restrict nearestSquare, std::int64_t count) {
    alignas(64) Lanes hx;
    alignas(64) Lanes hy;
    const std::uint32_t* const columnProducts = cells.columnProducts[column];
    const std::uint32_t* const rowProducts = cells.rowProducts[row];
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t cell = columnProducts[i] ^ rowProducts[i];
        hx[i] = scrambled(cell ^ operands.seedProducts[i]);
        hy[i] = scrambled(cell ^ (operands.seedProducts[i] + factorSeed));
    }
    const double* const columns = cells.columns[column];
    const double* const rows = cells.rows[row];
    for (std::int64_t i = 0; i < count; ++i) {
        const double u = (columns[i] + unitFromBits(hx[i])) - operands.x[i];
        const double v = (rows[i] + unitFromBits(hy[i])) - operands.y[i];
        const double square = u * u + v * v;
        nearestSquare[i] = square < nearestSquare[i] ? square : nearestSquare[i];
    }
}

void cellRow(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const HashOperands operands(in, count);
    const CellNeighbours cells(operands, count);
    alignas(64) Row nearestSquare;
    for (std::int64_t i = 0; i < count; ++i)
        nearestSquare[i] = infinity;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            cellDistance(operands, cells, column, row, nearestSquare, count);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const bool valid = hashable(operands.x[i], -1.0, 1.0) & hashable(operands.y[i], -1.0, 1.0) &
                           hashable(operands.seed[i], 0.0, 1.0);
        out[i] = valid ? __builtin_sqrt(nearestSquare[i]) : notANumber;
    }
}

/// Gradient noise after K. Perlin, Improving Noise, 2002, with a gradient of any direction at each corner.
void gradientRow(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const HashOperands operands(in, count);
    alignas(64) Row c00;
    alignas(64) Row c10;
    alignas(64) Row c01;
    alignas(64) Row c11;
    cornerSlopes(operands, 0, 0, c00, count);
    cornerSlopes(operands, 1, 0, c10, count);
    cornerSlopes(operands, 0, 1, c01, count);
    cornerSlopes(operands, 1, 1, c11, count);
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = operands.x[i];
        const double y = operands.y[i];
        const double s = fade(x - roundDown(x));
        const double t = fade(y - roundDown(y));
        const double upper = c00[i] + (c10[i] - c00[i]) * s;
        const double lower = c01[i] + (c11[i] - c01[i]) * s;
        const bool valid =
            hashable(x, 0.0, 1.0) & hashable(y, 0.0, 1.0) & (magnitude(operands.seed[i]) < hashLimit);
        out[i] = valid ? 0x1.6a09e667f3bcdp0 * (upper + (lower - upper) * t) : notANumber;  // sqrt(2)
    }
}

}  // namespace burin::BURIN_ISA
