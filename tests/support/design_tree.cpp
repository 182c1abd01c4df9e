// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/design_tree.hpp"

#include <charconv>

namespace burin::test {

namespace {

std::string pairText(double x, double y) {
    return std::string("[") + numberTextOf(x) + ", " + numberTextOf(y) + "]";
}

std::string pointsText(const Points& points) {
    std::string text;
    for (const Pair& p : points)
        text += (text.empty() ? "[" : ", ") + pairText(p.x, p.y);
    return text + "]";
}

/// Collects `key: value` lines and omits default values.
class Lines {
  public:
    explicit Lines(std::string& out) : out_(out) {}
    void add(const std::string& key, const std::string& value) { out_ += "    " + key + ": " + value + "\n"; }
    void flag(const std::string& key, bool value) {
        if (value) add(key, "true");
    }
    void points(const std::string& key, const Points& points) {
        if (!points.empty()) add(key, pointsText(points));
    }

    void operator()(const RootNode& n) {
        add("depth", std::to_string(n.depth));
        if (n.background != 0) add("background", numberTextOf(n.background));
        flag("invert", n.invert);
        points("material_curve", n.materialCurve);
        points("machine_curve", n.machineCurve);
        if (n.dither != "none") add("dither", n.dither);
    }
    void operator()(const UnionNode& n) { add("operation", n.operation); }
    void operator()(const StitchingNode& n) {
        if (n.u) add("u", pairText(n.u->x, n.u->y));
        if (n.v) add("v", pairText(n.v->x, n.v->y));
        if (n.origin != Pair{}) add("origin", pairText(n.origin.x, n.origin.y));
        add("blend", n.blend);
        variation(n.vary, n.value, n.closes);
    }
    void operator()(const ScatterNode& n) {
        add("pitch", numberTextOf(n.pitch));
        if (n.distance != 0) add("distance", numberTextOf(n.distance));
        if (n.seed != 0) add("seed", std::to_string(n.seed));
        add("blend", n.blend);
        variation(n.vary, n.value, n.closes);
    }
    void operator()(const MathNode& n) {
        add("expression", "\"" + n.expression + "\"");
        std::string parameters;
        for (const auto& [name, value] : n.parameters) {
            parameters += (parameters.empty() ? "{" : ", ") + name + ": " + numberTextOf(value);
        }
        if (!parameters.empty()) add("parameters", parameters + "}");
    }
    void operator()(const PictureNode& n) {
        add("file", n.file);
        if (n.page != 0) add("page", std::to_string(n.page));
    }
    void operator()(const ProfileNode& n) {
        add("distance_max", std::to_string(n.distanceMax));
        if (!n.expression.empty()) add("profile", "\"" + n.expression + "\"");
        points("profile", n.points);
        if (n.threshold != 0) add("threshold", numberTextOf(n.threshold));
        flag("invert", n.invert);
    }
    void operator()(const MedianNode& n) {
        add("radius", std::to_string(n.radius));
        add("edge", n.edge);
    }
    void operator()(const ConvolutionNode& n) {
        std::string value = n.kernel == "sobel" ? (n.value == 0 ? "x" : "y") : numberTextOf(n.value);
        if (n.kernel == "matrix") {
            value.clear();
            for (const std::vector<double>& row : n.matrix) {
                value += value.empty() ? "[" : ", ";
                for (std::size_t i = 0; i < row.size(); ++i)
                    value += (i == 0 ? "[" : ", ") + numberTextOf(row[i]);
                value += "]";
            }
            value += "]";
        }
        add("kernel", "{" + n.kernel + ": " + value + "}");
        if (!n.normalize) add("normalize", "false");
        add("edge", n.edge);
    }
    void operator()(const TransformNode& n) {
        if (n.size) {
            add("size", pairText(static_cast<double>(n.size->width), static_cast<double>(n.size->height)));
        } else if (n.scale.x == n.scale.y) {
            add("scale", numberTextOf(n.scale.x));
        } else {
            add("scale", pairText(n.scale.x, n.scale.y));
        }
        if (n.rotate != 0) add("rotate", numberTextOf(n.rotate));
        if (n.mirror != "none") add("mirror", n.mirror);
        add("interpolation", n.interpolation);
    }
    void operator()(const NoiseNode& n) {
        add("type", n.type);
        add("pitch", numberTextOf(n.pitch));
        add("stretch", numberTextOf(n.stretch));
        add("rotate", numberTextOf(n.rotate));
        add("seed", std::to_string(n.seed));
        closing(n.closes);
        add("octaves", std::to_string(n.octaves));
        add("lacunarity", numberTextOf(n.lacunarity));
        add("gain", numberTextOf(n.gain));
        add("shape", n.shape);
        add("contrast", numberTextOf(n.contrast));
        add("range", pairText(n.range.x, n.range.y));
    }
    void operator()(const CurveNode& n) {
        points("points", n.points);
        if (!n.points.empty()) return add("through", n.through);
        add("range", pairText(n.range.x, n.range.y));
        if (n.threshold) return add("threshold", numberTextOf(*n.threshold));
        add("levels", "{black: " + numberTextOf(n.black) + ", white: " + numberTextOf(n.white) +
                          ", gamma: " + numberTextOf(n.gamma) + "}");
    }
    void operator()(const WarpNode& n) {
        add("by", n.by);
        add("amplitude", numberTextOf(n.amplitude));
        if (n.by == "angle") add("angle", numberTextOf(n.angle));
        if (n.by == "slope") add("full_slope", numberTextOf(n.fullSlope));
        if (n.by != "slope") add("center", numberTextOf(n.center));
        add("interpolation", n.interpolation);
        add("edge", n.edge);
    }
    void operator()(const FlowNode& n) {
        add("along", n.along);
        if (n.along == "angle") add("angle", numberTextOf(n.angle));
        add("length", std::to_string(n.length));
        add("weights", n.weights);
        add("edge", n.edge);
    }
    void operator()(const VoronoiNode& n) {
        add("pitch", numberTextOf(n.pitch));
        add("stretch", numberTextOf(n.stretch));
        add("rotate", numberTextOf(n.rotate));
        add("seed", std::to_string(n.seed));
        closing(n.closes);
        add("jitter", numberTextOf(n.jitter));
        add("feature", n.feature);
        if (n.distanceMax != 0) add("distance_max", numberTextOf(n.distanceMax));
        if (!n.expression.empty()) add("profile", "\"" + n.expression + "\"");
        points("profile", n.points);
    }
    void operator()(const RoughNode& n) {
        add(n.measure, numberTextOf(n.value) + (n.fullDepth != 0 && n.measure != "vdi" ? " um" : ""));
        if (n.fullDepth != 0) add("full_depth", numberTextOf(n.fullDepth));
        add("sal", numberTextOf(n.sal));
        add("str", numberTextOf(n.str));
        add("rotate", numberTextOf(n.rotate));
        add("seed", std::to_string(n.seed));
        closing(n.closes);
        add("spectrum", n.spectrum);
        add("hurst", numberTextOf(n.hurst));
        add("skew", numberTextOf(n.skew));
        add("kurtosis", numberTextOf(n.kurtosis));
        add("mean", numberTextOf(n.mean));
    }
    void operator()(const ExampleNode& n) {
        add("method", n.method);
        if (n.patch != 0) add("patch", std::to_string(n.patch));
        add("contrast", numberTextOf(n.contrast));
        closing(n.closes);
        add("seed", std::to_string(n.seed));
        if (n.method == "cut") return add("colours", std::to_string(n.colours));
        add("sharpness", std::to_string(n.sharpness));
        add("vary", n.vary);
    }
    void operator()(const OutlineNode& n) {
        for (const auto& [key, value] : n.keys)
            add(key, value);
    }
    void operator()(const MorphologyNode& n) {
        add("operation", n.operation);
        add("shape", n.shape);
        add("radius", std::to_string(n.radius));
        if (n.shape == "ball") add("full_depth", numberTextOf(n.fullDepth));
        add("edge", n.edge);
    }

  private:
    void variation(const Vary& vary, const std::string& value, Size closes) {
        std::string keys;
        const auto key = [&keys](bool said, const std::string& name, const std::string& text) {
            if (said) keys += (keys.empty() ? "{" : ", ") + name + ": " + text;
        };
        key(vary.seed != 0, "seed", std::to_string(vary.seed));
        key(vary.pick != "random", "pick", vary.pick);
        key(vary.offset != Pair{}, "offset", pairText(vary.offset.x, vary.offset.y));
        key(vary.turn != "none", "turn", vary.turn);
        key(vary.mirror != "none", "mirror", vary.mirror);
        key(vary.scale != Pair{1, 1}, "scale", pairText(vary.scale.x, vary.scale.y));
        key(vary.gain != Pair{1, 1}, "gain", pairText(vary.gain.x, vary.gain.y));
        if (!keys.empty()) add("vary", keys + "}");
        if (value != "sample") add("value", value);
        closing(closes);
    }
    void closing(Size after) {
        if (after == Size{}) return;
        add("closes", pairText(static_cast<double>(after.width), static_cast<double>(after.height)));
    }

    std::string& out_;
};

void addLinks(const Tree& tree, const TreeNode& node, std::string& out) {
    if (node.links.empty()) return;
    out += "    inputs:\n";
    for (const TreeLink& link : node.links) {
        const char* trait = link.trait == TreeTrait::data   ? "data"
                            : link.trait == TreeTrait::mask ? "mask"
                                                            : "pattern";
        out += "      - " + std::string(trait) + ": " + tree.nodes[link.child].name + "\n";
        if (link.at != Point{}) {
            out += "        at: [" + std::to_string(link.at.x) + ", " + std::to_string(link.at.y) + "]\n";
        }
    }
}

}  // namespace

std::string numberTextOf(double value) {
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string kindName(const TreeNode& node) {
    static constexpr const char* names[] = {"root",    "union",      "stitching",   "math2d",    "image",
                                            "profile", "median",     "convolution", "transform", "scatter",
                                            "noise",   "morphology", "voronoi",     "curve",     "rough",
                                            "example", "warp",       "flow"};
    const auto* picture = node.as<PictureNode>();
    if (const auto* outline = node.as<OutlineNode>()) return outline->kind;
    return picture != nullptr && picture->tiff ? "tiff" : names[node.kind.index()];
}

std::string yamlOf(const Tree& tree) {
    std::string out = "burin: 2\npixel: " + numberTextOf(tree.pixelUm) + " um\nnodes:\n";
    for (auto node = tree.nodes.rbegin(); node != tree.nodes.rend(); ++node) {
        out += "  " + node->name + ":\n    kind: " + kindName(*node) + "\n";
        if (node->size) {
            out += "    width: " + std::to_string(node->size->width) + "\n";
            out += "    height: " + std::to_string(node->size->height) + "\n";
        }
        if (node->muted) out += "    muted: true\n";
        std::visit(Lines(out), node->kind);
        addLinks(tree, *node, out);
    }
    return out;
}

}  // namespace burin::test
