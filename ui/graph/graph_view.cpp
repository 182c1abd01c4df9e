// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_view.hpp"

#include "ui/graph/items/edge_step.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/trait_menu.hpp"
#include "ui/graph/wire_drag.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int dragDistance = 4;
constexpr qreal wheelStep = 1.2;
constexpr int fitMargin = 24;
constexpr int coverGap = 12;
constexpr qreal dotDistance = 16;
constexpr int flightMs = 160;
constexpr int edgeMs = 25;
constexpr int explainMs = 4000;
constexpr int connectingMs = 3'600'000;  ///< how long a wire that follows the keys shows its tooltip

/// The zoom at which `wanted` fills a room of this size, at most 100 %.
qreal zoomFor(const QRectF& wanted, QSizeF room) {
    return std::clamp(std::min(room.width() / wanted.width(), room.height() / wanted.height()),
                      metrics::smallestZoom, 1.0);
}

}  // namespace

GraphView::GraphView(Workbench workbench, GraphScene& scene, GraphEdits& edits, QWidget* parent)
    : QGraphicsView(parent), workbench_(workbench), scene_(scene), edits_(edits) {
    setObjectName("graphView");
    setScene(&scene);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::NoAnchor);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setOptimizationFlag(QGraphicsView::DontSavePainterState);
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    connect(&scene, &GraphScene::aboutToChange, this, &GraphView::cancelDrag);
    connect(&workbench.theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    flight_.setDuration(flightMs);
    flight_.setEasingCurve(QEasingCurve::OutCubic);
    connect(&flight_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const QRectF at = value.toRectF();
        setView(at.width(), at.topLeft());
    });
}

GraphView::~GraphView() = default;

// The visible part

void GraphView::setView(qreal zoom, QPointF centre) {
    setTransform(QTransform::fromScale(zoom, zoom));
    centerOn(centre);
    scene_.setZoom(zoom);
    emit viewed();
}

void GraphView::zoomBy(qreal factor, QPoint around) {
    flight_.stop();
    const QPointF before = mapToScene(around);
    const qreal wanted = std::clamp(zoom() * factor, metrics::smallestZoom, metrics::largestZoom);
    const QPointF middle = mapToScene(viewport()->rect().center());
    setView(wanted, before + (middle - before) * (zoom() / wanted));
}

void GraphView::fit(const QRectF& rect, const QRect& obstacle) {
    if (rect.isNull() || viewport()->width() < 1) return;
    const QRectF wanted = rect.adjusted(-fitMargin, -fitMargin, fitMargin, fitMargin);
    const QSizeF room = viewport()->size();
    const qreal scale = zoomFor(wanted, room);
    if (!hidesNodes(obstacle, scale, wanted.center())) return flyTo(scale, wanted.center());
    // Align the nodes with the upper left corner; if that is not enough, leave the obstacle's columns free.
    const QPointF corner = wanted.topLeft() + QPointF(room.width(), room.height()) / (2 * scale);
    if (!hidesNodes(obstacle, scale, corner)) return flyTo(scale, corner);
    const qreal aside = room.width() - obstacle.left();
    const qreal narrow = zoomFor(wanted, {room.width() - aside, room.height()});
    flyTo(narrow, wanted.center() + QPointF(aside / (2 * narrow), 0));
}

bool GraphView::fitsWithLabels(const QRectF& rect) const {
    const QRectF wanted = rect.adjusted(-fitMargin, -fitMargin, fitMargin, fitMargin);
    return zoomFor(wanted, viewport()->size()) >= metrics::labelZoom;
}

bool GraphView::hidesNodes(const QRect& obstacle, qreal zoom, QPointF centre) const {
    if (obstacle.isEmpty()) return false;
    const QPointF middle = QRectF(viewport()->rect()).center();
    const QRectF behind((QPointF(obstacle.topLeft()) - middle) / zoom + centre,
                        QSizeF(obstacle.size()) / zoom);
    return std::any_of(scene_.nodes().begin(), scene_.nodes().end(),
                       [&](const NodeItem* node) { return node->sceneBody().intersects(behind); });
}

void GraphView::flyTo(qreal zoomWanted, QPointF centre) {
    flight_.stop();
    if (workbench_.theme.motion(flightMs) == 0 || !isVisible()) return setView(zoomWanted, centre);
    // Position and zoom are animated as one value.
    flight_.setStartValue(QRectF(mapToScene(viewport()->rect().center()), QSizeF(zoom(), 1)));
    flight_.setEndValue(QRectF(centre, QSizeF(zoomWanted, 1)));
    flight_.start();
}

void GraphView::land() {
    if (flight_.state() == QAbstractAnimation::Running) flight_.setCurrentTime(flight_.duration());
}

CanvasSight GraphView::sight() {
    land();
    return {zoom(), mapToScene(viewport()->rect()).boundingRect().center(), viewport()->size(),
            QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value())};
}

void GraphView::show(const CanvasSight& sight) {
    flight_.stop();
    setView(sight.zoom, sight.centre);
    if (viewport()->size() != sight.size) return;
    horizontalScrollBar()->setValue(sight.scrolled.x());
    verticalScrollBar()->setValue(sight.scrolled.y());
}

void GraphView::reveal(const QRectF& rect) {
    flight_.stop();
    const bool inside = viewport()->rect().contains(mapFromScene(rect).boundingRect());
    if (!inside) ensureVisible(rect, fitMargin, fitMargin);
    // Moving the rectangle out from under one cover may put it under the next one to the left, but never back
    // under this one.
    for (const QWidget* cover : covers_) {
        const QRect seen = mapFromScene(rect).boundingRect();
        if (cover->isHidden() || !cover->geometry().intersects(seen)) continue;
        // Scroll the rectangle up or to the left, by the shorter way that keeps it fully in the window.
        const QPoint out = seen.bottomRight() - cover->geometry().topLeft() + QPoint(coverGap, coverGap);
        const bool up = seen.top() >= out.y() && (out.y() <= out.x() || seen.left() < out.x());
        panFrom_ = {};
        panTo(up ? QPoint(0, -out.y()) : QPoint(-out.x(), 0));
    }
    emit viewed();
}

CanvasRoom GraphView::room() const {
    CanvasRoom room{mapToScene(viewport()->rect()).boundingRect(), {}};
    for (const QWidget* cover : covers_) {
        if (!cover->isHidden()) room.covered.push_back(mapToScene(cover->geometry()).boundingRect());
    }
    return room;
}

bool GraphView::mouseIsOver() const {
    return viewport()->rect().contains(viewport()->mapFromGlobal(QCursor::pos()));
}

QPointF GraphView::pointedAt() const {
    return mapToScene(mouseIsOver() ? viewport()->mapFromGlobal(QCursor::pos())
                                    : viewport()->rect().center());
}

void GraphView::resizeEvent(QResizeEvent* event) {
    const QRectF before = mapToScene(QRect({}, event->oldSize())).boundingRect();
    QGraphicsView::resizeEvent(event);
    emit viewed();
    emit resized(before);
}

void GraphView::scrollContentsBy(int dx, int dy) {
    QGraphicsView::scrollContentsBy(dx, dy);
    emit viewed();
}

void GraphView::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, workbench_.theme.color(Role::canvas));
    qreal step = dotDistance;
    while (step * zoom() < dotDistance * 0.75)
        step *= 2;
    dots_.clear();
    for (qreal y = std::floor(rect.top() / step) * step; y < rect.bottom(); y += step) {
        for (qreal x = std::floor(rect.left() / step) * step; x < rect.right(); x += step)
            dots_.emplace_back(x, y);
    }
    QPen pen(workbench_.theme.color(Role::canvasDots), 2);
    pen.setCosmetic(true);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(pen);
    painter->drawPoints(dots_.data(), static_cast<int>(dots_.size()));
}

// Drags

Hit GraphView::hitAt(QPoint position) const {
    return scene_.hit(mapToScene(position), reach(), zoom());
}

void GraphView::press(const Hit& hit, QPointF place, Qt::KeyboardModifiers modifiers) {
    using Part = Hit::Part;
    if (hit.part == Part::chip) return changeLink(choiceOf(*hit.wire));
    scene_.choose(NoteChoice());
    scene_.choose(std::optional<WireChoice>());
    switch (hit.part) {
        case Part::output:
            drag_ = std::make_unique<WireDrag>(context(), WireDrag::From::output, *hit.node, hit.index);
            break;
        case Part::freeSocket:
            drag_ = std::make_unique<WireDrag>(context(), WireDrag::From::freeSocket, *hit.node, hit.index);
            break;
        case Part::input:
        case Part::label: {
            const auto row = static_cast<std::size_t>(hit.index);
            scene_.choose(WireChoice{hit.node->name(), hit.node->picture().inputs[row].entry});
            if (hit.part == Part::input) {
                drag_ = std::make_unique<WireDrag>(context(), WireDrag::From::input, *hit.node, hit.index);
            } else {
                workbench_.selection.select({hit.node->name()});
                drag_ = std::make_unique<ReorderDrag>(context(), *hit.node, hit.index);
            }
            break;
        }
        case Part::badge:
            workbench_.selection.reveal(hit.node->name(), hit.node->picture().parameter);
            break;
        case Part::header:
        case Part::body:
            pressNode(hit, place, modifiers);
            break;
        case Part::wire:
            workbench_.selection.select({});
            scene_.choose(WireChoice{hit.wire->parentNode()->name(), hit.wire->picture().entry});
            break;
        case Part::chip:  // handled above
            break;
        case Part::point:
        case Part::comment:
        case Part::frame:
        case Part::frameEdge:
            pressNote(hit, place);
            break;
        case Part::canvas: {
            const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
            cleared_ = workbench_.selection.nodes();
            const QStringList kept = adds ? cleared_ : QStringList();
            workbench_.selection.select(kept);
            drag_ = std::make_unique<BandDrag>(context(), place, kept);
            break;
        }
    }
}

void GraphView::pressNode(const Hit& hit, QPointF place, Qt::KeyboardModifiers modifiers) {
    const QString name = hit.node->name();
    QStringList chosen = workbench_.selection.nodes();
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        if (!chosen.removeOne(name)) chosen << name;
        workbench_.selection.select(chosen);
        return;
    }
    if (!chosen.contains(name)) chosen = {name};
    workbench_.selection.select(chosen, name);
    drag_ = std::make_unique<MoveDrag>(context(), place, chosen);
}

void GraphView::pressNote(const Hit& hit, QPointF place) {
    using Kind = NoteChoice::Kind;
    workbench_.selection.select({});
    if (hit.part == Hit::Part::point) {
        const WireChoice wire{hit.wire->parentNode()->name(), hit.wire->picture().entry};
        scene_.choose(NoteChoice{Kind::point, hit.index, wire.parent, wire.entry});
        drag_ = std::make_unique<PointDrag>(context(), *hit.wire, hit.index);
        return;
    }
    const bool comment = hit.part == Hit::Part::comment;
    scene_.choose(NoteChoice{comment ? Kind::comment : Kind::frame, hit.index, {}, 0});
    if (comment) {
        drag_ = std::make_unique<MoveDrag>(context(), place, QStringList(), std::vector<int>(),
                                           std::vector<int>{hit.index});
    } else if (hit.part == Hit::Part::frameEdge) {
        drag_ = std::make_unique<FrameDrag>(context(), hit.index, hit.edges);
    } else {
        const QRectF rect = scene_.frames()[static_cast<std::size_t>(hit.index)]->note().rect;
        std::vector<int> comments;
        for (std::size_t i = 0; i < scene_.comments().size(); ++i) {
            if (rect.contains(scene_.comments()[i]->rect().center())) comments.push_back(static_cast<int>(i));
        }
        drag_ = std::make_unique<MoveDrag>(context(), place, edits_.nodesIn(rect),
                                           std::vector<int>{hit.index}, std::move(comments));
    }
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    flight_.stop();
    pressed_ = event->pos();
    moved_ = false;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && space_)) {
        panning_ = true;
        panFrom_ = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        return;
    }
    cancelDrag();
    explain({});
    const Hit hit = hitAt(event->pos());
    if (event->button() == Qt::LeftButton) {
        press(hit, mapToScene(event->pos()), event->modifiers());
    } else if (event->button() == Qt::RightButton && hit.node != nullptr &&
               !workbench_.selection.nodes().contains(hit.node->name())) {
        workbench_.selection.select({hit.node->name()});
    }
}

void GraphView::panTo(QPoint position) {
    const QPoint by = position - panFrom_;
    panFrom_ = position;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (panning_) return panTo(event->pos());
    if (drag_ == nullptr || byKeys_) return hoverAt(event->pos());
    if (!moved_ && (event->pos() - pressed_).manhattanLength() < dragDistance) return;
    moved_ = true;
    dragged_ = event->pos();
    dragModifiers_ = event->modifiers();
    drag_->move(mapToScene(dragged_), dragModifiers_);
    emit dragMoved(dragged_);
    if (towardsEdge(dragged_).isNull()) {
        edgeTimer_.stop();
    } else if (!edgeTimer_.isActive()) {
        edgeTimer_.start(edgeMs, this);
    }
}

/// The scroll step for a drag that has reached the edge of the window, so that hidden contents come into
/// view. The dragged items belong to the contents.
QPoint GraphView::towardsEdge(QPoint position) const {
    const QRectF contents = scene_.contents();
    if (contents.isNull()) return {};
    const QRect all =
        mapFromScene(contents.adjusted(-fitMargin, -fitMargin, fitMargin, fitMargin)).boundingRect();
    const QRect seen = viewport()->rect();
    return {edgeStep(position.x(), pressed_.x(), seen.width(), seen.left() - all.left(),
                     all.right() - seen.right()),
            edgeStep(position.y(), pressed_.y(), seen.height(), seen.top() - all.top(),
                     all.bottom() - seen.bottom())};
}

void GraphView::timerEvent(QTimerEvent* event) {
    if (event->timerId() != edgeTimer_.timerId()) return QGraphicsView::timerEvent(event);
    const QPoint step = towardsEdge(dragged_);
    if (drag_ == nullptr || byKeys_ || step.isNull()) return edgeTimer_.stop();
    panFrom_ = {};
    panTo(step);
    drag_->move(mapToScene(dragged_), dragModifiers_);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (panning_ && (event->button() == Qt::MiddleButton || event->button() == Qt::LeftButton)) {
        panning_ = false;
        viewport()->setCursor(space_ ? Qt::OpenHandCursor : Qt::ArrowCursor);
        return;
    }
    if (event->button() != Qt::LeftButton || drag_ == nullptr || byKeys_) return;
    if (!moved_) {
        // A click ends a selection of several nodes. The press before it must not, because a drag moves all
        // of them.
        const Hit hit = hitAt(event->pos());
        cancelDrag();
        const bool plain = !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
        if (plain && (hit.part == Hit::Part::header || hit.part == Hit::Part::body))
            workbench_.selection.select({hit.node->name()});
        return;
    }
    // End the drag before the design changes.
    const std::unique_ptr<CanvasDrag> drag = std::move(drag_);
    emit dragEnded();
    drag->drop(mapToScene(event->pos()), event->modifiers());
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    cancelDrag();
    using Part = Hit::Part;
    const QPointF place = mapToScene(event->pos());
    const Hit hit = hitAt(event->pos());
    switch (hit.part) {
        case Part::canvas:
            // The new node is linked to the selection, which the first click cleared.
            if (workbench_.selection.nodes().isEmpty()) workbench_.selection.select(cleared_);
            emit addRequested(place, {});
            break;
        case Part::header:
        case Part::body:
            if (hit.node->picture().shape == NodeShape::instance) {
                emit enterRequested(hit.node->name());
            } else if (hit.part == Part::header) {
                emit renameRequested(hit.node->name());
            } else {
                emit inspectorRequested();
            }
            break;
        case Part::wire:
            edits_.addPoint({hit.wire->parentNode()->name(), hit.wire->picture().entry}, place);
            break;
        case Part::point:
            edits_.removeNote({NoteChoice::Kind::point, hit.index, hit.wire->parentNode()->name(),
                               hit.wire->picture().entry});
            break;
        case Part::comment:
            emit noteEditRequested({NoteChoice::Kind::comment, hit.index, {}, 0});
            break;
        case Part::frame:
            emit noteEditRequested({NoteChoice::Kind::frame, hit.index, {}, 0});
            break;
        default:
            break;
    }
}

void GraphView::hoverAt(QPoint position) {
    const Hit hit = hitAt(position);
    scene_.hover(hit.node, hit.node == nullptr ? hit.wire : nullptr);
    if (space_) return;
    Qt::CursorShape shape = Qt::ArrowCursor;
    const bool sideways = hit.edges & (Qt::LeftEdge | Qt::RightEdge);
    const bool upright = hit.edges & (Qt::TopEdge | Qt::BottomEdge);
    if (sideways && upright) {
        const bool falling = (hit.edges & Qt::LeftEdge) == 0 ? (hit.edges & Qt::BottomEdge) != 0
                                                             : (hit.edges & Qt::TopEdge) != 0;
        shape = falling ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor;
    } else if (sideways) {
        shape = Qt::SizeHorCursor;
    } else if (upright) {
        shape = Qt::SizeVerCursor;
    } else if (hit.part == Hit::Part::label && hit.node->picture().inputs.size() > 1) {
        shape = Qt::SizeVerCursor;
    } else if (hit.part == Hit::Part::chip) {
        shape = Qt::PointingHandCursor;
    } else if (hit.part == Hit::Part::output || hit.part == Hit::Part::input ||
               hit.part == Hit::Part::freeSocket) {
        shape = Qt::CrossCursor;
    }
    viewport()->setCursor(shape);
}

void GraphView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ShiftModifier) {
        const QPoint by = event->angleDelta();
        panFrom_ = {};
        panTo(QPoint(by.x() + by.y(), 0) / 2);
        return;
    }
    const qreal steps = event->angleDelta().y() / 120.0;
    if (steps != 0) zoomBy(std::pow(wheelStep, steps), event->position().toPoint());
    event->accept();
}

// Tooltips and questions at the mouse

void GraphView::explain(const QString& why, bool stays) {
    if (why.isEmpty() && !connecting()) {
        QToolTip::hideText();
        return;
    }
    const QString keys = tr("Arrow keys choose a socket, Enter connects, Esc cancels.");
    const int shownMs = connecting() ? connectingMs : stays ? explainMs : -1;
    QToolTip::showText(toolPlace(), why.isEmpty() ? keys : why, viewport(), viewport()->rect(), shownMs);
}

/// Where tooltips and menus appear: at the socket chosen by keys if there is one, otherwise at the mouse.
QPoint GraphView::toolPlace() const {
    if (byKeys_) return viewport()->mapToGlobal(mapFromScene(keyTarget_.place));
    const QPoint mouse = QCursor::pos();
    const bool inside = viewport()->rect().contains(viewport()->mapFromGlobal(mouse));
    return inside ? mouse : viewport()->mapToGlobal(viewport()->rect().center());
}

void GraphView::askTrait(const QString& caption, const std::vector<Trait>& traits,
                         const std::function<void(Trait)>& use) {
    auto* menu = new TraitMenu(workbench_.theme, caption, traits, usual(traits), use, this);
    connect(menu, &TraitMenu::declined, this, [this, caption] {
        const QString dropped = tr("%1: nothing was chosen, so the link was not made.").arg(caption);
        explain(dropped, true);
        emit said(dropped);
    });
    menu->popup(toolPlace());
}

void GraphView::changeLink(const WireChoice& wire) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const auto parent = scene_.index(wire.parent);
    if (item == nullptr || !parent) return;
    const auto link = static_cast<std::size_t>(item->row());
    const DesignNode& node = scene_.design().nodes[*parent];
    if (link >= node.links.size()) return;
    const QString child = shownName(item->picture().child);
    const QString reader = shownName(wire.parent);
    const std::vector<Trait> traits = scene_.fitting().traitsOf(*parent, link);
    const LinkBlend blend = blendOf(node, link);
    if (traits.size() == 1 && blend.word.isEmpty()) {
        const QString trait = QString::fromUtf8(traitName(traits.front()).data());
        return explain(tr("%1 reads %2 as %3. Nothing else is possible.").arg(reader, child, trait), true);
    }
    scene_.choose(std::optional(wire));
    auto* menu = new TraitMenu(
        workbench_.theme, tr("%1 reads %2").arg(reader, child), traits, item->picture().trait,
        [this, wire](Trait trait) { edits_.setTrait(wire, trait); }, this);
    if (blend.parameter != nullptr) {
        menu->offerBlend(tr("combined with the inputs above by"), *blend.parameter, blend.word,
                         [this, wire](const QString& word) { edits_.setBlend(wire.parent, word); });
    } else if (!blend.word.isEmpty()) {
        menu->addNote(tr("%1: %2").arg(blend.word, blend.note));
    }
    const QRectF chip = scene_.chip().rectAt(zoom());
    menu->popup(viewport()->mapToGlobal(mapFromScene(chip.isNull() ? item->middle() : chip.bottomLeft())));
}

QString GraphView::toolTipFor(const Hit& hit) const {
    if (hit.part == Hit::Part::chip) {
        const QString trait = QString::fromUtf8(traitName(hit.wire->picture().trait).data());
        const QString& blend = scene_.chip().blend();
        return blend.isEmpty() ? tr("Read as %1. Click to change it.").arg(trait)
                               : tr("Read as %1, combined with the inputs above by %2. Click to change it.")
                                     .arg(trait, blend);
    }
    if (hit.node == nullptr) return {};
    const NodePicture& picture = hit.node->picture();
    if (hit.part == Hit::Part::freeSocket) {
        QStringList traits;
        const DesignNode* node = scene_.designNode(picture.name);
        if (node == nullptr) return {};
        for (const Trait trait : freeTraits(*node))
            traits << QString::fromUtf8(traitName(trait).data());
        return tr("Accepts one more: %1").arg(traits.join(", "));
    }
    if (hit.part == Hit::Part::input || hit.part == Hit::Part::label) {
        const InputPicture& input = picture.inputs[static_cast<std::size_t>(hit.index)];
        return QString::fromUtf8(traitName(input.trait).data()) + ": " + shownName(input.child);
    }
    if (!picture.error.isEmpty()) return picture.error;
    if (picture.state == NodeState::blocked)
        return tr("%1 is waiting for a node below it that has an error.").arg(picture.name);
    // A block may be too small for its name.
    const bool names = hit.part == Hit::Part::header || zoom() < metrics::blockZoom;
    const QString name = picture.block() ? picture.title : picture.name + " · " + picture.title;
    const QString cost =
        hit.part == Hit::Part::body && hit.node->cost() ? costTip(*hit.node->cost()) : QString();
    return !names ? cost : cost.isEmpty() ? name : name + '\n' + cost;
}

bool GraphView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        if (drag_ != nullptr) return true;
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipFor(hitAt(help->pos())), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) scene_.hover(nullptr, nullptr);
    // Painting an item forgets its last place, so the scene first requests a repaint of the places that moved
    // items have left.
    if (event->type() == QEvent::Paint) QCoreApplication::sendPostedEvents(&scene_, QEvent::MetaCall);
    return QGraphicsView::viewportEvent(event);
}

}  // namespace burin::ui
