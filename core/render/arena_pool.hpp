// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/evaluator.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace burin {

/// The scratch memory of a backend's threads. All arenas have the same size, which is reserved for every
/// thread.
///
/// The memory is kept while nothing is computed, because reused memory is faster than new memory. It is freed
/// when the budget needs room or, if it is in use then, when its last user leaves.
///
/// Thread-safe, except that only one thread at a time may call enter(). Lock order: this lock before the
/// budget's.
class ArenaPool {
  public:
    ArenaPool(MemoryBudget& budget, int threads);
    ~ArenaPool();
    ArenaPool(const ArenaPool&) = delete;
    ArenaPool& operator=(const ArenaPool&) = delete;

    /// Reserves `bytes` plus arenas of `arenaBytes`, all or nothing; frees memory of earlier users if
    /// necessary. The caller is a user until it calls leave(). \return the reservation of `bytes`; empty if
    /// the budget has no room
    [[nodiscard]] Reservation enter(std::size_t bytes, std::size_t arenaBytes);
    /// \pre the caller's arenas have been returned
    void leave() noexcept;

    /// An arena for one thread. \pre there is a user that entered with at least as many bytes \throws
    /// std::bad_alloc
    [[nodiscard]] std::unique_ptr<Arena> take(std::size_t bytes);
    void give(std::unique_ptr<Arena> arena) noexcept;

  private:
    [[nodiscard]] std::size_t bytesToGrow(std::size_t arenaBytes) const;
    std::size_t evict();
    std::size_t clear();

    MemoryBudget& budget_;
    const std::size_t threads_;
    std::mutex mutex_;  ///< guards everything below
    int users_ = 0;
    std::vector<std::unique_ptr<Arena>> arenas_;  ///< arenas that no thread uses; has capacity for all
    std::size_t bytesEach_ = 0;
    bool unwanted_ = false;  ///< the budget has asked for the memory
    Reservation reserved_;
    const MemoryBudget::Evictor evictor_;  ///< last, because it uses all of the above
};

}  // namespace burin
