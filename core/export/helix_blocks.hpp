// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"
#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace burin {

/// How a row that goes all the way round a roller continues in the next row.
enum class Helix {
    linear,  ///< sample x of N mixes x / N of the next row into its own
    nearest  ///< the second half of the row comes from the next row
};

/// Parses "linear" or "nearest"; nothing for any other word.
[[nodiscard]] std::optional<Helix> parseHelix(std::string_view word);
[[nodiscard]] std::string_view helixName(Helix helix);

/// The packed surface of a design's root as a helix, for a machine whose head advances by one row in each
/// turn.
///
/// Samples are clamped and mixed in binary32, before `invert`, the curves and rounding. Dithering reads its
/// matrix at the place of the written sample, so its pattern has no step within a row. The last row of the
/// surface has no next row and is not changed.
class HelixBlocks final : public BlockSource {
  public:
    /// \param priority  of its requests relative to others \pre rootOf(*graph)
    HelixBlocks(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph, Helix helix,
                std::stop_token stop, int priority = 0);

    /// Holds the block's samples, and those of one more row, from the start to `done`. If the budget has no
    /// room for them, `done` gets OutOfMemory.
    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return backend_.concurrency(); }
    [[nodiscard]] std::shared_ptr<std::byte[]> memory(std::size_t bytes) override {
        return backend_.hostMemory(bytes);
    }

  private:
    void shear(const Rect& area, std::int64_t y, float* row, const float* next) const;

    Backend& backend_;
    MemoryBudget& budget_;
    std::shared_ptr<const Graph> graph_;
    const Root& root_;
    Helix helix_;
    std::stop_token stop_;
    int priority_;
};

}  // namespace burin
