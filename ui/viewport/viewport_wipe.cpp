// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport shows two nodes, left and right of a line.

#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe_overlays.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

void ViewportWidget::followWipe() {
    if (!wipe_.on()) {
        secondScene_.reset();
    } else if (!secondScene_) {
        secondScene_ = std::make_unique<Scene>(*wipe_.other());
    }
    if (drag_ == Drag::wipe && !hasWipeLine()) drag_ = Drag::none;
    updateCursor();
    update();
}

/// The place of the line on the screen.
double ViewportWidget::wipeX() const {
    return std::round(wipe_.place() * width());
}

/// The part of the screen in which a side is named; with a line, the part that it fills.
QRectF ViewportWidget::sideOf(Wipe::Side side) const {
    const double x = hasWipeLine() ? wipeX() : width() / 2.0;
    return side == Wipe::Side::a ? QRectF(0, 0, x, height()) : QRectF(x, 0, width() - x, height());
}

/// Whether a press takes the line. While a tool is on, only its knob: what is drawn can begin beside the
/// line.
bool ViewportWidget::grabsWipe(QPointF on) const {
    return hasWipeLine() && !space_ &&
           WipeOverlays::onLine(on, wipeX(), height(), tool_ != ViewportTool::none);
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

/// Draws A − B where both have a tile of the view's level, and nothing elsewhere.
void ViewportWidget::drawDifference(const Scene::Frame& shown, const Scene::Frame& other) {
    const QRectF first = boundsOf(workbench_.previews.shown());
    const QRectF second = boundsOf(wipe_.other()->shown());
    const bool apart = !first.isEmpty() && !second.isEmpty() && !first.intersects(second);
    const QRectF both = first.isEmpty() ? second : second.isEmpty() ? first : first & second;
    const Scene::Frame& a = wipe_.swapped() ? other : shown;
    const Scene::Frame& b = wipe_.swapped() ? shown : other;
    const int level = previewView().level;
    renderer_.setAppearance(wipe_.differenceLook());
    renderer_.begin({size() * devicePixelRatioF(),
                     view_,
                     devicePixelRatioF(),
                     workbench_.theme.color(Role::canvas),
                     both,
                     1,
                     1,
                     false,
                     {}});
    for (const Scene::Layer& layer : a.layers) {
        if (layer.tile->level != level || apart) continue;
        // The last one is the newest.
        const auto match =
            std::find_if(b.layers.rbegin(), b.layers.rend(), [&layer](const Scene::Layer& one) {
                return one.tile->level == layer.tile->level && one.tile->index == layer.tile->index;
            });
        if (match != b.layers.rend()) renderer_.drawDifference(layer.tile, match->tile);
    }
    renderer_.end();
}

/// Draws the outlines of the nodes, each on its side.
void ViewportWidget::drawWipeOutlines(QPainter& painter, Overlays& overlays) {
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b}) {
        const QRectF all = boundsOf(wipe_.of(side).shown());
        if (all.isEmpty()) continue;
        painter.save();
        if (hasWipeLine()) painter.setClipRect(sideOf(side));
        overlays.surfaceOutline(all);
        painter.restore();
    }
}

/// \param badge  the place of the level's badge, which no name covers
void ViewportWidget::drawWipeOverlays(QPainter& painter, const QRectF& badge) {
    WipeOverlays overlays(painter, workbench_.theme, size(), view_);
    if (hasWipeLine()) overlays.line(wipeX());
    const QList<QRectF> taken{Overlays::minimapBox(frame()), badge};
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b})
        overlays.name(side, wipe_.nameOf(side), sideOf(side), taken);
}

}  // namespace burin::ui
