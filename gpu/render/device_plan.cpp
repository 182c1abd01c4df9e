// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_plan.hpp"

#include <algorithm>
#include <stdexcept>

namespace burin::gpu {

namespace {

std::size_t paddedBytes(const Rect& area) {
    return DeviceScratch::padded(alignedBytes<float>(area.width, area.height));
}

}  // namespace

DevicePlan::DevicePlan(const DeviceGraph& graph, const Rect& area, DeviceCache& cache, std::size_t limitBytes)
    : graph_(graph), cache_(cache), limit_(limitBytes) {
    // The target: its samples, their packed form, which is no larger, and what computing them takes.
    scratchBytes_ = 2 * limited(area) + require(graph.size() - 1, area);
    while (!unplanned_.empty()) {
        const DevicePlace& place = *unplanned_.back();
        unplanned_.pop_back();
        scratchBytes_ = std::max(scratchBytes_, computePlace(place));
        if (bytes() > limit_) throw Unfit{};
    }
}

bool DevicePlan::reserve(DeviceHeap& heap, const std::function<bool()>& makeRoom) {
    while (!take(heap)) {
        scratch_ = {};
        for (auto& [key, place] : places_)
            place.block = {};
        if (!makeRoom()) return false;
    }
    return true;
}

bool DevicePlan::take(DeviceHeap& heap) {
    scratch_ = heap.tryAllocate(scratchBytes_);
    if (!scratch_) return false;
    for (auto& [key, place] : places_) {
        if (place.tile != nullptr) continue;
        place.block = heap.tryAllocate(DeviceTile::bytes(place.area, place.bits));
        if (!place.block) return false;
    }
    return true;
}

std::vector<DevicePlace*> DevicePlan::placesInOrder() {
    std::vector<DevicePlace*> ordered;
    for (auto& [key, place] : places_)
        ordered.push_back(&place);  // keys begin with the node
    return ordered;
}

const DevicePlace& DevicePlan::placeAt(std::size_t node, TileIndex index) const {
    const auto found = places_.find({node, index.x, index.y});
    if (found == places_.end()) {
        throw std::logic_error("node '" + graph_[node].node->name + "' is read outside of its plan");
    }
    return found->second;
}

std::optional<TileIndex> DevicePlan::wholePiece(const DeviceGraph& graph, std::size_t child,
                                                const Fetch& fetch) {
    const DeviceNode& device = graph[child];
    const GraphNode& node = *device.node;
    if (fetch.area.empty() || device.bits < 32 || continuesEdge(fetch, node.extent)) return {};
    if (!node.support.clip(fetch.area).contains(fetch.area)) return {};
    if (device.storage == Storage::slab) return TileIndex{0, 0};
    if (device.storage != Storage::tiles) return {};
    const std::int64_t side = graph.tileSide();
    const TileIndex index{floorDiv(fetch.area.x, side), floorDiv(fetch.area.y, side)};
    const Rect tile{index.x * side, index.y * side, side, side};
    return tile.contains(fetch.area) ? std::optional(index) : std::nullopt;
}

std::size_t DevicePlan::slotBytes(const DeviceGraph& graph, std::size_t child, const Fetch& fetch) {
    return wholePiece(graph, child, fetch) ? 0 : paddedBytes(fetch.area);
}

std::size_t DevicePlan::limited(const Rect& area) const {
    const double bytes = static_cast<double>(area.width) * static_cast<double>(area.height) * sizeof(float);
    if (bytes > static_cast<double>(limit_)) throw Unfit{};
    return paddedBytes(area);
}

std::vector<Rect> DevicePlan::bandsOf(const Rect& area) {
    constexpr std::int64_t bandSamples = std::int64_t{1} << 22;
    const std::int64_t rows = std::clamp<std::int64_t>(bandSamples / area.width, 1, area.height);
    std::vector<Rect> bands;
    for (std::int64_t y = 0; y < area.height; y += rows)
        bands.push_back({area.x, area.y + y, area.width, std::min(rows, area.height - y)});
    return bands;
}

std::size_t DevicePlan::computePlace(const DevicePlace& place) {
    if (place.bits == 32) return compute(place.node, place.area);
    std::size_t most = 0;
    for (const Rect& band : bandsOf(place.area))
        most = std::max(most, limited(band) + compute(place.node, band));
    return most;
}

/// What has to be there so that `wanted` of a node can be read; returns the scratch bytes that takes.
std::size_t DevicePlan::require(std::size_t index, const Rect& wanted) {
    const DeviceNode& device = graph_[index];
    const GraphNode& node = *device.node;
    const Rect area = node.support.clip(wanted);
    if (area.empty()) return 0;
    switch (device.storage) {
        case Storage::inlined:
            return compute(index, area);
        case Storage::cell:
            addPlace(index, {0, 0}, node.cell.cell());
            return 0;
        case Storage::slab:
            addPlace(index, {0, 0}, node.support.rect());
            return 0;
        case Storage::tiles:
            break;
    }
    static_cast<void>(limited(area));
    const std::int64_t side = graph_.tileSide();
    for (std::int64_t y = floorDiv(area.y, side); y <= floorDiv(area.bottom() - 1, side); ++y) {
        for (std::int64_t x = floorDiv(area.x, side); x <= floorDiv(area.right() - 1, side); ++x) {
            addPlace(index, {x, y}, node.support.clip({x * side, y * side, side, side}));
        }
    }
    return 0;
}

/// The scratch bytes of computing `area` of a node right here; collects what its links read.
std::size_t DevicePlan::compute(std::size_t index, const Rect& area) {
    const DeviceNode& device = graph_[index];
    const std::vector<LinkShape>& links = device.node->links;
    std::size_t most = 0;
    std::vector<Fetch> fetches;
    for (std::size_t i = 0; i < links.size(); ++i) {
        fetches.clear();
        device.operation->fetches(links, i, area, fetches);
        const std::size_t child = device.node->children[i];
        std::size_t slot = 0;
        std::size_t nested = 0;
        for (const Fetch& fetch : fetches) {
            static_cast<void>(limited(fetch.area));
            slot = std::max(slot, slotBytes(graph_, child, fetch));
            nested = std::max(nested, requireFetch(child, fetch));
        }
        most = std::max(
            most, slot + nested + DeviceScratch::padded(device.operation->scratchBytes(links, i, area)));
        if (most > limit_) throw Unfit{};
    }
    return DeviceScratch::padded(device.operation->stateBytes(area)) + most;
}

std::size_t DevicePlan::requireFetch(std::size_t index, const Fetch& fetch) {
    const GraphNode& child = *graph_[index].node;
    if (!continuesEdge(fetch, child.extent)) return require(index, fetch.area);
    const EdgePieces pieces(fetch, child.extent.rect());
    std::size_t most = 0;
    for (int r = 0; r < pieces.rowCount; ++r) {
        for (int c = 0; c < pieces.columnCount; ++c) {
            const Rect piece = pieces.rect(r, c);
            most = std::max(most, limited(piece) + require(index, piece));
        }
    }
    return most;
}

void DevicePlan::addPlace(std::size_t node, TileIndex index, const Rect& area) {
    const auto [found, added] = places_.try_emplace(Key{node, index.x, index.y});
    if (!added) return;
    DevicePlace& place = found->second;
    const GraphNode& from = *graph_[node].node;
    const Storage storage = graph_[node].storage;
    place.node = node;
    place.area = area;
    place.bits = graph_[node].bits;
    const auto side = static_cast<std::int32_t>(storage == Storage::tiles ? graph_.tileSide() : 0);
    place.pin = cache_.pin(
        {from.hash, storage == Storage::slab ? -1 : 0, index, side, from.provisional || graph_.hurried()});
    place.tile = cache_.tile(place.pin.entry());
    if (place.tile != nullptr) return;
    missingBytes_ += DeviceTile::bytes(area, place.bits);
    if (missingBytes_ > limit_) throw Unfit{};
    unplanned_.push_back(&place);
}

}  // namespace burin::gpu
