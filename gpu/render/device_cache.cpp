// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_cache.hpp"

namespace burin::gpu {

DeviceCache::Pin DeviceCache::pin(const TileKey& key) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Entry>& entry = entries_[key];
    if (!entry) {
        entry = std::make_unique<Entry>();
        entry->key_ = key;
    }
    if (entry->idlePlace_) idle_.erase(*std::exchange(entry->idlePlace_, std::nullopt));
    ++entry->pins_;
    return {this, entry.get()};
}

const DeviceTile* DeviceCache::tile(const Entry* entry) const {
    const std::lock_guard lock(mutex_);
    return entry->tile_.get();
}

const DeviceTile* DeviceCache::claim(Entry* entry) {
    std::unique_lock lock(mutex_);
    settled_.wait(lock, [&] { return entry->tile_ || !entry->claimed_; });
    if (!entry->tile_) entry->claimed_ = true;
    return entry->tile_.get();
}

const DeviceTile* DeviceCache::publish(Entry* entry, std::unique_ptr<DeviceTile> tile) {
    const std::lock_guard lock(mutex_);
    entry->tile_ = std::move(tile);
    held_.add(entry->key_.node, entry->tile_->block.bytes());
    entry->claimed_ = false;
    settled_.notify_all();
    return entry->tile_.get();
}

void DeviceCache::abandon(Entry* entry) {
    const std::lock_guard lock(mutex_);
    entry->claimed_ = false;
    settled_.notify_all();
}

bool DeviceCache::evictOne() {
    std::unique_ptr<Entry> gone;  // gives its block back after the lock is
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return false;
    const auto found = entries_.find(idle_.front()->key_);
    idle_.pop_front();
    gone = std::move(found->second);
    held_.remove(gone->key_.node, gone->tile_->block.bytes());
    entries_.erase(found);
    return true;
}

std::size_t DeviceCache::peakBytes(const NodeHash& node) const {
    const std::lock_guard lock(mutex_);
    return held_.peak(node);
}

void DeviceCache::unpin(Entry* entry) {
    const std::lock_guard lock(mutex_);
    if (--entry->pins_ > 0) return;
    if (entry->tile_) {
        entry->idlePlace_ = idle_.insert(idle_.end(), entry);
    } else {
        entries_.erase(entry->key_);
    }
}

}  // namespace burin::gpu
