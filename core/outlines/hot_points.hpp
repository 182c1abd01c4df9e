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

/// An edge between two different points. The upper end comes first; for a horizontal edge, the left one.
struct StepEdge {
    StepPoint a;
    StepPoint b;

    friend bool operator==(const StepEdge&, const StepEdge&) = default;
};

/// Whether p lies above q, or left of it in the same row.
[[nodiscard]] inline bool isUpper(StepPoint p, StepPoint q) {
    const auto inRows = [](StepPoint at) { return static_cast<std::int64_t>(at.y) * (1LL << 32) + at.x; };
    return inRows(p) < inRows(q);
}

/// (edge.b - edge.a) x (p - edge.a): negative if p lies to the right of an edge that goes down.
[[nodiscard]] inline std::int64_t sideOf(const StepEdge& edge, StepPoint p) {
    return static_cast<std::int64_t>(edge.b.x - edge.a.x) * (p.y - edge.a.y) -
           static_cast<std::int64_t>(edge.b.y - edge.a.y) * (p.x - edge.a.x);
}

/// Whether the closed edge meets the cell [x - 1/2, x + 1/2) x [y - 1/2, y + 1/2) of `p`.
[[nodiscard]] bool meetsCell(const StepEdge& edge, StepPoint p);

/// The hot points that edges pass: ends of edges, and rounded crossings. An edge passes the points whose
/// cells it meets, except its own ends.
struct HotPoints {
    std::vector<std::uint32_t> firsts;  ///< index in `points` of each edge's first point; the last entry is
                                        ///< the number of points
    std::vector<StepPoint> points;  ///< the points of all edges, edge by edge, in their order along the edge
};

/// Finds the hot points that each edge passes, exactly and once each. The result does not depend on how the
/// plane is divided.
///
/// The plane is divided by strips and lines, along x, along y or along edges, until few edges are left in a
/// part. The edges of a part are compared with each other, and with the ends and crossings of the part. Time
/// grows with n log n, with the number of crossings, and with the pairs of edges that no line separates.
///
/// \throws OutlineError if there are too many, Cancelled
[[nodiscard]] HotPoints findHotPoints(std::span<const StepEdge> edges, const std::stop_token& stop);

}  // namespace burin
