// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/convolution_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin {

/// A weight and the row and column, counted from 0, of the sample that it applies to.
struct Tap {
    int row = 0;
    int column = 0;
    double weight = 0;
};

/// A weighted sum over a neighbourhood, ready for the kernels.
///
/// Two taps that are symmetric about the middle and have equal or opposite weights become one term: w * (a +
/// b) or w * (a - b). Weights of 0 are dropped. Immutable.
///
/// Error: let e = 2^-24. Rounding a weight, adding a pair and multiplying each cost 1 e of the term's
/// magnitude |w| (|a| + |b|). The at most 32 additions to the partial sum cost 32 e of their sum, and the
/// total is exact except for its last roundings. So |computed - exact| <= 37 e * sum|w| < 2.3e-6 * sum|w| for
/// samples in [-1, 1] and any size.
class Stencil {
  public:
    /// The rows form groups of `groupRows` rows of `columns` samples; symmetry is found within each group.
    /// \pre no two taps have the same place
    Stencil(const std::vector<Tap>& taps, int groupRows, int columns, InstructionSet set);

    /// The number of row pointers that sum() needs.
    [[nodiscard]] std::size_t pointerCount() const { return places_.size(); }
    /// Arithmetic operations per sample.
    [[nodiscard]] double cost() const { return cost_; }
    [[nodiscard]] bool empty() const { return weights_.empty(); }
    [[nodiscard]] std::size_t bytes() const;

    /// out[x] = the sum of weight * rows[tap.row][tap.column + x] over all taps.
    /// \param pointers  memory for pointerCount() pointers
    /// \param ahead  a row that a later sum reads and that may not be in the cache yet, or null
    void sum(const float* const* rows, const float** pointers, float* out, std::int64_t count,
             const float* ahead = nullptr) const;

  private:
    struct Place {
        int row;
        int column;
    };
    void addRun(WeightedRun::Shape shape, const std::vector<Tap>& first, const std::vector<Tap>& second);

    const ConvolutionKernels* kernels_;
    std::vector<Place> places_;
    std::vector<float> weights_;
    std::vector<WeightedRun> runs_;
    double cost_ = 0;
};

}  // namespace burin
