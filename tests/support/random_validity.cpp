// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_design.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

/// The sides of the rectangle that repeats may cover around their lattice point; negative if a pattern is
/// unbounded.
Pair boxOf(const Tree& tree, const TreeNode& node, const Vary& vary) {
    Pair sides;
    Rect places;
    for (const TreeLink& link : node.links) {
        if (link.trait != TreeTrait::pattern) continue;
        const Bounds pattern = boundsOf(tree, link.child);
        if (!pattern) return {-1, -1};
        if (pattern->empty()) continue;
        const bool turned = vary.turn != "none" && vary.turn != "half";
        const double larger = static_cast<double>(std::max(pattern->width, pattern->height)) * 1.5;
        sides.x = std::max(sides.x, turned ? larger : static_cast<double>(pattern->width));
        sides.y = std::max(sides.y, turned ? larger : static_cast<double>(pattern->height));
        places = boundingRect(places, {link.at.x + pattern->x, link.at.y + pattern->y, 1, 1});
    }
    if (sides.x == 0) return {};
    return {sides.x * vary.scale.y + static_cast<double>(places.width) + 2 * vary.offset.x,
            sides.y * vary.scale.y + static_cast<double>(places.height) + 2 * vary.offset.y};
}

}  // namespace

bool isValid(const Tree& tree) {
    for (const TreeNode& node : tree.nodes) {
        if (node.as<ExampleNode>() != nullptr && !node.muted) {
            const TreeNode& example = tree.nodes[node.links[0].child];
            if (example.muted || example.as<PictureNode>() == nullptr) return false;
        }
        const auto* stitching = node.as<StitchingNode>();
        const auto* transform = node.as<TransformNode>();
        const auto* scatter = node.as<ScatterNode>();
        if (node.muted || (stitching == nullptr && transform == nullptr && scatter == nullptr)) continue;
        const Bounds child = boundsOf(tree, node.links[0].child);
        if (scatter != nullptr) {
            const Pair box = boxOf(tree, node, scatter->vary);
            if (box.x < 0 || box.x * box.y > 60 * scatter->pitch * scatter->pitch) return false;
            continue;
        }
        if (transform != nullptr && transform->size && (!child || child->empty())) return false;
        if (stitching == nullptr) continue;
        if (!child) return false;
        const Pair box = boxOf(tree, node, stitching->vary);
        if (box.x < 0) return false;
        if (box.x == 0) continue;
        const auto width = static_cast<double>(child->width);
        const auto height = static_cast<double>(child->height);
        const Pair u = stitching->u.value_or(Pair{width, 0});
        const Pair v = stitching->v.value_or(Pair{0, height});
        const double determinant = std::abs(u.x * v.y - u.y * v.x);
        if (determinant < 0.01 * std::hypot(u.x, u.y) * std::hypot(v.x, v.y)) return false;
        if (box.x * box.y > 60 * determinant) return false;
    }
    return true;
}

}  // namespace burin::test
