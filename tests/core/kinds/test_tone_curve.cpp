// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the kind curve with the definition on the format's page: bit by bit, except for gammas.

#include "core/kinds/filter/curve.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/curve_reference.hpp"
#include "support/textures/random_textures.hpp"

#include <cmath>
#include <cstring>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

ToneCurve curveOf(const CurveNode& node) {
    ToneCurve::Parameters all;
    for (const Pair& point : node.points)
        all.points.push_back({point.x, point.y});
    all.way = !node.points.empty() ? ToneCurve::Way::points
              : node.threshold     ? ToneCurve::Way::threshold
                                   : ToneCurve::Way::levels;
    all.monotone = node.through == "monotone";
    all.black = node.black;
    all.white = node.white;
    all.gamma = node.gamma;
    all.threshold = node.threshold.value_or(0);
    all.range = {node.range.x, node.range.y};
    return ToneCurve(all);
}

/// Values around 0 to 1, some of them 0.
float relief(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return h % 5 == 0 ? 0 : static_cast<float>(h >> 8U) * 0x1.8p-24F - 0.25F;
}

OwnedSamples samplesOf(const CurveNode& node, FakeChild& child, const Rect& area, Point at = {}) {
    return compute(OperationOf<ToneCurve>(curveOf(node)), {{Trait::data, &child, at}}, area);
}

}  // namespace

class TestToneCurve : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages() {
        FakeChild child(Extent(Rect{1'999'000, 1'999'000, 500, 50}), &relief);
        for (const std::uint64_t seed : seedsOfTest(300)) {
            Random random(seed);
            const CurveNode node = randomCurve(random);
            const Rect area{1'998'990, 1'998'998, random.between(1, 90), 9};
            const OwnedSamples image = samplesOf(node, child, area, {3, -2});
            for (std::int64_t y = area.y; y < area.bottom(); ++y) {
                for (std::int64_t x = area.x; x < area.right(); ++x) {
                    const Range wanted = curveOfPage(node, child.at(x - 3, y + 2, Edge::empty));
                    const float found = image.at(x, y);
                    QVERIFY2(found >= wanted.low && found <= wanted.high,
                             qPrintable(QString("seed %1 at (%2, %3): %4")
                                            .arg(seed)
                                            .arg(x)
                                            .arg(y)
                                            .arg(static_cast<double>(found))));
                }
            }
        }
    }

    void manyPointsAreSearched() {
        CurveNode node;
        Random random(3);
        for (int k = 0; k < 1024; ++k)
            node.points.push_back({k * 0.001 - 0.1, random.real(0, 1)});
        FakeChild child(Extent(), &relief);
        for (const char* through : {"lines", "monotone"}) {
            node.through = through;
            const OwnedSamples image = samplesOf(node, child, {0, 0, 200, 5});
            for (std::int64_t x = 0; x < 200; ++x)
                QCOMPARE(image.at(x, 3), curveOfPage(node, relief(x, 3)).low);
        }
    }

    void aSmoothCurveStaysBetweenItsPoints() {
        const CurveNode node{.points = {{0, 0}, {0.1, 0.8}, {0.5, 0.8}, {0.6, 0.2}, {1, 1}},
                             .through = "monotone"};
        FakeChild child(Extent(), [](auto x, auto) { return static_cast<float>(x) / 1000; });
        const OwnedSamples image = samplesOf(node, child, {0, 0, 1001, 1});
        for (std::int64_t x = 1; x <= 1000; ++x) {
            const float step = image.at(x, 0) - image.at(x - 1, 0);
            const bool rises = x <= 100 || x > 600;
            const bool level = x > 100 && x <= 500;
            QVERIFY(level ? std::abs(step) < 1e-6F : rises ? step >= -1e-6F : step <= 1e-6F);
        }
    }

    void anyRegionIsTheCrop() {
        FakeChild child(Extent(Rect{0, 0, 150, 90}), &relief);
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            const CurveNode node = randomCurve(random);
            const OwnedSamples whole = samplesOf(node, child, {-5, -5, 160, 99});
            const Rect part{random.between(0, 120), random.between(0, 70), random.between(1, 30), 5};
            const OwnedSamples crop = samplesOf(node, child, part);
            for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                for (std::int64_t x = part.x; x < part.right(); ++x)
                    QCOMPARE(crop.at(x, y), whole.at(x, y));
            }
        }
    }

    void allInstructionSetsAgree() {
        std::vector<float> in;
        for (int x = 0; x < 100; ++x)
            in.push_back(relief(x, 1));
        const float start[] = {0, 0.3F, 1};
        const float c0[] = {0.1F, 0.9F, 0.2F};
        const float c1[] = {2, -0.7F, 0};
        const float c2[] = {-3, 0.3F, 0};
        const float c3[] = {0.2F, 0.1F, 0};
        const auto mapped = [&](InstructionSet set) {
            std::vector<float> out(in.size());
            toneKernels(set).pieces({start, c0, c1, c2, c3, 3}, in.data(), out.data(), 100);
            return out;
        };
        for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
            if (supported(set)) QVERIFY(mapped(set) == mapped(InstructionSet::baseline));
        }
    }

    void nothingStaysNothingIfTheCurveSaysSo() {
        const std::vector<LinkShape> links{
            {Trait::data, {2, 1}, Extent(Rect{0, 0, 100, 100}), Extent(Rect{40, 50, 5, 6})}};
        const Extent own(Rect{0, 0, 200, 200});
        QCOMPARE(curveOf({.threshold = 0.5}).support(links, own), Extent(Rect{42, 51, 5, 6}));
        QCOMPARE(curveOf({.threshold = -0.5}).support(links, own), own);
        QCOMPARE(curveOf({}).extent(links), Extent(Rect{2, 1, 100, 100}));
    }

    void fingerprintsTellValuesApart() {
        Random random(1);
        std::set<std::string> all;
        for (int i = 0; i < 60; ++i)
            all.insert(curveOf(randomCurve(random)).fingerprint());
        QCOMPARE(all.size(), std::size_t{60});
    }
};

BURIN_TEST(TestToneCurve)
#include "test_tone_curve.moc"
