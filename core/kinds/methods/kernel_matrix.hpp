// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/values.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace burin {

/// The weights of a convolution in binary64, row by row. Both sides are odd, and the middle weight applies to
/// p.
struct KernelMatrix {
    int rows = 1;
    int columns = 1;
    std::vector<double> weights;

    [[nodiscard]] double at(int row, int column) const {
        return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                       static_cast<std::size_t>(column)];
    }
    [[nodiscard]] double sum() const;
    /// The sum of the weights' magnitudes.
    [[nodiscard]] double magnitude() const;
    [[nodiscard]] KernelMatrix scaled(double by) const;
    /// The matrix divided by its sum, or unchanged if the sum vanishes: |sum| <= 1e-9 * magnitude.
    [[nodiscard]] KernelMatrix normalized() const;
    /// Whether all weights are equal.
    [[nodiscard]] bool uniform() const;
};

/// exp(-x^2 / (2 sigma^2)) for the integers x from -ceil(3 sigma) to ceil(3 sigma). Pure; the same bits on
/// every processor.
[[nodiscard]] std::vector<double> gaussianWeights(double sigma);

/// The product of a column and a row of weights, as a matrix. \pre both have an odd length
[[nodiscard]] KernelMatrix productMatrix(const std::vector<double>& column, const std::vector<double>& row);

/// The matrix that a checked `kernel` parameter names, as defined on the format page; not normalised.
/// Pure; the same bits on every processor.
[[nodiscard]] KernelMatrix kernelMatrix(const Alternative& kernel);

/// The kernel that a `kernel` parameter names, without its weights, because a short word can stand for many
/// weights.
class Kernel {
  public:
    Kernel(std::shared_ptr<const Alternative> chosen, bool normalised);
    /// A kernel of exactly these weights.
    Kernel(const KernelMatrix& matrix);  // NOLINT(google-explicit-constructor): a matrix is a kernel

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    /// Whether it is a column times a row, both symmetric about the middle.
    [[nodiscard]] bool isProduct() const;
    /// Whether the sum of the magnitudes is finite. The cost grows with the length of the parameter's text.
    [[nodiscard]] bool finite() const;
    /// The weights; the same bits every time. Needs rows * columns doubles, and twice that while it runs.
    [[nodiscard]] KernelMatrix matrix() const;
    /// Distinguishes kernels; not for people.
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
/// The remainder has at most 2^-26 of the matrix's magnitude. Returns nothing if that takes more than
/// `atMost` terms, or if the terms together have more than twice the matrix's magnitude: the terms would
/// cancel, but their rounding errors would not.
/// \param worthwhile  called for each term as it is found; if it returns false, the result is empty
[[nodiscard]] std::vector<SeparableTerm> separableTerms(
    const KernelMatrix& matrix, int atMost, const std::function<bool(const SeparableTerm&)>& worthwhile = {});

}  // namespace burin
