// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/outline.hpp"
#include "core/outlines/outline_meter.hpp"

#include <optional>
#include <string_view>

namespace burin {

/// A mistake in a text, and its place.
struct PathDataProblem {
    std::size_t offset = 0;  ///< offset of the byte at which reading ended
    Problem problem;
};

/// Reads SVG path data (SVG 1.1, 8.3): all commands, numbers written without blanks between them, arcs with
/// flags of one digit.
///
/// Elliptic arcs become arcs; radii that are too small are enlarged, as SVG requires. A text without commands
/// is an empty list. Memory: 17 to 81 bytes for each segment, which takes at least two bytes of text.
///
/// \param into  receives the contours; if there is a problem, those before it
/// \return nothing if the whole text was read
/// \throws OutlineError, Cancelled
[[nodiscard]] std::optional<PathDataProblem> parsePathData(std::string_view text, ContourList& into,
                                                           OutlineMeter& meter);

}  // namespace burin
