// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/kinds/repeats.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

void read(const NodeReader& node, StitchingNode& made) {
    if (node["u"]) made.u = node.vector(node["u"]);
    if (node["v"]) made.v = node.vector(node["v"]);
    if (node["origin"]) made.origin = node.vector(node["origin"]);
    made.blend = node["blend"].as<std::string>("over");
    made.vary = node.vary();
    made.value = node["value"].as<std::string>("sample");
    made.closes = node.closes();
}

void write(KeyLines& out, const StitchingNode& n) {
    if (n.u) out.add("u", pairText(n.u->x, n.u->y));
    if (n.v) out.add("v", pairText(n.v->x, n.v->y));
    if (n.origin != Pair{}) out.add("origin", pairText(n.origin.x, n.origin.y));
    out.add("blend", n.blend);
    out.variation(n.vary, n.value, n.closes);
}

/// How many u and v make one step.
struct Step {
    std::int64_t a = 0;
    std::int64_t b = 0;
    double miss = 0;  ///< the distance to the step, in pixels
};

Step stepOf(Pair u, Pair v, Pair to) {
    const double determinant = u.x * v.y - u.y * v.x;
    Step step;
    step.a = std::llround((to.x * v.y - to.y * v.x) / determinant);
    step.b = std::llround((u.x * to.y - u.y * to.x) / determinant);
    const auto a = static_cast<double>(step.a);
    const auto b = static_cast<double>(step.b);
    step.miss = std::hypot(a * u.x + b * v.x - to.x, a * u.y + b * v.y - to.y);
    return step;
}

}  // namespace

template <>
Range Reference::of(const StitchingNode& kind, const TreeNode& node, Point p) {
    const Rect first = *bounds_[node.links[0].child];
    const Pair u = kind.u.value_or(Pair{static_cast<double>(first.width), 0});
    const Pair v = kind.v.value_or(Pair{0, static_cast<double>(first.height)});
    const double determinant = u.x * v.y - u.y * v.x;
    if (determinant == 0) return {};
    const Size closes = kind.closes;
    const Step x = stepOf(u, v, {static_cast<double>(closes.width), 0});
    const Step y = stepOf(u, v, {0, static_cast<double>(closes.height)});
    const Reach reach = reachOf(kind.vary, node, true);
    if (reach.left > reach.right) return {};
    // The lattice of u and v may have drifted away from the one that closes.
    double drift = 0;
    for (const auto& [step, length] : {std::pair(x, closes.width), std::pair(y, closes.height)}) {
        if (length > 0) {
            drift += step.miss * (static_cast<double>(std::max(std::abs(p.x), std::abs(p.y))) /
                                      static_cast<double>(length) +
                                  2);
        }
    }
    std::int64_t bounds[4] = {1LL << 60, -(1LL << 60), 1LL << 60, -(1LL << 60)};
    for (const double dx : {reach.left - drift, reach.right + drift}) {
        for (const double dy : {reach.top - drift, reach.bottom + drift}) {
            const double px = static_cast<double>(p.x) - kind.origin.x - dx;
            const double py = static_cast<double>(p.y) - kind.origin.y - dy;
            const std::int64_t i = floorOf((px * v.y - py * v.x) / determinant);
            const std::int64_t j = floorOf((u.x * py - u.y * px) / determinant);
            bounds[0] = std::min(bounds[0], i - 1);
            bounds[1] = std::max(bounds[1], i + 2);
            bounds[2] = std::min(bounds[2], j - 1);
            bounds[3] = std::max(bounds[3], j + 2);
        }
    }
    std::vector<Shown> over;
    for (std::int64_t j = bounds[2]; j <= bounds[3]; ++j) {
        for (std::int64_t i = bounds[0]; i <= bounds[1]; ++i) {
            std::int64_t n1 = 0;
            std::int64_t n2 = 0;
            if (closes.width > 0 && closes.height > 0) {
                const std::int64_t d = x.a * y.b - y.a * x.b;
                n1 = quotient(i * y.b - j * y.a, d);
                n2 = quotient(j * x.a - i * x.b, d);
            } else if (closes.width > 0) {
                n1 = quotient(x.a * i + x.b * j, x.a * x.a + x.b * x.b);
            } else if (closes.height > 0) {
                n2 = quotient(y.a * i + y.b * j, y.a * y.a + y.b * y.b);
            }
            const std::int64_t i0 = i - n1 * x.a - n2 * y.a;
            const std::int64_t j0 = j - n1 * x.b - n2 * y.b;
            const auto& [repeat, size] = repeatOf(kind.vary, kind.vary.seed, node, i0, j0);
            if (!size) continue;
            const Rect pattern = *bounds_[repeat.pattern->child];
            const auto coordinate = [&](double stepU, double stepV, double origin, std::int64_t at) {
                double sum = static_cast<double>(i0) * stepU + static_cast<double>(j0) * stepV;
                sum = sum + origin;
                sum = sum + static_cast<double>(at);
                return floorOf(sum + 0.5);
            };
            Point corner = repeat.corner;
            corner.x += coordinate(u.x, v.x, kind.origin.x, repeat.pattern->at.x) + n1 * closes.width +
                        pattern.x + quotient(pattern.width - size->width, 2);
            corner.y += coordinate(u.y, v.y, kind.origin.y, repeat.pattern->at.y) + n2 * closes.height +
                        pattern.y + quotient(pattern.height - size->height, 2);
            if (!Rect{corner.x, corner.y, size->width, size->height}.contains(p)) continue;
            over.push_back(repeat);
            over.back().corner = corner;
        }
    }
    return masked(node, blendOf(kind.blend, kind.value, over, p), 1, p);
}

KindReference stitchingReference() {
    return referenceOf<StitchingNode>("stitching", &read, &write);
}

}  // namespace burin::test
