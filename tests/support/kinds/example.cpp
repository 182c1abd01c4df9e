// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"
#include "support/textures/example_reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, ExampleNode& made) {
    made.method = node["method"].as<std::string>("blend");
    if (node["patch"]) made.patch = node.length(node["patch"]);
    made.contrast = node["contrast"].as<double>(1);
    made.closes = node.closes();
    made.seed = node["seed"].as<std::int64_t>(0);
    made.sharpness = node["sharpness"].as<int>(2);
    made.vary = node["vary"].as<std::string>("none");
    made.colours = node["colours"].as<int>(8);
}

void write(KeyLines& out, const ExampleNode& n) {
    out.add("method", n.method);
    if (n.patch != 0) out.add("patch", std::to_string(n.patch));
    out.add("contrast", numberTextOf(n.contrast));
    out.closing(n.closes);
    out.add("seed", std::to_string(n.seed));
    if (n.method == "cut") return out.add("colours", std::to_string(n.colours));
    out.add("sharpness", std::to_string(n.sharpness));
    out.add("vary", n.vary);
}

}  // namespace

template <>
/// The child must be exact.
Range Reference::of(const ExampleNode& kind, const TreeNode& node, Point p) {
    std::shared_ptr<PageTexture>& texture = textures_[&node];
    if (!texture) {
        const std::size_t child = node.links[0].child;
        const Rect inside = *bounds_[child];
        PageExample example{{inside.width, inside.height}, {}};
        for (std::int64_t y = inside.y; y < inside.bottom(); ++y) {
            for (std::int64_t x = inside.x; x < inside.right(); ++x)
                example.samples.push_back(sample(child, {x, y}).low);
        }
        texture = std::make_shared<PageTexture>(kind, std::move(example));
    }
    const float value = texture->sampleAt(p);
    // Only the tables of blending may differ from those of the format page, and only in their last bits.
    const double tolerance = kind.method == "blend" ? 1e-5 : 0;
    return masked(node, tolerated(static_cast<double>(value), tolerance, 0x1p-20), 1, p);
}

KindReference exampleReference() {
    return referenceOf<ExampleNode>("example", &read, &write);
}

}  // namespace burin::test
