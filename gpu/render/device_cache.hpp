// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/bytes_by_node.hpp"
#include "gpu/device/heap.hpp"
#include "gpu/device/stream.hpp"

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace burin::gpu {

/// Samples of a node in one device's memory: float, std::uint16_t or std::uint8_t.
struct DevicePiece {
    Rect area;
    int bits = 32;  ///< of a sample; \see Operation::bits
    DeviceHeap::Block block;

    /// \pre T has `bits` bits
    template <class T>
    [[nodiscard]] DeviceView<T> view() const {
        return alignedView(reinterpret_cast<T*>(block.data()), area.width, area.height);
    }
    /// The same over `part` of the area.
    template <class T>
    [[nodiscard]] DeviceView<T> view(const Rect& part) const {
        return view<T>().part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
    [[nodiscard]] static std::size_t bytes(const Rect& area, int bits) {
        return bits == 8    ? alignedBytes<std::uint8_t>(area.width, area.height)
               : bits == 16 ? alignedBytes<std::uint16_t>(area.width, area.height)
                            : alignedBytes<float>(area.width, area.height);
    }
};

/// A stored one, in as few bits as hold its samples. Written on one stream, read-only from its event on.
struct DeviceTile : DevicePiece {
    Event written;
};

/// A device's tiles by key, each computed once, least recently used first to go. \see burin::TileCache
///
/// A pinned tile is not evicted. Whoever claims a tile queues its computation without waiting for anybody, so
/// that who waits for a claimed tile waits for microseconds. Thread-safe.
class DeviceCache {
  public:
    class Entry;
    /// A pinned entry; unpins on destruction, once the work that reads it has ended. Move-only.
    class Pin {
      public:
        Pin() = default;
        Pin(Pin&& other) noexcept
            : cache_(std::exchange(other.cache_, nullptr)), entry_(std::exchange(other.entry_, nullptr)) {}
        Pin& operator=(Pin&& other) noexcept {
            std::swap(cache_, other.cache_);
            std::swap(entry_, other.entry_);
            return *this;
        }
        ~Pin() {
            if (cache_ != nullptr) cache_->unpin(entry_);
        }
        [[nodiscard]] Entry* entry() const { return entry_; }

      private:
        friend class DeviceCache;
        Pin(DeviceCache* cache, Entry* entry) : cache_(cache), entry_(entry) {}
        DeviceCache* cache_ = nullptr;
        Entry* entry_ = nullptr;
    };

    /// Counts bytes that a node holds beside its tiles, for as long as it lives. Move-only.
    class Holding {
      public:
        Holding(DeviceCache& cache, const NodeHash& node, std::size_t bytes)
            : cache_(&cache), node_(node), bytes_(bytes) {
            const std::lock_guard lock(cache.mutex_);
            cache.held_.add(node, bytes);
        }
        Holding(Holding&& other) noexcept
            : cache_(std::exchange(other.cache_, nullptr)), node_(other.node_), bytes_(other.bytes_) {}
        Holding& operator=(Holding&&) = delete;
        ~Holding() {
            if (cache_ == nullptr) return;
            const std::lock_guard lock(cache_->mutex_);
            cache_->held_.remove(node_, bytes_);
        }

      private:
        DeviceCache* cache_;
        NodeHash node_;
        std::size_t bytes_;
    };

    [[nodiscard]] Pin pin(const TileKey& key);
    /// The tile once it has been published, else nullptr.
    [[nodiscard]] const DeviceTile* tile(const Entry* entry) const;
    /// The tile, after waiting for whoever has claimed it; or nullptr: it is the caller's now, who must
    /// publish or abandon it.
    [[nodiscard]] const DeviceTile* claim(Entry* entry);
    const DeviceTile* publish(Entry* entry, std::unique_ptr<DeviceTile> tile);
    void abandon(Entry* entry);
    /// Frees the least recently used tile that nobody has pinned. \return whether there was one
    bool evictOne();
    /// The most that a node took at once, in bytes.
    [[nodiscard]] std::size_t peakBytes(const NodeHash& node) const;

  private:
    void unpin(Entry* entry);

    mutable std::mutex mutex_;
    std::condition_variable settled_;
    std::unordered_map<TileKey, std::unique_ptr<Entry>, TileKeyHash> entries_;
    std::list<Entry*> idle_;  ///< published and not pinned, least recently used first
    BytesByNode held_;
};

class DeviceCache::Entry {
    friend class DeviceCache;
    TileKey key_;
    std::unique_ptr<DeviceTile> tile_;
    bool claimed_ = false;
    int pins_ = 0;
    std::optional<std::list<Entry*>::iterator> idlePlace_;
};

}  // namespace burin::gpu
