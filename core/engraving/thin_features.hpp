// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace burin {

/// The largest spot, in pixels, for which features can be looked for.
inline constexpr double largestSpotPx = 64;

/// How far around a place features decide whether it is thin, in pixels.
[[nodiscard]] std::int64_t thinMargin(double spotPx);

struct ThinFeatures {
    std::int64_t samples = 0;    ///< that belong to thin features
    std::optional<Point> place;  ///< of the first
};

/// Looks in `judged` for parts of a set that a round spot cannot engrave: those farther than a spot from
/// every place where the spot fits. Rounded corners do not count, lines and dots that are too narrow do.
///
/// \param set   size.width * size.height bytes, 1 where something is engraved; beyond them it goes on
/// \param judged  a part of the rectangle at (0, 0) of that size
/// Cost grows with the area times the spot. Pure.
[[nodiscard]] ThinFeatures findThinFeatures(const std::vector<std::uint8_t>& set, Size size,
                                            const Rect& judged, double spotPx);

}  // namespace burin
