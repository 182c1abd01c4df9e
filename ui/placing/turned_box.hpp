// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <array>
#include <cstddef>

namespace burin::ui {

/// `v` turned clockwise, as seen on the screen.
[[nodiscard]] QPointF turnedBy(QPointF v, double degrees);

/// A rectangle that may be turned, in samples of the shown node.
struct TurnedBox {
    QPointF middle;
    QSizeF size;
    double degrees = 0;  ///< clockwise

    /// From a place relative to the middle, along the sides, and back.
    [[nodiscard]] QPointF toPlane(QPointF inside) const { return middle + turnedBy(inside, degrees); }
    [[nodiscard]] QPointF toInside(QPointF place) const { return turnedBy(place - middle, -degrees); }
    [[nodiscard]] bool contains(QPointF place) const;
    /// Clockwise from the upper left one.
    [[nodiscard]] QPolygonF corners() const;
    [[nodiscard]] QRectF bounds() const { return corners().boundingRect(); }

    friend bool operator==(const TurnedBox&, const TurnedBox&) = default;
};

/// The sides on which the eight handles of a box lie, clockwise from the upper left corner: -1, 0 or 1 from
/// the left to the right, and from the top to the bottom.
inline constexpr std::array<std::array<int, 2>, 8> handleSides = {
    {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};

[[nodiscard]] QPointF handleOf(const TurnedBox& box, std::size_t handle);

/// Rules for a box whose handle is dragged.
struct ResizeRules {
    bool proportional = false;
    bool fromMiddle = false;  ///< the middle stays, not the opposite handle
    bool whole = true;        ///< round the sides to whole pixels
};

/// The box after one of its handles was moved. A side keeps at least one pixel.
[[nodiscard]] TurnedBox resizedBox(const TurnedBox& box, std::size_t handle, QPointF by, ResizeRules rules);

/// The angle, in (-180, 180], after a place that turns with the box was moved around its middle.
/// \param step  round to multiples of this many degrees
[[nodiscard]] double turnedAngle(const TurnedBox& box, QPointF from, QPointF to, double step);

}  // namespace burin::ui
