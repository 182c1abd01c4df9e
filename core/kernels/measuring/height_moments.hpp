// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sums over depths. Their functions are constexpr, so that kernels of cards merge them with the same bits.

#include <algorithm>
#include <cstdint>

namespace burin {

/// The moments of a set of numbers about their mean, in binary64 (P. Pebay, Formulas for robust, one-pass
/// parallel computation of covariances and arbitrary-order statistical moments, 2008).
struct HeightMoments {
    double count = 0;
    double mean = 0;
    double second = 0;  ///< sum of (x - mean)^2
    double third = 0;
    double fourth = 0;

    constexpr void merge(const HeightMoments& other) {
        if (other.count == 0) return;
        if (count == 0) {
            *this = other;
            return;
        }
        const double a = count;
        const double b = other.count;
        const double n = a + b;
        const double d = other.mean - mean;
        const double d2 = d * d;
        const double crossed = a * b / n;
        fourth += other.fourth + d2 * d2 * crossed * (a * a - a * b + b * b) / (n * n) +
                  6 * d2 * (a * a * other.second + b * b * second) / (n * n) +
                  4 * d * (a * other.third - b * third) / n;
        third += other.third + d2 * d * crossed * (a - b) / n + 3 * d * (a * other.second - b * second) / n;
        second += other.second + d2 * crossed;
        mean += d * b / n;
        count = n;
    }
};

/// Sums over the depths of a rectangle. Those of parts are merged in a fixed order, so that the result does
/// not depend on which thread computed which part.
struct HeightSums {
    HeightMoments depths;
    float least = 0;
    float greatest = 0;
    double alongX = 0;  ///< squared slopes between neighbours
    double alongY = 0;
    std::int64_t pairsX = 0;
    std::int64_t pairsY = 0;
    double excess = 0;  ///< \see HeightKernels::excess
    std::int64_t cells = 0;

    constexpr void merge(const HeightSums& other) {
        if (other.depths.count == 0) return;
        least = depths.count == 0 ? other.least : std::min(least, other.least);
        greatest = depths.count == 0 ? other.greatest : std::max(greatest, other.greatest);
        depths.merge(other.depths);
        alongX += other.alongX;
        alongY += other.alongY;
        pairsX += other.pairsX;
        pairsY += other.pairsY;
        excess += other.excess;
        cells += other.cells;
    }
};

/// Squared slopes of 1 from one sample to the next, for depths in [0, 1]: (full depth / pitch)^2.
struct SlopeFactors {
    double x = 1;
    double y = 1;
};

/// A bin of a histogram of depths that holds samples. \see HeightKernels::histogram
struct FilledBin {
    std::uint64_t bin = 0;
    std::uint64_t count = 0;
    std::uint64_t places = 0;  ///< the sum of the samples' places in the bin
};

}  // namespace burin
