// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design as plain data: made by the random generator, evaluated by the reference and printed as a design
// file. It shares nothing with the engine except rectangles.

#include "core/geometry/rect.hpp"

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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

/// How repeats differ: the map `vary`.
struct Vary {
    std::int64_t seed = 0;
    std::string pick = "random";
    Pair offset;
    std::string turn = "none";
    std::string mirror = "none";
    Pair scale{1, 1};
    Pair gain{1, 1};
    friend bool operator==(const Vary&, const Vary&) = default;
};

struct StitchingNode {
    std::optional<Pair> u;
    std::optional<Pair> v;
    Pair origin;
    std::string blend = "over";
    Vary vary;
    std::string value = "sample";
    Size closes;
};

struct ScatterNode {
    double pitch = 2;
    double distance = 0;
    std::int64_t seed = 0;
    std::string blend = "over";
    Vary vary;  ///< without seed and offset
    std::string value = "sample";
    Size closes;
};

struct MathNode {
    std::string expression;
    std::vector<std::pair<std::string, double>> parameters;
};

/// A tiff or image: the file and its samples.
struct PictureNode {
    bool tiff = false;
    std::string file;
    int page = 0;
    std::string alpha = "multiply";
    Size size;
    std::vector<float> samples;
};

/// A scan: the file and its heights in um. Missing heights are NaN.
struct ScanNode {
    std::string file;
    std::optional<double> top;
    std::optional<double> bottom;
    bool nearest = true;
    std::optional<double> zUnit;  ///< the unit of heights of a TIFF
    Size size;
    std::vector<float> heights;
};

struct ProfileNode {
    int distanceMax = 1;
    std::string expression;  ///< empty: `points`, or the default if these are empty too
    std::vector<std::pair<std::string, double>> parameters = {};  ///< names in the expression
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
    double value = 0;    ///< the value of that key; sobel: 0 for x, 1 for y
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

struct NoiseNode {
    std::string type = "gradient";
    double pitch = 2;
    double stretch = 1;
    double rotate = 0;
    std::int64_t seed = 0;
    Size closes;  ///< 0 x 0: it does not close
    int octaves = 1;
    double lacunarity = 2;
    double gain = 0.5;
    std::string shape = "plain";
    double contrast = 1;
    Pair range{0, 1};
};

struct MorphologyNode {
    std::string operation = "dilate";
    std::string shape = "disc";
    int radius = 1;
    double fullDepth = 0;  ///< the full depth in pixels; balls only
    std::string edge = "extend";
};

struct VoronoiNode {
    double pitch = 2;
    double stretch = 1;
    double rotate = 0;
    std::int64_t seed = 0;
    Size closes;  ///< 0 x 0: it does not close
    double jitter = 1;
    std::string feature = "f1";
    double distanceMax = 0;  ///< 0: the pitch
    std::string expression;  ///< empty: `points`, or the default if these are empty too
    Points points;
};

struct RoughNode {
    std::string measure = "sq";  ///< or sa, vdi
    double value = 0.1;          ///< the roughness in samples; with fullDepth in um, or a grade
    double fullDepth = 0;        ///< the full depth in pixels; 0: not given
    double sal = 10;
    double str = 1;
    double rotate = 0;
    std::int64_t seed = 0;
    Size closes;  ///< 0 x 0: it does not close
    std::string spectrum = "gaussian";
    double hurst = 0.8;
    double skew = 0;
    double kurtosis = 3;
    double mean = 0.5;
};

struct ExampleNode {
    std::string method = "blend";
    std::int64_t patch = 0;  ///< 0: a fixed share of the example
    double contrast = 1;
    Size closes;  ///< 0 x 0: it does not close
    std::int64_t seed = 0;
    int sharpness = 2;          ///< blend only
    std::string vary = "none";  ///< blend only
    int colours = 8;            ///< cut only
};

struct CurveNode {
    Points points = {};                    ///< empty: levels, or a threshold
    std::string through = "lines";         ///< how the points are joined
    std::optional<double> threshold = {};  ///< nothing: levels
    double black = 0;
    double white = 1;
    double gamma = 1;
    Pair range = {0, 1};
};

struct WarpNode {
    std::string by = "xy";
    double amplitude = 1;
    double angle = 0;         ///< by: angle
    double fullSlope = 0.05;  ///< by: slope
    double center = 0.5;      ///< by: xy, angle
    std::string interpolation = "linear";
    std::string edge = "extend";
};

struct FlowNode {
    std::string along = "angle";
    double angle = 0;  ///< along: angle
    std::int64_t length = 1;
    std::string weights = "box";
    std::string edge = "extend";
};

struct CompensateNode {
    std::string shape = "gaussian";
    Pair spot{1, 1};  ///< the diameters of the spot in pixels; not used for an image
    std::string file;
    double pitch = 1;                        ///< pixels of the surface that one of the image covers
    std::vector<std::vector<double>> image;  ///< row by row
    int iterations = 5;
    Pair headroom;  ///< low, high
    std::string edge = "empty";
};

class OutlinePicture;

/// A node of a vector kind. Its keys are YAML texts, with lengths in pixels.
struct OutlineNode {
    std::string kind;
    std::vector<std::pair<std::string, std::string>> keys;
    std::shared_ptr<const OutlinePicture> picture = {};  ///< made by withPicture()
};

struct TreeNode {
    std::string name;
    std::optional<Size> size;
    bool muted = false;
    std::vector<TreeLink> links;
    std::any kind = RootNode{};  ///< such as a UnionNode

    template <class Kind>
    [[nodiscard]] const Kind* as() const {
        return std::any_cast<Kind>(&kind);
    }
};

/// Children come before their parents; the last node is the root.
struct Tree {
    double pixelUm = 1;
    std::vector<TreeNode> nodes;
};

/// The kind's name in a design file.
[[nodiscard]] std::string kindName(const TreeNode& node);

/// The text of the design file, with all digits of numbers.
[[nodiscard]] std::string yamlOf(const Tree& tree);

/// A number that reads back as `value`.
[[nodiscard]] std::string numberTextOf(double value);

}  // namespace burin::test
