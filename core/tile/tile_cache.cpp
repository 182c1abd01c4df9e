// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tile/tile_cache.hpp"

namespace burin {

TileCache::TileCache(MemoryBudget& budget, std::size_t mostIdleBytes)
    : budget_(budget),
      mostIdleBytes_(mostIdleBytes),
      evictor_(budget.addEvictor([this](std::size_t bytes) { return evict(bytes); })) {}

TileCache::~TileCache() {
    budget_.removeEvictor(evictor_);
}

TileCache::Pin TileCache::pin(const TileKey& key, bool& wasReady) {
    const std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end()) found = entries_.emplace(key, std::make_unique<Entry>(key)).first;
    Entry* entry = found->second.get();
    wasReady = entry->tile_ != nullptr;
    if (wasReady) {
        ++counters_.hits;
        if (entry->pins_ == 0) {
            entry->aside_.splice(entry->aside_.end(), idle_, entry->place_);
            idleBytes_ -= Tile::bytes(entry->tile_->area());
        }
    }
    ++entry->pins_;
    return {this, entry};
}

void TileCache::unpin(Entry* entry) {
    {
        const std::lock_guard lock(mutex_);
        if (--entry->pins_ > 0) return;
        if (!entry->tile_) {
            entries_.erase(TileKey(entry->key_));
            return;
        }
        idle_.splice(idle_.end(), entry->aside_, entry->place_);
        idleBytes_ += Tile::bytes(entry->tile_->area());
    }
    while (const std::unique_ptr<Tile> leaving = takeOldest(mostIdleBytes_)) {
    }
}

const Tile* TileCache::tile(const Entry* entry) const {
    const std::lock_guard lock(mutex_);
    return entry->tile_.get();
}

TileCache::Claim TileCache::claim(Entry* entry, std::function<void()> settled) {
    const std::lock_guard lock(mutex_);
    if (entry->tile_) return Claim::ready;
    if (entry->claimed_) {
        entry->waiting_.push_back(std::move(settled));
        return Claim::pending;
    }
    entry->claimed_ = true;
    return Claim::mine;
}

void TileCache::publish(Entry* entry, std::unique_ptr<Tile> tile) {
    std::vector<std::function<void()>> waiting;
    {
        const std::lock_guard lock(mutex_);
        held_.add(entry->key_.node, Tile::bytes(tile->area()));  // throws before anything is changed
        entry->tile_ = std::move(tile);
        entry->claimed_ = false;
        ++counters_.computed;
        waiting.swap(entry->waiting_);
    }
    for (const auto& settled : waiting)
        settled();
}

void TileCache::abandon(Entry* entry) noexcept {
    std::vector<std::function<void()>> waiting;
    {
        const std::lock_guard lock(mutex_);
        entry->claimed_ = false;
        waiting.swap(entry->waiting_);
    }
    for (const auto& settled : waiting)
        settled();
}

std::size_t TileCache::evict(std::size_t bytes) {
    std::size_t freed = 0;
    while (freed < bytes) {
        const std::unique_ptr<Tile> leaving = takeOldest(0);
        if (!leaving) break;
        freed += Tile::bytes(leaving->area());
    }
    return freed;
}

/// Takes the least recently used idle tile out if idle ones take more than `mostBytes`; the caller frees it
/// without the lock.
std::unique_ptr<Tile> TileCache::takeOldest(std::size_t mostBytes) {
    const std::lock_guard lock(mutex_);
    if (idle_.empty() || idleBytes_ <= mostBytes) return {};
    Entry* entry = idle_.front();
    idle_.pop_front();
    std::unique_ptr<Tile> tile = std::move(entry->tile_);
    idleBytes_ -= Tile::bytes(tile->area());
    held_.remove(entry->key_.node, Tile::bytes(tile->area()));
    entries_.erase(TileKey(entry->key_));
    ++counters_.evicted;
    return tile;
}

TileCache::Counters TileCache::counters() const {
    const std::lock_guard lock(mutex_);
    return counters_;
}

std::size_t TileCache::peakBytes(const NodeHash& node) const {
    const std::lock_guard lock(mutex_);
    return held_.peak(node);
}

}  // namespace burin
