// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/make_room.hpp"

#include "ui/graph/metrics.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr qreal columnGap = metrics::columnWidth - metrics::nodeWidth;

qreal wholeSteps(qreal way) {
    return std::ceil(way / metrics::snap) * metrics::snap;
}

/// Moves everything from `border` on to the right, but for `node`.
void shift(const GraphScene& scene, DesignEdit& edit, const QString& node, qreal border, qreal by) {
    const auto behind = [border](qreal x) { return x > border - metrics::snap / 2; };
    for (const NodeItem* item : scene.nodes()) {
        if (item->name() != node && behind(item->pos().x()))
            edit.setPlace(item->name().toStdString(), canvasPoint(item->pos() + QPointF(by, 0)));
    }
    std::vector<FrameNote> frames = scene.frameNotes();
    for (FrameNote& frame : frames) {
        if (behind(frame.rect.left())) {
            frame.rect.translate(by, 0);
        } else if (behind(frame.rect.right())) {
            frame.rect.setRight(frame.rect.right() + by);
        }
    }
    if (!frames.empty()) setFrames(edit, frames);
    std::vector<CommentNote> comments = scene.commentNotes();
    for (CommentNote& comment : comments) {
        if (behind(comment.place.x())) comment.place.rx() += by;
    }
    if (!comments.empty()) setComments(edit, comments);
    for (const NodeItem* item : scene.nodes()) {
        for (const WireItem* wire : item->in) {
            if (wire == nullptr || wire->picture().route.empty()) continue;
            Route route = wire->picture().route;
            for (QPointF& point : route) {
                if (behind(point.x())) point.rx() += by;
            }
            setRoute(edit, item->name(), wire->picture().entry, route);
        }
    }
}

}  // namespace

QPointF makeRoom(const GraphScene& scene, DesignEdit& edit, const QString& node, const WireItem& wire,
                 QPointF place) {
    const QRectF child = wire.childNode()->sceneBody();
    const QRectF parent = wire.parentNode()->sceneBody();
    const Route whole = wire.picture().route;
    QPointF free = place;
    qreal by = 0;
    if (parent.left() > child.left()) {
        free.setX(std::max(place.x(), wholeSteps(child.right() + columnGap)));
        by = std::max(0.0, wholeSteps(free.x() + metrics::nodeWidth + columnGap - parent.left()));
        if (by > 0) shift(scene, edit, node, parent.left(), by);
    }
    if (whole.empty()) return free;
    Route before;
    Route after;
    for (QPointF point : whole) {
        if (point.x() < free.x()) before.push_back(point);
        if (point.x() > parent.left() - metrics::snap / 2) point.rx() += by;
        if (point.x() > free.x() + metrics::nodeWidth) after.push_back(point);
    }
    const std::string name = node.toStdString();
    setRoute(edit, node, edit.links(name) - 1, before);
    setRoute(edit, wire.parentNode()->name(), wire.picture().entry, after);
    return free;
}

}  // namespace burin::ui
