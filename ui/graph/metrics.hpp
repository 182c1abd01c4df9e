// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The anatomy of a node, in logical pixels from its upper left corner.

#include <QPointF>
#include <QRectF>

#include <algorithm>
#include <cmath>

namespace burin::ui::metrics {

constexpr qreal nodeWidth = 152;
constexpr qreal headerHeight = 24;
constexpr qreal bodyHeight = 76;  ///< with up to three rows of inputs
constexpr qreal rowHeight = 22;
constexpr int rowsInBody = 3;
constexpr qreal firstRow = headerHeight + 14;
constexpr qreal outputHeight = headerHeight + 38;
constexpr qreal labelLeft = 12;
constexpr qreal labelWidth = 58;
constexpr qreal badge = 18;
constexpr qreal socketHit = 20;  ///< the side of the square in which a socket is hit
constexpr qreal columnWidth = 192;
constexpr qreal rowDistance = 124;
constexpr qreal snap = 8;
constexpr qreal frameHead = 32;
constexpr qreal framePadding = 12;
constexpr qreal commentWidth = 200;
constexpr qreal commentPadding = 8;
constexpr qreal routeRadius = 5;
constexpr qreal smallestZoom = 0.1;
constexpr qreal largestZoom = 4;
constexpr qreal labelZoom = 0.6;  ///< below, sockets have no labels
constexpr qreal blockZoom = 0.3;  ///< below, a node is a block with its name

/// \param rows  of inputs, the free one included
[[nodiscard]] inline qreal nodeHeight(int rows) {
    return headerHeight + bodyHeight + rowHeight * std::max(0, rows - rowsInBody);
}
[[nodiscard]] inline QPointF inputPlace(int row) {
    return {0, firstRow + rowHeight * row};
}
[[nodiscard]] inline QPointF outputPlace() {
    return {nodeWidth, outputHeight};
}
[[nodiscard]] inline QRectF thumbnailRect() {
    return {nodeWidth - 14 - 64, headerHeight + 6, 64, 64};
}
[[nodiscard]] inline qreal snapped(qreal value) {
    return std::round(value / snap) * snap;
}
[[nodiscard]] inline QPointF snapped(QPointF place) {
    return {snapped(place.x()), snapped(place.y())};
}

}  // namespace burin::ui::metrics
