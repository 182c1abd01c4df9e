// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/scattered.hpp"
#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace burin {

/// Samples of a graph's top node at any places of level 0, for previews of huge surfaces.
///
/// Uses the same reductions as other evaluators: on rows of scattered samples if a kind works sample by
/// sample, otherwise on the surroundings of each sample. Kinds that read a few places of large surroundings
/// name these places instead, unless the surroundings are cheaper. Cells of periodic nodes and small bounded
/// nodes, which many samples would read repeatedly, are computed in advance.
class Sampler {
  public:
    /// A node that is replaced by one value everywhere, apart from its masks.
    struct Even {
        std::size_t node = 0;
        float value = 0;
    };
    /// Computes in advance the nodes that many samples read, smallest first.
    /// \param mostPrepared  limit of these samples in total; anything beyond is computed around each
    ///         requested place
    /// \param even  approximates one node; nodes that are prepared or read with their surroundings still use
    ///         its exact samples
    /// \param hurried  like RenderRequest::hurried, for the samples that are computed in advance
    /// \throws what the backend throws
    Sampler(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph, std::stop_token stop,
            double mostPrepared = std::numeric_limits<double>::infinity(),
            const std::optional<Even>& even = {}, bool hurried = false);

    /// How many samples the limit excluded from preparation; 0 if none.
    [[nodiscard]] double leftOut() const { return leftOut_; }

    /// The children of the top node, for callers that read only them. The sampler must outlive them.
    [[nodiscard]] std::unique_ptr<ScatteredChildren> childrenOfTop() const;
    /// The samples at `places`. Thread-safe. \throws Cancelled, and what sources throw
    void sample(const Point* places, std::int64_t count, float* out) const;

  private:
    friend class PatchWalk;
    friend class SampledChildren;

    /// The samples of a node over one rectangle: its support, or the cell of its period.
    struct Dense {
        Rect area;
        std::unique_ptr<float[]> samples;
        Reservation reserved;
    };

    [[nodiscard]] std::vector<std::pair<std::size_t, Rect>> worthPreparing() const;
    [[nodiscard]] RenderRequest filling(std::size_t node, bool hurried) const;
    void at(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    void inside(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    void scattered(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    void gathered(std::size_t node, const Point* places, std::int64_t count, float* out) const;
    [[nodiscard]] std::optional<ConstSamplesView> held(std::size_t node, const Rect& area) const;
    [[nodiscard]] bool samplewise(std::size_t node) const;
    [[nodiscard]] bool isEven(std::size_t node) const { return even_ && even_->node == node; }
    void chooseWays();
    [[nodiscard]] double patchCost(std::size_t node, std::int64_t side);
    [[nodiscard]] std::optional<double> gatheredCost(std::size_t node) const;

    /// How the samples of a node are computed if they are not prepared.
    enum class Way {
        row,     ///< any places form one row
        places,  ///< the kind names the places that it reads
        gather,  ///< one by one, but what many places read is sampled together
        patch,   ///< the surroundings of each place
    };
    std::shared_ptr<const Graph> graph_;
    std::stop_token stop_;
    std::optional<Even> even_;
    std::vector<std::optional<Dense>> dense_;
    double leftOut_ = 0;
    std::vector<Way> ways_;
    std::vector<bool> patchy_;   ///< whether its samples, or some below it, are computed with surroundings
    std::vector<double> costs_;  ///< roughly how many samples are computed for one sample anywhere
    std::map<std::pair<std::size_t, std::int64_t>, double> patchCosts_;
};

/// The part of `graph` below and including node `top`.
[[nodiscard]] std::shared_ptr<const Graph> subgraph(const Graph& graph, std::size_t top);

}  // namespace burin
