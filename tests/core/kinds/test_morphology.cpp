// SPDX-License-Identifier: GPL-3.0-or-later

// Compares every bit of every sample of morphology with the definition on the format's page.

#include "core/kinds/filter/morphology.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/morphology_reference.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/texture_test.hpp"

#include <algorithm>
#include <cstring>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

Edge edgeOf(const MorphologyNode& node) {
    return node.edge == "mirror" ? Edge::mirror : node.edge == "wrap" ? Edge::wrap : Edge::extend;
}

Morphology morphologyOf(const MorphologyNode& node) {
    using Action = Morphology::Action;
    using Shape = Morphology::Shape;
    Morphology::Parameters all;
    all.action = node.operation == "dilate"     ? Action::dilate
                 : node.operation == "erode"    ? Action::erode
                 : node.operation == "open"     ? Action::open
                 : node.operation == "close"    ? Action::close
                 : node.operation == "gradient" ? Action::gradient
                                                : Action::tophat;
    all.shape = node.shape == "disc" ? Shape::disc : node.shape == "square" ? Shape::square : Shape::ball;
    all.radius = node.radius;
    all.heightPx = node.fullDepth;
    all.edge = edgeOf(node);
    return Morphology(all);
}

/// Plateaus, slopes and specks between -0.25 and 1, some of them equal.
float relief(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    if (h % 7 == 0) return 1;
    if (h % 5 == 0) return 0;
    return static_cast<float>(h >> 8U) * 0x1.4p-24F - 0.25F;
}

OwnedSamples samplesOf(const MorphologyNode& node, FakeChild& child, const Rect& area, Point at = {}) {
    return compute(OperationOf<Morphology>(morphologyOf(node)), {{Trait::data, &child, at}}, area);
}

void expectThePages(const MorphologyNode& node, FakeChild& child, const Rect& area, Point at = {}) {
    const OwnedSamples image = samplesOf(node, child, area, at);
    const auto continuedChild = [&](Point p) {
        return Range(child.at(p.x - at.x, p.y - at.y, edgeOf(node)));
    };
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const float wanted = morphologyOfPage(node, continuedChild, {x, y}).low;
            const float found = image.at(x, y);
            if (std::memcmp(&wanted, &found, sizeof found) != 0) {
                QFAIL(qPrintable(QString("%1 by a %2 of %3 at (%4, %5): %6 instead of %7")
                                     .arg(node.operation.c_str(), node.shape.c_str())
                                     .arg(node.radius)
                                     .arg(x)
                                     .arg(y)
                                     .arg(static_cast<double>(found))
                                     .arg(static_cast<double>(wanted))));
            }
        }
    }
}

}  // namespace

class TestMorphology : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() { addCorners(); }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        FakeChild child(Extent(), &relief);
        for (const std::uint64_t seed : seedsOfTest(120)) {
            Random random(seed);
            expectThePages(randomMorphology(random), child,
                           {corner.x, corner.y, random.between(1, 40), random.between(1, 25)}, {5, -3});
        }
    }

    void everyShapeOfEveryRadius_data() {
        QTest::addColumn<int>("radius");
        for (const int radius : {1, 2, 3, 4, 7, 15, 16, 31, 64, 100, 255})
            QTest::addRow("radius %d", radius) << radius;
    }
    void everyShapeOfEveryRadius() {
        QFETCH(int, radius);
        FakeChild child(Extent(), &relief);
        for (const char* shape : {"disc", "square", "ball"}) {
            for (const char* operation : {"dilate", "erode"}) {
                const MorphologyNode node{operation, shape, radius, 30, "extend"};
                expectThePages(node, child, {-3, 4, radius > 20 ? 3 : 21, radius > 20 ? 2 : 70});
            }
        }
    }

    void severalStripsAndBlocksOfRows() {
        FakeChild child(Extent(), &relief);
        for (const char* shape : {"disc", "square", "ball"})
            expectThePages({"dilate", shape, 2, 2, "extend"}, child, {-600, 3, 1100, 13});
    }

    void continuesTheChildAsItsEdgeSays() {
        FakeChild child(Extent(Rect{0, 0, 13, 9}), &relief);
        for (const char* edge : {"extend", "mirror", "wrap"}) {
            for (const char* operation : {"dilate", "open", "tophat"}) {
                for (const char* shape : {"disc", "square", "ball"})
                    expectThePages({operation, shape, 3, 5, edge}, child, {-4, -6, 30, 25}, {2, 1});
            }
            expectThePages({"erode", "disc", 20, 0, edge}, child, {-4, -6, 8, 8});
        }
    }

    void smallShapesOverRowsThatAreComputedInParts() {
        FakeChild child(Extent(), &relief);
        for (const int radius : {1, 2, 4, 7}) {
            expectThePages({"dilate", "square", radius, 0, "extend"}, child, {-4, -6, 4133, 3});
            expectThePages({"erode", "disc", radius, 0, "extend"}, child, {-4, -6, 1061, 2});
        }
    }

    void aBallOfAnyHeight_data() {
        QTest::addColumn<double>("height");
        QTest::newRow("so high that it is flat") << 1e9;
        QTest::newRow("as high as the relief") << 10.0;
        QTest::newRow("so low that only some pixels matter") << 0.5;
        QTest::newRow("so low that weights are infinite") << 1e-60;
    }
    void aBallOfAnyHeight() {
        QFETCH(double, height);
        FakeChild child(Extent(), &relief);
        for (const char* operation : {"dilate", "erode", "close"})
            expectThePages({operation, "ball", 4, height, "extend"}, child, {0, 0, 37, 9});
    }

    void anyRegionIsTheCrop() {
        FakeChild child(Extent(Rect{0, 0, 150, 90}), &relief);
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            MorphologyNode node = randomMorphology(random);
            node.radius = static_cast<int>(random.between(1, 20));
            const OwnedSamples whole = samplesOf(node, child, {0, 0, 150, 90});
            const Rect part{random.between(0, 120), random.between(0, 70), random.between(1, 30),
                            random.between(1, 20)};
            const OwnedSamples crop = samplesOf(node, child, part);
            for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                QVERIFY(std::memcmp(&crop.samples[static_cast<std::size_t>((y - part.y) * part.width)],
                                    &whole.samples[static_cast<std::size_t>(y * 150 + part.x)],
                                    static_cast<std::size_t>(part.width) * sizeof(float)) == 0);
            }
        }
    }

    void allInstructionSetsAgree() {
        FakeChild child(Extent(), &relief);
        const Rect area{-9, 2, 87, 40};
        for (const int radius : {1, 3, 12}) {
            const ConstSamplesView source = [&] {
                child.promise({{area.grown(radius), Edge::empty}});
                return child.fetch({area.grown(radius), Edge::empty});
            }();
            const auto applied = [&](const Extremes& extremes, Extreme which) {
                OwnedSamples out(area);
                FakeScratch scratch(extremes.scratchBytes({area.width, area.height}));
                extremes.apply(which, source, out.view(), scratch);
                return out.samples;
            };
            for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
                if (!supported(set)) continue;
                for (const Extreme which : {Extreme::greatest, Extreme::least}) {
                    constexpr auto least = InstructionSet::baseline;
                    QVERIFY(applied(SquareExtremes(radius, set), which) ==
                            applied(SquareExtremes(radius, least), which));
                    QVERIFY(applied(DiscExtremes(radius, set), which) ==
                            applied(DiscExtremes(radius, least), which));
                    QVERIFY(applied(BallExtremes(radius, 3, set), which) ==
                            applied(BallExtremes(radius, 3, least), which));
                }
            }
        }
    }

    void twoStepsReachTwiceAsFar() {
        const std::vector<LinkShape> links{
            {Trait::data, {}, Extent(Rect{0, 0, 100, 100}), Extent(Rect{40, 50, 5, 6})}};
        const auto support = [&](const char* operation) {
            return morphologyOf({operation, "disc", 3, 0, "extend"})
                .support(links, Extent(Rect{0, 0, 100, 100}));
        };
        QCOMPARE(support("gradient"), Extent(Rect{37, 47, 11, 12}));
        QCOMPARE(support("tophat"), Extent(Rect{34, 44, 17, 18}));
    }

    void isMasked() {
        FakeChild child(Extent(), [](auto, auto) { return 0.75F; });
        FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
        const OwnedSamples image =
            compute(OperationOf<Morphology>(morphologyOf({})),
                    {{Trait::data, &child, {}}, {Trait::mask, &mask, {1, 0}}}, {0, 0, 4, 1});
        QCOMPARE(image.samples, (std::vector<float>{0.0F, 0.375F, 0.75F, 0.0F}));
    }

    void fingerprintsTellValuesApart() {
        std::set<std::string> all;
        for (const char* operation : {"dilate", "erode", "open", "close", "gradient", "tophat"}) {
            for (const char* edge : {"extend", "mirror", "wrap"}) {
                all.insert(morphologyOf({operation, "disc", 3, 0, edge}).fingerprint());
                all.insert(morphologyOf({operation, "square", 3, 0, edge}).fingerprint());
                all.insert(morphologyOf({operation, "ball", 3, 1, edge}).fingerprint());
                all.insert(morphologyOf({operation, "ball", 3, 1.5, edge}).fingerprint());
                all.insert(morphologyOf({operation, "ball", 4, 1, edge}).fingerprint());
            }
        }
        QCOMPARE(all.size(), std::size_t{90});
    }
};

BURIN_TEST(TestMorphology)
#include "test_morphology.moc"
