// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_filters.hpp"
#include "core/engraving/measuring/height_histogram.hpp"
#include "core/geometry/rect.hpp"
#include "core/kernels/measuring/height_moments.hpp"
#include "core/kernels/samples.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// \param samples  samples of `size`, followed on the right and below by one more column and row if `more`
///         says so, because the slopes across a border count for the block to its left or above it
[[nodiscard]] HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                                    const SlopeFactors& factors);

/// Also counts the samples of `size`, in the same pass.
/// \param scratch  \see HeightHistogram::add \pre at most HeightKernels::mostSamples samples
[[nodiscard]] HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                                    const SlopeFactors& factors, HeightHistogram& histogram,
                                    std::vector<std::uint64_t>& scratch);

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
    /// \pre at least one block was summed
    [[nodiscard]] HeightPlane plane(const Rect& region) const;
};

/// \param block  of `region`
[[nodiscard]] PlaneSums planeSums(const ConstSamplesView& samples, const Rect& block, const Rect& region);

}  // namespace burin
