// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/whole_child.hpp"

#include "core/render/evaluator.hpp"
#include "core/render/loose_scratch.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

/// Samples of a band. Bands are high, because a transform reads much of its child for each of them.
constexpr std::int64_t bandSamples = std::int64_t{1} << 20U;

/// Computes a graph without tiles.
class WholeWalk : public TreeWalk<WholeWalk>, public GraphPolicy<LooseScratch> {
  public:
    static constexpr bool planned = false;

    WholeWalk(const Graph& graph, std::stop_token stop) : GraphPolicy(graph, std::move(stop), {}) {}

    // The policy of the walk: the functions that TreeWalk calls.
    [[nodiscard]] static std::optional<ConstSamplesView> wholePiece(std::size_t /*child*/,
                                                                    const Fetch& /*fetch*/) {
        return {};
    }
    [[nodiscard]] static bool stored(std::size_t /*index*/) { return false; }
    static void readStored(std::size_t /*index*/, const Rect& /*area*/, const SamplesView& /*out*/) {}
    [[nodiscard]] static bool count(std::size_t /*index*/, const Rect& /*area*/) { return false; }
};

}  // namespace

WholeChild wholeChild(std::shared_ptr<const Graph> graph) {
    WholeChild child;
    child.area = graph->top().extent.rect();
    child.digest = graph->top().digest;
    child.passingBytes =
        8 * static_cast<std::size_t>(std::min(bandSamples, child.area.area())) * sizeof(float);
    child.read = [graph = std::move(graph)](SamplesView samples, const std::stop_token& stop) {
        WholeWalk walk(*graph, stop);
        const Rect& area = graph->top().extent.rect();
        const std::int64_t rows = std::max<std::int64_t>(1, bandSamples / area.width);
        for (std::int64_t y = 0; y < area.height; y += rows) {
            const std::int64_t count = std::min(rows, area.height - y);
            walk.read(graph->nodes.size() - 1, Rect{area.x, area.y + y, area.width, count},
                      samples.part(0, y, area.width, count));
        }
    };
    return child;
}

}  // namespace burin
