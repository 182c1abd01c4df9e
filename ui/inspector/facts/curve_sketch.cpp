// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/facts/curve_sketch.hpp"

#include "core/outlines/affine.hpp"
#include "ui/theme/theme.hpp"

#include <QPainter>
#include <QPen>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int sketchHeight = 148;
constexpr double sketchMargin = 10;

}  // namespace

CurveSketch::CurveSketch(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("curveSketch");
    setFixedHeight(sketchHeight);
    setToolTip(tr("The curve, before the node mirrors, scales and turns it"));
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void CurveSketch::follow(const DesignNode* node) {
    const bool known = node != nullptr && node->operation != nullptr;
    const std::vector<PlanePoint>* const points = known ? node->operation->facts().curve : nullptr;
    QPolygonF curve;
    if (points != nullptr) {
        for (const PlanePoint& point : *points)
            curve << QPointF(point.x, point.y);
    }
    if (curve != curve_) {
        curve_ = curve;
        update();
    }
    setVisible(!curve_.isEmpty());
}

QPolygonF CurveSketch::fitted(const QRectF& area) const {
    const QRectF box = curve_.boundingRect();
    constexpr double least = 1e-9;  // a line has no width or no height
    const double scale =
        std::min(area.width() / std::max(box.width(), least), area.height() / std::max(box.height(), least));
    QPolygonF placed;
    for (const QPointF& point : curve_)
        placed << area.center() + (point - box.center()) * scale;
    return placed;
}

void CurveSketch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF area = QRectF(rect()).adjusted(0.5, 4.5, -0.5, -4.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme_.color(Role::line));
    painter.setBrush(theme_.color(Role::field));
    painter.drawRoundedRect(area, 4, 4);
    painter.setPen(QPen(theme_.color(Role::accent), 1.2));
    painter.drawPolyline(fitted(area.adjusted(sketchMargin, sketchMargin, -sketchMargin, -sketchMargin)));
}

}  // namespace burin::ui
