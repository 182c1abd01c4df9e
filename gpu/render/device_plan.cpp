// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_plan.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace burin::gpu {

namespace {

/// The key in a map of places for samples computed only for this plan; no tile has this index.
constexpr TileIndex ownPlace{std::numeric_limits<std::int64_t>::min(), 0};

std::size_t paddedBytes(const Rect& area) {
    return DeviceScratch::padded(alignedBytes<float>(area.width, area.height));
}

double samplesOf(const Rect& area) {
    return static_cast<double>(area.width) * static_cast<double>(area.height);
}

/// Extends the area to the left, so that its first sample is aligned to a vector.
Rect fromRoundColumn(const Rect& area) {
    constexpr std::int64_t columns = rowAlignment / sizeof(float);
    const std::int64_t left = floorDiv(area.x, columns) * columns;
    return {left, area.y, area.right() - left, area.height};
}

}  // namespace

DevicePlan::DevicePlan(const DeviceGraph& graph, const Rect& area, Recurrence recurrence, DeviceCache& cache,
                       std::size_t limitBytes)
    : graph_(graph), cache_(cache), limit_(limitBytes), wanted_(graph.size()) {
    const std::size_t top = graph.size() - 1;
    require(top, area);
    for (std::size_t node = top; node-- > 0 && fits_;)
        choosePlaces(node, area, recurrence);
    // Memory for the target: its samples, their packed form, which is at most as large, and the scratch
    // memory for computing them.
    scratchBytes_ = 2 * limited(area) + scratchOf(top, area);
    for (const auto& [key, place] : places_) {
        if (fits_ && place.tile == nullptr) scratchBytes_ = std::max(scratchBytes_, scratchOfPlace(place));
    }
    limitTo(static_cast<double>(bytes()));
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
        place.block = heap.tryAllocate(DevicePiece::bytes(place.area, place.bits));
        if (!place.block) return false;
    }
    return true;
}

std::vector<DevicePlace*> DevicePlan::placesInOrder() {
    std::vector<DevicePlace*> ordered;
    for (auto& [key, place] : places_)
        ordered.push_back(&place);  // ordered by node, because keys begin with it
    return ordered;
}

std::vector<const DevicePlace*> DevicePlan::placesOf(std::size_t node, const Rect& area) const {
    std::vector<const DevicePlace*> places;
    const auto add = [&](TileIndex index) {
        const auto found = places_.find({node, index.x, index.y});
        if (found == places_.end())
            throw std::logic_error("node '" + graph_[node].node->name + "' is read outside of its plan");
        places.push_back(&found->second);
    };
    if (graph_[node].storage != Storage::tiles) {
        add({0, 0});
    } else if (places_.contains({node, ownPlace.x, ownPlace.y})) {
        add(ownPlace);
    } else {
        const std::int64_t side = graph_.tileSide();
        for (std::int64_t y = floorDiv(area.y, side); y <= floorDiv(area.bottom() - 1, side); ++y) {
            for (std::int64_t x = floorDiv(area.x, side); x <= floorDiv(area.right() - 1, side); ++x)
                add({x, y});
        }
    }
    return places;
}

const DevicePlace* DevicePlan::wholePiece(std::size_t child, const Fetch& fetch) const {
    const DeviceNode& device = graph_[child];
    const GraphNode& node = *device.node;
    if (fetch.area.empty() || continuesEdge(fetch, node.extent)) return nullptr;
    if (!node.support.clip(fetch.area).contains(fetch.area)) return nullptr;
    if (device.storage != Storage::slab && device.storage != Storage::tiles) return nullptr;
    const std::vector<const DevicePlace*> places = placesOf(child, fetch.area);
    return places.size() == 1 && places[0]->bits == 32 ? places[0] : nullptr;
}

std::size_t DevicePlan::slotBytes(std::size_t child, const Fetch& fetch) const {
    return wholePiece(child, fetch) != nullptr ? 0 : paddedBytes(fetch.area);
}

std::size_t DevicePlan::limited(const Rect& area) const {
    return limitTo(samplesOf(area) * sizeof(float)) ? paddedBytes(area) : 0;
}

/// \return whether everything fits so far
bool DevicePlan::limitTo(double bytes) const {
    fits_ = fits_ && bytes <= static_cast<double>(limit_);
    return fits_;
}

std::vector<Rect> DevicePlan::partsOf(const DevicePlace& place) {
    const Rect& area = place.area;
    constexpr std::int64_t bandSamples = std::int64_t{1} << 22;
    const std::int64_t most = place.bits == 32 ? mostRows : std::min(bandSamples / area.width, mostRows);
    const std::int64_t rows = std::clamp<std::int64_t>(most, 1, area.height);
    std::vector<Rect> bands;
    for (std::int64_t y = 0; y < area.height; y += rows)
        bands.push_back({area.x, area.y + y, area.width, std::min(rows, area.height - y)});
    return bands;
}

// Determines from the top down which samples must be available.

void DevicePlan::require(std::size_t index, const Rect& wanted) {
    const GraphNode& node = *graph_[index].node;
    const Rect area = node.support.clip(wanted);
    if (area.empty() || !fits_) return;
    switch (graph_[index].storage) {
        case Storage::inlined:
            return requireLinks(index, area);
        case Storage::cell:
            return addStored(index, {0, 0}, node.cell.cell());
        case Storage::slab:
            return addStored(index, {0, 0}, node.support.rect());
        case Storage::tiles:
            limited(area);
            wanted_[index].push_back(area);
    }
}

void DevicePlan::requireLinks(std::size_t index, const Rect& area) {
    const DeviceNode& device = graph_[index];
    std::vector<Fetch> fetches;
    for (std::size_t i = 0; i < device.node->links.size(); ++i) {
        fetches.clear();
        device.operation->fetches(device.node->links, i, area, fetches);
        for (const Fetch& fetch : fetches) {
            limited(fetch.area);
            requireFetch(device.node->children[i + fetch.link], fetch);
        }
    }
}

void DevicePlan::requireFetch(std::size_t index, const Fetch& fetch) {
    const GraphNode& child = *graph_[index].node;
    if (!continuesEdge(fetch, child.extent)) return require(index, fetch.area);
    forEachPiece(fetch, child.extent.rect(), [&](const Rect& piece) { require(index, piece); });
}

/// \pre all parents have added what they read. \param requested  of the top node
void DevicePlan::choosePlaces(std::size_t node, const Rect& requested, Recurrence recurrence) {
    constexpr double mostBorder = 1.0 / 16;
    if (const std::vector<Rect>& wanted = wanted_[node]; !wanted.empty()) {
        Rect all = wanted.front();
        for (const Rect& part : wanted)
            all = boundingRect(all, part);
        all = graph_[node].node->support.clip(fromRoundColumn(all));
        const bool once = recurrence == Recurrence::once && !graph_[node].gathered;
        if (once && samplesOf(all) <= samplesOf(requested) * (1 + mostBorder)) {
            addOwn(node, all);
        } else {
            for (const Rect& part : wanted)
                addTiles(node, part);
        }
    }
    if (!fits_) return;
    const auto end = places_.lower_bound({node + 1, ownPlace.x, 0});
    for (auto it = places_.lower_bound({node, ownPlace.x, 0}); it != end; ++it) {
        const DevicePlace& place = it->second;
        if (place.tile != nullptr) continue;
        for (const Rect& part : partsOf(place))
            requireLinks(node, part);
    }
}

void DevicePlan::addTiles(std::size_t node, const Rect& area) {
    const Extent& support = graph_[node].node->support;
    const std::int64_t side = graph_.tileSide();
    for (std::int64_t y = floorDiv(area.y, side); y <= floorDiv(area.bottom() - 1, side); ++y) {
        for (std::int64_t x = floorDiv(area.x, side); fits_ && x <= floorDiv(area.right() - 1, side); ++x)
            addStored(node, {x, y}, support.clip({x * side, y * side, side, side}));
    }
}

void DevicePlan::addStored(std::size_t node, TileIndex index, const Rect& area) {
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
    if (place.tile == nullptr) addMissing(place);
}

void DevicePlan::addOwn(std::size_t node, const Rect& area) {
    DevicePlace& place = places_[{node, ownPlace.x, ownPlace.y}];
    place.node = node;
    place.area = area;
    place.own.emplace();
    addMissing(place);
}

void DevicePlan::addMissing(const DevicePlace& place) {
    missingBytes_ += DevicePiece::bytes(place.area, place.bits);
    limitTo(static_cast<double>(missingBytes_));
}

// Scratch bytes of the computation, once the places are known.

/// Scratch bytes of reading `wanted` of a node.
std::size_t DevicePlan::scratchOf(std::size_t index, const Rect& wanted) const {
    const Rect area = graph_[index].node->support.clip(wanted);
    const bool computed = fits_ && !area.empty() && graph_[index].storage == Storage::inlined;
    return computed ? scratchOfLinks(index, area) : 0;
}

/// Scratch bytes of computing `area` of a node.
std::size_t DevicePlan::scratchOfLinks(std::size_t index, const Rect& area) const {
    const DeviceNode& device = graph_[index];
    const std::vector<LinkShape>& links = device.node->links;
    std::size_t most = DeviceScratch::padded(device.operation->beginScratchBytes(area));
    if (!limitTo(static_cast<double>(most))) return 0;
    std::vector<Fetch> fetches;
    for (std::size_t i = 0; i < links.size(); ++i) {
        fetches.clear();
        device.operation->fetches(links, i, area, fetches);
        const bool held = linksAreHeld(fetches);
        std::size_t slot = 0;
        std::size_t nested = 0;
        for (const Fetch& fetch : fetches) {
            const std::size_t child = device.node->children[i + fetch.link];
            const std::size_t own = DeviceScratch::padded(slotBytes(child, fetch));
            slot = held ? slot + own : std::max(slot, own);
            nested = std::max(nested, scratchOfFetch(child, fetch));
        }
        most = std::max(
            most, slot + nested + DeviceScratch::padded(device.operation->scratchBytes(links, i, area)));
        if (!limitTo(static_cast<double>(most))) return 0;
    }
    return DeviceScratch::padded(device.operation->stateBytes(area)) + most;
}

std::size_t DevicePlan::scratchOfFetch(std::size_t index, const Fetch& fetch) const {
    const GraphNode& child = *graph_[index].node;
    if (!continuesEdge(fetch, child.extent)) return scratchOf(index, fetch.area);
    std::size_t most = 0;
    forEachPiece(fetch, child.extent.rect(),
                 [&](const Rect& piece) { most = std::max(most, limited(piece) + scratchOf(index, piece)); });
    return most;
}

std::size_t DevicePlan::scratchOfPlace(const DevicePlace& place) const {
    std::size_t most = 0;
    for (const Rect& part : partsOf(place)) {
        const std::size_t widened = place.bits == 32 ? 0 : limited(part);
        most = std::max(most, widened + scratchOfLinks(place.node, part));
    }
    return most;
}

}  // namespace burin::gpu
