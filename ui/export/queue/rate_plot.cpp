// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/rate_plot.hpp"

#include "ui/theme/plots/shown_plot.hpp"
#include "ui/theme/theme.hpp"

#include <qcustomplot.h>

#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int shortest = 3;  // minutes

}  // namespace

RatePlot::RatePlot(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), plot_(new QCustomPlot(this)) {
    setObjectName("export.rates");
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(plot_);
    plot_->setMinimumSize(120, 80);
    plot_->addGraph();
    plot_->addGraph();
    plot_->axisRect()->setupFullAxesBox();
    for (QCPAxis* const axis : {plot_->xAxis2, plot_->yAxis2})
        axis->setTicks(false);
    setMinutes(shortest);
    plot_->yAxis->ticker()->setTickCount(3);
    plot_->yAxis->setRange(0, 10);
    connect(&theme, &Theme::changed, this, &RatePlot::restyle);
    replotWhenShown(*plot_);
    restyle();
}

void RatePlot::setMinutes(int minutes) {
    if (minutes == minutes_) return;
    minutes_ = minutes;
    plot_->xAxis->setRange(-minutes, 0);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (int third = 1; third <= 3; ++third)
        ticker->addTick(-minutes * third / 3, tr("-%1 min").arg(minutes * third / 3));
    ticker->addTick(0, tr("now"));
    plot_->xAxis->setTicker(ticker);
}

void RatePlot::restyle() {
    plot_->setBackground(theme_.color(Role::panel));
    plot_->axisRect()->setBackground(theme_.color(Role::field));
    for (QCPAxis* const axis : {plot_->xAxis, plot_->yAxis, plot_->xAxis2, plot_->yAxis2}) {
        axis->setBasePen(QPen(theme_.color(Role::strongLine)));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme_.color(Role::quiet));
        axis->setTickLabelFont(theme_.numbers(11));
        axis->grid()->setPen(QPen(theme_.color(Role::line)));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot_->graph(0)->setPen(QPen(theme_.color(Role::accent), 1.5));
    QColor under = theme_.color(Role::accent);
    under.setAlphaF(0.10F);
    plot_->graph(0)->setBrush(under);
    plot_->graph(1)->setPen(QPen(theme_.color(Role::good), 1.5));
    replotIfShown(*plot_);
}

void RatePlot::setRates(const RateHistory& rates) {
    constexpr double megabyte = 1e6;
    QVector<double> minutes;
    QVector<double> values;
    QVector<double> executed;
    double highest = 0;
    const double now = rates.points().empty() ? 0 : rates.points().back().seconds;
    for (const RateHistory::Point& point : rates.points()) {
        minutes << (point.seconds - now) / 60;
        values << point.bytesPerSecond / megabyte;
        executed << point.executedPerSecond / megabyte;
        highest = std::max({highest, values.back(), executed.back()});
    }
    setMinutes(now <= shortest * 60 ? shortest : now <= 540 ? 9 : 30);
    plot_->graph(0)->setData(minutes, values, true);
    plot_->graph(1)->setData(minutes, executed, true);
    plot_->graph(1)->setVisible(
        std::any_of(executed.begin(), executed.end(), [](double v) { return v > 0; }));
    plot_->yAxis->setRange(0, highest > 0 ? 1.25 * highest : 10);
    replotIfShown(*plot_);
}

}  // namespace burin::ui
