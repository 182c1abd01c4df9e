// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/fourier_convolution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t batch = FourierKernels::batch;
constexpr std::int64_t entry = FourierKernels::entry;

// For smaller matrices the gain does not justify computing whole blocks for small areas.
constexpr int fewestTaps = 31 * 31;

/// Operations per output sample with blocks of `side`. Larger blocks do not fit the second-level cache.
double costWith(std::int64_t side, int rows, int columns) {
    const double blockWidth = static_cast<double>(side - columns + 1);
    const double blockHeight = static_cast<double>(side - rows + 1);
    if (blockWidth < 1 || blockHeight < 1) return 1e300;
    const double samples = static_cast<double>(side) * static_cast<double>(side);
    const double slowness = side <= 256 ? 1 : side <= 512 ? 1.2 : 1.5;
    return slowness * 40 * std::log2(static_cast<double>(side)) * samples / (blockWidth * blockHeight);
}

std::int64_t bestSide(int rows, int columns) {
    std::int64_t best = 256;
    for (const std::int64_t side : {512, 1024}) {
        if (costWith(side, rows, columns) < costWith(best, rows, columns)) best = side;
    }
    return best;
}

/// e^(-2 pi i k / length) for all k, only from square roots and products, because the C library's sine and
/// cosine differ between processors.
std::vector<std::complex<double>> unitRoots(std::int64_t length) {
    std::vector<std::complex<double>> roots{1};
    double cosine = -1;  // cosine of half a turn, then of a quarter, ...
    for (std::int64_t known = 1; known < length; known *= 2) {
        // roots[] holds `known` equal parts of the turn; insert the midpoints
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

bool FourierConvolution::considered(int rows, int columns) {
    return rows * columns >= fewestTaps;
}

double FourierConvolution::costOf(int rows, int columns) {
    return costWith(bestSide(rows, columns), rows, columns);
}

FourierConvolution::FourierConvolution(int rows, int columns, std::function<KernelMatrix()> matrix,
                                       InstructionSet set)
    : kernels_(&fourierKernels(set)),
      rows_(rows),
      columns_(columns),
      side_(bestSide(rows, columns)),
      tables_([matrix = std::move(matrix), side = side_, kernels = kernels_](const std::stop_token& stop) {
          return transformed(matrix(), side, *kernels, stop);
      }) {}

FourierConvolution::Tables FourierConvolution::transformed(const KernelMatrix& matrix, std::int64_t side,
                                                           const FourierKernels& kernels,
                                                           const std::stop_token& stop) {
    Tables tables{Table(static_cast<std::size_t>(2 * side)),
                  Table(static_cast<std::size_t>(2 * side * side))};
    double* to = tables.twiddles.data();
    for (const std::complex<double>& root : unitRoots(side)) {
        *to++ = root.real();
        *to++ = root.imag();
    }
    Table columns(static_cast<std::size_t>(2 * side * side));
    const double scale = 1 / (static_cast<double>(side) * static_cast<double>(side));
    for (int r = 0; r < matrix.rows; ++r) {
        for (int c = 0; c < matrix.columns; ++c) {
            columns.data()[(c / batch * side + r) * entry + c % batch] = matrix.at(r, c) * scale;
        }
    }
    for (std::int64_t x = 0; x < side; x += batch) {
        if (stop.stop_requested()) throw Cancelled();
        kernels.forward(columns.data() + x * side / batch * entry, side, tables.twiddles.data());
    }
    for (std::int64_t group = 0; group < side / batch; ++group) {
        if (stop.stop_requested()) throw Cancelled();
        double* const line = tables.spectrum.data() + group * side * entry;
        gather(kernels, {columns.data(), line}, side, group);
        kernels.forward(line, side, tables.twiddles.data());
        for (std::int64_t i = 0; i < side; ++i) {
            for (std::int64_t k = 0; k < batch; ++k)
                line[i * entry + batch + k] *= -1;
        }
    }
    return tables;
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
    // The spectrum, the columns it is computed from, the matrix twice, and the twiddles.
    const std::int64_t doubles = 2 * (2 * side_ * side_) + 2 * rows_ * columns_ + 2 * side_;
    return static_cast<std::size_t>(doubles) * sizeof(double);
}

void FourierConvolution::apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
                               Scratch& scratch) const {
    const Pair pair{scratch.array<double>(static_cast<std::size_t>(2 * side_ * side_)),
                    scratch.array<double>(static_cast<std::size_t>(side_ * entry))};
    const Tables& tables = tables_.value();
    const Rect pairs = pairsAround(area);
    for (std::int64_t y = pairs.y; y < pairs.bottom(); y += blockHeight()) {
        for (std::int64_t x = pairs.x; x < pairs.right(); x += 2 * blockWidth()) {
            load(source.part(x - pairs.x, y - pairs.y, side_ + blockWidth(), side_), pair);
            convolve(pair, tables);
            store(pair, {x, y, blockWidth(), blockHeight()}, area, out);
        }
    }
}

/// Loads a pair of blocks; the second block begins blockWidth() to the right of the first.
void FourierConvolution::load(const ConstSamplesView& source, const Pair& pair) const {
    for (std::int64_t x = 0; x < side_; x += batch) {
        double* to = pair.columns + x / batch * side_ * entry;
        for (std::int64_t y = 0; y < side_; ++y, to += entry) {
            const float* const first = source.row(y) + x;
            const float* const second = first + blockWidth();
            for (std::int64_t k = 0; k < batch; ++k)
                to[k] = static_cast<double>(first[k]);
            for (std::int64_t k = 0; k < batch; ++k)
                to[batch + k] = static_cast<double>(second[k]);
        }
    }
}

void FourierConvolution::convolve(const Pair& pair, const Tables& tables) const {
    for (std::int64_t x = 0; x < side_; x += batch) {
        kernels_->forward(pair.columns + x / batch * side_ * entry, side_, tables.twiddles.data());
    }
    for (std::int64_t group = 0; group < side_ / batch; ++group) {
        gather(*kernels_, pair, side_, group);
        kernels_->forward(pair.line, side_, tables.twiddles.data());
        kernels_->multiply(pair.line, tables.spectrum.data() + group * side_ * entry, side_);
        kernels_->inverse(pair.line, side_, tables.twiddles.data());
        scatter(pair, group);
    }
    for (std::int64_t x = 0; x < blockWidth(); x += batch) {
        kernels_->inverse(pair.columns + x / batch * side_ * entry, side_, tables.twiddles.data());
    }
}

/// Copies eight rows to eight signals along x.
void FourierConvolution::gather(const FourierKernels& kernels, const Pair& pair, std::int64_t side,
                                std::int64_t group) {
    for (std::int64_t x = 0; x < side; x += batch) {
        kernels.transpose(pair.columns + (x / batch * side + group * batch) * entry, pair.line + x * entry);
    }
}

/// The reverse of gather, for the part that is needed.
void FourierConvolution::scatter(const Pair& pair, std::int64_t group) const {
    for (std::int64_t x = 0; x < blockWidth(); x += batch) {
        kernels_->transpose(pair.line + x * entry,
                            pair.columns + (x / batch * side_ + group * batch) * entry);
    }
}

void FourierConvolution::store(const Pair& pair, const Rect& block, const Rect& area,
                               const SamplesView& out) const {
    for (const std::int64_t part : {0, 1}) {
        const Rect here = block.translated({part * block.width, 0});
        const Rect wanted = intersection(here, area);
        for (std::int64_t y = wanted.y; y < wanted.bottom(); ++y) {
            float* const to = out.row(y - area.y) - area.x;
            const double* const from = pair.columns + (y - here.y) * entry + part * batch;
            for (std::int64_t x = wanted.x; x < wanted.right(); ++x) {
                const std::int64_t column = x - here.x;
                to[x] = static_cast<float>(from[column / batch * side_ * entry + column % batch]);
            }
        }
    }
}

}  // namespace burin
