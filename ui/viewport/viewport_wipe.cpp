// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport shows two nodes, left and right of a line.

#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe_overlays.hpp"

#include <QPainter>

#include <cmath>

namespace burin::ui {

void ViewportWidget::followWipe() {
    if (!wipe_.on()) {
        secondScene_.reset();
        if (drag_ == Drag::wipe) drag_ = Drag::none;
    } else if (!secondScene_) {
        secondScene_ = std::make_unique<Scene>(*wipe_.other());
    }
    updateCursor();
    update();
}

/// The place of the line on the screen.
double ViewportWidget::wipeX() const {
    return std::round(wipe_.place() * width());
}

/// The part of the screen that a side fills.
QRectF ViewportWidget::sideOf(Wipe::Side side) const {
    const double x = wipeX();
    return side == Wipe::Side::a ? QRectF(0, 0, x, height()) : QRectF(x, 0, width() - x, height());
}

/// Whether a press takes the line. While a tool is on, only its knob: what is drawn can begin beside the
/// line.
bool ViewportWidget::grabsWipe(QPointF on) const {
    return wiping() && !space_ && WipeOverlays::onLine(on, wipeX(), height(), tool_ != ViewportTool::none);
}

/// \param shown,other  the pictures of the shown node and of the second one
void ViewportWidget::drawWipe(Scene::Frame& shown, Scene::Frame& other) {
    const QSize pixels = size() * devicePixelRatioF();
    const int split = static_cast<int>(std::lround(wipeX() * devicePixelRatioF()));
    const QRect left(0, 0, split, pixels.height());
    const QRect right(split, 0, pixels.width() - split, pixels.height());
    drawFlat(shown, workbench_.previews.shown(), wipe_.swapped() ? right : left);
    drawFlat(other, wipe_.other()->shown(), wipe_.swapped() ? left : right);
}

/// Draws the outlines of the nodes, each on its side.
void ViewportWidget::drawWipeOutlines(QPainter& painter, Overlays& overlays) {
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b}) {
        const QRectF all = boundsOf(wipe_.of(side).shown());
        if (all.isEmpty()) continue;
        painter.save();
        painter.setClipRect(sideOf(side));
        overlays.surfaceOutline(all);
        painter.restore();
    }
}

/// \param badge  the place of the level's badge, which no name covers
void ViewportWidget::drawWipeOverlays(QPainter& painter, const QRectF& badge) {
    WipeOverlays overlays(painter, workbench_.theme, size(), view_);
    overlays.line(wipeX());
    const QList<QRectF> taken{Overlays::minimapBox(frame()), badge};
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b})
        overlays.name(side, wipe_.nameOf(side), sideOf(side), taken);
}

}  // namespace burin::ui
