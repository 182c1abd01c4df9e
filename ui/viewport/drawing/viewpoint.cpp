// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/drawing/viewpoint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace burin::ui {

Viewpoint Viewpoint::zoomed(double factor, QPointF fixed, QSizeF screen, double least) const {
    const double to = std::clamp(scale * factor, std::min(least, nearest), nearest);
    if (to == scale) return *this;
    const QPointF place = toSurface(fixed, screen);
    return {place + (centre - place) * (scale / to), to};
}

Viewpoint Viewpoint::onWholePixels(QSizeF pixels, double ratio) const {
    constexpr double tolerance = 1e-6;
    const double each = scale * ratio;
    const double side = std::exp2(level(each));
    const double block = each * side;
    if (block < 0.5 || std::abs(block - std::round(block)) > tolerance) return *this;
    const auto moved = [&](double from, double width) {
        const double sample = std::floor(from / side) * side;  // the start of the block in the middle
        const double on = (sample - from) * each + width / 2;
        // The tolerance lets all views that are half a pixel off move in the same direction.
        const double pixel = std::floor(on + 0.5 + tolerance);
        return sample - (pixel - width / 2) / each;
    };
    return {{moved(centre.x(), pixels.width()), moved(centre.y(), pixels.height())}, scale};
}

Viewpoint Viewpoint::fitting(const QRectF& area, QSizeF screen) {
    constexpr double room = 0.94;
    const double scale = std::min(screen.width() / std::max(area.width(), 1.0),
                                  screen.height() / std::max(area.height(), 1.0));
    return {area.center(), std::min(scale * room, nearest)};
}

int Viewpoint::level(double devicePixelsASample) {
    if (!(devicePixelsASample < 1)) return 0;
    return std::clamp(static_cast<int>(std::floor(-std::log2(devicePixelsASample) + 1e-9)), 0, 24);
}

namespace {

/// The next of 1, 2, 5, 10, ... times a power of ten.
double nextRound(double step) {
    const double power = std::pow(10, std::floor(std::log10(step) + 1e-9));
    const double first = std::round(step / power);
    return power * (first < 2 ? 2 : first < 5 ? 5 : 10);
}

}  // namespace

Measurement Measurement::between(QPointF from, QPointF to, double pixelUm) {
    const double dx = (to.x() - from.x()) * pixelUm;
    const double dy = (to.y() - from.y()) * pixelUm;
    const double degrees = std::atan2(-dy, dx) * 180 / std::numbers::pi;
    // Avoid negative zero: a horizontal line reads 0.00, or 180.00 if drawn from the right.
    return {dx, dy, std::hypot(dx, dy), degrees == -180 ? 180 : degrees + 0.0};
}

std::optional<QLineF> partInside(const QLineF& line, const QRectF& area) {
    double first = 0;
    double last = 1;
    const auto cut = [&](double from, double by, double low, double high) {
        if (by == 0) return from >= low && from <= high;
        const double a = (low - from) / by;
        const double b = (high - from) / by;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
        return first <= last;
    };
    if (!cut(line.x1(), line.dx(), area.left(), area.right())) return {};
    if (!cut(line.y1(), line.dy(), area.top(), area.bottom())) return {};
    return QLineF(line.pointAt(first), line.pointAt(last));
}

std::vector<double> roundTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || most < 1) return ticks;
    double step = roundLength((high - low) / most);
    while ((high - low) / step > most + 1e-9)
        step = nextRound(step);
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
        ticks.push_back(k * step + 0.0);
    return ticks;
}

double roundLength(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double step : {10.0, 5.0, 2.0}) {
        if (step * power <= most * (1 + 1e-9)) return step * power;
    }
    return power;
}

Rect samplesCovering(const QRectF& area) {
    const auto left = static_cast<std::int64_t>(std::floor(area.left()));
    const auto top = static_cast<std::int64_t>(std::floor(area.top()));
    return {left, top, static_cast<std::int64_t>(std::ceil(area.right())) - left,
            static_cast<std::int64_t>(std::ceil(area.bottom())) - top};
}

}  // namespace burin::ui
