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

/// A stored tile that a plan reads.
struct DevicePlace {
    std::size_t node = 0;
    Rect area;
    int bits = 32;  ///< of a stored sample
    DeviceCache::Pin pin;
    const DeviceTile* tile = nullptr;  ///< once it is there, or queued
    DeviceHeap::Block block;           ///< reserved for it, where it was not there when the plan was made
};

/// What one request takes on one device: the stored tiles below it, and the most scratch memory that any step
/// uses. It is reserved all or nothing before anything is queued. \see burin::Plan
class DevicePlan {
  public:
    /// Thrown where a single rectangle exceeds what the device can hold.
    struct Unfit {};

    /// Plans `area` of the top node, and pins what it reads.
    DevicePlan(const DeviceGraph& graph, const Rect& area, DeviceCache& cache, std::size_t limitBytes);

    /// Takes scratch memory and the blocks of missing tiles. \return false: nothing is taken
    /// \param makeRoom  frees something that is idle, or says that there is nothing
    [[nodiscard]] bool reserve(DeviceHeap& heap, const std::function<bool()>& makeRoom);

    /// What of a narrow tile is computed at a time, as floats in scratch memory.
    [[nodiscard]] static std::vector<Rect> bandsOf(const Rect& area);

    /// By node, children before parents.
    [[nodiscard]] std::vector<DevicePlace*> placesInOrder();
    [[nodiscard]] const DevicePlace& placeAt(std::size_t node, TileIndex index) const;
    [[nodiscard]] const DeviceHeap::Block& scratch() const { return scratch_; }
    /// Of everything that is to be taken.
    [[nodiscard]] std::size_t bytes() const { return missingBytes_ + scratchBytes_; }

    /// What fetching from a child takes from scratch: nothing where the samples lie in one stored piece.
    [[nodiscard]] static std::size_t slotBytes(const DeviceGraph& graph, std::size_t child,
                                               const Fetch& fetch);
    /// The stored piece of `child` that alone holds all of `area` as floats, if there is one.
    [[nodiscard]] static std::optional<TileIndex> wholePiece(const DeviceGraph& graph, std::size_t child,
                                                             const Fetch& fetch);

  private:
    using Key = std::tuple<std::size_t, std::int64_t, std::int64_t>;

    std::size_t require(std::size_t node, const Rect& area);
    std::size_t compute(std::size_t node, const Rect& area);
    std::size_t computePlace(const DevicePlace& place);
    std::size_t requireFetch(std::size_t child, const Fetch& fetch);
    void addPlace(std::size_t node, TileIndex index, const Rect& area);
    std::size_t limited(const Rect& area) const;
    bool take(DeviceHeap& heap);

    const DeviceGraph& graph_;
    DeviceCache& cache_;
    std::size_t limit_;
    std::map<Key, DevicePlace> places_;
    std::vector<DevicePlace*> unplanned_;
    std::size_t missingBytes_ = 0;
    std::size_t scratchBytes_ = 0;
    DeviceHeap::Block scratch_;
};

}  // namespace burin::gpu
