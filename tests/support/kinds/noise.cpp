// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/noise_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, NoiseNode& made) {
    made.type = node["type"].as<std::string>("gradient");
    made.pitch = node.realPixels(node["pitch"]);
    made.stretch = node["stretch"].as<double>(1);
    made.rotate = node["rotate"].as<double>(0);
    made.seed = node["seed"].as<std::int64_t>(0);
    made.closes = node.closes();
    made.octaves = node["octaves"].as<int>(1);
    made.lacunarity = node["lacunarity"].as<double>(2);
    made.gain = node["gain"].as<double>(0.5);
    made.shape = node["shape"].as<std::string>("plain");
    made.contrast = node["contrast"].as<double>(1);
    if (node["range"]) made.range = {node["range"][0].as<double>(), node["range"][1].as<double>()};
}

void write(KeyLines& out, const NoiseNode& n) {
    out.add("type", n.type);
    out.add("pitch", numberTextOf(n.pitch));
    out.add("stretch", numberTextOf(n.stretch));
    out.add("rotate", numberTextOf(n.rotate));
    out.add("seed", std::to_string(n.seed));
    out.closing(n.closes);
    out.add("octaves", std::to_string(n.octaves));
    out.add("lacunarity", numberTextOf(n.lacunarity));
    out.add("gain", numberTextOf(n.gain));
    out.add("shape", n.shape);
    out.add("contrast", numberTextOf(n.contrast));
    out.add("range", pairText(n.range.x, n.range.y));
}

}  // namespace

template <>
Range Reference::of(const NoiseNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(noiseOfPage(kind, p), 1e-5, 0x1p-20), 0, p);
}

KindReference noiseReference() {
    return referenceOf<NoiseNode>("noise", &read, &write);
}

}  // namespace burin::test
