// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, ProfileNode& made) {
    made.distanceMax = static_cast<int>(node.length(node["distance_max"]));
    if (node["profile"].IsDefined() && node["profile"].IsScalar()) {
        made.expression = node["profile"].as<std::string>();
        for (const auto& entry : node["parameters"])
            made.parameters.emplace_back(entry.first.as<std::string>(), entry.second.as<double>());
    } else {
        made.points = pointsOf(node["profile"]);
    }
    made.threshold = node["threshold"].as<double>(0);
    made.invert = node["invert"].as<bool>(false);
}

void write(KeyLines& out, const ProfileNode& n) {
    out.add("distance_max", std::to_string(n.distanceMax));
    if (!n.expression.empty()) out.add("profile", "\"" + n.expression + "\"");
    out.points("profile", n.points);
    if (n.threshold != 0) out.add("threshold", numberTextOf(n.threshold));
    out.flag("invert", n.invert);
}

/// profile(d) of a squared distance, rounded once; 0 if it is not finite.
Range profileAt(const ProfileNode& kind, const Formula* formula, double squared, double pixelUm) {
    const double most = kind.distanceMax;
    const double d = std::min(std::sqrt(squared), most);
    if (formula != nullptr) {
        std::vector<Interval> values = {d, most, pixelUm};
        for (const auto& [name, value] : kind.parameters)
            values.emplace_back(value);
        return tolerated(formula->evaluate(values), 0, 0);
    }
    if (kind.points.empty()) return static_cast<float>(1 - d / most);
    return static_cast<float>(curveAt(kind.points, d));
}

}  // namespace

template <>
Range Reference::of(const ProfileNode& kind, const TreeNode& node, Point p) {
    const Bounds inside = bounds_[node.links[0].child];
    const Point at = node.links[0].at;
    const auto threshold = static_cast<float>(kind.threshold);
    const std::int64_t reach = kind.distanceMax;
    std::int64_t nearestSurely = reach * reach;
    std::int64_t nearestMaybe = reach * reach;
    for (std::int64_t dy = -reach; dy <= reach; ++dy) {
        for (std::int64_t dx = -reach; dx <= reach; ++dx) {
            const std::int64_t squared = dx * dx + dy * dy;
            if (squared >= nearestSurely) continue;
            const Point q{p.x + dx - at.x, p.y + dy - at.y};
            if (inside && !inside->contains(q)) continue;
            const Range c = sample(node.links[0].child, q);
            const bool surely = kind.invert ? c.high <= threshold : c.low > threshold;
            const bool maybe = kind.invert ? c.low <= threshold : c.high > threshold;
            if (surely) nearestSurely = squared;
            if (maybe) nearestMaybe = std::min(nearestMaybe, squared);
        }
    }
    std::vector<std::string> variables = {"d", "D", "um"};
    for (const auto& [name, value] : kind.parameters)
        variables.push_back(name);
    const Formula* expression =
        kind.expression.empty() ? nullptr : &formula(node, kind.expression, variables);
    Range value = profileAt(kind, expression, static_cast<double>(nearestMaybe), tree_.pixelUm);
    for (std::int64_t a = nearestMaybe + 1; a <= nearestSurely; ++a) {
        value = either(value, profileAt(kind, expression, static_cast<double>(a), tree_.pixelUm));
    }
    for (std::size_t i = 1; i < node.links.size(); ++i) {
        value = combined(value, child(node, i, p), [](float v, float c) { return v * c; });
    }
    return value;
}

KindReference profileReference() {
    return referenceOf<ProfileNode>("profile", &read, &write);
}

}  // namespace burin::test
