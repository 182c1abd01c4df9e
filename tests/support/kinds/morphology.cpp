// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/morphology_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, MorphologyNode& made) {
    made.operation = node["operation"].as<std::string>("dilate");
    made.shape = node["shape"].as<std::string>("disc");
    made.radius = node["radius"].as<int>();
    if (node["full_depth"]) made.fullDepth = node.realPixels(node["full_depth"]);
    made.edge = node["edge"].as<std::string>("extend");
}

void write(KeyLines& out, const MorphologyNode& n) {
    out.add("operation", n.operation);
    out.add("shape", n.shape);
    out.add("radius", std::to_string(n.radius));
    if (n.shape == "ball") out.add("full_depth", numberTextOf(n.fullDepth));
    out.add("edge", n.edge);
}

}  // namespace

template <>
Range Reference::of(const MorphologyNode& kind, const TreeNode& node, Point p) {
    const auto child = [&](Point at) { return continued(node, at, kind.edge); };
    return masked(node, morphologyOfPage(kind, child, p), 1, p);
}

KindReference morphologyReference() {
    return referenceOf<MorphologyNode>("morphology", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
