// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/pinned_tiles.hpp"

namespace burin {

/// The tiles in the computer's memory. Idle tiles are freed when the budget asks for room. Idle tiles beyond
/// `mostIdleBytes` are freed at once, so that their memory is reused, which is faster than new memory.
///
/// Lock order: the cache's lock before the budget's.
class TileCache final : public PinnedTiles<Tile> {
  public:
    explicit TileCache(MemoryBudget& budget, std::size_t mostIdleBytes = std::size_t{1} << 62U)
        : PinnedTiles(mostIdleBytes),
          budget_(budget),
          evictor_(budget.addEvictor([this](std::size_t bytes) { return evict(bytes); })) {}
    ~TileCache() { budget_.removeEvictor(evictor_); }
    TileCache(const TileCache&) = delete;
    TileCache& operator=(const TileCache&) = delete;

  private:
    MemoryBudget& budget_;
    const MemoryBudget::Evictor evictor_;
};

}  // namespace burin
