// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_camera.hpp"
#include "core/relief/relief_form.hpp"
#include "core/relief/relief_shading.hpp"
#include "ui/viewport/drawing/tile_textures.hpp"

#include <QColor>
#include <QElapsedTimer>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>

#include <optional>
#include <vector>

namespace burin::ui {

/// Draws tiles as heights with OpenGL 3.3, from the textures of the flat picture.
///
/// The mesh of a tile is that of ReliefTile. If a pixel shows several blocks, the mesh has fewer vertices: at
/// least one for each `spacing` pixels. Vertices are made in the shader and take no memory on the card.
/// Positions are converted to floats only relative to the tile, and light is computed for every pixel as by
/// shade(). All functions need the context of construction; call release() before it is destroyed.
class ReliefRenderer {
  public:
    struct Frame {
        QSize pixels;  ///< the size of the whole view
        QPoint first;  ///< the pixel of the view that is the first one of the target
        QSize target;  ///< the size of the target
        ReliefCamera camera;
        ReliefForm form;
        Rect everything;  ///< an area that contains all drawn parts, in samples
        QColor background;
        ReliefMaterial material;
        Vector3 light;    ///< the direction to it, as lightFrom() gives it
        int spacing = 1;  ///< the most pixels from one vertex to the next, if a pixel shows a block or more
    };
    /// The cost of a frame.
    struct Cost {
        int spacing = 1;
        double ms = 0;
    };

    ReliefRenderer(QOpenGLFunctions_3_3_Core& gl, TileTextures& textures) : gl_(gl), textures_(textures) {}
    ReliefRenderer(const ReliefRenderer&) = delete;
    ReliefRenderer& operator=(const ReliefRenderer&) = delete;

    /// \return empty, or why the driver cannot draw
    [[nodiscard]] QString initialize();
    void release();

    void begin(const Frame& frame);
    /// Adds a part of a tile, in samples, to the frame if it is in view and its texture is on the card. Parts
    /// may come in any order; they must not overlap.
    void draw(const PreviewTilePtr& tile, const Rect& part);
    /// Draws the nearest part that is left, so that the caller can do something else before the next one,
    /// also with other contexts. \pre all parts are added \return whether there was one
    [[nodiscard]] bool drawNearest();
    /// Draws the parts that are left, from the front to the back, and the ends of a roller.
    void end();
    /// The cost of a frame, once the driver has drawn it. Not every frame is measured. Does not wait.
    [[nodiscard]] std::optional<Cost> takeCost();

  private:
    struct Part {
        PreviewTilePtr tile;
        Rect samples;
        GLuint texture;
        SpaceFrame local;  ///< at the middle of its blocks
        Vector3 eye;       ///< the position of the viewer in it
        int stride;        ///< blocks from one vertex to the next
    };

    void drawPart(const Part& part);
    void drawEnds();
    [[nodiscard]] ScreenPlace screen() const {
        return {static_cast<double>(frame_.pixels.width()), static_cast<double>(frame_.pixels.height())};
    }

    QOpenGLFunctions_3_3_Core& gl_;
    TileTextures& textures_;
    std::unique_ptr<QOpenGLShaderProgram> program_;
    std::unique_ptr<QOpenGLShaderProgram> ends_;  ///< draws the ends of a roller
    QOpenGLVertexArrayObject vertices_;
    GLint vertexArrayBefore_ = 0;
    GLuint query_ = 0;           ///< measures a frame
    std::optional<Cost> asked_;  ///< the frame that is measured, with the time of the processor
    bool measuring_ = false;     ///< the frame under way is measured
    QElapsedTimer clock_;
    Frame frame_;
    ReliefCamera::Range range_;
    std::vector<Part> parts_;
    std::size_t drawn_ = 0;  ///< so many of the parts are drawn
};

}  // namespace burin::ui
