// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace burin::test {

/// The keys `mirror`, `scale` and `rotate`: the plane is mirrored, then scaled, then turned clockwise.
struct Placing {
    using Place = std::pair<double, double>;

    std::string keys;
    double sx = 1, sy = 1;  ///< negative: mirrored
    double degrees = 0;
    Place corner = {0, 0};  ///< of the result; it becomes (0, 0)

    [[nodiscard]] Place operator()(Place p) const {
        const double c = std::cos(degrees * std::numbers::pi / 180);
        const double s = std::sin(degrees * std::numbers::pi / 180);
        return {c * sx * p.first - s * sy * p.second - corner.first,
                s * sx * p.first + c * sy * p.second - corner.second};
    }
    /// The place that is mapped to a point.
    [[nodiscard]] Place back(double x, double y) const {
        const double c = std::cos(degrees * std::numbers::pi / 180);
        const double s = std::sin(degrees * std::numbers::pi / 180);
        x += corner.first;
        y += corner.second;
        return {(c * x + s * y) / sx, (c * y - s * x) / sy};
    }
    /// Moves the result to (0, 0), as the page says for an outline with a box.
    /// \return the other corner of the result
    Place moveBox(double width, double height) {
        const Place places[] = {(*this)({0, 0}), (*this)({width, 0}), (*this)({0, height}),
                                (*this)({width, height})};
        Place end = places[0];
        corner = places[0];
        for (const auto& [x, y] : places) {
            corner = {std::min(corner.first, x), std::min(corner.second, y)};
            end = {std::max(end.first, x), std::max(end.second, y)};
        }
        return {end.first - corner.first, end.second - corner.second};
    }
};

inline Placing randomPlacing(Random& random) {
    const std::string mirror = random.pick<std::string>({"none", "x", "y", "both"});
    Placing placing;
    placing.sx = static_cast<double>(random.between(4, 12)) / 8;
    placing.sy = static_cast<double>(random.between(4, 12)) / 8;
    placing.degrees = random.chance(0.3) ? 90.0 * static_cast<double>(random.between(-5, 5))
                                         : static_cast<double>(random.between(-720, 720)) / 4;
    placing.keys = ", mirror: " + mirror + ", scale: [" + std::to_string(placing.sx) + ", " +
                   std::to_string(placing.sy) + "], rotate: " + std::to_string(placing.degrees);
    if (mirror == "x" || mirror == "both") placing.sx = -placing.sx;
    if (mirror == "y" || mirror == "both") placing.sy = -placing.sy;
    return placing;
}

}  // namespace burin::test
