// SPDX-License-Identifier: GPL-3.0-or-later

// Compares fill and distance with the formulas, bit by bit and for any area.

#include "core/outlines/coverage.hpp"
#include "core/outlines/outline_distance.hpp"
#include "support/outlines/slow_resolve.hpp"
#include "support/outlines/slow_samples.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

namespace {

int seeds() {
    const int wanted = qEnvironmentVariableIntValue("BURIN_TEST_SEEDS");
    return wanted > 0 ? wanted * 2 : 5;
}

using Compute = std::function<void(const Rect& area, const SamplesView& out)>;

std::vector<float> whole(const Rect& area, const Compute& compute) {
    std::vector<float> out(static_cast<std::size_t>(area.area()), -7.0F);
    compute(area, {out.data(), area.width, area.width, area.height});
    return out;
}

/// The area computed in rectangles of random sizes.
std::vector<float> inParts(const Rect& area, const Compute& compute, std::mt19937_64& random) {
    std::vector<float> out(static_cast<std::size_t>(area.area()), -7.0F);
    for (std::int64_t y = 0; y < area.height;) {
        const std::int64_t h =
            std::min<std::int64_t>(area.height - y, 1 + static_cast<std::int64_t>(random() % 20));
        for (std::int64_t x = 0; x < area.width;) {
            const std::int64_t w =
                std::min<std::int64_t>(area.width - x, 1 + static_cast<std::int64_t>(random() % 60));
            compute({area.x + x, area.y + y, w, h}, {out.data() + y * area.width + x, area.width, w, h});
            x += w;
        }
        y += h;
    }
    return out;
}

/// The bytes that coverArea() writes.
std::vector<std::uint8_t> bytesOf(const OutlineIndex& index, std::int32_t units, const Rect& area) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(area.area()), 77);
    coverArea(index, units, area, BytesView{bytes.data(), area.width, area.width, area.height});
    return bytes;
}

std::vector<std::uint8_t> levelsOf(const std::vector<float>& samples) {
    std::vector<std::uint8_t> levels;
    for (const float sample : samples)
        levels.push_back(static_cast<std::uint8_t>(std::floor(sample * 255 + 0.5F)));
    return levels;
}

}  // namespace

class TestOutlineSamples : public QObject {
    Q_OBJECT

  private slots:
    void samples_data();
    void samples();
    void manyEdgesInABand();
    void emptyOutline();
};

void TestOutlineSamples::samples_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("contours");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("at");
    QTest::newRow("within a pixel") << 1 << 3 << 256 << -100;
    QTest::newRow("a few pixels") << 1 << 3 << 2000 << -900;
    QTest::newRow("tones") << 3 << 2 << 9000 << 77;
    QTest::newRow("several bands") << 1 << 2 << 60'000 << -30'000;
    QTest::newRow("far away") << 2 << 1 << 5000 << outlineReach - 5000;
    QTest::newRow("long edges") << 1 << 2 << 1'800'000'000 << -900'000'000;
}

void TestOutlineSamples::samples() {
    QFETCH(int, layers);
    QFETCH(int, contours);
    QFETCH(int, side);
    QFETCH(int, at);
    for (int seed = 0; seed < seeds(); ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const ResolvedOutline outline = resolve(randomSnapped(random, layers, contours, side, at, at));
        if (outline.edges.empty()) continue;
        const StepPoint near = outline.edges[random() % outline.edges.size()].b;
        const Rect area{floorDiv(near.x, 256) - 40, floorDiv(near.y, 256) - 30, 90, 75};
        const OutlineIndex heights(outline.edges, RowSum::heights);
        const Compute fill = [&](const Rect& r, const SamplesView& out) {
            coverArea(heights, outline.units, r, out);
        };
        const std::vector<float> filled = slowFill(outline.edges, outline.units, area);
        QVERIFY(whole(area, fill) == filled);
        QVERIFY(inParts(area, fill, random) == filled);
        QVERIFY(bytesOf(heights, outline.units, area) == levelsOf(filled));

        const OutlineIndex middles(outline.edges, RowSum::middles);
        const std::int64_t largest = 1 + static_cast<std::int64_t>(random() % 20);
        const std::vector<float> values = hillTable(largest);
        const DistanceTable table{largest, values};
        const Compute measure = [&](const Rect& r, const SamplesView& out) {
            distanceArea(middles, table, r, out);
        };
        const std::vector<float> measured = slowDistance(outline.edges, largest, &hills, area);
        QVERIFY(whole(area, measure) == measured);
        QVERIFY(inParts(area, measure, random) == measured);
    }
}

/// More edges than an index adds up between two stored sums.
void TestOutlineSamples::manyEdgesInABand() {
    std::mt19937_64 random(3);
    SnappedOutline snapped;
    snapped.layers.push_back({});
    snapped.items.push_back({});
    for (int i = 0; i < 400; ++i) {
        snapped.contours.push_back(snapped.points.size());
        const std::int32_t x = i * 300;
        const auto y = static_cast<std::int32_t>(random() % 16'000);
        const std::int32_t height = i % 50 == 0 ? 100'000 : 200;
        snapped.points.insert(snapped.points.end(), {{x, y}, {x + 250, y + 30}, {x + 99, y + height}});
    }
    const ResolvedOutline outline = resolve(std::move(snapped));
    const OutlineIndex heights(outline.edges, RowSum::heights);
    const OutlineIndex middles(outline.edges, RowSum::middles);
    const std::vector<float> values = hillTable(4);
    const DistanceTable table{4, values};
    for (const Rect area :
         {Rect{400, 3, 40, 50}, Rect{0, 0, 480, 20}, Rect{200, 60, 30, 200}, Rect{-60, -60, 50, 70}}) {
        QVERIFY(whole(area, [&](const Rect& r, const SamplesView& out) { coverArea(heights, 1, r, out); }) ==
                slowFill(outline.edges, 1, area));
        QVERIFY(bytesOf(heights, 1, area) == levelsOf(slowFill(outline.edges, 1, area)));
        QVERIFY(whole(area, [&](const Rect& r, const SamplesView& out) {
                    distanceArea(middles, table, r, out);
                }) == slowDistance(outline.edges, 4, &hills, area));
    }
}

void TestOutlineSamples::emptyOutline() {
    const Rect area{-5, -5, 10, 10};
    const OutlineIndex heights({}, RowSum::heights);
    QVERIFY(whole(area, [&](const Rect& r, const SamplesView& out) { coverArea(heights, 1, r, out); }) ==
            std::vector<float>(100, 0.0F));
    const OutlineIndex middles({}, RowSum::middles);
    const std::vector<float> values = hillTable(2);
    const DistanceTable table{2, values};
    QVERIFY(whole(area, [&](const Rect& r, const SamplesView& out) {
                distanceArea(middles, table, r, out);
            }) == std::vector<float>(100, values.front()));
}

BURIN_TEST(TestOutlineSamples)
#include "test_outline_samples.moc"
