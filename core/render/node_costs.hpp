// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/recent_median.hpp"
#include "core/tile/tile.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace burin {

/// The cost of a node so far.
struct NodeCost {
    /// Milliseconds that one thread needs for a million samples, without the nodes below it: the median of
    /// its last tiles. Nothing after fewer than RecentMedian::fewest tiles.
    std::optional<double> msPerMpx;
    std::size_t tiles = 0;       ///< number of tiles that were timed, at most RecentMedian::most
    std::uint64_t computed = 0;  ///< stored tiles that were computed
    std::uint64_t hits = 0;      ///< stored tiles that were found in the cache

    /// The share of the stored tiles that were found in the cache; nothing if no tile was needed.
    [[nodiscard]] std::optional<double> hitShare() const {
        const std::uint64_t all = computed + hits;
        if (all == 0) return {};
        return static_cast<double>(hits) / static_cast<double>(all);
    }
};

/// The costs of nodes on the processor, by the hash of their samples: a node that an edit changes has no cost
/// yet, and an undo restores its cost.
///
/// Requests add to it if RenderRequest::nodes points to it. The least recently used nodes are forgotten, so
/// that it stays below 8 MB. Thread-safe; its lock is taken last.
class NodeCosts {
  public:
    /// Tiles of fewer samples say more about their surroundings than about the node.
    static constexpr std::int64_t fewestSamples = 4096;
    static constexpr std::size_t mostNodes = 12288;  ///< more than a design has

    /// Adds the time that one task spent in a node's own work, for this many of its samples at level 0.
    /// Leaves it out if the samples are too few, or if the memory is used up.
    void addTile(const NodeHash& node, std::chrono::nanoseconds own, std::int64_t samples) noexcept;
    /// Counts a stored tile. \param hit  it was in the cache, and not computed
    void addStored(const NodeHash& node, bool hit) noexcept;

    [[nodiscard]] NodeCost of(const NodeHash& node) const;

  private:
    struct Entry {
        RecentMedian times;
        std::uint64_t computed = 0;
        std::uint64_t hits = 0;
        std::uint64_t used = 0;  ///< the value of uses_ at the last use
    };
    struct Hash {
        [[nodiscard]] std::size_t operator()(const NodeHash& node) const { return node.words[0]; }
    };

    Entry& entryOf(const NodeHash& node);
    void forgetOldest();

    mutable std::mutex mutex_;
    std::unordered_map<NodeHash, Entry, Hash> entries_;
    std::uint64_t uses_ = 0;
};

}  // namespace burin
