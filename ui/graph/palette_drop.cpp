// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/palette_drop.hpp"

#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/metrics.hpp"

#include <QGraphicsRectItem>
#include <QPen>

namespace burin::ui {

namespace {

QRectF outlineAt(QPointF middle) {
    const QSizeF size(metrics::nodeWidth, metrics::nodeHeight(1));
    return {metrics::snapped(middle - QPointF(size.width() / 2, metrics::headerHeight / 2)), size};
}

}  // namespace

PaletteDrop::PaletteDrop(GraphContext context) : context_(context), aim_(context.scene) {}
PaletteDrop::~PaletteDrop() = default;

std::optional<QPointF> PaletteDrop::placeAt(QPoint global) const {
    const QWidget* viewport = context_.view.viewport();
    const QPoint position = viewport->mapFromGlobal(global);
    if (!viewport->rect().contains(position)) return {};
    return context_.view.mapToScene(position);
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
    emit context_.view.dragMoved(context_.view.mapFromScene(*place));
    aim_.set(context_.edits.cut(kind, outline));
}

std::optional<Landing> PaletteDrop::dropKind(const KindDescription& kind, QPoint global) {
    dragKind(kind, global);
    const std::optional<QPointF> place = placeAt(global);
    NewLink link;
    if (!aim_.wires().empty()) link = {NewLink::How::onWires, {}, {}, aim_.wires()};
    cancel();
    if (!place) return {};
    return Landing{outlineAt(*place).topLeft(), link};
}

void PaletteDrop::dragReroute(QPoint global) {
    const std::optional<QPointF> place = placeAt(global);
    const WireItem* wire = place ? wireAt(*place) : nullptr;
    aim_.set(wire == nullptr ? std::vector<WireChoice>() : std::vector<WireChoice>{choiceOf(*wire)});
}

void PaletteDrop::dropReroute(QPoint global) {
    dragReroute(global);
    const std::vector<WireChoice> wires = aim_.wires();
    cancel();
    if (!wires.empty()) context_.edits.addPoint(wires.front(), *placeAt(global));
}

void PaletteDrop::cancel() {
    aim_.set({});
    ghost_.reset();
    emit context_.view.dragEnded();
}

}  // namespace burin::ui
