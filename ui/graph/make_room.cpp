// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/make_room.hpp"

#include "ui/graph/items/metrics.hpp"
#include "ui/graph/wire_aim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace burin::ui {

namespace {

constexpr qreal columnGap = metrics::columnWidth - metrics::nodeWidth;

qreal wholeSteps(qreal way) {
    return std::ceil(way / metrics::snap) * metrics::snap;
}

/// Everything to the right of `border` moves right by `by`.
struct Shift {
    qreal border = 0;
    qreal by = 0;

    [[nodiscard]] bool behind(qreal x) const { return x > border - metrics::snap / 2; }
    [[nodiscard]] QPointF of(const NodeItem& node) const { return {behind(node.pos().x()) ? by : 0, 0}; }
};

/// The entry that a wire has now; nothing if the wire was cut and its link leads to the new node.
std::optional<std::size_t> entryNow(const GraphScene& scene, const WireChoice& wire,
                                    const std::vector<WireChoice>& cut) {
    if (!haveSeveralChildren(scene, cut) || wire.parent != cut.front().parent || wire == cut.front())
        return wire.entry;
    if (std::find(cut.begin(), cut.end(), wire) != cut.end()) return {};
    const auto gone = std::count_if(cut.begin() + 1, cut.end(),
                                    [&](const WireChoice& each) { return each.entry < wire.entry; });
    return wire.entry - static_cast<std::size_t>(gone);
}

void moveRight(const GraphScene& scene, DesignEdit& edit, const QString& node,
               const std::vector<WireChoice>& cut, const Shift& shift) {
    const auto behind = [&](qreal x) { return shift.behind(x); };
    const qreal by = shift.by;
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
            if (const auto entry = entryNow(scene, choiceOf(*wire), cut))
                setRoute(edit, item->name(), *entry, route);
        }
    }
}

bool isFree(const GraphScene& scene, const QString& node, const std::vector<WireChoice>& cut,
            const Shift& shift, const QRectF& body) {
    for (const NodeItem* item : scene.nodes()) {
        if (item->name() == node) continue;
        if (item->sceneBody().translated(shift.of(*item)).intersects(body)) return false;
        for (const WireItem* wire : item->in) {
            if (wire == nullptr || std::find(cut.begin(), cut.end(), choiceOf(*wire)) != cut.end()) continue;
            const NodeItem& child = *wire->childNode();
            const QPointF from = child.outputPlace(child.outputOf(wire->picture().child)) + shift.of(child);
            // Inputs of the parent move up into the rows of the inputs that the node now reads.
            const auto above = wire->picture().entry - *entryNow(scene, choiceOf(*wire), cut);
            const QPointF to = item->inputPlace(wire->row() - static_cast<int>(above)) + shift.of(*item);
            if (crosses(wirePath(from, to, wire->picture().route), body)) return false;
        }
    }
    return true;
}

/// The nearest height at which the node covers no other node or wire; `place` if there is none nearby.
QPointF clearOfOthers(const GraphScene& scene, const QString& node, const std::vector<WireChoice>& cut,
                      const Shift& shift, QPointF place) {
    constexpr int mostSteps = 25;
    const qreal height = metrics::nodeHeight(static_cast<int>(cut.size()) + 1);
    for (int step = 0; step <= mostSteps; ++step) {
        for (const int way : {-step, step}) {
            const QPointF at = place + QPointF(0, way * metrics::snap);
            const QRectF body(at, QSizeF(metrics::nodeWidth, height));
            if (isFree(scene, node, cut, shift, body.adjusted(-4, -4, 4, 4))) return at;
        }
    }
    return place;
}

/// Gives the parts of a wire's route to the links before and after the node.
void splitRoute(DesignEdit& edit, const WireItem& wire, const QString& node, std::size_t link, QPointF place,
                const Shift& shift) {
    if (wire.picture().route.empty()) return;
    Route before;
    Route after;
    for (QPointF point : wire.picture().route) {
        if (point.x() < place.x()) before.push_back(point);
        if (shift.behind(point.x())) point.rx() += shift.by;
        if (point.x() > place.x() + metrics::nodeWidth) after.push_back(point);
    }
    setRoute(edit, node, link, before);
    setRoute(edit, wire.parentNode()->name(), wire.picture().entry, after);
}

}  // namespace

QPointF makeRoom(const GraphScene& scene, DesignEdit& edit, const QString& node,
                 const std::vector<WireChoice>& wires, QPointF place) {
    QRectF child;
    Shift shift{std::numeric_limits<qreal>::max(), 0};
    for (const WireChoice& choice : wires) {
        const WireItem& wire = *scene.wire(choice.parent, choice.entry);
        child |= wire.childNode()->sceneBody();
        shift.border = std::min(shift.border, wire.parentNode()->sceneBody().left());
    }
    QPointF free = place;
    if (shift.border > child.left()) {
        free.setX(std::max(place.x(), wholeSteps(child.right() + columnGap)));
        shift.by = std::max(0.0, wholeSteps(free.x() + metrics::nodeWidth + columnGap - shift.border));
    }
    free = clearOfOthers(scene, node, wires, shift, free);
    if (shift.by > 0) moveRight(scene, edit, node, wires, shift);
    const std::size_t first =
        edit.links(node.toStdString()) - (haveSeveralChildren(scene, wires) ? wires.size() : 1);
    // Wires of one child keep their routes; wires of several children now end at the node.
    splitRoute(edit, *scene.wire(wires.front().parent, wires.front().entry), node, first, free, shift);
    return free;
}

}  // namespace burin::ui
