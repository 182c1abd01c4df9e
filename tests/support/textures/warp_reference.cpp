// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/warp_reference.hpp"

#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace burin::test {

namespace {

/// Cosine and sine of an angle in degrees, exact at multiples of 90.
Pair directionOf(double degrees) {
    const double quarters = degrees / 90;
    if (quarters != std::floor(quarters)) {
        const double angle = degrees / 180 * std::numbers::pi;
        return {std::cos(angle), std::sin(angle)};
    }
    const auto turns = static_cast<int>(quarters - 4 * std::floor(quarters / 4));
    constexpr Pair directions[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return directions[turns];
}

Interval ordered(double a, double b) {
    return {std::min(a, b), std::max(a, b)};
}

/// A clamp(2 (m - center), -1, 1)
Interval displacementBy(const WarpNode& node, const Range& m) {
    const auto at = [&](float v) {
        const double t = 2 * (static_cast<double>(v) - node.center);
        return node.amplitude * std::min(1.0, std::max(-1.0, t));
    };
    return {at(m.low), at(m.high)};
}

struct Displacement {
    Interval x;
    Interval y;
};

/// A g / max(1, |g|) along one axis; `other` is the slope along the other one.
Interval alongSlope(double amplitude, const Interval& g, const Interval& other) {
    const auto by = [&](double own, double across) {
        return amplitude * own / std::max(1.0, std::sqrt(own * own + across * across));
    };
    if (g.point() && other.point()) return Interval(by(g.low, other.low));
    const double least = other.contains(0) ? 0 : std::min(std::abs(other.low), std::abs(other.high));
    const double most = std::max(std::abs(other.low), std::abs(other.high));
    // The displacement rises with the slope along its own axis, and falls towards 0 with the other.
    return {std::min(by(g.low, least), by(g.low, most)), std::max(by(g.high, least), by(g.high, most))};
}

Displacement displacementOf(const WarpNode& node, const std::vector<MapOfPage>& maps, Point p) {
    const auto of = [&](std::size_t k) {
        return maps[k].covers(p) ? displacementBy(node, maps[k].at(p)) : Interval(0.0);
    };
    if (node.by == "xy") return {of(0), of(1)};
    if (node.by == "angle") {
        const Pair along = directionOf(node.angle);
        const Interval d = of(0);
        Displacement turned{ordered(d.low * along.x, d.high * along.x),
                            ordered(d.low * along.y, d.high * along.y)};
        if (along.x != 0 && along.y != 0) {  // the direction is rounded
            for (Interval* axis : {&turned.x, &turned.y})
                *axis = {axis->low - 1e-9, axis->high + 1e-9};
        }
        return turned;
    }
    if (!maps[0].covers(p)) return {Interval(0.0), Interval(0.0)};
    const auto slope = [&](Point before, Point behind) {
        const Range a = maps[0].at(before);
        const Range b = maps[0].at(behind);
        const auto scaled = [&](float from, float to) {
            return (static_cast<double>(to) - static_cast<double>(from)) / 2 / node.fullSlope;
        };
        return Interval(scaled(a.high, b.low), scaled(a.low, b.high));
    };
    const Interval gx = slope({p.x - 1, p.y}, {p.x + 1, p.y});
    const Interval gy = slope({p.x, p.y - 1}, {p.x, p.y + 1});
    return {alongSlope(node.amplitude, gx, gy), alongSlope(node.amplitude, gy, gx)};
}

std::int64_t floored(double v) {
    return static_cast<std::int64_t>(std::floor(v));
}

/// All samples of a rectangle of pixels, both ends included.
Range hull(const PlacedChild& picture, Point first, Point last) {
    Range all = picture(first);
    for (std::int64_t y = first.y; y <= last.y; ++y) {
        for (std::int64_t x = first.x; x <= last.x; ++x)
            all = either(all, picture({x, y}));
    }
    return all;
}

/// The weights of the samples from floor(place) - 1 on.
std::vector<double> weightsAt(const std::string& interpolation, double place) {
    const double t = place - std::floor(place);
    if (interpolation == "linear") return {0, 1 - t, t, 0};
    const double t2 = t * t;
    const double t3 = t2 * t;
    return {(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2};
}

/// A weighted sum of samples, and the largest magnitude of these samples.
struct WeightedSum {
    double low = 0;
    double high = 0;
    double largest = 0;

    void add(double weight, const Range& c) {
        if (weight == 0) return;
        low += weight * static_cast<double>(weight > 0 ? c.low : c.high);
        high += weight * static_cast<double>(weight > 0 ? c.high : c.low);
        largest =
            std::max({largest, std::abs(static_cast<double>(c.low)), std::abs(static_cast<double>(c.high))});
    }
    /// The allowed samples: errors are relative to the largest sample. \param slack  of the sum
    [[nodiscard]] Range allowed(double slack = 0) const {
        return tolerated({low - slack, high + slack}, 1e-5 * std::max(1.0, largest), 0x1p-20);
    }
};

void addInterpolated(WeightedSum& sum, double weight, const PlacedChild& picture,
                     const std::string& interpolation, double x, double y) {
    const std::vector<double> across = weightsAt(interpolation, x);
    const std::vector<double> down = weightsAt(interpolation, y);
    for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t i = 0; i < 4; ++i) {
            const double share = across[i] * down[j];
            if (share == 0) continue;
            const Point at{floored(x) - 1 + static_cast<std::int64_t>(i),
                           floored(y) - 1 + static_cast<std::int64_t>(j)};
            sum.add(weight * share, picture(at));
        }
    }
}

}  // namespace

Range warpOfPage(const WarpNode& node, const PlacedChild& picture, const std::vector<MapOfPage>& maps,
                 Point p) {
    const Displacement d = displacementOf(node, maps, p);
    const PlacedChild around = [&](Point away) { return picture({p.x + away.x, p.y + away.y}); };
    if (node.interpolation == "nearest") {
        return swept(hull(around, {floored(d.x.low + 0.5), floored(d.y.low + 0.5)},
                          {floored(d.x.high + 0.5), floored(d.y.high + 0.5)}));
    }
    const double halfX = (d.x.high - d.x.low) / 2;
    const double halfY = (d.y.high - d.y.low) / 2;
    WeightedSum sum;
    addInterpolated(sum, 1, around, node.interpolation, d.x.low + halfX, d.y.low + halfY);
    if (halfX == 0 && halfY == 0) return sum.allowed();
    // A step of one pixel changes the value by at most twice the differences of the samples.
    const Range all = hull(around, {floored(d.x.low) - 1, floored(d.y.low) - 1},
                           {floored(d.x.high) + 2, floored(d.y.high) + 2});
    const double steepest = 2 * (static_cast<double>(all.high) - static_cast<double>(all.low));
    return sum.allowed((halfX + halfY) * steepest);
}

namespace {

/// A step in 1/256 px.
struct PathStep {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend bool operator==(const PathStep&, const PathStep&) = default;
};

PathStep stepAlong(double x, double y) {
    return {floored(256 * x + 0.5), floored(256 * y + 0.5)};
}

PathStep stepAlongSlope(const FlowNode& node, float a, float b) {
    const double x = static_cast<double>(a);
    const double y = static_cast<double>(b);
    if (x == 0 && y == 0) return {};
    const double length = std::sqrt(x * x + y * y);
    const PathStep up = stepAlong(x / length, y / length);
    return node.along == "gradient" ? up : PathStep{-up.y, up.x};
}

/// The step at a pixel; nothing if the map's samples are not known well enough.
std::optional<PathStep> stepAt(const FlowNode& node, const PlacedChild& map, Point q) {
    if (node.along == "angle") {
        const Pair direction = directionOf(node.angle);
        return stepAlong(direction.x, direction.y);
    }
    if (node.along == "map") {
        const Range m = map(q);
        const auto part = [](float v) { return std::floor(4096 * static_cast<double>(v) + 0.5); };
        if (part(m.low) != part(m.high)) return {};
        const double i = part(m.low) - 4096 * std::floor(part(m.low) / 4096);
        const Pair direction = directionOf(360 * i / 4096);
        return stepAlong(direction.x, direction.y);
    }
    const auto difference = [&](Point before, Point behind) {
        const Range from = map(before);
        const Range to = map(behind);
        return Range(to.low - from.high, to.high - from.low);
    };
    const Range a = difference({q.x - 1, q.y}, {q.x + 1, q.y});
    const Range b = difference({q.x, q.y - 1}, {q.x, q.y + 1});
    const PathStep first = stepAlongSlope(node, a.low, b.low);
    if (a.exact() && b.exact()) return first;
    // If neither component changes its sign, the direction lies between the directions at the corners.
    if (a.maybeZero() || b.maybeZero()) return {};
    for (const float x : {a.low, a.high}) {
        for (const float y : {b.low, b.high}) {
            if (stepAlongSlope(node, x, y) != first) return {};
        }
    }
    return first;
}

}  // namespace

Range flowOfPage(const FlowNode& node, const PlacedChild& picture, const PlacedChild& map, Point p) {
    const std::int64_t n = node.length / 2;
    WeightedSum sum;
    sum.add(1, picture(p));
    double weights = 1;
    for (const std::int64_t way : {1, -1}) {
        Point place{256 * p.x, 256 * p.y};
        for (std::int64_t k = 1; k <= n; ++k) {
            const auto nearest = [](std::int64_t v) { return (v + 128) >> 8; };
            const auto step = stepAt(node, map, {nearest(place.x), nearest(place.y)});
            if (!step) {  // any sample around it may be read
                const Range all = hull(picture, {p.x - n - 1, p.y - n - 1}, {p.x + n + 1, p.y + n + 1});
                WeightedSum any;
                any.add(1, all);
                return any.allowed();
            }
            place = {place.x + way * step->x, place.y + way * step->y};
            const double weight =
                node.weights == "box" ? 1 : 1 - static_cast<double>(k) / static_cast<double>(n + 1);
            const PlacedChild nearby = [&](Point away) { return picture({p.x + away.x, p.y + away.y}); };
            addInterpolated(sum, weight, nearby, "linear", static_cast<double>(place.x - 256 * p.x) / 256,
                            static_cast<double>(place.y - 256 * p.y) / 256);
            weights += weight;
        }
    }
    sum.low /= weights;
    sum.high /= weights;
    return sum.allowed();
}

}  // namespace burin::test
