// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "core/tile/tile_cache.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace burin {

/// A stored tile that a plan takes, ready or to be computed.
struct PlanTile {
    std::size_t node = 0;
    Rect area;  ///< the samples that it holds, in its node's frame
    TileCache::Pin pin;
    const Tile* tile = nullptr;             ///< once it is ready
    std::vector<std::uint32_t> dependents;  ///< tiles that are computed from this one
    std::uint32_t missingInputs = 0;        ///< how many tiles it still waits for
};

/// Calls visit(area) for the bands in which `area` of a node is computed: wide enough that what inlined
/// children compute twice is little, low enough that the samples stay in the processor's cache.
template <class Visit>
void forEachBand(const GraphNode& node, const Rect& area, const Visit& visit, std::int64_t times = 1) {
    constexpr std::int64_t bandSamples = std::int64_t{1} << 16;
    std::int64_t rows = std::max<std::int64_t>(8, bandSamples / std::max<std::int64_t>(1, area.width));
    rows = std::max(rows, 8 * node.reach) * times;
    for (std::int64_t y = 0; y < area.height; y += rows) {
        visit(Rect{area.x, area.y + y, area.width, std::min(rows, area.height - y)});
    }
}

/// The rectangles of a child that continue it over `fetch`, by its edge rule: pairwise disjoint, inside the
/// child's extent. Up to two intervals on each axis.
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
    /// The child's coordinate that stands for `position` under an edge rule. \pre low < high
    [[nodiscard]] static std::int64_t mapped(std::int64_t position, std::int64_t low, std::int64_t high,
                                             Edge edge);
};

/// Whether `fetch` reads beyond the extent in a way that only `EdgePieces` can answer.
[[nodiscard]] inline bool continuesEdge(const Fetch& fetch, const Extent& extent) {
    return fetch.edge != Edge::empty && extent.bounded() && !extent.empty() &&
           !extent.rect().contains(fetch.area);
}

/// What one request takes: the closure of stored tiles, children known before parents, and the bytes.
///
/// Tiles are pinned from here on. A plan depends on its arguments and on what is cached; its result does not.
class Plan {
  public:
    /// Why there is no plan: its bytes, as far as they were counted, exceed the limit.
    struct Unfit {
        std::size_t bytes = 0;
    };

    /// Plans `area` of the graph's node `node`.
    /// \throws Unfit  once tiles and scratch exceed `limitBytes`
    Plan(const Graph& graph, std::size_t node, const Rect& area, TileCache& cache, std::size_t limitBytes);

    /// Bytes of the tiles that have to be computed.
    [[nodiscard]] std::size_t tileBytes() const { return tileBytes_; }
    /// Bytes of the tiles that were ready, which stay pinned.
    [[nodiscard]] std::size_t readyBytes() const { return readyBytes_; }
    /// The most that any of its tasks takes from its thread's scratch memory.
    [[nodiscard]] std::size_t scratchBytes() const { return scratchBytes_; }
    [[nodiscard]] const Rect& area() const { return area_; }
    [[nodiscard]] std::size_t node() const { return node_; }

    /// All tiles, those to be computed and those that were ready.
    [[nodiscard]] std::vector<PlanTile>& tiles() { return tiles_; }
    /// The tile of a stored node that holds the place; it must be part of the plan.
    [[nodiscard]] const PlanTile& tileAt(std::size_t node, TileIndex index) const;
    /// Gives up all pins.
    void release() { tiles_.clear(); }

  private:
    struct Place {
        std::size_t node = 0;
        TileIndex index;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& p) const {
            return mixedHash(mixedHash(p.node, static_cast<std::uint64_t>(p.index.x)),
                             static_cast<std::uint64_t>(p.index.y));
        }
    };
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::size_t planBands(std::size_t node, const Rect& area);
    std::size_t require(std::size_t node, const Rect& area);
    std::size_t compute(std::size_t node, const Rect& area);
    std::size_t requireFetch(std::size_t child, const Fetch& fetch);
    void addTile(std::size_t node, TileIndex index, const Rect& area);
    void limitTo(std::size_t bytes) const;

    const Graph& graph_;
    const std::size_t node_;
    const Rect area_;
    TileCache& cache_;
    const std::size_t limit_;
    std::size_t tileBytes_ = 0;
    std::size_t readyBytes_ = 0;
    std::size_t scratchBytes_ = 0;
    std::uint32_t current_ = none;  ///< the tile whose inputs are being collected
    std::vector<PlanTile> tiles_;
    std::vector<std::uint32_t> unplanned_;
    std::unordered_map<Place, std::uint32_t, PlaceHash> places_;
};

}  // namespace burin
