// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport shows two nodes, left and right of a line.

#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe_overlays.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace burin::ui {

void ViewportWidget::followWipe() {
    if (!wipe_.on()) {
        secondScene_.reset();
    } else if (!secondScene_) {
        secondScene_ = std::make_unique<Scene>(*wipe_.other());
    }
    if (drag_ == Drag::wipe && !hasWipeLine()) drag_ = Drag::none;
    const bool halves = beside();
    if (halves != std::exchange(wasBeside_, halves)) {
        endDrag();
        right_ = false;
        followSize();
    }
    tellView();  // A/B shows nothing beyond the joint of a roller
    updateCursor();
    update();
}

/// The place of the line on the screen.
double ViewportWidget::wipeX() const {
    return std::round(wipe_.place() * width());
}

/// The part of the screen that shows a side's name. If there is a line, this is the part that the side fills.
QRectF ViewportWidget::sideOf(Wipe::Side side) const {
    const double x = hasWipeLine() ? wipeX() : std::floor(width() / 2.0);
    const double second = hasWipeLine() ? x : width() - x;
    return side == Wipe::Side::a ? QRectF(0, 0, x, height()) : QRectF(second, 0, width() - second, height());
}

/// The position in the left half that shows the same sample as a position in the right half. A drag stays in
/// the half that it began in.
QPointF ViewportWidget::inView(QPointF on) {
    if (!beside()) return on;
    const QRectF right = sideOf(Wipe::Side::b);
    if (drag_ == Drag::none) right_ = on.x() >= right.left();
    return right_ ? on - right.topLeft() : on;
}

/// Whether a press grabs the dividing line. While a tool is selected, only its knob can be grabbed, so that a
/// drawing can begin next to the line.
bool ViewportWidget::grabsWipe(QPointF on) const {
    return hasWipeLine() && !space_ &&
           WipeOverlays::onLine(on, wipeX(), height(), tool_ != ViewportTool::none);
}

/// \param shown,other  the pictures of the shown node and of the second one
void ViewportWidget::drawTwo(Scene::Frame& shown, Scene::Frame& other) {
    switch (wipe_.mode()) {
        case Wipe::Mode::line:
            return drawWipe(shown, other);
        case Wipe::Mode::beside:
            return drawBeside(shown, other);
        case Wipe::Mode::difference:
            return drawDifference(shown, other);
    }
}

void ViewportWidget::drawBeside(Scene::Frame& shown, Scene::Frame& other) {
    const double ratio = devicePixelRatioF();
    const QSize pixels = viewSize() * ratio;
    const QRect left(QPoint(0, 0), pixels);
    const QRect right(QPoint(static_cast<int>(std::lround(sideOf(Wipe::Side::b).left() * ratio)), 0), pixels);
    const QRect& first = wipe_.swapped() ? right : left;
    const QRect& second = wipe_.swapped() ? left : right;
    drawFlat(shown, workbench_.previews.shown(), first, first, view_);
    drawFlat(other, wipe_.other()->shown(), second, second, view_);
}

void ViewportWidget::drawWipe(Scene::Frame& shown, Scene::Frame& other) {
    const QSize pixels = size() * devicePixelRatioF();
    const int split = static_cast<int>(std::lround(wipeX() * devicePixelRatioF()));
    const QRect left(0, 0, split, pixels.height());
    const QRect right(split, 0, pixels.width() - split, pixels.height());
    const QRect whole(QPoint(0, 0), pixels);
    drawFlat(shown, workbench_.previews.shown(), whole, wipe_.swapped() ? right : left, view_);
    drawFlat(other, wipe_.other()->shown(), whole, wipe_.swapped() ? left : right, view_);
}

/// Draws A − B in the tiles of the view's level that both have, and nothing elsewhere. Tiles from before an
/// edit are of another design than those after it.
void ViewportWidget::drawDifference(const Scene::Frame& shown, const Scene::Frame& other) {
    const BoundNodePtr node = workbench_.previews.shown();
    const BoundNodePtr otherNode = wipe_.other()->shown();
    const QRectF first = boundsOf(node);
    const QRectF second = boundsOf(otherNode);
    const bool apart = !first.isEmpty() && !second.isEmpty() && !first.intersects(second);
    const QRectF both = first.isEmpty() ? second : second.isEmpty() ? first : first & second;
    std::vector<PreviewTilePtr> a;
    std::vector<PreviewTilePtr> b;
    if (!apart && node && otherNode) {
        const int level = previewView().level;
        a = shown.tilesOf(node->hash, level);
        b = other.tilesOf(otherNode->hash, level);
    }
    if (wipe_.swapped()) std::swap(a, b);
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
    for (const PreviewTilePtr& tile : a) {
        // The last one is the newest.
        const auto match = std::find_if(
            b.rbegin(), b.rend(), [&tile](const PreviewTilePtr& one) { return one->index == tile->index; });
        if (match != b.rend()) renderer_.drawDifference(tile, *match);
    }
    renderer_.end();
}

/// Draws the outlines of the nodes, each on its side. With two halves, only the outline of A is drawn.
void ViewportWidget::drawWipeOutlines(QPainter& painter, Overlays& overlays) {
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b}) {
        const QRectF all = boundsOf(wipe_.of(side).shown());
        if (all.isEmpty() || (beside() && side == Wipe::Side::b)) continue;
        painter.save();
        if (hasWipeLine()) painter.setClipRect(sideOf(side));
        overlays.surfaceOutline(all);
        painter.restore();
    }
}

/// Draws what is measured over B as well, and the line between the halves.
void ViewportWidget::drawRightHalf(QPainter& painter) {
    const QRectF right = sideOf(Wipe::Side::b);
    const BoundNodePtr node = workbench_.previews.shown();
    painter.save();
    painter.setClipRect(right);
    painter.translate(right.topLeft());
    Overlays overlays(painter, workbench_.theme, viewSize(), view_);
    if (const QRectF all = boundsOf(wipe_.of(Wipe::Side::b).shown()); !all.isEmpty())
        overlays.surfaceOutline(all);
    const double pixelUm = node ? node->pixelUm : 1;
    if (line_) overlays.segment(*line_, pixelUm, false);
    if (ruler_) overlays.segment(*ruler_, pixelUm, true);
    if (pinned_) {
        const QPointF middle(static_cast<double>(pinned_->x) + 0.5, static_cast<double>(pinned_->y) + 0.5);
        overlays.crosshair(view_.toScreen(middle, viewSize()), QStringList());
    }
    painter.restore();
    painter.fillRect(QRectF(width() / 2.0 - 1, 0, 2, height()), workbench_.theme.color(Role::window));
}

/// \param badge  the place of the level's badge, which no name covers
void ViewportWidget::drawWipeOverlays(QPainter& painter, const QRectF& badge) {
    WipeOverlays overlays(painter, workbench_.theme, size(), view_);
    painter.setClipping(false);
    if (hasWipeLine()) overlays.line(wipeX());
    if (beside()) drawRightHalf(painter);
    const QList<QRectF> taken{overlays.minimapBox(frame(), frameText()), badge};
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b})
        overlays.name(side, wipe_.nameOf(side), sideOf(side), taken);
}

}  // namespace burin::ui
