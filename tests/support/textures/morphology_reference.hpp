// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/interval.hpp"

#include <functional>

namespace burin::test {

/// The sample of a morphology at p before its masks, computed as the format's page defines it: each step
/// looks at every pixel of the shape. \param child  its child in the node's frame, continued outside of its
/// rectangle
[[nodiscard]] Range morphologyOfPage(const MorphologyNode& node, const std::function<Range(Point)>& child,
                                     Point p);

}  // namespace burin::test
