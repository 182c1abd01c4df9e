// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/preview_tile.hpp"

#include <QOpenGLFunctions_3_3_Core>

#include <list>
#include <unordered_map>

namespace burin::ui {

/// The pictures on the graphics card: one R32F texture a tile, the least recently drawn go first.
///
/// The one place where textures come from: what a card has computed itself need not pass through the host
/// here. All functions need the context in which the first was called.
class TileTextures {
  public:
    explicit TileTextures(QOpenGLFunctions_3_3_Core& gl) : gl_(gl) {}
    TileTextures(const TileTextures&) = delete;
    TileTextures& operator=(const TileTextures&) = delete;

    /// The tile's texture, or 0 where it has not been made.
    [[nodiscard]] GLuint find(const PreviewTilePtr& tile);
    GLuint make(const PreviewTilePtr& tile);
    void clear();

  private:
    struct Texture {
        PreviewTilePtr tile;  ///< keeps the address from being used for another
        GLuint id;
    };
    static constexpr std::size_t most = 512;

    QOpenGLFunctions_3_3_Core& gl_;
    std::list<Texture> used_;  ///< most recently used first
    std::unordered_map<const PreviewTile*, std::list<Texture>::iterator> places_;
};

}  // namespace burin::ui
