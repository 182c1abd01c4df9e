// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/values.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace burin {

/// The weights of a convolution in binary64, row by row; both sides are odd and the middle lies on p.
struct KernelMatrix {
    int rows = 1;
    int columns = 1;
    std::vector<double> weights;

    [[nodiscard]] double at(int row, int column) const {
        return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                       static_cast<std::size_t>(column)];
    }
    [[nodiscard]] double sum() const;
    /// The sum of the magnitudes.
    [[nodiscard]] double magnitude() const;
    [[nodiscard]] KernelMatrix scaled(double by) const;
    /// Divided by its sum, unless that vanishes: |sum| <= 1e-9 * magnitude.
    [[nodiscard]] KernelMatrix normalized() const;
    /// Whether all weights are the same number.
    [[nodiscard]] bool uniform() const;
};

/// The matrix that a checked `kernel` parameter names, as it stands on the format page; not normalised.
/// Pure; the same bits on every processor.
[[nodiscard]] KernelMatrix kernelMatrix(const Alternative& kernel);

/// What a `kernel` parameter names, without its weights: those of a short word can be many.
class Kernel {
  public:
    Kernel(std::shared_ptr<const Alternative> chosen, bool normalised);
    /// These weights and no others.
    Kernel(const KernelMatrix& matrix);  // NOLINT(google-explicit-constructor): a matrix is a kernel

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    /// Whether it is a column times a row, with the same weights from the middle to both sides.
    [[nodiscard]] bool isProduct() const;
    /// Whether the sum of the magnitudes is a number. Costs as much as the parameter's text is long.
    [[nodiscard]] bool finite() const;
    /// The weights; the same bits every time. Takes rows * columns doubles, twice while it runs.
    [[nodiscard]] KernelMatrix matrix() const;
    /// Tells kernels apart; not for people.
    [[nodiscard]] std::string fingerprint() const;

  private:
    std::shared_ptr<const Alternative> chosen_;
    bool normalised_;
    int rows_ = 3;
    int columns_ = 3;
};

/// One term of a matrix written as a sum of columns times rows.
struct SeparableTerm {
    std::vector<double> column;
    std::vector<double> row;
};

/// The matrix as a sum of separable terms, by elimination with complete pivoting (E. E. Tyrtyshnikov,
/// Incomplete Cross Approximation in the Mosaic-Skeleton Method, 2000).
///
/// What is left out weighs at most 2^-26 of the matrix's magnitude. Nothing if that takes more than
/// `atMost` terms, or if the terms together weigh more than twice the matrix: they would cancel, and
/// their rounding errors with them would not.
/// \param worthwhile  asked about each term as it is found: if it says no, there is nothing
[[nodiscard]] std::vector<SeparableTerm> separableTerms(
    const KernelMatrix& matrix, int atMost, const std::function<bool(const SeparableTerm&)>& worthwhile = {});

}  // namespace burin
