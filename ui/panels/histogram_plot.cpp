// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/histogram_plot.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/theme.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double stripHeight = 9;
constexpr double belowPlot = 22;  ///< height of the strip and the handles
constexpr double inset = 6;       ///< leaves space for handles at the ends
constexpr double nearEnd = 7;
constexpr int bars = 128;

}  // namespace

HistogramPlot::HistogramPlot(Workbench workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    setObjectName("histogram.plot");
    setMinimumHeight(64);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMouseTracking(true);
    connect(&workbench_.previews, &Previews::histogramChanged, this, qOverload<>(&QWidget::update));
    connect(&workbench_.previews.appearance(), &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
    connect(&workbench_.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QRectF HistogramPlot::plot() const {
    return {inset, 0.5, width() - 2 * inset, height() - belowPlot - 1};
}

double HistogramPlot::xOf(double value) const {
    return plot().left() + std::clamp(value, 0.0, 1.0) * plot().width();
}

void HistogramPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBars(painter);
    paintStrip(painter);
}

void HistogramPlot::paintBars(QPainter& painter) const {
    const Theme& theme = workbench_.theme;
    const QRectF area = plot();
    painter.fillRect(area, theme.color(Role::field));
    if (const auto& histogram = workbench_.previews.histogram()) {
        constexpr int each = Histogram::bins / bars;
        std::vector<double> counts(bars);
        for (std::size_t k = 0; k < histogram->counts.size(); ++k)
            counts[k / each] += histogram->counts[k];
        // A single dominant value, such as the background, must not flatten all others.
        std::vector<double> sorted = counts;
        std::sort(sorted.rbegin(), sorted.rend());
        const double top = std::max(1.0, std::min(sorted[0], 3 * sorted[2] + 1));
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (int k = 0; k < bars; ++k) {
            const double high =
                std::min(1.0, counts[static_cast<std::size_t>(k)] / top) * (area.height() - 6);
            const double left = area.left() + area.width() * k / bars;
            const double right = area.left() + area.width() * (k + 1) / bars;
            painter.fillRect(QRectF(left, area.bottom() - high, std::max(1.0, right - left), high),
                             theme.color(Role::border));
        }
        painter.setRenderHint(QPainter::Antialiasing);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.color(Role::line));
    painter.drawRect(area);
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    painter.setPen(QPen(theme.color(Role::accent), 2));
    for (const double end : {appearance.low, appearance.high})
        painter.drawLine(QPointF(xOf(end), area.top()), QPointF(xOf(end), area.bottom()));
}

/// Draws the colours of the range, with a handle at each end.
void HistogramPlot::paintStrip(QPainter& painter) const {
    const Theme& theme = workbench_.theme;
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    const QRectF strip(plot().left(), plot().bottom() + 5, plot().width(), stripHeight);
    painter.fillRect(strip, theme.color(Role::field));
    const ColorMap map = ColorMap::of(appearance);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(
        QRectF(QPointF(xOf(appearance.low), strip.top()), QPointF(xOf(appearance.high), strip.bottom())),
        map.row());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.color(Role::line));
    painter.drawRect(strip);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Role::accent));
    for (const double end : {appearance.low, appearance.high}) {
        const QPointF tip(xOf(end), strip.bottom() - 1);
        painter.drawPolygon(QPolygonF({tip, tip + QPointF(-5, 8), tip + QPointF(5, 8)}));
    }
}

HistogramPlot::End HistogramPlot::endAt(double x) const {
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    const double low = std::abs(x - xOf(appearance.low));
    const double high = std::abs(x - xOf(appearance.high));
    if (std::min(low, high) > nearEnd) return End::none;
    return low < high ? End::low : End::high;
}

void HistogramPlot::mousePressEvent(QMouseEvent* event) {
    dragged_ = event->button() == Qt::LeftButton ? endAt(event->position().x()) : End::none;
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    setCursor(dragged_ != End::none || endAt(x) != End::none ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (dragged_ == End::none) return;
    const double value = std::clamp((x - plot().left()) / plot().width(), 0.0, 1.0);
    workbench_.previews.appearance().change([&](AppearanceValues& appearance) {
        appearance.automatic = false;
        if (dragged_ == End::low)
            appearance.low = std::min(value, appearance.high - AppearanceValues::leastRange);
        if (dragged_ == End::high)
            appearance.high = std::max(value, appearance.low + AppearanceValues::leastRange);
    });
}

void HistogramPlot::mouseReleaseEvent(QMouseEvent*) {
    dragged_ = End::none;
}

}  // namespace burin::ui
