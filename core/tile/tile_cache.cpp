// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tile/tile_cache.hpp"

namespace burin {

TileCache::TileCache(MemoryBudget& budget, std::size_t mostIdleBytes)
    : budget_(budget), mostIdleBytes_(mostIdleBytes) {
    budget_.setEvictor([this](std::size_t bytes) { evict(bytes); });
}

TileCache::~TileCache() {
    budget_.setEvictor({});
}

TileCache::Pin TileCache::pin(const TileKey& key, bool& wasReady) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Entry>& slot = entries_[key];
    if (!slot) {
        slot = std::make_unique<Entry>();
        slot->key_ = key;
    }
    Entry* entry = slot.get();
    wasReady = entry->tile_ != nullptr;
    if (wasReady) {
        ++counters_.hits;
        if (entry->pins_ == 0) {
            idle_.erase(entry->idlePlace_);
            idleBytes_ -= Tile::bytes(entry->tile_->area());
        }
    }
    ++entry->pins_;
    return {this, entry};
}

void TileCache::unpin(Entry* entry) {
    std::vector<std::unique_ptr<Tile>> leaving;  // freed after the lock is given up
    const std::lock_guard lock(mutex_);
    if (--entry->pins_ > 0) return;
    if (entry->tile_) {
        entry->idlePlace_ = idle_.insert(idle_.end(), entry);
        idleBytes_ += Tile::bytes(entry->tile_->area());
        while (idleBytes_ > mostIdleBytes_)
            leaving.push_back(dropOldest());
    } else {
        entries_.erase(TileKey(entry->key_));
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
        entry->tile_ = std::move(tile);
        entry->claimed_ = false;
        ++counters_.computed;
        held_.add(entry->key_.node, Tile::bytes(entry->tile_->area()));
        waiting.swap(entry->waiting_);
    }
    for (const auto& settled : waiting)
        settled();
}

void TileCache::abandon(Entry* entry) {
    std::vector<std::function<void()>> waiting;
    {
        const std::lock_guard lock(mutex_);
        entry->claimed_ = false;
        waiting.swap(entry->waiting_);
    }
    for (const auto& settled : waiting)
        settled();
}

void TileCache::evict(std::size_t bytes) {
    std::vector<std::unique_ptr<Tile>> leaving;  // freed after the lock is given up
    const std::lock_guard lock(mutex_);
    std::size_t freed = 0;
    while (freed < bytes && !idle_.empty()) {
        leaving.push_back(dropOldest());
        freed += Tile::bytes(leaving.back()->area());
    }
}

/// Takes the least recently used idle tile out. \pre there is one, and the lock is held
std::unique_ptr<Tile> TileCache::dropOldest() {
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
