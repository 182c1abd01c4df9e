// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "core/tile/tile_cache.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// A stored tile of a plan, either ready or to be computed.
struct PlanTile {
    std::size_t node = 0;
    TileIndex index;
    Rect area;  ///< the samples that it holds, in its node's frame
    TileCache::Pin pin;
    const Tile* tile = nullptr;             ///< set when it is ready
    std::vector<std::uint32_t> dependents;  ///< tiles computed from this one
    std::uint32_t missingInputs = 0;        ///< number of tiles it still waits for
};

/// Divides `area` of a node into the bands of its computation, and calls visit(area) for each. Bands are high
/// enough that inlined children compute few samples twice, and low enough that samples stay in the
/// processor's cache.
template <class Visit>
void forEachBand(const GraphNode& node, const Rect& area, const Visit& visit, std::int64_t times = 1) {
    constexpr std::int64_t bandSamples = std::int64_t{1} << 16;
    std::int64_t rows = std::max<std::int64_t>(8, bandSamples / std::max<std::int64_t>(1, area.width));
    rows = std::max(rows, 8 * node.reach) * times;
    for (std::int64_t y = 0; y < area.height; y += rows) {
        visit(Rect{area.x, area.y + y, area.width, std::min(rows, area.height - y)});
    }
}

/// The rectangles of a child that its edge rule reads for `fetch`: pairwise disjoint, inside the child's
/// extent, up to two intervals on each axis.
struct EdgePieces {
    struct Interval {
        std::int64_t from = 0;
        std::int64_t to = 0;  ///< exclusive
    };
    Interval columns[2];
    Interval rows[2];
    int columnCount = 0;
    int rowCount = 0;

    EdgePieces(const Fetch& fetch, const Rect& extent);
    [[nodiscard]] Rect rect(int row, int column) const {
        return {columns[column].from, rows[row].from, columns[column].to - columns[column].from,
                rows[row].to - rows[row].from};
    }
    /// The child's coordinate that `position` maps to under an edge rule. \pre low < high
    [[nodiscard]] static std::int64_t mapped(std::int64_t position, std::int64_t low, std::int64_t high,
                                             Edge edge);
};

/// Calls visit(piece) for every rectangle of a child that is read for `fetch`.
template <class Visit>
void forEachPiece(const Fetch& fetch, const Rect& extent, const Visit& visit) {
    const EdgePieces pieces(fetch, extent);
    for (int row = 0; row < pieces.rowCount; ++row) {
        for (int column = 0; column < pieces.columnCount; ++column)
            visit(pieces.rect(row, column));
    }
}

/// Whether `fetch` reads beyond the extent, so that `EdgePieces` is needed.
[[nodiscard]] inline bool continuesEdge(const Fetch& fetch, const Extent& extent) {
    return fetch.edge != Edge::empty && extent.bounded() && !extent.empty() &&
           !extent.rect().contains(fetch.area);
}

/// Whether the samples of each link have memory of their own while a link is reduced, so that they stay valid
/// while the samples of others are fetched. This is true if an operation names some of the later links, each
/// once, and then the first link: the samples of the later links decide which samples of the first one are
/// read.
[[nodiscard]] inline bool linksAreHeld(std::span<const Fetch> fetches) {
    constexpr std::size_t mostHeld = 3;
    if (fetches.size() < 2 || fetches.size() > mostHeld || fetches.back().link != 0) return false;
    for (std::size_t i = 0; i + 1 < fetches.size(); ++i) {
        const std::size_t before = i == 0 ? 0 : fetches[i - 1].link;
        if (fetches[i].link <= before || fetches[i].link >= mostHeld) return false;
    }
    return true;
}

/// The plan of one request: the closure of stored tiles, children before parents, and their bytes.
///
/// Tiles are pinned while the plan holds them. A plan depends on its arguments and on the cache; the computed
/// samples do not.
class Plan {
  public:
    /// Plans `area` of the graph's node `node`, until its tiles, the scratch and the plan itself exceed
    /// `limitBytes`.
    /// \param cache  null: nothing is ready and nothing is pinned. Such a plan only says how much memory the
    ///         area needs, and is freed in a few pieces, however many tiles it has.
    /// \throws Cancelled once `stop` is signalled
    Plan(const Graph& graph, std::size_t node, const Rect& area, TileCache* cache, std::size_t limitBytes,
         std::stop_token stop = {});

    /// The bytes that were counted until they exceeded the limit; nothing if the plan is complete. If it is
    /// set, do not use anything else of the plan.
    [[nodiscard]] std::optional<std::size_t> excess() const { return excess_; }
    /// Bytes of the tiles to be computed.
    [[nodiscard]] std::size_t tileBytes() const { return tileBytes_; }
    /// Bytes of the plan itself, and of the notes of the cache and the backend about its tiles.
    [[nodiscard]] std::size_t ownBytes() const { return tiles_.size() * bytesNoted + edges_ * bytesOfEdge; }
    /// Bytes of the tiles that were ready; they stay pinned.
    [[nodiscard]] std::size_t readyBytes() const { return readyBytes_; }
    /// The largest scratch memory of any of its tasks.
    [[nodiscard]] std::size_t scratchBytes() const { return scratchBytes_; }
    [[nodiscard]] const Rect& area() const { return area_; }
    [[nodiscard]] std::size_t node() const { return node_; }

    /// All tiles, both those to be computed and those that were ready.
    [[nodiscard]] std::vector<PlanTile>& tiles() { return tiles_; }
    /// The tile of a stored node with that index. \pre it is part of the plan
    [[nodiscard]] const PlanTile& tileAt(std::size_t node, TileIndex index) const;
    /// Releases all pins.
    void release() { tiles_.clear(); }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    /// The bytes of a tile in the plan: its part of vectors that grow by doubling, its entry in the cache
    /// with three list and table nodes, and the counters of the backend.
    static constexpr std::size_t bytesNoted =
        2 * (sizeof(PlanTile) + 2 * sizeof(std::uint32_t)) + sizeof(TileCache::Entry) + 3 * 64 + 32;
    static constexpr std::size_t bytesOfEdge = 2 * sizeof(std::uint32_t);

    std::size_t planBands(std::size_t node, const Rect& area);
    std::size_t require(std::size_t node, const Rect& area);
    std::size_t compute(std::size_t node, const Rect& area);
    std::size_t requireFetch(std::size_t child, const Fetch& fetch);
    void addTile(std::size_t node, TileIndex index, const Rect& area);
    [[nodiscard]] std::size_t slotOf(std::size_t node, TileIndex index) const;
    void widenSlots();
    bool fits(std::size_t bytes);

    const Graph& graph_;
    const std::size_t node_;
    const Rect area_;
    TileCache* const cache_;
    const std::size_t limit_;
    const std::stop_token stop_;
    std::size_t tileBytes_ = 0;
    std::size_t readyBytes_ = 0;
    std::size_t scratchBytes_ = 0;
    std::size_t edges_ = 0;
    std::optional<std::size_t> excess_;
    std::uint32_t current_ = none;  ///< the tile whose inputs are being added
    std::vector<PlanTile> tiles_;
    std::vector<std::uint32_t> unplanned_;
    /// Indices in `tiles_` by the hash of node and index, or `none` in a free slot. The number of slots is a
    /// power of two; at most half of them are in use. \see slotOf
    std::vector<std::uint32_t> slots_;
};

}  // namespace burin
