// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/bytes.hpp"
#include "core/render/backend.hpp"
#include "core/render/evaluator.hpp"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace burin {

/// Computes samples k / 255 as bytes k. This takes a quarter of the memory, and a register holds four times
/// as many samples. The result equals that of Evaluator and Root::pack(), bit by bit.
///
/// Supports a graph if all its kinds have a ByteReduction and no node except the top is stored in tiles.
/// Requests must be packed to 8 bits.
class ByteEvaluator {
  public:
    /// Whether it can compute the graph's top node. Cost grows with the number of nodes.
    [[nodiscard]] static bool takes(const Graph& graph);

    /// A part may have this many times the height of a part of Evaluator: see forEachBand().
    static constexpr std::int64_t bandTimes = sizeof(float);

    /// \pre takes(graph) \param counters  one for each node, or nullptr
    ByteEvaluator(const Graph& graph, Arena& arena, std::stop_token stop, std::vector<NodeCounters>* counters)
        : graph_(graph), arena_(arena), stop_(std::move(stop)), counters_(counters) {}

    /// Computes `part` of the request's area and packs it into its place.
    /// \pre root->depth == 8; the arena holds what a Plan counts for 1 / bandTimes of the part's rows
    /// \throws Cancelled, and what images throw
    void write(const PackedTarget& target, const Rect& area, const Rect& part);

  private:
    class Children;

    void read(std::size_t node, const Rect& area, const BytesView& out);
    void compute(std::size_t node, const Rect& area, const BytesView& out);
    /// The samples of a link's child, continued as the fetch says. Valid until the arena's frame ends.
    [[nodiscard]] BytesView fetched(std::size_t child, const Fetch& fetch);
    [[nodiscard]] BytesView allocated(const Rect& area);

    const Graph& graph_;
    Arena& arena_;
    std::stop_token stop_;
    std::vector<NodeCounters>* counters_;
};

}  // namespace burin
