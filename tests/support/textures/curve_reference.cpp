// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/curve_reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

float rounded(double value) {
    return static_cast<float>(value);
}

/// The slope of a smooth curve at its k-th point, in binary64.
double slopeAt(const Points& points, std::size_t k) {
    const auto h = [&](std::size_t i) { return points[i + 1].x - points[i].x; };
    const auto s = [&](std::size_t i) { return (points[i + 1].y - points[i].y) / h(i); };
    if (k == 0) return s(0);
    if (k + 1 == points.size()) return s(k - 1);
    if (s(k - 1) * s(k) <= 0) return 0;
    const double a = 2 * h(k) + h(k - 1);
    const double b = h(k) + 2 * h(k - 1);
    return (a + b) / (a / s(k - 1) + b / s(k));
}

float throughPoints(const CurveNode& node, float v) {
    const Points& points = node.points;
    if (v <= rounded(points.front().x)) return rounded(points.front().y);
    if (v >= rounded(points.back().x)) return rounded(points.back().y);
    std::size_t k = 0;
    while (rounded(points[k + 1].x) <= v)
        ++k;
    const double h = points[k + 1].x - points[k].x;
    const double s = (points[k + 1].y - points[k].y) / h;
    const float t = v - rounded(points[k].x);
    const float out = rounded(points[k].y);
    if (node.through != "monotone") return out + t * rounded(s);
    const double m = slopeAt(points, k);
    const double next = slopeAt(points, k + 1);
    const float c2 = rounded((3 * s - 2 * m - next) / h);
    const float c3 = rounded((m + next - 2 * s) / (h * h));
    return ((c3 * t + c2) * t + rounded(m)) * t + out;
}

float mapped(const CurveNode& node, float v) {
    if (!node.points.empty()) return throughPoints(node, v);
    const float low = rounded(node.range.x);
    if (node.threshold) return v > rounded(*node.threshold) ? rounded(node.range.y) : low;
    const float factor = rounded(1 / (node.white - node.black));
    float t = std::min(std::max((v - rounded(node.black)) * factor, 0.0F), 1.0F);
    if (node.gamma != 1) t = rounded(std::pow(static_cast<double>(t), 1 / node.gamma));
    return low + rounded(node.range.y - node.range.x) * t;
}

}  // namespace

Range curveOfPage(const CurveNode& node, const Range& sample) {
    // Between these places the curve only rises or only falls.
    std::vector<float> places{sample.low, sample.high};
    std::vector<double> turns;
    for (const Pair& point : node.points)
        turns.push_back(point.x);
    if (node.threshold) turns.push_back(*node.threshold);
    for (const double turn : turns) {
        if (rounded(turn) > sample.low && rounded(turn) < sample.high) places.push_back(rounded(turn));
    }
    Range result = mapped(node, places[0]);
    for (const float place : places)
        result = either(result, mapped(node, place));
    const bool exact = sample.exact() && (node.gamma == 1 || !node.points.empty() || node.threshold);
    if (!exact) result = {result.low - 1e-5F, result.high + 1e-5F};
    return swept(result);
}

}  // namespace burin::test
