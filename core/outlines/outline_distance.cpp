// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/outline_distance.hpp"

#include "core/kernels/outline_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace burin {

namespace {

__extension__ using WideInteger = __int128;

constexpr std::int64_t partSide = 64;
constexpr std::int64_t side = distancePixels;
constexpr std::int64_t middleStep = outlineSteps / 2;
/// Products of smaller numbers, and their sums, are exact in binary64.
constexpr std::int64_t exactReach = std::int64_t{1} << 25;

/// An edge that may be the nearest one to pixels of a part.
struct EdgeInReach {
    StepEdge edge;
    bool isLong = false;  ///< its products need more than 53 bits
    double least = 0;     ///< lower bound of the distance from the block, in steps
};

/// The distance of a point from an edge, with an error of about one step.
double roughDistance(const StepEdge& edge, double x, double y) {
    const double ex = static_cast<double>(edge.b.x) - edge.a.x;
    const double ey = static_cast<double>(edge.b.y) - edge.a.y;
    const double wx = x - edge.a.x;
    const double wy = y - edge.a.y;
    const double t = std::clamp((wx * ex + wy * ey) / (ex * ex + ey * ey), 0.0, 1.0);
    const double dx = wx - t * ex;
    const double dy = wy - t * ey;
    return std::sqrt(dx * dx + dy * dy);
}

/// Measures a part of at most 64 x 64 pixels.
class DistancePart {
  public:
    DistancePart(const OutlineIndex& index, const DistanceTable& table) : index_(index), table_(table) {}

    void compute(const Rect& part, const SamplesView& out) {
        part_ = part;
        const std::int64_t reach = (table_.distanceMaxPx + 1) * outlineSteps;
        found_.clear();
        index_.within(part.x * outlineSteps - reach, part.y * outlineSteps - reach,
                      part.right() * outlineSteps + reach, part.bottom() * outlineSteps + reach, found_);
        findSides();
        near_.clear();
        for (const std::uint32_t i : found_) {
            const StepEdge edge{index_.edges()[i].a, index_.edges()[i].b};
            near_.push_back({edge, isLong(edge)});
        }
        keepNearest(near_, nearPart_, part);
        for (std::int64_t y = 0; y < part.height; y += side) {
            for (std::int64_t x = 0; x < part.width; x += side) {
                const Rect block{part.x + x, part.y + y, std::min(side, part.width - x),
                                 std::min(side, part.height - y)};
                measure(block, out.part(x, y, block.width, block.height));
            }
        }
    }

  private:
    [[nodiscard]] bool isLong(const StepEdge& edge) const {
        const std::int64_t reach = exactReach - (table_.distanceMaxPx + 2 * partSide) * outlineSteps;
        return std::abs(static_cast<std::int64_t>(edge.b.x) - edge.a.x) >= reach ||
               static_cast<std::int64_t>(edge.b.y) - edge.a.y >= reach;
    }

    /// Sums, for each middle of a pixel, the value steps of the edges to its left.
    void findSides() {
        sides_.assign(static_cast<std::size_t>(part_.width * part_.height), 0);
        for (std::int64_t y = part_.y; y < part_.bottom();) {
            const std::int64_t bandEnd = (floorDiv(y, OutlineIndex::bandRows) + 1) * OutlineIndex::bandRows;
            const std::int64_t rows = std::min(part_.bottom(), bandEnd) - y;
            std::int64_t sums[OutlineIndex::bandRows] = {};
            index_.visit(y, rows, part_.x * outlineSteps, part_.right() * outlineSteps, sums,
                         [&](std::uint32_t i) { addSide(index_.edges()[i], y, rows, sums); });
            for (std::int64_t r = 0; r < rows; ++r) {
                std::int64_t* row = sides_.data() + (y + r - part_.y) * part_.width;
                std::int64_t sum = sums[r];
                for (std::int64_t x = 0; x < part_.width; ++x)
                    row[x] = sum += row[x];
            }
            y += rows;
        }
    }

    void addSide(const ResolvedEdge& edge, std::int64_t firstRow, std::int64_t rows, std::int64_t* sums) {
        const std::int64_t dx = static_cast<std::int64_t>(edge.b.x) - edge.a.x;
        const std::int64_t dy = static_cast<std::int64_t>(edge.b.y) - edge.a.y;
        for (std::int64_t y = firstRow; y < firstRow + rows; ++y) {
            const std::int64_t middle = y * outlineSteps + middleStep;
            if (middle < edge.a.y || middle >= edge.b.y) continue;
            const std::int64_t crossing = edge.a.x + floorDiv((middle - edge.a.y) * dx, dy);
            // The first pixel whose middle is to the right of the crossing.
            const std::int64_t x = floorDiv(crossing - middleStep, outlineSteps) + 1 - part_.x;
            const std::int64_t change = edge.right - edge.left;
            if (x <= 0) {
                sums[y - firstRow] += change;
            } else if (x < part_.width) {
                sides_[static_cast<std::size_t>((y - part_.y) * part_.width + x)] += change;
            }
        }
    }

    /// Keeps the edges within D that are the nearest one to at least one point between the middles of the
    /// block's pixels.
    void keepNearest(const std::vector<EdgeInReach>& from, std::vector<EdgeInReach>& kept,
                     const Rect& block) const {
        const double halfWidth = static_cast<double>((block.width - 1) * outlineSteps) / 2;
        const double halfHeight = static_cast<double>((block.height - 1) * outlineSteps) / 2;
        const double x = static_cast<double>(block.x * outlineSteps + middleStep) + halfWidth;
        const double y = static_cast<double>(block.y * outlineSteps + middleStep) + halfHeight;
        const double radius = std::sqrt(halfWidth * halfWidth + halfHeight * halfHeight) + 2;
        double limit = static_cast<double>(table_.distanceMaxPx * outlineSteps) + radius;
        kept.clear();
        for (const EdgeInReach& edge : from) {
            const double distance = roughDistance(edge.edge, x, y);
            limit = std::min(limit, distance + 2 * radius);
            if (distance > limit) continue;
            kept.push_back(edge);
            kept.back().least = distance;
        }
        std::erase_if(kept, [&](const EdgeInReach& edge) { return edge.least > limit; });
    }

    void measure(const Rect& block, const SamplesView& out) {
        keepNearest(nearPart_, nearBlock_, block);
        const auto largest = static_cast<double>(table_.distanceMaxPx);
        double beside[side * side];
        double ends[side * side];
        std::fill_n(beside, side * side, std::numeric_limits<double>::infinity());
        std::fill_n(ends, side * side, std::numeric_limits<double>::infinity());
        const std::int64_t originX = block.x * outlineSteps + middleStep;
        const std::int64_t originY = block.y * outlineSteps + middleStep;
        short_.clear();
        for (const EdgeInReach& near : nearBlock_) {
            if (near.isLong) {
                measureLong(near.edge, originX, originY, beside, ends);
                continue;
            }
            DistanceEdge e;
            e.ax = static_cast<double>(near.edge.a.x - originX);
            e.ay = static_cast<double>(near.edge.a.y - originY);
            e.ex = static_cast<double>(near.edge.b.x) - near.edge.a.x;
            e.ey = static_cast<double>(near.edge.b.y) - near.edge.a.y;
            e.q = e.ex * e.ex + e.ey * e.ey;
            e.root = std::sqrt(e.q);
            short_.push_back(e);
        }
        outlineKernels().measure(short_.data(), static_cast<std::int64_t>(short_.size()), beside, ends);
        for (std::int64_t y = 0; y < block.height; ++y) {
            const std::int64_t* sides =
                sides_.data() + (block.y - part_.y + y) * part_.width + (block.x - part_.x);
            float* to = out.row(y);
            for (std::int64_t x = 0; x < block.width; ++x) {
                const double steps = std::min(beside[y * side + x], std::sqrt(ends[y * side + x]));
                const double d = std::min(steps / outlineSteps, largest);
                to[x] = table_.at(sides[x] == 0 ? -d : d);
            }
        }
    }

    static void measureLong(const StepEdge& edge, std::int64_t originX, std::int64_t originY, double* beside,
                            double* ends) {
        const WideInteger ex = static_cast<std::int64_t>(edge.b.x) - edge.a.x;
        const WideInteger ey = static_cast<std::int64_t>(edge.b.y) - edge.a.y;
        const WideInteger q = ex * ex + ey * ey;
        const double root = std::sqrt(static_cast<double>(q));
        for (std::int64_t y = 0; y < side; ++y) {
            for (std::int64_t x = 0; x < side; ++x) {
                const WideInteger wx = originX + x * outlineSteps - edge.a.x;
                const WideInteger wy = originY + y * outlineSteps - edge.a.y;
                const WideInteger k = wx * ex + wy * ey;
                const std::int64_t at = y * side + x;
                if (k > 0 && k < q) {
                    const WideInteger across = wx * ey - wy * ex;
                    beside[at] =
                        std::min(beside[at], static_cast<double>(across < 0 ? -across : across) / root);
                    continue;
                }
                const WideInteger vx = k <= 0 ? wx : wx - ex;
                const WideInteger vy = k <= 0 ? wy : wy - ey;
                ends[at] = std::min(ends[at], static_cast<double>(vx * vx + vy * vy));
            }
        }
    }

    const OutlineIndex& index_;
    const DistanceTable& table_;
    Rect part_;
    std::vector<std::uint32_t> found_;
    std::vector<std::int64_t> sides_;
    std::vector<EdgeInReach> near_;
    std::vector<EdgeInReach> nearPart_;
    std::vector<EdgeInReach> nearBlock_;
    std::vector<DistanceEdge> short_;
};

}  // namespace

float DistanceTable::at(double distance) const {
    const double place = 64 * (distance + static_cast<double>(distanceMaxPx));
    const auto i = static_cast<std::size_t>(place);
    const auto f = static_cast<float>(place - static_cast<double>(i));
    return values[i] + (values[i + 1] - values[i]) * f;
}

void distanceArea(const OutlineIndex& index, const DistanceTable& table, const Rect& area,
                  const SamplesView& out) {
    DistancePart part(index, table);
    for (std::int64_t y = area.y; y < area.bottom(); y += partSide) {
        for (std::int64_t x = area.x; x < area.right(); x += partSide) {
            const Rect of{x, y, std::min(partSide, area.right() - x), std::min(partSide, area.bottom() - y)};
            part.compute(of, out.part(x - area.x, y - area.y, of.width, of.height));
        }
    }
}

}  // namespace burin
