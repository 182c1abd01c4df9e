// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace burin {

/// A function of a standard normal number with mean 0, variance 1, and a given skewness and kurtosis: f(z) =
/// (sinh((asinh(z) + shift) tail) - mean) / deviation, after M. C. Jones and A. Pewsey, Sinh-arcsinh
/// distributions, 2009. f(z) = z for skewness 0 and kurtosis 3. It rises everywhere. Immutable.
class HeightDistribution {
  public:
    /// The moments are met within 1e-9. Takes about a millisecond. \return nothing if no shift and tail has
    /// these moments
    [[nodiscard]] static std::optional<HeightDistribution> withMoments(double skewness, double kurtosis);

    [[nodiscard]] double operator()(double z) const;
    /// The z with f(z) = height.
    [[nodiscard]] double inverse(double height) const;
    /// E|f(z)|
    [[nodiscard]] double meanMagnitude() const;
    /// The correlation of two normal numbers whose values of f have the correlation `wanted`, from 0 to 1.
    [[nodiscard]] double normalCorrelation(double wanted) const;

    [[nodiscard]] bool plain() const { return plain_; }
    [[nodiscard]] double shift() const { return shift_; }
    [[nodiscard]] double tail() const { return tail_; }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double deviation() const { return deviation_; }

  private:
    bool plain_ = true;
    double shift_ = 0;
    double tail_ = 1;
    double mean_ = 0;
    double deviation_ = 1;
};

}  // namespace burin
