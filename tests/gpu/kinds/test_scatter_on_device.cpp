// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/scatter.hpp"
#include "gpu/support/varied.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

namespace {

/// Points that keep a distance.
Scatter spread(double pitch, double distance) {
    Scatter node;
    node.pitch = pitch;
    node.distance = distance;
    node.variation.seed = 77;
    return node;
}

float density(std::int64_t x, std::int64_t y) {
    return static_cast<float>(x + y) / 500.0F;
}

}  // namespace

class TestScatterOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void isAsOnTheProcessor();
    void closesAsOnTheProcessor();
    void isThinnedOutByAMap();
    void paintsLargePatternsPieceByPiece();
    void isMasked();
    void isEmptyWithoutAPattern();
};

void TestScatterOnDevice::isAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(150)) {
        Random random(seed);
        RandomPatterns patterns(random, random.chance(0.2) ? 120 : 30);
        Scatter node = spread(random.pick({4.0, 9.25, 20.0, 55.5}), 0);
        if (random.chance(0.6)) node.distance = node.pitch * random.real(0.1, 4);
        node.variation = randomVariation(random, patterns.links.size(), false);
        node.blend = randomBlend(random, node.variation);
        if (random.chance(0.3)) node.closes = {random.between(90, 700), random.between(0, 1) * 311};
        FakeChild map(Extent(Rect{-100, -100, 900, 700}), &density);
        if (random.chance(0.5)) patterns.links.push_back({Trait::data, &map, {5, -7}});
        const QString difference = differenceOnDevice(node, patterns.links, randomArea(random));
        QVERIFY2(difference.isEmpty(), qPrintable(QString("seed %1 at ").arg(seed) + difference));
    }
}

void TestScatterOnDevice::closesAsOnTheProcessor() {
    FakeChild pattern(Extent({0, 0, 15, 11}), &scattered);
    FakeChild map(Extent(), &density);
    Scatter node = spread(10, 14);
    node.closes = {200, 160};
    for (const Rect& area : {Rect{-30, -30, 100, 90}, Rect{150, 100, 333, 301}, Rect{-4001, 3001, 20, 20}}) {
        const QString difference =
            differenceOnDevice(node, {{Trait::pattern, &pattern, {}}, {Trait::data, &map, {}}}, area);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
}

void TestScatterOnDevice::isThinnedOutByAMap() {
    FakeChild pattern(Extent({0, 0, 5, 5}), &scattered);
    FakeChild map(Extent(), &density);
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}, {Trait::data, &map, {3, 4}}};
    QCOMPARE(differenceOnDevice(spread(3, 0), links, {-20, 5, 700, 500}), QString());
}

void TestScatterOnDevice::paintsLargePatternsPieceByPiece() {
    FakeChild small(Extent({0, 0, 60, 50}), &scattered);
    FakeChild large(Extent({0, 0, 16384, 8192}), &scattered);
    FakeChild map(Extent(), &density);
    Scatter node = spread(4000, 3000);
    node.variation.patterns = 2;
    node.variation.turn = Variation::Turns::quarter;
    node.variation.mirror = Variation::Mirrors::both;
    for (const RepeatBlend blend : {RepeatBlend::over, RepeatBlend::mean, RepeatBlend::max}) {
        node.blend = blend;
        for (const bool turns : {false, true}) {
            node.variation.turn = turns ? Variation::Turns::any : Variation::Turns::quarter;
            node.variation.gain = {0.5, turns ? 2.0 : 0.5};
            const std::vector<FakeLink> links = {
                {Trait::pattern, &small, {}}, {Trait::pattern, &large, {9, -3}}, {Trait::data, &map, {}}};
            QCOMPARE(differenceOnDevice(node, links, {300, 200, 131, 97}), QString());
        }
    }
}

void TestScatterOnDevice::isMasked() {
    FakeChild pattern(Extent({0, 0, 40, 40}), &scattered);
    FakeChild mask(Extent({0, 0, 200, 150}), &scattered);
    QCOMPARE(
        differenceOnDevice(spread(30, 20), {{Trait::pattern, &pattern, {}}, {Trait::mask, &mask, {33, 44}}},
                           {0, 0, 300, 250}),
        QString());
}

void TestScatterOnDevice::isEmptyWithoutAPattern() {
    FakeChild pattern(Extent(Rect{}), &scattered);
    QCOMPARE(differenceOnDevice(spread(30, 20), {{Trait::pattern, &pattern, {}}}, {0, 0, 30, 20}), QString());
}

BURIN_TEST(TestScatterOnDevice)
#include "test_scatter_on_device.moc"
