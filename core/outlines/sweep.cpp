// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/sweep.hpp"

#include "core/base/cancelled.hpp"
#include "core/outlines/winding_states.hpp"

#include <algorithm>
#include <queue>
#include <set>

namespace burin {

namespace {

/// An edge that the sweeping line meets. Entries are compared by place, which no replacement changes.
struct SweptEdge {
    mutable StepEdge edge;
    mutable WindingStates::State right = WindingStates::outside;
};

/// Orders edges that the line meets from left to right.
struct LeftToRight {
    using is_transparent = void;

    bool operator()(const SweptEdge& p, const SweptEdge& q) const {
        if (&p == &q) return false;
        const StepEdge& e = p.edge;
        const StepEdge& f = q.edge;
        if (isUpper(e.a, f.a)) {
            const std::int64_t side = sideOf(e, f.a);
            return side != 0 ? side < 0 : sideOf(e, f.b) < 0;
        }
        const std::int64_t side = sideOf(f, e.a);
        return side != 0 ? side > 0 : sideOf(f, e.b) > 0;
    }
    /// Whether the edge passes to the left of the point.
    bool operator()(const SweptEdge& p, StepPoint at) const { return sideOf(p.edge, at) < 0; }
    bool operator()(StepPoint at, const SweptEdge& p) const { return sideOf(p.edge, at) > 0; }
};

class ValueSweep {
  public:
    ValueSweep(std::span<const LayerEdge> edges, const SnappedOutline& outline, const std::stop_token& stop)
        : edges_(edges), states_(outline, stop) {}

    std::vector<ResolvedEdge> sweep(const std::stop_token& stop) {
        std::size_t steps = 0;
        while (next_ < edges_.size() || !ends_.empty()) {
            if ((++steps & 4095) == 0 && stop.stop_requested()) throw Cancelled();
            StepPoint at = next_ < edges_.size() ? edges_[next_].edge.a : ends_.top().at;
            if (!ends_.empty() && isUpper(ends_.top().at, at)) at = ends_.top().at;
            pass(at);
            if (states_.crowded()) forgetPassed();
        }
        return std::move(result_);
    }

  private:
    using Line = std::set<SweptEdge, LeftToRight>;
    struct End {
        StepPoint at;
        Line::iterator entry;
    };
    struct LaterEnd {
        bool operator()(const End& p, const End& q) const { return isUpper(q.at, p.at); }
    };

    /// The edges of one geometry: a run in edges_.
    struct Run {
        std::size_t first, last;
    };

    void forgetPassed() {
        std::vector<WindingStates::State*> used;
        for (const SweptEdge& swept : line_)
            used.push_back(&swept.right);
        states_.keepOnly(used);
    }

    void pass(StepPoint at) {
        const auto known = static_cast<std::ptrdiff_t>(result_.size());
        const Line::iterator leftmost = firstEnding(at);
        collectStarting(at);
        WindingStates::State state =
            leftmost == line_.begin() ? WindingStates::outside : std::prev(leftmost)->right;
        Line::iterator place = leftmost;
        // Edges that begin here take over the entries of edges that end here.
        for (const Run& run : starting_) {
            const StepEdge edge = edges_[run.first].edge;
            const WindingStates::State left = state;
            for (std::size_t i = run.first; i < run.last; ++i)
                state = states_.changed(state, edges_[i].layer, -edges_[i].times);
            if (place != line_.end() && place->edge.b == at) {
                place->edge = edge;
                place->right = state;
            } else {
                place = line_.emplace_hint(place, SweptEdge{edge, state});
            }
            ends_.push({edge.b, place});
            ++place;
            keep(edge, left, state);
        }
        while (place != line_.end() && place->edge.b == at)
            place = line_.erase(place);
        if (horizontal_.first != horizontal_.last) addHorizontal(state);
        // The line passes the upper ends in their order.
        std::sort(result_.begin() + known, result_.end(),
                  [](const ResolvedEdge& p, const ResolvedEdge& q) { return isUpper(p.b, q.b); });
    }

    /// The leftmost entry that ends at the point, or the place for such an entry.
    Line::iterator firstEnding(StepPoint at) {
        if (ends_.empty() || !(ends_.top().at == at)) return line_.lower_bound(at);
        Line::iterator entry = ends_.top().entry;
        while (!ends_.empty() && ends_.top().at == at)
            ends_.pop();
        while (entry != line_.begin() && std::prev(entry)->edge.b == at)
            --entry;
        return entry;
    }

    /// The runs of edges that begin at the point, from left to right, and the horizontal one.
    void collectStarting(StepPoint at) {
        starting_.clear();
        horizontal_ = {0, 0};
        while (next_ < edges_.size() && edges_[next_].edge.a == at) {
            const std::size_t first = next_;
            while (next_ < edges_.size() && edges_[next_].edge == edges_[first].edge)
                ++next_;
            if (edges_[first].edge.b.y == at.y) {
                horizontal_ = {first, next_};
            } else {
                starting_.push_back({first, next_});
            }
        }
        std::sort(starting_.begin(), starting_.end(), [this](const Run& p, const Run& q) {
            return sideOf(edges_[p.first].edge, edges_[q.first].edge.b) < 0;
        });
    }

    /// \param below  the state below the edge
    void addHorizontal(WindingStates::State below) {
        WindingStates::State above = below;
        for (std::size_t i = horizontal_.first; i < horizontal_.last; ++i)
            above = states_.changed(above, edges_[i].layer, -edges_[i].times);
        keep(edges_[horizontal_.first].edge, above, below);
    }

    void keep(const StepEdge& edge, WindingStates::State left, WindingStates::State right) {
        if (left == right) return;
        const std::int32_t before = states_.value(left);
        const std::int32_t after = states_.value(right);
        if (before != after) result_.push_back({edge.a, edge.b, before, after});
    }

    std::span<const LayerEdge> edges_;
    WindingStates states_;
    std::size_t next_ = 0;
    Line line_;
    std::priority_queue<End, std::vector<End>, LaterEnd> ends_;
    std::vector<Run> starting_;
    Run horizontal_{0, 0};
    std::vector<ResolvedEdge> result_;
};

}  // namespace

std::vector<ResolvedEdge> sweepValues(std::span<const LayerEdge> edges, const SnappedOutline& outline,
                                      const std::stop_token& stop) {
    return ValueSweep(edges, outline, stop).sweep(stop);
}

}  // namespace burin
