// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/preview/preview.hpp"

#include <cstdint>

namespace burin {

/// Makes one picture of two nodes, as A/B of the studio shows them.
///
/// A node without a pixel at a place is 0 there. In a difference, 0.5 stands for equal values, and also for
/// places where one of the nodes has no pixel. 0 and 1 stand for -0.5 and 0.5, or more.
///
/// \param a,b    of one level; each covers any part of `area`, or nothing
/// \param area   what the picture of one node shows, in blocks of that level
/// \param split  the first column of blocks that shows B, if the mode is `line`
/// \return the picture of `area`; with `beside`, twice as wide
[[nodiscard]] Picture comparedPicture(const Picture& a, const Picture& b, ComparisonMode mode,
                                      const Rect& area, std::int64_t split);

}  // namespace burin
