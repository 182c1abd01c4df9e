// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace burin {

/// Samples of a graph's top node at scattered places of level 0: what previews of huge surfaces are made of.
///
/// The same reductions as everywhere, on rows of scattered samples where a kind works sample by sample, and
/// on what lies around one sample where it does not. What many samples would read again and again, the
/// cells of periodic nodes and small bounded nodes, is computed once beforehand.
class Sampler {
  public:
    /// Computes what is read again and again, the smallest first.
    /// \param mostPrepared  samples in all; what lies beyond is computed around each place that is asked for
    /// \throws what the backend throws
    Sampler(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph, std::stop_token stop,
            double mostPrepared = std::numeric_limits<double>::infinity());

    /// How many samples would have been prepared, had there been no limit; 0: all were.
    [[nodiscard]] double leftOut() const { return leftOut_; }

    /// The samples at `places`. Thread-safe. \throws Cancelled, and what sources throw
    void sample(const Point* places, std::int64_t count, float* out) const;

  private:
    friend class PatchSource;

    /// Samples of a node over one rectangle: its support, or the cell of its period.
    struct Dense {
        Rect area;
        std::vector<float> samples;
        Reservation reserved;
    };

    [[nodiscard]] std::vector<std::pair<std::size_t, Rect>> worthPreparing() const;
    void prepare(Backend& backend, MemoryBudget& budget, std::size_t node, const Rect& area);
    void at(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    void inside(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    void scattered(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    [[nodiscard]] std::optional<ConstSamplesView> held(std::size_t node, const Rect& area) const;
    void read(std::size_t node, const Rect& area, const SamplesView& out, Scratch& scratch) const;
    void compute(std::size_t node, const Rect& area, const SamplesView& out, Scratch& scratch) const;
    [[nodiscard]] bool samplewise(std::size_t node) const;

    std::shared_ptr<const Graph> graph_;
    std::stop_token stop_;
    std::vector<std::optional<Dense>> dense_;
    double leftOut_ = 0;
};

/// The graph that ends at node `top` of `graph`.
[[nodiscard]] std::shared_ptr<const Graph> subgraph(const Graph& graph, std::size_t top);

}  // namespace burin
