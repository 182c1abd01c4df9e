// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/affine.hpp"
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

/// The distance at which two ends count as one place.
struct DxfJoin {
    Affine toDrawing;  ///< from the coordinates of the ends
    double um = 1;

    [[nodiscard]] bool meet(PlanePoint a, PlanePoint b) const;
};

/// Joins pieces in their order to a closed contour, and adds it to `into`. Each piece may run either way. A
/// gap that `join` allows becomes a line.
///
/// \pre  pieces is not empty
/// \return the first piece that does not meet the piece before it, the last one being before the first; if
///         there is one, `into` ends with an unfinished contour
[[nodiscard]] std::optional<std::size_t> addLoop(const ContourList& pieces, const DxfJoin& join,
                                                 ContourList& into);

/// Joins ends that are nearer to one another than `join`. A gap becomes a line. \throws OutlineError,
/// Cancelled
[[nodiscard]] std::variant<DxfChains, DxfFork> chained(const DxfPieces& pieces, double join,
                                                       OutlineMeter& meter);

}  // namespace burin
