// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/canvas_drag.hpp"

#include "ui/graph/items/metrics.hpp"
#include "ui/model/selection.hpp"

#include <QGraphicsRectItem>
#include <QPen>
#include <QSet>

#include <algorithm>

namespace burin::ui {

namespace {

QPen accentPen(const GraphStyle& style) {
    QPen pen(style.color(Role::accent), 1);
    pen.setCosmetic(true);
    return pen;
}

QPointF snappedTo(QPointF place, Qt::KeyboardModifiers modifiers) {
    return modifiers & Qt::AltModifier ? place : metrics::snapped(place);
}

}  // namespace

BandDrag::BandDrag(GraphContext context, QPointF start, QStringList kept)
    : context_(context),
      start_(start),
      kept_(std::move(kept)),
      before_(context.workbench.selection.nodes()),
      band_(std::make_unique<QGraphicsRectItem>()) {
    QColor ground = context_.scene.style().color(Role::accent);
    ground.setAlphaF(0.12F);
    band_->setBrush(ground);
    band_->setPen(accentPen(context_.scene.style()));
    band_->setZValue(30);
    context_.scene.addItem(band_.get());
}

BandDrag::~BandDrag() = default;

void BandDrag::move(QPointF place, Qt::KeyboardModifiers) {
    const QRectF rect = QRectF(start_, place).normalized();
    band_->setRect(rect);
    QStringList chosen = kept_;
    const QSet<QString> kept(kept_.begin(), kept_.end());
    for (const NodeItem* node : context_.scene.nodes()) {
        if (rect.intersects(node->sceneBody()) && !kept.contains(node->name())) chosen << node->name();
    }
    context_.workbench.selection.select(chosen);
}

void BandDrag::drop(QPointF, Qt::KeyboardModifiers) {
    band_.reset();
}

void BandDrag::cancel() {
    band_.reset();
    context_.workbench.selection.select(before_);
}

MoveDrag::MoveDrag(GraphContext context, QPointF start, const QStringList& nodes, std::vector<int> frames,
                   std::vector<int> comments)
    : context_(context),
      start_(start),
      movedFrames_(std::move(frames)),
      movedComments_(std::move(comments)),
      frames_(context.scene.frameNotes()),
      comments_(context.scene.commentNotes()),
      aim_(context.scene) {
    for (const QString& name : nodes) {
        if (const NodeItem* item = context_.scene.node(name)) nodes_.insert(name, item->pos());
    }
    const NodeItem* active = context_.scene.node(context_.workbench.selection.active());
    // A frame moves in whole grid steps, so its nodes stay on the grid.
    if (!movedFrames_.empty()) return;
    if (!movedComments_.empty()) {
        lead_ = comments_[static_cast<std::size_t>(movedComments_.front())].place;
    } else if (active != nullptr) {
        lead_ = active->pos();
    }
}

void MoveDrag::shift(QPointF by) {
    by_ = by;
    for (auto node = nodes_.cbegin(); node != nodes_.cend(); ++node) {
        if (NodeItem* item = context_.scene.node(node.key())) context_.scene.moveNode(*item, *node + by);
    }
    for (const int i : movedFrames_) {
        FrameNote note = frames_[static_cast<std::size_t>(i)];
        note.rect.translate(by);
        context_.scene.frames()[static_cast<std::size_t>(i)]->setNote(note);
    }
    for (const int i : movedComments_) {
        CommentNote note = comments_[static_cast<std::size_t>(i)];
        note.place += by;
        context_.scene.comments()[static_cast<std::size_t>(i)]->setNote(note);
    }
}

void MoveDrag::move(QPointF place, Qt::KeyboardModifiers modifiers) {
    shift(snappedTo(lead_ + place - start_, modifiers) - lead_);
    aim_.set(wiresBelow());
}

/// The wires under the node, if the node can be inserted into them.
std::vector<WireChoice> MoveDrag::wiresBelow() const {
    if (nodes_.size() != 1 || !movedFrames_.empty()) return {};
    return context_.edits.cut(nodes_.cbegin().key());
}

void MoveDrag::drop(QPointF place, Qt::KeyboardModifiers modifiers) {
    move(place, modifiers);
    if (by_.isNull()) return;
    const std::vector<WireChoice> wires = aim_.wires();
    aim_.set({});
    if (!wires.empty()) {
        context_.edits.insert(nodes_.cbegin().key(), wires, nodes_.cbegin().value() + by_);
        return;
    }
    Moves moves;
    for (auto node = nodes_.cbegin(); node != nodes_.cend(); ++node)
        moves.nodes.insert(node.key(), *node + by_);
    if (!movedFrames_.empty()) moves.frames = context_.scene.frameNotes();
    if (!movedComments_.empty()) moves.comments = context_.scene.commentNotes();
    context_.edits.move(moves);
}

void MoveDrag::cancel() {
    aim_.set({});
    shift({});
}

FrameDrag::FrameDrag(GraphContext context, int frame, Qt::Edges edges)
    : context_(context),
      frame_(frame),
      edges_(edges),
      before_(context.scene.frames()[static_cast<std::size_t>(frame)]->note()) {}

void FrameDrag::move(QPointF place, Qt::KeyboardModifiers modifiers) {
    const QPointF at = snappedTo(place, modifiers);
    constexpr qreal least = 2 * metrics::frameHead;
    FrameNote note = before_;
    if (edges_ & Qt::LeftEdge) note.rect.setLeft(std::min(at.x(), note.rect.right() - least));
    if (edges_ & Qt::RightEdge) note.rect.setRight(std::max(at.x(), note.rect.left() + least));
    if (edges_ & Qt::TopEdge) note.rect.setTop(std::min(at.y(), note.rect.bottom() - least));
    if (edges_ & Qt::BottomEdge) note.rect.setBottom(std::max(at.y(), note.rect.top() + least));
    context_.scene.frames()[static_cast<std::size_t>(frame_)]->setNote(note);
}

void FrameDrag::drop(QPointF place, Qt::KeyboardModifiers modifiers) {
    move(place, modifiers);
    Moves moves;
    moves.frames = context_.scene.frameNotes();
    context_.edits.move(moves);
}

void FrameDrag::cancel() {
    context_.scene.frames()[static_cast<std::size_t>(frame_)]->setNote(before_);
}

PointDrag::PointDrag(GraphContext context, const WireItem& wire, int point)
    : context_(context),
      choice_{wire.parentNode()->name(), wire.picture().entry},
      point_(point),
      before_(wire.picture().route) {}

WireItem* PointDrag::wire() const {
    return context_.scene.wire(choice_.parent, choice_.entry);
}

void PointDrag::move(QPointF place, Qt::KeyboardModifiers modifiers) {
    Route route = before_;
    route.at(static_cast<std::size_t>(point_)) = snappedTo(place, modifiers);
    if (WireItem* item = wire()) item->setRoute(route);
}

void PointDrag::drop(QPointF place, Qt::KeyboardModifiers modifiers) {
    context_.edits.movePoint(choice_, point_, snappedTo(place, modifiers));
}

void PointDrag::cancel() {
    if (WireItem* item = wire()) item->setRoute(before_);
}

ReorderDrag::ReorderDrag(GraphContext context, const NodeItem& node, int row)
    : context_(context), node_(node.name()), row_(row), mark_(std::make_unique<QGraphicsRectItem>()) {
    mark_->setPen(Qt::NoPen);
    mark_->setBrush(context_.scene.style().color(Role::accent));
    mark_->setZValue(30);
    mark_->setVisible(false);
    context_.scene.addItem(mark_.get());
}

ReorderDrag::~ReorderDrag() = default;

int ReorderDrag::rowAt(const NodeItem& node, QPointF place) const {
    const qreal y = place.y() - node.pos().y() - metrics::firstRow + metrics::rowHeight / 2;
    const int last = static_cast<int>(node.picture().inputs.size()) - 1;
    return std::clamp(static_cast<int>(std::floor(y / metrics::rowHeight)), 0, last);
}

void ReorderDrag::move(QPointF place, Qt::KeyboardModifiers) {
    const NodeItem* node = context_.scene.node(node_);
    if (node == nullptr) return;
    const int row = rowAt(*node, place);
    const qreal edge = row > row_ ? metrics::rowHeight / 2 : -metrics::rowHeight / 2;
    const QPointF at = node->inputPlace(row) + QPointF(metrics::labelLeft - 4, edge - 1);
    mark_->setRect(QRectF(at, QSizeF(metrics::labelWidth, 2)));
    mark_->setVisible(row != row_);
}

void ReorderDrag::drop(QPointF place, Qt::KeyboardModifiers) {
    mark_.reset();
    const NodeItem* node = context_.scene.node(node_);
    if (node == nullptr) return;
    const auto& inputs = node->picture().inputs;
    const std::size_t from = inputs[static_cast<std::size_t>(row_)].entry;
    const std::size_t to = inputs[static_cast<std::size_t>(rowAt(*node, place))].entry;
    context_.edits.reorder({node_, from}, to);
    context_.scene.choose(WireChoice{node_, to});
}

void ReorderDrag::cancel() {
    mark_.reset();
}

}  // namespace burin::ui
