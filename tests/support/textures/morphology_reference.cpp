// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/morphology_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace burin::test {

namespace {

using Picture = std::function<Range(Point)>;

bool inShape(const MorphologyNode& node, std::int64_t dx, std::int64_t dy) {
    const std::int64_t r = node.radius;
    if (node.shape == "square") return std::abs(dx) <= r && std::abs(dy) <= r;
    return dx * dx + dy * dy <= r * r;
}

/// b(dx, dy) of a ball; 0 for other shapes.
float weight(const MorphologyNode& node, std::int64_t dx, std::int64_t dy) {
    if (node.shape != "ball") return 0;
    const double r = node.radius;
    const auto away = static_cast<double>(dx * dx + dy * dy);
    return static_cast<float>((std::sqrt(r * r - away) - r) / node.fullDepth);
}

Range step(const MorphologyNode& node, bool dilates, const Picture& picture, Point p) {
    Range best = picture(p);
    for (std::int64_t dy = -node.radius; dy <= node.radius; ++dy) {
        for (std::int64_t dx = -node.radius; dx <= node.radius; ++dx) {
            if (!inShape(node, dx, dy)) continue;
            const Range c = picture({p.x + dx, p.y + dy});
            const float b = weight(node, dx, dy);
            best = dilates ? Range(std::max(best.low, c.low + b), std::max(best.high, c.high + b))
                           : Range(std::min(best.low, c.low - b), std::min(best.high, c.high - b));
        }
    }
    return best;
}

}  // namespace

Range morphologyOfPage(const MorphologyNode& node, const Picture& child, Point p) {
    const auto dilated = [&](Point at) { return step(node, true, child, at); };
    const auto eroded = [&](Point at) { return step(node, false, child, at); };
    const auto minus = [](float a, float b) { return a - b; };
    if (node.operation == "dilate") return swept(dilated(p));
    if (node.operation == "erode") return swept(eroded(p));
    if (node.operation == "close") return swept(step(node, false, dilated, p));
    if (node.operation == "gradient") return swept(combined(dilated(p), eroded(p), minus));
    const Range opened = step(node, true, eroded, p);
    return swept(node.operation == "open" ? opened : combined(child(p), opened, minus));
}

}  // namespace burin::test
