// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"
#include "core/outlines/outline_meter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace burin {

/// Pieces with free ends, each one open contour, and the lines of the file that they come from.
struct DxfPieces {
    ContourList list;
    std::vector<std::uint32_t> lines;  ///< line of each contour of the list
};

/// The pieces joined at their ends: closed contours first, then open ones.
struct DxfChains {
    ContourList closed;
    ContourList open;
    std::vector<std::uint32_t> openLines;
};

/// A place where three or more ends meet.
struct DxfFork {
    PlanePoint at;
    std::uint32_t line = 0;  ///< line of a piece that ends there
};

/// Joins ends that are nearer to one another than `join`. A gap becomes a line. \throws OutlineError,
/// Cancelled
[[nodiscard]] std::variant<DxfChains, DxfFork> chained(const DxfPieces& pieces, double join,
                                                       OutlineMeter& meter);

}  // namespace burin
