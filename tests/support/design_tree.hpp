// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design as plain data: the random generator makes it, the reference evaluates it, and it prints itself as
// a design file. It shares nothing with the engine but rectangles.

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace burin::test {

/// Two real numbers.
struct Pair {
    double x = 0;
    double y = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
};

/// A curve's points, or nothing.
using Points = std::vector<Pair>;

enum class TreeTrait { data, mask, pattern };

struct TreeLink {
    TreeTrait trait = TreeTrait::data;
    std::size_t child = 0;  ///< index into Tree::nodes
    Point at;
};

struct RootNode {
    int depth = 16;
    double background = 0;
    bool invert = false;
    Points materialCurve;
    Points machineCurve;
    std::string dither = "none";
};

struct UnionNode {
    std::string operation = "max";
};

struct StitchingNode {
    std::optional<Pair> u;
    std::optional<Pair> v;
    Pair origin;
    std::string blend = "over";
};

struct MathNode {
    std::string expression;
    std::vector<std::pair<std::string, double>> parameters;
};

/// A tiff or image: the file, and the samples that it holds.
struct PictureNode {
    bool tiff = false;
    std::string file;
    int page = 0;
    Size size;
    std::vector<float> samples;
};

struct ProfileNode {
    int distanceMax = 1;
    std::string expression;  ///< empty: `points`, or the default where these are empty too
    Points points;
    double threshold = 0;
    bool invert = false;
};

struct MedianNode {
    int radius = 1;
    std::string edge = "extend";
};

struct ConvolutionNode {
    std::string kernel;  ///< the key: box, binomial, gaussian, sharpen, sobel, laplacian or matrix
    double value = 0;    ///< of that key; sobel: 0 for x, 1 for y
    std::vector<std::vector<double>> matrix;
    bool normalize = true;
    std::string edge = "extend";
};

struct TransformNode {
    Pair scale{1, 1};
    std::optional<Size> size;  ///< instead of `scale`
    double rotate = 0;
    std::string mirror = "none";
    std::string interpolation = "linear";
};

struct TreeNode {
    std::string name;
    std::optional<Size> size;
    bool muted = false;
    std::vector<TreeLink> links;
    std::variant<RootNode, UnionNode, StitchingNode, MathNode, PictureNode, ProfileNode, MedianNode,
                 ConvolutionNode, TransformNode>
        kind;

    template <class Kind>
    [[nodiscard]] const Kind* as() const {
        return std::get_if<Kind>(&kind);
    }
};

/// Children stand before their parents; the last node is the root.
struct Tree {
    double pixelUm = 1;
    std::vector<TreeNode> nodes;
};

/// The kind's name in a design file.
[[nodiscard]] std::string kindName(const TreeNode& node);

/// The design file's text. Numbers with all their digits.
[[nodiscard]] std::string yamlOf(const Tree& tree);

/// A number that reads back as `value`.
[[nodiscard]] std::string numberTextOf(double value);

}  // namespace burin::test
