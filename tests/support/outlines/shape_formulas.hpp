// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shapes of the specification as formulas for points. They know nothing of contours.

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace burin::test {

/// A shape: its keys, and whether a point lies in it.
struct ShapeFormula {
    std::string keys;
    std::function<bool(double x, double y)> contains;
    double width = 0;  ///< the size of the box; 0: no box
    double height = 0;
};

namespace shape_formulas {

inline constexpr double pi = std::numbers::pi;

inline std::string textOf(double number) {
    return std::to_string(number);
}
/// A length whose decimal text is exact.
inline double lengthOf(Random& random, int least, int most) {
    return static_cast<double>(random.between(4 * least, 4 * most)) / 4;
}
inline std::string pairOf(double x, double y) {
    return "[" + textOf(x) + ", " + textOf(y) + "]";
}

inline ShapeFormula rectangle(Random& random) {
    const double w = lengthOf(random, 1, 60), h = lengthOf(random, 1, 60), wanted = lengthOf(random, 0, 40);
    const double r = std::min({wanted, w / 2, h / 2});
    return {"shape: rectangle, size: " + pairOf(w, h) + ", radius: " + textOf(wanted),
            [=](double x, double y) {
                // Within r of the rectangle that is r smaller at each side.
                const double dx = std::max({r - x, 0.0, x - (w - r)});
                const double dy = std::max({r - y, 0.0, y - (h - r)});
                return r > 0 ? std::hypot(dx, dy) < r : dx == 0 && dy == 0;
            },
            w, h};
}

inline ShapeFormula ellipse(Random& random) {
    const double w = lengthOf(random, 1, 60), h = lengthOf(random, 1, 60);
    return {"shape: ellipse, size: " + pairOf(w, h),
            [=](double x, double y) { return std::hypot(2 * x / w - 1, 2 * y / h - 1) < 1; }, w, h};
}

/// The angle clockwise from the top about (c, c), from 0 to 2 pi.
inline double angleOf(double x, double y, double c) {
    const double angle = std::atan2(x - c, c - y);
    return angle < 0 ? angle + 2 * pi : angle;
}

/// The distance from a line through the points at two angles and radii about 0; positive on 0's side.
inline double insideLine(double radius, double angle, double r1, double w1, double r2, double w2) {
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    const double ax = r1 * std::cos(w1), ay = r1 * std::sin(w1);
    const double bx = r2 * std::cos(w2), by = r2 * std::sin(w2);
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

inline ShapeFormula polygon(Random& random) {
    const auto sides = random.between(3, 12);
    const double d = lengthOf(random, 4, 60), half = pi / static_cast<double>(sides);
    const bool flats = random.chance(0.5);
    const double flat = flats ? d / 2 : d / 2 * std::cos(half);
    return {"shape: polygon, sides: " + std::to_string(sides) + ", diameter: " + textOf(d) +
                (flats ? ", across: flats" : ""),
            [=](double x, double y) {
                // A corner is at the top: the middles of the sides are half a part further.
                const double within = std::fmod(angleOf(x, y, d / 2), 2 * half) - half;
                return std::hypot(x - d / 2, y - d / 2) * std::cos(within) < flat;
            },
            d, d};
}

inline ShapeFormula star(Random& random) {
    const auto points = random.between(3, 12);
    const double d = lengthOf(random, 8, 60), half = pi / static_cast<double>(points);
    const double inner = static_cast<double>(random.between(1, 7)) / 8;
    return {"shape: star, points: " + std::to_string(points) + ", diameter: " + textOf(d) +
                ", inner: " + textOf(inner),
            [=](double x, double y) {
                // The angle is folded, so that one side remains, from the tip at 0 to the inner corner.
                double within = std::fmod(angleOf(x, y, d / 2), 2 * half);
                if (within > half) within = 2 * half - within;
                const double radius = std::hypot(x - d / 2, y - d / 2);
                return insideLine(radius, within, d / 2, 0, d / 2 * inner, half) > 0;
            },
            d, d};
}

inline ShapeFormula ring(Random& random) {
    const double d = lengthOf(random, 10, 60), inner = lengthOf(random, 1, 9);
    return {"shape: ring, diameter: " + textOf(d) + ", inner: " + textOf(inner),
            [=](double x, double y) {
                const double twice = 2 * std::hypot(x - d / 2, y - d / 2);
                return inner < twice && twice < d;
            },
            d, d};
}

inline ShapeFormula crossShape(Random& random) {
    const double w = lengthOf(random, 10, 60), h = lengthOf(random, 10, 60), t = lengthOf(random, 1, 9);
    return {"shape: cross, size: " + pairOf(w, h) + ", thickness: " + textOf(t),
            [=](double x, double y) {
                if (x < 0 || y < 0 || x > w || y > h) return false;
                return std::fabs(2 * x - w) < t || std::fabs(2 * y - h) < t;
            },
            w, h};
}

/// A place along and across the way from (ax, ay) to (bx, by).
struct AlongWay {
    double along, across, length;
};
inline AlongWay alongWay(double x, double y, double ax, double ay, double bx, double by) {
    const double length = std::hypot(bx - ax, by - ay);
    return {((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length,
            std::fabs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length, length};
}

inline ShapeFormula line(Random& random) {
    const double ax = lengthOf(random, -30, 30), ay = lengthOf(random, -30, 30);
    const double bx = ax + lengthOf(random, 1, 40), by = lengthOf(random, -30, 30);
    const double half = lengthOf(random, 1, 20) / 2;
    const std::string cap = random.pick<std::string>({"butt", "round", "square"});
    return {"shape: line, from: " + pairOf(ax, ay) + ", to: " + pairOf(bx, by) +
                ", thickness: " + textOf(2 * half) + ", cap: " + cap,
            [=](double x, double y) {
                const AlongWay at = alongWay(x, y, ax, ay, bx, by);
                const double beyond = std::max({-at.along, 0.0, at.along - at.length});
                if (cap == "round") return std::hypot(beyond, at.across) < half;
                return at.across < half && beyond <= (cap == "square" ? half : 0.0);
            }};
}

inline ShapeFormula arrow(Random& random) {
    const double ax = lengthOf(random, -30, 30), ay = lengthOf(random, -30, 30);
    const double bx = ax + lengthOf(random, 20, 40), by = lengthOf(random, -30, 30);
    const double t = lengthOf(random, 1, 4), length = lengthOf(random, 3, 15),
                 width = lengthOf(random, 5, 20);
    return {"shape: arrow, from: " + pairOf(ax, ay) + ", to: " + pairOf(bx, by) +
                ", thickness: " + textOf(t) + ", head: " + pairOf(length, width),
            [=](double x, double y) {
                const AlongWay at = alongWay(x, y, ax, ay, bx, by);
                const double left = at.length - at.along;  // the length that is left to the tip
                if (at.along < 0 || left < 0) return false;
                return left < length ? at.across < width / 2 * (left / length) : at.across < t / 2;
            }};
}

inline ShapeFormula gear(Random& random) {
    const auto teeth = random.between(9, 40);
    const double z = static_cast<double>(teeth), m = lengthOf(random, 1, 4), bore = lengthOf(random, 0, 4);
    const double pressure = random.pick<double>({14.5, 20, 25}) * pi / 180;
    const double outer = m * (z + 2) / 2, root = m * (z - 2.5) / 2, base = m * z / 2 * std::cos(pressure);
    return {"shape: gear, teeth: " + std::to_string(teeth) + ", module: " + textOf(m) +
                ", pressure_angle: " + textOf(pressure * 180 / pi) + ", bore: " + textOf(bore),
            [=](double x, double y) {
                const double radius = std::hypot(x - outer, y - outer);
                if (radius > outer || radius < bore / 2) return false;
                if (radius < root) return true;
                // A tooth is as thick as its gap on the pitch circle; its flanks are involutes of the base
                // circle, and rays inside of that.
                const auto involute = [](double angle) { return std::tan(angle) - angle; };
                const double at = radius > base ? std::acos(base / radius) : 0;
                const double half = pi / (2 * z) + involute(pressure) - involute(at);
                double within = std::fmod(angleOf(x, y, outer), 2 * pi / z);
                within = std::min(within, 2 * pi / z - within);
                return within < half;
            },
            2 * outer, 2 * outer};
}

}  // namespace shape_formulas

/// Any shape, of some 60 px.
inline ShapeFormula randomShapeFormula(Random& random) {
    using Maker = ShapeFormula (*)(Random&);
    namespace f = shape_formulas;
    return random.pick<Maker>({&f::rectangle, &f::ellipse, &f::polygon, &f::star, &f::ring, &f::crossShape,
                               &f::line, &f::arrow, &f::gear})(random);
}

/// The shape mirrored, then scaled, then turned clockwise. Afterwards its box begins at (0, 0).
inline ShapeFormula placedRandomly(const ShapeFormula& shape, Random& random) {
    const std::string mirror = random.pick<std::string>({"none", "x", "y", "both"});
    const double sx = static_cast<double>(random.between(2, 12)) / 8;
    const double sy = static_cast<double>(random.between(2, 12)) / 8;
    const double degrees = random.chance(0.3) ? 90.0 * static_cast<double>(random.between(-5, 5))
                                              : static_cast<double>(random.between(-720, 720)) / 4;
    const double c = std::cos(degrees * shape_formulas::pi / 180);
    const double s = std::sin(degrees * shape_formulas::pi / 180);
    const double mx = mirror == "x" || mirror == "both" ? -sx : sx;
    const double my = mirror == "y" || mirror == "both" ? -sy : sy;
    double left = 0, top = 0;
    for (const double x : {0.0, shape.width}) {
        for (const double y : {0.0, shape.height}) {
            left = std::min(left, c * mx * x - s * my * y);
            top = std::min(top, s * mx * x + c * my * y);
        }
    }
    ShapeFormula placed = shape;
    placed.keys += ", mirror: " + mirror + ", scale: " + shape_formulas::pairOf(sx, sy) +
                   ", rotate: " + shape_formulas::textOf(degrees);
    placed.contains = [=, inner = shape.contains](double x, double y) {
        x += left;
        y += top;
        return inner((c * x + s * y) / mx, (c * y - s * x) / my);
    };
    return placed;
}

}  // namespace burin::test
