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

/// Whether later requests are likely to read intermediate samples of this one again.
enum class Recurrence {
    again,  ///< pictures, which are viewed from all sides and edited
    once,   ///< consecutive requests of an export share only their borders
};

/// Samples that a plan reads: a stored tile, or samples computed only for this plan.
struct DevicePlace {
    std::size_t node = 0;
    Rect area;
    int bits = 32;            ///< bits of a sample
    DeviceHeap::Block block;  ///< reserved for it if it did not exist when the plan was made

    DeviceCache::Pin pin;                         ///< pin of a stored tile
    const DeviceTile* tile = nullptr;             ///< set when it exists or is queued
    std::optional<DevicePiece> own;               ///< not stored; contains the block once the work is queued
    std::optional<DeviceCache::Holding> holding;  ///< counts the bytes of `own`

    [[nodiscard]] const DevicePiece& piece() const { return own ? *own : *tile; }
};

/// The plan of one request on one device: the samples below it that are held, and the largest scratch memory
/// of any step. All of it, or nothing, is reserved before work is queued. \see burin::Plan
///
/// A node that is not inlined is held in tiles, or computed only for this request, including its border. The
/// latter is chosen if everything is computed only once, the border is small, and no other request reads the
/// same samples, because tiles would first have to be copied together.
class DevicePlan {
  public:
    /// Limit of rows that are computed at once: launches have at most 65,535 blocks of a few rows, and
    /// filters need some rows around these.
    static constexpr std::int64_t mostRows = std::int64_t{1} << 15;

    /// Plans `area` of the top node, and pins the tiles that it reads.
    DevicePlan(const DeviceGraph& graph, const Rect& area, Recurrence recurrence, DeviceCache& cache,
               std::size_t limitBytes);

    /// Whether the plan needs at most `limitBytes`. If not, use nothing else of the plan.
    [[nodiscard]] bool fits() const { return fits_; }

    /// Reserves scratch memory and the blocks of missing places. \return false if nothing was reserved
    /// \param makeRoom  frees idle memory; returns false if there is none
    [[nodiscard]] bool reserve(DeviceHeap& heap, const std::function<bool()>& makeRoom);

    /// The parts of a place that are computed one at a time: bands of at most `mostRows` rows. Those of
    /// places with fewer bits are smaller, because they are first computed as floats in scratch memory.
    [[nodiscard]] static std::vector<Rect> partsOf(const DevicePlace& place);

    /// All places ordered by node, children before parents.
    [[nodiscard]] std::vector<DevicePlace*> placesInOrder();
    /// The places that contain `area` of a node that is not inlined. \pre it is part of the plan
    [[nodiscard]] std::vector<const DevicePlace*> placesOf(std::size_t node, const Rect& area) const;
    [[nodiscard]] const DeviceHeap::Block& scratch() const { return scratch_; }
    /// Bytes of everything to be reserved.
    [[nodiscard]] std::size_t bytes() const { return missingBytes_ + scratchBytes_; }

    /// Scratch bytes of fetching from a child; 0 if the samples lie in one piece.
    [[nodiscard]] std::size_t slotBytes(std::size_t child, const Fetch& fetch) const;
    /// The place of `child` that contains a whole fetch as floats, if there is one.
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
    bool limitTo(double bytes) const;
    bool take(DeviceHeap& heap);

    const DeviceGraph& graph_;
    DeviceCache& cache_;
    std::size_t limit_;
    mutable bool fits_ = true;
    std::map<Key, DevicePlace> places_;
    std::vector<std::vector<Rect>> wanted_;  ///< areas that the parents of each node read
    std::size_t missingBytes_ = 0;
    std::size_t scratchBytes_ = 0;
    DeviceHeap::Block scratch_;
};

}  // namespace burin::gpu
