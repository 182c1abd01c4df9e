// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

#include <algorithm>
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

}  // namespace

Bounds moved(const Bounds& bounds, Point by) {
    if (!bounds || bounds->empty()) return bounds;
    return Rect{bounds->x + by.x, bounds->y + by.y, bounds->width, bounds->height};
}

Range over(const Range& value, const Range& c) {
    if (c.surelyZero()) return value;
    return c.maybeZero() ? either(value, c) : c;
}

Range maskedBy(const Range& value, const Range& c) {
    const Range factor{std::min(std::max(c.low, 0.0F), 1.0F), std::min(std::max(c.high, 0.0F), 1.0F)};
    return combined(value, factor, [](float v, float m) { return v * m; });
}

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

double curveAt(const Points& points, double d) {
    if (d <= points.front().x) return points.front().y;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Pair a = points[i];
        const Pair b = points[i + 1];
        if (d < b.x) return a.y + (d - a.x) * ((b.y - a.y) / (b.x - a.x));
    }
    return points.back().y;
}

Bounds boundsOfFirstChild(const Tree& tree, const TreeNode& node) {
    return moved(boundsOf(tree, node.links[0].child), node.links[0].at);
}

Bounds boundsOf(const Tree& tree, std::size_t index) {
    const TreeNode& node = tree.nodes[index];
    const Bounds own = node.size ? Bounds(Rect{0, 0, node.size->width, node.size->height}) : Bounds();
    if (node.muted) {
        const TreeLink* link = passedOn(node);
        return link == nullptr ? Bounds(Rect{}) : common(moved(boundsOf(tree, link->child), link->at), own);
    }
    if (node.size) return own;
    const KindReference& kind = referenceOf(node);
    return kind.bounds ? kind.bounds(tree, node) : Bounds();
}

Reference::Reference(const Tree& tree) : tree_(tree), blocks_(tree.nodes.size()) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        bounds_.push_back(boundsOf(tree, i));
        kinds_.push_back(&referenceOf(tree.nodes[i]));
    }
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
    return swept(kinds_[index]->sample(*this, node, p));
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
        } else if (!sure || s.maybeZero()) {  // perhaps only one of the two counts
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

}  // namespace burin::test
