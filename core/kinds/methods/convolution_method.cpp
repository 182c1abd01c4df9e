// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/convolution_method.hpp"

#include "core/kinds/methods/fourier_convolution.hpp"

#include <algorithm>
#include <bit>

namespace burin {

namespace {

/// Limit of the rows that are kept between the two passes, in bytes, so that they stay in the second-level
/// cache.
constexpr std::int64_t ringBytes = 1536 * 1024;

/// Columns that are computed at a time if `rows` rows of them are kept.
std::int64_t stripWidth(std::int64_t rows, std::int64_t width) {
    const std::int64_t fitting = ringBytes / (rows * static_cast<std::int64_t>(sizeof(float))) / 64 * 64;
    return std::min(width, std::max<std::int64_t>(fitting, 256));
}

/// Samples from one kept row to the next. Never a multiple of 4 KiB, because such rows would share cache
/// sets.
std::int64_t ringStride(std::int64_t strip) {
    return (strip + 15) / 16 * 16 + (strip % 1024 == 0 ? 16 : 0);
}

/// Whether the weight is not 0 in binary32.
bool weighs(double weight) {
    return static_cast<float>(weight) != 0;
}

std::vector<Tap> tapsOf(const KernelMatrix& matrix) {
    std::vector<Tap> taps;
    for (int r = 0; r < matrix.rows; ++r) {
        for (int c = 0; c < matrix.columns; ++c) {
            if (weighs(matrix.at(r, c))) taps.push_back({r, c, matrix.at(r, c)});
        }
    }
    return taps;
}

/// The columns of all terms, stacked below each other.
std::vector<Tap> columnTaps(const std::vector<SeparableTerm>& terms) {
    std::vector<Tap> taps;
    for (const SeparableTerm& term : terms) {
        for (const double weight : term.column)
            taps.push_back({static_cast<int>(taps.size()), 0, weight});
    }
    return taps;
}

const float* rowOrNull(const ConstSamplesView& samples, std::int64_t y) {
    return y < samples.height ? samples.row(y) : nullptr;
}

template <class T>
std::size_t arrayBytes(std::size_t count) {
    return Scratch::padded(count * sizeof(T));
}

// Sums of 2^level neighbours: the largest level that a sum of `length` needs.
int levels(int length) {
    return std::bit_width(static_cast<unsigned>(length)) - 1;
}

/// How many rows of sums of 2^level rows are kept, to compute the newest row of the next level.
std::int64_t keptRows(int level) {
    return (std::int64_t{1} << level) + 1;
}

std::int64_t keptRowsBelow(int level) {
    std::int64_t rows = 0;
    for (int l = 0; l < level; ++l)
        rows += keptRows(l);
    return rows;
}

/// Divides a sum of `length` rows into sums of 2^level rows, one for each binary digit of `length`, from the
/// largest to the smallest. Each one starts at the end of the previous one.
template <class RowAt>
int binaryDigits(int length, const float* (&rows)[8], RowAt rowAt) {
    int count = 0;
    int offset = 0;
    for (int level = levels(length); level >= 0; --level) {
        if ((length >> level & 1) == 0) continue;
        rows[count++] = rowAt(level, offset);
        offset += 1 << level;
    }
    return count;
}

}  // namespace

DirectConvolution::DirectConvolution(const KernelMatrix& matrix, InstructionSet set)
    : rows_(matrix.rows),
      columns_(matrix.columns),
      stencil_(tapsOf(matrix), matrix.rows, matrix.columns, set) {}

std::size_t DirectConvolution::scratchBytes(const Rect&) const {
    return arrayBytes<const float*>(stencil_.pointerCount()) +
           arrayBytes<const float*>(static_cast<std::size_t>(rows_));
}

void DirectConvolution::apply(const ConstSamplesView& source, const Rect&, const SamplesView& out,
                              Scratch& scratch) const {
    const auto pointers = scratch.array<const float*>(stencil_.pointerCount());
    const auto rows = scratch.array<const float*>(static_cast<std::size_t>(rows_));
    for (std::int64_t y = 0; y < out.height; ++y) {
        for (int r = 0; r < rows_; ++r)
            rows[r] = source.row(y + r);
        stencil_.sum(rows, pointers, out.row(y), out.width, rowOrNull(source, y + rows_));
    }
}

DenseConvolution::DenseConvolution(const KernelMatrix& matrix, InstructionSet set)
    : kernels_(&convolutionKernels(set)),
      rows_(matrix.rows),
      columns_(matrix.columns),
      weights_(matrix.weights.begin(), matrix.weights.end()) {}

std::size_t DenseConvolution::scratchBytes(const Rect& area) const {
    const std::int64_t width = area.width;
    return arrayBytes<const float*>(static_cast<std::size_t>(rows_ + DenseSum::outputs - 1)) +
           arrayBytes<float>(static_cast<std::size_t>(width));
}

void DenseConvolution::apply(const ConstSamplesView& source, const Rect&, const SamplesView& out,
                             Scratch& scratch) const {
    const std::int64_t rowCount = rows_ + DenseSum::outputs - 1;
    const auto rows = scratch.array<const float*>(static_cast<std::size_t>(rowCount));
    const auto surplus = scratch.array<float>(static_cast<std::size_t>(out.width));
    float* outRows[DenseSum::outputs];
    for (std::int64_t y = 0; y < out.height; y += DenseSum::outputs) {
        // Outputs below the last row repeat that row's input, and are never read.
        for (std::int64_t r = 0; r < rowCount; ++r)
            rows[r] = source.row(std::min(y + r, source.height - 1));
        for (std::int64_t k = 0; k < DenseSum::outputs; ++k) {
            outRows[k] = y + k < out.height ? out.row(y + k) : surplus;
        }
        kernels_->denseSum({weights_.data(), rows_, columns_}, rows, outRows, out.width);
    }
}

double DenseConvolution::costOf(int rows, int columns) {
    return 1.5 * rows * columns + 20;
}

SeparableConvolution::SeparableConvolution(const std::vector<SeparableTerm>& terms, InstructionSet set)
    : rows_(static_cast<int>(terms.front().column.size())),
      columns_(static_cast<int>(terms.front().row.size())),
      columnStencil_(columnTaps(terms), rows_, 1, set) {
    for (const SeparableTerm& term : terms) {
        std::vector<Tap> taps;
        for (const double weight : term.row)
            taps.push_back({0, static_cast<int>(taps.size()), weight});
        rowStencils_.emplace_back(taps, 1, static_cast<int>(term.row.size()), set);
    }
}

std::size_t SeparableConvolution::scratchBytes(const Rect& area) const {
    const std::int64_t width = area.width;
    const auto kept = static_cast<std::int64_t>(rowStencils_.size()) * rows_;
    std::size_t pointers = columnStencil_.pointerCount();
    for (const Stencil& s : rowStencils_)
        pointers = std::max(pointers, s.pointerCount());
    return arrayBytes<float>(static_cast<std::size_t>(kept * ringStride(stripWidth(kept, width)))) +
           arrayBytes<const float*>(static_cast<std::size_t>(kept)) + arrayBytes<const float*>(pointers);
}

void SeparableConvolution::apply(const ConstSamplesView& source, const Rect&, const SamplesView& out,
                                 Scratch& scratch) const {
    const auto kept = static_cast<std::int64_t>(rowStencils_.size()) * rows_;
    const std::int64_t strip = stripWidth(kept, out.width);
    const std::int64_t stride = ringStride(strip);
    std::size_t pointerCount = columnStencil_.pointerCount();
    for (const Stencil& s : rowStencils_)
        pointerCount = std::max(pointerCount, s.pointerCount());
    const auto ring = scratch.array<float>(static_cast<std::size_t>(kept * stride));
    const auto rows = scratch.array<const float*>(static_cast<std::size_t>(kept));
    const auto pointers = scratch.array<const float*>(pointerCount);
    for (std::int64_t x = 0; x < out.width; x += strip) {
        const std::int64_t width = std::min(strip, out.width - x);
        applyStrip(source.part(x, 0, source.width - out.width + width, source.height),
                   out.part(x, 0, width, out.height), ring, stride, rows, pointers);
    }
}

void SeparableConvolution::applyStrip(const ConstSamplesView& source, const SamplesView& out, float* ring,
                                      std::int64_t stride, const float** rows, const float** pointers) const {
    const auto terms = static_cast<std::int64_t>(rowStencils_.size());
    for (std::int64_t y = 0; y < source.height; ++y) {
        const float* const from = source.row(y);
        const float* const ahead = rowOrNull(source, y + 1);
        for (std::int64_t t = 0; t < terms; ++t) {
            rowStencils_[static_cast<std::size_t>(t)].sum(
                &from, pointers, ring + (t * rows_ + y % rows_) * stride, out.width, ahead);
        }
        const std::int64_t top = y - rows_ + 1;
        if (top < 0) continue;
        for (std::int64_t t = 0; t < terms; ++t) {
            for (std::int64_t r = 0; r < rows_; ++r) {
                rows[t * rows_ + r] = ring + (t * rows_ + (top + r) % rows_) * stride;
            }
        }
        columnStencil_.sum(rows, pointers, out.row(top), out.width);
    }
}

std::size_t SeparableConvolution::residentBytes() const {
    std::size_t bytes = columnStencil_.bytes();
    for (const Stencil& s : rowStencils_)
        bytes += s.bytes();
    return bytes;
}

double SeparableConvolution::cost() const {
    constexpr double storing = 4;  // cost of storing a row between the passes, in operations
    double cost = columnStencil_.cost();
    for (const Stencil& s : rowStencils_)
        cost += s.cost() + storing;
    return cost;
}

BoxConvolution::BoxConvolution(const KernelMatrix& matrix, InstructionSet set)
    : kernels_(&convolutionKernels(set)),
      rows_(matrix.rows),
      columns_(matrix.columns),
      weight_(static_cast<float>(matrix.weights.front())) {}

std::size_t BoxConvolution::scratchBytes(const Rect& area) const {
    const std::int64_t width = area.width;
    const std::int64_t kept = keptRowsBelow(levels(rows_) + 1);
    const std::int64_t strip = stripWidth(kept, width);
    return arrayBytes<float>(static_cast<std::size_t>(kept * ringStride(strip))) +
           arrayBytes<float>(static_cast<std::size_t>(levels(columns_) * ringStride(strip + columns_)));
}

void BoxConvolution::apply(const ConstSamplesView& source, const Rect&, const SamplesView& out,
                           Scratch& scratch) const {
    const std::int64_t kept = keptRowsBelow(levels(rows_) + 1);
    const std::int64_t strip = stripWidth(kept, out.width);
    const auto rings = scratch.array<float>(static_cast<std::size_t>(kept * ringStride(strip)));
    const auto doubled =
        scratch.array<float>(static_cast<std::size_t>(levels(columns_) * ringStride(strip + columns_)));
    for (std::int64_t x = 0; x < out.width; x += strip) {
        const std::int64_t width = std::min(strip, out.width - x);
        applyStrip(source.part(x, 0, width + columns_ - 1, source.height), out.part(x, 0, width, out.height),
                   doubled, rings, ringStride(strip));
    }
}

void BoxConvolution::applyStrip(const ConstSamplesView& source, const SamplesView& out, float* doubled,
                                float* rings, std::int64_t stride) const {
    const ConvolutionKernels& kernels = *kernels_;
    const std::int64_t doubledStride = ringStride(source.width);
    const auto ringRow = [&](int level, std::int64_t y) {
        return rings + (keptRowsBelow(level) + y % keptRows(level)) * stride;
    };
    const float* rows[8];
    for (std::int64_t y = 0; y < source.height; ++y) {
        // Along x: doubled[level - 1] holds the sums of 2^level samples that lie completely inside.
        const float* finer = source.row(y);
        for (int level = 1; level <= levels(columns_); ++level) {
            float* sums = doubled + (level - 1) * doubledStride;
            kernels.add(finer, finer + (1 << (level - 1)), sums, source.width + 1 - (1 << level));
            finer = sums;
        }
        const int digits = binaryDigits(columns_, rows, [&](int level, int offset) {
            return (level == 0 ? source.row(y) : doubled + (level - 1) * doubledStride) + offset;
        });
        kernels.scaledSum(rows, digits, 1, ringRow(0, y), out.width);
        // Along y: the newest sum of 2^level rows starts at row y + 1 - 2^level.
        for (int level = 1; level <= levels(rows_) && y + 1 >= std::int64_t{1} << level; ++level) {
            const std::int64_t top = y + 1 - (std::int64_t{1} << level);
            kernels.add(ringRow(level - 1, top), ringRow(level - 1, top + (std::int64_t{1} << (level - 1))),
                        ringRow(level, top), out.width);
        }
        const std::int64_t top = y + 1 - rows_;
        if (top < 0) continue;
        const int rowDigits =
            binaryDigits(rows_, rows, [&](int level, int offset) { return ringRow(level, top + offset); });
        kernels.scaledSum(rows, rowDigits, weight_, out.row(top), out.width);
    }
}

double BoxConvolution::costOf(int rows, int columns) {
    return 2.0 * (levels(columns) + levels(rows)) + 4;
}

namespace {

/// The cost that a term adds to a separable convolution.
double costOf(const SeparableTerm& term, InstructionSet set) {
    return SeparableConvolution({term}, set).cost();
}

}  // namespace

std::unique_ptr<const ConvolutionMethod> chooseConvolution(const Kernel& kernel, InstructionSet set,
                                                           double scale) {
    const KernelMatrix matrix = kernel.matrix().scaled(scale);
    const int rows = matrix.rows;
    const int columns = matrix.columns;
    // These costs follow only from the sides; no weight is read.
    double cost = DenseConvolution::costOf(rows, columns);
    const bool box = matrix.uniform() && BoxConvolution::costOf(rows, columns) < cost;
    if (box) cost = BoxConvolution::costOf(rows, columns);
    const bool fourier =
        FourierConvolution::considered(rows, columns) && FourierConvolution::costOf(rows, columns) < cost;
    if (fourier) cost = FourierConvolution::costOf(rows, columns);
    std::unique_ptr<const ConvolutionMethod> best;
    // A tap costs at least 1.5 operations. If two methods cost the same, the simpler one is chosen.
    if (1.5 * static_cast<double>(std::count_if(matrix.weights.begin(), matrix.weights.end(), weighs)) <=
        cost) {
        auto direct = std::make_unique<const DirectConvolution>(matrix, set);
        if (direct->cost() <= cost) best = std::move(direct);
    }
    if (best) cost = best->cost();
    double termsCost = 0;
    const std::vector<SeparableTerm> terms =
        separableTerms(matrix, std::max(rows, columns) / 2, [&](const SeparableTerm& term) {
            termsCost += costOf(term, set);
            return termsCost < cost;
        });
    if (!terms.empty()) return std::make_unique<SeparableConvolution>(terms, set);
    if (best) return best;
    if (fourier) {
        return std::make_unique<FourierConvolution>(
            rows, columns, [kernel, scale] { return kernel.matrix().scaled(scale); }, set);
    }
    if (box) return std::make_unique<BoxConvolution>(matrix, set);
    return std::make_unique<DenseConvolution>(matrix, set);
}

}  // namespace burin
