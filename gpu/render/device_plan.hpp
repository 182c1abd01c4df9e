// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/plan.hpp"
#include "gpu/render/device_cache.hpp"
#include "gpu/render/device_graph.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace burin::gpu {

/// Whether later requests are likely to read again what one computes on its way.
enum class Recurrence {
    again,  ///< pictures are looked at from all sides and edited
    once,   ///< requests that follow each other over a surface have only their borders in common
};

/// Samples that a plan reads: a stored tile, or what is computed for this plan alone.
struct DevicePlace {
    std::size_t node = 0;
    Rect area;
    int bits = 32;            ///< of a sample
    DeviceHeap::Block block;  ///< reserved for it, where it was not there when the plan was made

    DeviceCache::Pin pin;                         ///< of a stored tile
    const DeviceTile* tile = nullptr;             ///< once it is there, or queued
    std::optional<DevicePiece> own;               ///< not stored; holds the block once it is queued
    std::optional<DeviceCache::Holding> holding;  ///< of `own`

    [[nodiscard]] const DevicePiece& piece() const { return own ? *own : *tile; }
};

/// What one request takes on one device: the samples below it that are held, and the most scratch memory that
/// any step uses. It is reserved all or nothing before anything is queued. \see burin::Plan
///
/// A node that is not inlined is held in tiles, or computed for the request alone, border and all: where all
/// is computed but once, the border is small, and no other request reads the same from elsewhere. What lies
/// in tiles would have to be put together first.
class DevicePlan {
  public:
    /// Thrown where a single rectangle exceeds what the device can hold.
    struct Unfit {};

    /// Plans `area` of the top node, and pins what it reads.
    DevicePlan(const DeviceGraph& graph, const Rect& area, Recurrence recurrence, DeviceCache& cache,
               std::size_t limitBytes);

    /// Takes scratch memory and the blocks of what is missing. \return false: nothing is taken
    /// \param makeRoom  frees something that is idle, or says that there is nothing
    [[nodiscard]] bool reserve(DeviceHeap& heap, const std::function<bool()>& makeRoom);

    /// What of a place is computed at a time: all, or bands that lie as floats in scratch memory first.
    [[nodiscard]] static std::vector<Rect> partsOf(const DevicePlace& place);

    /// By node, children before parents.
    [[nodiscard]] std::vector<DevicePlace*> placesInOrder();
    /// The places that hold `area` of a node that is not inlined. \pre it is part of the plan
    [[nodiscard]] std::vector<const DevicePlace*> placesOf(std::size_t node, const Rect& area) const;
    [[nodiscard]] const DeviceHeap::Block& scratch() const { return scratch_; }
    /// Of everything that is to be taken.
    [[nodiscard]] std::size_t bytes() const { return missingBytes_ + scratchBytes_; }

    /// What fetching from a child takes from scratch: nothing where the samples lie in one piece.
    [[nodiscard]] std::size_t slotBytes(std::size_t child, const Fetch& fetch) const;
    /// The place of `child` that alone holds all of a fetch as floats, if there is one.
    [[nodiscard]] const DevicePlace* wholePiece(std::size_t child, const Fetch& fetch) const;

  private:
    using Key = std::tuple<std::size_t, std::int64_t, std::int64_t>;

    void require(std::size_t node, const Rect& area);
    void requireFetch(std::size_t child, const Fetch& fetch);
    void requireLinks(std::size_t node, const Rect& area);
    void choosePlaces(std::size_t node, const Rect& requested, Recurrence recurrence);
    void addTiles(std::size_t node, const Rect& area);
    void addStored(std::size_t node, TileIndex index, const Rect& area);
    void addOwn(std::size_t node, const Rect& area);
    void addMissing(const DevicePlace& place);
    std::size_t scratchOf(std::size_t node, const Rect& area) const;
    std::size_t scratchOfLinks(std::size_t node, const Rect& area) const;
    std::size_t scratchOfFetch(std::size_t child, const Fetch& fetch) const;
    std::size_t scratchOfPlace(const DevicePlace& place) const;
    std::size_t limited(const Rect& area) const;
    bool take(DeviceHeap& heap);

    const DeviceGraph& graph_;
    DeviceCache& cache_;
    std::size_t limit_;
    std::map<Key, DevicePlace> places_;
    std::vector<std::vector<Rect>> wanted_;  ///< by node: what its parents read of it
    std::size_t missingBytes_ = 0;
    std::size_t scratchBytes_ = 0;
    DeviceHeap::Block scratch_;
};

}  // namespace burin::gpu
