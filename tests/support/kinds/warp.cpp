// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/warp_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, WarpNode& made) {
    made.by = node["by"].as<std::string>("xy");
    made.amplitude = node.realPixels(node["amplitude"]);
    made.angle = node["angle"].as<double>(0);
    made.fullSlope = node["full_slope"].as<double>(0.05);
    made.center = node["center"].as<double>(0.5);
    made.interpolation = node["interpolation"].as<std::string>("linear");
    made.edge = node["edge"].as<std::string>("extend");
}

void write(KeyLines& out, const WarpNode& n) {
    out.add("by", n.by);
    out.add("amplitude", numberTextOf(n.amplitude));
    if (n.by == "angle") out.add("angle", numberTextOf(n.angle));
    if (n.by == "slope") out.add("full_slope", numberTextOf(n.fullSlope));
    if (n.by != "slope") out.add("center", numberTextOf(n.center));
    out.add("interpolation", n.interpolation);
    out.add("edge", n.edge);
}

}  // namespace

template <>
Range Reference::of(const WarpNode& kind, const TreeNode& node, Point p) {
    std::vector<MapOfPage> maps;
    for (std::size_t i = 1; i <= (kind.by == "xy" ? 2U : 1U); ++i) {
        maps.push_back({[this, &node, i](Point at) { return continued(node, at, "extend", i); },
                        [this, &node, i](Point at) {
                            const TreeLink& link = node.links[i];
                            const Bounds& inside = bounds_[link.child];
                            return !inside || inside->contains(Point{at.x - link.at.x, at.y - link.at.y});
                        }});
    }
    const auto picture = [&](Point at) { return continued(node, at, kind.edge); };
    return masked(node, warpOfPage(kind, picture, maps, p), 1, p);
}

KindReference warpReference() {
    return referenceOf<WarpNode>("warp", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
