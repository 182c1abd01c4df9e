// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/stitching.hpp"
#include "gpu/support/varied.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

namespace {

using Blend = Stitching::Blend;

constexpr std::array<std::pair<const char*, Blend>, 5> blends = {{{"over", Blend::over},
                                                                  {"mean", Blend::mean},
                                                                  {"add", Blend::add},
                                                                  {"max", Blend::max},
                                                                  {"min", Blend::min}}};

/// A stitching of a bounded pattern of random samples inside `pattern`.
struct Stitched {
    Rect pattern;
    std::optional<Vector> u;
    std::optional<Vector> v;
    Vector origin;
    Point at;

    [[nodiscard]] Stitching node(Blend blend) const {
        Stitching result;
        result.u = u;
        result.v = v;
        result.origin = origin;
        result.blend = blend;
        return result;
    }
};

constexpr Vector hexagonalU{100, 0};
constexpr Vector hexagonalV{50, 86.60254};

}  // namespace

class TestStitchingOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void isAsOnTheProcessor_data();
    void isAsOnTheProcessor();
    void dividesAsTheProcessorDoes();
    void variesAsOnTheProcessor();
    void interpolatesManyCopies_data();
    void interpolatesManyCopies();
    void variesFarMoreThanAListHolds();
    void variesPieceByPiece();
    void closesAsOnTheProcessor();
    void dropsNoRepeatOfAFullList();
    void doesNotDependOnTheArea();
    void isMasked();
    void isEmptyWithoutAPattern();
};

void TestStitchingOnDevice::isAsOnTheProcessor_data() {
    QTest::addColumn<Stitched>("stitched");
    QTest::addColumn<Rect>("area");
    const Stitched hexagonal{{0, 0, 120, 120}, hexagonalU, hexagonalV, {}, {}};
    const Rect some{-37, 11, 531, 419};
    QTest::newRow("hexagonal, neighbours overlap") << hexagonal << some;
    QTest::newRow("far to the right and below") << hexagonal << Rect{1999600, 1999700, 390, 290};
    QTest::newRow("far to the left and above") << hexagonal << Rect{-2000000, -1999900, 391, 283};
    QTest::newRow("a single pixel") << hexagonal << Rect{55, 99, 1, 1};
    QTest::newRow("a single row") << hexagonal << Rect{-3, 99, 777, 1};
    QTest::newRow("a single column") << hexagonal << Rect{55, -400, 1, 777};
    QTest::newRow("so large that each warp has a tall strip") << hexagonal << Rect{-500, -700, 3001, 2999};
    QTest::newRow("tall strips with more repeats than a list")
        << Stitched{{0, 0, 40, 60}, Vector{9.5, 0.5}, Vector{-3.25, 11.75}, {}, {}}
        << Rect{10, 20, 2920, 2930};
    QTest::newRow("by default side by side")
        << Stitched{{0, 0, 97, 89}, std::nullopt, std::nullopt, {}, {}} << some;
    QTest::newRow("with gaps") << Stitched{{0, 0, 33, 21}, Vector{70.5, 3}, Vector{-8, 55.25}, {}, {}}
                               << some;
    QTest::newRow("u down, v to the left")
        << Stitched{{0, 0, 64, 48}, Vector{0.75, 40.5}, Vector{-51.125, 0}, {0.5, -0.5}, {3, -7}} << some;
    QTest::newRow("a pattern that lies off its origin, moved")
        << Stitched{{-13, 7, 61, 45}, Vector{47.7, -11.3}, Vector{9.1, 39.9}, {0.49999, 1234.5}, {-17, 5}}
        << some;
    QTest::newRow("places at half a pixel")
        << Stitched{{0, 0, 9, 7}, Vector{8.5, 0}, Vector{0, 6.5}, {}, {}} << some;
    QTest::newRow("a long u beside a short v")
        << Stitched{{0, 0, 50, 40}, Vector{3001.5, 2}, Vector{40, 7.25}, {}, {}} << some;
    QTest::newRow("a v that is nearly a multiple of u")
        << Stitched{{0, 0, 50, 40}, Vector{40, 0.5}, Vector{4000, 90}, {}, {}} << some;
    QTest::newRow("steps of a quarter pixel")
        << Stitched{{0, 0, 4, 30}, Vector{0.25, 0}, Vector{0, 50}, {}, {}} << some;
    QTest::newRow("single pixels everywhere")
        << Stitched{{0, 0, 1, 1}, Vector{1, 0}, Vector{0, 1}, {}, {}} << some;
    QTest::newRow("a flat pattern that reaches across") << Stitched{{0, 0, 5000, 2}, {}, {}, {}, {}} << some;
    QTest::newRow("a pattern larger than the processor takes whole")
        << Stitched{{0, 0, 700, 500}, Vector{500.5, 20}, Vector{-30, 400.25}, {}, {}} << some;
    QTest::newRow("1,024 repeats over a pixel")
        << Stitched{{0, 0, 64, 64}, Vector{2, 0}, Vector{0, 2}, {}, {}} << Rect{-20, 31, 100, 83};
    QTest::newRow("16,384 repeats over a pixel")
        << Stitched{{0, 0, 128, 128}, Vector{1, 0}, Vector{0, 1}, {}, {}} << Rect{5, 5, 45, 19};
    QTest::newRow("a pattern fetched repeat after repeat")
        << Stitched{{0, 0, 16384, 8192}, Vector{16000, 100.5}, Vector{-50.25, 8000}, {}, {}}
        << Rect{15900, 7900, 301, 299};
}

void TestStitchingOnDevice::isAsOnTheProcessor() {
    QFETCH(Stitched, stitched);
    QFETCH(Rect, area);
    FakeChild pattern(Extent(stitched.pattern), &scattered);
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, stitched.at}};
    for (const auto& [name, blend] : blends) {
        const QString difference =
            differenceOnDevice(stitched.node(blend), links, area, blend == Blend::mean ? 1 : 0);
        QVERIFY2(difference.isEmpty(), qPrintable(QString(name) + " at " + difference));
    }
}

/// `mean` divides a sum by the number of repeats. The sums have many magnitudes.
void TestStitchingOnDevice::dividesAsTheProcessorDoes() {
    for (const int number : {3, 5, 6, 7, 11, 41, 49, 255, 1023}) {
        FakeChild pattern(Extent({0, 0, 512, 512}), [](auto x, auto y) {
            return scattered(x, y) * (y % 3 == 0 ? 1e30F : y % 3 == 1 ? 1e-3F : 1.0F);
        });
        Stitching node;
        node.u = Vector{512.0 / number, 0};
        node.v = Vector{0, 512};
        node.blend = Blend::mean;
        const QString difference =
            differenceOnDevice(node, {{Trait::pattern, &pattern, {}}}, {0, 0, 512, 512});
        QVERIFY2(difference.isEmpty(), qPrintable(QString("%1 at ").arg(number) + difference));
    }
}

void TestStitchingOnDevice::variesAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(200)) {
        Random random(seed);
        RandomPatterns patterns(random, random.chance(0.2) ? 130 : 40);
        const double step = random.pick({7.0, 19.5, 60.25});
        Stitching node;
        node.u = Vector{step * random.real(0.8, 1.2), random.real(-5, 5)};
        node.v = Vector{random.real(-5, 5), step * random.real(0.8, 1.2)};
        if (random.chance(0.2)) std::swap(node.u, node.v);
        node.origin = {random.real(-9, 9), random.real(-9, 9)};
        node.variation = randomVariation(random, patterns.links.size(), true);
        node.blend = randomBlend(random, node.variation);
        const QString difference = differenceOnDevice(node, patterns.links, randomArea(random));
        QVERIFY2(difference.isEmpty(), qPrintable(QString("seed %1 at ").arg(seed) + difference));
    }
}

void TestStitchingOnDevice::interpolatesManyCopies_data() {
    QTest::addColumn<Rect>("pattern");
    QTest::addColumn<double>("leastScale");
    QTest::newRow("a pattern that fits into shared memory") << Rect{-7, 3, 120, 117} << 0.8;
    QTest::newRow("the same, very small") << Rect{-7, 3, 120, 117} << 0.0625;
    QTest::newRow("a pattern that does not fit") << Rect{5, -3, 300, 170} << 0.5;
    QTest::newRow("a wide pattern that fits") << Rect{0, 0, 500, 20} << 1.0;
    QTest::newRow("the widest one with places that all differ") << Rect{0, 0, 432, 20} << 1.0;
}

void TestStitchingOnDevice::interpolatesManyCopies() {
    QFETCH(const Rect, pattern);
    QFETCH(const double, leastScale);
    FakeChild child(Extent(pattern), &scattered);
    Stitching node = Stitched{{}, Vector{100.25, 1}, Vector{50, 86.60254}, {0.5, 0}, {3, 4}}.node(Blend::max);
    node.variation.scale = {leastScale, 1.25};
    for (const auto turn : {Variation::Turns::any, Variation::Turns::half}) {
        for (const double gain : {1.0, -1e-4, 3.0}) {
            for (const auto& [name, blend] : blends) {
                node.variation.turn = turn;
                node.variation.gain = {gain, 1};
                node.blend = blend;
                const QString difference =
                    differenceOnDevice(node, {{Trait::pattern, &child, {}}}, {-123'456, 1'234'567, 601, 537});
                QVERIFY2(difference.isEmpty(),
                         qPrintable(QString("%1, %2: ").arg(name).arg(gain) + difference));
            }
        }
    }
}

void TestStitchingOnDevice::variesFarMoreThanAListHolds() {
    FakeChild pattern(Extent({0, 0, 64, 64}), &scattered);
    Stitching node = Stitched{{}, Vector{2, 0}, Vector{0, 2}, {}, {}}.node(Blend::max);
    for (const auto turn : {Variation::Turns::quarter, Variation::Turns::any}) {
        node.variation.turn = turn;
        const QString difference =
            differenceOnDevice(node, {{Trait::pattern, &pattern, {}}}, {-20, 31, 150, 143});
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
}

void TestStitchingOnDevice::variesPieceByPiece() {
    FakeChild large(Extent({0, 0, 16384, 8192}), &scattered);
    FakeChild small(Extent({5, 5, 90, 80}), &scattered);
    const std::vector<FakeLink> links = {{Trait::pattern, &large, {}}, {Trait::pattern, &small, {3, 4}}};
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        Stitching node = Stitched{{}, Vector{9000, 100.5}, Vector{-50.25, 7000}, {}, {}}.node(Blend::over);
        node.variation = randomVariation(random, 2, true);
        node.blend = randomBlend(random, node.variation);
        const QString difference = differenceOnDevice(node, links, {8950, 6950, 101, 89});
        QVERIFY2(difference.isEmpty(), qPrintable(QString("seed %1 at ").arg(seed) + difference));
    }
}

void TestStitchingOnDevice::closesAsOnTheProcessor() {
    FakeChild pattern(Extent({0, 0, 14, 12}), &scattered);
    for (const Size closes : {Size{31, 56}, Size{31, 0}, Size{0, 56}}) {
        Stitching node = Stitched{{}, Vector{10.3333, 0}, Vector{5.16665, 9.3333}, {}, {}}.node(Blend::mean);
        node.closes = closes;
        for (const bool varies : {false, true}) {
            if (varies) node.variation.turn = Variation::Turns::half;
            for (const Rect& area : {Rect{-40, -20, 130, 120}, Rect{1900000, -1900000, 90, 80}}) {
                const QString difference = differenceOnDevice(node, {{Trait::pattern, &pattern, {}}}, area);
                QVERIFY2(difference.isEmpty(), qPrintable(difference));
            }
        }
    }
}

/// Strips that may be covered by 98 to 128 repeats of a plain lattice.
void TestStitchingOnDevice::dropsNoRepeatOfAFullList() {
    FakeChild pattern(Extent({0, 0, 40, 60}), &scattered);
    for (double step = 9; step < 16; step += 0.25) {
        const Stitching node = Stitched{{}, Vector{step, 0.5}, Vector{-3.25, step}, {}, {}}.node(Blend::add);
        const QString difference =
            differenceOnDevice(node, {{Trait::pattern, &pattern, {}}}, {10, 20, 2920, 290});
        QVERIFY2(difference.isEmpty(), qPrintable(QString("%1 at ").arg(step) + difference));
    }
}

void TestStitchingOnDevice::doesNotDependOnTheArea() {
    const Rect all{1000, 2000, 300, 250};
    FakeChild pattern(Extent({0, 0, 120, 120}), &scattered);
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}};
    const auto operation = std::make_shared<const OperationOf<Stitching>>(
        Stitched{{}, Vector{41.3, 0}, Vector{20.65, 35.77}, {}, {}}.node(Blend::mean));
    const gpu::DeviceOperationOf<Stitching> device(operation);
    const OwnedSamples whole = computeOnDevice(device, *operation, links, all);
    for (std::int64_t y = all.y; y < all.bottom(); y += 71) {
        for (std::int64_t x = all.x; x < all.right(); x += 83) {
            const Rect part = intersection({x, y, 83, 71}, all);
            OwnedSamples expected(part);
            for (std::int64_t row = part.y; row < part.bottom(); ++row) {
                for (std::int64_t column = part.x; column < part.right(); ++column)
                    expected.at(column, row) = whole.at(column, row);
            }
            QCOMPARE(firstDifference(computeOnDevice(device, *operation, links, part), expected), QString());
        }
    }
}

void TestStitchingOnDevice::isMasked() {
    FakeChild pattern(Extent({0, 0, 120, 120}), &scattered);
    FakeChild mask(Extent({0, 0, 200, 150}), &scattered);
    const Stitching node = Stitched{{}, hexagonalU, hexagonalV, {}, {}}.node(Blend::over);
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}, {Trait::mask, &mask, {33, 44}}};
    QCOMPARE(differenceOnDevice(node, links, {0, 0, 300, 250}), QString());
}

void TestStitchingOnDevice::isEmptyWithoutAPattern() {
    FakeChild pattern(Extent(Rect{}), &scattered);
    const Stitching node = Stitched{{}, hexagonalU, hexagonalV, {}, {}}.node(Blend::mean);
    QCOMPARE(differenceOnDevice(node, {{Trait::pattern, &pattern, {}}}, {0, 0, 30, 20}), QString());
}

BURIN_TEST(TestStitchingOnDevice)
#include "test_stitching_on_device.moc"
