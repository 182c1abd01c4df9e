// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/form/operation.hpp"

#include <QHash>
#include <QIcon>
#include <QImage>

#include <memory>
#include <span>
#include <vector>

namespace burin::ui {

/// The prefix of the names of actions that add starters.
inline constexpr QLatin1String starterPrefix("graph.start.");

/// A StarterDescription, and the words and the picture with which the studio shows it.
struct Starter {
    KindDescription shown;  ///< the kind, described as this starter for search and display
    YamlValue values;       ///< a map from keys to initial values
    double shownPx;         ///< the side of the pictured square if the node has no size
    QImage drawn;           ///< its samples; null for a formula, which is drawn at any size
    /// The pictures that were asked for, by their sides. Copies of the starter share them.
    std::shared_ptr<QHash<int, QImage>> pictures = std::make_shared<QHash<int, QImage>>();
};

/// The starters for `kinds`; their texts live as long as the program. The first call for these kinds takes
/// some milliseconds. Interface thread only.
[[nodiscard]] std::vector<Starter> startersOf(std::span<const Kind> kinds);

/// A picture of a starter's result, in gray. It is drawn once for each size. Interface thread only.
/// \param px  the side of the picture
[[nodiscard]] QImage pictureOf(const Starter& starter, int px);
/// The picture of a starter as an icon. \param side  in logical pixels  \param ratio  device pixels in a
/// logical pixel
[[nodiscard]] QIcon iconOf(const Starter& starter, int side, qreal ratio);

}  // namespace burin::ui
