// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the tests of several kinds of texture.

#include "core/kernels/pointwise_kernels.hpp"
#include "support/random.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

namespace burin::test {

/// Near the last corner of 2 m at 1 um.
inline constexpr Point lastCorner{1'999'000, 1'999'003};

/// Rows with the corners of areas that are compared with the format's page.
inline void addCorners() {
    QTest::addColumn<Point>("corner");
    QTest::newRow("around the origin") << Point{-20, -11};
    QTest::newRow("in the last corner of 2 m") << lastCorner;
}

/// The samples of a texture without children.
template <class Texture>
[[nodiscard]] OwnedSamples samplesOf(const Texture& texture, const Rect& area) {
    return compute(OperationOf<Texture>(texture), {}, area);
}

/// Whether two images have the same bits.
[[nodiscard]] inline bool same(const OwnedSamples& a, const OwnedSamples& b) {
    return a.samples.size() == b.samples.size() &&
           std::memcmp(a.samples.data(), b.samples.data(), a.samples.size() * sizeof(float)) == 0;
}

/// Expects that a texture's samples depend neither on the area with which they are computed, nor on whether
/// they are computed as areas or as scattered places.
template <class Texture>
void expectCrops(const Texture& texture, Random& random) {
    for (const Point corner : {Point{-300, -3}, lastCorner}) {
        const OwnedSamples whole = samplesOf(texture, {corner.x, corner.y, 600, 7});
        const Rect part{corner.x + random.between(0, 300), corner.y + 2, 290, 4};
        const OwnedSamples crop = samplesOf(texture, part);
        std::vector<Point> places;
        for (std::int64_t y = part.y; y < part.bottom(); ++y) {
            for (std::int64_t x = part.x; x < part.right(); ++x) {
                places.push_back({x, y});
                QCOMPARE(crop.at(x, y), whole.at(x, y));
            }
        }
        OwnedSamples scattered(part);
        texture.beginAt({}, places.data(), part.area(), scattered.samples.data());
        pointwiseKernels().sanitise(scattered.samples.data(), dustLimit, part.area());
        QVERIFY(same(scattered, crop));
    }
}

/// Expects that a texture repeats after `closes`, bit by bit.
template <class Texture>
void expectRepeats(const Texture& texture, Size closes, Random& random) {
    const OwnedSamples here = samplesOf(texture, {-5, -9, 40, 20});
    const Size step{closes.width * random.between(-3, 9), closes.height * 11};
    QVERIFY(same(here, samplesOf(texture, {-5 + step.width, -9 + step.height, 40, 20})));
}

}  // namespace burin::test
