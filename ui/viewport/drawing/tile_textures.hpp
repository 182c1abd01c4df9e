// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_tile.hpp"

#include <QOpenGLFunctions_3_3_Core>

#include <list>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace burin::ui {

/// The pictures on the graphics card: one R32F texture for each tile; the least recently drawn are dropped
/// first.
///
/// The only place that makes textures. Pictures computed on the same card are written into them there; all
/// others are uploaded. All functions need the context of construction; call clear() before it is destroyed.
class TileTextures {
  public:
    /// \param writer  for this context, or null
    TileTextures(QOpenGLFunctions_3_3_Core& gl, std::unique_ptr<TextureWriter> writer)
        : gl_(gl), writer_(std::move(writer)) {}
    TileTextures(const TileTextures&) = delete;
    TileTextures& operator=(const TileTextures&) = delete;

    /// The number of textures that are kept.
    static constexpr std::size_t most = 512;

    /// The tile's texture, or 0 if there is none.
    [[nodiscard]] GLuint find(const PreviewTilePtr& tile);
    /// Makes the textures of those tiles that have none. \pre at most `most` tiles
    void make(std::span<const PreviewTilePtr> tiles);
    void clear();
    /// Whether the card can write textures itself.
    [[nodiscard]] bool shared() const { return writer_ != nullptr; }

  private:
    using Size = std::pair<GLsizei, GLsizei>;
    struct Texture {
        PreviewTilePtr tile;  ///< keeps the address from being reused for another tile
        GLuint id;
    };

    static Size sizeOf(const PreviewTile& tile);
    GLuint textureFor(const PreviewTilePtr& tile);
    GLuint oldOne(Size size);
    GLuint newOne(Size size);
    void upload(const PreviewTile& tile, GLuint id);
    void remove(GLuint id);

    QOpenGLFunctions_3_3_Core& gl_;
    std::unique_ptr<TextureWriter> writer_;
    std::list<Texture> used_;  ///< most recently used first
    std::unordered_map<const PreviewTile*, std::list<Texture>::iterator> places_;
};

}  // namespace burin::ui
