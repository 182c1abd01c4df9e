// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The picture of a design in the graph, as comparable values: only differences are drawn again.

#include "ui/model/document/scoped_design.hpp"

#include <QPointF>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace burin::ui {

class Fitting;

/// A linked input.
struct InputPicture {
    Trait trait = Trait::data;
    std::size_t entry = 0;  ///< index in `inputs`
    QString child;
    QString label;          ///< the trait, or the name of an instance's socket
    bool dangling = false;  ///< no node has that name
    friend bool operator==(const InputPicture&, const InputPicture&) = default;
};

/// A socket of the open group. The inputs block shows it as an output.
struct SocketPicture {
    QString name;                ///< as links name it: `$outline`; newSocket adds one
    std::optional<Trait> trait;  ///< nothing for newSocket
    friend bool operator==(const SocketPicture&, const SocketPicture&) = default;
};

/// The shape of a node's picture.
enum class NodeShape {
    node,
    instance,  ///< an instance of a group
    inputs,    ///< the sockets of the open group
    output,    ///< the output of the open group
};

enum class NodeState {
    sound,
    blocked,  ///< blocked because a node below it has an error
    error,
};

struct NodePicture {
    NodeShape shape = NodeShape::node;
    QString name;
    QString shown;  ///< the name in the header
    QString flat;   ///< the name of the samples in the thumbnail; empty: none
    QString icon;
    QString title;  ///< the kind's title
    std::vector<InputPicture> inputs;
    std::vector<SocketPicture> sockets;
    bool takesMore = false;  ///< it has a free socket
    bool needsMore = false;  ///< it is incomplete without another input
    bool feeds = true;       ///< it has an output
    bool bounded = false;
    bool muted = false;
    int bypass = -1;  ///< the input that a muted node passes through; -1: none
    NodeState state = NodeState::sound;
    QString error;      ///< the first error, in full
    QString parameter;  ///< the parameter with the error
    QStringList facts;  ///< short lines in the body
    friend bool operator==(const NodePicture&, const NodePicture&) = default;

    /// The number of sockets, including the free one.
    [[nodiscard]] int rows() const { return static_cast<int>(inputs.size()) + (takesMore ? 1 : 0); }
    /// Whether the node stands for the inputs or the output of the open group.
    [[nodiscard]] bool block() const { return shape == NodeShape::inputs || shape == NodeShape::output; }
};

/// In the order of the nodes; the blocks of a group come last.
[[nodiscard]] std::vector<NodePicture> picturesOf(const ScopedDesign& scoped, const Fitting& fitting);

/// The name of a node, a block or a socket as messages show it.
[[nodiscard]] QString shownName(const QString& name);

}  // namespace burin::ui
