// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_tiles.hpp"

#include "core/preview/preview.hpp"

#include <tuple>

namespace burin::ui {

std::vector<TileIndex> tilesCovering(const Rect& samples, int level) {
    constexpr std::int64_t side = PreviewTile::side;
    const Rect blocks = blocksCovering(samples, level);
    std::vector<TileIndex> indices;
    for (std::int64_t y = floorDiv(blocks.y, side); y <= floorDiv(blocks.bottom() - 1, side); ++y) {
        for (std::int64_t x = floorDiv(blocks.x, side); x <= floorDiv(blocks.right() - 1, side); ++x)
            indices.push_back({x, y});
    }
    const auto away = [&](TileIndex index) {  // in half blocks
        const std::int64_t dx = (2 * index.x + 1) * side - (2 * blocks.x + blocks.width);
        const std::int64_t dy = (2 * index.y + 1) * side - (2 * blocks.y + blocks.height);
        return dx * dx + dy * dy;
    };
    std::stable_sort(indices.begin(), indices.end(),
                     [&](TileIndex a, TileIndex b) { return away(a) < away(b); });
    return indices;
}

Rect blocksOfTile(TileIndex index) {
    constexpr std::int64_t side = PreviewTile::side;
    return {index.x * side, index.y * side, side, side};
}

bool isBetter(const PreviewTile& tile, const PreviewTile& there) {
    const auto goodness = [](const PreviewTile& one) {
        return std::tuple(one.exact(), one.exactRows, one.samplesEach, one.quality, one.averagedSeconds,
                          one.stage);
    };
    return !there.exact() && goodness(tile) > goodness(there);
}

PreviewTilePtr PreviewTiles::find(const NodeHash& node, int level, TileIndex index) {
    const auto place = places_.find(keyOf(node, level, index));
    if (place == places_.end()) return nullptr;
    used_.splice(used_.begin(), used_, place->second);
    return used_.front();
}

bool PreviewTiles::insert(PreviewTilePtr tile) {
    const TileKey key = keyOf(tile->node, tile->level, tile->index);
    if (const auto place = places_.find(key); place != places_.end()) {
        PreviewTilePtr& there = *place->second;
        if (!isBetter(*tile, *there)) return false;
        bytes_ -= there->bytes();
        bytes_ += tile->bytes();
        there = std::move(tile);
    } else {
        bytes_ += tile->bytes();
        used_.push_front(std::move(tile));
        places_.emplace(key, used_.begin());
    }
    shrink(mostBytes_);
    return true;
}

void PreviewTiles::shrink(std::size_t bytes) {
    while (bytes_ > bytes && !used_.empty()) {
        const PreviewTile& oldest = *used_.back();
        bytes_ -= oldest.bytes();
        places_.erase(keyOf(oldest.node, oldest.level, oldest.index));
        used_.pop_back();
    }
}

void PreviewTiles::setMost(std::size_t bytes) {
    mostBytes_ = bytes;
    shrink(bytes);
}

void PreviewTiles::clear() {
    places_.clear();
    used_.clear();
    bytes_ = 0;
}

}  // namespace burin::ui
