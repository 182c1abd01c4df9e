// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/spot_plot.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QPainter>
#include <QPolygonF>

#include <cmath>

namespace burin::ui {

namespace {

constexpr int plotHeight = 104;

}  // namespace

SpotPlot::SpotPlot(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("spotPlot");
    setFixedHeight(plotHeight);
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SpotPlot::setSpot(double diameterUm, bool flat) {
    diameterUm_ = diameterUm;
    flat_ = flat;
    update();
}

double SpotPlot::strengthAt(double um) const {
    const double share = 2 * um / diameterUm_;
    if (flat_) return std::abs(share) <= 1 ? 1 : 0;
    return std::exp(-2 * share * share);
}

void SpotPlot::paintEvent(QPaintEvent*) {
    if (!(diameterUm_ > 0)) return;
    QPainter painter(this);
    painter.setFont(theme_.numbers(11));
    const int high = painter.fontMetrics().height();
    const QRectF area(20, 6, width() - 32, height() - high - 14);
    const auto place = [&](double um, double strength) {
        return QPointF(area.center().x() + um / diameterUm_ / 2 * area.width(),
                       area.bottom() - strength * (area.height() - 4));
    };
    painter.fillRect(area, theme_.color(Role::field));
    for (const int part : {-2, -1, 0, 1, 2}) {
        const double um = part * diameterUm_ / 2;
        const double x = place(um, 0).x();
        painter.setPen(theme_.color(Role::line));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme_.color(Role::quiet));
        QString text = part == 0 ? QStringLiteral("0") : QString::number(um, 'g', 4);
        if (part == 2) text = lengthText(um);
        painter.drawText(QRectF(x - 40, area.bottom() + 2, 80, high)
                             .translated(part == 2    ? -14
                                         : part == -2 ? 10
                                                      : 0,
                                         0),
                         Qt::AlignHCenter | Qt::AlignTop, text);
    }
    painter.drawText(QRectF(0, area.top(), 15, high), Qt::AlignRight, "1");
    painter.drawText(QRectF(0, area.bottom() - high, 15, high), Qt::AlignRight, "0");
    painter.setRenderHint(QPainter::Antialiasing);
    const double edge = flat_ ? 0.5 : std::exp(-2.0);
    painter.setPen(QPen(theme_.color(Role::quiet), 1, Qt::DashLine));
    painter.drawLine(place(-diameterUm_ / 2, edge), place(diameterUm_ / 2, edge));
    painter.drawText(QRectF(area.left(), place(0, edge).y() - high - 1, area.width(), high), Qt::AlignHCenter,
                     flat_ ? lengthText(diameterUm_) : tr("%1 at 1/e²").arg(lengthText(diameterUm_)));
    QPolygonF curve;
    constexpr int points = 200;
    for (int i = 0; i <= points; ++i) {
        const double um = diameterUm_ * (2.0 * i / points - 1);
        curve << place(um, strengthAt(um));
    }
    painter.setPen(QPen(theme_.color(Role::accent), 1.6));
    painter.drawPolyline(curve);
}

}  // namespace burin::ui
