// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/preview/preview.hpp"

#include <cstdint>

namespace burin {

/// Combines pictures of two nodes into one, as A/B in the studio shows them.
///
/// A place without a pixel of its node is 0. In a difference, equal values are 0.5, and so is a place that
/// one of the nodes does not cover. Differences from -0.5 to 0.5 become 0 to 1; larger ones are cut off.
///
/// \param a,b    have the same level; each covers any part of `area`, or nothing
/// \param area   what the picture of one node shows, in blocks of that level
/// \param split  with `line`: the first column of blocks that shows B
/// \return the picture of `area`; with `beside`, twice as wide
[[nodiscard]] Picture comparedPicture(const Picture& a, const Picture& b, ComparisonMode mode,
                                      const Rect& area, std::int64_t split);

}  // namespace burin
