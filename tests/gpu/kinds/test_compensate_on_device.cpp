// SPDX-License-Identifier: GPL-3.0-or-later

// Compares `compensate` on a card with the definition on the page, step by step in binary64, and with parts
// of itself.

#include "gpu/kinds/filter/compensate.hpp"
#include "gpu/support/device_test.hpp"
#include "gpu/support/exact.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "support/textures/compensation_page.hpp"
#include "support/textures/random_textures.hpp"

#include <limits>
#include <memory>

using namespace burin;
using namespace burin::test;

namespace {

/// Plateaus, slopes and specks between -0.25 and 1.25.
float roughness(std::int64_t x, std::int64_t y) {
    auto h =
        static_cast<std::uint32_t>(x >> 2) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y >> 1) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return static_cast<float>(h >> 8U) * 0x1.8p-24F - 0.25F;
}

/// A node on a card.
struct CompensateOnCard {
    std::shared_ptr<const OperationOf<Compensate>> operation;
    gpu::DeviceOperationOf<Compensate> device;

    explicit CompensateOnCard(const CompensateNode& node)
        : operation(std::make_shared<const OperationOf<Compensate>>(compensateOf(node))), device(operation) {}

    [[nodiscard]] OwnedSamples over(const Rect& area, const std::vector<FakeLink>& links,
                                    std::size_t offset = 0) const {
        return computeOnDevice(device, *operation, links, area, offset);
    }
};

QString mistakeOnCard(const CompensateNode& node, FakeChild& child, const Rect& area, const Point& at,
                      std::size_t offset = 0) {
    return differenceFromPage(CompensateOnCard(node).over(area, {{Trait::data, &child, at}}, offset), node,
                              slowSpotOf(node), child, at);
}

}  // namespace

class TestCompensateOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }

    void samplesAreThePages_data() {
        QTest::addColumn<Point>("corner");
        QTest::newRow("around the origin") << Point{-20, -11};
        QTest::newRow("in the last corner of 2 m") << Point{1'999'000, 1'999'003};
    }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        FakeChild child(Extent(), &roughness);
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            const CompensateNode node = randomCompensate(random);
            const Rect area{corner.x, corner.y, random.between(1, 150), random.between(1, 40)};
            const QString wrong = mistakeOnCard(node, child, area, {5, -3}, seed % 4);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    /// There is one row for each method that a card may choose for the kernel.
    void spotsOfEverySize_data() {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<double>("sx");
        QTest::addColumn<double>("sy");
        QTest::addColumn<int>("iterations");
        QTest::newRow("a gaussian far below a pixel") << "gaussian" << 0.01 << 0.01 << 3;
        QTest::newRow("the gaussian of the page") << "gaussian" << 16.0 << 16.0 << 5;
        QTest::newRow("a wide ellipse, in two passes") << "gaussian" << 60.0 << 3.0 << 2;
        QTest::newRow("a top hat of one pixel") << "top_hat" << 1.0 << 1.0 << 4;
        QTest::newRow("a large top hat") << "top_hat" << 21.0 << 21.0 << 2;
        QTest::newRow("the widest top hat") << "top_hat" << 255.0 << 2.0 << 1;
        QTest::newRow("twenty steps") << "top_hat" << 4.0 << 5.5 << 20;
    }
    void spotsOfEverySize() {
        QFETCH(QString, shape);
        QFETCH(double, sx);
        QFETCH(double, sy);
        QFETCH(int, iterations);
        FakeChild child(Extent(), &roughness);
        CompensateNode node;
        node.shape = shape.toStdString();
        node.spot = {sx, sy};
        node.iterations = iterations;
        node.headroom = {0.1, 0.05};
        const QString wrong = mistakeOnCard(node, child, {-4, 7, 9, 6}, {});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void continuesTheChildAsItsEdgeSays_data() {
        QTest::addColumn<QString>("edge");
        for (const char* edge : {"empty", "extend", "mirror", "wrap"})
            QTest::newRow(edge) << QString(edge);
    }
    void continuesTheChildAsItsEdgeSays() {
        QFETCH(QString, edge);
        FakeChild child(Extent(Rect{0, 0, 11, 7}), &roughness);
        CompensateNode node = gaussianOf(5, 3, {0.1, 0});
        node.edge = edge.toStdString();
        const QString wrong = mistakeOnCard(node, child, {-6, -5, 30, 25}, {2, 3});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void doesNotDependOnTheArea() {
        FakeChild child(Extent(), &roughness);
        CompensateNode wide = gaussianOf(100, 2);
        wide.spot.y = 3;
        for (const CompensateNode& node : {gaussianOf(6, 5, {0.2, 0.05}), gaussianOf(16, 1), wide}) {
            const CompensateOnCard made(node);
            const OwnedSamples whole = made.over({0, 0, 300, 60}, {{Trait::data, &child, {}}});
            for (const Rect& part : {Rect{0, 0, 1, 1}, Rect{17, 5, 130, 41}, Rect{299, 3, 1, 57}}) {
                const OwnedSamples crop = made.over(part, {{Trait::data, &child, {}}}, 3);
                OwnedSamples expected(part);
                for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                    for (std::int64_t x = part.x; x < part.right(); ++x)
                        expected.at(x, y) = whole.at(x, y);
                }
                const QString wrong = firstDifference(crop, expected);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            }
        }
    }

    void isMasked() {
        FakeChild child(Extent(), [](auto, auto) { return 0.75F; });
        FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
        const OwnedSamples image =
            CompensateOnCard(gaussianOf(0.01, 1))
                .over({0, 0, 4, 1}, {{Trait::data, &child, {}}, {Trait::mask, &mask, {1, 0}}});
        QCOMPARE(image.samples, (std::vector<float>{0.0F, 0.375F, 0.75F, 0.0F}));
    }

    void depthsThatAreNoNumbersAreZero() {
        FakeChild child(Extent(), [](auto x, auto) {
            return x == 0 ? std::numeric_limits<float>::quiet_NaN() : x == 1 ? -1e30F : 1e30F;
        });
        const OwnedSamples image =
            CompensateOnCard(gaussianOf(0.01, 2)).over({0, 0, 3, 1}, {{Trait::data, &child, {}}});
        QCOMPARE(image.samples, (std::vector<float>{0.0F, 0.0F, 1.0F}));
    }

    void leavesNoDust() {
        FakeChild faint(Extent(), [](auto, auto) { return 0x1p-21F; });
        const OwnedSamples image =
            CompensateOnCard(gaussianOf(0.01, 1)).over({0, 0, 5, 1}, {{Trait::data, &faint, {}}});
        QCOMPARE(image.samples, std::vector<float>(5, 0.0F));
    }
};

BURIN_TEST(TestCompensateOnDevice)
#include "test_compensate_on_device.moc"
