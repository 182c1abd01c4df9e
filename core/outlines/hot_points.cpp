// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/hot_points.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <cmath>

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

/// The parameters at which start + t * by lies in [-1, 1). \return false if there are none
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
    // In half steps from p.
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
constexpr std::size_t fanPart = 64;
constexpr std::size_t sampleSize = 24;
/// Parts overlap by this many steps, so that an edge lies in the part of every end whose cell it meets.
constexpr double overlapSteps = 2;
constexpr std::size_t mostIncidences = 2 * mostOutlineEdges;

/// A piece of an edge: the part between two parameters in [0, 1].
struct EdgePiece {
    std::uint32_t edge = 0;
    float from = 0;
    float to = 1;
};

/// A line that divides pieces: the places where nx x + ny y = at.
struct DividingLine {
    double nx = 1;
    double ny = 0;
    double at = 0;
};

std::int32_t halfStep(Int128 numerator, Int128 denominator) {
    // floor(numerator / denominator + 1/2), denominator > 0
    const Int128 twice = 2 * numerator + denominator;
    Int128 quotient = twice / (2 * denominator);
    if (twice % (2 * denominator) < 0) --quotient;
    return static_cast<std::int32_t>(quotient);
}

/// Divides the plane. In its first pass it compares edges with each other, in its second edges with
/// crossings.
class HotPointFinder {
  public:
    HotPointFinder(std::span<const StepEdge> edges, const std::stop_token& stop)
        : edges_(edges), stop_(stop) {}

    std::vector<HotIncidence> find() {
        for (std::size_t i = 0; i < edges_.size(); ++i)
            pieces_.push_back({static_cast<std::uint32_t>(i), 0, 1});
        divide(0, 0);
        const auto order = [](StepPoint p, StepPoint q) { return isUpper(p, q); };
        std::sort(crossings_.begin(), crossings_.end(), order);
        crossings_.erase(std::unique(crossings_.begin(), crossings_.end()), crossings_.end());
        if (!crossings_.empty()) {
            secondPass_ = true;
            pieces_.clear();
            for (std::size_t i = 0; i < edges_.size() + crossings_.size(); ++i)
                pieces_.push_back({static_cast<std::uint32_t>(i), 0, 1});
            divide(0, 0);
        }
        sortIncidences();
        return std::move(found_);
    }

  private:
    [[nodiscard]] bool isCrossing(std::uint32_t edge) const { return edge >= edges_.size(); }
    [[nodiscard]] StepEdge edgeAt(std::uint32_t index) const {
        if (!isCrossing(index)) return edges_[index];
        const StepPoint p = crossings_[index - edges_.size()];
        return {p, p};
    }

    /// The places of a piece along the normal of a line.
    struct Span {
        double first, last;
    };
    [[nodiscard]] Span along(const EdgePiece& piece, const DividingLine& line) const {
        const StepEdge e = edgeAt(piece.edge);
        const double a = line.nx * e.a.x + line.ny * e.a.y;
        const double b = line.nx * e.b.x + line.ny * e.b.y;
        return {a + (b - a) * static_cast<double>(piece.from), a + (b - a) * static_cast<double>(piece.to)};
    }

    void divide(std::size_t first, int depth) {
        const std::size_t count = pieces_.size() - first;
        if ((++visited_ & 255) == 0 && stop_.stop_requested()) throw Cancelled();
        if (secondPass_ && !mixed(first)) return;
        if (count <= smallPart || depth > 400) return compare(first);
        const std::optional<DividingLine> line = bestLine(first);
        if (!line) return compare(first);
        // Appends the pieces on the far side, then those on the near side, so that the near side is divided
        // first.
        const std::size_t far = pieces_.size();
        nearPieces_.clear();
        for (std::size_t i = first; i < far; ++i) {
            const EdgePiece piece = pieces_[i];
            const Span span = along(piece, *line);
            addSide(piece, span, line->at - overlapSteps, true, pieces_);
            addSide(piece, span, line->at + overlapSteps, false, nearPieces_);
        }
        const std::size_t near = pieces_.size();
        pieces_.insert(pieces_.end(), nearPieces_.begin(), nearPieces_.end());
        const std::size_t most = std::max(near - far, nearPieces_.size());
        if (most > count - count / 20) {
            pieces_.resize(far);
            return compare(first);
        }
        // The sides replace the part.
        pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(first),
                      pieces_.begin() + static_cast<std::ptrdiff_t>(far));
        divide(near - count, depth + 1);
        pieces_.resize(near - count);
        divide(first, depth + 1);
    }

    [[nodiscard]] bool mixed(std::size_t first) const {
        bool points = false;
        bool edges = false;
        for (std::size_t i = first; i < pieces_.size() && !(points && edges); ++i)
            (isCrossing(pieces_[i].edge) ? points : edges) = true;
        return points && edges;
    }

    /// Appends the part of a piece on one side of a limit.
    static void addSide(const EdgePiece& piece, const Span& span, double limit, bool farSide,
                        std::vector<EdgePiece>& to) {
        const double low = std::min(span.first, span.last);
        const double high = std::max(span.first, span.last);
        if (farSide ? high < limit : low > limit) return;
        if (farSide ? low >= limit : high <= limit) {
            to.push_back(piece);
            return;
        }
        // The piece is cut at its crossing with the limit.
        constexpr float slack = 0x1p-21F;
        const double share = (limit - span.first) / (span.last - span.first);
        const auto at = static_cast<float>(piece.from + (piece.to - piece.from) * share);
        const bool keepsEnd = (span.last > span.first) == farSide;
        EdgePiece part = piece;
        if (keepsEnd) {
            part.from = std::max(piece.from, at - slack);
        } else {
            part.to = std::min(piece.to, at + slack);
        }
        to.push_back(part);
    }

    /// The line that leaves the fewest pairs, judged by a sample; nothing if none leaves clearly fewer.
    [[nodiscard]] std::optional<DividingLine> bestLine(std::size_t first) {
        const std::size_t count = pieces_.size() - first;
        const std::size_t taken = std::min(count, sampleSize);
        for (std::size_t i = 0; i < taken; ++i)
            sample_[i] = pieces_[first + (2 * i + 1) * count / (2 * taken)];
        std::optional<DividingLine> best;
        double leastCost = 0.9;
        const auto tryLine = [&](double nx, double ny) {
            DividingLine line{nx, ny, 0};
            double middles[sampleSize] = {};
            for (std::size_t i = 0; i < taken; ++i) {
                const Span span = along(sample_[i], line);
                middles[i] = (span.first + span.last) / 2;
            }
            std::nth_element(middles, middles + taken / 2, middles + taken);
            line.at = middles[taken / 2] + 0.25;
            double near = 0;
            double far = 0;
            for (std::size_t i = 0; i < taken; ++i) {
                const Span span = along(sample_[i], line);
                near += std::min(span.first, span.last) <= line.at + overlapSteps ? 1 : 0;
                far += std::max(span.first, span.last) >= line.at - overlapSteps ? 1 : 0;
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
                const StepEdge e = edgeAt(sample_[i].edge);
                const double dx = static_cast<double>(e.b.x) - e.a.x;
                const double dy = static_cast<double>(e.b.y) - e.a.y;
                const double far = std::sqrt(dx * dx + dy * dy);
                if (far > 0) tryLine(-dy / far, dx / far);
            }
        }
        return best;
    }

    void compare(std::size_t first) {
        const std::size_t count = pieces_.size() - first;
        if (!secondPass_ && count > fanPart) return compareLarge(first);
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            for (std::size_t j = i + 1; j < pieces_.size(); ++j)
                comparePair(pieces_[i].edge, pieces_[j].edge);
            if (count > 1000 && stop_.stop_requested()) throw Cancelled();
        }
    }

    /// Compares many edges that no line divides. Most of them may share an end. Edges that share an end do
    /// not cross elsewhere, and the only other ends near an edge are those of its neighbours by direction.
    void compareLarge(std::size_t first) {
        const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
        const StepPoint hub = commonEnd(first);
        const auto atHub = [&](const EdgePiece& piece) {
            const StepEdge e = edgeAt(piece.edge);
            return e.a == hub || e.b == hub;
        };
        const auto others = std::partition(begin, pieces_.end(), atHub);
        const auto spokes = static_cast<std::size_t>(others - begin);
        const auto outwards = [&](std::uint32_t edge) {
            const StepEdge e = edgeAt(edge);
            return e.a == hub ? e : StepEdge{e.b, e.a};
        };
        const auto below = [](const StepEdge& e) { return isUpper(e.a, e.b); };
        std::sort(begin, others, [&](const EdgePiece& p, const EdgePiece& q) {
            const StepEdge e = outwards(p.edge);
            const StepEdge f = outwards(q.edge);
            if (below(e) != below(f)) return below(e);
            const std::int64_t turn = sideOf(e, f.b);
            return turn != 0 ? turn > 0 : p.edge < q.edge;
        });
        for (std::size_t i = 0; i < spokes; ++i) {
            const std::uint32_t edge = pieces_[first + i].edge;
            const StepPoint end = outwards(edge).b;
            for (const std::size_t step : {std::size_t{1}, spokes - 1}) {
                std::size_t at = (i + step) % spokes;
                for (; at != i; at = (at + step) % spokes) {
                    const std::uint32_t other = pieces_[first + at].edge;
                    comparePair(edge, other);
                    if (isBeyond(outwards(other), end)) break;
                }
            }
        }
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            for (std::size_t j = std::max(i + 1, first + spokes); j < pieces_.size(); ++j)
                comparePair(pieces_[i].edge, pieces_[j].edge);
            if (stop_.stop_requested()) throw Cancelled();
        }
    }

    /// Whether the edge, and those turned farther away from p, pass p at more than the reach of its cell. All
    /// begin at the same end, and p is another end.
    [[nodiscard]] static bool isBeyond(const StepEdge& edge, StepPoint p) {
        const double dx = static_cast<double>(edge.b.x) - edge.a.x;
        const double dy = static_cast<double>(edge.b.y) - edge.a.y;
        const double ahead =
            dx * (static_cast<double>(p.x) - edge.a.x) + dy * (static_cast<double>(p.y) - edge.a.y);
        const double side = static_cast<double>(sideOf(edge, p));
        return ahead <= 0 || side * side > 0.6 * (dx * dx + dy * dy);
    }

    /// The end that most of a sample have, if many have one.
    [[nodiscard]] StepPoint commonEnd(std::size_t first) {
        const std::size_t count = pieces_.size() - first;
        std::vector<StepPoint> ends;
        for (std::size_t i = 0; i < 64; ++i) {
            const StepEdge e = edgeAt(pieces_[first + i * count / 64].edge);
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

    void comparePair(std::uint32_t i, std::uint32_t j) {
        if (secondPass_) {
            if (isCrossing(i) == isCrossing(j)) return;
            if (isCrossing(i)) std::swap(i, j);
            return meet(i, edges_[i], crossings_[j - edges_.size()]);
        }
        const StepEdge& e = edges_[i];
        const StepEdge& f = edges_[j];
        if (f.a.y > e.b.y + 1 || e.a.y > f.b.y + 1) return;
        const auto [eLeft, eRight] = std::minmax(e.a.x, e.b.x);
        const auto [fLeft, fRight] = std::minmax(f.a.x, f.b.x);
        if (fLeft > eRight + 1 || eLeft > fRight + 1) return;
        const std::int64_t fa = sideOf(e, f.a);
        const std::int64_t fb = sideOf(e, f.b);
        const std::int64_t half = (static_cast<std::int64_t>(eRight) - eLeft + e.b.y - e.a.y + 1) / 2;
        if ((fa > half && fb > half) || (fa < -half && fb < -half)) return;
        const std::int64_t ea = sideOf(f, e.a);
        const std::int64_t eb = sideOf(f, e.b);
        if ((fa < 0) != (fb < 0) && fa != 0 && fb != 0 && (ea < 0) != (eb < 0) && ea != 0 && eb != 0)
            addCrossing(f, fa, fb);
        meet(i, e, f.a);
        meet(i, e, f.b);
        meet(j, f, e.a);
        meet(j, f, e.b);
    }

    /// \param fa, fb  how far the ends of f lie from the line that it crosses, with different signs
    void addCrossing(const StepEdge& f, std::int64_t fa, std::int64_t fb) {
        Int128 numerator = fa;
        Int128 denominator = static_cast<Int128>(fa) - fb;
        if (denominator < 0) {
            numerator = -numerator;
            denominator = -denominator;
        }
        const auto between = [&](std::int32_t from, std::int32_t to) {
            return from + halfStep((static_cast<Int128>(to) - from) * numerator, denominator);
        };
        crossings_.push_back({between(f.a.x, f.b.x), between(f.a.y, f.b.y)});
        limit(crossings_.size());
    }

    void meet(std::uint32_t index, const StepEdge& edge, StepPoint p) {
        if (p == edge.a || p == edge.b) return;
        const std::int64_t half = (std::abs(static_cast<std::int64_t>(edge.b.x) - edge.a.x) +
                                   std::abs(static_cast<std::int64_t>(edge.b.y) - edge.a.y) + 1) /
                                  2;
        if (std::abs(sideOf(edge, p)) > half || !meetsCell(edge, p)) return;
        found_.push_back({index, p});
        limit(found_.size());
    }

    static void limit(std::size_t count) {
        if (count > mostIncidences) {
            throw OutlineError(
                Problem{.reason = "the outline has more than 10,000,000 edges where it crosses itself",
                        .advice = "use fewer lines that cross each other"});
        }
    }

    void sortIncidences() {
        std::sort(found_.begin(), found_.end(), [this](const HotIncidence& p, const HotIncidence& q) {
            if (p.edge != q.edge) return p.edge < q.edge;
            if (p.point.y != q.point.y) return p.point.y < q.point.y;
            const StepEdge& e = edges_[p.edge];
            return e.b.x >= e.a.x ? p.point.x < q.point.x : p.point.x > q.point.x;
        });
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    }

    std::span<const StepEdge> edges_;
    const std::stop_token& stop_;
    std::vector<EdgePiece> pieces_;      // a stack of parts; the last one is divided
    std::vector<EdgePiece> nearPieces_;  // of the part that is divided
    EdgePiece sample_[sampleSize];
    std::vector<StepPoint> crossings_;
    std::vector<HotIncidence> found_;
    bool secondPass_ = false;
    std::uint32_t visited_ = 0;
};

}  // namespace

std::vector<HotIncidence> findHotPoints(std::span<const StepEdge> edges, const std::stop_token& stop) {
    return HotPointFinder(edges, stop).find();
}

}  // namespace burin
