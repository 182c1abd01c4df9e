// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>

namespace burin::test {

/// (x, y) becomes (a x + c y + e, b x + d y + f), as SVG's matrix(a b c d e f).
struct PlaneMap {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

    [[nodiscard]] static PlaneMap move(double x, double y) { return {1, 0, 0, 1, x, y}; }
    [[nodiscard]] static PlaneMap scale(double x, double y) { return {x, 0, 0, y, 0, 0}; }
    /// Turns from the x axis to the y axis.
    [[nodiscard]] static PlaneMap turn(double degrees) {
        const double w = degrees * std::numbers::pi / 180;
        return {std::cos(w), std::sin(w), -std::sin(w), std::cos(w), 0, 0};
    }
    [[nodiscard]] std::pair<double, double> operator()(double x, double y) const {
        return {a * x + c * y + e, b * x + d * y + f};
    }
    /// Applies `first`, then this map.
    [[nodiscard]] PlaneMap operator*(const PlaneMap& first) const {
        return {a * first.a + c * first.b, b * first.a + d * first.b,     a * first.c + c * first.d,
                b * first.c + d * first.d, a * first.e + c * first.f + e, b * first.e + d * first.f + f};
    }
    [[nodiscard]] PlaneMap inverse() const {
        const double q = a * d - b * c;
        return {d / q, -b / q, -c / q, a / q, (c * f - d * e) / q, (b * e - a * f) / q};
    }
};

/// A number whose decimal text is exact.
inline std::string exactText(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

/// The keys `size` and `fit` of a drawing from a file.
struct FilePlace {
    std::string keys;
    PlaneMap map;                  ///< from the drawing's rectangle in pixels, its corner at (0, 0)
    double width = 0, height = 0;  ///< the size of the box
    bool cut = false;              ///< whether the drawing is cut at the box
};

/// \param width, height  of the drawing itself, in pixels
inline FilePlace randomFilePlace(Random& random, double width, double height) {
    const auto number = [&] { return static_cast<double>(random.between(120, 320)) / 4; };
    if (random.chance(0.4)) return {"", {}, width, height};
    const double w = number();
    if (random.chance(0.3)) {
        const double s = w / width;
        return {", size: " + exactText(w), PlaneMap::scale(s, s), w, s * height};
    }
    const double h = number();
    const auto fit = random.pick<std::string>({"", "contain", "cover", "stretch"});
    double sx = w / width, sy = h / height;
    if (fit != "stretch") sx = sy = fit == "cover" ? std::max(sx, sy) : std::min(sx, sy);
    return {", size: [" + exactText(w) + ", " + exactText(h) + "]" + (fit.empty() ? "" : ", fit: " + fit),
            PlaneMap::move((w - sx * width) / 2, (h - sy * height) / 2) * PlaneMap::scale(sx, sy), w, h,
            fit == "cover"};
}

}  // namespace burin::test
