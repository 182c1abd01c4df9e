// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"

#include <vector>

namespace burin::test {

/// The distance that a voronoi measures at p, in pixels of the stretched frame, by a search of 9 x 9 cells.
/// \pre its feature is not id
[[nodiscard]] double voronoiDistanceOfPage(const VoronoiNode& node, Point p);

/// The ids that the node may show at p: the id of the nearest point, and the ids of points at almost the same
/// distance.
[[nodiscard]] std::vector<double> voronoiIdsOfPage(const VoronoiNode& node, Point p);

}  // namespace burin::test
