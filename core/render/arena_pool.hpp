// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/evaluator.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace burin {

/// The scratch memory of a backend's threads: all arenas have one size, which is reserved for every thread.
///
/// It is kept when nothing is computed, because memory that is used again is faster than new memory, and is
/// given back when the budget asks for room.
///
/// Thread-safe, but for enter(), which one thread calls at a time. Lock order: its lock before the budget's.
class ArenaPool {
  public:
    ArenaPool(MemoryBudget& budget, int threads);
    ~ArenaPool();
    ArenaPool(const ArenaPool&) = delete;
    ArenaPool& operator=(const ArenaPool&) = delete;

    /// Reserves `bytes` and arenas of `arenaBytes`, all or nothing; what earlier users needed gives way if it
    /// has to. The caller is a user until it calls leave(). \return of `bytes`; empty if there is no room
    [[nodiscard]] Reservation enter(std::size_t bytes, std::size_t arenaBytes);
    /// \pre the caller's arenas are given back
    void leave() noexcept;

    /// An arena of one thread. \pre there is a user that entered with as many bytes \throws std::bad_alloc
    [[nodiscard]] std::unique_ptr<Arena> take(std::size_t bytes);
    void give(std::unique_ptr<Arena> arena) noexcept;

  private:
    [[nodiscard]] std::size_t bytesToGrow(std::size_t arenaBytes) const;
    std::size_t evict();
    std::size_t clear();

    MemoryBudget& budget_;
    const std::size_t threads_;
    std::mutex mutex_;  ///< guards what follows
    int users_ = 0;
    std::vector<std::unique_ptr<Arena>> arenas_;  ///< that no thread has; it has room for all
    std::size_t bytesEach_ = 0;
    Reservation reserved_;
    const MemoryBudget::Evictor evictor_;  ///< last: it uses all of the above
};

}  // namespace burin
