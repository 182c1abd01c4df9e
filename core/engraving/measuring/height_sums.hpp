// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_filters.hpp"
#include "core/geometry/rect.hpp"
#include "core/kernels/samples.hpp"

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

    void merge(const HeightMoments& other);
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

    void merge(const HeightSums& other);
};

/// Squared slopes of 1 from one sample to the next, for depths in [0, 1]: (full depth / pitch)^2.
struct SlopeFactors {
    double x = 1;
    double y = 1;
};

/// \param samples  of `size`, followed on the right and below by one more column and row if `more` says so:
///        the slopes across a border count for the block on its left or above
[[nodiscard]] HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                                    const SlopeFactors& factors);

/// Sums for the plane of least squares over any set of blocks, about the middle of the region.
struct PlaneSums {
    double depth = 0;
    double byColumn = 0;  ///< depths times columns
    double byRow = 0;
    double count = 0;
    double columns = 0;
    double rows = 0;
    double squaredColumns = 0;
    double products = 0;  ///< columns times rows
    double squaredRows = 0;

    void merge(const PlaneSums& other);
    /// \pre some block was summed
    [[nodiscard]] HeightPlane plane(const Rect& region) const;
};

/// \param block  of `region`
[[nodiscard]] PlaneSums planeSums(const ConstSamplesView& samples, const Rect& block, const Rect& region);

}  // namespace burin
