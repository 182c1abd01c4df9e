// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/turned_box.hpp"

#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace burin::ui {

QPointF turnedBy(QPointF v, double degrees) {
    const Turn turn = Turn::byDegrees(degrees);
    return {turn.cosine * v.x() - turn.sine * v.y(), turn.sine * v.x() + turn.cosine * v.y()};
}

bool TurnedBox::contains(QPointF place) const {
    const QPointF inside = toInside(place);
    return std::abs(inside.x()) <= size.width() / 2 && std::abs(inside.y()) <= size.height() / 2;
}

QPolygonF TurnedBox::corners() const {
    QPolygonF corners;
    for (std::size_t i = 0; i < handleSides.size(); i += 2)
        corners << handleOf(*this, i);
    return corners;
}

QPointF handleOf(const TurnedBox& box, std::size_t handle) {
    const auto [x, y] = handleSides[handle];
    return box.toPlane({x * box.size.width() / 2, y * box.size.height() / 2});
}

TurnedBox resizedBox(const TurnedBox& box, std::size_t handle, QPointF by, ResizeRules rules) {
    const auto [x, y] = handleSides[handle];
    const QPointF moved = turnedBy(by, -box.degrees) * (rules.fromMiddle ? 2 : 1);
    const double width = box.size.width();
    const double height = box.size.height();
    double wide = width + x * moved.x();
    double high = height + y * moved.y();
    if (rules.proportional && width > 0 && height > 0) {
        // A corner follows the side that has changed more.
        const double alongX = wide / width;
        const double alongY = high / height;
        const bool byX = y == 0 || (x != 0 && std::abs(alongX - 1) >= std::abs(alongY - 1));
        double factor = byX ? alongX : alongY;
        const double side = byX ? width : height;
        if (rules.whole) factor = std::round(side * factor) / side;
        factor = std::max({factor, 1 / width, 1 / height});
        wide = width * factor;
        high = height * factor;
    } else if (rules.whole) {
        if (x != 0) wide = std::round(wide);
        if (y != 0) high = std::round(high);
    }
    // Only sides that are moved have this limit, because a line may be thinner than a pixel.
    if (x != 0) wide = std::max(1.0, wide);
    if (y != 0) high = std::max(1.0, high);
    TurnedBox resized = box;
    resized.size = {wide, high};
    if (!rules.fromMiddle) resized.middle = box.toPlane({x * (wide - width) / 2, y * (high - height) / 2});
    return resized;
}

double turnedAngle(const TurnedBox& box, QPointF from, QPointF to, double step) {
    const auto angle = [&](QPointF place) {
        const QPointF way = place - box.middle;
        return std::atan2(way.y(), way.x()) * 180 / std::numbers::pi;
    };
    const double turned =
        std::remainder(std::round((box.degrees + angle(to) - angle(from)) / step) * step, 360.0);
    return turned == -180 ? 180 : turned;
}

}  // namespace burin::ui
