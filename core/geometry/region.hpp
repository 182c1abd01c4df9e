// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/geometry/extent.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace burin {

/// Reads a part of a surface or of a node: `X,Y,W,H` in pixels or lengths.
///
/// \param pixelUm  pitch \param whole  the surface, or the node's extent \param node  empty: the surface
/// \return a rectangle that is not empty and lies in `whole`, or what is wrong: "'0,0,5,0' is empty"
[[nodiscard]] std::variant<Rect, Problem> regionIn(const std::string& text, double pixelUm, const Rect& whole,
                                                   std::string_view node = {});

/// The rectangle of an extent. For an unbounded one, the coordinates -2^40 to 2^40.
[[nodiscard]] Rect rectWithin(const Extent& extent);

}  // namespace burin
