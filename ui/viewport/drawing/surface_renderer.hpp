// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/engine.hpp"
#include "ui/model/view_appearance.hpp"
#include "ui/viewport/drawing/tile_textures.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"

#include <QColor>
#include <QOpenGLBuffer>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <QRect>

namespace burin::ui {

/// Draws tiles with OpenGL 3.3: one quad each, one shader for all looks.
///
/// All functions need the same context. Positions are converted to floats only relative to the view.
class SurfaceRenderer {
  public:
    struct Frame {
        QSize pixels;  ///< the size of the device
        Viewpoint view;
        double devicePixelRatio = 1;
        QColor background;
        QRectF bounds;  ///< surface rectangle in samples, background outside; null: unbounded
        double pixelUm = 1;
        double depthUm = 0;  ///< the depth of the value 1
        /// If set, tiles are drawn from the top down, each only in the area still uncovered; otherwise bottom
        /// up.
        bool opaque = false;
        QRect part;    ///< the part of the device to draw, from its upper left; null: all of it
        int left = 0;  ///< the view's first column on the device
    };

    /// \return empty, or why OpenGL cannot be used
    [[nodiscard]] QString initialize(const Engine& engine);
    void release();
    /// Whether OpenGL runs on the processor, so that frames compete with the computing of pictures.
    [[nodiscard]] bool software() const { return software_; }
    void setAppearance(const AppearanceValues& appearance);

    void begin(const Frame& frame);
    /// Whether the tile's texture is on the card.
    [[nodiscard]] bool has(const PreviewTilePtr& tile) { return textures_ && textures_->find(tile) != 0; }
    void take(std::span<const PreviewTilePtr> tiles) { textures_->make(tiles); }
    /// Whether pictures computed on the card are drawn without a copy through the host.
    [[nodiscard]] bool sharesTheCard() const { return textures_ && textures_->shared(); }
    /// \pre has(tile)
    void draw(const PreviewTilePtr& tile, double opacity);
    /// Draws the values of a tile minus those of another one of the same level and index, at samples that
    /// both have. \pre has() both, and the appearance is `difference`
    void drawDifference(const PreviewTilePtr& tile, const PreviewTilePtr& subtracted);
    void end();
    /// The functions and pictures of this context, for other drawings that use them. \pre initialized
    [[nodiscard]] QOpenGLFunctions_3_3_Core& functions() { return *gl_; }
    [[nodiscard]] TileTextures& textures() { return *textures_; }
    /// Waits until the card has finished drawing.
    void finish() { gl_->glFinish(); }

  private:
    [[nodiscard]] QRectF onDevice(const Rect& samples) const;
    [[nodiscard]] bool setPlace(const PreviewTile& tile, const Rect& samples);
    void makeMap();

    QOpenGLFunctions_3_3_Core* gl_ = nullptr;
    std::unique_ptr<TileTextures> textures_;
    std::unique_ptr<QOpenGLShaderProgram> program_;
    QOpenGLVertexArrayObject vertices_;
    GLint vertexArrayBefore_ = 0;
    GLuint map_ = 0;
    AppearanceValues appearance_;
    bool mapStale_ = true;
    bool software_ = false;
    Frame frame_;
};

}  // namespace burin::ui
