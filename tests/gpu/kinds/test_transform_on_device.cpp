// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/transform.hpp"
#include "gpu/support/exact.hpp"
#include "support/testing.hpp"

#include <array>
#include <cmath>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr std::array interpolations = {Interpolation::nearest, Interpolation::linear, Interpolation::cubic,
                                       Interpolation::area};
constexpr std::array interpolationNames = {"nearest", "linear", "cubic", "area"};

Transform transform(Interpolation interpolation, double rotate, Vector scale = {1, 1}) {
    Transform node;
    node.interpolation = interpolation;
    node.rotateDegrees = rotate;
    node.scale = scale;
    return node;
}

bool isWholeTurn(double degrees) {
    return std::fmod(degrees, 90) == 0;
}

/// The first place where two images of one area differ by more than `most`; empty if there is none.
QString largeDifference(const OwnedSamples& actual, const OwnedSamples& expected, float most) {
    const Rect& area = expected.area;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const float a = actual.at(x, y);
            const float e = expected.at(x, y);
            if (!(std::fabs(a - e) <= most))
                return QString("(%1, %2): %3, not %4").arg(x).arg(y).arg(a).arg(e);
        }
    }
    return {};
}

/// The difference from the processor: bit for bit, except for means over parallelograms.
QString difference(const Transform& node, FakeChild& child, const Rect& area, Point at = {},
                   std::size_t childOffset = 1) {
    const std::vector<FakeLink> links = {{Trait::data, &child, at}};
    if (node.interpolation != Interpolation::area || isWholeTurn(node.rotateDegrees))
        return differenceOnDevice(node, links, area, childOffset);
    const auto operation = std::make_shared<const OperationOf<Transform>>(node);
    const gpu::DeviceOperationOf<Transform> device(operation);
    // Values that are about as small as dust may be removed on only one of the two.
    return largeDifference(computeOnDevice(device, *operation, links, area, childOffset),
                           compute(*operation, links, area), 0x1p-19F);
}

/// The rectangle of the transformed child, with a margin.
Rect aroundResult(const Transform& node, const FakeChild& child, Point at) {
    return node.placement(child.extent()).result.translated(at).rect().grown(9);
}

}  // namespace

class TestTransformOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void mirrorsAndWholeTurns_data();
    void mirrorsAndWholeTurns();
    void anyScaleAndTurn_data();
    void anyScaleAndTurn();
    void aSizeInsteadOfAScale();
    void unboundedChildren_data();
    void unboundedChildren();
    void childrenOfAFewSamples_data();
    void childrenOfAFewSamples();
    void nothingOfTheChildIsThere();
    void farFromTheOrigin_data();
    void farFromTheOrigin();
    void doesNotDependOnTheArea_data();
    void doesNotDependOnTheArea();
    void masksAreMultipliedIn();
};

void TestTransformOnDevice::initTestCase() {
    BURIN_NEEDS_DEVICE();
}

void TestTransformOnDevice::mirrorsAndWholeTurns_data() {
    QTest::addColumn<int>("interpolation");
    QTest::addColumn<double>("rotate");
    for (int i = 0; i < 4; ++i) {
        for (const double rotate : {0.0, 90.0, 180.0, 270.0, -90.0, 450.0}) {
            QTest::addRow("%s, turned by %g degrees", interpolationNames[static_cast<std::size_t>(i)], rotate)
                << i << rotate;
        }
    }
}

void TestTransformOnDevice::mirrorsAndWholeTurns() {
    QFETCH(int, interpolation);
    QFETCH(double, rotate);
    FakeChild child(Extent(Rect{-7, 12, 93, 58}), scattered);
    for (int mirror = 0; mirror < 4; ++mirror) {
        for (const Vector scale : {Vector{1, 1}, Vector{3, 2}}) {
            Transform node = transform(static_cast<Interpolation>(interpolation), rotate, scale);
            node.mirrorX = mirror % 2 != 0;
            node.mirrorY = mirror / 2 != 0;
            const QString wrong = difference(node, child, aroundResult(node, child, {5, -3}), {5, -3});
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void TestTransformOnDevice::anyScaleAndTurn_data() {
    QTest::addColumn<int>("interpolation");
    QTest::addColumn<double>("rotate");
    QTest::addColumn<double>("across");
    QTest::addColumn<double>("down");
    for (int i = 0; i < 4; ++i) {
        for (const double rotate : {0.0, 90.0, 30.0, -123.4, 1e-7}) {
            for (const Vector scale :
                 {Vector{0.37, 0.37}, Vector{2.3, 0.21}, Vector{0.013, 0.7}, Vector{5.5, 1}}) {
                QTest::addRow("%s, turned by %g degrees, scaled by %g and %g",
                              interpolationNames[static_cast<std::size_t>(i)], rotate, scale.x, scale.y)
                    << i << rotate << scale.x << scale.y;
            }
        }
    }
}

void TestTransformOnDevice::anyScaleAndTurn() {
    QFETCH(int, interpolation);
    QFETCH(double, rotate);
    QFETCH(double, across);
    QFETCH(double, down);
    FakeChild child(Extent(Rect{40, -9, 211, 117}), scattered);
    for (const bool mirror : {false, true}) {
        Transform node = transform(static_cast<Interpolation>(interpolation), rotate, {across, down});
        node.mirrorX = mirror;
        const QString wrong = difference(node, child, aroundResult(node, child, {}));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestTransformOnDevice::aSizeInsteadOfAScale() {
    FakeChild child(Extent(Rect{0, 0, 83, 31}), scattered);
    for (const Interpolation interpolation : interpolations) {
        Transform node = transform(interpolation, 90);
        node.size = Vector{50, 111};
        const QString wrong = difference(node, child, aroundResult(node, child, {}));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestTransformOnDevice::unboundedChildren_data() {
    QTest::addColumn<double>("rotate");
    QTest::newRow("not turned") << 0.0;
    QTest::newRow("turned by 270 degrees") << 270.0;
    QTest::newRow("turned by 12 degrees") << 12.0;
}

void TestTransformOnDevice::unboundedChildren() {
    QFETCH(double, rotate);
    FakeChild child(Extent(), scattered);
    for (const Interpolation interpolation : interpolations) {
        for (const bool mirror : {false, true}) {
            Transform node = transform(interpolation, rotate, {0.8, 1.7});
            node.mirrorY = mirror;
            const QString wrong = difference(node, child, {-71, -40, 133, 97}, {4, 4});
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void TestTransformOnDevice::childrenOfAFewSamples_data() {
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::newRow("one sample") << qint64{1} << qint64{1};
    QTest::newRow("a row") << qint64{40} << qint64{1};
    QTest::newRow("a column") << qint64{1} << qint64{40};
    QTest::newRow("three by two") << qint64{3} << qint64{2};
}

void TestTransformOnDevice::childrenOfAFewSamples() {
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    FakeChild child(Extent(Rect{3, 3, width, height}), [](auto, auto) { return 0.75F; });
    for (const Interpolation interpolation : interpolations) {
        for (const double rotate : {0.0, 90.0, 33.0}) {
            for (const double scale : {0.3, 1.0, 11.0}) {
                const Transform node = transform(interpolation, rotate, {scale, scale});
                const QString wrong = difference(node, child, aroundResult(node, child, {}));
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            }
        }
    }
}

void TestTransformOnDevice::nothingOfTheChildIsThere() {
    FakeChild child(Extent(Rect{0, 0, 30, 30}), [](auto, auto) { return 1.0F; });
    FakeChild empty(Extent(Rect{}), [](auto, auto) { return 1.0F; });
    for (const Interpolation interpolation : interpolations) {
        for (const double rotate : {0.0, 33.0}) {
            const Transform node = transform(interpolation, rotate);
            for (FakeChild* any : {&child, &empty}) {
                const QString wrong = difference(node, *any, {500, -300, 40, 40});
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            }
        }
    }
}

void TestTransformOnDevice::farFromTheOrigin_data() {
    QTest::addColumn<double>("rotate");
    QTest::newRow("not turned") << 0.0;
    QTest::newRow("turned by 90 degrees") << 90.0;
    QTest::newRow("turned by 47 degrees") << 47.0;
}

void TestTransformOnDevice::farFromTheOrigin() {
    QFETCH(double, rotate);
    FakeChild child(Extent(Rect{-5, 5, 2'000'000, 2'000'000}), scattered);
    for (const Interpolation interpolation : interpolations) {
        const Transform node = transform(interpolation, rotate, {0.93, 1.1});
        const QString wrong = difference(node, child, {1'300'021, 1'599'977, 83, 71});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestTransformOnDevice::doesNotDependOnTheArea_data() {
    QTest::addColumn<double>("rotate");
    QTest::newRow("not turned") << 0.0;
    QTest::newRow("turned by 90 degrees") << 90.0;
    QTest::newRow("turned by -20 degrees") << -20.0;
}

void TestTransformOnDevice::doesNotDependOnTheArea() {
    QFETCH(double, rotate);
    FakeChild child(Extent(Rect{0, 0, 300, 200}), scattered);
    const std::vector<FakeLink> links = {{Trait::data, &child, {}}};
    for (const Interpolation interpolation : interpolations) {
        const auto operation =
            std::make_shared<const OperationOf<Transform>>(transform(interpolation, rotate, {0.43, 0.61}));
        const gpu::DeviceOperationOf<Transform> device(operation);
        const Rect area{-5, -5, 170, 160};
        const OwnedSamples whole = computeOnDevice(device, *operation, links, area);
        for (const Rect piece :
             {Rect{31, 17, 1, 1}, Rect{-5, 40, 170, 1}, Rect{60, -5, 13, 160}, Rect{50, 50, 64, 64}}) {
            const OwnedSamples alone = computeOnDevice(device, *operation, links, piece);
            OwnedSamples expected(piece);
            for (std::int64_t y = piece.y; y < piece.bottom(); ++y) {
                for (std::int64_t x = piece.x; x < piece.right(); ++x)
                    expected.at(x, y) = whole.at(x, y);
            }
            const QString wrong = firstDifference(alone, expected);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void TestTransformOnDevice::masksAreMultipliedIn() {
    FakeChild child(Extent(Rect{0, 0, 60, 50}), scattered);
    FakeChild mask(Extent(Rect{0, 0, 40, 60}), [](auto x, auto) { return static_cast<float>(x) / 30; });
    const QString wrong =
        differenceOnDevice(transform(Interpolation::cubic, 15, {1.5, 1.5}),
                           {{Trait::data, &child, {}}, {Trait::mask, &mask, {10, 3}}}, {-3, -3, 110, 110});
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

BURIN_TEST(TestTransformOnDevice)
#include "test_transform_on_device.moc"
