// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

namespace burin::test {

namespace {

/// The place of [start, start + length) that stands for `i`.
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

}  // namespace

/// The first link's child at a place of the parent, continued outside of its rectangle.
Range Reference::continued(const TreeNode& node, Point p, const std::string& edge) {
    const TreeLink& link = node.links[0];
    Point place{p.x - link.at.x, p.y - link.at.y};
    if (const Bounds& inside = bounds_[link.child]) {
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

/// profile(d) of a squared distance, rounded once; what is not finite becomes 0.
Range profileAt(const ProfileNode& kind, const Formula* formula, double squared, double pixelUm) {
    const double most = kind.distanceMax;
    const double d = std::min(std::sqrt(squared), most);
    if (formula != nullptr) return tolerated(formula->evaluate({d, most, pixelUm}), 0, 0);
    const Points& points = kind.points;
    if (points.empty()) return static_cast<float>(1 - d / most);
    if (d <= points.front().x) return static_cast<float>(points.front().y);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Pair a = points[i];
        const Pair b = points[i + 1];
        if (d < b.x) return static_cast<float>(a.y + (d - a.x) * ((b.y - a.y) / (b.x - a.x)));
    }
    return static_cast<float>(points.back().y);
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
    const Formula* expression =
        kind.expression.empty() ? nullptr : &formula(node, kind.expression, {"d", "D", "um"});
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
