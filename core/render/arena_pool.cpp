// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/arena_pool.hpp"

#include <algorithm>
#include <utility>

namespace burin {

ArenaPool::ArenaPool(MemoryBudget& budget, int threads)
    : budget_(budget),
      threads_(static_cast<std::size_t>(threads)),
      evictor_(budget.addEvictor([this](std::size_t) { return evict(); })) {
    arenas_.reserve(threads_);
}

ArenaPool::~ArenaPool() {
    budget_.removeEvictor(evictor_);
}

Reservation ArenaPool::enter(std::size_t bytes, std::size_t arenaBytes) {
    std::size_t growth = 0;
    {
        const std::lock_guard lock(mutex_);
        ++users_;  // from here on nothing is evicted
        growth = bytesToGrow(arenaBytes);
    }
    Reservation taken = budget_.tryReserve(bytes + growth);
    if (!taken) {
        std::size_t freed = 0;
        {
            const std::lock_guard lock(mutex_);
            if (users_ == 1) freed = clear();
            growth = bytesToGrow(arenaBytes);
        }
        if (freed > 0) taken = budget_.tryReserve(bytes + growth);
    }
    const std::lock_guard lock(mutex_);
    if (!taken) {
        --users_;
        return {};
    }
    reserved_.join(taken.split(growth));
    bytesEach_ = std::max(bytesEach_, arenaBytes);
    return taken;
}

/// \pre the lock is held
std::size_t ArenaPool::bytesToGrow(std::size_t arenaBytes) const {
    return arenaBytes > bytesEach_ ? (arenaBytes - bytesEach_) * threads_ : 0;
}

void ArenaPool::leave() noexcept {
    const std::lock_guard lock(mutex_);
    if (--users_ == 0 && unwanted_) clear();
}

std::size_t ArenaPool::evict() {
    const std::lock_guard lock(mutex_);
    if (users_ == 0) return clear();
    unwanted_ = true;
    return 0;
}

/// \pre the lock is held, and no thread has an arena \return the number of bytes freed
std::size_t ArenaPool::clear() {
    const std::size_t freed = reserved_.bytes();
    arenas_.clear();
    reserved_.release();
    bytesEach_ = 0;
    unwanted_ = false;
    return freed;
}

std::unique_ptr<Arena> ArenaPool::take(std::size_t bytes) {
    std::unique_ptr<Arena> arena;
    {
        const std::lock_guard lock(mutex_);
        if (!arenas_.empty()) {
            arena = std::move(arenas_.back());
            arenas_.pop_back();
        }
    }
    if (!arena) arena = std::make_unique<Arena>();
    arena->ensure(bytes);
    return arena;
}

void ArenaPool::give(std::unique_ptr<Arena> arena) noexcept {
    const std::lock_guard lock(mutex_);
    arenas_.push_back(std::move(arena));
}

}  // namespace burin
