// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/coverage.hpp"

#include "core/kernels/outline_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t widestPart = 2048;
constexpr std::int64_t partRows = 16;
/// Columns whose flags share a word.
constexpr std::int64_t wordColumns = 64;
/// Up to so many samples are quicker without the kernel.
constexpr std::int64_t fewSamples = 12;
constexpr std::int64_t fine = 65536;  // parts of a pixel; x and y below are in such parts

/// Sums of the pieces of edges over a few rows. A piece adds to its own pixel, and the remainder to the next
/// one; the sums from left to right are then those that the format page defines.
class CoverageRows {
  public:
    explicit CoverageRows(std::int64_t width) : stride_(width + 2), words_(width / wordColumns + 1) {
        sums_.resize(static_cast<std::size_t>(stride_ * partRows));
        met_.resize(static_cast<std::size_t>(words_ * partRows));
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
    template <class View>
    void finish(const CoverageScale& scale, const View& out) {
        for (std::int64_t y = 0; y < part_.height; ++y) {
            std::int64_t* sums = sums_.data() + y * stride_;
            std::uint64_t* met = met_.data() + y * words_;
            std::int64_t before = 2 * fine * leftSums_[y];
            leftSums_[y] = 0;
            auto* const to = out.row(y);
            std::int64_t x = 0;
            for (std::int64_t word = 0; word < words_; ++word) {
                if (met[word] == 0) continue;
                const std::int64_t first = word * wordColumns + std::countr_zero(met[word]);
                const std::int64_t end = std::min(
                    part_.width, (word + 1) * wordColumns - std::countl_zero(std::exchange(met[word], 0)));
                if (first >= end) break;
                writeAll(valueOf(before, scale), to + x, first - x);
                before = write(sums + first, before, scale, to + first, end - first);
                std::memset(sums + first, 0, static_cast<std::size_t>(end - first) * sizeof(std::int64_t));
                x = end;
            }
            writeAll(valueOf(before, scale), to + x, part_.width - x);
            sums[part_.width] = 0;
            sums[part_.width + 1] = 0;
        }
    }

  private:
    struct FinePoint {
        std::int64_t x, y;  ///< y from the top of the row
    };

    static float valueOf(std::int64_t sum, const CoverageScale& scale) {
        return static_cast<float>(static_cast<double>(std::clamp<std::int64_t>(sum, 0, scale.full)) /
                                  scale.divisor);
    }
    static std::uint8_t levelOf(float value) {
        return static_cast<std::uint8_t>(static_cast<std::int32_t>(value * 255.0F + 0.5F));
    }
    static void writeAll(float value, float* to, std::int64_t count) { std::fill_n(to, count, value); }
    static void writeAll(float value, std::uint8_t* to, std::int64_t count) {
        std::memset(to, levelOf(value), static_cast<std::size_t>(count));
    }
    /// \return the sum after the last of these samples
    static std::int64_t write(const std::int64_t* sums, std::int64_t before, const CoverageScale& scale,
                              float* to, std::int64_t count) {
        if (count > fewSamples) return outlineKernels().cover(sums, before, scale, to, count);
        for (std::int64_t i = 0; i < count; ++i) {
            before += sums[i];
            to[i] = valueOf(before, scale);
        }
        return before;
    }
    static std::int64_t write(const std::int64_t* sums, std::int64_t before, const CoverageScale& scale,
                              std::uint8_t* to, std::int64_t count) {
        float samples[wordColumns];
        const std::int64_t after = write(sums, before, scale, samples, count);
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = levelOf(samples[i]);
        return after;
    }

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
        std::int64_t x = column - part_.x;
        if (x >= part_.width) return;
        if (x < 0) {
            leftSums_[row] += c;
            return;
        }
        const std::int64_t own = c * (2 * ((column + 1) << 16) - sumOfEnds);
        std::int64_t* sums = sums_.data() + row * stride_ + x;
        sums[0] += own;
        sums[1] += 2 * fine * c - own;
        std::uint64_t* met = met_.data() + row * words_;
        met[x / wordColumns] |= std::uint64_t{1} << static_cast<unsigned>(x % wordColumns);
        ++x;
        met[x / wordColumns] |= std::uint64_t{1} << static_cast<unsigned>(x % wordColumns);
    }

    std::int64_t stride_;
    std::int64_t words_;
    std::vector<std::int64_t> sums_;
    std::vector<std::uint64_t> met_;  ///< a bit for each column of a row whose sum is not 0
    std::int64_t leftSums_[partRows] = {};
    Rect part_;
    std::int64_t left_ = 0;
    std::int64_t right_ = 0;
};

template <class View>
void cover(const OutlineIndex& index, std::int32_t units, const Rect& area, const View& out) {
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

}  // namespace

void coverArea(const OutlineIndex& index, std::int32_t units, const Rect& area, const SamplesView& out) {
    cover(index, units, area, out);
}

void coverArea(const OutlineIndex& index, std::int32_t units, const Rect& area, const BytesView& out) {
    cover(index, units, area, out);
}

}  // namespace burin
