// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/fill_means.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/parallel_rows.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/preview_spread.hpp"
#include "core/render/written_samples.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace burin {

namespace {

/// Children are compared with each other, so more of them are not summed.
constexpr std::size_t mostFills = 256;
/// The largest difference between a mean in an exact picture and the mean of the samples.
constexpr double exactWithinValue = 1e-4;
constexpr auto fineSteps = static_cast<double>(outlineSteps);

/// The sums of the samples in a row of blocks.
struct RowTotals {
    std::vector<double> covered;  ///< the area that the fills cover in each block, in samples
    std::vector<double> partly;   ///< at least the number of samples in each block that edges cross
};

/// The areas of one fill over rows of blocks, from the top to the bottom. Coordinates are steps in the
/// outline's frame.
class FillRows {
  public:
    /// \param blocks  the columns and rows of blocks
    FillRows(const FillMeans::Fill& fill, const Rect& blocks, int level)
        : edges_(fill.outline->resolved()),
          at_(fill.at),
          side_(std::int64_t{1} << level),
          clip_(fill.extent.clip(samplesOf(blocks, level))),
          unit_(fineSteps * fineSteps * fill.outline->units()) {
        if (clip_.empty()) return;
        const std::int64_t first = floorDiv(clip_.x, side_);
        const std::int64_t last = floorDiv(clip_.right() - 1, side_);
        firstColumn_ = static_cast<std::size_t>(first - blocks.x);
        borders_.push_back(stepsOf(clip_.x - at_.x));
        for (std::int64_t column = first + 1; column <= last; ++column)
            borders_.push_back(stepsOf(column * side_ - at_.x));
        borders_.push_back(stepsOf(clip_.right() - at_.x));
        own_.resize(columns());
        change_.resize(columns() + 1);
        partly_.resize(columns());
    }

    /// Adds the next row of blocks. \pre rows are added in ascending order
    void addTo(RowTotals& totals, std::int64_t blockRow) {
        const std::int64_t from = std::max(clip_.y, blockRow * side_);
        const std::int64_t to = std::min(clip_.bottom(), (blockRow + 1) * side_);
        if (clip_.empty() || from >= to) return;
        top_ = (from - at_.y) * outlineSteps;
        bottom_ = (to - at_.y) * outlineSteps;
        for (; next_ < edges_.size() && edges_[next_].a.y < bottom_; ++next_) {
            const ResolvedEdge& edge = edges_[next_];
            if (edge.a.y == edge.b.y) {
                if (edge.a.y >= top_) addLevel(edge);
            } else if (edge.b.y > top_) {
                active_.push_back(next_);
            }
        }
        active_.erase(std::remove_if(active_.begin(), active_.end(),
                                     [&](std::size_t i) { return edges_[i].b.y <= top_; }),
                      active_.end());
        for (const std::size_t i : active_)
            addEdge(edges_[i]);
        double before = 0;
        for (std::size_t j = 0; j < columns(); ++j) {
            before += change_[j];
            const double area = own_[j] + before * (borders_[j + 1] - borders_[j]);
            totals.covered[firstColumn_ + j] += area / unit_;
            totals.partly[firstColumn_ + j] += partly_[j];
        }
        std::fill(own_.begin(), own_.end(), 0.0);
        std::fill(change_.begin(), change_.end(), 0.0);
        std::fill(partly_.begin(), partly_.end(), 0.0);
    }

  private:
    [[nodiscard]] static double stepsOf(std::int64_t samples) {
        return static_cast<double>(samples) * fineSteps;
    }
    [[nodiscard]] std::size_t columns() const { return borders_.size() - 1; }
    /// The column of a place right of the left border and left of the right one.
    [[nodiscard]] std::size_t columnOf(double x) const {
        const auto above = std::upper_bound(borders_.begin() + 1, borders_.end() - 1, x);
        return static_cast<std::size_t>(above - borders_.begin()) - 1;
    }

    [[nodiscard]] static double xAt(const ResolvedEdge& edge, std::int64_t y) {
        if (y == edge.a.y) return edge.a.x;
        if (y == edge.b.y) return edge.b.x;
        const double height = static_cast<double>(edge.b.y) - edge.a.y;
        const double share = static_cast<double>(y - edge.a.y) / height;
        return edge.a.x + (static_cast<double>(edge.b.x) - edge.a.x) * share;
    }

    /// A horizontal edge covers nothing, but it may cross samples.
    void addLevel(const ResolvedEdge& edge) {
        if (floorMod(edge.a.y, outlineSteps) == 0) return;
        const double left = std::max<double>(edge.a.x, borders_.front());
        const double right = std::min<double>(edge.b.x, borders_.back());
        if (left >= right) return;
        const double y = edge.a.y;
        for (std::size_t j = columnOf(left); j < columns() && borders_[j] < right; ++j)
            partly_[j] += crossedBy({std::max(left, borders_[j]), y}, {std::min(right, borders_[j + 1]), y});
    }

    struct Place {
        double x = 0, y = 0;
    };

    /// Adds the part of an edge in the current row of blocks.
    void addEdge(const ResolvedEdge& edge) {
        const std::int64_t from = std::max<std::int64_t>(edge.a.y, top_);
        const std::int64_t to = std::min<std::int64_t>(edge.b.y, bottom_);
        const double change = static_cast<double>(edge.right) - edge.left;
        Place left{xAt(edge, from), static_cast<double>(from)};
        Place right{xAt(edge, to), static_cast<double>(to)};
        if (left.x > right.x) std::swap(left, right);
        if (left.x >= borders_.back()) return;
        if (right.x <= borders_.front()) {
            change_[0] += change * std::fabs(right.y - left.y);
            return;
        }
        // No border lies between left and right if they are equal.
        const auto placeAt = [left, right](double x) {
            return Place{x, left.y + (x - left.x) / (right.x - left.x) * (right.y - left.y)};
        };
        Place at = left;
        if (at.x < borders_.front()) {
            at = placeAt(borders_.front());
            change_[0] += change * std::fabs(at.y - left.y);
        }
        const Place end = right.x > borders_.back() ? placeAt(borders_.back()) : right;
        std::size_t j = columnOf(at.x);
        for (; j + 1 < columns() && end.x > borders_[j + 1]; ++j) {
            const Place next = placeAt(borders_[j + 1]);
            addPiece(j, change, at, next);
            at = next;
        }
        addPiece(j, change, at, end);
    }

    /// Adds a piece within one column.
    void addPiece(std::size_t j, double change, Place from, Place to) {
        const double height = std::fabs(to.y - from.y);
        own_[j] += change * height * (borders_[j + 1] - (from.x + to.x) / 2);
        change_[j + 1] += change * height;
        // A piece along the border of samples crosses none of them.
        if (from.x != to.x || !isWhole(from.x)) partly_[j] += crossedBy(from, to);
    }

    [[nodiscard]] static bool isWhole(double steps) { return std::fmod(steps, fineSteps) == 0; }

    /// The sum over all pieces is at least the number of samples that they cross. Contours are closed, so a
    /// contour enters and leaves each sample that it crosses, unless it lies within a single sample; in that
    /// case it has at least three pieces. A piece that ends on a border may continue along it or in another
    /// block.
    [[nodiscard]] static double crossedBy(Place from, Place to) {
        const auto steps = [](double a, double b) {
            return std::fabs(std::floor(b / fineSteps) - std::floor(a / fineSteps));
        };
        double count = steps(from.x, to.x) + steps(from.y, to.y);
        for (const Place& end : {from, to}) {
            if (isWhole(end.x) || isWhole(end.y)) count += 1;
        }
        return count > 0 ? count : 1.0 / 3;
    }

    const std::vector<ResolvedEdge>& edges_;  // sorted by their upper ends
    const Point at_;
    const std::int64_t side_;
    const Rect clip_;    // in samples of the top node's frame
    const double unit_;  // a sample of value 1
    std::size_t firstColumn_ = 0;
    std::vector<double> borders_;  // borders of the columns
    std::vector<double> own_;      // the area that the pieces in a column cover in it
    std::vector<double> change_;   // the area that is added to a column and to all columns right of it
    std::vector<double> partly_;
    std::int64_t top_ = 0, bottom_ = 0;  // top and bottom of the current row
    std::size_t next_ = 0;               // the first edge that begins below the rows so far
    std::vector<std::size_t> active_;    // edges that reach into the current row, in ascending order
};

/// Whether two children of a node may both differ from 0 at a place.
bool anyOverlap(const std::vector<LinkShape>& links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const Extent one = links[i].support.translated(links[i].at);
        for (std::size_t k = 0; k < i; ++k) {
            if (!intersection(one, links[k].support.translated(links[k].at)).empty()) return true;
        }
    }
    return false;
}

}  // namespace

bool FillMeans::add(const Graph& graph, std::size_t n, Point at, const Extent& shown) {
    const GraphNode& node = graph.nodes[n];
    const Extent extent = intersection(shown, node.extent.translated(at));
    if (const DrawnOutline* outline = node.operation->outline()) {
        if (outline->isDistance() || !node.links.empty()) return false;
        // Values between 0 and 1 would be rounded everywhere, not just where edges cross samples.
        if (rounds_ && outline->units() != 1) return false;
        if (fills_.size() >= mostFills) return false;
        fills_.push_back({outline, at, extent});
        return true;
    }
    if (node.links.empty() || node.links.size() > mostFills) return false;
    if (!node.operation->showsApart(node.links) || anyOverlap(node.links)) return false;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Point to = node.links[i].at;
        if (!add(graph, node.children[i], {at.x + to.x, at.y + to.y}, extent)) return false;
    }
    return true;
}

std::optional<FillMeans> FillMeans::of(const Graph& graph) {
    FillMeans means;
    if (const Root* root = rootOf(graph)) {
        means.inverts_ = root->invert;
        means.rounds_ = root->depth == 8;
    }
    means.extent_ = graph.top().extent;
    if (!means.add(graph, graph.nodes.size() - 1, {}, {})) return {};
    return means;
}

Picture FillMeans::picture(const PreviewPart& part) const {
    Picture picture = blank(part);
    const auto width = static_cast<std::size_t>(part.area.width);
    std::atomic<bool> certain = true;
    const std::int64_t strips = std::min<std::int64_t>(part.area.height, rowsAtOnce());
    parallelRows(strips, [&](std::int64_t strip) {
        const std::int64_t from = part.area.height * strip / strips;
        const std::int64_t to = part.area.height * (strip + 1) / strips;
        const Rect blocks{part.area.x, part.area.y + from, part.area.width, to - from};
        std::vector<FillRows> fills;
        for (const Fill& fill : fills_) {
            if (!fill.extent.clip(samplesOf(blocks, part.level)).empty())
                fills.emplace_back(fill, blocks, part.level);
        }
        RowTotals totals;
        for (std::int64_t y = from; y < to; ++y) {
            if (part.stop.stop_requested()) throw Cancelled();
            totals.covered.assign(width, 0.0);
            totals.partly.assign(width, 0.0);
            for (FillRows& fill : fills)
                fill.addTo(totals, part.area.y + y);
            for (std::size_t x = 0; x < width; ++x) {
                const Point block{part.area.x + static_cast<std::int64_t>(x), part.area.y + y};
                const Rect samples = blockSamples(block, part.level, extent_);
                if (samples.empty()) continue;
                const double count = static_cast<double>(samples.width) * static_cast<double>(samples.height);
                const double mean = std::clamp(totals.covered[x] / count, 0.0, 1.0);
                picture.row(y)[x] = static_cast<float>(inverts_ ? 1 - mean : mean);
                // A sample between 0 and 1 is rounded by half a step at most.
                if (rounds_ && totals.partly[x] / count / 510 > exactWithinValue) certain = false;
            }
        }
    });
    picture.exact = certain;
    picture.samplesEach = std::exp2(2.0 * part.level);
    return picture;
}

}  // namespace burin
