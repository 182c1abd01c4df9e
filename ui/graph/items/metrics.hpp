// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The geometry of a node, in logical pixels from its upper left corner.

#include <QPointF>
#include <QRectF>

#include <algorithm>
#include <cmath>

namespace burin::ui::metrics {

constexpr qreal nodeWidth = 152;
constexpr qreal headerHeight = 24;
constexpr qreal bodyHeight = 76;  ///< for up to three input rows
constexpr qreal rowHeight = 22;
constexpr int rowsInBody = 3;
constexpr qreal firstRow = headerHeight + 14;
constexpr qreal outputHeight = headerHeight + 38;
constexpr qreal labelLeft = 12;
constexpr qreal labelWidth = 58;
constexpr qreal badge = 18;
constexpr qreal socketHit = 20;  ///< side of the square that accepts a click on a socket
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
constexpr qreal labelZoom = 0.595;     ///< sockets have no labels below this zoom, which is shown as 60 %
constexpr qreal blockZoom = 0.3;       ///< a node is a block with its name below this zoom
constexpr qreal blockNameZoom = 0.25;  ///< a block has an icon instead of its name below this zoom

/// The height of the header at a zoom. Below labelZoom the name keeps its size on the screen, and so does the
/// header around it.
[[nodiscard]] inline qreal headerHeightAt(qreal zoom) {
    constexpr qreal leastOnScreen = 14;
    return zoom < labelZoom ? std::max(headerHeight, leastOnScreen / zoom) : headerHeight;
}
/// \param rows  input rows, including the free socket
[[nodiscard]] inline qreal nodeHeight(int rows) {
    return headerHeight + bodyHeight + rowHeight * std::max(0, rows - rowsInBody);
}
/// The blocks of a group's inputs and output.
constexpr qreal inputsWidth = 120;
constexpr qreal outputWidth = 112;
constexpr qreal stackStep = 2.5;  ///< between the edges of an instance
[[nodiscard]] inline qreal blockHeight(int rows) {
    return firstRow + rowHeight * std::max(0, rows - 1) + 18;
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
