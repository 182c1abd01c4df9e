// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/graph_style.hpp"

#include "ui/model/previews/color_map.hpp"

#include <QPaintDevice>

#include <cmath>

namespace burin::ui {

namespace {

/// Values of the map of copper: the colour of the most expensive headers in dark and light themes.
constexpr double darkCopper = 0.75;
constexpr double lightCopper = 0.125;

}  // namespace

void GraphStyle::reload() {
    name_ = theme_.font(13, 600);
    label_ = theme_.font(12);
    title_ = theme_.font(12, 600);
    small_ = theme_.font(11);
    figures_ = theme_.numbers(10);
    dear_ = ColorMap::named(QStringLiteral("Copper")).at(theme_.dark() ? darkCopper : lightCopper);
    icons_.clear();
}

const QPixmap& GraphStyle::icon(const QString& name, int px, Role role, const QPainter& painter) const {
    const qreal ratio = painter.device()->devicePixelRatioF();
    const IconKey key{name, px, role, static_cast<int>(std::lround(ratio * 100))};
    auto found = icons_.find(key);
    if (found == icons_.end()) found = icons_.insert(key, theme_.pixmap(name, px, role, ratio));
    return *found;
}

QColor GraphStyle::cost(double place) const {
    const QColor usual = theme_.color(Role::nodeHeader);
    const auto mixed = [place](int from, int to) {
        return static_cast<int>(std::lround(from + place * (to - from)));
    };
    return {mixed(usual.red(), dear_.red()), mixed(usual.green(), dear_.green()),
            mixed(usual.blue(), dear_.blue())};
}

void drawSocket(QPainter& painter, QPointF centre, Trait trait, const QColor& color, qreal size) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (trait == Trait::data) {
        painter.drawEllipse(centre, 5 * size, 5 * size);
    } else if (trait == Trait::pattern) {
        const qreal half = 4.75 * size;
        painter.drawRect(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half));
    } else {
        const qreal half = 6.5 * size;
        const QPointF corners[] = {{centre.x() - half, centre.y()},
                                   {centre.x(), centre.y() - half},
                                   {centre.x() + half, centre.y()},
                                   {centre.x(), centre.y() + half}};
        painter.drawConvexPolygon(corners, 4);
    }
}

}  // namespace burin::ui
