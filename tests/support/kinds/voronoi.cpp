// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/voronoi_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, VoronoiNode& made) {
    made.pitch = node.realPixels(node["pitch"]);
    made.stretch = node["stretch"].as<double>(1);
    made.rotate = node["rotate"].as<double>(0);
    made.seed = node["seed"].as<std::int64_t>(0);
    made.closes = node.closes();
    made.jitter = node["jitter"].as<double>(1);
    made.feature = node["feature"].as<std::string>("f1");
    if (node["distance_max"]) made.distanceMax = node.realPixels(node["distance_max"]);
    if (node["profile"].IsDefined() && node["profile"].IsScalar()) {
        made.expression = node["profile"].as<std::string>();
    } else {
        made.points = pointsOf(node["profile"]);
    }
}

void write(KeyLines& out, const VoronoiNode& n) {
    out.add("pitch", numberTextOf(n.pitch));
    out.add("stretch", numberTextOf(n.stretch));
    out.add("rotate", numberTextOf(n.rotate));
    out.add("seed", std::to_string(n.seed));
    out.closing(n.closes);
    out.add("jitter", numberTextOf(n.jitter));
    out.add("feature", n.feature);
    if (n.distanceMax != 0) out.add("distance_max", numberTextOf(n.distanceMax));
    if (!n.expression.empty()) out.add("profile", "\"" + n.expression + "\"");
    out.points("profile", n.points);
}

}  // namespace

template <>
Range Reference::of(const VoronoiNode& kind, const TreeNode& node, Point p) {
    Interval value = Interval::none(false);
    if (kind.feature == "id") {
        for (const double id : voronoiIdsOfPage(kind, p))
            value = either(value, id);
        return masked(node, tolerated(value, 1e-5, 0x1p-20), 0, p);
    }
    const double d = voronoiDistanceOfPage(kind, p);
    const double most = kind.distanceMax == 0 ? kind.pitch : kind.distanceMax;
    const Interval measured(std::max(0.0, d - 1e-5 * kind.pitch), d + 1e-5 * kind.pitch);
    if (kind.points.empty()) {
        const std::string text = kind.expression.empty() ? "min(1, d / D)" : kind.expression;
        value = formula(node, text, {"d", "D", "um"}).evaluate({measured, most, tree_.pixelUm});
    }
    // Between its points the curve is straight, so its ends and the points between them bound it.
    std::vector<double> places{measured.low, measured.high};
    for (const Pair& point : kind.points) {
        if (measured.contains(point.x)) places.push_back(point.x);
    }
    for (std::size_t i = 0; !kind.points.empty() && i < places.size(); ++i)
        value = either(value, curveAt(kind.points, places[i]));
    return masked(node, tolerated(value, 1e-5, 0x1p-20), 0, p);
}

KindReference voronoiReference() {
    return referenceOf<VoronoiNode>("voronoi", &read, &write);
}

}  // namespace burin::test
