// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/monotone_cubic.hpp"

#include <cstddef>

namespace burin {

std::vector<CubicPiece> monotoneCubic(std::span<const double> x, std::span<const double> y) {
    const std::size_t chords = x.size() - 1;
    std::vector<double> h;  // steps along x
    std::vector<double> s;  // slopes of the chords
    for (std::size_t k = 0; k < chords; ++k) {
        h.push_back(x[k + 1] - x[k]);
        s.push_back((y[k + 1] - y[k]) / h[k]);
    }
    std::vector<double> m{s.front()};  // slopes of the curve
    for (std::size_t k = 1; k < chords; ++k) {
        const double a = 2 * h[k] + h[k - 1];
        const double b = h[k] + 2 * h[k - 1];
        const bool turns = s[k - 1] * s[k] <= 0;
        m.push_back(turns ? 0 : (a + b) / (a / s[k - 1] + b / s[k]));
    }
    m.push_back(s.back());
    std::vector<CubicPiece> pieces;
    for (std::size_t k = 0; k < chords; ++k) {
        pieces.push_back({x[k], y[k], m[k], (3 * s[k] - 2 * m[k] - m[k + 1]) / h[k],
                          (m[k] + m[k + 1] - 2 * s[k]) / (h[k] * h[k])});
    }
    pieces.push_back({x.back(), y.back(), 0, 0, 0});
    return pieces;
}

}  // namespace burin
