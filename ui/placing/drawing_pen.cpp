// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/drawing_pen.hpp"

namespace burin::ui {

void DrawingPen::setTool(DrawingTool tool) {
    drag_.reset();
    if (tool == tool_) return;
    tool_ = tool;
    emit toolChanged();
}

void DrawingPen::press(QPointF place, const DrawingMeasures& measures) {
    if (tool_ == DrawingTool::none) return;
    measures_ = measures;
    drag_ = DrawingDrag{place, {}, {}};
}

void DrawingPen::dragTo(QPointF place, PlacingKeys keys) {
    if (!drag_) return;
    drag_->to = place;
    drag_->keys = keys;
}

std::optional<DrawnThing> DrawingPen::release() {
    if (!drag_) return {};
    const DrawnForm made = drawnForm(tool_, *drag_, measures_.usualPx);
    DrawnThing thing = drawnThing(tool_, made, measures_);
    setTool(DrawingTool::none);
    return thing;
}

void DrawingPen::cancel() {
    drag_.reset();
}

std::optional<DrawnForm> DrawingPen::form() const {
    if (!drag_ || !drag_->to) return {};
    return drawnForm(tool_, *drag_, measures_.usualPx);
}

QString DrawingPen::hint() const {
    if (tool_ == DrawingTool::none) return {};
    return tr("drag to draw; Shift: square or 45°, Alt: from the middle, Ctrl: not rounded, Esc: pointer");
}

}  // namespace burin::ui
