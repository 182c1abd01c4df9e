// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the place of a measured part on its design, and the differences between both.

#include "core/engraving/comparing/shift_search.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace burin {

struct ComparisonOptions {
    double fullDepthUm = 0;
    Vector surfacePitchUm{1, 1};
    Vector atUm{0, 0};  ///< the expected place of the measured middle on the surface
    /// How far to search around the expected place; nothing: a quarter of the sides of the measured heights.
    /// Never farther than the size of the surface.
    std::optional<Vector> reachUm;
    double mostTurn = 3;     ///< in degrees
    bool plane = true;       ///< whether the tilt of the measured heights is fitted and taken away
    double toleranceUm = 0;  ///< 0: none
    int threads = 1;
    std::stop_token stop;
    /// Called from time to time on the comparing thread, with a share from 0 to 1 that never decreases.
    std::function<void(double share)> progress = {};
};

/// The largest side of measured heights in samples.
inline constexpr std::int64_t longestComparedSide = 8192;
/// Heights with a lower correlation do not belong to the place that was found.
inline constexpr double leastCorrelation = 0.5;

struct Comparison {
    Vector shiftUm{0, 0};    ///< from the expected to the found place of the measured middle
    Vector placeUm{0, 0};    ///< place of the measured middle on the surface
    double turnDegrees = 0;  ///< turn of the measured heights on the surface, clockwise
    double correlation = 0;  ///< correlation of measured and designed heights at that place
    double gain = 0;         ///< measured height differences divided by designed ones: the share of the depth
                             ///< that was reached
    double offsetUm = 0;     ///< the measured height in the middle if the designed height there is 0
    Vector tilt{0, 0};       ///< tilt of the measured heights, in um per um
    /// Whether that place lies within the limits of the search, or beyond them by at most one of its steps.
    bool withinLimits = false;
    /// Whether noise would match as well in less than one of 1,000 comparisons.
    bool significant = false;
    bool ambiguous = false;    ///< other places correlate nearly as well; the one nearest to `atUm` was taken
    std::int64_t samples = 0;  ///< number of samples that were compared
    std::int64_t missing = 0;  ///< measured samples that have no height or lie outside the surface
    double sa = 0, sq = 0, sp = 0, sv = 0;  ///< roughness of the residual, in um
    std::optional<double> within;           ///< the share of residuals up to the tolerance
    /// Measured minus designed heights, minus offset and tilt; on the measured samples, NaN where missing.
    HeightGrid residual;
};

/// Compares measured heights with a surface: finds the pose on coarse heights (searchPose), refines it on
/// finer ones by Gauss-Newton steps with Huber weights, to 0.001 sample, and computes the residual.
/// \param depths    the depths of the surface, which is bounded
/// \param measured  in um, at most longestComparedSide a side
/// \throws Cancelled, and what sources throw
[[nodiscard]] Comparison compareHeights(const HeightMap& depths, const HeightGrid& measured,
                                        const ComparisonOptions& options);

/// The bytes that compareHeights() takes, without `measured` and without the bytes for reading the depths.
/// \param surface  the extent of the depths
[[nodiscard]] std::size_t comparisonBytes(const HeightGrid& measured, const Rect& surface,
                                          const ComparisonOptions& options);

}  // namespace burin
