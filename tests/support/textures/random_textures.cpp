// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/random_textures.hpp"

#include "support/outlines/outline_reference.hpp"

#include <cmath>

namespace burin::test {

NoiseNode randomNoise(Random& random) {
    NoiseNode noise;
    noise.type = random.pick<std::string>({"gradient", "gradient", "value"});
    noise.pitch = random.pick({2.0, 3.7, 8.0, 16.5, random.real(2, 40)});
    noise.stretch = random.pick({1.0, 1.0, 2.5, random.real(1, 6)});
    noise.rotate = random.pick({0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    noise.seed = random.between(0, 0xFFFFFFFF);
    noise.octaves = static_cast<int>(random.pick({1, 1, 2, 4, 12}));
    noise.lacunarity = random.pick({2.0, 1.5, 4.0, random.real(1.5, 4)});
    noise.gain = random.pick({0.5, 0.0, 1.0, random.real(0, 1)});
    noise.shape = random.pick<std::string>({"plain", "ridged", "billow"});
    noise.contrast = random.pick({1.0, 0.0, 16.0, random.real(0, 3)});
    noise.range = random.pick<Pair>({{0, 1}, {0, 1}, {-0.25, 0.75}, {0.5, 0.5}});
    if (random.chance(0.3)) {
        const double least = 3 * noise.pitch * noise.stretch;
        const auto length = [&] { return static_cast<std::int64_t>(least * random.real(1, 4)) + 1; };
        noise.closes = {length(), length()};
    }
    return noise;
}

namespace {

bool twoSteps(const MorphologyNode& morphology) {
    return morphology.operation == "open" || morphology.operation == "close" ||
           morphology.operation == "tophat";
}

}  // namespace

MorphologyNode randomMorphology(Random& random) {
    MorphologyNode morphology;
    morphology.operation =
        random.pick<std::string>({"dilate", "erode", "open", "close", "gradient", "tophat"});
    morphology.shape = random.pick<std::string>({"disc", "square", "ball"});
    morphology.radius =
        static_cast<int>(twoSteps(morphology) ? random.between(1, 2) : random.pick({1, 2, 3, 5, 8}));
    if (morphology.shape == "ball") morphology.fullDepth = random.pick({1.0, 4.0, 0.1, random.real(1, 50)});
    morphology.edge = random.pick<std::string>({"extend", "mirror", "wrap"});
    return morphology;
}

VoronoiNode randomVoronoi(Random& random) {
    VoronoiNode voronoi;
    voronoi.pitch = random.pick({2.0, 3.7, 8.0, 16.5, random.real(2, 40)});
    voronoi.stretch = random.pick({1.0, 1.0, 2.5, random.real(1, 6)});
    voronoi.rotate = random.pick({0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    voronoi.seed = random.between(0, 0xFFFFFFFF);
    voronoi.jitter = random.pick({1.0, 1.0, 0.5, random.real(0, 1)});
    voronoi.feature = random.pick<std::string>({"f1", "f2", "f2-f1", "edge", "id"});
    if (random.chance(0.4)) voronoi.distanceMax = random.pick({1.0, voronoi.pitch / 2, 3 * voronoi.pitch});
    if (random.chance(0.3)) {
        const double least = 3 * voronoi.pitch * voronoi.stretch;
        const auto length = [&] { return static_cast<std::int64_t>(least * random.real(1, 4)) + 1; };
        voronoi.closes = {length(), length()};
    }
    if (voronoi.feature == "id") return voronoi;
    if (random.chance(0.3)) {
        voronoi.expression = random.pick<std::string>(
            {"1 - d / D", "exp(-d * um / 3)", "clamp(1 - (d / D)^2, 0, 1)", "0.5 + 0.5 * cos(d / D)"});
    } else if (random.chance(0.4)) {
        voronoi.points = {{0, 1}, {random.real(0.1, 3), 0.25}, {3.5, random.real(0, 1)}};
    }
    return voronoi;
}

RoughNode randomRough(Random& random) {
    RoughNode rough;
    rough.measure = random.pick<std::string>({"sq", "sa", "vdi"});
    rough.value = random.pick({0.02, 0.1, random.real(0.01, 0.4)});
    if (rough.measure == "vdi" || random.chance(0.3)) {
        rough.fullDepth = random.pick({3.0, 50.0, random.real(5, 80)});
        rough.value = rough.measure == "vdi" ? random.between(0, 20) : random.real(0.05, 2);
    }
    rough.sal = random.pick({2.0, 5.3, 12.5, random.real(2, 25)});
    rough.str = random.pick({1.0, 1.0, 0.5, random.real(0.2, 1)});
    rough.rotate = random.pick({0.0, 0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    rough.seed = random.between(0, 0xFFFFFFFF);
    rough.spectrum = random.pick<std::string>({"gaussian", "gaussian", "exponential", "self-affine"});
    rough.hurst = random.pick({0.8, 0.1, 1.0});
    if (random.chance(0.4)) {
        const auto moments = random.pick<Pair>({{-0.8, 4}, {0.5, 5}, {0, 2.5}, {0.5, 2.5}, {-1.5, 15}});
        rough.skew = moments.x;
        rough.kurtosis = moments.y;
    }
    rough.mean = random.pick({0.5, 0.5, 0.0, random.real(0, 1)});
    if (random.chance(0.3)) {
        const double least = (rough.spectrum == "exponential" ? 12 : 3) * rough.sal / rough.str;
        const auto length = [&] { return static_cast<std::int64_t>(least * random.real(1, 4)) + 1; };
        rough.closes = {length(), length()};
    }
    return rough;
}

ExampleNode randomExample(Random& random) {
    ExampleNode example;
    example.method = random.pick<std::string>({"blend", "blend", "cut"});
    example.contrast = random.pick({1.0, 1.0, 0.0, random.real(0, 3)});
    example.seed = random.between(0, 0xFFFFFFFF);
    const auto length = [&] { return random.between(33, 150); };
    if (random.chance(0.4)) example.closes = {length(), length()};
    if (example.method == "cut") {
        example.patch = 16;
        example.colours = static_cast<int>(random.between(2, 3));
        return example;
    }
    example.patch = random.pick<std::int64_t>({0, 8, 11});
    example.sharpness = static_cast<int>(random.between(1, 8));
    example.vary = random.pick<std::string>({"none", "mirror", "turn", "all"});
    return example;
}

Size leastExample(const ExampleNode& example) {
    return example.method == "cut" ? Size{40, 40} : Size{32, 32};
}

CurveNode randomCurve(Random& random) {
    CurveNode curve;
    if (random.chance(0.5)) {
        double at = random.real(-0.5, 0.5);
        for (std::int64_t left = random.between(2, 9); left > 0; --left) {
            curve.points.push_back({at, random.pick({0.0, 1.0, random.real(-0.2, 1.2)})});
            at += random.real(0.01, 0.4);
        }
        curve.through = random.pick<std::string>({"lines", "monotone"});
        return curve;
    }
    curve.range = random.pick<Pair>({{0, 1}, {0, 1}, {-0.25, 0.75}, {random.real(0, 0.5), 0.5}});
    if (random.chance(0.4)) {
        curve.threshold = random.real(-0.2, 1);
        return curve;
    }
    curve.black = random.pick({0.0, 0.25, random.real(-0.5, 0.4)});
    curve.white = random.pick({1.0, 0.75, -0.75, random.real(0.5, 1.5)});
    curve.gamma = random.pick({1.0, 2.2, random.real(0.3, 3)});
    return curve;
}

std::any randomTexture(Random& random) {
    if (random.chance(0.3)) return randomRough(random);
    if (random.chance(0.35)) return randomOutline(random);
    if (random.chance(0.4)) return randomNoise(random);
    if (random.chance(0.5)) return randomExample(random);
    return randomVoronoi(random);
}

std::any randomTextureFilter(Random& random) {
    switch (random.between(0, 4)) {
        case 0:
            return randomCurve(random);
        case 1:
            return randomWarp(random);
        case 2:
            return randomFlow(random);
        case 3:
            return randomCompensate(random);
        default:
            return randomMorphology(random);
    }
}

WarpNode randomWarp(Random& random) {
    WarpNode warp;
    warp.by = random.pick<std::string>({"xy", "xy", "angle", "slope"});
    warp.amplitude = random.pick({0.5, 1.0, 3.0, random.real(0.01, 6)});
    if (warp.by == "angle") warp.angle = random.pick({0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    if (warp.by == "slope") warp.fullSlope = random.pick({0.05, 1.0, random.real(0.01, 2)});
    if (warp.by != "slope") warp.center = random.pick({0.5, 0.0, 1.0, random.real(-0.5, 1.5)});
    warp.interpolation = random.pick<std::string>({"nearest", "linear", "linear", "cubic"});
    warp.edge = random.pick<std::string>({"extend", "mirror", "wrap", "empty"});
    return warp;
}

FlowNode randomFlow(Random& random) {
    FlowNode flow;
    flow.along = random.pick<std::string>({"angle", "map", "gradient", "contour"});
    if (flow.along == "angle") flow.angle = random.pick({0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    flow.length = random.pick<std::int64_t>({1, 2, 3, 5, 8, 11});
    flow.weights = random.pick<std::string>({"box", "triangle"});
    flow.edge = random.pick<std::string>({"extend", "mirror", "wrap"});
    return flow;
}

CompensateNode randomCompensate(Random& random) {
    CompensateNode compensate;
    compensate.iterations = static_cast<int>(random.pick({1, 1, 2, 3}));
    compensate.shape = random.pick<std::string>({"gaussian", "gaussian", "top_hat"});
    const auto diameter = [&] { return random.real(0.4, 7.0 / compensate.iterations); };
    compensate.spot.x = compensate.spot.y = diameter();
    if (random.chance(0.4)) compensate.spot.y = diameter();
    const auto room = [&] { return random.pick({0.0, 0.0, 0.1, random.real(0, 0.45)}); };
    compensate.headroom = {room(), room()};
    compensate.edge = random.pick<std::string>({"empty", "extend", "mirror", "wrap"});
    return compensate;
}

std::size_t mapsOfTextureFilter(const TreeNode& node) {
    if (const auto* warp = node.as<WarpNode>()) return warp->by == "xy" ? 2 : 1;
    const auto* flow = node.as<FlowNode>();
    return flow != nullptr && flow->along != "angle" ? 1 : 0;
}

std::int64_t reachOfTextureFilter(const TreeNode& node) {
    if (const auto* warp = node.as<WarpNode>())
        return static_cast<std::int64_t>(std::ceil(warp->amplitude)) + 2;
    if (const auto* flow = node.as<FlowNode>()) return flow->length / 2 + 1;
    if (const auto* compensate = node.as<CompensateNode>()) {
        const double widest = std::max(compensate->spot.x, compensate->spot.y);
        return compensate->iterations * static_cast<std::int64_t>(std::ceil(0.75 * widest));
    }
    const auto* morphology = node.as<MorphologyNode>();
    if (morphology == nullptr) return 0;
    return twoSteps(*morphology) ? 2 * morphology->radius : morphology->radius;
}

namespace {

void mutate(NoiseNode& noise, Random& random) {
    switch (random.between(0, 3)) {
        case 0:
            noise.seed = (noise.seed + 1) & 0xFFFFFFFF;
            break;
        case 1:
            noise.pitch += 0.25;
            break;
        case 2:
            noise.shape = random.pick<std::string>({"plain", "ridged", "billow"});
            break;
        default:
            noise.contrast = noise.contrast * 0.5 + 0.25;
    }
}

void mutate(RoughNode& rough, Random& random) {
    if (random.chance(0.5)) {
        rough.seed = (rough.seed + 1) & 0xFFFFFFFF;
    } else {
        rough.sal += 0.5;
    }
}

void mutate(ExampleNode& example, Random& random) {
    if (random.chance(0.5)) {
        example.seed = (example.seed + 1) & 0xFFFFFFFF;
    } else {
        example.contrast = example.contrast * 0.5 + 0.25;  // the contrast stays within 0 to 4
    }
}

void mutate(MorphologyNode& morphology, Random& random) {
    if (random.chance(0.3)) {
        morphology.radius += 1;
    } else if (random.chance(0.5)) {
        morphology.operation = morphology.operation == "dilate" ? "erode" : "dilate";
    } else {
        morphology.edge = morphology.edge == "extend" ? "mirror" : "extend";
    }
}

void mutate(VoronoiNode& voronoi, Random& random) {
    if (random.chance(0.5)) {
        voronoi.seed = (voronoi.seed + 1) & 0xFFFFFFFF;
    } else {
        voronoi.pitch += 0.25;
    }
}

void mutate(WarpNode& warp, Random& random) {
    if (random.chance(0.5)) {
        warp.amplitude += 0.25;
    } else {
        warp.interpolation = warp.interpolation == "linear" ? "cubic" : "linear";
    }
}

void mutate(FlowNode& flow, Random& random) {
    if (random.chance(0.5)) {
        flow.length += 2;
    } else {
        flow.weights = flow.weights == "box" ? "triangle" : "box";
    }
}

void mutate(CurveNode& curve, Random& random) {
    if (!curve.points.empty()) {
        curve.points.back().y += random.real(0.1, 0.5);
    } else if (curve.threshold) {
        *curve.threshold += random.real(0.01, 0.5);
    } else {
        curve.gamma *= random.real(1.1, 2);
    }
}

}  // namespace

bool mutateTexture(TreeNode& node, Random& random) {
    if (auto* noise = std::any_cast<NoiseNode>(&node.kind)) {
        mutate(*noise, random);
    } else if (auto* voronoi = std::any_cast<VoronoiNode>(&node.kind)) {
        mutate(*voronoi, random);
    } else if (auto* curve = std::any_cast<CurveNode>(&node.kind)) {
        mutate(*curve, random);
    } else if (auto* rough = std::any_cast<RoughNode>(&node.kind)) {
        mutate(*rough, random);
    } else if (auto* example = std::any_cast<ExampleNode>(&node.kind)) {
        mutate(*example, random);
    } else if (auto* warp = std::any_cast<WarpNode>(&node.kind)) {
        mutate(*warp, random);
    } else if (auto* flow = std::any_cast<FlowNode>(&node.kind)) {
        mutate(*flow, random);
    } else if (auto* morphology = std::any_cast<MorphologyNode>(&node.kind)) {
        mutate(*morphology, random);
    } else if (auto* compensate = std::any_cast<CompensateNode>(&node.kind)) {
        compensate->iterations = compensate->iterations % 3 + 1;
        if (random.chance(0.5)) compensate->headroom.x = random.pick({0.0, 0.05, 0.25});
    } else if (auto* outline = std::any_cast<OutlineNode>(&node.kind)) {
        mutateOutline(*outline, random);
    } else {
        return false;
    }
    return true;
}

}  // namespace burin::test
