// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_map.hpp"
#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>

namespace burin {

/// The depths that a design asks for: the samples of a graph's top node, clamped to [0, 1]. For a root, its
/// values before `invert`, the curves and rounding.
class DesignedHeights final : public HeightMap {
  public:
    /// \param backend  must outlive it
    DesignedHeights(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                    int priority = 0)
        : backend_(backend), graph_(std::move(graph)), stop_(std::move(stop)), priority_(priority) {}

    [[nodiscard]] Extent extent() const override { return graph_->top().extent; }
    void read(const Rect& area, SamplesView out) const override;
    [[nodiscard]] int sumsAtOnce() const override {
        return backend_.sumsHeights() ? backend_.concurrency() : 0;
    }
    [[nodiscard]] std::int64_t summedSamples() const override { return backend_.summedSamples(); }
    [[nodiscard]] BlockHeights sums(const Rect& area, const HeightsTarget& target) const override;

  private:
    [[nodiscard]] RenderRequest requestOf(const Rect& area) const;

    Backend& backend_;
    std::shared_ptr<const Graph> graph_;
    std::stop_token stop_;
    int priority_;
};

}  // namespace burin
