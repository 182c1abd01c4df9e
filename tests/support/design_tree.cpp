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

/// Collects `key: value` lines, leaving out what has its default.
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

  private:
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
    static constexpr const char* names[] = {"root",    "union",  "stitching",   "math2d",   "image",
                                            "profile", "median", "convolution", "transform"};
    const auto* picture = node.as<PictureNode>();
    return picture != nullptr && picture->tiff ? "tiff" : names[node.kind.index()];
}

std::string yamlOf(const Tree& tree) {
    std::string out = "burin: 1\npixel: " + numberTextOf(tree.pixelUm) + " um\nnodes:\n";
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
