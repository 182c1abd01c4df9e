// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"

namespace burin::ui {

/// Moves what stands in the way of a node that was put on a wire: the node keeps its distance from the child,
/// and the parent with all to the right of it, frames, comments and points of wires too, moves on by what is
/// missing. A wire that runs to the left is left alone. Points of the wire before the node now lead to it.
///
/// \param wire  as it was before  \param place  where the node was dropped
/// \return where the node goes
///
/// \pre the node is on the wire in `edit`, and places are written down
QPointF makeRoom(const GraphScene& scene, DesignEdit& edit, const QString& node, const WireItem& wire,
                 QPointF place);

}  // namespace burin::ui
