// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/roller.hpp"
#include "core/render/graph.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// One way around a roller.
struct WayRound {
    bool alongX = true;
    std::int64_t length = 0;  ///< length of the surface

    [[nodiscard]] std::string side() const { return alongX ? "width" : "height"; }
    [[nodiscard]] std::int64_t of(Size size) const { return alongX ? size.width : size.height; }
    /// Whether a node with these `closes` repeats exactly on the circumference.
    [[nodiscard]] bool closedBy(Size closes) const { return of(closes) > 0 && length % of(closes) == 0; }
    /// `closes`, with the side along this way set to its length.
    [[nodiscard]] Size added(Size closes) const {
        (alongX ? closes.width : closes.height) = length;
        return closes;
    }
};

/// A node that meets itself at the joint of a roller.
struct JointNode {
    std::size_t node = 0;  ///< its index in the graph
    WayRound way;
};

/// The nodes that reach two opposite sides of a surface. Two uses of a node at the same place may reach one
/// side each. A node that reaches all four sides is listed for each way. Nodes below a `transform` are not
/// found.
/// \param graph   the graph of a root
/// \param roller  tells which sides it joins; nothing: both pairs of sides are checked
/// \param unseen  receives the checks that were not possible
[[nodiscard]] std::vector<JointNode> nodesAtJoint(const Graph& graph, const std::optional<Roller>& roller,
                                                  std::vector<Problem>& unseen);

}  // namespace burin
