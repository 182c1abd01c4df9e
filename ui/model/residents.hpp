// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "core/tile/memory_budget.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace burin::ui {

/// Reserves the memory that operations hold while they live, such as tables and decoded images. An operation
/// counts once, however many graphs share it. Thread-safe.
class Residents {
  public:
    /// An operation and the memory that it holds.
    struct Resident {
        std::shared_ptr<const Operation> operation;
        Reservation reservation;
    };
    using Held = std::vector<std::shared_ptr<const Resident>>;

    explicit Residents(MemoryBudget& budget) : budget_(budget) {}

    /// Reserves what the graph's operations hold, until the last holder releases it.
    /// \throws OutOfMemory if the part that is not reserved yet does not fit
    [[nodiscard]] Held hold(const Graph& graph);

  private:
    MemoryBudget& budget_;
    std::mutex mutex_;
    std::map<const Operation*, std::weak_ptr<const Resident>> known_;
};

}  // namespace burin::ui
