// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"

#include <optional>

namespace burin::ui {

/// Where an arrow key leads from a node, and along which wire.
struct Step {
    QString node;
    std::optional<WireChoice> wire;
    NoteChoice note;  ///< instead of a node
};

/// Left to what it reads, right to what reads it, up and down to the next input of the same node (or the next
/// node that reads the same), else to what lies nearest in that direction.
[[nodiscard]] std::optional<Step> walk(const GraphScene& scene, const QString& from, int key);
/// The wire that keys act on: the chosen one, else the first that leaves the node.
[[nodiscard]] std::optional<WireChoice> currentWire(const GraphScene& scene, const QString& node);

}  // namespace burin::ui
