// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/model/previews/previews.hpp"

#include <QPointF>
#include <QRectF>

#include <cstdint>
#include <optional>

namespace burin::ui {

/// A surface that closes round a roller: in a flat view, positions along one axis repeat after its side.
///
/// Turn 0 is the surface itself; turn k is its copy k sides farther along the axis.
struct RolledSurface {
    Rect all;             ///< the surface, in samples; not empty
    bool alongX = false;  ///< whether x goes round the roller; otherwise y does

    /// Nothing if the node is not a surface that covers a roller.
    [[nodiscard]] static std::optional<RolledSurface> of(const BoundNodePtr& node);

    [[nodiscard]] std::int64_t side() const { return alongX ? all.width : all.height; }
    /// The position in turn 0 that shows the same sample.
    [[nodiscard]] QPointF onSurface(QPointF position) const;
    [[nodiscard]] Point onSurface(Point sample) const;
    /// The repeat of a position that is the nearest to another one along the axis.
    [[nodiscard]] QPointF nearest(QPointF position, QPointF to) const;
    [[nodiscard]] QPointF moved(QPointF position, std::int64_t turns) const;
    /// The samples of turn 0 that other turns show in a view, and turn 0 does not. Empty if there are none.
    /// \param visible  its middle lies in turn 0 along the axis
    [[nodiscard]] Rect beyond(const Rect& visible) const;
    /// The rectangle of a turn.
    [[nodiscard]] QRectF placeOf(std::int64_t turn) const;
    struct Turns {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    /// The turns that a view meets.
    [[nodiscard]] Turns turnsIn(const QRectF& visible) const;
};

}  // namespace burin::ui
