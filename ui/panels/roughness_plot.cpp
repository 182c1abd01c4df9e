// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/roughness_plot.hpp"

#include "ui/theme/theme.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int heightBars = 64;
constexpr int curvePoints = 200;

constexpr double leastLeft = 40;  ///< from the left edge to the plot
constexpr double besideNumbers = 5;

QString heightText(double um) {
    return QString::number(um == 0 ? 0 : um, 'g', 4);
}

double valueOf(const MeasuredSurface& measured, const char* name, double fallback) {
    for (const MeasuredValue& value : measured.values) {
        if (value.name == name && value.value) return *value.value;
    }
    return fallback;
}

}  // namespace

RoughnessPlot::RoughnessPlot(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("roughness.plot");
    setMinimumWidth(160);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setToolTip(tr("The histogram of heights, and the bearing curve with the line of its core"));
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RoughnessPlot::setRoughness(const RoughnessColumns& columns) {
    curves_ = {};
    shares_.clear();
    update();
    bool any = false;
    for (std::size_t k = 0; k < std::min(columns.size(), curves_.size()); ++k) {
        const ViewRoughnessPtr& roughness = columns[k].measured;
        if (!roughness || roughness->measured.samples == 0) continue;
        const MeasuredSurface& measured = roughness->measured;
        const double um = roughness->options.fullDepthUm;
        const BearingCurve bearing(measured.histogram, measured.least, measured.greatest);
        Bearing& curve = curves_[k];
        for (int i = 0; i <= curvePoints; ++i)
            curve.heights.push_back(-um * bearing.at(i * BearingCurve::steps / curvePoints));
        curve.highest = -um * measured.least;
        curve.lowest = -um * measured.greatest;
        curve.outdated = columns[k].outdated;
        highest_ = any ? std::max(highest_, curve.highest) : curve.highest;
        lowest_ = any ? std::min(lowest_, curve.lowest) : curve.lowest;
        any = true;
        if (k == 0) takeHistogram(measured);
    }
    if (highest_ - lowest_ < 1e-9) lowest_ = highest_ - 1e-9;
    measure();
}

void RoughnessPlot::takeHistogram(const MeasuredSurface& measured) {
    const HeightHistogram& histogram = measured.histogram;
    shares_.resize(heightBars);
    for (std::int64_t bin = 0; bin < HeightHistogram::bins; ++bin) {
        if (histogram.count(bin) == 0) continue;
        const double depth = histogram.lowest() + histogram.binWidth() * (static_cast<double>(bin) + 0.5);
        const double place = (depth - measured.least) / std::max(1e-12, measured.greatest - measured.least);
        const int bar = std::clamp(static_cast<int>(place * heightBars), 0, heightBars - 1);
        shares_[static_cast<std::size_t>(bar)] +=
            static_cast<double>(histogram.count(bin)) / static_cast<double>(histogram.total());
    }
    ratios_[0] = valueOf(measured, "Smr1", 0);
    ratios_[1] = valueOf(measured, "Smr2", 100);
}

double RoughnessPlot::heightAt(double percent, std::size_t curve) const {
    const auto at = static_cast<std::size_t>(std::clamp(percent, 0.0, 100.0) / 100 * curvePoints + 0.5);
    return curves_[curve].heights[at];
}

QRectF RoughnessPlot::plot() const {
    return QRectF(rect()).adjusted(left_, 8, -22, -34);
}

/// The heights that are named beside the plot, in um.
std::vector<double> RoughnessPlot::ticks() const {
    return roundTicks(lowest_, highest_, std::max(2, static_cast<int>(plot().height()) / 30));
}

/// Makes room for the numbers beside the plot.
void RoughnessPlot::measure() {
    const QFontMetricsF metrics(theme_.numbers(11));
    left_ = leastLeft;
    for (const double um : ticks())
        left_ = std::max(left_, std::ceil(metrics.horizontalAdvance(heightText(um))) + besideNumbers);
}

void RoughnessPlot::resizeEvent(QResizeEvent*) {
    measure();
}

QPointF RoughnessPlot::placeOf(double percent, double um) const {
    const QRectF area = plot();
    return {area.left() + percent / 100 * area.width(),
            area.top() + (highest_ - um) / (highest_ - lowest_) * area.height()};
}

void RoughnessPlot::paintEvent(QPaintEvent*) {
    if (!shows(0) && !shows(1)) return;
    QPainter painter(this);
    painter.fillRect(plot(), theme_.color(Role::field));
    if (shows(0)) paintHistogram(painter);
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (shows(0)) paintCore(painter);
    for (const std::size_t curve : {std::size_t{1}, std::size_t{0}}) {
        if (shows(curve)) paintCurve(painter, curve);
    }
}

/// Paints the histogram over its own range of heights, even if that of B reaches farther.
void RoughnessPlot::paintHistogram(QPainter& painter) const {
    const QRectF area = plot();
    const Bearing& of = curves_[0];
    const double most = *std::max_element(shares_.begin(), shares_.end());
    for (int k = 0; k < heightBars; ++k) {
        const double step = (of.highest - of.lowest) / heightBars;
        const double above = placeOf(0, of.highest - k * step).y();
        const double below = placeOf(0, of.highest - (k + 1) * step).y();
        const double share = most > 0 ? shares_[static_cast<std::size_t>(k)] / most : 0;
        painter.fillRect(QRectF(area.left(), above, 0.45 * share * area.width(), below - above),
                         theme_.color(Role::border));
    }
}

void RoughnessPlot::paintAxes(QPainter& painter) const {
    const QRectF area = plot();
    painter.setFont(theme_.numbers(11));
    const int high = painter.fontMetrics().height();
    const QColor line = theme_.color(Role::line);
    const QColor quiet = theme_.color(Role::quiet);
    for (const double um : ticks()) {
        const double y = placeOf(0, um).y();
        painter.setPen(line);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(quiet);
        painter.drawText(QRectF(0, y - high / 2.0, area.left() - besideNumbers, high),
                         Qt::AlignRight | Qt::AlignVCenter, heightText(um));
    }
    for (const int percent : {0, 25, 50, 75, 100}) {
        const double x = placeOf(percent, highest_).x();
        painter.setPen(line);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(quiet);
        const QString text = percent == 100 ? tr("100 %") : QString::number(percent);
        painter.drawText(QRectF(x - 24, area.bottom() + 2, 48, high), Qt::AlignHCenter | Qt::AlignTop, text);
    }
    painter.setPen(line);
    painter.drawRect(area);
    painter.setFont(theme_.font(11));
    painter.setPen(quiet);
    painter.drawText(QRectF(0, area.bottom() + high + 2, width(), high), Qt::AlignHCenter | Qt::AlignTop,
                     caption());
}

/// What the axes show, in words that fit below a narrow plot too.
QString RoughnessPlot::caption() const {
    const QString whole = tr("z in µm over the share of the surface above it");
    return QFontMetrics(theme_.font(11)).horizontalAdvance(whole) <= width() ? whole
                                                                             : tr("z in µm over the share");
}

void RoughnessPlot::paintCurve(QPainter& painter, std::size_t curve) const {
    const Bearing& bearing = curves_[curve];
    QPolygonF line;
    for (std::size_t i = 0; i < bearing.heights.size(); ++i)
        line << placeOf(100 * static_cast<double>(i) / curvePoints, bearing.heights[i]);
    const Role role = bearing.outdated ? Role::quiet : curve == 0 ? Role::accent : Role::good;
    painter.setPen(QPen(theme_.color(role), 1.6));
    painter.drawPolyline(line);
}

/// The line of the core from 0 to 100 %, and the shares at which the curve meets its ends.
void RoughnessPlot::paintCore(QPainter& painter) const {
    painter.setPen(QPen(theme_.color(Role::quiet), 1, Qt::DashLine));
    painter.drawLine(placeOf(0, heightAt(ratios_[0])), placeOf(100, heightAt(ratios_[1])));
    painter.setPen(QPen(theme_.color(Role::quiet), 1, Qt::DotLine));
    for (const double ratio : ratios_)
        painter.drawLine(placeOf(ratio, heightAt(ratio)), placeOf(ratio, lowest_));
}

}  // namespace burin::ui
