// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/plan.hpp"

#include <algorithm>
#include <utility>

namespace burin {

std::int64_t EdgePieces::mapped(std::int64_t position, std::int64_t low, std::int64_t high, Edge edge) {
    const std::int64_t size = high - low;
    switch (edge) {
        case Edge::mirror: {
            const std::int64_t phase = floorMod(position - low, 2 * size);
            return low + (phase < size ? phase : 2 * size - 1 - phase);
        }
        case Edge::wrap:
            return low + floorMod(position - low, size);
        default:
            return std::clamp(position, low, high - 1);
    }
}

namespace {

/// The intervals of [low, high) that the edge rule maps [from, to) to.
int mappedIntervals(std::int64_t from, std::int64_t to, std::int64_t low, std::int64_t high, Edge edge,
                    EdgePieces::Interval (&out)[2]) {
    const std::int64_t size = high - low;
    if (edge == Edge::wrap && to - from < size) {
        const std::int64_t first = EdgePieces::mapped(from, low, high, edge);
        const std::int64_t last = EdgePieces::mapped(to - 1, low, high, edge);
        if (first <= last) {
            out[0] = {first, last + 1};
            return 1;
        }
        if (last + 1 >= first) {
            out[0] = {low, high};
            return 1;
        }
        out[0] = {low, last + 1};
        out[1] = {first, high};
        return 2;
    }
    if (edge == Edge::wrap || (edge == Edge::mirror && to - from >= size)) {
        out[0] = {low, high};
        return 1;
    }
    // Unless positions wrap, the mapped positions have no gaps, so they are bounded by the ends and the
    // turning points.
    std::int64_t least = high;
    std::int64_t most = low;
    const auto add = [&](std::int64_t position) {
        const std::int64_t p = EdgePieces::mapped(position, low, high, edge);
        least = std::min(least, p);
        most = std::max(most, p);
    };
    add(from);
    add(to - 1);
    if (edge == Edge::mirror) {
        for (std::int64_t turn = low + floorDiv(from - low, size) * size; turn <= to; turn += size) {
            if (turn >= from && turn < to) add(turn);
            if (turn - 1 >= from && turn - 1 < to) add(turn - 1);
        }
    }
    out[0] = {least, most + 1};
    return 1;
}

}  // namespace

EdgePieces::EdgePieces(const Fetch& fetch, const Rect& extent) {
    const Rect& area = fetch.area;
    columnCount = mappedIntervals(area.x, area.right(), extent.x, extent.right(), fetch.edge, columns);
    rowCount = mappedIntervals(area.y, area.bottom(), extent.y, extent.bottom(), fetch.edge, rows);
}

Plan::Plan(const Graph& graph, std::size_t node, const Rect& area, TileCache* cache, std::size_t limitBytes,
           std::stop_token stop)
    : graph_(graph),
      node_(node),
      area_(area),
      cache_(cache),
      limit_(limitBytes),
      stop_(std::move(stop)),
      slots_(64, none) {
    scratchBytes_ = planBands(node, area);
    while (!unplanned_.empty() && !excess_) {
        current_ = unplanned_.back();
        unplanned_.pop_back();
        const std::size_t tileNode = tiles_[current_].node;
        const Rect tileArea = tiles_[current_].area;
        std::size_t most = 0;
        forEachBand(graph_.nodes[tileNode], tileArea,
                    [&](const Rect& band) { most = std::max(most, compute(tileNode, band)); });
        scratchBytes_ = std::max(scratchBytes_, most);
        if (!fits(tileBytes_ + scratchBytes_)) return;
    }
}

/// Plans the target's own task, whose bands are in scratch memory.
std::size_t Plan::planBands(std::size_t node, const Rect& area) {
    std::size_t most = 0;
    forEachBand(graph_.nodes[node], area, [&](const Rect& band) {
        const auto own = Scratch::padded(static_cast<std::size_t>(band.area()) * sizeof(float));
        most = std::max(most, own + require(node, band));
    });
    return most;
}

const PlanTile& Plan::tileAt(std::size_t node, TileIndex index) const {
    const std::uint32_t place = slots_[slotOf(node, index)];
    if (place == none) {
        throw std::logic_error("node '" + graph_.nodes[node].name + "' is read outside of its plan");
    }
    return tiles_[place];
}

/// The slot of the tile, or the free slot for it.
std::size_t Plan::slotOf(std::size_t node, TileIndex index) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot =
        mixedHash(mixedHash(node, static_cast<std::uint64_t>(index.x)), static_cast<std::uint64_t>(index.y));
    for (slot &= mask; slots_[slot] != none; slot = (slot + 1) & mask) {
        const PlanTile& tile = tiles_[slots_[slot]];
        if (tile.node == node && tile.index == index) break;
    }
    return slot;
}

void Plan::widenSlots() {
    slots_.assign(2 * slots_.size(), none);
    for (std::uint32_t place = 0; place < tiles_.size(); ++place)
        slots_[slotOf(tiles_[place].node, tiles_[place].index)] = place;
}

/// Adds everything that must be ready before `area` of `node` can be read; returns the scratch bytes of
/// reading it.
std::size_t Plan::require(std::size_t index, const Rect& wanted) {
    const GraphNode& node = graph_.nodes[index];
    const Rect area = node.support.clip(wanted);
    if (area.empty()) return 0;
    if (node.residence == Residence::inlined) return compute(index, area);
    if (node.residence == Residence::cell) {
        addTile(index, {0, 0}, node.cell.cell());
        return 0;
    }
    const std::int64_t side = graph_.tileSide;
    const std::int64_t left = floorDiv(area.x, side);
    const std::int64_t right = floorDiv(area.right() - 1, side);
    const std::int64_t top = floorDiv(area.y, side);
    const std::int64_t bottom = floorDiv(area.bottom() - 1, side);
    const auto samples = static_cast<double>(area.width) * static_cast<double>(area.height);
    if (!fits(static_cast<std::size_t>(std::min(samples * sizeof(float), 1e18)))) return 0;
    for (std::int64_t y = top; y <= bottom; ++y) {
        for (std::int64_t x = left; x <= right; ++x) {
            addTile(index, {x, y}, node.support.clip({x * side, y * side, side, side}));
            if (excess_) return 0;
        }
    }
    return 0;
}

/// Returns the scratch bytes of computing `area` of an inlined node, and adds the needs of its links.
std::size_t Plan::compute(std::size_t index, const Rect& area) {
    if (stop_.stop_requested()) throw Cancelled();
    const GraphNode& node = graph_.nodes[index];
    std::size_t most = 0;
    std::vector<Fetch> fetches;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        fetches.clear();
        node.operation->fetches(node.links, i, area, fetches);
        const bool held = linksAreHeld(fetches);
        std::size_t slot = 0;
        std::size_t nested = 0;
        for (const Fetch& fetch : fetches) {
            const double samples =
                static_cast<double>(fetch.area.width) * static_cast<double>(fetch.area.height);
            if (!fits(static_cast<std::size_t>(std::min(samples * sizeof(float), 1e18)))) return 0;
            const std::size_t own =
                Scratch::padded(static_cast<std::size_t>(fetch.area.area()) * sizeof(float));
            slot = held ? slot + own : std::max(slot, own);
            nested = std::max(nested, requireFetch(node.children[i + fetch.link], fetch));
        }
        most = std::max(most, slot + nested + node.operation->scratchBytes(node.links, i, area));
        if (!fits(most)) return 0;
    }
    return Scratch::padded(node.operation->stateBytes(area)) + most;
}

std::size_t Plan::requireFetch(std::size_t index, const Fetch& fetch) {
    const GraphNode& child = graph_.nodes[index];
    if (!continuesEdge(fetch, child.extent)) return require(index, fetch.area);
    std::size_t most = 0;
    forEachPiece(fetch, child.extent.rect(), [&](const Rect& piece) {
        const auto samples = Scratch::padded(static_cast<std::size_t>(piece.area()) * sizeof(float));
        most = std::max(most, samples + require(index, piece));
    });
    return most;
}

void Plan::addTile(std::size_t node, TileIndex index, const Rect& area) {
    std::size_t slot = slotOf(node, index);
    std::uint32_t place = slots_[slot];
    if (place == none) {
        place = static_cast<std::uint32_t>(tiles_.size());
        if (2 * tiles_.size() >= slots_.size()) {
            widenSlots();
            slot = slotOf(node, index);
        }
        const GraphNode& from = graph_.nodes[node];
        PlanTile tile;
        tile.node = node;
        tile.index = index;
        tile.area = area;
        bool ready = false;
        if (cache_ != nullptr) {
            const std::int32_t side = from.residence == Residence::cell ? 0 : graph_.tileSide;
            tile.pin = cache_->pin({from.hash, 0, index, side, from.provisional}, ready);
            tile.tile = ready ? cache_->tile(tile.pin.entry()) : nullptr;
        }
        tiles_.push_back(std::move(tile));
        slots_[slot] = place;
        if (ready) {
            readyBytes_ += Tile::bytes(area);
        } else {
            tileBytes_ += Tile::bytes(area);
            if (!fits(tileBytes_)) return;
            unplanned_.push_back(place);
        }
    }
    if (current_ != none && tiles_[place].tile == nullptr) {
        ++edges_;
        if (cache_ != nullptr) tiles_[place].dependents.push_back(current_);
        ++tiles_[current_].missingInputs;
    }
}

/// \return whether everything fits so far
bool Plan::fits(std::size_t bytes) {
    const std::size_t all = bytes + ownBytes();
    if (all > limit_ && !excess_) excess_ = all;
    return !excess_;
}

}  // namespace burin
