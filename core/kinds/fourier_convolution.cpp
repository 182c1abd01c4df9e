// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/fourier_convolution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace burin {

namespace {

constexpr std::int64_t signals = FourierKernels::signals;
constexpr std::int64_t entry = FourierKernels::entry;

/// Operations for a sample of output with blocks of `side`; larger blocks leave the second-level cache.
double costOf(const KernelMatrix& matrix, std::int64_t side) {
    const double blockWidth = static_cast<double>(side - matrix.columns + 1);
    const double blockHeight = static_cast<double>(side - matrix.rows + 1);
    if (blockWidth < 1 || blockHeight < 1) return 1e300;
    const double samples = static_cast<double>(side) * static_cast<double>(side);
    const double slowness = side <= 256 ? 1 : side <= 512 ? 1.2 : 1.5;
    return slowness * 40 * std::log2(static_cast<double>(side)) * samples / (blockWidth * blockHeight);
}

std::int64_t bestSide(const KernelMatrix& matrix) {
    std::int64_t best = 256;
    for (const std::int64_t side : {512, 1024}) {
        if (costOf(matrix, side) < costOf(matrix, best)) best = side;
    }
    return best;
}

/// e^(-2 pi i k / length) for all k, from square roots and products alone: the C library's sine and cosine
/// differ by processor.
std::vector<std::complex<double>> unitRoots(std::int64_t length) {
    std::vector<std::complex<double>> roots{1};
    double cosine = -1;  // of half a turn, a quarter, ...
    for (std::int64_t known = 1; known < length; known *= 2) {
        // roots[] holds the turn in `known` parts; put the middles between them
        const double sine = known == 1 ? 0 : std::sqrt((1 - cosine) * (1 + cosine));
        const std::complex<double> middle(cosine, -sine);
        std::vector<std::complex<double>> finer;
        for (const std::complex<double>& root : roots) {
            finer.push_back(root);
            finer.emplace_back(root.real() * middle.real() - root.imag() * middle.imag(),
                               root.real() * middle.imag() + root.imag() * middle.real());
        }
        roots = std::move(finer);
        cosine = std::sqrt((1 + cosine) / 2);
    }
    return roots;
}

}  // namespace

FourierConvolution::Table::Table(std::size_t count) : lines_((count + 7) / 8) {}

FourierConvolution::FourierConvolution(const KernelMatrix& matrix, InstructionSet set)
    : kernels_(&fourierKernels(set)),
      rows_(matrix.rows),
      columns_(matrix.columns),
      side_(bestSide(matrix)),
      twiddles_(static_cast<std::size_t>(2 * side_)),
      spectrum_(static_cast<std::size_t>(2 * side_ * side_)) {
    double* to = twiddles_.data();
    for (const std::complex<double>& root : unitRoots(side_)) {
        *to++ = root.real();
        *to++ = root.imag();
    }
    transformMatrix(matrix);
}

void FourierConvolution::transformMatrix(const KernelMatrix& matrix) {
    Table columns(static_cast<std::size_t>(2 * side_ * side_));
    const double scale = 1 / (static_cast<double>(side_) * static_cast<double>(side_));
    for (int r = 0; r < matrix.rows; ++r) {
        for (int c = 0; c < matrix.columns; ++c) {
            columns.data()[(c / signals * side_ + r) * entry + c % signals] = matrix.at(r, c) * scale;
        }
    }
    for (std::int64_t x = 0; x < side_; x += signals) {
        kernels_->forward(columns.data() + x * side_ / signals * entry, side_, twiddles_.data());
    }
    for (std::int64_t group = 0; group < side_ / signals; ++group) {
        double* const line = spectrum_.data() + group * side_ * entry;
        gather({columns.data(), line}, group);
        kernels_->forward(line, side_, twiddles_.data());
        for (std::int64_t i = 0; i < side_; ++i) {
            for (std::int64_t k = 0; k < signals; ++k)
                line[i * entry + signals + k] *= -1;
        }
    }
}

Rect FourierConvolution::pairsAround(const Rect& area) const {
    const std::int64_t width = 2 * blockWidth();
    const std::int64_t height = blockHeight();
    const std::int64_t x = floorDiv(area.x, width) * width;
    const std::int64_t y = floorDiv(area.y, height) * height;
    return {x, y, -floorDiv(-area.right(), width) * width - x,
            -floorDiv(-area.bottom(), height) * height - y};
}

Rect FourierConvolution::reads(const Rect& area) const {
    return pairsAround(area).grown(columns_ / 2, rows_ / 2);
}

std::size_t FourierConvolution::scratchBytes(const Rect&) const {
    return Scratch::padded(static_cast<std::size_t>(2 * side_ * side_) * sizeof(double)) +
           Scratch::padded(static_cast<std::size_t>(side_ * entry) * sizeof(double));
}

std::size_t FourierConvolution::residentBytes() const {
    return twiddles_.bytes() + spectrum_.bytes();
}

double FourierConvolution::cost() const {
    const KernelMatrix sides{rows_, columns_, {}};
    return costOf(sides, side_);
}

void FourierConvolution::apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
                               Scratch& scratch) const {
    const Pair pair{scratch.array<double>(static_cast<std::size_t>(2 * side_ * side_)),
                    scratch.array<double>(static_cast<std::size_t>(side_ * entry))};
    const Rect pairs = pairsAround(area);
    for (std::int64_t y = pairs.y; y < pairs.bottom(); y += blockHeight()) {
        for (std::int64_t x = pairs.x; x < pairs.right(); x += 2 * blockWidth()) {
            load(source.part(x - pairs.x, y - pairs.y, side_ + blockWidth(), side_), pair);
            convolve(pair);
            store(pair, {x, y, blockWidth(), blockHeight()}, area, out);
        }
    }
}

/// The second block of the pair begins blockWidth() to the right of the first.
void FourierConvolution::load(const ConstSamplesView& source, const Pair& pair) const {
    for (std::int64_t x = 0; x < side_; x += signals) {
        double* to = pair.columns + x / signals * side_ * entry;
        for (std::int64_t y = 0; y < side_; ++y, to += entry) {
            const float* const first = source.row(y) + x;
            const float* const second = first + blockWidth();
            for (std::int64_t k = 0; k < signals; ++k)
                to[k] = static_cast<double>(first[k]);
            for (std::int64_t k = 0; k < signals; ++k)
                to[signals + k] = static_cast<double>(second[k]);
        }
    }
}

void FourierConvolution::convolve(const Pair& pair) const {
    for (std::int64_t x = 0; x < side_; x += signals) {
        kernels_->forward(pair.columns + x / signals * side_ * entry, side_, twiddles_.data());
    }
    for (std::int64_t group = 0; group < side_ / signals; ++group) {
        gather(pair, group);
        kernels_->forward(pair.line, side_, twiddles_.data());
        kernels_->multiply(pair.line, spectrum_.data() + group * side_ * entry, side_);
        kernels_->inverse(pair.line, side_, twiddles_.data());
        scatter(pair, group);
    }
    for (std::int64_t x = 0; x < blockWidth(); x += signals) {
        kernels_->inverse(pair.columns + x / signals * side_ * entry, side_, twiddles_.data());
    }
}

/// Eight rows become eight signals along x.
void FourierConvolution::gather(const Pair& pair, std::int64_t group) const {
    for (std::int64_t x = 0; x < side_; x += signals) {
        kernels_->transpose(pair.columns + (x / signals * side_ + group * signals) * entry,
                            pair.line + x * entry);
    }
}

/// The inverse, as far as it is needed.
void FourierConvolution::scatter(const Pair& pair, std::int64_t group) const {
    for (std::int64_t x = 0; x < blockWidth(); x += signals) {
        kernels_->transpose(pair.line + x * entry,
                            pair.columns + (x / signals * side_ + group * signals) * entry);
    }
}

void FourierConvolution::store(const Pair& pair, const Rect& block, const Rect& area,
                               const SamplesView& out) const {
    for (const std::int64_t part : {0, 1}) {
        const Rect here = block.translated({part * block.width, 0});
        const Rect wanted = intersection(here, area);
        for (std::int64_t y = wanted.y; y < wanted.bottom(); ++y) {
            float* const to = out.row(y - area.y) - area.x;
            const double* const from = pair.columns + (y - here.y) * entry + part * signals;
            for (std::int64_t x = wanted.x; x < wanted.right(); ++x) {
                const std::int64_t column = x - here.x;
                to[x] = static_cast<float>(from[column / signals * side_ * entry + column % signals]);
            }
        }
    }
}

}  // namespace burin
