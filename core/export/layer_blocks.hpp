// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"
#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>

namespace burin {

/// One layer of a design's root as single bits: set if the written value, in [0, 1], is above a threshold.
/// The root's own depth and dither have no effect.
class LayerBlocks final : public BlockSource {
  public:
    /// \pre rootOf(*graph)
    /// \param priority  of its requests
    LayerBlocks(Backend& backend, std::shared_ptr<const Graph> graph, float threshold, std::stop_token stop,
                int priority = 0);

    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return backend_.concurrency(); }

  private:
    Backend& backend_;
    std::shared_ptr<const Graph> graph_;
    float threshold_;
    std::stop_token stop_;
    int priority_;
};

}  // namespace burin
