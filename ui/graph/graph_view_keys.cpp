// SPDX-License-Identifier: GPL-3.0-or-later

// The keys of the canvas: keys that drag, and keys that are left to the panel. And the files that are dropped
// on it.

#include "ui/graph/graph_view.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/selection.hpp"

#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>
#include <cmath>
#include <limits>

namespace burin::ui {

namespace {

bool isArrow(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

bool isReturn(int key) {
    return key == Qt::Key_Return || key == Qt::Key_Enter;
}

constexpr qreal never = std::numeric_limits<qreal>::infinity();

/// The distance to a position in the direction of an arrow key. Sideways distance counts double.
qreal wayTo(QPointF place, QPointF from, int key) {
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const qreal sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const QPointF away = place - from;
    const qreal along = sign * (across ? away.x() : away.y());
    const qreal aside = std::abs(across ? away.y() : away.x());
    return along <= 0 ? never : along + 2 * aside;
}

template <class Cost>
const KeyTarget* cheapest(const std::vector<KeyTarget>& targets, const Cost& cost) {
    const KeyTarget* best = nullptr;
    qreal least = never;
    for (const KeyTarget& target : targets) {
        const qreal each = cost(target);
        if (each >= least) continue;
        best = &target;
        least = each;
    }
    return best;
}

}  // namespace

void GraphView::start(std::unique_ptr<CanvasDrag> drag) {
    cancelDrag();
    drag_ = std::move(drag);
    byKeys_ = true;
    const NodeItem* active = scene_.node(workbench_.selection.active());
    keyTarget_ = {active == nullptr ? pointedAt() : active->outputPlace(), {}, false, false};
    const QPointF from = keyTarget_.place;
    const std::vector<KeyTarget> targets = drag_->targets();
    const auto rightwards = [&](const KeyTarget& t) { return wayTo(t.place, from, Qt::Key_Right); };
    const auto distance = [&](const KeyTarget& t) { return QLineF(from, t.place).length(); };
    // The order of preference: required inputs that are still missing, then inputs that join surfaces, then
    // other free inputs, such as masks. Among these, nodes to the right come first. Inputs whose link would
    // be replaced come last.
    const KeyTarget* first = nullptr;
    for (bool KeyTarget::*const wanted : {&KeyTarget::required, &KeyTarget::asked, &KeyTarget::free}) {
        const auto among = [&](const auto& cost) {
            if (first != nullptr) return;
            first = cheapest(targets, [&](const KeyTarget& t) { return t.*wanted ? cost(t) : never; });
        };
        among(rightwards);
        among(distance);
    }
    if (first == nullptr) first = cheapest(targets, distance);
    if (first != nullptr) keyTarget_ = *first;
    showKeyTarget();
}

/// Chooses the nearest target in an arrow's direction. On another node, prefers the free socket.
void GraphView::aimByKeys(int key) {
    const std::vector<KeyTarget> targets = drag_->targets();
    const auto hasFree = [&](const QString& node) {
        return std::any_of(targets.begin(), targets.end(),
                           [&](const KeyTarget& t) { return t.free && t.node == node; });
    };
    const KeyTarget* next = cheapest(targets, [&](const KeyTarget& t) {
        const bool offered = t.free || t.node == keyTarget_.node || !hasFree(t.node);
        return offered ? wayTo(t.place, keyTarget_.place, key) : never;
    });
    if (next != nullptr) keyTarget_ = *next;
    showKeyTarget();
}

void GraphView::showKeyTarget() {
    const QPointF place = keyTarget_.place;
    // A tooltip appears at the target, so scroll it into view first.
    reveal(QRectF(place - QPointF(8, 8), QSizeF(16, 16)));
    drag_->move(place, {});
}

void GraphView::finishByKeys() {
    if (!connecting()) return;
    const std::unique_ptr<CanvasDrag> drag = std::move(drag_);
    if (keyTarget_.node.isEmpty()) {
        drag->cancel();
    } else {
        drag->drop(keyTarget_.place, {});
    }
    byKeys_ = false;
}

void GraphView::cancelDrag() {
    const std::unique_ptr<CanvasDrag> drag = std::move(drag_);
    byKeys_ = false;
    if (!drag) return;
    drag->cancel();
    emit dragEnded();
}

/// While a link is made by keys, Return is not the key of a command.
bool GraphView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && connecting() &&
        isReturn(static_cast<QKeyEvent*>(event)->key())) {
        event->accept();
        return true;
    }
    return QGraphicsView::event(event);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && drag_ != nullptr) return cancelDrag();
    if (event->key() == Qt::Key_Escape && workbench_.document.scope().open()) {
        emit leaveRequested();
        return;
    }
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        space_ = true;
        viewport()->setCursor(Qt::OpenHandCursor);
        return;
    }
    if (connecting() && isArrow(event->key())) return aimByKeys(event->key());
    if (connecting() && isReturn(event->key())) return finishByKeys();
    if (isArrow(event->key())) {
        emit arrowPressed(event->key(), event->modifiers(), event->isAutoRepeat());
        return;
    }
    event->ignore();
}

void GraphView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return event->ignore();
    space_ = false;
    if (!panning_) viewport()->setCursor(Qt::ArrowCursor);
}

/// A key that is released elsewhere, as after Alt+Tab, is not held any more.
void GraphView::focusOutEvent(QFocusEvent* event) {
    if (space_ && !panning_) viewport()->setCursor(Qt::ArrowCursor);
    space_ = false;
    QGraphicsView::focusOutEvent(event);
}

/// Tab adds a node, so it does not move the focus.
bool GraphView::focusNextPrevChild(bool) {
    return false;
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Keyboard) return event->ignore();
    emit menuRequested(hitAt(event->pos()), event->globalPos());
}

// Files

void GraphView::dragEnterEvent(QDragEnterEvent* event) {
    // The window opens a design, also if the list has pictures as well.
    const DroppedFiles files = filesIn(*event->mimeData());
    if (files.pictures.isEmpty() || !files.designs.isEmpty()) return event->ignore();
    event->acceptProposedAction();
}

void GraphView::dragMoveEvent(QDragMoveEvent* event) {
    event->acceptProposedAction();
}

void GraphView::dropEvent(QDropEvent* event) {
    const DroppedFiles files = filesIn(*event->mimeData());
    if (files.pictures.isEmpty() || !files.designs.isEmpty()) return event->ignore();
    const QPoint place = event->position().toPoint();
    const Hit hit = hitAt(place);
    event->acceptProposedAction();
    // Adding nodes may show a message. The program that the files come from waits until the event has
    // returned.
    QMetaObject::invokeMethod(
        this,
        [this, files, at = mapToScene(place), on = hit.node == nullptr ? QString() : hit.node->name()] {
            emit filesDropped(files.pictures, at, on);
            if (!files.others.isEmpty()) explain(leftOutText(files.others), true);
        },
        Qt::QueuedConnection);
}

}  // namespace burin::ui
