// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport follows the mouse.

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
            const QPointF end = view_.toScreen(first ? (*drawn)->p1() : (*drawn)->p2(), size());
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
    const std::optional<LatticeVectors> found = lattice_.in(view_.visible(size()));
    if (!found || lattice_.dragging()) return found;
    const bool shown = std::all_of(found->vectors.begin(), found->vectors.end(), [&](const QPointF& vector) {
        return QLineF({}, vector * view_.scale).length() >= least;
    });
    return shown ? found : std::nullopt;
}

bool ViewportWidget::grabVector(QPointF on) {
    const std::optional<LatticeVectors> lattice = this->lattice();
    for (std::size_t i = 0; lattice && i < lattice->vectors.size(); ++i) {
        const QPointF end = view_.toScreen(lattice->origin + lattice->vectors[i], size());
        if (!lattice->movable[i] || QLineF(end, on).length() > handle) continue;
        lattice_.begin(i, lattice->origin);
        return true;
    }
    return false;
}

void ViewportWidget::moveByMinimap(QPointF on) {
    const QRectF place = Overlays::minimapPlace(frame());
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
    } else if (Overlays::minimapPlace(frame()).contains(on)) {
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

void ViewportWidget::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = lastAt_ = event->position();
    moved_ = false;
    if (event->button() == Qt::MiddleButton) {
        area_.cancel();
        placing_.cancel();
        drag_ = Drag::pan;
    } else if (event->button() == Qt::LeftButton) {
        beginDrag(event->position(), event->modifiers() & Qt::ShiftModifier);
    } else {
        return QOpenGLWidget::mousePressEvent(event);
    }
    updateCursor();
}

void ViewportWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPointF on = event->position();
    const QPointF by = on - std::exchange(lastAt_, on);
    if (drag_ != Drag::minimap) hover(on);
    if (drag_ == Drag::none) return updateCursor();
    if (!moved_ && QLineF(on, pressedAt_).length() < 3) return;
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
    } else if (drag_ == Drag::area) {
        area_.dragTo(surfaceAt(on));
        update();
    } else if (drag_ == Drag::place) {
        dragThing(on, event->modifiers());
    } else if (drag_ == Drag::vector) {
        lattice_.dragTo(surfaceAt(on), !(event->modifiers() & Qt::ControlModifier));
    } else if (std::optional<QLineF>& drawn = toolLine()) {
        const QPointF to = snapped(surfaceAt(on), firstEnd_ ? drawn->p2() : drawn->p1(), event->modifiers());
        firstEnd_ ? drawn->setP1(to) : drawn->setP2(to);
        lineMoved();
    }
}

/// A click without movement pins the probe.
void ViewportWidget::mouseReleaseEvent(QMouseEvent* event) {
    const Drag ended = std::exchange(drag_, Drag::none);
    updateCursor();
    lattice_.end();
    if (ended == Drag::place) placing_.release(surfaceAt(event->position()), moved_);
    if (ended == Drag::area && moved_ && area_.end()) emit areaDrawn();
    area_.cancel();
    update();
    if (ended == Drag::draw && !moved_) {
        toolLine().reset();
        lineMoved();
    }
    const bool click = !moved_ && event->button() == Qt::LeftButton;
    if (click && placing_.on() && ended == Drag::pan) return chooseNothing();
    if (click && (ended == Drag::pan || ended == Drag::turn || ended == Drag::draw))
        pinProbeAt(event->position());
}

void ViewportWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    mousePressEvent(event);
}

void ViewportWidget::leaveEvent(QEvent* event) {
    if (!pinned_) workbench_.previews.askProbe({});
    QOpenGLWidget::leaveEvent(event);
}

void ViewportWidget::wheelEvent(QWheelEvent* event) {
    if (!event->pixelDelta().isNull() && !(event->modifiers() & Qt::ControlModifier)) {
        panBy(event->pixelDelta());
    } else {
        zoom(std::exp2(event->angleDelta().y() / 240.0), event->position());
    }
    event->accept();
}

void ViewportWidget::updateCursor() {
    if (drag_ == Drag::pan) {
        setCursor(Qt::ClosedHandCursor);
    } else if (drag_ == Drag::turn) {
        setCursor(Qt::SizeAllCursor);
    } else if (space_) {
        setCursor(Qt::OpenHandCursor);
    } else {
        setCursor(placing_.on() && !relief_.on() ? placingCursor() : Qt::CrossCursor);
    }
}

}  // namespace burin::ui
