// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport follows the mouse.

#include "ui/model/document/document.hpp"
#include "ui/viewport/overlays.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double handle = 8;
constexpr double degreesAPixel = 0.4;

}  // namespace

bool ViewportWidget::grabEnd(QPointF on) {
    for (std::optional<QLineF>* drawn : {&ruler_, &line_}) {
        if (!*drawn) continue;
        for (const bool first : {false, true}) {
            const QPointF end = view_.toScreen(first ? (*drawn)->p1() : (*drawn)->p2(), viewSize());
            if (QLineF(end, on).length() > handle) continue;
            setTool(drawn == &ruler_ ? ViewportTool::ruler : ViewportTool::line);
            firstEnd_ = first;
            return true;
        }
    }
    return false;
}

/// The lattice of the selected node, if its vectors are long enough on the screen to be told from its point.
std::optional<LatticeVectors> ViewportWidget::lattice() const {
    constexpr double least = 3 * handle;
    const std::optional<LatticeVectors> found = lattice_.in(view_.visible(viewSize()));
    if (!found || lattice_.dragging()) return found;
    const bool shown = std::all_of(found->vectors.begin(), found->vectors.end(), [&](const QPointF& vector) {
        return QLineF({}, vector * view_.scale).length() >= least;
    });
    return shown ? found : std::nullopt;
}

bool ViewportWidget::grabVector(QPointF on) {
    const std::optional<LatticeVectors> lattice = this->lattice();
    for (std::size_t i = 0; lattice && i < lattice->vectors.size(); ++i) {
        const QPointF end = view_.toScreen(lattice->origin + lattice->vectors[i], viewSize());
        if (!lattice->movable(i) || QLineF(end, on).length() > handle) continue;
        lattice_.begin(i, lattice->origin, surfaceAt(on));
        return true;
    }
    return false;
}

void ViewportWidget::moveByMinimap(QPointF on) {
    const QRectF place = Overlays::minimapPlace(frame(), viewSize());
    if (place.isNull()) return;  // the viewport has become too low for it
    const QPointF part = on - place.topLeft();
    const double scale = frame().width() / place.width();
    setViewpoint({frame().topLeft() + part * scale, view_.scale});
}

/// \param shift  whether Shift is held: a rectangle is drawn while roughness is measured, and one more thing
/// is selected while things are placed
void ViewportWidget::beginDrag(QPointF on, bool shift) {
    if (grabLight(on)) {
        drag_ = Drag::light;
        moveLight(on);
    } else if (relief_.on()) {
        drag_ = space_ ? Drag::pan : Drag::turn;
    } else if (grabsWipe(on)) {
        drag_ = Drag::wipe;
        wipeGrip_ = wipeX() - on.x();
    } else if (right_ && !drawsLines()) {  // the handles and the minimap are in the left half
        drag_ = Drag::pan;
    } else if (!right_ && Overlays::minimapPlace(frame(), viewSize()).contains(on)) {
        drag_ = Drag::minimap;
        moveByMinimap(on);
    } else if (space_) {
        drag_ = Drag::pan;
    } else if (tool_ == ViewportTool::none && shift && area_.drawable()) {
        area_.begin(surfaceAt(on));
        drag_ = Drag::area;
    } else if (tool_ == ViewportTool::none && area_.grab(surfaceAt(on), handle / view_.scale)) {
        drag_ = Drag::area;
    } else if (tool_ == ViewportTool::none && grabVector(on)) {
        drag_ = Drag::vector;
    } else if (pen_.tool() != DrawingTool::none) {
        pressPen(on);
    } else if (tool_ == ViewportTool::placing) {
        drag_ = placing_.press(surfaceAt(on), view_.scale, shift) ? Drag::place : Drag::pan;
    } else if (grabEnd(on)) {
        drag_ = Drag::end;
    } else if (drawsLines()) {
        drag_ = Drag::draw;
        firstEnd_ = false;
        halfLine_ = false;
        toolLine() = QLineF(surfaceAt(on), surfaceAt(on));
        update();
    } else {
        drag_ = Drag::pan;
    }
}

/// Ends a drag at its present place. It edits nothing, because the reason may be that another design was
/// opened.
void ViewportWidget::endDrag() {
    lattice_.end();
    area_.cancel();
    placing_.release(surfaceAt(lastAt_), true);
    pen_.cancel();
    drag_ = Drag::none;
}

void ViewportWidget::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = lastAt_ = inView(event->position());
    moved_ = false;
    if (event->button() == Qt::MiddleButton) {
        area_.cancel();
        placing_.cancel();
        pen_.cancel();
        drag_ = Drag::pan;
    } else if (event->button() == Qt::LeftButton) {
        beginDrag(pressedAt_, event->modifiers() & Qt::ShiftModifier);
    } else {
        return QOpenGLWidget::mousePressEvent(event);
    }
    updateCursor();
}

void ViewportWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPointF on = inView(event->position());
    const QPointF by = on - std::exchange(lastAt_, on);
    // While the view moves, the probe keeps its sample: the picture moves with the pointer.
    const bool moves =
        drag_ == Drag::pan || drag_ == Drag::turn || drag_ == Drag::minimap || drag_ == Drag::light;
    if (!moves) hover(on);
    if (drag_ == Drag::none) return updateCursor();
    if (!moved_ && QLineF(on, pressedAt_).length() < 3) return;
    // A drag with Space or the middle button is meant to move the picture.
    const bool plain = event->buttons() == Qt::LeftButton && !space_ && !right_ && !relief_.on();
    if (!moved_ && drag_ == Drag::pan && plain) placing_.missAt(surfaceAt(pressedAt_), view_.scale);
    const QPointF since = moved_ ? by : on - pressedAt_;
    moved_ = true;
    if (drag_ == Drag::pan) {
        panBy(since);
    } else if (drag_ == Drag::light) {
        moveLight(on);
    } else if (drag_ == Drag::turn) {
        relief_.turn(-since.x() * degreesAPixel, since.y() * degreesAPixel);
    } else if (drag_ == Drag::minimap) {
        moveByMinimap(on);
    } else if (drag_ == Drag::wipe) {
        wipe_.setPlace((on.x() + wipeGrip_) / width());
    } else if (drag_ == Drag::area) {
        area_.dragTo(surfaceAt(on));
        update();
    } else if (drag_ == Drag::place) {
        dragThing(on, event->modifiers());
    } else if (drag_ == Drag::pen) {
        dragPen(on, event->modifiers());
    } else if (drag_ == Drag::vector) {
        lattice_.dragTo(surfaceAt(on), !(event->modifiers() & Qt::ControlModifier));
    } else if (std::optional<QLineF>& drawn = toolLine()) {
        const QPointF to = snapped(surfaceAt(on), firstEnd_ ? drawn->p2() : drawn->p1(), event->modifiers());
        firstEnd_ ? drawn->setP1(to) : drawn->setP2(to);
        lineMoved();
    }
}

/// A click without movement pins the probe. While things are placed, it clears the selection instead. In the
/// right half, which does not allow placing, it keeps the selection.
void ViewportWidget::mouseReleaseEvent(QMouseEvent* event) {
    const QPointF on = inView(event->position());
    const Drag ended = std::exchange(drag_, Drag::none);
    updateCursor();
    lattice_.end();
    if (ended != Drag::minimap) hover(on);
    if (ended == Drag::pen) releasePen();
    if (ended == Drag::place) placing_.release(surfaceAt(on), moved_);
    if (ended == Drag::area && moved_ && area_.end()) emit areaDrawn();
    area_.cancel();
    update();
    if (ended == Drag::draw && !moved_) {
        toolLine().reset();
        lineMoved();
    }
    const bool click = !moved_ && event->button() == Qt::LeftButton;
    if (click && placing_.on() && ended == Drag::pan && !right_) return chooseNothing();
    if (click && (ended == Drag::pan || ended == Drag::turn || ended == Drag::draw))
        pinProbe(sampleUnder(on));
}

void ViewportWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    mousePressEvent(event);
}

void ViewportWidget::leaveEvent(QEvent* event) {
    if (!pinned_) wipe_.askProbe({});
    QOpenGLWidget::leaveEvent(event);
}

void ViewportWidget::wheelEvent(QWheelEvent* event) {
    if (!event->pixelDelta().isNull() && !(event->modifiers() & Qt::ControlModifier)) {
        panBy(event->pixelDelta());
    } else {
        zoom(std::exp2(event->angleDelta().y() / 240.0), inView(event->position()));
    }
    event->accept();
}

void ViewportWidget::updateCursor() {
    if (drag_ == Drag::pan) {
        setCursor(Qt::ClosedHandCursor);
    } else if (drag_ == Drag::turn) {
        setCursor(Qt::SizeAllCursor);
    } else if (drag_ == Drag::wipe || (drag_ == Drag::none && grabsWipe(lastAt_))) {
        setCursor(Qt::SplitHCursor);
    } else if (space_) {
        setCursor(Qt::OpenHandCursor);
    } else {
        setCursor(placing_.on() && !relief_.on() ? placingCursor() : Qt::CrossCursor);
    }
}

// Drawing new things

PlacingKeys ViewportWidget::keysOf(Qt::KeyboardModifiers modifiers) {
    return {.keep = (modifiers & Qt::ShiftModifier) != 0,
            .fromMiddle = (modifiers & Qt::AltModifier) != 0,
            .free = (modifiers & Qt::ControlModifier) != 0};
}

void ViewportWidget::takePen(DrawingTool tool) {
    // Another tool in the middle of a drag ends it.
    if (drag_ == Drag::pen) drag_ = Drag::none;
    pen_.setTool(tool);
    update();
}

void ViewportWidget::pressPen(QPointF on) {
    pen_.press(surfaceAt(on), drawingMeasures(*workbench_.document.design(), view_.scale));
    drag_ = Drag::pen;
}

void ViewportWidget::dragPen(QPointF on, Qt::KeyboardModifiers modifiers) {
    pen_.dragTo(surfaceAt(on), keysOf(modifiers));
    update();
}

/// Offers what was drawn. Another design may have ended the drag.
void ViewportWidget::releasePen() {
    if (const std::optional<DrawnThing> thing = pen_.release()) emit thingDrawn(*thing);
    update();
}

}  // namespace burin::ui
