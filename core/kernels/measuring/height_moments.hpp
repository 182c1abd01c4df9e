// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sums over depths. The functions are constexpr, so that kernels of cards can merge sums to the same bits.

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

    constexpr void merge(const HeightMoments& other);
};

/// How adding numbers changes the moments of the earlier numbers. There is a function for each moment,
/// because a card computes one moment of many rows before the next moment, and must get the same bits.
struct MomentStep {
    double before = 0;    ///< how many numbers there are already
    double more = 0;      ///< how many are added
    double distance = 0;  ///< from the mean of the earlier numbers to the mean of the added ones

    [[nodiscard]] constexpr double count() const { return before + more; }
    [[nodiscard]] constexpr double mean() const { return distance * more / count(); }
    /// \param other  the moments of the added numbers
    [[nodiscard]] constexpr double second(const HeightMoments& other) const {
        return other.second + distance * distance * crossed();
    }
    /// \param secondBefore  the second moment of the earlier numbers
    [[nodiscard]] constexpr double third(const HeightMoments& other, double secondBefore) const {
        const double n = count();
        return other.third + distance * distance * distance * crossed() * (before - more) / n +
               3 * distance * (before * other.second - more * secondBefore) / n;
    }
    [[nodiscard]] constexpr double fourth(const HeightMoments& other, double secondBefore,
                                          double thirdBefore) const {
        const double a = before;
        const double b = more;
        const double n = count();
        const double d2 = distance * distance;
        return other.fourth + d2 * d2 * crossed() * (a * a - a * b + b * b) / (n * n) +
               6 * d2 * (a * a * other.second + b * b * secondBefore) / (n * n) +
               4 * distance * (a * other.third - b * thirdBefore) / n;
    }

  private:
    [[nodiscard]] constexpr double crossed() const { return before * more / count(); }
};

constexpr void HeightMoments::merge(const HeightMoments& other) {
    if (other.count == 0) return;
    if (count == 0) {
        *this = other;
        return;
    }
    const MomentStep step{count, other.count, other.mean - mean};
    fourth += step.fourth(other, second, third);
    third += step.third(other, second);
    second += step.second(other);
    mean += step.mean();
    count = step.count();
}

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
    double excess = 0;  ///< \see HeightRowSums::excess
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
