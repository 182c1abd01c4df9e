// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/stitching.hpp"
#include "gpu/support/exact.hpp"

#include <QTest>

using namespace burin;
using namespace burin::test;

namespace {

using Blend = Stitching::Blend;

constexpr std::array<std::pair<const char*, Blend>, 5> blends = {{{"over", Blend::over},
                                                                  {"mean", Blend::mean},
                                                                  {"add", Blend::add},
                                                                  {"max", Blend::max},
                                                                  {"min", Blend::min}}};

/// A stitching of a bounded pattern that is scattered inside of `pattern`.
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

/// Sums of many magnitudes, over as many repeats as are named.
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

void TestStitchingOnDevice::doesNotDependOnTheArea() {
    const Rect all{1000, 2000, 300, 250};
    FakeChild pattern(Extent({0, 0, 120, 120}), &scattered);
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}};
    const auto operation = std::make_shared<const OperationOf<Stitching>>(
        Stitched{{}, Vector{41.3, 0}, Vector{20.65, 35.77}, {}, {}}.node(Blend::mean));
    const gpu::DeviceOperationOf<Stitching> device(operation);
    const Image whole = computeOnDevice(device, *operation, links, all);
    for (std::int64_t y = all.y; y < all.bottom(); y += 71) {
        for (std::int64_t x = all.x; x < all.right(); x += 83) {
            const Rect part = intersection({x, y, 83, 71}, all);
            Image expected(part);
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

QTEST_APPLESS_MAIN(TestStitchingOnDevice)
#include "test_stitching_on_device.moc"
