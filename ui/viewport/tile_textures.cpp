// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/tile_textures.hpp"

namespace burin::ui {

GLuint TileTextures::find(const PreviewTilePtr& tile) {
    const auto place = places_.find(tile.get());
    if (place == places_.end()) return 0;
    used_.splice(used_.begin(), used_, place->second);
    return used_.front().id;
}

GLuint TileTextures::make(const PreviewTilePtr& tile) {
    GLuint id = 0;
    gl_.glGenTextures(1, &id);
    gl_.glBindTexture(GL_TEXTURE_2D, id);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl_.glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl_.glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(tile->area.width),
                     static_cast<GLsizei>(tile->area.height), 0, GL_RED, GL_FLOAT, tile->values.data());
    used_.push_front({tile, id});
    places_[tile.get()] = used_.begin();
    while (used_.size() > most) {
        gl_.glDeleteTextures(1, &used_.back().id);
        places_.erase(used_.back().tile.get());
        used_.pop_back();
    }
    return id;
}

void TileTextures::clear() {
    for (const Texture& texture : used_)
        gl_.glDeleteTextures(1, &texture.id);
    used_.clear();
    places_.clear();
}

}  // namespace burin::ui
