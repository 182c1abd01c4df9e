// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, TransformNode& made) {
    const YAML::Node scale = node["scale"];
    if (scale && scale.IsSequence()) {
        made.scale = {scale[0].as<double>(), scale[1].as<double>()};
    } else if (scale) {
        made.scale = {scale.as<double>(), scale.as<double>()};
    }
    if (node["size"]) made.size = Size{node.length(node["size"][0]), node.length(node["size"][1])};
    made.rotate = node["rotate"].as<double>(0);
    made.mirror = node["mirror"].as<std::string>("none");
    made.interpolation = node["interpolation"].as<std::string>("linear");
}

void write(KeyLines& out, const TransformNode& n) {
    if (n.size) {
        out.add("size", pairText(static_cast<double>(n.size->width), static_cast<double>(n.size->height)));
    } else if (n.scale.x == n.scale.y) {
        out.add("scale", numberTextOf(n.scale.x));
    } else {
        out.add("scale", pairText(n.scale.x, n.scale.y));
    }
    if (n.rotate != 0) out.add("rotate", numberTextOf(n.rotate));
    if (n.mirror != "none") out.add("mirror", n.mirror);
    out.add("interpolation", n.interpolation);
}

Bounds boundsOfTransformed(const Tree& tree, const TreeNode& node) {
    const Bounds child = boundsOf(tree, node.links[0].child);
    if (child && child->empty()) return child;
    return moved(Resampler(*node.as<TransformNode>(), child).result, node.links[0].at);
}

}  // namespace

template <>
Range Reference::of(const TransformNode& kind, const TreeNode& node, Point p) {
    const TreeLink& link = node.links[0];
    return masked(node, transformed(kind, link.child, {p.x - link.at.x, p.y - link.at.y}), 1, p);
}

KindReference transformReference() {
    return referenceOf<TransformNode>("transform", &read, &write, &boundsOfTransformed);
}

}  // namespace burin::test
