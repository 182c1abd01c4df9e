// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/design_reader.hpp"

#include <yaml-cpp/yaml.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace burin::test {

namespace {

/// A number in micrometres, or in pixels where it has no unit or `px`.
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
    /// The node's index; its children come before it.
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
        return made;
    }

    static MathNode math(const YAML::Node& node) {
        MathNode made{node["expression"].as<std::string>(), {}};
        for (const auto& entry : node["parameters"])
            made.parameters.emplace_back(entry.first.as<std::string>(), entry.second.as<double>());
        return made;
    }

    PictureNode picture(const std::string& kind, const YAML::Node& node) const {
        PictureNode made;
        made.tiff = kind == "tiff";
        made.file = node["file"].as<std::string>();
        made.page = node["page"].as<int>(0);
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
            made.samples.push_back(static_cast<float>((most < 0 ? -most - value : value) / std::abs(most)));
        }
        if (!text) throw std::runtime_error("components of " + made.file + " are missing");
        return made;
    }

    ProfileNode profile(const YAML::Node& node) const {
        ProfileNode made;
        made.distanceMax = static_cast<int>(length(node["distance_max"]));
        if (node["profile"].IsDefined() && node["profile"].IsScalar()) {
            made.expression = node["profile"].as<std::string>();
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
