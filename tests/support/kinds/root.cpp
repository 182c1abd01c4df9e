// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/dither.hpp"
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, RootNode& made) {
    made.depth = node["depth"].as<int>(8);
    made.background = node["background"].as<double>(0);
    made.invert = node["invert"].as<bool>(false);
    made.materialCurve = pointsOf(node["material_curve"]);
    made.machineCurve = pointsOf(node["machine_curve"]);
    made.dither = node["dither"].as<std::string>("none");
}

void write(KeyLines& out, const RootNode& n) {
    out.add("depth", std::to_string(n.depth));
    if (n.background != 0) out.add("background", numberTextOf(n.background));
    out.flag("invert", n.invert);
    out.points("material_curve", n.materialCurve);
    out.points("machine_curve", n.machineCurve);
    if (n.dither != "none") out.add("dither", n.dither);
}

float curveAt(const Points& points, float v) {
    const auto in = [&](std::size_t i) { return static_cast<float>(points[i].x); };
    const auto out = [&](std::size_t i) { return static_cast<float>(points[i].y); };
    if (v <= in(0)) return out(0);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (v < in(i + 1)) {
            const float slope = (out(i + 1) - out(i)) / (in(i + 1) - in(i));
            return out(i) + (v - in(i)) * slope;
        }
    }
    return out(points.size() - 1);
}

Range throughCurve(const Points& points, const Range& v) {
    if (points.empty()) return v;
    if (v.exact()) return curveAt(points, v.low);
    Range result = either(Range(curveAt(points, v.low)), Range(curveAt(points, v.high)));
    for (const Pair& point : points) {
        const auto in = static_cast<float>(point.x);
        if (in > v.low && in < v.high) result = either(result, curveAt(points, in));
    }
    return {result.low - 1e-6F, result.high + 1e-6F};
}

/// Bayer's matrix, built from the next smaller one.
int bayerRank(Point p, std::int64_t side) {
    if (side == 1) return 0;
    constexpr int corners[2][2] = {{0, 2}, {3, 1}};
    const std::int64_t half = side / 2;
    return 4 * bayerRank({p.x % half, p.y % half}, half) + corners[p.y / half][p.x / half];
}

float thresholdAt(const std::string& dither, Point p) {
    if (dither == "ordered") return (static_cast<float>(bayerRank({p.x % 16, p.y % 16}, 16)) + 0.5F) / 256;
    // This uses the engine's own matrix, which has its own test; what counts here is its position.
    if (dither == "blue_noise") return matrixOf(Dither::blueNoise)->at({p.x % 64, p.y % 64});
    return 0.5F;
}

}  // namespace

template <>
Range Reference::of(const RootNode& kind, const TreeNode& node, Point p) {
    Range value = static_cast<float>(kind.background);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Range c = child(node, i, p);
        value = node.links[i].trait == TreeTrait::mask ? maskedBy(value, c) : over(value, c);
    }
    return value;
}

std::pair<int, int> Reference::written(Point p) {
    const auto& root = *tree_.nodes.back().as<RootNode>();
    const auto clamped = [](float v) { return std::min(std::max(v, 0.0F), 1.0F); };
    Range v = sample(tree_.nodes.size() - 1, p);
    v = {clamped(v.low), clamped(v.high)};
    if (root.invert) v = {1.0F - v.high, 1.0F - v.low};
    v = throughCurve(root.machineCurve, throughCurve(root.materialCurve, v));
    const auto most = static_cast<float>((1 << root.depth) - 1);
    const float t = thresholdAt(root.dither, p);
    const auto code = [&](float value) { return static_cast<int>(std::floor(clamped(value) * most + t)); };
    return {code(v.low), code(v.high)};
}

KindReference rootReference() {
    return referenceOf<RootNode>("root", &read, &write);
}

}  // namespace burin::test
