// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/block_cache.hpp"

#include <utility>

namespace burin {

BlockCache::BlockCache(std::size_t capacityBytes, Decode decode)
    : capacityBytes_(capacityBytes), decode_(std::move(decode)) {}

std::shared_ptr<const BlockCache::Block> BlockCache::block(std::int64_t index, Patience patience) {
    std::unique_lock lock(mutex_);
    for (auto found = places_.find(index); found != places_.end(); found = places_.find(index)) {
        if (found->second->block) {
            entries_.splice(entries_.begin(), entries_, found->second);
            return entries_.front().block;
        }
        if (patience == Patience::doesNotWait) return nullptr;
        decoded_.wait(lock);
    }
    entries_.push_front({index, nullptr});
    const Entries::iterator own = entries_.begin();
    places_.emplace(index, own);
    lock.unlock();

    const auto decoded = std::make_shared<Block>();
    try {
        decode_(index, *decoded);
    } catch (...) {
        lock.lock();
        places_.erase(index);
        entries_.erase(own);
        decoded_.notify_all();
        throw;
    }
    lock.lock();
    own->block = decoded;
    heldBytes_ += decoded->size();
    evict();
    decoded_.notify_all();
    return decoded;
}

void BlockCache::evict() {
    for (auto last = entries_.end(); heldBytes_ > capacityBytes_ && last != entries_.begin();) {
        --last;
        if (!last->block || last == entries_.begin()) continue;
        heldBytes_ -= last->block->size();
        places_.erase(last->index);
        last = entries_.erase(last);
    }
}

}  // namespace burin
