// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/area_handles.hpp"

#include "ui/model/measured_area.hpp"
#include "ui/model/previews/previews.hpp"

#include <QLineF>

#include <cmath>

namespace burin::ui {

namespace {

QRectF rectangleOf(const Rect& area) {
    return {static_cast<double>(area.x), static_cast<double>(area.y), static_cast<double>(area.width),
            static_cast<double>(area.height)};
}

/// Whole samples.
Rect samplesOf(const QRectF& area) {
    const auto left = static_cast<std::int64_t>(std::round(area.left()));
    const auto top = static_cast<std::int64_t>(std::round(area.top()));
    return {left, top, static_cast<std::int64_t>(std::round(area.right())) - left,
            static_cast<std::int64_t>(std::round(area.bottom())) - top};
}

}  // namespace

bool AreaHandles::drawable() const {
    return workbench_.previews.roughnessWish().has_value();
}

std::optional<QRectF> AreaHandles::area() const {
    if (dragged_) return QRectF(dragged_->fixed, dragged_->moving).normalized();
    const auto wish = workbench_.previews.roughnessWish();
    if (!wish || wish->of != RoughnessWish::Of::rectangle || wish->rectangle.empty()) return {};
    return rectangleOf(wish->rectangle);
}

std::array<QPointF, 8> AreaHandles::handles(const QRectF& area) {
    const QPointF middle = area.center();
    return {area.topLeft(),     {middle.x(), area.top()},    area.topRight(),   {area.right(), middle.y()},
            area.bottomRight(), {middle.x(), area.bottom()}, area.bottomLeft(), {area.left(), middle.y()}};
}

void AreaHandles::begin(QPointF at) {
    dragged_ = Dragged{at, at};
}

bool AreaHandles::grab(QPointF at, double reach) {
    const std::optional<QRectF> now = area();
    if (!now) return false;
    const auto all = handles(*now);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (QLineF(all[i], at).length() > reach) continue;
        // The opposite handle stays; a handle in the middle of a side moves that side alone.
        const bool corner = i % 2 == 0;
        const QPointF opposite = all[(i + 4) % 8];
        const bool acrossX = i == 3 || i == 7;
        dragged_ = corner    ? Dragged{opposite, all[i]}
                   : acrossX ? Dragged{{opposite.x(), now->top()}, {all[i].x(), now->bottom()}, true, false}
                             : Dragged{{now->left(), opposite.y()}, {now->right(), all[i].y()}, false, true};
        return true;
    }
    return false;
}

void AreaHandles::dragTo(QPointF at) {
    if (!dragged_) return;
    if (dragged_->alongX) dragged_->moving.setX(at.x());
    if (dragged_->alongY) dragged_->moving.setY(at.y());
}

bool AreaHandles::end() {
    if (!dragged_) return false;
    const Rect drawn = samplesOf(*area());
    dragged_.reset();
    if (drawn.empty()) return false;
    setMeasuredArea(workbench_.document, drawn);
    return true;
}

}  // namespace burin::ui
