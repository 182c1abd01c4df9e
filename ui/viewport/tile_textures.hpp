// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/preview_tile.hpp"

#include <QOpenGLFunctions_3_3_Core>

#include <list>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace burin::ui {

/// The pictures on the graphics card: one R32F texture a tile, the least recently drawn go first.
///
/// The one place where textures come from. What the card has computed itself is written there; everything
/// else is uploaded. All functions need the context in which it was made; clear() comes before it goes.
class TileTextures {
  public:
    /// \param writer  of this context, or null
    TileTextures(QOpenGLFunctions_3_3_Core& gl, std::unique_ptr<TextureWriter> writer)
        : gl_(gl), writer_(std::move(writer)) {}
    TileTextures(const TileTextures&) = delete;
    TileTextures& operator=(const TileTextures&) = delete;

    /// The tile's texture, or 0 where it has not been made.
    [[nodiscard]] GLuint find(const PreviewTilePtr& tile);
    void make(std::span<const PreviewTilePtr> tiles);
    void clear();
    /// Whether the card may write textures itself.
    [[nodiscard]] bool shared() const { return writer_ != nullptr; }

  private:
    using Size = std::pair<GLsizei, GLsizei>;
    struct Texture {
        PreviewTilePtr tile;  ///< keeps the address from being used for another
        GLuint id;
    };
    static constexpr std::size_t most = 512;

    static Size sizeOf(const PreviewTile& tile);
    GLuint textureFor(const PreviewTilePtr& tile);
    GLuint oldOne(Size size);
    GLuint newOne(Size size);
    [[nodiscard]] bool upload(const PreviewTile& tile, GLuint id);
    void drop(const PreviewTile& tile);
    void remove(GLuint id);

    QOpenGLFunctions_3_3_Core& gl_;
    std::unique_ptr<TextureWriter> writer_;
    std::list<Texture> used_;  ///< most recently used first
    std::unordered_map<const PreviewTile*, std::list<Texture>::iterator> places_;
};

}  // namespace burin::ui
