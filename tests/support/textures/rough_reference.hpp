// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"

namespace burin::test {

/// f, and what the page derives from it.
struct PageHeights {
    double s = 0;
    double t = 1;
    double mu = 0;
    double sigma = 1;
    double meanMagnitude = 0;  ///< E|f|
    double rho = 0.2;          ///< the correlation of normal heights at which f's correlation is 0.2

    [[nodiscard]] double f(double z) const;
};

/// Solved by bisection and by plain integration, once for each pair of moments.
[[nodiscard]] const PageHeights& heightsOfPage(double skew, double kurtosis);

/// The length L as the format's page defines it.
[[nodiscard]] double roughLengthOfPage(const RoughNode& rough);

/// The binary64 value of a rough surface at p, computed as the format's page defines it.
[[nodiscard]] double roughOfPage(const RoughNode& rough, Point p, double pixelUm);

}  // namespace burin::test
