// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The definition of `compensate` on the page, step by step in binary64, for tests of the processor and of
// cards.

#include "core/kinds/filter/compensate.hpp"
#include "support/design_tree.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/system/fake_child.hpp"

#include <QString>
#include <algorithm>
#include <cmath>
#include <vector>

namespace burin::test {

[[nodiscard]] inline Edge edgeOf(const CompensateNode& node) {
    return edgeNamed(node.edge);
}

[[nodiscard]] inline Compensate compensateOf(const CompensateNode& node) {
    Compensate::Parameters all;
    all.spot = {node.shape == "gaussian" ? LaserSpot::Shape::gaussian : LaserSpot::Shape::topHat, node.spot.x,
                node.spot.y};
    all.iterations = node.iterations;
    all.headroom = {node.headroom.x, node.headroom.y};
    all.edge = edgeOf(node);
    return {all, *spotReach(all.spot, {1, 1}), [spot = all.spot] { return *spotKernel(spot, {1, 1}); }};
}

[[nodiscard]] inline SlowKernel slowSpotOf(const CompensateNode& node) {
    return node.shape == "gaussian" ? slowGaussian(node.spot.x, node.spot.y)
                                    : slowTopHat(node.spot.x, node.spot.y);
}

/// The page's depths over `area`. All steps are computed over an area that is larger by their reach.
[[nodiscard]] inline std::vector<double> pageDepths(const CompensateNode& node, const SlowKernel& spot,
                                                    const FakeChild& child, const Rect& area, Point at = {}) {
    const int n = node.iterations;
    const Rect whole = area.grown(n * spot.reachX, n * spot.reachY);
    const auto index = [&whole](std::int64_t x, std::int64_t y) {
        return static_cast<std::size_t>((y - whole.y) * whole.width + x - whole.x);
    };
    std::vector<double> wanted(static_cast<std::size_t>(whole.area()));
    for (std::int64_t y = whole.y; y < whole.bottom(); ++y) {
        for (std::int64_t x = whole.x; x < whole.right(); ++x) {
            const double c =
                std::clamp(static_cast<double>(child.at(x - at.x, y - at.y, edgeOf(node))), 0.0, 1.0);
            wanted[index(x, y)] = node.headroom.x + (1 - node.headroom.x - node.headroom.y) * c;
        }
    }
    std::vector<double> depths = wanted;
    for (int left = n - 1; left >= 0; --left) {
        std::vector<double> next = depths;
        const Rect part = area.grown(left * spot.reachX, left * spot.reachY);
        for (std::int64_t y = part.y; y < part.bottom(); ++y) {
            for (std::int64_t x = part.x; x < part.right(); ++x) {
                double reached = 0;
                for (int j = -spot.reachY; j <= spot.reachY; ++j) {
                    for (int i = -spot.reachX; i <= spot.reachX; ++i)
                        reached += spot.at(i, j) * depths[index(x - i, y - j)];
                }
                next[index(x, y)] = std::clamp(depths[index(x, y)] + wanted[index(x, y)] - reached, 0.0, 1.0);
            }
        }
        depths = std::move(next);
    }
    std::vector<double> found;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x)
            found.push_back(depths[index(x, y)]);
    }
    return found;
}

/// A round beam with a Gaussian profile. \param diameter  in px
[[nodiscard]] inline CompensateNode gaussianOf(double diameter, int iterations, Pair headroom = {}) {
    CompensateNode node;
    node.spot = {diameter, diameter};
    node.iterations = iterations;
    node.headroom = headroom;
    return node;
}

/// The first sample of `image` that the page does not allow, in words; empty if there is none.
[[nodiscard]] inline QString differenceFromPage(const OwnedSamples& image, const CompensateNode& node,
                                                const SlowKernel& spot, const FakeChild& child,
                                                Point at = {}) {
    const std::vector<double> wanted = pageDepths(node, spot, child, image.area, at);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto found = static_cast<double>(image.samples[i]);
        const bool dust = found == 0 && wanted[i] < 0x1p-20 + 1e-5 * node.iterations;
        if (!dust && !(std::abs(found - wanted[i]) <= 1e-5 * node.iterations)) {
            return QString("%1 of %2 x %3 px, n = %4, sample %5: %6 instead of %7")
                .arg(node.shape.c_str())
                .arg(node.spot.x)
                .arg(node.spot.y)
                .arg(node.iterations)
                .arg(i)
                .arg(found)
                .arg(wanted[i]);
        }
    }
    return {};
}

}  // namespace burin::test
