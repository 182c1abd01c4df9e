// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/joint_nodes.hpp"

#include "core/base/interval_set.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace burin {

namespace {

class JointSearch {
  public:
    JointSearch(const Graph& graph, const std::optional<Roller>& roller)
        : graph_(graph), surface_(graph.top().extent.rect()), roller_(roller) {}

    std::vector<JointNode> find(std::vector<Problem>& unseen) {
        follow(graph_.nodes.size() - 1, {0, 0}, Extent(surface_));
        if (uses_.size() >= mostUses)
            unseen.push_back({.reason = "repeats around a roller: nodes are used at more than %1 places",
                              .details = {std::to_string(mostUses)}});
        return std::move(found_);
    }

  private:
    /// A design can use a node at exponentially many places.
    static constexpr std::size_t mostUses = 100'000;

    /// A use of a node: its place, and the part of it that is visible there. A node may be clipped in one use
    /// and complete in another.
    using Use = std::tuple<std::size_t, Point, Rect>;
    struct UseOrder {
        static auto key(const Use& use) {
            const auto& [node, at, visible] = use;
            return std::tuple(node, at.x, at.y, visible.x, visible.y, visible.width, visible.height);
        }
        bool operator()(const Use& a, const Use& b) const { return key(a) < key(b); }
    };

    /// The rows or columns that show a repeat, at each of the two sides that a roller joins.
    struct Ends {
        IntervalSet first;
        IntervalSet last;
    };

    [[nodiscard]] bool reachesFirst(const Rect& visible, const WayRound& way) const {
        return way.alongX ? visible.x == surface_.x : visible.y == surface_.y;
    }
    [[nodiscard]] bool reachesLast(const Rect& visible, const WayRound& way) const {
        return way.alongX ? visible.right() == surface_.right() : visible.bottom() == surface_.bottom();
    }

    /// Moves a place into one cell by whole vectors of the node's lattice. If two uses of a node have the
    /// same result, they show the same lattice. If the lattice is not known, the place is returned unchanged.
    [[nodiscard]] Point placeInLattice(std::size_t index, Point at) const {
        const GraphNode& node = graph_.nodes[index];
        if (const auto lattice = node.operation->period(node.links, Lattice{})) return lattice->fold(at);
        const auto repeated = node.operation->repetition(node.links);
        if (!repeated || !repeated->steps || repeated->variation.varies()) return at;
        return shareOfCell(at, repeated->steps->u, repeated->steps->v);
    }
    /// The place in the cell of a lattice whose vectors need not be whole, in parts of the vectors.
    [[nodiscard]] static Point shareOfCell(Point at, Vector u, Vector v) {
        constexpr std::int64_t parts = std::int64_t{1} << 24U;
        const auto x = static_cast<double>(at.x);
        const auto y = static_cast<double>(at.y);
        const double area = u.x * v.y - u.y * v.x;
        const auto share = [](double times) {
            return floorMod(std::llround((times - std::floor(times)) * static_cast<double>(parts)), parts);
        };
        return {share((x * v.y - y * v.x) / area), share((u.x * y - u.y * x) / area)};
    }

    /// Whether a repeat meets itself across the joint of a roller. The two ends may belong to two uses if
    /// both show the same lattice.
    [[nodiscard]] bool meetsItself(std::size_t index, Point at, const Rect& visible, const WayRound& way) {
        const ChunkRange shown =
            way.alongX ? ChunkRange{visible.y, visible.bottom()} : ChunkRange{visible.x, visible.right()};
        const Point place = placeInLattice(index, at);
        Ends& ends = ends_[{index, place.x, place.y, way.alongX}];
        const auto isIn = [&shown](const IntervalSet& side) {
            return side.firstMember(shown.first, shown.last) < shown.last;
        };
        const bool first = reachesFirst(visible, way);
        const bool last = reachesLast(visible, way);
        if (first) ends.first.insert(shown);
        if (last) ends.last.insert(shown);
        return (first && isIn(ends.last)) || (last && isIn(ends.first));
    }

    /// Follows the links along which a node keeps its place in the surface, as long as what is visible there
    /// reaches a side.
    void follow(std::size_t index, Point at, const Extent& window) {
        const GraphNode& node = graph_.nodes[index];
        const Extent visible = intersection(window, node.extent.translated(at));
        if (visible.empty() || uses_.size() >= mostUses) return;
        const std::array ways{WayRound{true, surface_.width}, WayRound{false, surface_.height}};
        const auto reached = [&](const WayRound& way) {
            return reachesFirst(visible.rect(), way) || reachesLast(visible.rect(), way);
        };
        if (std::none_of(ways.begin(), ways.end(), reached)) return;
        if (!uses_.insert({index, at, visible.rect()}).second) return;
        for (const WayRound& way : ways) {
            if (roller_ && roller_->roundX() != way.alongX) continue;
            if (!meetsItself(index, at, visible.rect(), way)) continue;
            if (seen_.insert({index, way.alongX}).second) found_.push_back({index, way});
        }
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const bool inPlace = node.operation->halo(node.links, i).has_value();
            if (inPlace) follow(node.children[i], at + node.links[i].at, visible);
        }
    }

    const Graph& graph_;
    const Rect surface_;
    std::optional<Roller> roller_;
    std::set<Use, UseOrder> uses_;
    /// The key is the node, the place in its lattice, and WayRound::alongX.
    std::map<std::tuple<std::size_t, std::int64_t, std::int64_t, bool>, Ends> ends_;
    std::set<std::pair<std::size_t, bool>> seen_;  ///< nodes and directions that were seen
    std::vector<JointNode> found_;
};

}  // namespace

std::vector<JointNode> nodesAtJoint(const Graph& graph, const std::optional<Roller>& roller,
                                    std::vector<Problem>& unseen) {
    return JointSearch(graph, roller).find(unseen);
}

}  // namespace burin
