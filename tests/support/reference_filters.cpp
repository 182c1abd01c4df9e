// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

#include "support/textures/curve_reference.hpp"
#include "support/textures/example_reference.hpp"
#include "support/textures/morphology_reference.hpp"
#include "support/textures/rough_reference.hpp"
#include "support/textures/voronoi_reference.hpp"
#include "support/textures/warp_reference.hpp"

namespace burin::test {

namespace {

/// The index in [start, start + length) that replaces `i`.
std::int64_t continuedPlace(std::int64_t i, std::int64_t start, std::int64_t length,
                            const std::string& edge) {
    const auto remainder = [](std::int64_t a, std::int64_t b) { return ((a % b) + b) % b; };
    if (edge == "wrap") return start + remainder(i - start, length);
    if (edge == "mirror") {
        const std::int64_t phase = remainder(i - start, 2 * length);
        return start + std::min(phase, 2 * length - 1 - phase);
    }
    return std::min(std::max(i, start), start + length - 1);
}

/// The curve through the points, constant beyond its ends.
double curveAt(const Points& points, double d) {
    if (d <= points.front().x) return points.front().y;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Pair a = points[i];
        const Pair b = points[i + 1];
        if (d < b.x) return a.y + (d - a.x) * ((b.y - a.y) / (b.x - a.x));
    }
    return points.back().y;
}

}  // namespace

/// A link's child at a position of the parent, continued outside of its rectangle.
Range Reference::continued(const TreeNode& node, Point p, const std::string& edge, std::size_t index) {
    const TreeLink& link = node.links[index];
    Point place{p.x - link.at.x, p.y - link.at.y};
    const Bounds& inside = bounds_[link.child];
    if (inside && edge != "empty") {
        if (inside->empty()) return {};
        place = {continuedPlace(place.x, inside->x, inside->width, edge),
                 continuedPlace(place.y, inside->y, inside->height, edge)};
    }
    return sample(link.child, place);
}

Range Reference::of(const MedianNode& kind, const TreeNode& node, Point p) {
    std::vector<float> lows;
    std::vector<float> highs;
    for (std::int64_t dy = -kind.radius; dy <= kind.radius; ++dy) {
        for (std::int64_t dx = -kind.radius; dx <= kind.radius; ++dx) {
            const Range c = continued(node, {p.x + dx, p.y + dy}, kind.edge);
            lows.push_back(c.low);
            highs.push_back(c.high);
        }
    }
    const auto middle = static_cast<std::ptrdiff_t>(lows.size() / 2);
    std::nth_element(lows.begin(), lows.begin() + middle, lows.end());
    std::nth_element(highs.begin(), highs.begin() + middle, highs.end());
    return masked(node, {lows[lows.size() / 2], highs[highs.size() / 2]}, 1, p);
}

Range Reference::of(const RoughNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(roughOfPage(kind, p, tree_.pixelUm), 1e-5, 0x1p-20), 0, p);
}

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
    const float swept = std::abs(value) < 0x1p-20F ? 0.0F : value;
    return masked(node, {swept, swept}, 1, p);
}

Range Reference::of(const VoronoiNode& kind, const TreeNode& node, Point p) {
    Interval value = Interval::none(false);
    if (kind.feature == "id") {
        for (const double id : voronoiIdsOfPage(kind, p))
            value = either(value, id);
        return masked(node, tolerated(value, 1e-5, 0x1p-20), 0, p);
    }
    const double d = voronoiDistanceOfPage(kind, p);
    const double most = kind.distanceMax == 0 ? kind.pitch : kind.distanceMax;
    const Interval measured(std::max(0.0, d - 1e-5 * kind.pitch), d + 1e-5 * kind.pitch);
    if (kind.points.empty()) {
        const std::string text = kind.expression.empty() ? "min(1, d / D)" : kind.expression;
        value = formula(node, text, {"d", "D", "um"}).evaluate({measured, most, tree_.pixelUm});
    }
    // Between its points the curve is straight, so its ends and the points between them bound it.
    std::vector<double> places{measured.low, measured.high};
    for (const Pair& point : kind.points) {
        if (measured.contains(point.x)) places.push_back(point.x);
    }
    for (std::size_t i = 0; !kind.points.empty() && i < places.size(); ++i)
        value = either(value, curveAt(kind.points, places[i]));
    return masked(node, tolerated(value, 1e-5, 0x1p-20), 0, p);
}

Range Reference::of(const CurveNode& kind, const TreeNode& node, Point p) {
    return masked(node, curveOfPage(kind, child(node, 0, p)), 1, p);
}

Range Reference::of(const MorphologyNode& kind, const TreeNode& node, Point p) {
    const auto child = [&](Point at) { return continued(node, at, kind.edge); };
    return masked(node, morphologyOfPage(kind, child, p), 1, p);
}

Range Reference::of(const WarpNode& kind, const TreeNode& node, Point p) {
    std::vector<MapOfPage> maps;
    for (std::size_t i = 1; i <= (kind.by == "xy" ? 2U : 1U); ++i) {
        maps.push_back({[this, &node, i](Point at) { return continued(node, at, "extend", i); },
                        [this, &node, i](Point at) {
                            const TreeLink& link = node.links[i];
                            const Bounds& inside = bounds_[link.child];
                            return !inside || inside->contains(Point{at.x - link.at.x, at.y - link.at.y});
                        }});
    }
    const auto picture = [&](Point at) { return continued(node, at, kind.edge); };
    return masked(node, warpOfPage(kind, picture, maps, p), 1, p);
}

Range Reference::of(const FlowNode& kind, const TreeNode& node, Point p) {
    const auto picture = [&](Point at) { return continued(node, at, kind.edge); };
    const auto map = [&](Point at) { return continued(node, at, "extend", 1); };
    return masked(node, flowOfPage(kind, picture, map, p), 1, p);
}

std::vector<std::vector<double>> kernelOf(const ConvolutionNode& node) {
    const auto d = static_cast<std::size_t>(node.value);
    std::vector<std::vector<double>> k = node.matrix;
    if (node.kernel == "box") k.assign(d, std::vector<double>(d, 1.0));
    if (node.kernel == "binomial") {
        std::vector<double> row = {1};
        while (row.size() < d) {
            row.push_back(0);
            for (std::size_t i = row.size() - 1; i > 0; --i)
                row[i] += row[i - 1];
        }
        for (const double down : row) {
            k.emplace_back();
            for (const double across : row)
                k.back().push_back(down * across);
        }
    }
    if (node.kernel == "gaussian") {
        const double reach = std::ceil(3 * node.value);
        for (double y = -reach; y <= reach; ++y) {
            k.emplace_back();
            for (double x = -reach; x <= reach; ++x) {
                k.back().push_back(std::exp(-(x * x + y * y) / (2 * node.value * node.value)));
            }
        }
    }
    const double s = node.value;
    if (node.kernel == "sharpen") k = {{0, -s, 0}, {-s, 1 + 4 * s, -s}, {0, -s, 0}};
    if (node.kernel == "sobel" && s == 0) k = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    if (node.kernel == "sobel" && s != 0) k = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};
    if (node.kernel == "laplacian" && s == 4) k = {{0, 1, 0}, {1, -4, 1}, {0, 1, 0}};
    if (node.kernel == "laplacian" && s == 8) k = {{1, 1, 1}, {1, -8, 1}, {1, 1, 1}};
    double sum = 0;
    double magnitude = 0;
    for (const std::vector<double>& row : k) {
        for (const double weight : row) {
            sum += weight;
            magnitude += std::abs(weight);
        }
    }
    if (!node.normalize || std::abs(sum) <= 1e-9 * magnitude) return k;
    for (std::vector<double>& row : k) {
        for (double& weight : row)
            weight /= sum;
    }
    return k;
}

Range Reference::of(const ConvolutionNode& kind, const TreeNode& node, Point p) {
    const auto [found, isNew] = kernels_.try_emplace(&node);
    if (isNew) found->second = kernelOf(kind);
    const std::vector<std::vector<double>>& k = found->second;
    const auto rows = static_cast<std::int64_t>(k.size());
    const auto columns = static_cast<std::int64_t>(k[0].size());
    Interval sum = 0;
    double magnitude = 0;
    double largestSample = 1;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            const double weight = k[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            const Range c = continued(node, {p.x + column - columns / 2, p.y + row - rows / 2}, kind.edge);
            sum = arithmetic('+', sum, arithmetic('*', weight, Interval(c.low, c.high)));
            magnitude += std::abs(weight);
            largestSample = std::max(
                {largestSample, std::abs(static_cast<double>(c.low)), std::abs(static_cast<double>(c.high))});
        }
    }
    const double scale = std::max(1.0, magnitude);
    const double tolerance = 1e-5 * scale * largestSample;
    const double dust = 0x1p-20 * scale;
    if (sum.low > -dust / 2 && sum.high < dust / 2) return {};
    const Interval allowed{sum.low - tolerance, sum.high + tolerance};
    return masked(node, tolerated(allowed, 0, dust), 1, p);
}

namespace {

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

}  // namespace burin::test
