// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/warp.hpp"
#include "gpu/support/device_test.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <cstring>

using namespace burin;
using namespace burin::test;

namespace {

float specks(std::int64_t x, std::int64_t y) {
    const std::uint64_t h = Random(static_cast<std::uint64_t>(x * 1'000'003 + y)).next();
    return h % 5 == 0 ? 0.0F : static_cast<float>(h >> 40U) * 0x1p-24F;
}
/// Waves between -0.3 and 1.3, so that displacements reach their limits.
float waves(std::int64_t x, std::int64_t y) {
    return static_cast<float>(
        0.5 + 0.8 * std::sin(static_cast<double>(x % 977) / 9.0 + static_cast<double>(y % 1013) / 13.0));
}
/// Multiples of 1/8, so that displacements are whole numbers or end in .5.
float eighths(std::int64_t x, std::int64_t y) {
    return static_cast<float>((x + 3 * y) & 7) / 8;
}

struct Scene {
    FakeChild picture{Extent(), &specks};
    FakeChild first{Extent(), &waves};
    FakeChild second{Extent(), [](auto x, auto y) { return waves(y, x); }};

    /// Compares both backends. \param tolerance  0: all bits must be equal
    void compare(const Warp::Parameters& all, const Rect& area, double tolerance, std::size_t offset = 0) {
        std::vector<FakeLink> links{{Trait::data, &picture, {3, -2}}, {Trait::data, &first, {-5, 1}}};
        if (all.by == Warp::By::xy) links.push_back({Trait::data, &second, {0, 4}});
        const auto operation = std::make_shared<OperationOf<Warp>>(Warp(all));
        const gpu::DeviceOperationOf<Warp> device(operation);
        const OwnedSamples expected = compute(*operation, links, area);
        const OwnedSamples found = computeOnDevice(device, *operation, links, area, offset);
        for (std::size_t i = 0; i < expected.samples.size(); ++i) {
            const float a = expected.samples[i];
            const float b = found.samples[i];
            const bool same = tolerance == 0 ? std::memcmp(&a, &b, sizeof a) == 0
                                             : std::abs(static_cast<double>(a - b)) <= tolerance;
            QVERIFY2(same, qPrintable(QString("sample %1: %2 instead of %3")
                                          .arg(i)
                                          .arg(static_cast<double>(b))
                                          .arg(static_cast<double>(a))));
        }
    }
};

double toleranceOf(const Warp::Parameters& all) {
    return all.between == Warp::Between::nearest ? 0 : 1e-5;
}

}  // namespace

class TestWarpOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }

    void isThatOfTheProcessor_data() {
        QTest::addColumn<int>("by");
        QTest::addColumn<int>("between");
        for (int by = 0; by < 3; ++by) {
            for (int between = 0; between < 3; ++between)
                QTest::addRow("by %d, between %d", by, between) << by << between;
        }
    }
    void isThatOfTheProcessor() {
        QFETCH(int, by);
        QFETCH(int, between);
        Scene scene;
        Warp::Parameters all;
        all.by = static_cast<Warp::By>(by);
        all.between = static_cast<Warp::Between>(between);
        for (const double amplitude : {0.3, 7.5, 61.7, 1023.0}) {
            for (const double degrees : {0.0, 90.0, 211.0}) {
                if (degrees != 0 && all.by != Warp::By::angle) continue;
                all.amplitudePx = amplitude;
                all.degrees = degrees;
                all.center = 0.3;
                scene.compare(all, {-20, 7, 77, 45}, toleranceOf(all));
                scene.compare(all, {1'999'000, 1'999'003, 33, 70}, toleranceOf(all), 3);
            }
        }
    }

    void wholeDisplacements() {
        Scene scene;
        scene.first = FakeChild(Extent(), &eighths);
        scene.second = FakeChild(Extent(), [](auto x, auto y) { return eighths(y, x); });
        Warp::Parameters all;
        for (const double amplitude : {1.0, 2.0, 4.0, 6.0}) {
            for (const auto between : {Warp::Between::nearest, Warp::Between::linear, Warp::Between::cubic}) {
                all.amplitudePx = amplitude;
                all.between = between;
                scene.compare(all, {0, 0, 40, 35}, toleranceOf(all));
            }
        }
    }

    void placesBetweenTwoPixels() {
        Warp::Parameters all;
        all.between = Warp::Between::nearest;
        for (const double amplitude : {0.7, 15.0, 31.9, 40.0}) {
            for (const double center : {0.5, 0.3}) {
                // Displacements around whole numbers and halves: up to four binary32 numbers away from each.
                const auto close = [=](std::int64_t x, std::int64_t y) {
                    const double halves = static_cast<double>(x % 61 - 30) / 2;
                    auto m = static_cast<float>(center + halves / (2 * amplitude));
                    for (std::int64_t k = std::abs(y % 9 - 4); k > 0; --k)
                        m = std::nextafter(m, y % 9 < 4 ? -1e9F : 1e9F);
                    return m;
                };
                Scene scene;
                scene.first = FakeChild(Extent(), close);
                scene.second = FakeChild(Extent(), [close](auto x, auto y) { return close(y + 7, x); });
                all.amplitudePx = amplitude;
                all.center = center;
                scene.compare(all, {0, 0, 130, 100}, 0);
            }
        }
    }

    void boundedMaps() {
        Scene scene;
        scene.picture = FakeChild(Extent(Rect{0, 0, 50, 40}), &specks);
        scene.first = FakeChild(Extent(Rect{10, 4, 31, 22}), &waves);
        scene.second = FakeChild(Extent(Rect{}), &waves);
        for (const Edge edge : {Edge::extend, Edge::mirror, Edge::wrap, Edge::empty}) {
            for (const auto by : {Warp::By::xy, Warp::By::angle, Warp::By::slope}) {
                Warp::Parameters all;
                all.by = by;
                all.amplitudePx = 5.5;
                all.edge = edge;
                scene.compare(all, {-10, -10, 80, 60}, 1e-5);
            }
        }
    }

    void valuesFarBeyondTheRange() {
        Scene scene;
        scene.first = FakeChild(Extent(), [](auto x, auto) { return x % 2 == 0 ? 3e38F : -3e38F; });
        Warp::Parameters all;
        all.amplitudePx = 9.75;
        scene.compare(all, {0, 0, 40, 20}, 1e-5);
    }
};

BURIN_TEST(TestWarpOnDevice)
#include "test_warp_on_device.moc"
