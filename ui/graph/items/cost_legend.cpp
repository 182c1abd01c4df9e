// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/cost_legend.hpp"

#include "ui/model/previews/shown_cost.hpp"

#include <QLinearGradient>
#include <QPainter>

namespace burin::ui {

namespace {

constexpr QSize legendSize(228, 64);
constexpr qreal legendPadding = 12;
constexpr QRectF costBar(legendPadding, 28, 204, 8);

}  // namespace

CostLegend::CostLegend(const GraphStyle& style, QWidget* parent) : QWidget(parent), style_(style) {
    setObjectName("costLegend");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(legendSize);
    hide();
}

void CostLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style_.color(Role::nodeLine), 1));
    painter.setBrush(style_.color(Role::panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(style_.small());
    painter.setPen(style_.color(Role::secondary));
    painter.drawText(QRectF(legendPadding, 6, costBar.width(), 18), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("ms/Mpx without children, level 0"));
    QLinearGradient colors(costBar.topLeft(), costBar.topRight());
    colors.setColorAt(0, style_.cost(0));
    colors.setColorAt(1, style_.cost(1));
    painter.setPen(QPen(style_.color(Role::nodeLine), 1));
    painter.setBrush(colors);
    painter.drawRect(costBar.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(style_.figures());
    painter.setPen(style_.color(Role::secondary));
    for (const double ms : {cheapestMs, 1.0, 10.0, dearestMs}) {
        const double place = placeOnCostScale(ms);
        const Qt::Alignment side = place <= 0   ? Qt::AlignLeft
                                   : place >= 1 ? Qt::AlignRight
                                                : Qt::AlignHCenter;
        const qreal x = costBar.left() + place * costBar.width();
        const qreal left = side == Qt::AlignLeft ? x : side == Qt::AlignRight ? x - 40 : x - 20;
        painter.drawText(QRectF(left, costBar.bottom() + 4, 40, 16), side | Qt::AlignVCenter,
                         QString::number(ms));
    }
}

}  // namespace burin::ui
