// SPDX-License-Identifier: GPL-3.0-or-later

// Drawing new things in the viewport: what the mouse does while a tool that draws is taken.

#include "ui/model/document/document.hpp"
#include "ui/viewport/viewport_widget.hpp"

namespace burin::ui {

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
