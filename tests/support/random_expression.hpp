// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random.hpp"

#include <string>
#include <vector>

namespace burin::test {

/// Writes random expressions with every operator and function of the format.
class RandomExpression {
  public:
    /// \param places   names whose values may be large, such as x and y
    /// \param samples  names whose values are mostly within [0, 1], such as in1
    RandomExpression(Random& random, std::vector<std::string> places, std::vector<std::string> samples)
        : random_(random), places_(std::move(places)), samples_(std::move(samples)) {}

    /// An expression whose value is mostly within [0, 1].
    [[nodiscard]] std::string unit(int depth);
    /// An expression of any value.
    [[nodiscard]] std::string any(int depth);

  private:
    [[nodiscard]] std::string place();
    [[nodiscard]] std::string scaled();
    [[nodiscard]] std::string constant(double low, double high);
    [[nodiscard]] std::string leaf();

    Random& random_;
    std::vector<std::string> places_;
    std::vector<std::string> samples_;
};

}  // namespace burin::test
