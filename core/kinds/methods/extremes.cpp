// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/extremes.hpp"

#include "core/kinds/methods/prefetch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace burin {

namespace {

/// Columns that are computed together, so that the rows in use stay in the processor's cache.
constexpr std::int64_t stripColumns = 512;
/// The same for small shapes, which use few rows: the longer a row is, the better the processor predicts
/// reads.
constexpr std::int64_t longColumns = 4096;
/// Up to this radius, comparing all rows of a shape at once costs less than sharing comparisons.
constexpr int smallRadius = 7;
constexpr std::int64_t smallWindow = 2 * smallRadius + 1;
/// From this window on, comparing neighbours first costs less than comparing all samples of the window.
constexpr std::int64_t pairedWindow = 9;

std::size_t rowBytes(std::int64_t samples) {
    return Scratch::padded(static_cast<std::size_t>(samples) * sizeof(float));
}

/// Rows of scratch memory, all of one length.
class Rows {
  public:
    Rows(Scratch& scratch, std::int64_t count, std::int64_t samples)
        : stride_(static_cast<std::int64_t>(rowBytes(samples) / sizeof(float))),
          first_(scratch.array<float>(static_cast<std::size_t>(count * stride_))) {}
    [[nodiscard]] float* operator[](std::int64_t row) const { return first_ + row * stride_; }

    [[nodiscard]] static std::size_t bytes(std::int64_t count, std::int64_t samples) {
        return static_cast<std::size_t>(count) * rowBytes(samples);
    }

  private:
    std::int64_t stride_;
    float* first_;
};

void copyRow(const float* from, float* to, std::int64_t count) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

const ExtremeLoops& loopsOf(const ExtremeKernels& kernels, Extreme which) {
    return which == Extreme::greatest ? kernels.greatest : kernels.least;
}

/// Calls visit(source part, out part) for strips of columns.
template <class Visit>
void forEachStrip(const ConstSamplesView& source, const SamplesView& out, int radius, const Visit& visit) {
    for (std::int64_t x = 0; x < out.width; x += stripColumns) {
        const std::int64_t width = std::min(stripColumns, out.width - x);
        visit(source.part(x, 0, width + 2 * radius, source.height), out.part(x, 0, width, out.height));
    }
}

std::int64_t stripWidth(const Size& size) {
    return std::min(stripColumns, size.width);
}

/// Prefetches the samples that the rows [top, bottom) of `out` need in addition to those of the rows above.
void prefetchRows(const ConstSamplesView& source, const SamplesView& out, std::int64_t x, std::int64_t width,
                  std::int64_t top, std::int64_t bottom) {
    for (std::int64_t y = top; y < bottom; ++y) {
        prefetchSamples(source.row(source.height - out.height + y) + x, width);
        prefetchSamples(out.row(y) + x, width);
    }
}

/// out[x] = the extreme of row[x], ..., row[x + window - 1]. `line` has room for as many samples as `row`,
/// and may be the same array. \pre window > 1
void slide(const ExtremeLoops& loops, const float* row, float* line, float* out, std::int64_t count,
           std::int64_t window) {
    std::int64_t run = 1;
    for (; 2 * run <= window; run *= 2) {
        loops.combine(row, row + run, line, count + window - 2 * run);
        row = line;
    }
    loops.combine(row, row + window - run, out, count);
}

}  // namespace

std::size_t SquareExtremes::scratchBytes(const Size& size) const {
    if (radius_ <= smallRadius)
        return Rows::bytes(2 * radius_ + 3, std::min(longColumns, size.width) + 2 * radius_);
    return Rows::bytes(2 * radius_ + 3, stripWidth(size) + 2 * radius_);
}

// Each row of the source is read once. Two rows of output share the extremes of all rows except two.
void SquareExtremes::applySmall(Extreme which, const ConstSamplesView& source, const SamplesView& out,
                                Scratch& scratch) const {
    const ExtremeLoops& loops = loopsOf(kernels_, which);
    const std::int64_t window = 2 * radius_ + 1;
    const std::int64_t kept = window + 1;
    const Rows wide(scratch, kept + 1, std::min(longColumns, out.width) + 2 * radius_);
    for (std::int64_t x = 0; x < out.width; x += longColumns) {
        const std::int64_t width = std::min(longColumns, out.width - x);
        const auto across = [&](std::int64_t y) {
            const float* row = source.row(y) + x;
            const std::int64_t run = window < pairedWindow ? 1 : 2;
            if (run > 1) {
                loops.combine(row, row + 1, wide[kept], width + window - 2);
                row = wide[kept];
            }
            const float* columns[smallWindow];
            std::int64_t count = 0;
            for (std::int64_t dx = 0; dx + run < window; dx += run)
                columns[count++] = row + dx;
            columns[count++] = row + window - run;
            loops.gather(columns, count, wide[y % kept], width);
        };
        for (std::int64_t y = 0; y + 1 < window; ++y)
            across(y);
        for (std::int64_t y = 0; y < out.height; y += 2) {
            const bool pair = y + 1 < out.height;
            prefetchRows(source, out, x, width, y + 2, std::min(y + 4, out.height));
            across(y + window - 1);
            if (pair) across(y + window);
            const float* rows[smallWindow + 1];
            for (std::int64_t i = 0; i < kept; ++i)
                rows[i] = wide[(y + i) % kept];
            if (pair)
                loops.gatherPair(rows, kept, out.row(y) + x, out.row(y + 1) + x, width);
            else
                loops.gather(rows, window, out.row(y) + x, width);
        }
    }
}

void SquareExtremes::apply(Extreme which, const ConstSamplesView& wholeSource, const SamplesView& wholeOut,
                           Scratch& scratch) const {
    if (radius_ <= smallRadius) return applySmall(which, wholeSource, wholeOut, scratch);
    const ExtremeLoops& loops = loopsOf(kernels_, which);
    const std::int64_t window = 2 * radius_ + 1;
    const Rows rows(scratch, window + 2, stripWidth({wholeOut.width, wholeOut.height}) + 2 * radius_);
    float* const below = rows[window];  // the extreme of the next block's rows so far
    float* const line = rows[window + 1];
    const auto column = [&](const ConstSamplesView& source, const SamplesView& out) {
        // A block is as high as the window. rows[i] is the extreme of its rows from i on.
        for (std::int64_t top = 0; top < out.height; top += window) {
            copyRow(source.row(top + window - 1), rows[window - 1], source.width);
            for (std::int64_t i = window - 2; i >= 0; --i)
                loops.combine(rows[i + 1], source.row(top + i), rows[i], source.width);
            for (std::int64_t i = 0; i < std::min(window, out.height - top); ++i) {
                const float* tall = rows[0];
                if (i == 1) copyRow(source.row(top + window), below, source.width);
                if (i > 1) loops.combine(below, source.row(top + window + i - 1), below, source.width);
                if (i > 0) {
                    loops.combine(rows[i], below, line, source.width);
                    tall = line;
                }
                slide(loops, tall, line, out.row(top + i), out.width, window);
            }
        }
    };
    forEachStrip(wholeSource, wholeOut, radius_, column);
}

DiscExtremes::DiscExtremes(int radius, InstructionSet set) : kernels_(extremeKernels(set)), radius_(radius) {
    for (int row = 0; row <= radius; ++row) {
        const int halfWidth = discHalfWidth(radius, row);
        if (!chords_.empty() && chords_.back().halfWidth == halfWidth) {
            chords_.back().lastRow = row;
            continue;
        }
        int level = 0;
        while (2 << level <= 2 * halfWidth + 1)
            ++level;
        chords_.push_back({halfWidth, level, row, row});
        levels_ = std::max(levels_, level);
    }
}

/// The rows that are needed to combine one row of the source into the output.
struct DiscExtremes::Strip {
    const ExtremeLoops& loops;
    const SamplesView& out;
    const Rows& runs;        ///< runs[k][x]: the extreme of the source's samples x, ..., x + 2^k - 1
    const Rows& unfinished;  ///< rows of `out`, by their number modulo 2 radius + 1
    float* chord;
    const float* source;  ///< runs of length 1
};

std::size_t DiscExtremes::scratchBytes(const Size& size) const {
    const std::int64_t width = stripWidth(size);
    if (radius_ <= smallRadius) return Rows::bytes(radius_, width + 2 * radius_);
    return Rows::bytes(levels_ + 1, width + 2 * radius_) + Rows::bytes(2 * radius_ + 2, width);
}

// A disc consists of columns as well as of rows: column dx has the samples of the rows up to
// discHalfWidth(radius, dx) above and below. Each distinct column is computed from the next shorter one, but
// the middle one, which is used once.
void DiscExtremes::applySmall(Extreme which, const ConstSamplesView& source, const SamplesView& out,
                              Scratch& scratch) const {
    const ExtremeLoops& loops = loopsOf(kernels_, which);
    const Rows tall(scratch, radius_, stripWidth({out.width, out.height}) + 2 * radius_);
    for (std::int64_t y = 0; y < out.height; ++y) {
        for (std::int64_t x = 0; x < out.width; x += stripColumns) {
            const std::int64_t width = std::min(stripColumns, out.width - x);
            prefetchRows(source, out, x, width, y + 1, std::min(y + 2, out.height));
            const auto row = [&](int away) { return source.row(y + radius_ + away) + x; };
            const float* samples[2 * smallWindow];
            std::int64_t count = 0;
            const float* column = row(0);
            int reach = 0;  // of the samples in `column`
            for (int dx = radius_; dx >= 0; --dx) {
                const int half = discHalfWidth(radius_, dx);
                if (dx > 0 && half > reach) {
                    const float* rows[smallWindow] = {column};
                    std::int64_t rowCount = 1;
                    for (; reach < half; ++reach) {
                        rows[rowCount++] = row(-reach - 1);
                        rows[rowCount++] = row(reach + 1);
                    }
                    loops.gather(rows, rowCount, tall[radius_ - dx], width + 2 * radius_);
                    column = tall[radius_ - dx];
                }
                for (const int side : {-dx, dx}) {
                    samples[count++] = column + radius_ + side;
                    for (int away = reach + 1; away <= half; ++away) {
                        samples[count++] = row(-away) + radius_ + side;
                        samples[count++] = row(away) + radius_ + side;
                    }
                    if (dx == 0) break;
                }
            }
            loops.gather(samples, count, out.row(y) + x, width);
        }
    }
}

void DiscExtremes::apply(Extreme which, const ConstSamplesView& wholeSource, const SamplesView& wholeOut,
                         Scratch& scratch) const {
    if (radius_ <= smallRadius) return applySmall(which, wholeSource, wholeOut, scratch);
    const ExtremeLoops& loops = loopsOf(kernels_, which);
    const std::int64_t width = stripWidth({wholeOut.width, wholeOut.height});
    const Rows runs(scratch, levels_ + 1, width + 2 * radius_);
    const Rows unfinished(scratch, 2 * radius_ + 2, width);
    forEachStrip(wholeSource, wholeOut, radius_, [&](const ConstSamplesView& source, const SamplesView& out) {
        for (std::int64_t y = 0; y < source.height; ++y) {
            const float* shorter = source.row(y);
            for (int level = 1; level <= levels_; ++level) {
                const std::int64_t half = std::int64_t{1} << (level - 1);
                loops.combine(shorter, shorter + half, runs[level], source.width - 2 * half + 1);
                shorter = runs[level];
            }
            const Strip strip{loops, out, runs, unfinished, unfinished[2 * radius_ + 1], source.row(y)};
            for (const Chord& chord : chords_)
                spread(chord, y - radius_, strip);
        }
    });
}

/// Combines a chord of the source's row `row` into all rows that it reaches. Rows are counted like those of
/// `out`.
void DiscExtremes::spread(const Chord& chord, std::int64_t row, const Strip& strip) const {
    const std::int64_t count = strip.out.width;
    const float* run =
        (chord.level == 0 ? strip.source : strip.runs[chord.level]) + radius_ - chord.halfWidth;
    const float* extreme = run;
    if (chord.halfWidth > 0) {
        const std::int64_t last = 2 * chord.halfWidth + 1 - (std::int64_t{1} << chord.level);
        strip.loops.combine(run, run + last, strip.chord, count);
        extreme = strip.chord;
    }
    const auto reach = [&](std::int64_t y) {
        if (y < 0 || y >= strip.out.height) return;
        float* const unfinished = strip.unfinished[y % (2 * radius_ + 1)];
        if (y == row + radius_) return copyRow(extreme, unfinished, count);  // the first row that reaches it
        const bool last = y == row - radius_;
        strip.loops.combine(unfinished, extreme, last ? strip.out.row(y) : unfinished, count);
    };
    for (std::int64_t away = chord.firstRow; away <= chord.lastRow; ++away) {
        reach(row - away);
        if (away > 0) reach(row + away);
    }
}

float ballWeight(int dx, int dy, int radius, double height) {
    const double depth = std::sqrt(static_cast<double>(radius * radius - dx * dx - dy * dy)) - radius;
    return static_cast<float>(depth / height);
}

BallExtremes::BallExtremes(int radius, double height, InstructionSet set)
    : kernels_(extremeKernels(set)), radius_(radius), weights_([radius, height](const std::stop_token&) {
          std::vector<float> weights;
          for (int dy = 0; dy <= radius; ++dy) {
              for (int dx = 0; dx <= radius; ++dx) {
                  const bool inside = dx * dx + dy * dy <= radius * radius;
                  weights.push_back(inside ? ballWeight(dx, dy, radius, height) : 0.0F);
              }
          }
          return weights;
      }) {}

std::size_t BallExtremes::residentBytes() const {
    return static_cast<std::size_t>((radius_ + 1) * (radius_ + 1)) * sizeof(float);
}

std::size_t BallExtremes::scratchBytes(const Size& size) const {
    return Rows::bytes(1, stripWidth(size) + 2 * radius_) +
           Scratch::padded(static_cast<std::size_t>(radius_ + 1) * sizeof(std::int32_t));
}

// A weight has no effect if it lowers the greatest sample of the source below the least one, or raises the
// least above the greatest, because the pixel itself has the weight 0.
void BallExtremes::findReaches(Extreme which, const ConstSamplesView& source, float* row,
                               std::int32_t* reaches) const {
    float ends[2];
    for (const Extreme end : {Extreme::greatest, Extreme::least}) {
        copyRow(source.row(0), row, source.width);
        for (std::int64_t y = 1; y < source.height; ++y)
            loopsOf(kernels_, end).combine(row, source.row(y), row, source.width);
        ends[end == Extreme::greatest ? 1 : 0] = end == Extreme::greatest
                                                     ? *std::max_element(row, row + source.width)
                                                     : *std::min_element(row, row + source.width);
    }
    const auto [least, greatest] = ends;
    for (int dy = 0; dy <= radius_; ++dy) {
        const float* const weights = weights_.value().data() + dy * (radius_ + 1);
        int dx = radius_;
        while (dx >= 0 && (dx * dx + dy * dy > radius_ * radius_ ||
                           (which == Extreme::greatest ? greatest + weights[dx] <= least
                                                       : least - weights[dx] >= greatest)))
            --dx;
        reaches[dy] = dx;
    }
}

void BallExtremes::apply(Extreme which, const ConstSamplesView& wholeSource, const SamplesView& wholeOut,
                         Scratch& scratch) const {
    const ExtremeLoops& loops = loopsOf(kernels_, which);
    const float* const weights = weights_.value().data();
    const std::int64_t width = stripWidth({wholeOut.width, wholeOut.height}) + 2 * radius_;
    const Rows rows(scratch, 1, width);
    float* const both = rows[0];
    auto* const reaches = scratch.array<std::int32_t>(static_cast<std::size_t>(radius_ + 1));
    forEachStrip(wholeSource, wholeOut, radius_, [&](const ConstSamplesView& source, const SamplesView& out) {
        findReaches(which, source, both, reaches);
        for (std::int64_t y = 0; y < out.height; ++y) {
            const float* const middle = source.row(y + radius_);
            copyRow(middle + radius_, out.row(y), out.width);
            loops.weighted(middle + radius_, weights, std::max(reaches[0], 0), out.row(y), out.width);
            for (std::int64_t dy = 1; dy <= radius_ && reaches[dy] >= 0; ++dy) {
                loops.combine(source.row(y + radius_ - dy), source.row(y + radius_ + dy), both, source.width);
                loops.weighted(both + radius_, weights + dy * (radius_ + 1), reaches[dy], out.row(y),
                               out.width);
            }
        }
    });
}

}  // namespace burin
