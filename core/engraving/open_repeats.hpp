// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/roller.hpp"
#include "core/engraving/preflight.hpp"
#include "core/render/graph.hpp"

#include <string>
#include <vector>

namespace burin {

/// Finds the stitchings and scatters that reach two opposite sides of a surface, and whose repeats do not
/// continue across the joint of a roller. Two uses of a node at the same place may reach one side each. Nodes
/// below a `transform` are not found.
/// \param graph   the graph of a root
/// \param roller  tells which sides it joins; nothing: both pairs of sides are checked
/// \param unseen  receives the checks that were not possible
[[nodiscard]] std::vector<Finding> findOpenRepeats(const Graph& graph, double pixelUm,
                                                   const std::optional<Roller>& roller,
                                                   std::vector<Problem>& unseen);

}  // namespace burin
