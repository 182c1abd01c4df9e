// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Snap rounding: the hot points that each edge passes. After J. D. Hobby, Practical segment intersection with
// finite precision output, 1999. Everything is exact, in integers.

#include "core/outlines/snapped_outline.hpp"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// An edge between two different points; the upper end first, of a horizontal edge the left one.
struct StepEdge {
    StepPoint a;
    StepPoint b;

    friend bool operator==(const StepEdge&, const StepEdge&) = default;
};

/// Whether p lies above q, or left of it in the same row.
[[nodiscard]] inline bool isUpper(StepPoint p, StepPoint q) {
    return p.y != q.y ? p.y < q.y : p.x < q.x;
}

/// (edge.b - edge.a) x (p - edge.a): negative if p lies to the right of an edge that goes down.
[[nodiscard]] inline std::int64_t sideOf(const StepEdge& edge, StepPoint p) {
    return static_cast<std::int64_t>(edge.b.x - edge.a.x) * (p.y - edge.a.y) -
           static_cast<std::int64_t>(edge.b.y - edge.a.y) * (p.x - edge.a.x);
}

/// Whether the closed edge meets the cell [x - 1/2, x + 1/2) x [y - 1/2, y + 1/2) of `p`.
[[nodiscard]] bool meetsCell(const StepEdge& edge, StepPoint p);

/// An edge and a hot point, not one of its ends, whose cell it meets.
struct HotIncidence {
    std::uint32_t edge = 0;
    StepPoint point;

    friend bool operator==(const HotIncidence&, const HotIncidence&) = default;
};

/// All incidences of different edges and their hot points: every end of an edge, and every crossing, rounded.
///
/// Sorted by edge, and for each edge in the order along it. The plane is divided by lines, along x, along y
/// or along edges, until few edges are left in a part; their pairs are compared. Time grows with n log n,
/// with the number of crossings, and with the pairs of edges that no line separates.
///
/// \throws OutlineError if there are too many, Cancelled
[[nodiscard]] std::vector<HotIncidence> findHotPoints(std::span<const StepEdge> edges,
                                                      const std::stop_token& stop);

}  // namespace burin
