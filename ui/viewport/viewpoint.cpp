// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/viewpoint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace burin::ui {

Viewpoint Viewpoint::zoomed(double factor, QPointF fixed, QSizeF screen) const {
    const QPointF place = toSurface(fixed, screen);
    const double to = std::min(scale * factor, nearest);
    return {place + (centre - place) * (scale / to), to};
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

Measurement Measurement::between(QPointF from, QPointF to, double pixelUm) {
    const double dx = (to.x() - from.x()) * pixelUm;
    const double dy = (to.y() - from.y()) * pixelUm;
    const double degrees = std::atan2(-dy, dx) * 180 / std::numbers::pi;
    // No negative zero: a level line reads 0.00, drawn from either end 180.00.
    return {dx, dy, std::hypot(dx, dy), degrees == -180 ? 180 : degrees + 0.0};
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
