// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/hot_points.hpp"

#include "core/base/cancelled.hpp"
#include "core/outlines/edge_piece.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <optional>

namespace burin {

namespace {

__extension__ using Int128 = __int128;

/// n / d with d > 0, and whether the number itself belongs to an interval that it bounds.
struct ParameterBound {
    std::int64_t n = 0;
    std::int64_t d = 1;
    bool closed = true;
};

bool leavesRoom(const ParameterBound& low, const ParameterBound& high) {
    const Int128 l = static_cast<Int128>(low.n) * high.d;
    const Int128 h = static_cast<Int128>(high.n) * low.d;
    return l < h || (l == h && low.closed && high.closed);
}

/// The parameters t at which start + t * by lies in [-1, 1). \return false if there are none
bool boundsOfCoordinate(std::int64_t start, std::int64_t by, ParameterBound& low, ParameterBound& high) {
    if (by == 0) return start >= -1 && start < 1;
    if (by > 0) {
        low = {-1 - start, by, true};
        high = {1 - start, by, false};
    } else {
        low = {start - 1, -by, false};
        high = {start + 1, -by, true};
    }
    return true;
}

}  // namespace

bool meetsCell(const StepEdge& edge, StepPoint p) {
    // Coordinates are half steps, relative to p.
    const std::int64_t ax = 2 * (static_cast<std::int64_t>(edge.a.x) - p.x);
    const std::int64_t ay = 2 * (static_cast<std::int64_t>(edge.a.y) - p.y);
    const std::int64_t dx = 2 * (static_cast<std::int64_t>(edge.b.x) - edge.a.x);
    const std::int64_t dy = 2 * (static_cast<std::int64_t>(edge.b.y) - edge.a.y);
    ParameterBound low[3] = {{0, 1}, {0, 1}, {0, 1}};
    ParameterBound high[3] = {{1, 1}, {1, 1}, {1, 1}};
    if (!boundsOfCoordinate(ax, dx, low[1], high[1]) || !boundsOfCoordinate(ay, dy, low[2], high[2]))
        return false;
    for (const ParameterBound& l : low) {
        for (const ParameterBound& h : high) {
            if (!leavesRoom(l, h)) return false;
        }
    }
    return true;
}

namespace {

constexpr std::size_t smallPart = 64;
constexpr std::size_t largePart = 1024;
constexpr std::size_t fewPoints = 512;
constexpr std::size_t sampleSize = 24;
/// Parts overlap by this many steps, so that an edge lies in the part of every point whose cell it meets.
constexpr double overlapSteps = 2;
constexpr std::size_t mostIncidences = 2 * mostOutlineEdges;

/// An edge and a hot point whose cell it meets.
struct Incidence {
    std::uint32_t edge = 0;
    StepPoint point;
};

/// floor(numerator / denominator + 1/2). \pre denominator > 0
std::int32_t halfStep(Int128 numerator, Int128 denominator) {
    const Int128 twice = 2 * numerator + denominator;
    Int128 quotient = twice / (2 * denominator);
    if (twice % (2 * denominator) < 0) --quotient;
    return static_cast<std::int32_t>(quotient);
}

bool differInSign(std::int64_t a, std::int64_t b) {
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

/// Orders edges that begin at the same end by their direction, clockwise from the right.
bool turnsBefore(const StepEdge& e, const StepEdge& f) {
    const auto below = [](const StepEdge& edge) { return isUpper(edge.a, edge.b); };
    if (below(e) != below(f)) return below(e);
    return sideOf(e, f.b) > 0;
}

/// Divides the plane, and finds in each part the crossings, and the edges that pass the ends and crossings.
class HotPointFinder {
  public:
    HotPointFinder(std::span<const StepEdge> edges, const std::stop_token& stop)
        : edges_(edges), stop_(stop) {}

    HotPoints find() {
        pieces_.resize(edges_.size());
        for (std::size_t i = 0; i < edges_.size(); ++i)
            pieces_[i].edge = static_cast<std::uint32_t>(i);
        divide(0, 0);
        return grouped();
    }

  private:
    [[nodiscard]] PieceSpan along(const EdgePiece& piece, const DividingLine& line) const {
        return {edges_[piece.edge], piece, line};
    }

    /// \param first  of the pieces of the part
    void divide(std::size_t first, int depth) {
        const std::size_t count = pieces_.size() - first;
        if ((++visited_ & 255) == 0 && stop_.stop_requested()) throw Cancelled();
        if (count <= smallPart || depth > 400) return compare(first);
        if (count > largePart && divideIntoStrips(first, depth)) return;
        const std::optional<DividingLine> line = bestLine(first);
        if (!line) return compare(first);
        findSides(first, *line);
        if (std::max(near_.size(), far_.size()) > count - count / 20) return compare(first);
        const std::size_t far = replaceBySides(first);
        divide(far, depth + 1);
        pieces_.resize(far);
        divide(first, depth + 1);
    }

    /// Divides a part into many strips at once. \return false if that does not help: there would be few
    /// strips, one of them would have half of the pieces, or too many pieces would be in several strips
    bool divideIntoStrips(std::size_t first, int depth) {
        const std::size_t count = pieces_.size() - first;
        const Strips strips = stripsOf(first);
        if (strips.count < 8) return false;
        std::vector<std::size_t> ends(strips.count + 1);  // at first the number of pieces in the previous
                                                          // strip
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            const PieceSpan span = along(pieces_[i], strips.first);
            for (std::size_t k = strips.at(span.low() - overlapSteps);
                 k <= strips.at(span.high() + overlapSteps); ++k)
                ++ends[k + 1];
        }
        if (*std::max_element(ends.begin(), ends.end()) > count / 2) return false;
        std::partial_sum(ends.begin(), ends.end(), ends.begin());
        if (ends.back() > count + count / 2) return false;
        std::vector<EdgePiece> sorted(ends.back());
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            const PieceSpan span = along(pieces_[i], strips.first);
            const std::size_t last = strips.at(span.high() + overlapSteps);
            for (std::size_t k = strips.at(span.low() - overlapSteps); k <= last; ++k) {
                EdgePiece& part = sorted[ends[k]++];
                part = pieces_[i];
                if (k > 0) span.keepFar(part, pieces_[i], strips.border(k) - overlapSteps);
                if (k + 1 < strips.count)
                    span.keepNear(part, pieces_[i], strips.border(k + 1) + overlapSteps);
            }
        }
        pieces_.resize(first);
        pieces_.insert(pieces_.end(), sorted.begin(), sorted.end());
        sorted = {};
        for (std::size_t k = strips.count; k-- > 0;) {
            const std::size_t begin = first + (k > 0 ? ends[k - 1] : 0);
            divide(begin, depth + 1);
            pieces_.resize(begin);
        }
        return true;
    }

    /// Strips of equal width side by side; the two outer ones have only one border.
    struct Strips {
        DividingLine first;  ///< the outer border of the first one, if it had one
        double breadth = 1;
        std::size_t count = 0;

        [[nodiscard]] std::size_t at(double place) const {
            return static_cast<std::size_t>(
                std::clamp((place - first.at) / breadth, 0.0, static_cast<double>(count - 1)));
        }
        [[nodiscard]] double border(std::size_t strip) const {
            return first.at + breadth * static_cast<double>(strip);
        }
    };

    /// The strips are about as wide as the squares into which they are divided later. They are wide enough
    /// that most pieces are in only one strip.
    [[nodiscard]] Strips stripsOf(std::size_t first) const {
        const std::size_t count = pieces_.size() - first;
        double left = outlineReach, top = outlineReach, right = -outlineReach, bottom = -outlineReach;
        double across = 0, down = 0;
        constexpr std::size_t taken = 64;
        for (std::size_t i = 0; i < taken; ++i) {
            const EdgePiece& piece = pieces_[first + (2 * i + 1) * count / (2 * taken)];
            const BoxedPiece box(edges_[piece.edge], piece);
            left = std::min<double>(left, box.left);
            right = std::max<double>(right, box.right);
            top = std::min<double>(top, box.top);
            bottom = std::max<double>(bottom, box.bottom);
            across += (static_cast<double>(box.right) - box.left) / taken;
            down += (static_cast<double>(box.bottom) - box.top) / taken;
        }
        const bool wide = right - left > bottom - top;
        const double far = wide ? right - left : bottom - top;
        const double area = std::max(1.0, right - left) * std::max(1.0, bottom - top);
        const double square = std::sqrt(area * smallPart / static_cast<double>(count));
        const double broad = 4 * ((wide ? across : down) + 2 * overlapSteps);
        const double strips = std::floor(std::min(far / std::max(square, broad), 1000.0));
        if (strips < 2) return {};
        return {wide ? DividingLine{1, 0, left} : DividingLine{0, 1, top}, far / strips,
                static_cast<std::size_t>(strips)};
    }

    void findSides(std::size_t first, const DividingLine& line) {
        near_.clear();
        far_.clear();
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            const EdgePiece& piece = pieces_[i];
            const PieceSpan span = along(piece, line);
            if (span.low() <= line.at + overlapSteps) {
                near_.push_back(piece);
                span.keepNear(near_.back(), piece, line.at + overlapSteps);
            }
            if (span.high() >= line.at - overlapSteps) {
                far_.push_back(piece);
                span.keepFar(far_.back(), piece, line.at - overlapSteps);
            }
        }
    }

    /// \return the first piece of the far side
    std::size_t replaceBySides(std::size_t first) {
        pieces_.resize(first);
        pieces_.insert(pieces_.end(), near_.begin(), near_.end());
        pieces_.insert(pieces_.end(), far_.begin(), far_.end());
        return first + near_.size();
    }

    /// The dividing line that leaves the fewest pairs, estimated from a sample; nothing if no line leaves
    /// clearly fewer.
    [[nodiscard]] std::optional<DividingLine> bestLine(std::size_t first) const {
        const std::size_t count = pieces_.size() - first;
        const std::size_t taken = std::min(count, sampleSize);
        EdgePiece sample[sampleSize];
        for (std::size_t i = 0; i < taken; ++i)
            sample[i] = pieces_[first + (2 * i + 1) * count / (2 * taken)];
        std::optional<DividingLine> best;
        double leastCost = 0.9;
        const auto tryLine = [&](double nx, double ny) {
            DividingLine line{nx, ny, 0};
            PieceSpan spans[sampleSize] = {};
            double middles[sampleSize] = {};
            for (std::size_t i = 0; i < taken; ++i) {
                spans[i] = along(sample[i], line);
                middles[i] = (spans[i].first + spans[i].last) / 2;
            }
            std::nth_element(middles, middles + taken / 2, middles + taken);
            line.at = middles[taken / 2] + 0.25;
            double near = 0;
            double far = 0;
            for (std::size_t i = 0; i < taken; ++i) {
                near += spans[i].low() <= line.at + overlapSteps ? 1 : 0;
                far += spans[i].high() >= line.at - overlapSteps ? 1 : 0;
            }
            const double all = static_cast<double>(taken);
            const double cost = (near * near + far * far) / (all * all);
            if (cost < leastCost) {
                leastCost = cost;
                best = line;
            }
        };
        tryLine(1, 0);
        tryLine(0, 1);
        if (leastCost > 0.6) {
            for (const std::size_t i : {taken / 2, taken / 3}) {
                const StepEdge& e = edges_[sample[i].edge];
                const double dx = static_cast<double>(e.b.x) - e.a.x;
                const double dy = static_cast<double>(e.b.y) - e.a.y;
                const double far = std::sqrt(dx * dx + dy * dy);
                tryLine(-dy / far, dx / far);
            }
        }
        return best;
    }

    /// Many edges that cannot be divided by a line may share an end. Such edges do not cross, and those that
    /// pass a point are next to it in the order of direction.
    void compare(std::size_t first) {
        const std::size_t spokes = pieces_.size() - first > smallPart ? gatherSpokes(first) : 0;
        findBoxes(first, spokes);
        findPoints(first, spokes);
        for (std::size_t i = 0; spokes > 0 && i < points_.size(); ++i) {
            meetSpokes(points_[i]);
            if ((i & 255) == 0 && stop_.stop_requested()) throw Cancelled();
        }
        meetPoints(first + spokes, spokes, points_);
    }

    /// The boxes of the pieces; those after the spokes are sorted by their tops.
    void findBoxes(std::size_t first, std::size_t spokes) {
        boxes_.clear();
        for (std::size_t i = first; i < pieces_.size(); ++i)
            boxes_.emplace_back(edges_[pieces_[i].edge], pieces_[i]);
        std::sort(boxes_.begin() + static_cast<std::ptrdiff_t>(spokes), boxes_.end(),
                  [](const BoxedPiece& p, const BoxedPiece& q) { return p.top < q.top; });
    }

    /// The ends and crossings in a part, sorted.
    void findPoints(std::size_t first, std::size_t spokes) {
        points_.clear();
        for (std::size_t j = spokes; j < boxes_.size(); ++j) {
            const BoxedPiece& piece = boxes_[j];
            for (std::size_t i = 0; i < spokes; ++i) {
                if (boxes_[i].meets(piece)) addCrossing(boxes_[i], piece);
            }
            for (std::size_t i = j + 1; i < boxes_.size() && boxes_[i].top <= piece.bottom; ++i) {
                if (boxes_[i].meets(piece)) addCrossing(boxes_[i], piece);
            }
            if (boxes_.size() > 1000 && stop_.stop_requested()) throw Cancelled();
        }
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            const StepEdge& e = edges_[pieces_[i].edge];
            if (pieces_[i].from == 0) points_.push_back(e.a);
            if (pieces_[i].to == 1) points_.push_back(e.b);
        }
        std::sort(points_.begin(), points_.end(), [](StepPoint p, StepPoint q) { return isUpper(p, q); });
        points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    }

    void addCrossing(const BoxedPiece& p, const BoxedPiece& q) {
        const StepEdge& e = p.edge;
        const StepEdge& f = q.edge;
        const std::int64_t fa = sideOf(e, f.a);
        const std::int64_t fb = sideOf(e, f.b);
        if (!differInSign(fa, fb) || !differInSign(sideOf(f, e.a), sideOf(f, e.b))) return;
        const Int128 sign = fa < 0 ? -1 : 1;
        const auto between = [&](std::int32_t from, std::int32_t to) {
            return from + halfStep((static_cast<Int128>(to) - from) * (sign * fa),
                                   sign * (static_cast<Int128>(fa) - fb));
        };
        const StepPoint at{between(f.a.x, f.b.x), between(f.a.y, f.b.y)};
        if (!p.has(at) || !q.has(at)) return;  // another part finds it
        points_.push_back(at);
        limit(points_.size());
    }

    /// Finds the edges that pass points.
    /// \param first  the first of the pieces that may pass them; their boxes follow after `skipped` others
    void meetPoints(std::size_t first, std::size_t skipped, std::span<StepPoint> points) {
        if (points.size() <= fewPoints) return meetFew(skipped, points);
        if (stop_.stop_requested()) throw Cancelled();
        const auto leftOf = [](StepPoint p, StepPoint q) { return p.x < q.x; };
        const auto above = [](StepPoint p, StepPoint q) { return p.y < q.y; };
        const auto [leftmost, rightmost] = std::minmax_element(points.begin(), points.end(), leftOf);
        const auto [highest, lowest] = std::minmax_element(points.begin(), points.end(), above);
        const bool wide = rightmost->x - leftmost->x > lowest->y - highest->y;
        const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
        if (wide) {
            std::nth_element(points.begin(), middle, points.end(), leftOf);
            findSides(first, {1, 0, static_cast<double>(middle->x)});
        } else {
            std::nth_element(points.begin(), middle, points.end(), above);
            findSides(first, {0, 1, static_cast<double>(middle->y)});
        }
        const std::size_t far = replaceBySides(first);
        findBoxes(far, 0);
        meetPoints(far, 0, {middle, points.end()});
        pieces_.resize(far);
        findBoxes(first, 0);
        meetPoints(first, 0, {points.begin(), middle});
    }

    void meetFew(std::size_t skipped, std::span<StepPoint> points) {
        const auto above = [](StepPoint p, StepPoint q) { return p.y < q.y; };
        if (!std::is_sorted(points.begin(), points.end(), above))
            std::sort(points.begin(), points.end(), above);
        auto begin = points.begin();
        for (std::size_t i = skipped; i < boxes_.size(); ++i) {
            while (begin != points.end() && begin->y < boxes_[i].top)
                ++begin;
            for (auto p = begin; p != points.end() && p->y <= boxes_[i].bottom; ++p)
                meet(boxes_[i], *p);
        }
    }

    void meet(const BoxedPiece& piece, StepPoint p) {
        const StepEdge& e = piece.edge;
        if (!piece.has(p) || p == e.a || p == e.b) return;
        const std::int64_t half = (std::abs(static_cast<std::int64_t>(e.b.x) - e.a.x) +
                                   static_cast<std::int64_t>(e.b.y) - e.a.y + 1) /
                                  2;
        const std::int64_t side = std::abs(sideOf(e, p));
        if (side > half) return;
        // The line passes through the inside of the cell, and the edge spans the rows of the cell.
        const bool surely = side + 1 < half && e.a.y < p.y && p.y < e.b.y;
        if (!surely && !meetsCell(e, p)) return;
        found_.push_back({piece.index, p});
        limit(found_.size());
    }

    /// Moves the pieces that have the most common end before the others, and sorts them by direction.
    /// \return how many there are
    std::size_t gatherSpokes(std::size_t first) {
        const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
        const StepPoint hub = commonEnd(first);
        const auto others = std::partition(begin, pieces_.end(), [&](const EdgePiece& piece) {
            return edges_[piece.edge].a == hub || edges_[piece.edge].b == hub;
        });
        const auto outwards = [&](const EdgePiece& piece) {
            const StepEdge& e = edges_[piece.edge];
            return e.a == hub ? e : StepEdge{e.b, e.a};
        };
        std::sort(begin, others, [&](const EdgePiece& p, const EdgePiece& q) {
            return turnsBefore(outwards(p), outwards(q));
        });
        spokes_.clear();
        std::transform(begin, others, std::back_inserter(spokes_), outwards);
        return spokes_.size();
    }

    /// The most common end in a sample of the pieces, if many have it.
    [[nodiscard]] StepPoint commonEnd(std::size_t first) const {
        const std::size_t count = pieces_.size() - first;
        std::vector<StepPoint> ends;
        for (std::size_t i = 0; i < 64; ++i) {
            const StepEdge& e = edges_[pieces_[first + i * count / 64].edge];
            ends.push_back(e.a);
            ends.push_back(e.b);
        }
        std::sort(ends.begin(), ends.end(), &isUpper);
        StepPoint best = ends.front();
        std::size_t most = 0;
        for (auto at = ends.begin(); at != ends.end();) {
            const auto next = std::find_if(at, ends.end(), [&](StepPoint p) { return !(p == *at); });
            if (static_cast<std::size_t>(next - at) > most) {
                most = static_cast<std::size_t>(next - at);
                best = *at;
            }
            at = next;
        }
        return best;
    }

    /// Compares a point with the spokes on both sides of it, as long as a spoke may meet its cell.
    void meetSpokes(StepPoint p) {
        const StepPoint hub = spokes_.front().a;
        if (p == hub) return;
        const auto beside = std::lower_bound(spokes_.begin(), spokes_.end(), StepEdge{hub, p}, &turnsBefore);
        const auto next = static_cast<std::size_t>(beside - spokes_.begin());
        const std::size_t count = spokes_.size();
        const auto isLast = [&](std::size_t i) {
            meet(boxes_[i], p);
            return isBeyond(spokes_[i], p);
        };
        for (std::size_t k = 0; k < count; ++k) {
            if (isLast((next + k) % count)) break;
        }
        for (std::size_t k = 1; k <= count; ++k) {
            if (isLast((next + count - k) % count)) break;
        }
    }

    /// Whether a spoke, and those turned farther away from p, pass p at more than the reach of its cell.
    [[nodiscard]] static bool isBeyond(const StepEdge& spoke, StepPoint p) {
        const double dx = static_cast<double>(spoke.b.x) - spoke.a.x;
        const double dy = static_cast<double>(spoke.b.y) - spoke.a.y;
        const double ahead =
            dx * (static_cast<double>(p.x) - spoke.a.x) + dy * (static_cast<double>(p.y) - spoke.a.y);
        const double side = static_cast<double>(sideOf(spoke, p));
        return ahead <= 0 || side * side > 0.6 * (dx * dx + dy * dy);
    }

    static void limit(std::size_t count) {
        if (count > mostIncidences) {
            throw OutlineError(Problem{.reason = "more than 10,000,000 edges of the outline cross each other",
                                       .advice = "use fewer lines that cross each other"});
        }
    }

    /// The incidences that were found, each once.
    [[nodiscard]] HotPoints grouped() const {
        HotPoints hot;
        hot.firsts.resize(edges_.size() + 1);
        for (const Incidence& each : found_)
            ++hot.firsts[each.edge + 1];
        std::partial_sum(hot.firsts.begin(), hot.firsts.end(), hot.firsts.begin());
        hot.points.resize(found_.size());
        for (const Incidence& each : found_)
            hot.points[hot.firsts[each.edge]++] = each.point;
        // Each entry of `firsts` has moved to the first point of the next edge.
        auto kept = hot.points.begin();
        auto begin = hot.points.begin();
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            const auto end = hot.points.begin() + hot.firsts[i];
            const bool right = edges_[i].b.x >= edges_[i].a.x;
            std::sort(begin, end, [right](StepPoint p, StepPoint q) {
                return p.y != q.y ? p.y < q.y : right ? p.x < q.x : p.x > q.x;
            });
            const auto first = kept;
            for (; begin != end; ++begin) {
                if (kept == first || !(kept[-1] == *begin)) *kept++ = *begin;
            }
            hot.firsts[i] = static_cast<std::uint32_t>(first - hot.points.begin());
        }
        hot.firsts.back() = static_cast<std::uint32_t>(kept - hot.points.begin());
        hot.points.erase(kept, hot.points.end());
        return hot;
    }

    std::span<const StepEdge> edges_;
    const std::stop_token& stop_;
    std::vector<EdgePiece> pieces_;  // a stack of parts; the last one is divided next
    std::vector<EdgePiece> near_;    // the sides of the part that is divided
    std::vector<EdgePiece> far_;
    std::vector<BoxedPiece> boxes_;  // boxes of the part that is compared
    std::vector<StepPoint> points_;
    std::vector<StepEdge> spokes_;  // away from their common end, by direction
    std::vector<Incidence> found_;
    std::uint32_t visited_ = 0;
};

}  // namespace

HotPoints findHotPoints(std::span<const StepEdge> edges, const std::stop_token& stop) {
    return HotPointFinder(edges, stop).find();
}

}  // namespace burin
