// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/design_reader.hpp"

#include "support/outlines/outline_reference.hpp"

#include <yaml-cpp/yaml.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace burin::test {

namespace {

/// A number in micrometres, or in pixels if it has no unit or `px`.
double realPixels(const YAML::Node& node, double pixelUm) {
    static const std::map<std::string, double> units = {{"um", 1},   {"µm", 1},  {"mm", 1e3},
                                                        {"cm", 1e4}, {"m", 1e6}, {"in", 25400}};
    std::istringstream text(node.as<std::string>());
    double value = 0;
    std::string unit;
    text >> value >> unit;
    return unit.empty() || unit == "px" ? value : value * units.at(unit) / pixelUm;
}

std::int64_t pixels(const YAML::Node& node, double pixelUm) {
    return static_cast<std::int64_t>(std::floor(realPixels(node, pixelUm) + 0.5));
}

Points pointsOf(const YAML::Node& node) {
    Points points;
    for (const YAML::Node& point : node)
        points.push_back({point[0].as<double>(), point[1].as<double>()});
    return points;
}

class Reader {
  public:
    explicit Reader(const std::filesystem::path& file)
        : folder_(file.parent_path()), document_(YAML::LoadFile(file.string())) {
        tree_.pixelUm = realPixels(document_["pixel"], 1);
    }

    Tree tree() {
        for (const auto& entry : document_["nodes"]) {
            if (entry.second["kind"].as<std::string>() == "root") add(entry.first.as<std::string>());
        }
        return std::move(tree_);
    }

  private:
    /// Adds a node after its children and returns its index.
    std::size_t add(const std::string& name) {
        const auto known = indices_.find(name);
        if (known != indices_.end()) return known->second;
        const YAML::Node node = document_["nodes"][name];
        TreeNode made;
        made.name = name;
        made.muted = node["muted"].as<bool>(false);
        if (node["width"]) made.size = Size{length(node["width"]), length(node["height"])};
        for (const YAML::Node& link : node["inputs"])
            made.links.push_back(linkOf(link));
        made.kind = kindOf(node["kind"].as<std::string>(), node);
        tree_.nodes.push_back(std::move(made));
        return indices_[name] = tree_.nodes.size() - 1;
    }

    TreeLink linkOf(const YAML::Node& node) {
        TreeLink link;
        for (const auto& [key, trait] : {std::pair("data", TreeTrait::data),
                                         {"mask", TreeTrait::mask},
                                         {"pattern", TreeTrait::pattern}}) {
            if (!node[key]) continue;
            link.trait = trait;
            link.child = add(node[key].as<std::string>());
        }
        if (node["at"]) link.at = {length(node["at"][0]), length(node["at"][1])};
        return link;
    }

    [[nodiscard]] std::int64_t length(const YAML::Node& node) const { return pixels(node, tree_.pixelUm); }
    [[nodiscard]] Pair vector(const YAML::Node& node) const {
        return {realPixels(node[0], tree_.pixelUm), realPixels(node[1], tree_.pixelUm)};
    }

    decltype(TreeNode::kind) kindOf(const std::string& kind, const YAML::Node& node) const {
        if (kind == "root") return root(node);
        if (kind == "union") return UnionNode{node["operation"].as<std::string>("max")};
        if (kind == "stitching") return stitching(node);
        if (kind == "scatter") return scatter(node);
        if (kind == "noise") return noise(node);
        if (kind == "morphology") return morphology(node);
        if (kind == "voronoi") return voronoi(node);
        if (kind == "rough") return rough(node);
        if (kind == "example") return example(node);
        if (kind == "curve") return curve(node);
        if (kind == "warp") return warp(node);
        if (kind == "flow") return flow(node);
        if (kind == "shape" || kind == "path" || kind == "text" || kind == "code") return outline(kind, node);
        if (kind == "math2d") return math(node);
        if (kind == "tiff" || kind == "image") return picture(kind, node);
        if (kind == "profile") return profile(node);
        if (kind == "median")
            return MedianNode{node["radius"].as<int>(), node["edge"].as<std::string>("extend")};
        if (kind == "convolution") return convolution(node);
        if (kind == "transform") return transform(node);
        throw std::runtime_error("the reference does not know the kind '" + kind + "'");
    }

    static RootNode root(const YAML::Node& node) {
        RootNode made;
        made.depth = node["depth"].as<int>(8);
        made.background = node["background"].as<double>(0);
        made.invert = node["invert"].as<bool>(false);
        made.materialCurve = pointsOf(node["material_curve"]);
        made.machineCurve = pointsOf(node["machine_curve"]);
        made.dither = node["dither"].as<std::string>("none");
        return made;
    }

    StitchingNode stitching(const YAML::Node& node) const {
        StitchingNode made;
        if (node["u"]) made.u = vector(node["u"]);
        if (node["v"]) made.v = vector(node["v"]);
        if (node["origin"]) made.origin = vector(node["origin"]);
        made.blend = node["blend"].as<std::string>("over");
        made.vary = vary(node["vary"]);
        made.value = node["value"].as<std::string>("sample");
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        return made;
    }

    ScatterNode scatter(const YAML::Node& node) const {
        ScatterNode made;
        made.pitch = realPixels(node["pitch"], tree_.pixelUm);
        if (node["distance"]) made.distance = realPixels(node["distance"], tree_.pixelUm);
        made.seed = node["seed"].as<std::int64_t>(0);
        made.blend = node["blend"].as<std::string>("over");
        made.vary = vary(node["vary"]);
        made.value = node["value"].as<std::string>("sample");
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        return made;
    }

    NoiseNode noise(const YAML::Node& node) const {
        NoiseNode made;
        made.type = node["type"].as<std::string>("gradient");
        made.pitch = realPixels(node["pitch"], tree_.pixelUm);
        made.stretch = node["stretch"].as<double>(1);
        made.rotate = node["rotate"].as<double>(0);
        made.seed = node["seed"].as<std::int64_t>(0);
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        made.octaves = node["octaves"].as<int>(1);
        made.lacunarity = node["lacunarity"].as<double>(2);
        made.gain = node["gain"].as<double>(0.5);
        made.shape = node["shape"].as<std::string>("plain");
        made.contrast = node["contrast"].as<double>(1);
        if (node["range"]) made.range = {node["range"][0].as<double>(), node["range"][1].as<double>()};
        return made;
    }

    VoronoiNode voronoi(const YAML::Node& node) const {
        VoronoiNode made;
        made.pitch = realPixels(node["pitch"], tree_.pixelUm);
        made.stretch = node["stretch"].as<double>(1);
        made.rotate = node["rotate"].as<double>(0);
        made.seed = node["seed"].as<std::int64_t>(0);
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        made.jitter = node["jitter"].as<double>(1);
        made.feature = node["feature"].as<std::string>("f1");
        if (node["distance_max"]) made.distanceMax = realPixels(node["distance_max"], tree_.pixelUm);
        if (node["profile"].IsDefined() && node["profile"].IsScalar()) {
            made.expression = node["profile"].as<std::string>();
        } else {
            made.points = pointsOf(node["profile"]);
        }
        return made;
    }

    RoughNode rough(const YAML::Node& node) const {
        RoughNode made;
        for (const char* measure : {"sq", "sa", "vdi"}) {
            if (!node[measure]) continue;
            made.measure = measure;
            const auto text = node[measure].as<std::string>();
            made.value = std::stod(text);
            if (text.find("mm") != std::string::npos) made.value *= 1000;
        }
        if (node["full_depth"]) made.fullDepth = realPixels(node["full_depth"], tree_.pixelUm);
        made.sal = realPixels(node["sal"], tree_.pixelUm);
        made.str = node["str"].as<double>(1);
        made.rotate = node["rotate"].as<double>(0);
        made.seed = node["seed"].as<std::int64_t>(0);
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        made.spectrum = node["spectrum"].as<std::string>("gaussian");
        made.hurst = node["hurst"].as<double>(0.8);
        made.skew = node["skew"].as<double>(0);
        made.kurtosis = node["kurtosis"].as<double>(3);
        made.mean = node["mean"].as<double>(0.5);
        return made;
    }

    ExampleNode example(const YAML::Node& node) const {
        ExampleNode made;
        made.method = node["method"].as<std::string>("blend");
        if (node["patch"]) made.patch = length(node["patch"]);
        made.contrast = node["contrast"].as<double>(1);
        if (node["closes"]) made.closes = {length(node["closes"][0]), length(node["closes"][1])};
        made.seed = node["seed"].as<std::int64_t>(0);
        made.sharpness = node["sharpness"].as<int>(2);
        made.vary = node["vary"].as<std::string>("none");
        made.colours = node["colours"].as<int>(8);
        return made;
    }

    OutlineNode outline(const std::string& kind, const YAML::Node& node) const {
        OutlineNode made{kind, {}};
        for (const auto& entry : node) {
            const auto key = entry.first.as<std::string>();
            if (key == "kind" || key == "width" || key == "height" || key == "inputs" || key == "muted")
                continue;
            YAML::Emitter text;
            text << YAML::Flow << entry.second;
            made.keys.emplace_back(key, text.c_str());
        }
        return withPicture(std::move(made), tree_.pixelUm, folder_);
    }

    static CurveNode curve(const YAML::Node& node) {
        CurveNode made;
        made.points = pointsOf(node["points"]);
        made.through = node["through"].as<std::string>("lines");
        if (node["threshold"]) made.threshold = node["threshold"].as<double>();
        if (const YAML::Node levels = node["levels"]) {
            made.black = levels["black"].as<double>(0);
            made.white = levels["white"].as<double>(1);
            made.gamma = levels["gamma"].as<double>(1);
        }
        if (node["range"]) made.range = {node["range"][0].as<double>(), node["range"][1].as<double>()};
        return made;
    }

    MorphologyNode morphology(const YAML::Node& node) const {
        MorphologyNode made;
        made.operation = node["operation"].as<std::string>("dilate");
        made.shape = node["shape"].as<std::string>("disc");
        made.radius = node["radius"].as<int>();
        if (node["full_depth"]) made.fullDepth = realPixels(node["full_depth"], tree_.pixelUm);
        made.edge = node["edge"].as<std::string>("extend");
        return made;
    }

    [[nodiscard]] WarpNode warp(const YAML::Node& node) const {
        WarpNode made;
        made.by = node["by"].as<std::string>("xy");
        made.amplitude = realPixels(node["amplitude"], tree_.pixelUm);
        made.angle = node["angle"].as<double>(0);
        made.fullSlope = node["full_slope"].as<double>(0.05);
        made.center = node["center"].as<double>(0.5);
        made.interpolation = node["interpolation"].as<std::string>("linear");
        made.edge = node["edge"].as<std::string>("extend");
        return made;
    }

    [[nodiscard]] FlowNode flow(const YAML::Node& node) const {
        FlowNode made;
        made.along = node["along"].as<std::string>("angle");
        made.angle = node["angle"].as<double>(0);
        made.length = length(node["length"]);
        made.weights = node["weights"].as<std::string>("box");
        made.edge = node["edge"].as<std::string>("extend");
        return made;
    }

    [[nodiscard]] Vary vary(const YAML::Node& node) const {
        Vary made;
        if (!node) return made;
        made.seed = node["seed"].as<std::int64_t>(0);
        made.pick = node["pick"].as<std::string>("random");
        if (node["offset"]) made.offset = vector(node["offset"]);
        made.turn = node["turn"].as<std::string>("none");
        made.mirror = node["mirror"].as<std::string>("none");
        if (node["scale"]) made.scale = {node["scale"][0].as<double>(), node["scale"][1].as<double>()};
        if (node["gain"]) made.gain = {node["gain"][0].as<double>(), node["gain"][1].as<double>()};
        return made;
    }

    static MathNode math(const YAML::Node& node) {
        MathNode made{node["expression"].as<std::string>(), {}};
        for (const auto& entry : node["parameters"])
            made.parameters.emplace_back(entry.first.as<std::string>(), entry.second.as<double>());
        return made;
    }

    static double withAlpha(const std::string& use, double value, double alpha) {
        if (use == "ignore") return value;
        if (use == "only") return alpha;
        return use == "white" ? value * alpha + (1 - alpha) : value * alpha;
    }

    PictureNode picture(const std::string& kind, const YAML::Node& node) const {
        PictureNode made;
        made.tiff = kind == "tiff";
        made.file = node["file"].as<std::string>();
        made.page = node["page"].as<int>(0);
        made.alpha = node["alpha"].as<std::string>("multiply");
        const std::string page = made.page == 0 ? "" : "." + std::to_string(made.page);
        const bool plain = std::filesystem::exists(folder_ / (made.file + page + ".txt"));
        std::ifstream text(folder_ / (plain ? made.file + page + ".txt" : made.file));
        std::string magic = "P2";
        if (!plain) text >> magic;
        int channels = 1;
        double most = 0;
        text >> made.size.width >> made.size.height;
        if (plain) text >> channels;
        if (!(text >> most) || magic != "P2")
            throw std::runtime_error("there are no components of " + made.file);
        for (std::int64_t i = 0; i < made.size.width * made.size.height; ++i) {
            double c[4] = {};
            for (int k = 0; k < channels; ++k)
                text >> c[k];
            const double value = channels < 3 ? c[0] : 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2];
            const double opaque = (most < 0 ? -most - value : value) / std::abs(most);
            const double alpha = channels % 2 == 0 ? c[channels - 1] / most : 1;
            made.samples.push_back(static_cast<float>(withAlpha(made.alpha, opaque, alpha)));
        }
        if (!text) throw std::runtime_error("components of " + made.file + " are missing");
        return made;
    }

    ProfileNode profile(const YAML::Node& node) const {
        ProfileNode made;
        made.distanceMax = static_cast<int>(length(node["distance_max"]));
        if (node["profile"].IsDefined() && node["profile"].IsScalar()) {
            made.expression = node["profile"].as<std::string>();
            for (const auto& entry : node["parameters"])
                made.parameters.emplace_back(entry.first.as<std::string>(), entry.second.as<double>());
        } else {
            made.points = pointsOf(node["profile"]);
        }
        made.threshold = node["threshold"].as<double>(0);
        made.invert = node["invert"].as<bool>(false);
        return made;
    }

    static ConvolutionNode convolution(const YAML::Node& node) {
        ConvolutionNode made;
        const auto kernel = *node["kernel"].begin();
        made.kernel = kernel.first.as<std::string>();
        made.normalize = node["normalize"].as<bool>(true);
        made.edge = node["edge"].as<std::string>("extend");
        if (made.kernel == "matrix") {
            made.matrix = kernel.second.as<std::vector<std::vector<double>>>();
        } else if (made.kernel == "sobel") {
            made.value = kernel.second.as<std::string>() == "x" ? 0 : 1;
        } else {
            made.value = kernel.second.as<double>();
        }
        return made;
    }

    TransformNode transform(const YAML::Node& node) const {
        TransformNode made;
        const YAML::Node scale = node["scale"];
        if (scale && scale.IsSequence()) {
            made.scale = {scale[0].as<double>(), scale[1].as<double>()};
        } else if (scale) {
            made.scale = {scale.as<double>(), scale.as<double>()};
        }
        if (node["size"]) made.size = Size{length(node["size"][0]), length(node["size"][1])};
        made.rotate = node["rotate"].as<double>(0);
        made.mirror = node["mirror"].as<std::string>("none");
        made.interpolation = node["interpolation"].as<std::string>("linear");
        return made;
    }

    std::filesystem::path folder_;
    YAML::Node document_;
    Tree tree_;
    std::map<std::string, std::size_t> indices_;
};

}  // namespace

Tree readTree(const std::filesystem::path& file) {
    return Reader(file).tree();
}

}  // namespace burin::test
