// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random repeats that differ, for tests of the kinds that repeat patterns.

#include "core/kinds/methods/repeat_painter.hpp"
#include "gpu/support/exact.hpp"
#include "support/random.hpp"

#include <deque>
#include <vector>

namespace burin::test {

/// Up to four bounded patterns, and the links that show them.
struct RandomPatterns {
    std::deque<FakeChild> children;
    std::vector<FakeLink> links;

    RandomPatterns(Random& random, std::int64_t mostSide) {
        const std::int64_t count = random.between(1, 4);
        for (std::int64_t k = 0; k < count; ++k) {
            Rect rect{random.between(-30, 30), random.between(-30, 30), random.between(1, mostSide),
                      random.between(1, mostSide)};
            if (k > 0 && random.chance(0.1)) rect = {};
            children.emplace_back(Extent(rect), [k](auto x, auto y) { return scattered(x + 1000 * k, y); });
            links.push_back(
                {Trait::pattern, &children.back(), {random.between(-40, 40), random.between(-40, 40)}});
        }
    }
};

/// Repeats that differ in a few ways or not at all.
[[nodiscard]] inline Variation randomVariation(Random& random, std::size_t patterns, bool moves) {
    using Pick = Variation::Pick;
    using enum Variation::Turns;
    Variation variation;
    variation.patterns = patterns;
    variation.seed = static_cast<std::uint32_t>(random.next());
    variation.pick = random.pick({Pick::random, Pick::first, Pick::sequence, Pick::rows, Pick::columns});
    if (moves && random.chance(0.5)) variation.offset = {random.real(0, 20), random.real(0, 20)};
    variation.turn = random.pick({none, half, quarter, quarter, any});
    variation.mirror = random.pick(
        {Variation::Mirrors::none, Variation::Mirrors::x, Variation::Mirrors::y, Variation::Mirrors::both});
    if (random.chance(0.3)) variation.scale = {random.real(0.1, 1), random.pick({1.0, 1.5, 4.0})};
    if (random.chance(0.4)) variation.gain = {random.real(-2, 1), random.real(1, 2)};
    variation.ids = random.chance(0.2);
    return variation;
}

/// A way to combine repeats that fits their variation.
[[nodiscard]] inline RepeatBlend randomBlend(Random& random, const Variation& variation) {
    using enum RepeatBlend;
    return variation.ids ? random.pick({over, max, min}) : random.pick({over, mean, add, max, min});
}

/// A rectangle near the origin or far from it.
[[nodiscard]] inline Rect randomArea(Random& random) {
    const Point around = random.pick({Point{0, 0}, Point{1'999'000, -1'999'500}, Point{-1'500'000, 900'000}});
    return {around.x + random.between(-300, 300), around.y + random.between(-300, 300),
            random.between(1, 450), random.between(1, 350)};
}

}  // namespace burin::test
