// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/fourier_kernels.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/methods/convolution_method.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace burin {

/// Convolution by the convolution theorem, for large matrices without structure. Works in blocks of side x
/// side samples and discards those that wrap around (T. G. Stockham, High-Speed Convolution and Correlation,
/// 1966).
///
/// Two neighbouring blocks are the real and the imaginary part of one transform. The last bits of a sample
/// therefore depend on the whole pair of blocks: pairs lie at multiples of their size in the node's frame and
/// are always computed as a whole. In binary64 the error is about 1e-14 of the matrix's magnitude.
class FourierConvolution final : public ConvolutionMethod {
  public:
    /// \param matrix  called by prepare() to compute the matrix of `rows` x `columns`
    FourierConvolution(int rows, int columns, std::function<KernelMatrix()> matrix,
                       InstructionSet set = instructionSet());
    /// Whether this may be the method with the fewest operations. False for few taps, which would need large
    /// areas, and for a column times a row, whose two passes always cost less.
    [[nodiscard]] static bool considered(int rows, int columns);
    [[nodiscard]] static bool considered(const Kernel& kernel) {
        return !kernel.isProduct() && considered(kernel.rows(), kernel.columns());
    }
    [[nodiscard]] static double costOf(int rows, int columns);
    [[nodiscard]] Rect reads(const Rect& area) const override;
    [[nodiscard]] bool anchored() const override { return true; }
    [[nodiscard]] std::size_t scratchBytes(const Rect& area) const override;
    void prepare(const std::stop_token& stop) const override { static_cast<void>(tables_.value(stop)); }
    void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
               Scratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override;
    [[nodiscard]] double cost() const override { return costOf(rows_, columns_); }

  private:
    /// A pair of blocks, eight columns at a time: column 8 s + k, row y is entry s * side + y of signal k.
    struct Pair {
        double* columns;
        double* line;  ///< memory for eight rows of the pair
    };
    /// Doubles aligned to 64 bytes.
    class Table {
      public:
        explicit Table(std::size_t count);
        [[nodiscard]] double* data() { return reinterpret_cast<double*>(lines_.data()); }
        [[nodiscard]] const double* data() const { return reinterpret_cast<const double*>(lines_.data()); }
        [[nodiscard]] std::size_t bytes() const { return lines_.size() * sizeof(Line); }

      private:
        struct alignas(64) Line {
            double at[8];
        };
        std::vector<Line> lines_;
    };

    struct Tables {
        Table twiddles;
        Table spectrum;  ///< spectrum of the matrix, conjugated, divided by side^2, in lines in convolve()'s
                         ///< order
    };

    [[nodiscard]] std::int64_t blockWidth() const { return side_ - columns_ + 1; }
    [[nodiscard]] std::int64_t blockHeight() const { return side_ - rows_ + 1; }
    [[nodiscard]] Rect pairsAround(const Rect& area) const;
    void load(const ConstSamplesView& source, const Pair& pair) const;
    void convolve(const Pair& pair, const Tables& tables) const;
    static void gather(const FourierKernels& kernels, const Pair& pair, std::int64_t side,
                       std::int64_t group);
    void scatter(const Pair& pair, std::int64_t group) const;
    void store(const Pair& pair, const Rect& block, const Rect& area, const SamplesView& out) const;
    [[nodiscard]] static Tables transformed(const KernelMatrix& matrix, std::int64_t side,
                                            const FourierKernels& kernels, const std::stop_token& stop);

    const FourierKernels* kernels_;
    int rows_;
    int columns_;
    std::int64_t side_;
    Deferred<Tables> tables_;
};

}  // namespace burin
