// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

#include "core/kinds/methods/dither.hpp"
#include "support/outlines/outline_reference.hpp"
#include "support/textures/noise_reference.hpp"

#include <cstdlib>

namespace burin::test {

namespace {

constexpr float largest = std::numeric_limits<float>::max();

std::int64_t floorDivided(std::int64_t a, std::int64_t b) {
    return (a - ((a % b) + b) % b) / b;
}

Point minus(Point a, Point b) {
    return {a.x - b.x, a.y - b.y};
}

Bounds moved(const Bounds& bounds, Point by) {
    if (!bounds || bounds->empty()) return bounds;
    return Rect{bounds->x + by.x, bounds->y + by.y, bounds->width, bounds->height};
}

Bounds common(const Bounds& a, const Bounds& b) {
    if (!a) return b;
    if (!b) return a;
    const std::int64_t x = std::max(a->x, b->x);
    const std::int64_t y = std::max(a->y, b->y);
    const std::int64_t right = std::min(a->x + a->width, b->x + b->width);
    const std::int64_t bottom = std::min(a->y + a->height, b->y + b->height);
    if (right <= x || bottom <= y) return Rect{};
    return Rect{x, y, right - x, bottom - y};
}

/// The link that a muted node passes through.
const TreeLink* passedOn(const TreeNode& node) {
    for (const TreeTrait trait : {TreeTrait::data, TreeTrait::pattern}) {
        for (const TreeLink& link : node.links) {
            if (link.trait == trait) return &link;
        }
    }
    return nullptr;
}

/// `c` over `value`: a sample replaces the value unless it is 0.
Range over(const Range& value, const Range& c) {
    if (c.surelyZero()) return value;
    return c.maybeZero() ? either(value, c) : c;
}

Range maskedBy(const Range& value, const Range& c) {
    const Range factor{std::min(std::max(c.low, 0.0F), 1.0F), std::min(std::max(c.high, 0.0F), 1.0F)};
    return combined(value, factor, [](float v, float m) { return v * m; });
}

/// The mean of the terms that are not 0; some may be 0 or not.
Range meanOf(const std::vector<Range>& terms) {
    std::vector<std::size_t> uncertain;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].maybeZero() && !terms[i].surelyZero()) uncertain.push_back(i);
    }
    if (uncertain.size() > 8) uncertain.resize(8);  // the others count; the bounds below allow for it
    Range result;
    for (unsigned left = 0; left < 1U << uncertain.size(); ++left) {
        Range sum;
        float number = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const auto found = std::find(uncertain.begin(), uncertain.end(), i);
            const auto bit = static_cast<unsigned>(found - uncertain.begin());
            if (terms[i].surelyZero() || (found != uncertain.end() && (left >> bit & 1U) != 0)) continue;
            sum = {sum.low + terms[i].low, sum.high + terms[i].high};
            number += 1;
        }
        const Range mean = number == 0 ? Range() : Range(sum.low / number, sum.high / number);
        result = left == 0 ? mean : either(result, mean);
    }
    return result;
}

}  // namespace

Bounds boundsOf(const Tree& tree, std::size_t index) {
    const TreeNode& node = tree.nodes[index];
    const Bounds own = node.size ? Bounds(Rect{0, 0, node.size->width, node.size->height}) : Bounds();
    const auto ofChild = [&](const TreeLink& link) { return boundsOf(tree, link.child); };
    if (node.muted) {
        const TreeLink* link = passedOn(node);
        return link == nullptr ? Bounds(Rect{}) : common(moved(ofChild(*link), link->at), own);
    }
    if (node.size) return own;
    if (const auto* picture = node.as<PictureNode>())
        return Rect{0, 0, picture->size.width, picture->size.height};
    if (const auto* outline = node.as<OutlineNode>()) return outline->picture->bounds();
    if (node.as<MedianNode>() != nullptr || node.as<ConvolutionNode>() != nullptr ||
        node.as<MorphologyNode>() != nullptr || node.as<CurveNode>() != nullptr ||
        node.as<WarpNode>() != nullptr || node.as<FlowNode>() != nullptr) {
        return moved(ofChild(node.links[0]), node.links[0].at);
    }
    if (const auto* transform = node.as<TransformNode>()) {
        const Bounds child = ofChild(node.links[0]);
        if (child && child->empty()) return child;
        return moved(Resampler(*transform, child).result, node.links[0].at);
    }
    return {};
}

Reference::Reference(const Tree& tree) : tree_(tree), blocks_(tree.nodes.size()) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        bounds_.push_back(boundsOf(tree, i));
}

Range Reference::sample(std::size_t node, Point p) {
    const Bounds& inside = bounds_[node];
    if (inside && !inside->contains(p)) return {};
    const std::int64_t column = floorDivided(p.x, blockSide);
    const std::int64_t row = floorDivided(p.y, blockSide);
    const auto key = static_cast<std::uint64_t>(column) << 32U | static_cast<std::uint32_t>(row);
    Blocks& blocks = blocks_[node];
    if (blocks.last == nullptr || blocks.lastKey != key) {
        std::unique_ptr<Block>& found = blocks.all[key];
        if (!found) found = std::make_unique<Block>();
        blocks.last = found.get();
        blocks.lastKey = key;
    }
    Block& block = *blocks.last;
    const auto place =
        static_cast<std::size_t>((p.y - row * blockSide) * blockSide + p.x - column * blockSide);
    if (!block.known[place]) {
        block.samples[place] = computed(node, p);
        block.known[place] = true;
    }
    return block.samples[place];
}

Range Reference::computed(std::size_t index, Point p) {
    const TreeNode& node = tree_.nodes[index];
    if (node.muted) {
        const TreeLink* link = passedOn(node);
        return link == nullptr ? Range() : sample(link->child, minus(p, link->at));
    }
    return swept(std::visit([&](const auto& kind) { return of(kind, node, p); }, node.kind));
}

Range Reference::child(const TreeNode& node, std::size_t link, Point p) {
    return sample(node.links[link].child, minus(p, node.links[link].at));
}

Range Reference::masked(const TreeNode& node, Range value, std::size_t firstLink, Point p) {
    for (std::size_t i = firstLink; i < node.links.size(); ++i) {
        if (node.links[i].trait == TreeTrait::mask) value = maskedBy(value, child(node, i, p));
    }
    return value;
}

const Formula& Reference::formula(const TreeNode& node, const std::string& text,
                                  const std::vector<std::string>& variables) {
    return formulas_.try_emplace(&node, text, variables).first->second;
}

Range Reference::of(const RootNode& kind, const TreeNode& node, Point p) {
    Range value = static_cast<float>(kind.background);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Range c = child(node, i, p);
        value = node.links[i].trait == TreeTrait::mask ? maskedBy(value, c) : over(value, c);
    }
    return value;
}

namespace {

float curveAt(const Points& points, float v) {
    const auto in = [&](std::size_t i) { return static_cast<float>(points[i].x); };
    const auto out = [&](std::size_t i) { return static_cast<float>(points[i].y); };
    if (v <= in(0)) return out(0);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (v < in(i + 1)) {
            const float slope = (out(i + 1) - out(i)) / (in(i + 1) - in(i));
            return out(i) + (v - in(i)) * slope;
        }
    }
    return out(points.size() - 1);
}

Range throughCurve(const Points& points, const Range& v) {
    if (points.empty()) return v;
    if (v.exact()) return curveAt(points, v.low);
    Range result = either(Range(curveAt(points, v.low)), Range(curveAt(points, v.high)));
    for (const Pair& point : points) {
        const auto in = static_cast<float>(point.x);
        if (in > v.low && in < v.high) result = either(result, curveAt(points, in));
    }
    return {result.low - 1e-6F, result.high + 1e-6F};
}

/// Bayer's matrix, built from the next smaller one.
int bayerRank(Point p, std::int64_t side) {
    if (side == 1) return 0;
    constexpr int corners[2][2] = {{0, 2}, {3, 1}};
    const std::int64_t half = side / 2;
    return 4 * bayerRank({p.x % half, p.y % half}, half) + corners[p.y / half][p.x / half];
}

float thresholdAt(const std::string& dither, Point p) {
    if (dither == "ordered") return (static_cast<float>(bayerRank({p.x % 16, p.y % 16}, 16)) + 0.5F) / 256;
    // This uses the engine's own matrix, which has its own test; what counts here is its position.
    if (dither == "blue_noise") return matrixOf(Dither::blueNoise)->at({p.x % 64, p.y % 64});
    return 0.5F;
}

}  // namespace

std::pair<int, int> Reference::written(Point p) {
    const auto& root = *tree_.nodes.back().as<RootNode>();
    const auto clamped = [](float v) { return std::min(std::max(v, 0.0F), 1.0F); };
    Range v = sample(tree_.nodes.size() - 1, p);
    v = {clamped(v.low), clamped(v.high)};
    if (root.invert) v = {1.0F - v.high, 1.0F - v.low};
    v = throughCurve(root.machineCurve, throughCurve(root.materialCurve, v));
    const auto most = static_cast<float>((1 << root.depth) - 1);
    const float t = thresholdAt(root.dither, p);
    const auto code = [&](float value) { return static_cast<int>(std::floor(clamped(value) * most + t)); };
    return {code(v.low), code(v.high)};
}

Range Reference::of(const UnionNode& kind, const TreeNode& node, Point p) {
    const auto operation = [&](float a, float b) {
        if (kind.operation == "max") return std::max(a, b);
        if (kind.operation == "min") return std::min(a, b);
        if (kind.operation == "add") return a + b;
        if (kind.operation == "subtract") return a - b;
        return a * b;
    };
    Range value;
    std::vector<Range> terms;
    bool first = true;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Range c = child(node, i, p);
        const bool isMask = node.links[i].trait == TreeTrait::mask;
        if (isMask) {
            value = maskedBy(value, c);
            terms = {value};
        } else if (kind.operation == "mean") {
            terms.push_back(c);
            value = meanOf(terms);
        } else if (first) {
            value = c;
        } else {
            value = kind.operation == "over" ? over(value, c) : combined(value, c, operation);
        }
        first = first && isMask;
    }
    return value;
}

Range blended(const std::string& blend, const std::vector<Range>& samples) {
    if (blend == "mean") return meanOf(samples);
    Range result;
    bool any = false;
    bool sure = false;  // whether one of them is certainly not 0
    for (const Range& s : samples) {
        if (s.surelyZero()) continue;
        if (blend == "add") {
            result = {result.low + s.low, result.high + s.high};
        } else if (blend == "over") {
            result = over(result, s);
        } else if (!sure || s.maybeZero()) {  // one of the two may not count
            result = any ? either(result, s) : s;
        } else {
            const bool least = blend == "min";
            result = combined(result, s,
                              [=](float a, float b) { return least ? std::min(a, b) : std::max(a, b); });
        }
        any = true;
        sure = sure || !s.maybeZero();
    }
    return result;
}

Range tolerated(const Interval& exact, double tolerance, double dust) {
    if (exact.empty() || (exact.point() && std::isinf(exact.low))) return {};
    if (exact.low > -dust / 2 && exact.high < dust / 2) return {};
    const auto slack = [&](double v) { return tolerance * std::max(1.0, std::abs(v)); };
    double low = exact.low - slack(exact.low);
    double high = exact.high + slack(exact.high);
    if (exact.nan || low < -largest || high > largest) {  // values that are not finite become 0
        low = std::clamp<double>(low, -largest, 0);
        high = std::clamp<double>(high, 0, largest);
    }
    Range result{static_cast<float>(low), static_cast<float>(high)};
    if (low != high) {
        if (static_cast<double>(result.low) > low) result.low = std::nextafter(result.low, -largest);
        if (static_cast<double>(result.high) < high) result.high = std::nextafter(result.high, largest);
    }
    return dust > 0 ? swept(result, static_cast<float>(dust)) : result;
}

Range Reference::of(const MathNode& kind, const TreeNode& node, Point p) {
    std::vector<std::string> names = {"x", "y", "um"};
    std::vector<Interval> values = {static_cast<double>(p.x), static_cast<double>(p.y), tree_.pixelUm};
    if (node.size) {
        names.insert(names.end(), {"w", "h"});
        values.insert(values.end(),
                      {static_cast<double>(node.size->width), static_cast<double>(node.size->height)});
    }
    for (const auto& [name, value] : kind.parameters) {
        names.push_back(name);
        values.emplace_back(value);
    }
    int data = 0;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (node.links[i].trait != TreeTrait::data) continue;
        const Range c = child(node, i, p);
        names.push_back("in" + std::to_string(++data));
        values.emplace_back(static_cast<double>(c.low), static_cast<double>(c.high));
    }
    const Interval exact = formula(node, kind.expression, names).evaluate(values);
    return masked(node, tolerated(exact, 1e-5, 0x1p-20), 0, p);
}

Range Reference::of(const NoiseNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(noiseOfPage(kind, p), 1e-5, 0x1p-20), 0, p);
}

Range Reference::of(const OutlineNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(static_cast<double>(kind.picture->at(p)), 1e-6, 0x1p-20), 0, p);
}

Range Reference::of(const PictureNode& kind, const TreeNode&, Point p) {
    return kind.samples[static_cast<std::size_t>(p.y * kind.size.width + p.x)];
}

}  // namespace burin::test
