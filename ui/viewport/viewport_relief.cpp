// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport shows a surface as heights.

#include "ui/theme/theme.hpp"
#include "ui/viewport/relief_overlays.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QPainter>

#include <algorithm>

namespace burin::ui {

/// Takes over what the 3-D view has changed.
void ViewportWidget::followRelief() {
    if (relief_.on()) setTool(ViewportTool::none);
    tellView();
    update();
}

void ViewportWidget::moveLight(QPointF on) {
    relief_.setLook(ReliefOverlays::litFrom(on, size(), relief_.look()));
}

/// Whether a drag that begins here moves the light.
bool ViewportWidget::grabLight(QPointF on) const {
    return relief_.on() && ReliefOverlays::ballPlace(size()).contains(on);
}

void ViewportWidget::drawRelief(const Scene::Frame& frame) {
    std::vector<PreviewTilePtr> pictures;
    std::transform(frame.layers.rbegin(), frame.layers.rend(), std::back_inserter(pictures),
                   [](const Scene::Layer& layer) { return layer.tile; });
    const PreviewTilePtr overview = workbench_.previews.overview();
    if (overview && renderer_.has(overview)) pictures.push_back(overview);
    relief_.setPictures(pictures);
    const ReliefLook& look = relief_.look();
    reliefRenderer_->begin({size() * devicePixelRatioF(), relief_.camera(), relief_.form(), relief_.surface(),
                            workbench_.theme.color(Role::canvas), reliefMaterials[look.material],
                            burin::lightFrom(look.lightAzimuth, look.lightElevation)});
    for (const ReliefView::Piece& piece : relief_.pieces())
        reliefRenderer_->draw(piece.tile, piece.part);
    reliefRenderer_->end();
}

void ViewportWidget::drawReliefOverlays(QPainter& painter) {
    const Previews& previews = workbench_.previews;
    const BoundNodePtr node = previews.shown();
    ReliefOverlays overlays(painter, workbench_.theme, size(), relief_);
    if (!ready_ || !node || !node->ready()) return drawWords(overlays);
    overlays.joint();
    overlays.lengthOnSurface();
    overlays.axes();
    overlays.roller();
    overlays.lightBall();
    if (pinned_ && previews.probe() && previews.probe()->at == *pinned_)
        overlays.probe(*previews.probe(), node->fullDepthUm);
    // Heights of a slope are means of it: the drawn surface is never exact.
    overlays.levelBadge(true, {tr("level %1").arg(relief_.wanted().level),
                               tr("heights × %1").arg(QString::number(relief_.heights(), 'g', 3))});
    drawWords(overlays);
}

}  // namespace burin::ui
