// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace burin {

/// The largest spot, in pixels, that findThinFeatures() supports.
inline constexpr double largestSpotPx = 64;

/// The distance, in pixels, within which features decide whether a place is thin.
[[nodiscard]] std::int64_t thinMargin(double spotPx);

struct ThinFeatures {
    std::int64_t samples = 0;    ///< number of samples in thin features
    std::optional<Point> place;  ///< the first of the thin places
};

/// Finds the places of a set in `judged` that a round spot cannot engrave: those that are farther than a spot
/// from every place that the spot fits into. Finds lines and dots that are too narrow, but not rounded
/// corners. The cost grows with the area times the area of the spot. Pure.
/// \param set   size.width * size.height bytes, 1 if engraved; its edge samples are repeated outwards
/// \param judged  a part of the rectangle at (0, 0) of that size
[[nodiscard]] ThinFeatures findThinFeatures(const std::vector<std::uint8_t>& set, Size size,
                                            const Rect& judged, double spotPx);

}  // namespace burin
