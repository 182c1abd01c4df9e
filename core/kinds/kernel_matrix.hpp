// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/values.hpp"

#include <cstddef>
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

/// One term of a matrix written as a sum of columns times rows.
struct SeparableTerm {
    std::vector<double> column;
    std::vector<double> row;
};

/// The matrix as a sum of separable terms, by elimination with complete pivoting (E. E. Tyrtyshnikov,
/// Incomplete Cross Approximation in the Mosaic-Skeleton Method, 2000).
///
/// What is left out weighs at most 2^-26 of the matrix's magnitude. Nothing where that takes more than
/// `atMost` terms, or where the terms together weigh more than twice the matrix: they would cancel, and
/// their rounding errors with them would not.
[[nodiscard]] std::vector<SeparableTerm> separableTerms(const KernelMatrix& matrix, int atMost);

}  // namespace burin
