// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/placing/turned_box.hpp"

#include <QRectF>
#include <QString>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace burin::ui {

class NodeExtents;

/// The box of a node in its own frame, in samples.
struct ThingForm {
    QRectF upright;      ///< the rectangle before it is turned
    double degrees = 0;  ///< clockwise
    /// The upper left corner of the bounding rectangle of the turned box. Nothing: the node is turned
    /// about (0, 0).
    std::optional<QPointF> corner;

    [[nodiscard]] TurnedBox box() const;
    [[nodiscard]] ThingForm scaled(double alongX, double alongY) const;
    [[nodiscard]] ThingForm turnedTo(double angle) const;
};

/// Nothing if the node is unbounded, empty or faulty.
[[nodiscard]] std::optional<ThingForm> formOf(const Design& design, NodeIndex node,
                                              const NodeExtents& extents);

/// How the size of a node can be changed by its own values.
enum class Sizing { none, proportional, free };

[[nodiscard]] Sizing sizingOf(const DesignNode& node);
/// Whether a value of the node turns all of it.
[[nodiscard]] bool canTurn(const DesignNode& node);

/// New values of a node.
struct ThingValues {
    std::vector<std::pair<std::string, YamlValue>> values;
    double alongX = 1;  ///< the factors of the size, perhaps rounded to a size that the node can have
    double alongY = 1;
    QString formula;  ///< the key of a value that stays because it is a formula; empty: there is none
};

/// Values that make a node larger by two factors, in the units of the file.
/// \param text  the node as the file has it  \pre sizingOf(node) allows it; both factors positive
[[nodiscard]] ThingValues sizedBy(const DesignNode& node, const YamlValue& text, double alongX, double alongY,
                                  double pixelUm);
[[nodiscard]] ThingValues turnedTo(const YamlValue& text, double degrees);

/// Whether the file has a formula there.
[[nodiscard]] bool isFormula(const YamlValue* value);

}  // namespace burin::ui
