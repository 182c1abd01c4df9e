// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"
#include "core/kinds/methods/stencil.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace burin {

/// A way to convolve with one matrix. Immutable; thread-safe.
///
/// For samples in [0, 1] every method is within 1e-5 * the matrix's magnitude of the exact sum, and no sample
/// depends on the area that it is computed with. If a method is not anchored, a sample depends only on its
/// neighbourhood, operation by operation.
class ConvolutionMethod {
  public:
    virtual ~ConvolutionMethod() = default;
    /// The samples needed for the outputs over `area`, in the same frame.
    [[nodiscard]] virtual Rect reads(const Rect& area) const = 0;
    /// Whether the last bits of an output depend on its place.
    [[nodiscard]] virtual bool anchored() const { return false; }
    /// Bytes that apply() takes from Scratch.
    [[nodiscard]] virtual std::size_t scratchBytes(const Rect& area) const = 0;
    /// Computes the tables that apply() reads, unless they exist. \see Operation::prepare
    virtual void prepare(const std::stop_token&) const {}
    /// \param source  covers reads(area)
    /// \param out     covers `area`
    virtual void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
                       Scratch& scratch) const = 0;
    /// Bytes that the method holds once prepared, plus those that preparing takes.
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
    /// Arithmetic operations per sample, used to compare methods.
    [[nodiscard]] virtual double cost() const = 0;
};

/// Tap by tap: for small or sparse matrices.
class DirectConvolution final : public ConvolutionMethod {
  public:
    explicit DirectConvolution(const KernelMatrix& matrix, InstructionSet set = instructionSet());
    [[nodiscard]] Rect reads(const Rect& area) const override { return area.grown(columns_ / 2, rows_ / 2); }
    [[nodiscard]] std::size_t scratchBytes(const Rect& area) const override;
    void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
               Scratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return stencil_.bytes(); }
    [[nodiscard]] double cost() const override { return stencil_.cost(); }

  private:
    int rows_;
    int columns_;
    Stencil stencil_;
};

/// Tap by tap, several rows of outputs at once: for larger matrices without structure.
///
/// Error: like that of a stencil, with at most 32 additions to a partial sum.
class DenseConvolution final : public ConvolutionMethod {
  public:
    explicit DenseConvolution(const KernelMatrix& matrix, InstructionSet set = instructionSet());
    [[nodiscard]] Rect reads(const Rect& area) const override { return area.grown(columns_ / 2, rows_ / 2); }
    [[nodiscard]] std::size_t scratchBytes(const Rect& area) const override;
    void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
               Scratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return weights_.size() * sizeof(float); }
    [[nodiscard]] double cost() const override { return costOf(rows_, columns_); }
    [[nodiscard]] static double costOf(int rows, int columns);

  private:
    const ConvolutionKernels* kernels_;
    int rows_;
    int columns_;
    std::vector<float> weights_;
};

/// Rows first, then columns, for each separable term; the columns of all terms form one sum.
///
/// Error: at most that of two stencils, weighted by the terms' magnitude, which separableTerms() limits to
/// twice the matrix's: 2 * 2 * 2.3e-6, plus 2^-26 for the remainder that separableTerms() leaves out.
class SeparableConvolution final : public ConvolutionMethod {
  public:
    /// \pre terms is not empty
    explicit SeparableConvolution(const std::vector<SeparableTerm>& terms,
                                  InstructionSet set = instructionSet());
    [[nodiscard]] Rect reads(const Rect& area) const override { return area.grown(columns_ / 2, rows_ / 2); }
    [[nodiscard]] std::size_t scratchBytes(const Rect& area) const override;
    void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
               Scratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override;
    [[nodiscard]] double cost() const override;

  private:
    void applyStrip(const ConstSamplesView& source, const SamplesView& out, float* ring, std::int64_t stride,
                    const float** rows, const float** pointers) const;

    int rows_;
    int columns_;
    std::vector<Stencil> rowStencils_;
    Stencil columnStencil_;
};

/// For equal weights. Sums of 2, 4, 8, ... neighbours are computed from one another, and a sum of d
/// neighbours is computed from the sums for the binary digits of d. Along each axis this takes about 1.5
/// log2(d) additions. Each of them rounds once.
class BoxConvolution final : public ConvolutionMethod {
  public:
    explicit BoxConvolution(const KernelMatrix& matrix, InstructionSet set = instructionSet());
    [[nodiscard]] Rect reads(const Rect& area) const override { return area.grown(columns_ / 2, rows_ / 2); }
    [[nodiscard]] std::size_t scratchBytes(const Rect& area) const override;
    void apply(const ConstSamplesView& source, const Rect& area, const SamplesView& out,
               Scratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return 0; }
    [[nodiscard]] double cost() const override { return costOf(rows_, columns_); }
    [[nodiscard]] static double costOf(int rows, int columns);

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] float weight() const { return weight_; }

  private:
    void applyStrip(const ConstSamplesView& source, const SamplesView& out, float* doubled, float* rings,
                    std::int64_t stride) const;

    const ConvolutionKernels* kernels_;
    int rows_;
    int columns_;
    float weight_;
};

/// The method with the fewest operations for the kernel's matrix times `scale`. Takes milliseconds for the
/// largest matrices; the method takes some KiB until it is prepared.
/// \pre the magnitude is at most 2^100
[[nodiscard]] std::unique_ptr<const ConvolutionMethod> chooseConvolution(
    const Kernel& kernel, InstructionSet set = instructionSet(), double scale = 1);

}  // namespace burin
