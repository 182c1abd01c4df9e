// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/drawing/rolled_surface.hpp"

#include "core/design/roller.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

std::optional<RolledSurface> RolledSurface::of(const BoundNodePtr& node) {
    if (!node || !node->ready() || !node->surface || !node->extent.bounded() || node->extent.empty())
        return {};
    const auto roller = rollerOf(node->design->job);
    if (!roller) return {};
    return RolledSurface{node->extent.rect(), roller->roundX()};
}

QPointF RolledSurface::moved(QPointF position, std::int64_t turns) const {
    const double way = static_cast<double>(turns) * static_cast<double>(side());
    return position + (alongX ? QPointF(way, 0) : QPointF(0, way));
}

QPointF RolledSurface::onSurface(QPointF position) const {
    const auto first = static_cast<double>(alongX ? all.x : all.y);
    const auto once = static_cast<double>(side());
    const double along = (alongX ? position.x() : position.y()) - first;
    double rest = along - once * std::floor(along / once);
    if (rest < 0 || rest >= once) rest = 0;  // rounded
    return alongX ? QPointF(first + rest, position.y()) : QPointF(position.x(), first + rest);
}

Point RolledSurface::onSurface(Point sample) const {
    const std::int64_t along = alongX ? sample.x - all.x : sample.y - all.y;
    const std::int64_t rest = along - side() * floorDiv(along, side());
    return alongX ? Point{all.x + rest, sample.y} : Point{sample.x, all.y + rest};
}

QPointF RolledSurface::nearest(QPointF position, QPointF to) const {
    const double way = alongX ? to.x() - position.x() : to.y() - position.y();
    return moved(position, std::llround(way / static_cast<double>(side())));
}

Rect RolledSurface::beyond(const Rect& visible) const {
    const std::int64_t first = alongX ? all.x : all.y;
    const std::int64_t end = first + side();
    const std::int64_t low = alongX ? visible.x : visible.y;
    const std::int64_t high = alongX ? visible.right() : visible.bottom();
    std::int64_t from = first;
    std::int64_t to = first;
    if (low < first && high < end) {
        from = std::max(low + side(), first);
        to = end;
    } else if (low > first && high > end) {
        to = std::min(high - side(), end);
    }
    if (from >= to) return {};
    return alongX ? Rect{from, visible.y, to - from, visible.height}
                  : Rect{visible.x, from, visible.width, to - from};
}

QRectF RolledSurface::placeOf(std::int64_t turn) const {
    const QPointF corner(static_cast<double>(all.x), static_cast<double>(all.y));
    return {moved(corner, turn), QSizeF(static_cast<double>(all.width), static_cast<double>(all.height))};
}

RolledSurface::Turns RolledSurface::turnsIn(const QRectF& visible) const {
    const auto first = static_cast<double>(alongX ? all.x : all.y);
    const auto turnOf = [&](double along) {
        return static_cast<std::int64_t>(std::floor((along - first) / static_cast<double>(side())));
    };
    return alongX ? Turns{turnOf(visible.left()), turnOf(visible.right())}
                  : Turns{turnOf(visible.top()), turnOf(visible.bottom())};
}

}  // namespace burin::ui
