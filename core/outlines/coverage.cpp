// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/coverage.hpp"

#include "core/kernels/outline_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace burin {

namespace {

constexpr std::int64_t widestPart = 2048;
constexpr std::int64_t partRows = 16;
/// Columns that are passed over together if no edge meets them.
constexpr std::int64_t flagColumns = 32;
constexpr std::int64_t fine = 65536;  // parts of a pixel; x and y below are in such parts

/// Sums of the pieces of edges over a few rows. A piece adds to its own pixel, and the remainder to the next
/// one; the sums from left to right are then those that the format page defines.
class CoverageRows {
  public:
    explicit CoverageRows(std::int64_t width)
        : stride_(width + 2), flags_((width + flagColumns) / flagColumns + 1) {
        sums_.resize(static_cast<std::size_t>(stride_ * partRows));
        met_.resize(static_cast<std::size_t>(flags_ * partRows));
    }

    void begin(const Rect& part) {
        part_ = part;
        left_ = part.x * fine;
        right_ = part.right() * fine;
    }
    [[nodiscard]] std::int64_t* leftSums() { return leftSums_; }

    void add(const ResolvedEdge& edge) {
        const std::int64_t change = edge.right - edge.left;
        const std::int64_t top = std::max<std::int64_t>(edge.a.y, part_.y * outlineSteps);
        const std::int64_t bottom = std::min<std::int64_t>(edge.b.y, part_.bottom() * outlineSteps);
        if (top >= bottom) return;
        RowWalk walk(edge, top);
        std::int64_t x = walk.x(top);
        std::int64_t y = top;
        for (std::int64_t row = floorDiv(top, outlineSteps); y < bottom; ++row) {
            const std::int64_t border = (row + 1) * outlineSteps;
            const std::int64_t nextY = std::min(border, bottom);
            const std::int64_t nextX = walk.x(nextY);
            const std::int64_t inRow = row - part_.y;
            addLine(inRow, change, {x, (y - row * outlineSteps) * outlineSteps},
                    {nextX, (nextY - row * outlineSteps) * outlineSteps});
            x = nextX;
            y = nextY;
        }
    }

    /// Writes the samples, and resets the sums to 0.
    void finish(const CoverageScale& scale, const SamplesView& out) {
        for (std::int64_t y = 0; y < part_.height; ++y) {
            std::int64_t* sums = sums_.data() + y * stride_;
            std::uint8_t* met = met_.data() + y * flags_;
            std::int64_t before = 2 * fine * leftSums_[y];
            leftSums_[y] = 0;
            float* to = out.row(y);
            for (std::int64_t x = 0; x < part_.width;) {
                const std::int64_t first = x / flagColumns;
                std::int64_t last = first + 1;
                const std::int64_t lastFlag = (part_.width + flagColumns - 1) / flagColumns;
                while (last < lastFlag && (met[last] != 0) == (met[first] != 0))
                    ++last;
                const std::int64_t end = std::min(part_.width, last * flagColumns);
                if (met[first] == 0) {
                    const std::int64_t clamped = std::clamp<std::int64_t>(before, 0, scale.full);
                    std::fill(to + x, to + end,
                              static_cast<float>(static_cast<double>(clamped) / scale.divisor));
                } else {
                    before = outlineKernels().cover(sums + x, before, scale, to + x, end - x);
                    std::memset(sums + x, 0, static_cast<std::size_t>(end - x) * sizeof(std::int64_t));
                }
                x = end;
            }
            sums[part_.width] = 0;
            sums[part_.width + 1] = 0;
            std::memset(met, 0, static_cast<std::size_t>(flags_));
        }
    }

  private:
    struct FinePoint {
        std::int64_t x, y;  ///< y from the top of the row
    };

    /// x of an edge at heights from top to bottom.
    class RowWalk {
      public:
        RowWalk(const ResolvedEdge& edge, std::int64_t top) : edge_(edge) {
            dx_ = static_cast<std::int64_t>(edge.b.x) - edge.a.x;
            dy_ = static_cast<std::int64_t>(edge.b.y) - edge.a.y;
            if (dx_ == 0) return;
            at_ = top;
            const std::int64_t from = (top - edge.a.y) * dx_;
            q_ = floorDiv(from, dy_);
            r_ = from - q_ * dy_;
            stepQ_ = floorDiv(outlineSteps * dx_, dy_);
            stepR_ = outlineSteps * dx_ - stepQ_ * dy_;
        }
        /// \pre y is neither above the last y nor outside of the edge
        [[nodiscard]] std::int64_t x(std::int64_t y) {
            if (dx_ == 0 || y == edge_.a.y) return static_cast<std::int64_t>(edge_.a.x) * outlineSteps;
            if (y == edge_.b.y) return static_cast<std::int64_t>(edge_.b.x) * outlineSteps;
            if (y - at_ == outlineSteps) {
                q_ += stepQ_;
                r_ += stepR_;
                if (r_ >= dy_) {
                    r_ -= dy_;
                    ++q_;
                }
            } else if (y != at_) {
                const std::int64_t from = (y - edge_.a.y) * dx_;
                q_ = floorDiv(from, dy_);
                r_ = from - q_ * dy_;
            }
            at_ = y;
            // Both are below 2^41, and the quotient is below 257: rounding cannot carry it to a whole number.
            const double share = static_cast<double>(512 * r_ + dy_) / static_cast<double>(2 * dy_);
            return outlineSteps * (edge_.a.x + q_) + static_cast<std::int64_t>(share);
        }

      private:
        const ResolvedEdge& edge_;
        std::int64_t dx_ = 0, dy_ = 0, at_ = 0, q_ = 0, r_ = 0, stepQ_ = 0, stepR_ = 0;
    };

    /// A piece of an edge in one row.
    void addLine(std::int64_t row, std::int64_t change, FinePoint from, FinePoint to) {
        const std::int64_t height = to.y - from.y;
        const FinePoint l = from.x <= to.x ? from : to;
        const FinePoint r = from.x <= to.x ? to : from;
        if (l.x >= right_) return;
        const std::int64_t border = ((l.x >> 16) + 1) << 16;
        if (r.x <= border) {
            addPiece(row, l.x >> 16, change * height, l.x + r.x);
        } else if (r.x < left_) {
            leftSums_[row] += change * height;
        } else {
            addColumns(row, change, l, r, border);
        }
    }

    /// A piece that meets several columns.
    void addColumns(std::int64_t row, std::int64_t change, FinePoint l, FinePoint r, std::int64_t border) {
        const std::int64_t width = r.x - l.x;
        const std::int64_t rise = r.y - l.y;
        // All columns to the left of the part count as one piece.
        if (border < left_) border = left_;
        const std::int64_t from = 2 * (border - l.x) * rise + width;
        std::int64_t q = floorDiv(from, 2 * width);
        std::int64_t rest = from - q * 2 * width;
        const std::int64_t stepQ = floorDiv(2 * fine * rise, 2 * width);
        const std::int64_t stepR = 2 * fine * rise - stepQ * 2 * width;
        FinePoint at = l;
        while (border < r.x && border <= right_) {
            const FinePoint next{border, l.y + q};
            addPiece(row, (border >> 16) - 1, change * std::abs(next.y - at.y), at.x + next.x);
            at = next;
            border += fine;
            q += stepQ;
            rest += stepR;
            if (rest >= 2 * width) {
                rest -= 2 * width;
                ++q;
            }
        }
        if (border >= r.x) addPiece(row, at.x >> 16, change * std::abs(r.y - at.y), at.x + r.x);
    }

    void addPiece(std::int64_t row, std::int64_t column, std::int64_t c, std::int64_t sumOfEnds) {
        const std::int64_t x = column - part_.x;
        if (x >= part_.width) return;
        if (x < 0) {
            leftSums_[row] += c;
            return;
        }
        const std::int64_t own = c * (2 * ((column + 1) << 16) - sumOfEnds);
        std::int64_t* sums = sums_.data() + row * stride_ + x;
        sums[0] += own;
        sums[1] += 2 * fine * c - own;
        met_[static_cast<std::size_t>(row * flags_ + x / flagColumns)] = 1;
        met_[static_cast<std::size_t>(row * flags_ + (x + 1) / flagColumns)] = 1;
    }

    std::int64_t stride_;
    std::int64_t flags_;
    std::vector<std::int64_t> sums_;
    std::vector<std::uint8_t> met_;
    std::int64_t leftSums_[partRows] = {};
    Rect part_;
    std::int64_t left_ = 0;
    std::int64_t right_ = 0;
};

}  // namespace

void coverArea(const OutlineIndex& index, std::int32_t units, const Rect& area, const SamplesView& out) {
    const std::int64_t full = (std::int64_t{1} << 33) * units;
    const CoverageScale scale{full, static_cast<double>(full)};
    CoverageRows rows(std::min(area.width, widestPart));
    for (std::int64_t y = area.y; y < area.bottom();) {
        const std::int64_t bandEnd = (floorDiv(y, OutlineIndex::bandRows) + 1) * OutlineIndex::bandRows;
        const std::int64_t height = std::min({partRows, area.bottom() - y, bandEnd - y});
        for (std::int64_t x = area.x; x < area.right(); x += widestPart) {
            const Rect part{x, y, std::min(widestPart, area.right() - x), height};
            rows.begin(part);
            index.visit(y, height, part.x * outlineSteps, part.right() * outlineSteps, rows.leftSums(),
                        [&](std::uint32_t edge) { rows.add(index.edges()[edge]); });
            rows.finish(scale, out.part(x - area.x, y - area.y, part.width, height));
        }
        y += height;
    }
}

}  // namespace burin
