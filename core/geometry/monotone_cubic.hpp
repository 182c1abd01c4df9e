// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace burin {

/// A piece of a curve: ((c3 t + c2) t + c1) t + c0 for t = x - start, up to the start of the next piece.
struct CubicPiece {
    double start = 0;
    double c0 = 0;
    double c1 = 0;
    double c2 = 0;
    double c3 = 0;

    [[nodiscard]] double at(double x) const {
        const double t = x - start;
        return ((c3 * t + c2) * t + c1) * t + c0;
    }
};

/// A smooth curve through points that has no turning point between them. Its slope at each end is that of the
/// first or last chord. After F. N. Fritsch and J. Butland, A method for constructing local monotone
/// piecewise cubic interpolants, 1984.
/// \param x  at least two numbers in increasing order
/// \param y  one number for each x
/// \return a piece for each point; the last one is constant
///
/// Pure.
[[nodiscard]] std::vector<CubicPiece> monotoneCubic(std::span<const double> x, std::span<const double> y);

}  // namespace burin
