// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/curve_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, CurveNode& made) {
    made.points = pointsOf(node["points"]);
    made.through = node["through"].as<std::string>("lines");
    if (node["threshold"]) made.threshold = node["threshold"].as<double>();
    if (const YAML::Node levels = node["levels"]) {
        made.black = levels["black"].as<double>(0);
        made.white = levels["white"].as<double>(1);
        made.gamma = levels["gamma"].as<double>(1);
    }
    if (node["range"]) made.range = {node["range"][0].as<double>(), node["range"][1].as<double>()};
}

void write(KeyLines& out, const CurveNode& n) {
    out.points("points", n.points);
    if (!n.points.empty()) return out.add("through", n.through);
    out.add("range", pairText(n.range.x, n.range.y));
    if (n.threshold) return out.add("threshold", numberTextOf(*n.threshold));
    out.add("levels", "{black: " + numberTextOf(n.black) + ", white: " + numberTextOf(n.white) +
                          ", gamma: " + numberTextOf(n.gamma) + "}");
}

}  // namespace

template <>
Range Reference::of(const CurveNode& kind, const TreeNode& node, Point p) {
    return masked(node, curveOfPage(kind, child(node, 0, p)), 1, p);
}

KindReference curveReference() {
    return referenceOf<CurveNode>("curve", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
