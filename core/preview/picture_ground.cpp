// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/picture_ground.hpp"

#include <algorithm>
#include <unordered_map>

namespace burin {

namespace {

/// Copies a graph node by node, and leaves out the things.
class Clearing {
  public:
    explicit Clearing(const Graph& graph) : graph_(graph), cleared_(graph) { cleared_.nodes.clear(); }

    std::optional<PictureGround> run() {
        const std::optional<Part> top = partOf(graph_.nodes.size() - 1);
        if (!top || !found_) return {};
        const Rect things = graph_.top().extent.clip(top->things);
        return PictureGround{std::make_shared<const Graph>(std::move(cleared_)), things};
    }

  private:
    struct Part {
        std::size_t node = 0;  ///< index in the new graph
        Rect things;           ///< in the node's frame
    };

    /// A node without the things below it; nothing if what remains does not repeat.
    std::optional<Part> partOf(std::size_t index) {
        if (const auto found = parts_.find(index); found != parts_.end()) return found->second;
        const std::optional<Part> part = clearedPart(index);
        if (part) parts_.emplace(index, *part);
        return part;
    }

    std::optional<Part> clearedPart(std::size_t index) {
        const GraphNode& node = graph_.nodes[index];
        const bool top = index + 1 == graph_.nodes.size();
        if (!top && node.period) return Part{copied(index), {}};
        if (!top && node.support.bounded()) {
            found_ = true;
            return Part{empty(node), node.extent.bounded() ? node.extent.rect() : node.support.rect()};
        }
        GraphNode made = node;
        made.residence = Residence::inlined;
        makeOther(made);
        std::optional<Lattice> children = Lattice{1, 1, 0};
        Rect things;
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            if (!readsInPlace(node, i)) return {};
            const std::optional<Part> part = partOf(node.children[i]);
            if (!part) return {};
            const GraphNode& child = cleared_.nodes[part->node];
            children = Lattice::common(*children, *child.period);
            if (!children) return {};
            things = boundingRect(things, part->things.translated(node.links[i].at));
            made.links[i].extent = child.extent;
            made.links[i].support = child.support;
            made.children[i] = part->node;
        }
        made.period = node.operation->period(made.links, children);
        if (!top && !made.period) return {};
        return Part{add(std::move(made)), things};
    }

    static bool readsInPlace(const GraphNode& node, std::size_t link) {
        if (node.links[link].trait == Trait::pattern || !node.operation->pointwise(node.links, link))
            return false;
        std::vector<Fetch> fetches;
        node.operation->fetches(node.links, link, {0, 0, 1, 1}, fetches);
        return std::all_of(fetches.begin(), fetches.end(),
                           [](const Fetch& fetch) { return fetch.edge == Edge::empty && fetch.link == 0; });
    }

    /// Gives the node another hash, so that tiles that include the things are not mistaken for tiles without
    /// them.
    static void makeOther(GraphNode& node) {
        for (std::uint64_t& word : node.hash.words)
            word = mixedHash(word, 1);
    }

    std::size_t add(GraphNode node) {
        cleared_.nodes.push_back(std::move(node));
        return cleared_.nodes.size() - 1;
    }

    std::size_t empty(GraphNode node) {
        node.extent = node.support = Extent(Rect());
        node.links.clear();
        node.children.clear();
        node.residence = Residence::inlined;
        node.period = Lattice{1, 1, 0};
        makeOther(node);
        return add(std::move(node));
    }

    /// Copies a node with all that it reads, once.
    std::size_t copied(std::size_t index) {
        if (const auto found = copies_.find(index); found != copies_.end()) return found->second;
        GraphNode node = graph_.nodes[index];
        for (std::size_t& child : node.children)
            child = copied(child);
        return copies_[index] = add(std::move(node));
    }

    const Graph& graph_;
    Graph cleared_;
    std::unordered_map<std::size_t, Part> parts_;
    std::unordered_map<std::size_t, std::size_t> copies_;
    bool found_ = false;
};

}  // namespace

std::optional<PictureGround> PictureGround::of(const Graph& graph) {
    return Clearing(graph).run();
}

}  // namespace burin
