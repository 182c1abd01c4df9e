// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_nodes.hpp"

#include "core/base/text.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace burin::ui {

namespace {

/// The features that one formula can cover: it has 8 inputs, and the first one is the picture.
constexpr std::size_t mostCovered = 7;

YamlValue mapOf(const char* key, const std::string& value) {
    YamlValue map = yamlMap();
    setIn(map, key, yamlScalar(value));
    return map;
}

/// A link of a node, moved so that the child's corner at `from` lies at (0, 0).
void linkFrom(DesignEdit& edit, const std::string& node, const std::string& child, Point from) {
    edit.link(node, Trait::data, child);
    if (from == Point{}) return;
    const std::vector<std::string> at = {std::to_string(-from.x), std::to_string(-from.y)};
    edit.setOffset(node, edit.links(node) - 1, yamlList(at));
}

void setSize(DesignEdit& edit, const std::string& node, Size size) {
    edit.setValue(node, "width", yamlScalar(std::to_string(size.width)));
    edit.setValue(node, "height", yamlScalar(std::to_string(size.height)));
}

/// A node that computes the mean of a picture over a square twice, and the place of the picture's corner in
/// this node.
struct WideMean {
    std::string node;
    Point corner;
};

/// Boxes have at most 255 px, so a wider mean is computed from a reduced picture that is enlarged again. The
/// reduced picture is mirrored beyond its edge, so that the enlarged one is complete up to its edge.
WideMean addWideMean(DesignEdit& edit, const std::string& source, const Rect& frame, int px) {
    constexpr int mostBox = 255;
    const int times = (px + mostBox - 1) / mostBox;
    const Size small{(frame.width + times - 1) / times, (frame.height + times - 1) / times};
    const std::int64_t margin = times == 1 ? 0 : 1;
    std::string node = source;
    if (times > 1) {
        node = edit.addNode(edit.freeName("reduced"), "transform");
        edit.setValue(node, "size",
                      yamlList(std::vector{std::to_string(small.width), std::to_string(small.height)}));
        edit.setValue(node, "interpolation", yamlScalar("area"));
        edit.link(node, Trait::data, source);
    }
    for (int pass = 0; pass < 2; ++pass) {
        const std::string light = edit.addNode(edit.freeName("light"), "convolution");
        edit.setValue(light, "kernel", mapOf("box", std::to_string(px / times | 1)));
        edit.setValue(light, "edge", yamlScalar("mirror"));
        if (margin > 0) setSize(edit, light, {small.width + 2 * margin, small.height + 2 * margin});
        linkFrom(edit, light, node, pass == 0 ? Point{-margin, -margin} : Point{});
        node = light;
    }
    if (times == 1) return {node, {frame.x, frame.y}};
    const auto across = static_cast<double>(frame.width) / static_cast<double>(small.width);
    const auto down = static_cast<double>(frame.height) / static_cast<double>(small.height);
    const std::string wide = edit.addNode(edit.freeName("wide light"), "transform");
    edit.setValue(wide, "scale", yamlList(std::vector{numberText(across), numberText(down)}));
    edit.link(wide, Trait::data, node);
    return {wide, {std::llround(across), std::llround(down)}};
}

/// Adds the node of a part of a picture. \return its name
std::string addPart(DesignEdit& edit, const std::string& source, const Rect& frame, TexturePart part) {
    if (part == TexturePart::whole) return source;
    const Size size = sizeOfPart(frame, part);
    if (part == TexturePart::middle) {
        const std::string middle = edit.addNode(edit.freeName("middle"), "union");
        setSize(edit, middle, size);
        linkFrom(edit, middle, source,
                 {frame.x + (frame.width - size.width) / 2, frame.y + (frame.height - size.height) / 2});
        return middle;
    }
    const std::string reduced = edit.addNode(edit.freeName("reduced"), "transform");
    edit.setValue(reduced, "size",
                  yamlList(std::vector{std::to_string(size.width), std::to_string(size.height)}));
    edit.setValue(reduced, "interpolation", yamlScalar("area"));
    edit.link(reduced, Trait::data, source);
    return reduced;
}

/// Adds the node of a picture whose odd features are covered with other parts of it. \return its name
/// \param features  at most mostCovered
std::string addCovered(DesignEdit& edit, const std::string& picture, const Rect& frame,
                       std::span<const OddFeature> features) {
    const std::string covered = edit.addNode(edit.freeName("covered"), "math2d");
    setSize(edit, covered, {frame.width, frame.height});
    linkFrom(edit, covered, picture, {frame.x, frame.y});
    std::string expression = "in1";
    int link = 1;
    for (const OddFeature& feature : features) {
        linkFrom(edit, covered, picture, Point{frame.x, frame.y} + feature.cover - feature.at);
        const std::string share = "clamp(4 - 4 * hypot(x - " + std::to_string(feature.at.x) + ", y - " +
                                  std::to_string(feature.at.y) + ") / " + std::to_string(feature.radiusPx) +
                                  ", 0, 1)";
        expression = "mix(" + expression + ", in" + std::to_string(++link) + ", " + share + ")";
    }
    edit.setValue(covered, "expression", yamlScalar(expression, true));
    return covered;
}

}  // namespace

/// The part is as large as possible. If it is reduced, it has the proportions of the frame.
Size sizeOfPart(const Rect& frame, TexturePart part) {
    const Size whole{frame.width, frame.height};
    if (part == TexturePart::middle) {
        constexpr std::int64_t side = 4096;  // the square of this number is mostExampleSamples
        return whole.width < side
                   ? Size{whole.width, std::min(whole.height, mostExampleSamples / whole.width)}
               : whole.height < side
                   ? Size{std::min(whole.width, mostExampleSamples / whole.height), whole.height}
                   : Size{side, side};
    }
    const double area = static_cast<double>(whole.width) * static_cast<double>(whole.height);
    const double times = std::sqrt(static_cast<double>(mostExampleSamples) / area);
    if (part == TexturePart::whole || times >= 1) return whole;
    const auto reduced = [times](std::int64_t side) {
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(times * static_cast<double>(side)));
    };
    return {reduced(whole.width), reduced(whole.height)};
}

std::string addPicture(DesignEdit& edit, const std::string& source, const Rect& frame,
                       const TextureChoice& choice) {
    std::string picture = addPart(edit, source, frame, choice.part);
    const Size size = sizeOfPart(frame, choice.part);
    Point corner = choice.part == TexturePart::whole ? Point{frame.x, frame.y} : Point{};
    for (std::span<const OddFeature> left(choice.leftOut); !left.empty();) {
        const auto covered = left.first(std::min(left.size(), mostCovered));
        picture = addCovered(edit, picture, {corner.x, corner.y, size.width, size.height}, covered);
        left = left.subspan(covered.size());
        corner = {};
    }
    if (choice.boxPx() <= 0) return picture;
    const WideMean mean =
        addWideMean(edit, picture, {corner.x, corner.y, size.width, size.height}, choice.boxPx());
    const std::string even = edit.addNode(edit.freeName("even"), "math2d");
    setSize(edit, even, size);
    edit.setValue(even, "expression", yamlScalar("clamp(in1 - in2 + mean, 0, 1)", true));
    edit.setValue(even, "parameters", mapOf("mean", numberText(std::round(choice.mean * 1000) / 1000)));
    linkFrom(edit, even, picture, corner);
    linkFrom(edit, even, mean.node, mean.corner);
    return even;
}

std::string addTexture(DesignEdit& edit, const std::string& source, const Rect& frame,
                       const TextureChoice& choice) {
    const TextureChoice usual;
    const std::string picture = addPicture(edit, source, frame, choice);
    const std::string texture = edit.addNode(edit.freeName("texture"), "example");
    edit.setValue(texture, "method", yamlScalar(choice.method == TextureMethod::blend ? "blend" : "cut"));
    edit.setValue(texture, "patch", yamlScalar(std::to_string(choice.patchPx)));
    if (choice.method == TextureMethod::cut && choice.colours != usual.colours)
        edit.setValue(texture, "colours", yamlScalar(std::to_string(choice.colours)));
    if (choice.method == TextureMethod::blend && choice.turned)
        edit.setValue(texture, "vary", yamlScalar("all"));
    if (choice.seed != usual.seed) edit.setValue(texture, "seed", yamlScalar(std::to_string(choice.seed)));
    if (choice.contrast != usual.contrast)
        edit.setValue(texture, "contrast", yamlScalar(numberText(choice.contrast)));
    edit.link(texture, Trait::data, picture);
    return texture;
}

}  // namespace burin::ui
