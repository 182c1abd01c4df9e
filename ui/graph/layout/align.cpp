// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/layout/align.hpp"

#include "ui/graph/items/metrics.hpp"

#include <algorithm>
#include <tuple>

namespace burin::ui {

QHash<QString, QPointF> aligned(const QHash<QString, QRectF>& bodies, const QString& to, NodeSide side) {
    QHash<QString, QPointF> moves;
    if (!bodies.contains(to)) return moves;
    const QRectF& fixed = bodies[to];
    for (auto body = bodies.cbegin(); body != bodies.cend(); ++body) {
        QRectF moved = *body;
        if (side == NodeSide::left) moved.moveLeft(fixed.left());
        if (side == NodeSide::right) moved.moveRight(fixed.right());
        if (side == NodeSide::top) moved.moveTop(fixed.top());
        if (side == NodeSide::bottom) moved.moveBottom(fixed.bottom());
        if (moved != *body) moves.insert(body.key(), moved.topLeft());
    }
    return moves;
}

QHash<QString, QPointF> distributed(const QHash<QString, QRectF>& bodies, Qt::Orientation along) {
    QHash<QString, QPointF> moves;
    if (bodies.size() < 3) return moves;
    const bool wide = along == Qt::Horizontal;
    const auto from = [wide](const QRectF& body) { return wide ? body.left() : body.top(); };
    const auto size = [wide](const QRectF& body) { return wide ? body.width() : body.height(); };
    QStringList names = bodies.keys();
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        return std::tuple(from(bodies[a]), a) < std::tuple(from(bodies[b]), b);
    });
    qreal free = from(bodies[names.back()]) - from(bodies[names.front()]) - size(bodies[names.front()]);
    for (const QString& name : names.mid(1, names.size() - 2))
        free -= size(bodies[name]);
    const qreal gap = free / static_cast<qreal>(names.size() - 1);
    qreal at = from(bodies[names.front()]) + size(bodies[names.front()]) + gap;
    for (const QString& name : names.mid(1, names.size() - 2)) {
        const QRectF& body = bodies[name];
        const qreal place = metrics::snapped(at);
        if (place != from(body))
            moves.insert(name, wide ? QPointF(place, body.top()) : QPointF(body.left(), place));
        at += size(body) + gap;
    }
    return moves;
}

}  // namespace burin::ui
