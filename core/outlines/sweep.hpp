// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/resolved_outline.hpp"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// An edge of a layer, and how often it is travelled from its first end to its second; backwards counts -1.
struct LayerEdge {
    StepEdge edge;
    std::uint32_t layer = 0;
    std::int32_t times = 0;
};

/// Finds the values on both sides of edges that meet only at their ends, and drops edges with equal sides.
///
/// \param edges  sorted by edge, then by layer; each pair once
/// \param outline  the layers' rules, the items and the clips; its points do not matter
/// \throws Cancelled
///
/// A line sweeps downwards over the edges that it meets, after M. I. Shamos and D. Hoey, Geometric
/// intersection problems, 1976. The windings to the left of an edge are those to the right of its left
/// neighbour.
[[nodiscard]] std::vector<ResolvedEdge> sweepValues(std::span<const LayerEdge> edges,
                                                    const SnappedOutline& outline,
                                                    const std::stop_token& stop);

}  // namespace burin
