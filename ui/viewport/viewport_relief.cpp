// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport shows a surface as heights.

#include "ui/theme/theme.hpp"
#include "ui/viewport/prediction_words.hpp"
#include "ui/viewport/relief_overlays.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QPainter>

#include <algorithm>

namespace burin::ui {

/// Takes over what the 3-D view has changed. A drag ends if it begins or ends.
void ViewportWidget::followRelief() {
    if (relief_.on()) setTool(ViewportTool::none);
    if (relief_.on()) wipe_.setOn(false);
    if (std::exchange(inSpace_, relief_.on()) != inSpace_) {
        lattice_.cancel();
        area_.cancel();
        drag_ = Drag::none;
        beyond_.reset();
        updateCursor();
    }
    pace_.move();
    tellView();
    update();
}

void ViewportWidget::moveLight(QPointF on) {
    relief_.setLook(ReliefOverlays::litFrom(on, size(), relief_.look()));
}

/// Whether a drag that begins here moves the light.
bool ViewportWidget::grabLight(QPointF on) const {
    return relief_.on() && ReliefOverlays::onBall(on, size());
}

void ViewportWidget::drawRelief(const Scene::Frame& frame) {
    std::vector<PreviewTilePtr> pictures;
    // Finer tiles in place of missing ones would each have as many triangles as a tile of the view's level.
    for (auto layer = frame.layers.rbegin(); layer != frame.layers.rend(); ++layer) {
        if (layer->tile->level >= relief_.wanted().level) pictures.push_back(layer->tile);
    }
    // After an edit, the overview from before the edit shows the surface beyond the tiles until a newer one
    // is ready.
    const PreviewTilePtr overview = workbench_.previews.overview();
    if (overview && renderer_.has(overview)) beyond_ = overview;
    if (beyond_ && renderer_.has(beyond_)) pictures.push_back(beyond_);
    if (relief_.setPictures(pictures)) pace_.move();
    if (const auto cost = reliefRenderer_->takeCost()) pace_.took(cost->spacing, cost->ms);
    const ReliefLook& look = relief_.look();
    const QSize pixels = size() * devicePixelRatioF();
    reliefRenderer_->begin({pixels,
                            {},
                            pixels,
                            relief_.camera(),
                            relief_.form(),
                            relief_.surface(),
                            workbench_.theme.color(Role::canvas),
                            reliefMaterials[look.material],
                            burin::lightFrom(look.lightAzimuth, look.lightElevation),
                            bare_ ? 1 : pace_.spacing()});
    for (const ReliefView::Piece& piece : relief_.pieces())
        reliefRenderer_->draw(piece.tile, piece.part);
    reliefRenderer_->end();
}

void ViewportWidget::drawReliefOverlays(QPainter& painter) {
    Previews& previews = workbench_.previews;
    const BoundNodePtr node = previews.shown();
    ReliefOverlays overlays(painter, workbench_.theme, size(), relief_);
    if (!ready_ || !node || !node->ready()) return drawWords(overlays);
    overlays.joint();
    overlays.lengthOnSurface();
    overlays.axes();
    overlays.roller();
    overlays.lightBall(ball_);
    if (pinned_ && previews.probe() && previews.probe()->at == *pinned_)
        overlays.probe(*previews.probe(), node->fullDepthUm);
    const QStringList facts{tr("level %1").arg(relief_.wanted().level),
                            ReliefOverlays::heightsText(relief_.heights())};
    badgeState_ = previews.progress().state();
    overlays.levelBadge(*badgeState_, predictionWords(*node) + facts);
    drawWords(overlays);
}

}  // namespace burin::ui
