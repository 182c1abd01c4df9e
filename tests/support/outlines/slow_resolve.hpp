// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Snap rounding as the specification words it: all pairs of edges, rational numbers, and a ray for each side.
// For small outlines.

#include "core/outlines/resolved_outline.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace burin::test {

__extension__ using Wide = __int128;

/// n / d with d > 0.
struct Rational {
    Wide n = 0;
    Wide d = 1;

    static Rational of(Wide n, Wide d) { return d < 0 ? Rational{-n, -d} : Rational{n, d}; }
    friend bool operator<(const Rational& p, const Rational& q) { return p.n * q.d < q.n * p.d; }
    friend bool operator<=(const Rational& p, const Rational& q) { return p.n * q.d <= q.n * p.d; }
};

class SlowResolve {
  public:
    explicit SlowResolve(const SnappedOutline& outline) : outline_(outline) {
        for (std::size_t layer = 0; layer < outline.layers.size(); ++layer) {
            for (std::size_t c = outline.layers[layer].firstContour; c < outline.layerEnd(layer); ++c) {
                const std::size_t first = outline.contours[c];
                const std::size_t end = outline.contourEnd(c);
                for (std::size_t i = first; i < end; ++i)
                    edges_.push_back({outline.points[i], outline.points[i + 1 < end ? i + 1 : first], layer});
            }
        }
    }

    std::vector<ResolvedEdge> resolve() {
        findHotPoints();
        std::map<Ends, Windings> merged;
        for (const Edge& edge : edges_)
            chain(edge, merged);
        merged_.assign(merged.begin(), merged.end());
        std::vector<ResolvedEdge> result;
        for (const auto& [ends, windings] : merged_) {
            const auto [ay, ax, by, bx] = ends;
            const std::int32_t left = valueBeside(ends, false);
            const std::int32_t right = valueBeside(ends, true);
            if (left != right) result.push_back({{ax, ay}, {bx, by}, left, right});
        }
        return result;
    }

  private:
    struct Edge {
        StepPoint p, q;
        std::size_t layer;
    };
    using Ends = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;  // ay, ax, by, bx
    using Windings = std::map<std::size_t, int>;                                      // by layer

    static std::int32_t rounded(Wide n, Wide d) {
        const Wide twice = 2 * n + d;
        Wide q = twice / (2 * d);
        if (twice % (2 * d) < 0) --q;
        return static_cast<std::int32_t>(q);
    }

    /// Whether two ranges are more than a step apart.
    static bool apart(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
        return std::max(a, b) + 1 < std::min(c, d) || std::max(c, d) + 1 < std::min(a, b);
    }

    void findHotPoints() {
        std::set<std::pair<std::int32_t, std::int32_t>> hot;
        for (const Edge& e : edges_) {
            hot.insert({e.p.x, e.p.y});
            hot.insert({e.q.x, e.q.y});
            for (const Edge& f : edges_) {
                if (apart(e.p.x, e.q.x, f.p.x, f.q.x) || apart(e.p.y, e.q.y, f.p.y, f.q.y)) continue;
                const Wide ex = Wide(e.q.x) - e.p.x;
                const Wide ey = Wide(e.q.y) - e.p.y;
                const Wide fx = Wide(f.q.x) - f.p.x;
                const Wide fy = Wide(f.q.y) - f.p.y;
                const Wide wx = Wide(f.p.x) - e.p.x;
                const Wide wy = Wide(f.p.y) - e.p.y;
                Wide d = ex * fy - ey * fx;
                if (d == 0) continue;
                Wide t = wx * fy - wy * fx;
                Wide u = wx * ey - wy * ex;
                if (d < 0) {
                    d = -d;
                    t = -t;
                    u = -u;
                }
                if (t < 0 || t > d || u < 0 || u > d) continue;
                hot.insert({e.p.x + rounded(ex * t, d), e.p.y + rounded(ey * t, d)});
            }
        }
        hot_.assign(hot.begin(), hot.end());
    }

    /// Whether an edge meets the half-open cell. `middle` is the place on the edge, from 0 to 1, of the
    /// middle of its part in the closed cell.
    static bool meets(const Edge& e, std::pair<std::int32_t, std::int32_t> cell, Rational& middle) {
        if (apart(e.p.x, e.q.x, cell.first, cell.first) || apart(e.p.y, e.q.y, cell.second, cell.second))
            return false;
        Rational low{0, 1};
        Rational high{1, 1};
        const Wide start[] = {2 * (Wide(e.p.x) - cell.first), 2 * (Wide(e.p.y) - cell.second)};
        const Wide by[] = {2 * (Wide(e.q.x) - e.p.x), 2 * (Wide(e.q.y) - e.p.y)};
        for (int k = 0; k < 2; ++k) {
            if (by[k] == 0) {
                if (start[k] < -1 || start[k] >= 1) return false;
                continue;
            }
            Rational in = Rational::of(-1 - start[k], by[k]);
            Rational out = Rational::of(1 - start[k], by[k]);
            if (out < in) std::swap(in, out);
            if (low < in) low = in;
            if (out < high) high = out;
        }
        if (high < low) return false;
        middle = {low.n * high.d + high.n * low.d, 2 * low.d * high.d};
        for (int k = 0; k < 2; ++k) {
            if (!(start[k] * middle.d + by[k] * middle.n < middle.d)) return false;
        }
        return true;
    }

    void chain(const Edge& edge, std::map<Ends, Windings>& merged) const {
        std::vector<std::pair<Rational, std::pair<std::int32_t, std::int32_t>>> met;
        for (const auto& cell : hot_) {
            Rational middle;
            if (meets(edge, cell, middle)) met.emplace_back(middle, cell);
        }
        std::sort(met.begin(), met.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 1; i < met.size(); ++i) {
            const auto [px, py] = met[i - 1].second;
            const auto [qx, qy] = met[i].second;
            const bool down = std::pair(py, px) < std::pair(qy, qx);
            const Ends ends = down ? Ends{py, px, qy, qx} : Ends{qy, qx, py, px};
            merged[ends][edge.layer] += down ? 1 : -1;
        }
    }

    [[nodiscard]] std::int32_t valueBeside(const Ends& at, bool rightSide) const {
        Windings winding;
        const auto [ay, ax, by, bx] = at;
        for (const auto& [ends, windings] : merged_) {
            const auto [cy, cx, dy, dx] = ends;
            bool counted = ends == at && rightSide;
            if (ends != at && ay != by) {
                // A ray to the left from the middle of the edge, in doubled coordinates.
                const Wide y = Wide(ay) + by;
                if (2 * Wide(cy) <= y && y < 2 * Wide(dy)) {
                    const Wide across = (y - 2 * Wide(cy)) * (Wide(dx) - cx);
                    counted = 2 * Wide(cx) * (dy - cy) + across < (Wide(ax) + bx) * (dy - cy);
                }
            } else if (ends != at) {
                const Wide x = Wide(ax) + bx;
                const auto [ly, lx, ry, rx] =
                    cx < dx ? std::tuple(cy, cx, dy, dx) : std::tuple(dy, dx, cy, cx);
                if (2 * Wide(lx) <= x && x < 2 * Wide(rx)) {
                    const Wide down = (x - 2 * Wide(lx)) * (Wide(ry) - ly);
                    counted = 2 * Wide(ly) * (rx - lx) + down < 2 * Wide(ay) * (rx - lx);
                }
            }
            if (!counted) continue;
            // A ray to the top crosses edges that go down to the left the other way round.
            const int sense = ay == by && dx < cx ? -1 : 1;
            for (const auto& [layer, times] : windings)
                winding[layer] += sense * times;
        }
        return valueOf(winding);
    }

    [[nodiscard]] bool filled(const Windings& winding, std::size_t layer) const {
        const auto found = winding.find(layer);
        const int w = found == winding.end() ? 0 : found->second;
        return outline_.layers[layer].rule == FillRule::nonzero ? w != 0 : w % 2 != 0;
    }
    [[nodiscard]] bool inside(const Windings& winding, const std::vector<std::size_t>& clips) const {
        for (const std::size_t clip : clips) {
            bool any = false;
            for (const OutlineClip::Part& part : outline_.clips[clip].parts)
                any |= filled(winding, part.layer) && inside(winding, part.clips);
            if (!any) return false;
        }
        return true;
    }
    [[nodiscard]] std::int32_t valueOf(const Windings& winding) const {
        std::int32_t value = 0;
        for (const OutlineItem& item : outline_.items) {
            if (filled(winding, item.layer) && inside(winding, item.clips)) value = item.value;
        }
        return value;
    }

    const SnappedOutline& outline_;
    std::vector<Edge> edges_;
    std::vector<std::pair<std::int32_t, std::int32_t>> hot_;
    std::vector<std::pair<Ends, Windings>> merged_;
};

/// A random outline of `layers` layers on a grid of `side` x `side` steps at (x, y), with items and clips.
inline SnappedOutline randomSnapped(std::mt19937_64& random, int layers, int contours, int side,
                                    std::int32_t x, std::int32_t y) {
    const auto upTo = [&random](int count) {
        return static_cast<int>(random() % static_cast<std::uint64_t>(count));
    };
    SnappedOutline result;
    result.units = layers == 1 ? 1 : toneUnits;
    for (int l = 0; l < layers; ++l) {
        result.layers.push_back(
            {upTo(2) == 0 ? FillRule::nonzero : FillRule::evenodd, result.contours.size()});
        for (int c = 0; c < contours; ++c) {
            const std::size_t first = result.points.size();
            for (int p = 3 + upTo(5); p > 0; --p) {
                const StepPoint at{x + upTo(side), y + upTo(side)};
                if (result.points.size() == first || !(result.points.back() == at))
                    result.points.push_back(at);
            }
            while (result.points.size() > first + 1 && result.points.back() == result.points[first])
                result.points.pop_back();
            if (result.points.size() < first + 2) {
                result.points.resize(first);
            } else {
                result.contours.push_back(first);
            }
        }
    }
    const auto layer = [&] { return static_cast<std::size_t>(upTo(layers)); };
    if (layers > 1) {
        result.clips.push_back({{{layer(), {}}}});
        result.clips.push_back({{{layer(), {0}}, {layer(), {}}}});
    }
    for (int i = 0; i < layers; ++i) {
        OutlineItem item{layers == 1 ? 0 : layer(), {}, 1};
        if (layers > 1) item.value = upTo(4) * 85'000;
        if (layers > 1 && upTo(3) == 0) item.clips.push_back(static_cast<std::size_t>(upTo(2)));
        result.items.push_back(std::move(item));
    }
    return result;
}

}  // namespace burin::test
