// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/palette_drop.hpp"

#include "ui/graph/graph_view.hpp"
#include "ui/graph/metrics.hpp"

#include <QGraphicsRectItem>
#include <QPen>

namespace burin::ui {

namespace {

QRectF outlineAt(QPointF middle) {
    const QSizeF size(metrics::nodeWidth, metrics::nodeHeight(1));
    return {metrics::snapped(middle - QPointF(size.width() / 2, metrics::headerHeight / 2)), size};
}

}  // namespace

PaletteDrop::PaletteDrop(GraphContext context) : context_(context) {}
PaletteDrop::~PaletteDrop() = default;

std::optional<QPointF> PaletteDrop::placeAt(QPoint global) const {
    const QWidget* viewport = context_.view.viewport();
    const QPoint position = viewport->mapFromGlobal(global);
    if (!viewport->rect().contains(position)) return {};
    return context_.view.mapToScene(position);
}

WireItem* PaletteDrop::wireFor(const KindDescription& kind, const QRectF& rect) const {
    const QList<QGraphicsItem*> under = context_.scene.items(rect, Qt::IntersectsItemBoundingRect);
    for (QGraphicsItem* item : under) {
        auto* wire = qgraphicsitem_cast<WireItem*>(item);
        if (wire == nullptr || !wire->hits(rect.center(), metrics::nodeWidth / 4)) continue;
        if (context_.edits.insertable(kind, {wire->parentNode()->name(), wire->picture().entry})) return wire;
    }
    return nullptr;
}

WireItem* PaletteDrop::wireAt(QPointF place) const {
    const QRectF near = QRectF(place, place).adjusted(-12, -12, 12, 12);
    const QList<QGraphicsItem*> under = context_.scene.items(near, Qt::IntersectsItemBoundingRect);
    for (QGraphicsItem* item : under) {
        auto* wire = qgraphicsitem_cast<WireItem*>(item);
        if (wire != nullptr && wire->hits(place, 12)) return wire;
    }
    return nullptr;
}

void PaletteDrop::aim(WireItem* wire) {
    if (target_) {
        if (WireItem* before = context_.scene.wire(target_->parent, target_->entry)) before->setTarget(false);
    }
    target_.reset();
    if (wire == nullptr) return;
    wire->setTarget(true);
    target_ = WireChoice{wire->parentNode()->name(), wire->picture().entry};
}

void PaletteDrop::dragKind(const KindDescription& kind, QPoint global) {
    const std::optional<QPointF> place = placeAt(global);
    if (!place) return cancel();
    if (!ghost_) {
        ghost_ = std::make_unique<QGraphicsRectItem>();
        QPen pen(context_.scene.style().color(Role::accent), 1, Qt::DashLine);
        pen.setCosmetic(true);
        ghost_->setPen(pen);
        ghost_->setZValue(30);
        context_.scene.addItem(ghost_.get());
    }
    const QRectF outline = outlineAt(*place);
    ghost_->setRect(outline);
    aim(wireFor(kind, outline));
}

void PaletteDrop::dropKind(const KindDescription& kind, QPoint global) {
    dragKind(kind, global);
    const std::optional<QPointF> place = placeAt(global);
    NewLink link;
    if (target_) link = {NewLink::How::onWire, {}, {}, *target_};
    cancel();
    if (place) context_.edits.addNode(kind, outlineAt(*place).topLeft(), link);
}

void PaletteDrop::dragReroute(QPoint global) {
    const std::optional<QPointF> place = placeAt(global);
    aim(place ? wireAt(*place) : nullptr);
}

void PaletteDrop::dropReroute(QPoint global) {
    dragReroute(global);
    const std::optional<WireChoice> wire = target_;
    cancel();
    if (wire) context_.edits.addPoint(*wire, *placeAt(global));
}

void PaletteDrop::cancel() {
    aim(nullptr);
    ghost_.reset();
}

}  // namespace burin::ui
