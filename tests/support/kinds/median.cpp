// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, MedianNode& made) {
    made.radius = node["radius"].as<int>();
    made.edge = node["edge"].as<std::string>("extend");
}

void write(KeyLines& out, const MedianNode& n) {
    out.add("radius", std::to_string(n.radius));
    out.add("edge", n.edge);
}

}  // namespace

template <>
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

KindReference medianReference() {
    return referenceOf<MedianNode>("median", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
