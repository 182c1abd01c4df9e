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
class WholeWalk : public TreeWalk<WholeWalk>, public HostPolicy {
  public:
    using Frame = LooseScratch::Frame;
    static constexpr bool planned = false;

    WholeWalk(const Graph& graph, std::stop_token stop) : HostPolicy(std::move(stop)), graph_(graph) {}

    // The policy of the walk.
    [[nodiscard]] const GraphNode& node(std::size_t index) const { return graph_.nodes[index]; }
    [[nodiscard]] const Operation& operation(std::size_t index) const { return *node(index).operation; }
    [[nodiscard]] LooseScratch& scratch() { return scratch_; }
    [[nodiscard]] std::byte* allocate(std::size_t bytes) { return scratch_.allocate(bytes); }
    [[nodiscard]] std::byte* zeroed(std::size_t bytes) {
        std::byte* const state = scratch_.allocate(bytes);
        std::fill_n(state, bytes, std::byte{});
        return state;
    }
    [[nodiscard]] static std::optional<ConstSamplesView> wholePiece(std::size_t /*child*/,
                                                                    const Fetch& /*fetch*/) {
        return {};
    }
    [[nodiscard]] static bool stored(std::size_t /*index*/) { return false; }
    static void readStored(std::size_t /*index*/, const Rect& /*area*/, const SamplesView& /*out*/) {}
    void reduce(const Operation& operation, const Rect& area, std::span<const LinkShape> links,
                std::size_t index, const SamplesView& out, ChildSource& child, std::byte* state) {
        operation.reduce({area, links[index], links, index, out, child, scratch_, state});
    }
    [[nodiscard]] static bool count(std::size_t /*index*/, const Rect& /*area*/) { return false; }

  private:
    const Graph& graph_;
    LooseScratch scratch_;
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
