// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/warp_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, FlowNode& made) {
    made.along = node["along"].as<std::string>("angle");
    made.angle = node["angle"].as<double>(0);
    made.length = node.length(node["length"]);
    made.weights = node["weights"].as<std::string>("box");
    made.edge = node["edge"].as<std::string>("extend");
}

void write(KeyLines& out, const FlowNode& n) {
    out.add("along", n.along);
    if (n.along == "angle") out.add("angle", numberTextOf(n.angle));
    out.add("length", std::to_string(n.length));
    out.add("weights", n.weights);
    out.add("edge", n.edge);
}

}  // namespace

template <>
Range Reference::of(const FlowNode& kind, const TreeNode& node, Point p) {
    const auto picture = [&](Point at) { return continued(node, at, kind.edge); };
    const auto map = [&](Point at) { return continued(node, at, "extend", 1); };
    return masked(node, flowOfPage(kind, picture, map, p), 1, p);
}

KindReference flowReference() {
    return referenceOf<FlowNode>("flow", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
