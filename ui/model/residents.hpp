// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "core/tile/memory_budget.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace burin::ui {

/// Reserves what operations hold for as long as they live, tables and decoded images: once, however many
/// graphs share an operation. Thread-safe.
class Residents {
  public:
    /// An operation, and the memory that it is known to hold.
    struct Resident {
        std::shared_ptr<const Operation> operation;
        Reservation reservation;
    };
    using Held = std::vector<std::shared_ptr<const Resident>>;

    explicit Residents(MemoryBudget& budget) : budget_(budget) {}

    /// What the graph's operations hold is reserved until the last one who holds it lets it go.
    /// \throws OutOfMemory where what nobody has reserved yet does not fit
    [[nodiscard]] Held hold(const Graph& graph);

  private:
    MemoryBudget& budget_;
    std::mutex mutex_;
    std::map<const Operation*, std::weak_ptr<const Resident>> known_;
};

}  // namespace burin::ui
