// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/preview/preview.hpp"

#include <cstdint>

namespace burin {

/// Combines pictures of two nodes into one, as A/B in the studio shows them.
///
/// Places without a pixel of their node are 0. In a difference, 0.5 stands for equal values. Places without a
/// pixel of one of the nodes are 0.5 too. 0 and 1 stand for differences of -0.5 and 0.5 or more.
///
/// \param a,b    have the same level; each covers any part of `area`, or nothing
/// \param area   what the picture of one node shows, in blocks of that level
/// \param split  the first column of blocks that shows B, if the mode is `line`
/// \return the picture of `area`; with `beside`, twice as wide
[[nodiscard]] Picture comparedPicture(const Picture& a, const Picture& b, ComparisonMode mode,
                                      const Rect& area, std::int64_t split);

}  // namespace burin
