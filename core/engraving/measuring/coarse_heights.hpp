// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_map.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace burin {

/// Means of squares of `side` x `side` depths, for filters whose reach is far larger than that. They are
/// computed in tiles, and the latest tiles are kept.
///
/// Cell (i, j) holds the depths that start at (i, j) * side. Cells at the border of the extent hold fewer.
/// Thread-safe.
class CoarseHeights {
  public:
    /// \param side  a power of two, at most tileSide
    CoarseHeights(std::shared_ptr<const HeightMap> source, std::int64_t side)
        : source_(std::move(source)), side_(side) {}

    [[nodiscard]] std::int64_t side() const { return side_; }
    /// The most bytes of the tiles that are kept, and the bytes that computing another tile takes.
    [[nodiscard]] static std::size_t residentBytes() { return mostBytes; }
    [[nodiscard]] std::size_t tileBytes() const {
        return static_cast<std::size_t>(tileSide * tileSide) * sizeof(float) +
               source_->readBytes({tileSide, tileSide});
    }
    /// The means of a rectangle of cells, row by row; those outside the extent are 0.
    [[nodiscard]] std::vector<double> means(const Rect& cells) const;

  private:
    static constexpr std::int64_t tileSide = 1024;
    static constexpr std::size_t mostBytes = std::size_t{48} << 20U;
    using Key = std::pair<std::int64_t, std::int64_t>;
    using Tile = std::vector<float>;

    [[nodiscard]] std::shared_ptr<const Tile> tile(Key key) const;
    [[nodiscard]] Tile computed(Key key) const;

    std::shared_ptr<const HeightMap> source_;
    std::int64_t side_;
    mutable std::mutex mutex_;
    mutable std::map<Key, std::shared_ptr<const Tile>> tiles_;
    mutable std::deque<Key> order_;  ///< keys of tiles_, the oldest first
};

}  // namespace burin
