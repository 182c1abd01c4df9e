// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/flow.hpp"
#include "gpu/support/device_test.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

float specks(std::int64_t x, std::int64_t y) {
    const std::uint64_t h = Random(static_cast<std::uint64_t>(x * 1'000'003 + y)).next();
    return h % 5 == 0 ? 0.0F : static_cast<float>(h >> 40U) * 0x1p-24F;
}
/// Hills between -1 and 3, with plateaus.
float hills(std::int64_t x, std::int64_t y) {
    const double wave =
        1 + 2 * std::sin(static_cast<double>(x % 977) / 9.0 + static_cast<double>(y % 1013) / 13.0);
    return static_cast<float>(wave < 0 ? 0 : wave);
}
float random(std::int64_t x, std::int64_t y) {
    return 1e3F * (specks(y, x) - 0.5F);
}

void compare(const Flow::Parameters& all, FakeChild& picture, FakeChild& map, const Rect& area,
             std::size_t offset = 0) {
    std::vector<FakeLink> links{{Trait::data, &picture, {3, -2}}};
    if (all.along != Flow::Along::angle) links.push_back({Trait::data, &map, {-5, 1}});
    const auto operation = std::make_shared<OperationOf<Flow>>(Flow(all));
    const gpu::DeviceOperationOf<Flow> device(operation);
    const OwnedSamples expected = compute(*operation, links, area);
    const OwnedSamples found = computeOnDevice(device, *operation, links, area, offset);
    for (std::size_t i = 0; i < expected.samples.size(); ++i) {
        const double a = static_cast<double>(expected.samples[i]);
        const double b = static_cast<double>(found.samples[i]);
        QVERIFY2(std::abs(a - b) <= 1e-5,
                 qPrintable(QString("sample %1: %2 instead of %3").arg(i).arg(b).arg(a)));
    }
}

}  // namespace

class TestFlowOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }

    void isThatOfTheProcessor_data() {
        QTest::addColumn<int>("along");
        for (int along = 0; along < 4; ++along)
            QTest::addRow("along %d", along) << along;
    }
    void isThatOfTheProcessor() {
        QFETCH(int, along);
        Flow::Parameters all;
        all.along = static_cast<Flow::Along>(along);
        all.degrees = 33;
        FakeChild picture(Extent(), &specks);
        for (const auto field : {&hills, &random}) {
            FakeChild map(Extent(), field);
            for (const std::int64_t length : {1, 2, 3, 15, 30, 31, 32, 101}) {
                all.lengthPx = length;
                all.triangle = length % 2 == 0;
                compare(all, picture, map, {-20, 7, 250, 37});
                compare(all, picture, map, {1'999'000, 1'999'003, 33, 20}, 3);
            }
        }
        all.lengthPx = 1023;
        FakeChild map(Extent(), &hills);
        compare(all, picture, map, {0, 0, 40, 9});
    }

    void continuesItsChildren() {
        FakeChild picture(Extent(Rect{0, 0, 50, 40}), &specks);
        FakeChild map(Extent(Rect{10, 4, 31, 22}), &hills);
        for (const Edge edge : {Edge::extend, Edge::mirror, Edge::wrap}) {
            for (const auto along : {Flow::Along::angle, Flow::Along::map, Flow::Along::contour}) {
                Flow::Parameters all;
                all.along = along;
                all.lengthPx = 21;
                all.edge = edge;
                compare(all, picture, map, {-10, -10, 80, 60});
            }
        }
    }

    /// Turns in the middle of two directions and just below. The kernel computes small turns differently.
    void turnsBetweenDirections() {
        FakeChild picture(Extent(), &specks);
        Flow::Parameters all;
        all.along = Flow::Along::map;
        all.lengthPx = 15;
        for (const float whole : {0.0F, -3.0F, 511.0F, -512.0F, 512.0F, 1000.0F, 1e6F, -1e9F}) {
            FakeChild map(Extent(), [whole](auto x, auto y) {
                const float middle = whole + static_cast<float>((62 * x + 14 * y) % 8192 + 1) / 8192;
                return y % 2 == 0 ? middle : std::nextafter(middle, -1e10F);
            });
            compare(all, picture, map, {0, 0, 240, 40});
        }
    }

    /// Slopes of any steepness, also with directions that are nearly halfway between two.
    void steepAndFlatSlopes() {
        FakeChild picture(Extent(), &specks);
        Flow::Parameters all;
        all.along = Flow::Along::gradient;
        all.lengthPx = 9;
        for (const float scale : {1e-37F, 1e-18F, 1e18F, 3e37F}) {
            FakeChild map(Extent(), [scale](auto x, auto y) { return scale * specks(x, y); });
            compare(all, picture, map, {0, 0, 90, 30});
        }
        FakeChild steps(Extent(), [](auto x, auto y) { return static_cast<float>((x * x + 3 * y) % 11); });
        compare(all, picture, steps, {0, 0, 240, 40});
    }
};

BURIN_TEST(TestFlowOnDevice)
#include "test_flow_on_device.moc"
