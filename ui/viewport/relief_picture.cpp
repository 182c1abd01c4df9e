// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief_picture.hpp"

#include "core/relief/relief_sight.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/drawing/relief_renderer.hpp"
#include "ui/viewport/drawing/tile_textures.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/relief/relief_view.hpp"

#include <QCoreApplication>
#include <QEventLoop>
#include <QOpenGLFramebufferObject>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace burin::ui {

namespace {

/// The side of a part of the picture, in pixels.
constexpr int partSide = 1024;
constexpr std::int64_t anyNumber = std::numeric_limits<std::int64_t>::max();
/// Parts that need more tiles are divided, but not below this side.
constexpr int leastSide = 32;

/// The number of tiles that a part may need. They must stay in the memory of the previews, which take a
/// quarter of the budget for tiles, and have a texture each.
std::int64_t mostTilesOf(const Engine& engine) {
    constexpr std::size_t bytesOfTile = std::size_t{PreviewTile::side + 4} * (PreviewTile::side + 4) * 4;
    constexpr std::size_t most = TileTextures::most - 112;
    return static_cast<std::int64_t>(
        std::clamp(engine.budget.limit() / 4 / 2 / bytesOfTile, std::size_t{4}, most));
}

/// Draws the parts of one picture.
class Drawing {
  public:
    Drawing(const Engine& engine, const std::shared_ptr<const Design>& design, const ReliefWish& wish,
            QSize size, std::stop_token stop, const ReliefPatience& patience)
        : previews_(engine),
          wish_(wish),
          size_(size),
          mostTiles_(mostTilesOf(engine)),
          stop_(std::move(stop)),
          patience_(patience) {
        if (!wish.node.isEmpty()) previews_.setShown(wish.node);
        previews_.setSurfaceShown(wish.surface);
        previews_.setDesign(design);
        view_.setScreen(size, 1);
        view_.setOn(true);
    }
    ~Drawing() {
        if (textures_) gl_.makeCurrent();
        if (renderer_) renderer_->release();
        if (textures_) textures_->clear();
    }
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;

    /// Opens OpenGL, and waits until the surface is known. \return empty, or why it cannot be drawn; empty
    /// also if it was stopped
    [[nodiscard]] QString begin() {
        if (QString why = gl_.open(); !why.isEmpty()) return why;
        textures_.emplace(*gl_, nullptr);
        renderer_.emplace(*gl_, *textures_);
        if (QString why = renderer_->initialize(); !why.isEmpty()) return why;
        std::array<GLint, 2> largest{};
        gl_->glGetIntegerv(GL_MAX_VIEWPORT_DIMS, largest.data());
        if (size_.width() > largest[0] || size_.height() > largest[1]) {
            return QCoreApplication::translate("ReliefPicture", "OpenGL draws at most %1 x %2 pixels here")
                .arg(largest[0])
                .arg(largest[1]);
        }
        if (!waitUntil([this] { return !view_.surface().empty() && isShown(); })) return leave();
        if (!previews_.problem().isEmpty()) return previews_.problem();
        takeView();
        // All parts use the level of the nearest one, so no seam shows between them.
        level_ =
            sightOf(view_.form(), view_.camera(), screen(), view_.surface(), {PreviewTile::side, anyNumber})
                .level;
        // The overview, which shows what lies beyond the tiles, is computed only while something is shown.
        const Rect& surface = view_.surface();
        previews_.setView({view_.wanted().level, {surface.x, surface.y, 1, 1}});
        if (!waitUntil([this] { return previews_.overview() != nullptr; })) return leave();
        return previews_.problem();
    }

    /// Draws a part of the picture. \return empty, or why it is not drawn; empty also if it was stopped
    [[nodiscard]] QString draw(const QRect& place, const QColor& background, QPainter& painter) {
        if (stopped()) return {};
        const ReliefSight sight =
            sightOfPart(view_.form(), view_.camera(), screen(),
                        {{static_cast<double>(place.left()), static_cast<double>(place.top())},
                         {static_cast<double>(place.left() + place.width()),
                          static_cast<double>(place.top() + place.height())}},
                        view_.surface(), {PreviewTile::side, anyNumber, level_});
        std::vector<TileIndex> tiles;
        if (!sight.samples.empty()) tiles = tilesCovering(sight.samples, sight.level);
        const bool divisible = std::max(place.width(), place.height()) > leastSide;
        if (divisible && static_cast<std::int64_t>(tiles.size()) > mostTiles_) {
            const bool across = place.width() >= place.height();
            const QPoint middle(place.left() + place.width() / 2 - 1, place.top() + place.height() / 2 - 1);
            QRect first = place;
            QRect second = place;
            across ? first.setRight(middle.x()) : first.setBottom(middle.y());
            across ? second.setLeft(middle.x() + 1) : second.setTop(middle.y() + 1);
            if (QString why = draw(first, background, painter); !why.isEmpty()) return why;
            return draw(second, background, painter);
        }
        previews_.setView({sight.level, sight.samples});
        const double share = static_cast<double>(place.width()) * place.height() / size_.width() /
                             static_cast<double>(size_.height());
        const bool isFinal = waitUntil([&] {
            const PreviewProgress progress = previews_.progress();
            const PreviewProgress::State state = progress.state();
            sayShare(share_ + share * progress.refined / std::max(1, progress.visible));
            return tiles.empty() || state == PreviewProgress::State::exact ||
                   state == PreviewProgress::State::refined;
        });
        if (stopped() || !previews_.problem().isEmpty()) return previews_.problem();
        sayShare(share_ += share);
        sketch_ = sketch_ || !isFinal || (!tiles.empty() && !previews_.progress().exact);
        std::vector<PreviewTilePtr> pictures;
        for (const TileIndex index : tiles)
            pictures.push_back(previews_.tile(sight.level, index));
        if (!isFinal) addGround(sight.level, pictures);
        pictures.push_back(previews_.overview());
        std::erase(pictures, nullptr);
        view_.setPictures(pictures);
        gl_.makeCurrent();  // a window may have been drawn meanwhile
        textures_->make(pictures);
        const QImage image = drawn(place, background);
        if (stopped()) return {};
        if (image.isNull())
            return QCoreApplication::translate("ReliefPicture", "OpenGL has no memory left for it");
        painter.drawImage(place.topLeft(), image);
        return {};
    }

    [[nodiscard]] bool stopped() const { return left_ || stop_.stop_requested(); }
    [[nodiscard]] bool sketch() const { return sketch_; }
    [[nodiscard]] double depthUm() const { return view_.form().depthUm; }

  private:
    [[nodiscard]] bool isShown() const {
        const BoundNodePtr node = previews_.shown();
        return node != nullptr && (wish_.node.isEmpty() || node->name == wish_.node);
    }
    /// Takes the view that is wanted. \pre isShown()
    void takeView() {
        ReliefLook look = wish_.camera ? lookAgain(*wish_.camera, view_.look()) : view_.look();
        if (wish_.material) look.material = *wish_.material;
        if (wish_.heights) look.heights = *wish_.heights;
        if (wish_.camera) return view_.show(wish_.node, look, cameraAgain(*wish_.camera));
        view_.setLook(look);
        if (wish_.heights) view_.fit();
    }

    /// Waits until `done` returns true, a problem occurs, the drawing is stopped, or the caller has enough.
    /// \return the last result of `done`
    template <class Done>
    bool waitUntil(Done done) {
        QEventLoop loop;
        bool met = done();
        const auto over = [&] {
            return met || stopped() || patience_.enough.stop_requested() || !previews_.problem().isEmpty();
        };
        const auto look = [&] {
            met = met || done();
            if (over()) loop.quit();
        };
        for (const auto signal :
             {&Previews::shownChanged, &Previews::picturesChanged, &Previews::progressChanged})
            QObject::connect(&previews_, signal, &loop, look);
        // The request may come from another thread, before the loop runs.
        const auto end = [&loop] {
            QMetaObject::invokeMethod(
                &loop, [&loop] { loop.quit(); }, Qt::QueuedConnection);
        };
        const std::stop_callback stops(stop_, end);
        const std::stop_callback suffices(patience_.enough, end);
        if (!over()) loop.exec();
        if (!over()) left_ = true;
        return met;
    }

    /// Handles the events of the program. A driver without a card takes about 10 ms for a tile, so a picture
    /// in one turn of the event loop would block the windows.
    void letOthersWork() {
        QEventLoop loop;
        QTimer next;
        bool met = false;
        QObject::connect(&next, &QTimer::timeout, &loop, [&] {
            met = true;
            loop.quit();
        });
        next.start(0);
        loop.exec();
        if (!met) left_ = true;
        gl_.makeCurrent();  // a window may have been drawn meanwhile
    }

    /// Ends without a picture. \return why, if there is a problem
    [[nodiscard]] QString leave() {
        left_ = true;
        return previews_.problem();
    }

    void sayShare(double share) {
        if (share <= said_) return;
        said_ = share;
        if (patience_.progress) patience_.progress(share);
    }

    /// Adds coarse pictures of the present view for places whose tiles are missing.
    void addGround(int level, std::vector<PreviewTilePtr>& pictures) {
        const PreviewGroundPtr ground = previews_.ground();
        if (!ground || !previews_.isCurrent() || ground->node != previews_.shown()->hash) return;
        if (ground->level <= level) return;
        const std::size_t room = TileTextures::most - pictures.size() - 1;
        const std::size_t count = std::min(room, ground->pictures.size());
        pictures.insert(pictures.end(), ground->pictures.begin(),
                        ground->pictures.begin() + static_cast<std::ptrdiff_t>(count));
    }

    [[nodiscard]] ScreenPlace screen() const {
        return {static_cast<double>(size_.width()), static_cast<double>(size_.height())};
    }

    [[nodiscard]] QImage drawn(const QRect& place, const QColor& background) {
        QOpenGLFramebufferObjectFormat format;
        format.setAttachment(QOpenGLFramebufferObject::Depth);
        format.setSamples(4);
        QOpenGLFramebufferObject target(place.size(), format);
        if (!target.bind()) return {};
        const ReliefLook& look = view_.look();
        renderer_->begin({size_, place.topLeft(), place.size(), view_.camera(), view_.form(), view_.surface(),
                          background, reliefMaterials[look.material],
                          burin::lightFrom(look.lightAzimuth, look.lightElevation)});
        for (const ReliefView::Piece& piece : view_.pieces())
            renderer_->draw(piece.tile, piece.part);
        while (renderer_->drawNearest()) {
            letOthersWork();
            if (stopped()) return {};
        }
        renderer_->end();
        letOthersWork();
        return stopped() ? QImage() : target.toImage();
    }

    OffscreenGl gl_;
    Previews previews_;
    ReliefView view_{previews_};
    const ReliefWish wish_;
    QSize size_;
    std::int64_t mostTiles_;
    const std::stop_token stop_;
    const ReliefPatience patience_;
    double share_ = 0;     ///< the share of the parts that are drawn
    double said_ = 0;      ///< the share that the caller knows
    bool sketch_ = false;  ///< some of the samples that are drawn are not exact
    bool left_ = false;    ///< nothing can be drawn, or the program ended while it waited
    int level_ = 0;
    std::optional<TileTextures> textures_;
    std::optional<ReliefRenderer> renderer_;
};

}  // namespace

ReliefPicture ReliefPicture::of(const Engine& engine, const std::shared_ptr<const Design>& design,
                                const ReliefWish& wish, QSize size, const QColor& background,
                                const std::function<void(std::int64_t)>& drawn, const std::stop_token& stop,
                                const ReliefPatience& patience) {
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull()) {
        return {{}, QCoreApplication::translate("ReliefPicture", "there is not enough memory for it")};
    }
    Drawing drawing(engine, design, wish, size, stop, patience);
    if (QString why = drawing.begin(); !why.isEmpty()) return {{}, why};
    if (drawing.stopped()) return {};
    drawn(0);
    QPainter painter(&image);
    for (int y = 0; y < size.height(); y += partSide) {
        for (int x = 0; x < size.width(); x += partSide) {
            const QRect place = QRect(x, y, partSide, partSide).intersected(image.rect());
            if (QString why = drawing.draw(place, background, painter); !why.isEmpty()) return {{}, why};
            if (drawing.stopped()) return {};
            drawn(std::int64_t{place.width()} * place.height());
        }
    }
    painter.end();
    return {image, {}, drawing.depthUm(), drawing.sketch()};
}

}  // namespace burin::ui
