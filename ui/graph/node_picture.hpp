// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the graph shows of a design, as plain values that can be compared: what differs is drawn again.

#include "core/design/design.hpp"

#include <QPointF>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <vector>

namespace burin::ui {

class Fitting;

/// An input that is linked.
struct InputPicture {
    Trait trait = Trait::data;
    std::size_t entry = 0;  ///< in `inputs`
    QString child;
    bool dangling = false;  ///< there is no node of that name
    friend bool operator==(const InputPicture&, const InputPicture&) = default;
};

enum class NodeState {
    sound,
    blocked,  ///< by an error below it
    error,
};

/// One node.
struct NodePicture {
    QString name;
    QString icon;
    QString title;  ///< of its kind
    std::vector<InputPicture> inputs;
    bool takesMore = false;  ///< there is a free socket
    bool needsMore = false;  ///< and the node is unfinished without it
    bool feeds = true;       ///< there is an output
    bool bounded = false;
    bool muted = false;
    int bypass = -1;  ///< the input that a muted node passes on; -1: none
    NodeState state = NodeState::sound;
    QString error;      ///< the first one, in full
    QString parameter;  ///< that it is about
    QStringList facts;  ///< small lines in the body
    friend bool operator==(const NodePicture&, const NodePicture&) = default;

    /// Of sockets, the free one included.
    [[nodiscard]] int rows() const { return static_cast<int>(inputs.size()) + (takesMore ? 1 : 0); }
};

/// In the order of the design's nodes.
[[nodiscard]] std::vector<NodePicture> picturesOf(const Design& design, const Fitting& fitting);

}  // namespace burin::ui
