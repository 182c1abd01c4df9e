// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/closing.hpp"

#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/repeats.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double tolerance = 0.01;
/// Repeats are at most this far away, in pixels: a surface is less than 2^31 px wide, an offset at most 2^40.
constexpr double farthest = 0x1.1p40;

double real(std::int64_t whole) {
    return static_cast<double>(whole);
}

Vector moved(Point cells, Vector u, Vector v) {
    return {real(cells.x) * u.x + real(cells.y) * v.x, real(cells.x) * u.y + real(cells.y) * v.y};
}

double distance(Vector a, Vector b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/// The largest multiple in one step. It ensures that the sum of its two products with the numbers of any
/// repeat fits into 64 bits.
double mostCells(Vector u, Vector v) {
    const double sides = std::fabs(u.x) + std::fabs(u.y) + std::fabs(v.x) + std::fabs(v.y);
    const double repeats = farthest * sides / std::fabs(determinant(u, v));
    return std::clamp(0x1.8p62 / repeats, 0x1p21, 0x1p30);
}

/// The integer multiples of u and v, not both 0, whose sum is nearest to `pixels`. (0, 0) if they exceed the
/// limit.
Point nearestCells(Vector u, Vector v, Vector pixels) {
    const double det = determinant(u, v);
    const double a = std::round(determinant(pixels, v) / det);
    const double b = std::round(determinant(u, pixels) / det);
    const double most = mostCells(u, v);
    if (!(std::fabs(a) <= most && std::fabs(b) <= most)) return {};
    if (a != 0 || b != 0) return {static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)};
    Point nearest{1, 0};
    for (const Point cells : {Point{-1, 0}, Point{0, 1}, Point{0, -1}}) {
        if (distance(moved(cells, u, v), pixels) < distance(moved(nearest, u, v), pixels)) nearest = cells;
    }
    return nearest;
}

std::string vectorText(Vector v) {
    return "[" + canonicalNumber(v.x) + ", " + canonicalNumber(v.y) + "]";
}

}  // namespace

Closing::Closing(Vector u, Vector v, Size after) : u_(u), v_(v) {
    const auto step = [&](Vector pixels) {
        const Step result{nearestCells(u, v, pixels), pixels};
        closes_ =
            closes_ && result.cells != Point{} && distance(moved(result.cells, u, v), pixels) <= tolerance;
        return result;
    };
    if (after.width > 0) x_ = step({real(after.width), 0});
    if (after.height > 0) y_ = step({0, real(after.height)});
    if (!any()) return;
    if (both()) {
        const Point x = x_->cells;
        const Point y = y_->cells;
        const std::int64_t det = spanned(x, y);
        closes_ = closes_ && det != 0;
        u_ = v_ = std::nullopt;
        if (det == 0) return;
        // x.x u + x.y v = (w, 0) and y.x u + y.y v = (0, h)
        u_ = Vector{real(y.y) * x_->pixels.x / real(det), real(-x.y) * y_->pixels.y / real(det)};
        v_ = Vector{real(-y.x) * x_->pixels.x / real(det), real(x.x) * y_->pixels.y / real(det)};
        return;
    }
    const Step& one = x_ ? *x_ : *y_;
    const double a = real(one.cells.x);
    const double b = real(one.cells.y);
    const double length = a * a + b * b;
    if (length == 0) {
        u_ = v_ = std::nullopt;
        return;
    }
    // The smallest change of both vectors that makes the remainder 0.
    const Vector end = moved(one.cells, u, v);
    const Vector left{end.x - one.pixels.x, end.y - one.pixels.y};
    u_ = Vector{u.x - a * left.x / length, u.y - a * left.y / length};
    v_ = Vector{v.x - b * left.x / length, v.y - b * left.y / length};
}

std::string Closing::nearestText() const {
    return u_ && v_ ? "u: " + vectorText(*u_) + ", v: " + vectorText(*v_) : std::string();
}

}  // namespace burin
