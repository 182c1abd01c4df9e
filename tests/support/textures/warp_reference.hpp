// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/interval.hpp"

#include <functional>
#include <vector>

namespace burin::test {

/// A child as a function of the place in its parent's frame, continued outside of its rectangle.
using PlacedChild = std::function<Range(Point)>;

/// A map of displacements or directions.
struct MapOfPage {
    PlacedChild at;                     ///< extended
    std::function<bool(Point)> covers;  ///< whether the place lies in its rectangle
};

/// The sample of a warp at p before its masks, computed as the format's page defines it.
[[nodiscard]] Range warpOfPage(const WarpNode& node, const PlacedChild& picture,
                               const std::vector<MapOfPage>& maps, Point p);

/// The sample of a flow at p before its masks. \param map  extended; not called if `along` is angle
[[nodiscard]] Range flowOfPage(const FlowNode& node, const PlacedChild& picture, const PlacedChild& map,
                               Point p);

}  // namespace burin::test
