// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/preview_tile.hpp"

#include <list>
#include <unordered_map>
#include <vector>

namespace burin::ui {

/// The tiles of a level that hold `samples`, the nearest to its centre first. \pre not empty
[[nodiscard]] std::vector<TileIndex> tilesCovering(const Rect& samples, int level);

[[nodiscard]] Rect blocksOfTile(TileIndex index);

/// Finished tiles by node, level and place; the least recently used ones go first. One thread only.
class PreviewTiles {
  public:
    explicit PreviewTiles(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    /// The tile, or null. It counts as used.
    [[nodiscard]] PreviewTilePtr find(const NodeHash& node, int level, TileIndex index);
    /// Keeps a tile, also instead of one with less in it. \return whether it did
    bool insert(PreviewTilePtr tile);
    void clear();
    /// Lets the oldest ones go until `bytes` are left.
    void shrink(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] bool holds(const NodeHash& node) const;

  private:
    using List = std::list<PreviewTilePtr>;
    [[nodiscard]] static TileKey keyOf(const NodeHash& node, int level, TileIndex index) {
        return {node, level, index, static_cast<std::int32_t>(PreviewTile::side), true};
    }

    const std::size_t mostBytes_;
    std::size_t bytes_ = 0;
    List used_;  ///< most recently used first
    std::unordered_map<TileKey, List::iterator, TileKeyHash> places_;
};

}  // namespace burin::ui
