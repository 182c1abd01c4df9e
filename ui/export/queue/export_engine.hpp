// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/cpu_backend.hpp"
#include "ui/model/engine.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace burin::ui {

/// What one export computes with, so that the pictures on the screen never wait for it.
///
/// It has a share of the engine's memory. On the processor also threads and tiles of its own, which give way
/// to all other threads; on a card its requests come after all others.
class ExportEngine {
  public:
    /// \return the part of `engine`'s memory that an export has, in bytes
    [[nodiscard]] static std::size_t share(const Engine& engine) { return engine.budget.limit() / 4; }
    /// How many blocks are computed at once.
    [[nodiscard]] static int sideBySide(const Engine& engine);
    /// \param binding  of the root, as share() allows it \throws UsageError
    [[nodiscard]] static std::shared_ptr<const Graph> bind(const Engine& engine, const Design& design);

    /// Waits for the share, or takes less where the rest stays in use. To be made by the thread that exports,
    /// which loses priority. \throws UsageError where the design has errors, OutOfMemory, Cancelled
    ExportEngine(const Engine& engine, const Design& design, std::stop_token stop);

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] Backend& backend() { return cpu_ ? *cpu_ : shared_; }
    [[nodiscard]] MemoryBudget& budget() { return budget_; }
    /// That compute, and that encode.
    [[nodiscard]] int threads() const { return threads_; }

  private:
    Backend& shared_;
    const int threads_;
    std::shared_ptr<const Graph> graph_;
    Residents::Held resident_;  ///< images and tables, which the share need not hold
    Reservation share_;
    MemoryBudget budget_;
    std::optional<TileCache> cache_;
    std::optional<CpuBackend> cpu_;
};

/// Of an export's requests; those of pictures have none below 0.
inline constexpr int exportPriority = -1000;

}  // namespace burin::ui
