// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief_picture.hpp"

#include "core/relief/relief_sight.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/drawing/relief_renderer.hpp"
#include "ui/viewport/drawing/tile_textures.hpp"
#include "ui/viewport/relief/relief_view.hpp"

#include <QCoreApplication>
#include <QEventLoop>
#include <QOpenGLFramebufferObject>
#include <QPainter>

#include <limits>

namespace burin::ui {

namespace {

/// Of a part of the picture, in pixels.
constexpr int partSide = 1024;
/// Of a part. It shows about 16 tiles if the surface faces the viewer and is near, and more farther away.
constexpr std::int64_t mostTiles = 400;

/// Draws the parts of one picture.
class Drawing {
  public:
    Drawing(const Engine& engine, const std::shared_ptr<const Design>& design, QSize size)
        : previews_(engine), size_(size) {
        previews_.setDesign(design);
        previews_.setShown({});
        view_.setScreen(size, 1);
        view_.setOn(true);
    }
    ~Drawing() {
        if (renderer_) renderer_->release();
        if (textures_) textures_->clear();
    }
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;

    /// Opens OpenGL, and waits until the surface is known. \return empty, or why there is no picture
    [[nodiscard]] QString begin() {
        if (QString why = gl_.open(); !why.isEmpty()) return why;
        textures_.emplace(*gl_, nullptr);
        renderer_.emplace(*gl_, *textures_);
        if (QString why = renderer_->initialize(); !why.isEmpty()) return why;
        waitUntil([this] { return !view_.surface().empty(); });
        // All parts use the level of the nearest one, so no seam shows between them.
        level_ = sightOf(view_.form(), view_.camera(), screen(), view_.surface(),
                         {PreviewTile::side, std::numeric_limits<std::int64_t>::max()})
                     .level;
        // The overview, which shows what lies beyond the tiles, is computed only while something is shown.
        previews_.setView(view_.wanted());
        waitUntil([this] { return previews_.overview() != nullptr; });
        return previews_.problem();
    }

    /// Draws a part of the picture. \return null if there is a problem
    [[nodiscard]] QImage part(const QRect& place, const QColor& background) {
        const ReliefSight sight =
            sightOfPart(view_.form(), view_.camera(), screen(),
                        {{static_cast<double>(place.left()), static_cast<double>(place.top())},
                         {static_cast<double>(place.left() + place.width()),
                          static_cast<double>(place.top() + place.height())}},
                        view_.surface(), {PreviewTile::side, mostTiles, level_});
        previews_.setView({sight.level, sight.samples});
        using State = PreviewProgress::State;
        waitUntil([&] {
            const State state = previews_.progress().state();
            return sight.samples.empty() || state == State::exact || state == State::refined;
        });
        if (!previews_.problem().isEmpty()) return {};
        std::vector<PreviewTilePtr> pictures;
        if (!sight.samples.empty()) {
            for (const TileIndex index : tilesCovering(sight.samples, sight.level))
                pictures.push_back(previews_.tile(sight.level, index));
        }
        pictures.push_back(previews_.overview());
        std::erase(pictures, nullptr);
        view_.setPictures(pictures);
        textures_->make(pictures);
        return drawn(place, background);
    }

    [[nodiscard]] QString problem() const { return previews_.problem(); }

  private:
    template <class Done>
    void waitUntil(Done done) {
        QEventLoop loop;
        const auto look = [&] {
            if (done() || !previews_.problem().isEmpty()) loop.quit();
        };
        for (const auto signal :
             {&Previews::shownChanged, &Previews::picturesChanged, &Previews::progressChanged})
            QObject::connect(&previews_, signal, &loop, look);
        if (!done()) loop.exec();
    }

    [[nodiscard]] ScreenPlace screen() const {
        return {static_cast<double>(size_.width()), static_cast<double>(size_.height())};
    }

    [[nodiscard]] QImage drawn(const QRect& place, const QColor& background) {
        QOpenGLFramebufferObjectFormat format;
        format.setAttachment(QOpenGLFramebufferObject::Depth);
        format.setSamples(4);
        QOpenGLFramebufferObject target(place.size(), format);
        target.bind();
        const ReliefLook& look = view_.look();
        renderer_->begin({size_, place.topLeft(), place.size(), view_.camera(), view_.form(), view_.surface(),
                          background, reliefMaterials[look.material],
                          burin::lightFrom(look.lightAzimuth, look.lightElevation)});
        for (const ReliefView::Piece& piece : view_.pieces())
            renderer_->draw(piece.tile, piece.part);
        renderer_->end();
        return target.toImage();
    }

    OffscreenGl gl_;
    Previews previews_;
    ReliefView view_{previews_};
    QSize size_;
    int level_ = 0;
    std::optional<TileTextures> textures_;
    std::optional<ReliefRenderer> renderer_;
};

}  // namespace

ReliefPicture ReliefPicture::of(const Engine& engine, const std::shared_ptr<const Design>& design, QSize size,
                                const QColor& background, const std::function<void(double)>& progress) {
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull()) {
        return {{}, QCoreApplication::translate("ReliefPicture", "there is not enough memory for it")};
    }
    Drawing drawing(engine, design, size);
    if (QString why = drawing.begin(); !why.isEmpty()) return {{}, why};
    QPainter painter(&image);
    const std::int64_t all = std::int64_t{size.width()} * size.height();
    std::int64_t done = 0;
    for (int y = 0; y < size.height(); y += partSide) {
        for (int x = 0; x < size.width(); x += partSide) {
            const QRect place = QRect(x, y, partSide, partSide).intersected(image.rect());
            const QImage part = drawing.part(place, background);
            if (part.isNull()) return {{}, drawing.problem()};
            painter.drawImage(place.topLeft(), part);
            done += std::int64_t{place.width()} * place.height();
            progress(static_cast<double>(done) / static_cast<double>(all));
        }
    }
    painter.end();
    return {image, {}};
}

}  // namespace burin::ui
