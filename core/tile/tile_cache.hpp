// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/bytes_by_node.hpp"
#include "core/tile/tile.hpp"

#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace burin {

/// Tiles by key, least recently used first to go, each computed once however many ask.
///
/// A tile is *pinned* by every plan that needs it and cannot be evicted meanwhile. Whoever finds a pinned
/// tile unclaimed computes it; whoever finds it claimed is called back once it is settled.
///
/// Only pin(), claim() and publish() take memory of their own, so that whoever fails can still clean up.
///
/// Thread-safe. Lock order: the cache's lock before the budget's; callbacks run without any lock.
class TileCache {
  public:
    enum class Claim { ready, mine, pending };

    struct Counters {
        std::uint64_t hits = 0;      ///< pins that found a ready tile
        std::uint64_t computed = 0;  ///< tiles published
        std::uint64_t evicted = 0;
    };

    class Entry;
    /// A pinned entry; unpins on destruction. Move-only.
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
        friend class TileCache;
        Pin(TileCache* cache, Entry* entry) : cache_(cache), entry_(entry) {}
        TileCache* cache_ = nullptr;
        Entry* entry_ = nullptr;
    };

    /// The cache frees idle tiles when the budget asks for room, and beyond `mostIdleBytes` of its own
    /// accord: memory that is used again is faster than memory that is new.
    explicit TileCache(MemoryBudget& budget, std::size_t mostIdleBytes = std::size_t{1} << 62U);
    ~TileCache();
    TileCache(const TileCache&) = delete;
    TileCache& operator=(const TileCache&) = delete;

    /// Pins `key`, whether there is a tile yet or not. \param wasReady  whether there is
    [[nodiscard]] Pin pin(const TileKey& key, bool& wasReady);
    /// The tile of a pinned entry that is ready, else nullptr.
    [[nodiscard]] const Tile* tile(const Entry* entry) const;
    /// `mine`: the caller must publish() or abandon(). `pending`: `settled` will be called, once, when the
    /// other side has done either; it must not throw. \throws std::bad_alloc
    [[nodiscard]] Claim claim(Entry* entry, std::function<void()> settled);
    /// \throws std::bad_alloc: the claim still holds
    void publish(Entry* entry, std::unique_ptr<Tile> tile);
    /// Gives a claim up (cancelled or failed): the next to claim computes it.
    void abandon(Entry* entry) noexcept;

    /// Frees least recently used idle tiles until `bytes` are free or none is left. \return how many were
    /// freed
    std::size_t evict(std::size_t bytes);
    [[nodiscard]] Counters counters() const;
    /// The most that a node's tiles took at once, in bytes.
    [[nodiscard]] std::size_t peakBytes(const NodeHash& node) const;

  private:
    void unpin(Entry* entry);
    std::unique_ptr<Tile> takeOldest(std::size_t mostBytes);

    MemoryBudget& budget_;
    const std::size_t mostIdleBytes_;
    mutable std::mutex mutex_;
    std::unordered_map<TileKey, std::unique_ptr<Entry>, TileKeyHash> entries_;
    std::list<Entry*> idle_;  ///< ready and not pinned, least recently used first
    std::size_t idleBytes_ = 0;
    Counters counters_;
    BytesByNode held_;
    const MemoryBudget::Evictor evictor_;  ///< last: it uses all of the above
};

class TileCache::Entry {
  public:
    explicit Entry(const TileKey& key) : key_(key) {}

  private:
    friend class TileCache;
    const TileKey key_;
    std::unique_ptr<Tile> tile_;
    bool claimed_ = false;
    int pins_ = 0;
    std::vector<std::function<void()>> waiting_;
    /// Its place among the idle ones, while it is not idle: made once, so that unpinning takes no memory.
    std::list<Entry*> aside_{this};
    const std::list<Entry*>::iterator place_ = aside_.begin();
};

}  // namespace burin
