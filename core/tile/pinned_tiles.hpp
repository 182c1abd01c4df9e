// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/bytes_by_node.hpp"
#include "core/tile/tile.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace burin {

/// Tiles by key, evicted in order of last use. Each tile is computed once, even if several plans need it.
/// `Tile` is a tile in the memory of the computer or of a card; its heldBytes() is its size.
///
/// A tile is *pinned* by every plan that needs it, and a pinned tile is never evicted. The first plan to
/// claim a pinned tile computes it; later claimers are called back, or wait, until it is settled.
///
/// Only pin(), claim() and publish() allocate memory, so that failed work can still clean up.
///
/// Thread-safe. Callbacks and the destructors of tiles run without the lock.
template <class Tile>
class PinnedTiles {
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
            : tiles_(std::exchange(other.tiles_, nullptr)), entry_(std::exchange(other.entry_, nullptr)) {}
        Pin& operator=(Pin&& other) noexcept {
            std::swap(tiles_, other.tiles_);
            std::swap(entry_, other.entry_);
            return *this;
        }
        ~Pin() {
            if (tiles_ != nullptr) tiles_->unpin(entry_);
        }
        [[nodiscard]] Entry* entry() const { return entry_; }

      private:
        friend class PinnedTiles;
        Pin(PinnedTiles* tiles, Entry* entry) : tiles_(tiles), entry_(entry) {}
        PinnedTiles* tiles_ = nullptr;
        Entry* entry_ = nullptr;
    };

    /// Counts bytes that a node holds besides its tiles, while this lives. Move-only.
    class Holding {
      public:
        Holding(PinnedTiles& tiles, const NodeHash& node, std::size_t bytes)
            : tiles_(&tiles), node_(node), bytes_(bytes) {
            const std::lock_guard lock(tiles.mutex_);
            tiles.held_.add(node, bytes);
        }
        Holding(Holding&& other) noexcept
            : tiles_(std::exchange(other.tiles_, nullptr)), node_(other.node_), bytes_(other.bytes_) {}
        Holding& operator=(Holding&&) = delete;
        ~Holding() {
            if (tiles_ == nullptr) return;
            const std::lock_guard lock(tiles_->mutex_);
            tiles_->held_.remove(node_, bytes_);
        }

      private:
        PinnedTiles* tiles_;
        NodeHash node_;
        std::size_t bytes_;
    };

    /// Idle tiles beyond `mostIdleBytes` are freed at once.
    explicit PinnedTiles(std::size_t mostIdleBytes = std::numeric_limits<std::size_t>::max())
        : mostIdleBytes_(mostIdleBytes) {}
    PinnedTiles(const PinnedTiles&) = delete;
    PinnedTiles& operator=(const PinnedTiles&) = delete;

    /// Pins `key`, whether or not its tile is ready. \param wasReady  receives whether it is
    [[nodiscard]] Pin pin(const TileKey& key, bool& wasReady) {
        const std::lock_guard lock(mutex_);
        auto found = entries_.find(key);
        if (found == entries_.end()) found = entries_.emplace(key, std::make_unique<Entry>(key)).first;
        Entry* entry = found->second.get();
        wasReady = entry->tile_ != nullptr;
        if (wasReady) {
            ++counters_.hits;
            if (entry->pins_ == 0) {
                entry->aside_.splice(entry->aside_.end(), idle_, entry->place_);
                idleBytes_ -= entry->tile_->heldBytes();
            }
        }
        ++entry->pins_;
        return {this, entry};
    }
    [[nodiscard]] Pin pin(const TileKey& key) {
        bool wasReady = false;
        return pin(key, wasReady);
    }

    /// The tile of a pinned entry if it is ready, otherwise nullptr.
    [[nodiscard]] const Tile* tile(const Entry* entry) const {
        const std::lock_guard lock(mutex_);
        return entry->tile_.get();
    }

    /// `mine`: the caller must publish() or abandon(). `pending`: `settled` will be called once, after the
    /// other claimer has done either; it must not throw. \throws std::bad_alloc
    [[nodiscard]] Claim claim(Entry* entry, std::function<void()> settled) {
        const std::lock_guard lock(mutex_);
        if (entry->tile_) return Claim::ready;
        if (entry->claimed_) {
            entry->waiting_.push_back(std::move(settled));
            return Claim::pending;
        }
        entry->claimed_ = true;
        return Claim::mine;
    }
    /// The tile, after waiting for another claimer if there is one; nullptr if the caller is now the claimer
    /// and must publish() or abandon().
    [[nodiscard]] const Tile* claimOrWait(Entry* entry) {
        std::unique_lock lock(mutex_);
        settled_.wait(lock, [&] { return entry->tile_ || !entry->claimed_; });
        if (!entry->tile_) entry->claimed_ = true;
        return entry->tile_.get();
    }

    /// \throws std::bad_alloc; the claim then remains valid
    const Tile* publish(Entry* entry, std::unique_ptr<Tile> tile) {
        const Tile* const published = tile.get();
        settle(entry, [&] {
            held_.add(entry->key_.node, tile->heldBytes());  // throws before anything is changed
            entry->tile_ = std::move(tile);
            ++counters_.computed;
        });
        return published;
    }
    /// Gives up a claim (cancelled or failed): the next claimer computes the tile.
    void abandon(Entry* entry) noexcept {
        settle(entry, [] {});
    }

    /// Frees least recently used idle tiles until `bytes` are freed or none is left. \return the number of
    /// bytes freed
    std::size_t evict(std::size_t bytes) {
        std::size_t freed = 0;
        while (freed < bytes) {
            const std::unique_ptr<Tile> leaving = takeOldest(0);
            if (!leaving) break;
            freed += leaving->heldBytes();
        }
        return freed;
    }

    [[nodiscard]] Counters counters() const {
        const std::lock_guard lock(mutex_);
        return counters_;
    }
    /// The largest number of bytes that a node occupied at once.
    [[nodiscard]] std::size_t peakBytes(const NodeHash& node) const {
        const std::lock_guard lock(mutex_);
        return held_.peak(node);
    }

  private:
    void unpin(Entry* entry) {
        {
            const std::lock_guard lock(mutex_);
            if (--entry->pins_ > 0) return;
            if (!entry->tile_) {
                entries_.erase(TileKey(entry->key_));
                return;
            }
            idle_.splice(idle_.end(), entry->aside_, entry->place_);
            idleBytes_ += entry->tile_->heldBytes();
        }
        while (const std::unique_ptr<Tile> leaving = takeOldest(mostIdleBytes_)) {
        }
    }

    template <class Change>
    void settle(Entry* entry, const Change& change) {
        std::vector<std::function<void()>> waiting;
        {
            const std::lock_guard lock(mutex_);
            change();
            entry->claimed_ = false;
            waiting.swap(entry->waiting_);
            settled_.notify_all();
        }
        for (const auto& settled : waiting)
            settled();
    }

    /// Removes the least recently used idle tile if idle tiles take more than `mostBytes`. The caller frees
    /// it without the lock.
    std::unique_ptr<Tile> takeOldest(std::size_t mostBytes) {
        const std::lock_guard lock(mutex_);
        if (idle_.empty() || idleBytes_ <= mostBytes) return {};
        Entry* entry = idle_.front();
        idle_.pop_front();
        std::unique_ptr<Tile> tile = std::move(entry->tile_);
        idleBytes_ -= tile->heldBytes();
        held_.remove(entry->key_.node, tile->heldBytes());
        entries_.erase(TileKey(entry->key_));
        ++counters_.evicted;
        return tile;
    }

    const std::size_t mostIdleBytes_;
    mutable std::mutex mutex_;
    std::condition_variable settled_;
    std::unordered_map<TileKey, std::unique_ptr<Entry>, TileKeyHash> entries_;
    std::list<Entry*> idle_;  ///< ready and not pinned, least recently used first
    std::size_t idleBytes_ = 0;
    Counters counters_;
    BytesByNode held_;
};

template <class Tile>
class PinnedTiles<Tile>::Entry {
  public:
    explicit Entry(const TileKey& key) : key_(key) {}

  private:
    friend class PinnedTiles;
    const TileKey key_;
    std::unique_ptr<Tile> tile_;
    bool claimed_ = false;
    int pins_ = 0;
    std::vector<std::function<void()>> waiting_;
    /// The entry's list node while the entry is not idle. It is allocated once, so that unpinning allocates
    /// nothing.
    std::list<Entry*> aside_{this};
    const typename std::list<Entry*>::iterator place_ = aside_.begin();
};

}  // namespace burin
