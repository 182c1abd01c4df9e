// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/wire_item.hpp"

#include "ui/graph/items/metrics.hpp"
#include "ui/graph/items/node_item.hpp"

#include <QLineF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <limits>

namespace burin::ui {

namespace {

constexpr qreal rest = 2;
constexpr qreal strong = 3;
constexpr qreal brokenOpacity = 0.45;
constexpr qreal dimOpacity = 0.35;
constexpr qreal aboveNodes = 10.5;  ///< but below selected nodes, whose sockets stay whole

void addCurve(QPainterPath& path, QPointF from, QPointF to) {
    const qreal handle = std::clamp(std::abs(to.x() - from.x()) * 0.45, 28.0, 90.0);
    // Long handles would make loops between close route points.
    const qreal fitting = std::min(handle, std::max(8.0, QLineF(from, to).length() * 0.5));
    path.cubicTo(from + QPointF(fitting, 0), to - QPointF(fitting, 0), to);
}

}  // namespace

QPainterPath wirePath(QPointF from, QPointF to, const Route& route) {
    QPainterPath path(from);
    QPointF last = from;
    for (const QPointF& point : route) {
        addCurve(path, last, point);
        last = point;
    }
    addCurve(path, last, to);
    return path;
}

qreal distanceTo(const QPainterPath& path, QPointF place, qreal reach) {
    const QRectF near(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach);
    if (!path.controlPointRect().adjusted(-1, -1, 1, 1).intersects(near))
        return std::numeric_limits<qreal>::max();
    constexpr int steps = 24;
    qreal nearest = std::numeric_limits<qreal>::max();
    QPointF from = path.elementAt(0);
    for (int i = 1; i + 2 < path.elementCount(); i += 3) {
        const QPointF b = path.elementAt(i);
        const QPointF c = path.elementAt(i + 1);
        const QPointF to = path.elementAt(i + 2);
        QPointF last = from;
        for (int k = 1; k <= steps; ++k) {
            const qreal t = static_cast<qreal>(k) / steps;
            const qreal s = 1 - t;
            const QPointF next = s * s * s * from + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * to;
            const QPointF along = next - last;
            const qreal length = QPointF::dotProduct(along, along);
            const qreal u =
                length == 0 ? 0 : std::clamp(QPointF::dotProduct(place - last, along) / length, 0.0, 1.0);
            const QPointF away = place - (last + u * along);
            nearest = std::min(nearest, std::hypot(away.x(), away.y()));
            last = next;
        }
        from = to;
    }
    return nearest;
}

bool crosses(const QPainterPath& path, const QRectF& rect) {
    if (!path.controlPointRect().adjusted(-1, -1, 1, 1).intersects(rect)) return false;
    const QList<QPolygonF> lines = path.toSubpathPolygons();
    for (const QPolygonF& line : lines) {
        for (qsizetype i = 1; i < line.size(); ++i) {
            const QLineF piece(line[i - 1], line[i]);
            if (rect.contains(piece.p1()) || rect.contains(piece.p2())) return true;
            for (const QLineF& side :
                 {QLineF(rect.topLeft(), rect.bottomLeft()), QLineF(rect.topRight(), rect.bottomRight()),
                  QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.bottomLeft(), rect.bottomRight())}) {
                if (piece.intersects(side) == QLineF::BoundedIntersection) return true;
            }
        }
    }
    return false;
}

WireItem::WireItem(const GraphStyle& style, NodeItem* parent, NodeItem* child, int row, WirePicture picture)
    : style_(style), parent_(parent), child_(child), row_(row), picture_(std::move(picture)) {
    reroute();
}

QPointF WireItem::start() const {
    return child_->outputPlace(child_->outputOf(picture_.child));
}

void WireItem::setPicture(WirePicture picture) {
    const bool moved = picture.route != picture_.route || picture.child != picture_.child;
    picture_ = std::move(picture);
    if (moved) reroute();
    update();
}

void WireItem::setRoute(Route route) {
    picture_.route = std::move(route);
    reroute();
}

void WireItem::reroute() {
    prepareGeometryChange();
    path_ = wirePath(start(), parent_->inputPlace(row_), picture_.route);
    const qreal margin = metrics::routeRadius + 3;
    bounds_ = path_.controlPointRect().adjusted(-margin, -margin, margin, margin);
}

void WireItem::setHot(bool hot) {
    if (hot == hot_) return;
    hot_ = hot;
    update();
}

void WireItem::setChosen(bool chosen) {
    if (chosen == chosen_) return;
    chosen_ = chosen;
    setZValue(chosen ? aboveNodes : 0);
    update();
}

void WireItem::setTarget(bool target) {
    if (target == target_) return;
    target_ = target;
    update();
}

void WireItem::setDimmed(bool dimmed) {
    if (dimmed == dimmed_) return;
    dimmed_ = dimmed;
    update();
}

void WireItem::setActivePoint(int point) {
    if (point == activePoint_) return;
    activePoint_ = point;
    update();
}

bool WireItem::hits(QPointF place, qreal reach) const {
    return distanceTo(path_, place, reach) <= reach;
}

int WireItem::pointAt(QPointF place, qreal reach) const {
    for (std::size_t i = 0; i < picture_.route.size(); ++i) {
        if (QLineF(place, picture_.route[i]).length() <= reach) return static_cast<int>(i);
    }
    return -1;
}

std::size_t WireItem::placeInRoute(QPointF place) const {
    // Find the nearest segment of the wire.
    std::size_t best = 0;
    qreal nearest = std::numeric_limits<qreal>::max();
    QPointF last = start();
    for (std::size_t i = 0; i <= picture_.route.size(); ++i) {
        const QPointF next = i < picture_.route.size() ? picture_.route[i] : parent_->inputPlace(row_);
        const qreal distance = distanceTo(wirePath(last, next), place, 1e9);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
        last = next;
    }
    return best;
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const qreal zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing, zoom > 0.15);
    painter->setOpacity((picture_.broken ? brokenOpacity : 1) * (dimmed_ ? dimOpacity : 1));
    const bool bold = hot_ || chosen_ || target_;
    const QColor color = target_ ? style_.color(Role::accent) : style_.color(picture_.trait);
    QPen pen(color, bold ? strong : rest);
    if (zoom < 0.5) {
        pen.setCosmetic(true);
        pen.setWidthF(bold ? 2 : 1);
    }
    if (picture_.broken) pen.setDashPattern({3, 3});
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(path_);
    if (zoom < metrics::blockZoom) return;
    pen.setStyle(Qt::SolidLine);
    painter->setPen(pen);
    for (std::size_t i = 0; i < picture_.route.size(); ++i) {
        const bool chosen = static_cast<int>(i) == activePoint_;
        painter->setBrush(style_.color(chosen ? Role::accent : Role::canvas));
        painter->drawEllipse(picture_.route[i], metrics::routeRadius, metrics::routeRadius);
    }
}

}  // namespace burin::ui
