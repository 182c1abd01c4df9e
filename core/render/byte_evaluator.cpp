// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/byte_evaluator.hpp"

#include "core/kinds/form/byte_reduction.hpp"

#include <chrono>
#include <optional>

namespace burin {

/// The children of the node that is computed. Its frame ends with the next fetch.
class ByteEvaluator::Children final : public ByteChildren {
  public:
    Children(ByteEvaluator& evaluator, const GraphNode& node) : evaluator_(evaluator), node_(node) {}

    BytesView fetch(const Fetch& fetch) override {
        frame_.emplace(evaluator_.arena_);
        return evaluator_.fetched(node_.children[fetch.link], fetch);
    }
    void read(std::size_t link, const Rect& area, const BytesView& out) override {
        evaluator_.read(node_.children[link], area, out);
    }

  private:
    ByteEvaluator& evaluator_;
    const GraphNode& node_;
    std::optional<Arena::Frame> frame_;
};

bool ByteEvaluator::takes(const Graph& graph) {
    std::vector<ByteTwin> twins;
    for (const GraphNode& node : graph.nodes) {
        const bool isTop = &node == &graph.top();
        if (!isTop && node.residence != Residence::inlined) return false;
        for (std::size_t k = 0; k < node.links.size(); ++k) {
            const bool exact = twins[node.children[k]] == ByteTwin::exact;
            if (!exact && !(isTop && node.operation->roundsLink(k))) return false;
        }
        twins.push_back(node.operation->byteTwin(node.links));
        if (twins.back() == ByteTwin::none) return false;
    }
    return twins.back() == ByteTwin::exact;
}

void ByteEvaluator::write(const PackedTarget& target, const Rect& area, const Rect& part) {
    std::byte* const first =
        target.out() + static_cast<std::size_t>(part.y - area.y) * target.stride + (part.x - area.x);
    const BytesView out{reinterpret_cast<std::uint8_t*>(first), static_cast<std::ptrdiff_t>(target.stride),
                        part.width, part.height};
    read(graph_.nodes.size() - 1, part, out);
    const auto levels = target.root->changedLevels();
    if (!levels) return;
    for (std::int64_t y = 0; y < out.height; ++y) {
        std::uint8_t* const row = out.row(y);
        for (std::int64_t x = 0; x < out.width; ++x)
            row[x] = (*levels)[row[x]];
    }
}

void ByteEvaluator::read(std::size_t index, const Rect& area, const BytesView& out) {
    const Rect inside = graph_.nodes[index].support.clip(area);
    if (inside != area) fillBytes(out, 0);
    if (inside.empty()) return;
    compute(index, inside, out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height));
}

void ByteEvaluator::compute(std::size_t index, const Rect& area, const BytesView& out) {
    if (stop_.stop_requested()) throw Cancelled();
    const auto started = std::chrono::steady_clock::now();
    const GraphNode& node = graph_.nodes[index];
    const Arena::Frame frame(arena_);
    Children children(*this, node);
    node.operation->computeBytes({area, node.links, out, children, arena_});
    if (counters_ == nullptr) return;
    const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - started;
    (*counters_)[index].samples += static_cast<std::uint64_t>(area.area());
    (*counters_)[index].nanoseconds += static_cast<std::uint64_t>(spent.count());
}

BytesView ByteEvaluator::allocated(const Rect& area) {
    std::byte* const memory = arena_.allocate(static_cast<std::size_t>(area.area()));
    return {reinterpret_cast<std::uint8_t*>(memory), area.width, area.width, area.height};
}

BytesView ByteEvaluator::fetched(std::size_t child, const Fetch& fetch) {
    const Extent& extent = graph_.nodes[child].extent;
    const BytesView out = allocated(fetch.area);
    if (!continuesEdge(fetch, extent)) {
        read(child, fetch.area, out);
        return out;
    }
    forEachPiece(fetch, extent.rect(), [&](const Rect& piece) {
        const Arena::Frame frame(arena_);
        const BytesView source = allocated(piece);
        read(child, piece, source);
        spreadPiece(fetch, extent.rect(), piece, source, out);
    });
    return out;
}

}  // namespace burin
