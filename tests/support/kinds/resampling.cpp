// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

#include <numbers>

namespace burin::test {

Resampler::Resampler(const TransformNode& node, const Bounds& child)
    : scale(node.scale),
      frame_(child.value_or(Rect{})),
      bounded_(child.has_value()),
      mirrorX_(node.mirror == "x" || node.mirror == "both"),
      mirrorY_(node.mirror == "y" || node.mirror == "both"),
      cosine_(std::cos(node.rotate * std::numbers::pi / 180)),
      sine_(std::sin(node.rotate * std::numbers::pi / 180)) {
    straight = std::fmod(node.rotate, 90) == 0;
    if (straight) {
        cosine_ = std::round(cosine_);
        sine_ = std::round(sine_);
    }
    if (!bounded_) return;
    const auto width = static_cast<double>(frame_.width);
    const auto height = static_cast<double>(frame_.height);
    if (node.size) {
        scale = {static_cast<double>(node.size->width) / width,
                 static_cast<double>(node.size->height) / height};
    }
    Pair most;
    for (const Pair at : {Pair{0, 0}, Pair{width, 0}, Pair{0, height}, Pair{width, height}}) {
        const double x = at.x * scale.x;
        const double y = at.y * scale.y;
        const Pair turned{cosine_ * x - sine_ * y, sine_ * x + cosine_ * y};
        corner_ = {std::min(corner_.x, turned.x), std::min(corner_.y, turned.y)};
        most = {std::max(most.x, turned.x), std::max(most.y, turned.y)};
    }
    const auto outwards = [](double length) {
        return static_cast<std::int64_t>(std::ceil(length - 1e-9 * std::max(1.0, length)));
    };
    result = Rect{0, 0, outwards(most.x - corner_.x), outwards(most.y - corner_.y)};
}

Pair Resampler::toChild(Pair position) const {
    const double x = position.x + corner_.x;
    const double y = position.y + corner_.y;
    Pair local{(cosine_ * x + sine_ * y) / scale.x, (cosine_ * y - sine_ * x) / scale.y};
    if (mirrorX_) local.x = (bounded_ ? static_cast<double>(frame_.width) : 0) - local.x;
    if (mirrorY_) local.y = (bounded_ ? static_cast<double>(frame_.height) : 0) - local.y;
    return {local.x + static_cast<double>(frame_.x), local.y + static_cast<double>(frame_.y)};
}

Pair Resampler::toParent(Pair position) const {
    Pair local{position.x - static_cast<double>(frame_.x), position.y - static_cast<double>(frame_.y)};
    if (mirrorX_) local.x = (bounded_ ? static_cast<double>(frame_.width) : 0) - local.x;
    if (mirrorY_) local.y = (bounded_ ? static_cast<double>(frame_.height) : 0) - local.y;
    const double x = local.x * scale.x;
    const double y = local.y * scale.y;
    return {cosine_ * x - sine_ * y - corner_.x, sine_ * x + cosine_ * y - corner_.y};
}

namespace {

/// The possible error of a position computed in binary64.
double slackAt(double position) {
    return 1e-8 + 1e-13 * std::abs(position);
}

/// The weights of the samples before + 0, 1, ... along one axis.
struct Weights {
    std::int64_t first = 0;
    std::vector<double> weights;
};

Weights weightsAt(double position, const std::string& interpolation) {
    const double before = std::floor(position - 0.5);
    const double t = position - 0.5 - before;
    const auto first = static_cast<std::int64_t>(before);
    if (interpolation == "linear") return {first, {1 - t, t}};
    return {first - 1,
            {((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1, ((-1.5 * t + 2) * t + 0.5) * t,
             (0.5 * t - 0.5) * t * t}};
}

using Polygon = std::vector<Pair>;

/// The part of a polygon where side * (coordinate - limit) >= 0 (I. Sutherland and G. Hodgman, Reentrant
/// polygon clipping, 1974).
Polygon clipped(const Polygon& polygon, double Pair::*coordinate, double limit, double side) {
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Pair a = polygon[i];
        const Pair b = polygon[(i + 1) % polygon.size()];
        const double from = side * (a.*coordinate - limit);
        const double to = side * (b.*coordinate - limit);
        if (from >= 0) result.push_back(a);
        if ((from < 0) != (to < 0)) {
            const double t = from / (from - to);
            result.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
        }
    }
    return result;
}

double areaOf(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Pair a = polygon[i];
        const Pair b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return std::abs(twice) / 2;
}

/// A weighted sum of samples, and their largest magnitude.
struct WeightedSum {
    Interval sum = 0;
    double largest = 1;

    void add(double weight, const Range& c) {
        sum = arithmetic('+', sum, arithmetic('*', weight, Interval(c.low, c.high)));
        largest =
            std::max({largest, std::abs(static_cast<double>(c.low)), std::abs(static_cast<double>(c.high))});
    }
};

}  // namespace

Range Reference::transformed(const TransformNode& kind, std::size_t child, Point p) {
    const Bounds& inside = bounds_[child];
    if (inside && inside->empty()) return {};
    const Resampler resampler(kind, inside);
    const auto left = static_cast<double>(p.x);
    const auto top = static_cast<double>(p.y);
    const Pair centre = resampler.toChild({left + 0.5, top + 0.5});

    const bool unscaled = resampler.scale.x == 1 && resampler.scale.y == 1;
    if (kind.interpolation == "nearest" || (resampler.straight && unscaled)) {
        Range result;
        bool first = true;
        const double ex = slackAt(centre.x);
        const double ey = slackAt(centre.y);
        for (const double x : {std::floor(centre.x - ex), std::floor(centre.x + ex)}) {
            for (const double y : {std::floor(centre.y - ey), std::floor(centre.y + ey)}) {
                const Range c = sample(child, {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)});
                result = first ? c : either(result, c);
                first = false;
            }
        }
        return result;
    }
    WeightedSum total;
    if (kind.interpolation == "area") {
        Polygon covered;
        for (const Pair at : {Pair{0, 0}, Pair{1, 0}, Pair{1, 1}, Pair{0, 1}})
            covered.push_back(resampler.toChild({left + at.x, top + at.y}));
        const Pair base{std::floor(covered[0].x), std::floor(covered[0].y)};  // small numbers are exact
        Pair least;
        Pair most;
        for (Pair& corner : covered) {
            corner = {corner.x - base.x, corner.y - base.y};
            least = {std::min(least.x, corner.x), std::min(least.y, corner.y)};
            most = {std::max(most.x, corner.x), std::max(most.y, corner.y)};
        }
        const double whole = areaOf(covered);
        for (double y = std::floor(least.y); y < most.y; ++y) {
            for (double x = std::floor(least.x); x < most.x; ++x) {
                Polygon part = clipped(clipped(covered, &Pair::x, x, 1), &Pair::x, x + 1, -1);
                part = clipped(clipped(part, &Pair::y, y, 1), &Pair::y, y + 1, -1);
                if (part.size() < 3) continue;
                total.add(areaOf(part) / whole, sample(child, {static_cast<std::int64_t>(base.x + x),
                                                               static_cast<std::int64_t>(base.y + y)}));
            }
        }
    } else {
        const Weights across = weightsAt(centre.x, kind.interpolation);
        const Weights down = weightsAt(centre.y, kind.interpolation);
        for (std::size_t j = 0; j < down.weights.size(); ++j) {
            for (std::size_t i = 0; i < across.weights.size(); ++i) {
                total.add(down.weights[j] * across.weights[i],
                          sample(child, {across.first + static_cast<std::int64_t>(i),
                                         down.first + static_cast<std::int64_t>(j)}));
            }
        }
    }
    const double dust = 0x1p-20;
    if (total.sum.low > -dust / 2 && total.sum.high < dust / 2) return {};
    const double tolerance = 1e-5 * total.largest;
    return tolerated({total.sum.low - tolerance, total.sum.high + tolerance}, 0, dust);
}

}  // namespace burin::test
