// SPDX-License-Identifier: GPL-3.0-or-later

// Placing things in the viewport: what the mouse and the keys do while the tool is on.

#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QKeyEvent>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace burin::ui {

void ViewportWidget::followPlacing() {
    // An undo or another design may have ended the drag.
    if (drag_ == Drag::place && !placing_.dragging()) drag_ = Drag::none;
    updateCursor();
    update();
}

void ViewportWidget::dragThing(QPointF on, Qt::KeyboardModifiers modifiers) {
    placing_.dragTo(surfaceAt(on), view_.scale, keysOf(modifiers));
}

QString ViewportWidget::nodeUnder(QPointF on) const {
    const BoundNodePtr shown = workbench_.previews.shown();
    const std::optional<Point> sample = sampleUnder(on);
    if (!shown || !sample) return {};
    const std::vector<PlacedThing> things = thingsOn(workbench_.document, shown->name);
    const QPointF middle(static_cast<double>(sample->x) + 0.5, static_cast<double>(sample->y) + 0.5);
    const PlacedThing* top = thingAt(things, middle);
    return top == nullptr ? QString() : top->node;
}

void ViewportWidget::chooseNothing() {
    workbench_.selection.select({});
}

/// The cursor over the part of the chosen thing that a press would grab. In the right half a press grabs
/// nothing.
Qt::CursorShape ViewportWidget::placingCursor() const {
    if (right_ || pen_.tool() != DrawingTool::none) return Qt::CrossCursor;
    const PlacingGrip grip = placing_.gripAt(surfaceAt(lastAt_), view_.scale);
    if (grip.part == PlacingGrip::Part::body) return Qt::SizeAllCursor;
    if (grip.part == PlacingGrip::Part::turn) return Qt::PointingHandCursor;
    if (grip.part == PlacingGrip::Part::none) return Qt::ArrowCursor;
    // The handles lie around the middle in steps of 45 degrees, and turn with the thing.
    constexpr std::array shapes = {Qt::SizeFDiagCursor, Qt::SizeVerCursor, Qt::SizeBDiagCursor,
                                   Qt::SizeHorCursor};
    const double degrees = placing_.chosen()->form.degrees;
    const auto turned = static_cast<std::size_t>(std::lround(std::fmod(degrees + 36000, 360.0) / 45));
    return shapes[(grip.handle + turned) % shapes.size()];
}

/// \return whether the key is one of those that place things
bool ViewportWidget::placeByKey(const QKeyEvent& event) {
    if (!placing_.on() || relief_.on()) return false;
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool back = event.key() == Qt::Key_Backtab;
    if (back || (event.key() == Qt::Key_Tab && modifiers == Qt::NoModifier)) {
        placing_.chooseNext(back);
        return true;
    }
    if (placing_.chosen() == nullptr) return false;
    if (modifiers == Qt::NoModifier && (event.key() == Qt::Key_Comma || event.key() == Qt::Key_Period)) {
        placing_.turnBy(event.key() == Qt::Key_Comma ? -1 : 1, event.isAutoRepeat());
        return true;
    }
    if (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier) return false;
    QPoint by;
    if (event.key() == Qt::Key_Left) by = {-1, 0};
    if (event.key() == Qt::Key_Right) by = {1, 0};
    if (event.key() == Qt::Key_Up) by = {0, -1};
    if (event.key() == Qt::Key_Down) by = {0, 1};
    if (by.isNull()) return false;
    placing_.nudge(modifiers == Qt::ShiftModifier ? 10 * by : by, event.isAutoRepeat());
    return true;
}

}  // namespace burin::ui
