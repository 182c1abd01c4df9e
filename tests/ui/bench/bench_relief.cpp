// SPDX-License-Identifier: GPL-3.0-or-later

// bench_relief: the time to draw the 3-D view in a picture of 1280 x 720, from tiles of 256 x 256 blocks that
// are about a pixel wide.

#include "core/relief/relief_shading.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/drawing/relief_renderer.hpp"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QOpenGLFramebufferObject>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

using namespace burin;
using namespace burin::ui;

namespace {

/// Tiles of waves, which have no value twice.
std::vector<PreviewTilePtr> tilesOf(int columns, int rows) {
    constexpr int side = 256;
    constexpr int border = 2;
    std::vector<PreviewTilePtr> tiles;
    for (int k = 0; k < columns * rows; ++k) {
        auto tile = std::make_shared<PreviewTile>();
        tile->blocks = {k % columns * side, k / columns * side, side, side};
        tile->area = tile->blocks.grown(border);
        std::vector<float> depths;
        for (std::int64_t y = tile->area.y; y < tile->area.bottom(); ++y) {
            for (std::int64_t x = tile->area.x; x < tile->area.right(); ++x)
                depths.push_back(static_cast<float>(0.5 + 0.4 * std::sin(0.11 * static_cast<double>(x)) *
                                                              std::cos(0.13 * static_cast<double>(y))));
        }
        tile->content = std::make_shared<TileValues>(std::move(depths));
        tiles.push_back(std::move(tile));
    }
    return tiles;
}

}  // namespace

int main(int argc, char** argv) {
    const QGuiApplication app(argc, argv);
    OffscreenGl gl;
    QString why = gl.open();
    std::optional<TileTextures> textures;
    std::optional<ReliefRenderer> renderer;
    if (why.isEmpty()) {
        textures.emplace(*gl, nullptr);
        why = renderer.emplace(*gl, *textures).initialize();
    }
    if (!why.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(why));
        return 1;
    }
    std::printf("%s\n", reinterpret_cast<const char*>(gl->glGetString(GL_RENDERER)));
    constexpr QSize pixels(1280, 720);
    constexpr ScreenPlace screen{1280, 720};
    QOpenGLFramebufferObject target(pixels, QOpenGLFramebufferObject::Depth);
    for (const auto& [columns, rows, elevation] :
         {std::tuple{4, 3, 90}, {5, 4, 50}, {8, 6, 38}, {12, 4, 38}}) {
        const Rect all{0, 0, columns * 256, rows * 256};
        const std::vector<PreviewTilePtr> tiles = tilesOf(columns, rows);
        const ReliefForm form{1, 1, 60, {columns * 128.0, rows * 128.0}, 0, false};
        ReliefCamera camera{{}, 1, -28, static_cast<double>(elevation)};
        camera.distanceUm /= camera.umPerPixel(screen);  // a block in the middle is as wide as a pixel
        target.bind();
        textures->make(tiles);
        for (const int spacing : {1, 2, 4}) {
            std::vector<double> times;
            for (int frame = 0; frame < 40; ++frame) {
                camera.azimuth += 0.5;
                gl->glFinish();
                QElapsedTimer clock;
                clock.start();
                renderer->begin({pixels,
                                 {},
                                 pixels,
                                 camera,
                                 form,
                                 all,
                                 Qt::black,
                                 reliefMaterials[5],
                                 lightFrom(315, 45),
                                 spacing});
                for (const PreviewTilePtr& tile : tiles)
                    renderer->draw(tile, tile->samples());
                renderer->end();
                gl->glFinish();
                times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            }
            std::sort(times.begin(), times.end());
            std::printf(
                "%d tiles from %d degrees, a vertex at least every %d px: %.2f ms a frame, at most %.2f\n",
                columns * rows, elevation, spacing, times[times.size() / 2], times.back());
        }
        textures->clear();
    }
    renderer->release();
}
