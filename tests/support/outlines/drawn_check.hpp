// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares what a node draws with a reference drawing that tells for any point what is there. The format page
// allows an outline to deviate by 1/128 px, which are two steps, so points that are nearer than that to an
// edge of either are skipped.

#include "core/kinds/form/operation.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

namespace burin::test {

/// The value of a drawing at a point, in units of 1 / M.
using DrawingValue = std::function<std::int32_t(double x, double y)>;

/// How a point lies to the edges of an outline.
struct PlaceOnOutline {
    double nearest = HUGE_VAL;  ///< steps to the nearest edge
    std::int32_t value = 0;
};

/// \param x, y  in steps
inline PlaceOnOutline placeOn(const std::vector<ResolvedEdge>& edges, double x, double y) {
    PlaceOnOutline place;
    double nearest = HUGE_VAL;  // squared, because std::hypot would take most of the time
    for (const ResolvedEdge& edge : edges) {
        const PlanePoint a{static_cast<double>(edge.a.x), static_cast<double>(edge.a.y)};
        const PlanePoint e{edge.b.x - a.x, edge.b.y - a.y};
        const PlanePoint w{x - a.x, y - a.y};
        const double share = std::clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
        const PlanePoint beside = w - e * share;
        nearest = std::min(nearest, dot(beside, beside));
        if (edge.a.y <= y && y < edge.b.y && cross(e, w) < 0) place.value += edge.right - edge.left;
    }
    place.nearest = std::sqrt(nearest);
    return place;
}

/// A random point in steps: near a corner of the outline, where most errors are likely, or anywhere.
inline PlanePoint pointNear(const Operation& operation, Random& random) {
    const std::vector<ResolvedEdge>& edges = operation.outline()->resolved();
    if (edges.empty() || random.chance(0.3)) {
        const Rect area = operation.extent({}).rect().grown(9);
        return {random.real(256.0 * static_cast<double>(area.x), 256.0 * static_cast<double>(area.right())),
                random.real(256.0 * static_cast<double>(area.y), 256.0 * static_cast<double>(area.bottom()))};
    }
    const auto last = static_cast<std::int64_t>(edges.size()) - 1;
    const StepPoint corner = edges[static_cast<std::size_t>(random.between(0, last))].a;
    const double reach = random.pick<double>({4, 30, 1500});
    return {corner.x + random.real(-reach, reach), corner.y + random.real(-reach, reach)};
}

/// Whether a drawing has a value at most 1/128 px from a point. Snapping closes a tip or a notch that is
/// narrower than that, and then it has no edge.
inline bool hasNear(const DrawingValue& value, std::int32_t wanted, PlanePoint p) {
    for (int k = 0; k < 32; ++k) {
        const double w = std::numbers::pi * k / 8, radius = k < 16 ? 1.0 / 128 : 1.0 / 256;
        if (value(p.x + radius * std::cos(w), p.y + radius * std::sin(w)) == wanted) return true;
    }
    return false;
}

/// \return the first of 500 points at which the outline differs from the drawing, in pixels
inline std::optional<PlanePoint> wrongPoint(const Operation& operation, Random& random,
                                            const DrawingValue& value) {
    for (int i = 0; i < 500; ++i) {
        const PlanePoint p = pointNear(operation, random);
        const PlaceOnOutline place = placeOn(operation.outline()->resolved(), p.x, p.y);
        const PlanePoint px = p * (1.0 / 256);
        if (place.nearest > 2 && place.value != value(px.x, px.y) && !hasNear(value, place.value, px))
            return px;
    }
    return {};
}

/// A random pixel of the node.
inline Point pixelNear(const Operation& operation, Random& random) {
    const Rect all = operation.extent({}).rect();
    const PlanePoint p = pointNear(operation, random);
    return {std::clamp(static_cast<std::int64_t>(std::floor(p.x / 256)), all.x, all.right() - 1),
            std::clamp(static_cast<std::int64_t>(std::floor(p.y / 256)), all.y, all.bottom() - 1)};
}

/// The sample of a pixel, computed together with those around it.
inline float sampleAt(const Operation& operation, Point p) {
    const Rect area = intersection({p.x - 9, p.y - 9, 19, 19}, operation.extent({}).rect());
    std::vector<float> samples(static_cast<std::size_t>(area.area()));
    operation.begin({}, area, {samples.data(), area.width, area.width, area.height});
    return samples[static_cast<std::size_t>((p.y - area.y) * area.width + p.x - area.x)];
}

/// Divides pixels into 16 x 16 squares. A square through which no edge can run has the value of its middle;
/// the others may have any. \return the first of some pixels whose sample is not the mean of its squares
inline std::optional<PlanePoint> wrongFill(const Operation& operation, Random& random,
                                           const DrawingValue& value) {
    const DrawnOutline& outline = *operation.outline();
    if (operation.extent({}).empty()) return {};
    for (int i = 0; i < 12; ++i) {
        const Point p = pixelNear(operation, random);
        const double left = 256.0 * static_cast<double>(p.x), top = 256.0 * static_cast<double>(p.y);
        std::vector<ResolvedEdge> near;
        for (const ResolvedEdge& edge : outline.resolved()) {
            if (placeOn({edge}, left + 128, top + 128).nearest < 256) near.push_back(edge);
        }
        double least = 0, most = 0;
        for (int square = 0; square < 256; ++square) {
            const double x = left + 16 * (square % 16) + 8, y = top + 16 * (square / 16) + 8;
            const bool sure = placeOn(near, x, y).nearest > 12 + 2;
            const double middle = sure ? value(x / 256, y / 256) : 0;
            least += sure ? middle : 0;
            most += sure ? middle : outline.units();
        }
        const double sum = static_cast<double>(sampleAt(operation, p)) * 256 * outline.units();
        const double slack = 0.01 + 0x1p-25 * 256 * outline.units();  // samples are rounded to binary32
        if (sum < least - slack || sum > most + slack)
            return PlanePoint{static_cast<double>(p.x), static_cast<double>(p.y)};
    }
    return {};
}

/// The distance to the border of a drawing, which is known by points that lie 1/32 px apart. A part that is
/// narrower than twice `beside` may have no border.
using DrawingDistance = std::function<double(double x, double y, double beside)>;

/// For a node whose profile is `d`. Snapping may remove or close parts that are narrower than 1/128 px, so a
/// sample may lie between the distances with and without such parts.
/// \return the first of some pixels with a wrong distance
inline std::optional<PlanePoint> wrongDistance(const Operation& operation, Random& random,
                                               const DrawingDistance& distance) {
    if (operation.extent({}).empty()) return {};
    for (int i = 0; i < 25; ++i) {
        const Point p = pixelNear(operation, random);
        const double x = static_cast<double>(p.x) + 0.5, y = static_cast<double>(p.y) + 0.5;
        const auto [least, most] = std::minmax({distance(x, y, 1e-6), distance(x, y, 1.0 / 128)});
        const double sample = static_cast<double>(sampleAt(operation, p));
        const double slack = 1.0 / 128 + 1.0 / 32;
        if (sample < least - slack || sample > most + slack) return PlanePoint{x, y};
    }
    return {};
}

}  // namespace burin::test
