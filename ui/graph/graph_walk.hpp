// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"

#include <optional>

namespace burin::ui {

/// The target of an arrow key, and the wire along which it is reached.
struct Step {
    QString node;
    std::optional<WireChoice> wire;
    NoteChoice note;  ///< set instead of a node
};

/// Left goes to a child of the node, right to a parent. Up and down go to the next input of the same parent,
/// or to the next parent of the same child. Otherwise the nearest node in that direction is chosen.
[[nodiscard]] std::optional<Step> walk(const GraphScene& scene, const QString& from, int key);
/// The wire that keys act on: the selected one or, if none is selected, the first wire at the node's output.
[[nodiscard]] std::optional<WireChoice> currentWire(const GraphScene& scene, const QString& node);

}  // namespace burin::ui
