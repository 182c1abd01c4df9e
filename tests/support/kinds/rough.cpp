// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/rough_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, RoughNode& made) {
    for (const char* measure : {"sq", "sa", "vdi"}) {
        if (!node[measure]) continue;
        made.measure = measure;
        const auto text = node[measure].as<std::string>();
        made.value = std::stod(text);
        if (text.find("mm") != std::string::npos) made.value *= 1000;
    }
    if (node["full_depth"]) made.fullDepth = node.realPixels(node["full_depth"]);
    made.sal = node.realPixels(node["sal"]);
    made.str = node["str"].as<double>(1);
    made.rotate = node["rotate"].as<double>(0);
    made.seed = node["seed"].as<std::int64_t>(0);
    made.closes = node.closes();
    made.spectrum = node["spectrum"].as<std::string>("gaussian");
    made.hurst = node["hurst"].as<double>(0.8);
    made.skew = node["skew"].as<double>(0);
    made.kurtosis = node["kurtosis"].as<double>(3);
    made.mean = node["mean"].as<double>(0.5);
}

void write(KeyLines& out, const RoughNode& n) {
    out.add(n.measure, numberTextOf(n.value) + (n.fullDepth != 0 && n.measure != "vdi" ? " um" : ""));
    if (n.fullDepth != 0) out.add("full_depth", numberTextOf(n.fullDepth));
    out.add("sal", numberTextOf(n.sal));
    out.add("str", numberTextOf(n.str));
    out.add("rotate", numberTextOf(n.rotate));
    out.add("seed", std::to_string(n.seed));
    out.closing(n.closes);
    out.add("spectrum", n.spectrum);
    if (n.spectrum == "self-affine") out.add("hurst", numberTextOf(n.hurst));
    out.add("skew", numberTextOf(n.skew));
    out.add("kurtosis", numberTextOf(n.kurtosis));
    out.add("mean", numberTextOf(n.mean));
}

}  // namespace

template <>
Range Reference::of(const RoughNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(roughOfPage(kind, p, tree_.pixelUm), 1e-5, 0x1p-20), 0, p);
}

KindReference roughReference() {
    return referenceOf<RoughNode>("rough", &read, &write);
}

}  // namespace burin::test
