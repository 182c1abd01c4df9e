// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"

#include <vector>

namespace burin::ui {

/// Makes room for a node that was inserted into wires. The node keeps its distance from its children; the
/// parents and everything to their right, including frames, comments and route points, move right by the
/// missing distance. Nothing moves if the wires run to the left. Route points before the node now lead to it.
/// The node moves up or down if other nodes or wires were under it: a wire that passes under a node looks
/// linked to it.
///
/// \param wires  the wires before the insertion; not empty
/// \param place  the place of the drop
/// \return the node's position
/// \pre `edit` has already inserted the node into the wires, and all nodes have positions in the design
QPointF makeRoom(const GraphScene& scene, DesignEdit& edit, const QString& node,
                 const std::vector<WireChoice>& wires, QPointF place);

}  // namespace burin::ui
