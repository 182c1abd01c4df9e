// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_tile.hpp"

#include <list>
#include <unordered_map>
#include <vector>

namespace burin::ui {

/// The tiles of a level that cover `samples`, nearest to the centre first. \pre not empty
[[nodiscard]] std::vector<TileIndex> tilesCovering(const Rect& samples, int level);

[[nodiscard]] Rect blocksOfTile(TileIndex index);

/// Whether a picture is better than another of the same blocks.
[[nodiscard]] bool isBetter(const PreviewTile& tile, const PreviewTile& there);

/// A cache of finished tiles by node, level and position; drops the least recently used. One thread only.
class PreviewTiles {
  public:
    explicit PreviewTiles(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    /// The tile, or null. Marks it as used.
    [[nodiscard]] PreviewTilePtr find(const NodeHash& node, int level, TileIndex index);
    /// Keeps a tile unless a better one is there. \return whether it was kept
    bool insert(PreviewTilePtr tile);
    void clear();
    /// Drops the least recently used tiles until at most `bytes` remain.
    void shrink(std::size_t bytes);
    void setMost(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t size() const { return places_.size(); }

  private:
    using List = std::list<PreviewTilePtr>;
    [[nodiscard]] static TileKey keyOf(const NodeHash& node, int level, TileIndex index) {
        return {node, level, index, static_cast<std::int32_t>(PreviewTile::side), true};
    }

    std::size_t mostBytes_;
    std::size_t bytes_ = 0;
    List used_;  ///< most recently used first
    std::unordered_map<TileKey, List::iterator, TileKeyHash> places_;
};

}  // namespace burin::ui
