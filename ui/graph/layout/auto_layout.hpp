// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <span>
#include <vector>

namespace burin::ui {

/// A node to place: its height, and the nodes that it reads, from its first input down.
struct LayoutNode {
    qreal height = 100;
    std::vector<int> children;
    bool input = false;  ///< it reads no node, and stands in the first column also if no node reads it
};

/// Lays out nodes in columns by depth, from left to right. A node stands in the column before the first node
/// that reads it.
///
/// Within a column, nodes are ordered by the barycentre of their neighbours (K. Sugiyama, S. Tagawa and M.
/// Toda: Methods for visual understanding of hierarchical system structures, 1981), with stand-ins for wires
/// that cross the column. Then each node moves as close as the others allow to the place at which its wires
/// are straight (least squares under an order: pooling of adjacent violators, M. Ayer and others, 1955).
///
/// \return the upper left corners, the leftmost and topmost at 0; columns are 192 apart, nodes in a column at
///         least 124. Links that close a cycle are not followed.
///
/// Pure; the same for the same arguments.
[[nodiscard]] std::vector<QPointF> autoLayout(std::span<const LayoutNode> nodes);

}  // namespace burin::ui
