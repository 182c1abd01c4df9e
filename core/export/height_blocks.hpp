// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"
#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>

namespace burin {

/// The heights of a design's root as binary32, little endian, in metres: minus the full depth times the
/// value, clamped to [0, 1], before `invert`, the curves and rounding.
class HeightBlocks final : public BlockSource {
  public:
    /// \pre the graph has a root with a full depth
    HeightBlocks(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                 int priority = 0);

    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return backend_.concurrency(); }
    [[nodiscard]] std::shared_ptr<std::byte[]> memory(std::size_t bytes) override {
        return backend_.hostMemory(bytes);
    }

  private:
    Backend& backend_;
    std::shared_ptr<const Graph> graph_;
    std::stop_token stop_;
    int priority_;
};

}  // namespace burin
