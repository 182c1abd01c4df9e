// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/drawing/tile_textures.hpp"

namespace burin::ui {

GLuint TileTextures::find(const PreviewTilePtr& tile) {
    const auto place = places_.find(tile.get());
    if (place == places_.end()) return 0;
    used_.splice(used_.begin(), used_, place->second);
    return used_.front().id;
}

void TileTextures::make(std::span<const PreviewTilePtr> tiles) {
    std::vector<PreviewTilePtr> missing;
    std::vector<TextureWriter::Write> writes;
    for (const PreviewTilePtr& tile : tiles) {
        if (find(tile) != 0) continue;
        missing.push_back(tile);
        writes.push_back({textureFor(tile), tile->content->onDevice()});
    }
    if (writer_) writer_->write(writes);
    for (std::size_t k = 0; k < writes.size(); ++k) {
        if (!writes[k].written) upload(*missing[k], writes[k].texture);
    }
}

TileTextures::Size TileTextures::sizeOf(const PreviewTile& tile) {
    return {static_cast<GLsizei>(tile.area.width), static_cast<GLsizei>(tile.area.height)};
}

/// Makes or reuses a texture of the tile's size, with undefined content.
GLuint TileTextures::textureFor(const PreviewTilePtr& tile) {
    const Size size = sizeOf(*tile);
    GLuint id = used_.size() < most ? 0 : oldOne(size);
    if (id == 0) id = newOne(size);
    used_.push_front({tile, id});
    places_[tile.get()] = used_.begin();
    return id;
}

/// Takes over the least recently drawn texture. If it has another size, deletes it and returns 0.
GLuint TileTextures::oldOne(Size size) {
    const Texture oldest = std::move(used_.back());
    used_.pop_back();
    places_.erase(oldest.tile.get());
    if (sizeOf(*oldest.tile) == size) return oldest.id;
    remove(oldest.id);
    return 0;
}

GLuint TileTextures::newOne(Size size) {
    GLuint id = 0;
    gl_.glGenTextures(1, &id);
    gl_.glBindTexture(GL_TEXTURE_2D, id);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl_.glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, size.first, size.second, 0, GL_RED, GL_FLOAT, nullptr);
    return id;
}

void TileTextures::upload(const PreviewTile& tile, GLuint id) {
    const Size size = sizeOf(tile);
    gl_.glBindTexture(GL_TEXTURE_2D, id);
    gl_.glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl_.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.first, size.second, GL_RED, GL_FLOAT,
                        tile.values().data());
}

void TileTextures::remove(GLuint id) {
    if (writer_) writer_->forget(id);
    gl_.glDeleteTextures(1, &id);
}

void TileTextures::clear() {
    for (const Texture& texture : used_)
        remove(texture.id);
    used_.clear();
    places_.clear();
    writer_.reset();
}

}  // namespace burin::ui
