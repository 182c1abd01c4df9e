// SPDX-License-Identifier: GPL-3.0-or-later

// Compares resolved outlines with all pairs of edges in rational numbers.

#include "support/outlines/slow_resolve.hpp"
#include "support/testing.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

using namespace burin;
using namespace burin::test;

namespace {

int seeds() {
    const int wanted = qEnvironmentVariableIntValue("BURIN_TEST_SEEDS");
    return wanted > 0 ? wanted * 30 : 80;
}

QString shown(const std::vector<ResolvedEdge>& edges) {
    QString text;
    for (const ResolvedEdge& e : edges) {
        text += QString("%1 %2 %3 %4 %5 %6\n")
                    .arg(e.a.x)
                    .arg(e.a.y)
                    .arg(e.b.x)
                    .arg(e.b.y)
                    .arg(e.left)
                    .arg(e.right);
    }
    return text;
}

/// The same outline with the contours of each layer in another order.
SnappedOutline reordered(const SnappedOutline& from, std::mt19937_64& random) {
    SnappedOutline result = from;
    result.points.clear();
    result.contours.clear();
    for (std::size_t layer = 0; layer < from.layers.size(); ++layer) {
        result.layers[layer].firstContour = result.contours.size();
        std::vector<std::size_t> order;
        for (std::size_t c = from.layers[layer].firstContour; c < from.layerEnd(layer); ++c)
            order.push_back(c);
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t c : order) {
            result.contours.push_back(result.points.size());
            std::vector<StepPoint> points(
                from.points.begin() + static_cast<std::ptrdiff_t>(from.contours[c]),
                from.points.begin() + static_cast<std::ptrdiff_t>(from.contourEnd(c)));
            std::rotate(points.begin(),
                        points.begin() + static_cast<std::ptrdiff_t>(random() % points.size()), points.end());
            result.points.insert(result.points.end(), points.begin(), points.end());
        }
    }
    return result;
}

SnappedOutline oneLayer(const std::vector<std::vector<StepPoint>>& contours) {
    SnappedOutline result;
    result.layers.push_back({});
    result.items.push_back({});
    for (const auto& contour : contours) {
        result.contours.push_back(result.points.size());
        result.points.insert(result.points.end(), contour.begin(), contour.end());
    }
    return result;
}

}  // namespace

class TestResolve : public QObject {
    Q_OBJECT

  private slots:
    void randomOutlines_data();
    void randomOutlines();
    void manyEdges();
    void longEdges();
    void bands_data();
    void bands();
    void hubs_data();
    void hubs();
    void anOutlineThatReachesTooFarIsRefused();
};

void TestResolve::randomOutlines_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("contours");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("at");
    for (const int side : {4, 7, 12, 20})
        QTest::addRow("one layer, a grid of %d steps", side) << 1 << 4 << side << -3;
    QTest::newRow("three layers with clips, 12 steps") << 3 << 2 << 12 << 0;
    QTest::newRow("five layers with clips, 1000 steps") << 5 << 1 << 1000 << -500;
    QTest::newRow("far away") << 2 << 2 << 50 << outlineReach - 50;
    QTest::newRow("long edges") << 1 << 3 << outlineReach - 1 << -(outlineReach / 2);
}

void TestResolve::randomOutlines() {
    QFETCH(int, layers);
    QFETCH(int, contours);
    QFETCH(int, side);
    QFETCH(int, at);
    for (int seed = 0; seed < seeds() / (side > 100 ? 3 : 1); ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const SnappedOutline snapped = randomSnapped(random, layers, contours, side, at, at);
        const std::vector<ResolvedEdge> wanted = SlowResolve(snapped).resolve();
        const std::vector<ResolvedEdge> got = resolve(snapped).edges;
        if (got != wanted)
            QFAIL(qPrintable(QString("seed %1: got\n%2wanted\n%3").arg(seed).arg(shown(got), shown(wanted))));
        QVERIFY(resolve(reordered(snapped, random)).edges == wanted);
    }
}

/// Parts with many edges are divided; few edges are simply compared.
void TestResolve::manyEdges() {
    for (int seed = 0; seed < 2; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const SnappedOutline snapped = randomSnapped(random, 2, 16, 60 + 100 * seed, 0, 0);
        QCOMPARE(shown(resolve(snapped).edges), shown(SlowResolve(snapped).resolve()));
    }
}

/// Long edges that cross everywhere: no line divides them, and they have more crossings than are compared at
/// once.
void TestResolve::longEdges() {
    std::mt19937_64 random(3);
    const SnappedOutline snapped = randomSnapped(random, 1, 24, 100'000, -50'000, -50'000);
    QCOMPARE(shown(resolve(snapped).edges), shown(SlowResolve(snapped).resolve()));
}

void TestResolve::bands_data() {
    QTest::addColumn<bool>("upright");
    QTest::newRow("along x") << false;
    QTest::newRow("along y") << true;
}

/// Many small triangles in a narrow band, which is divided into strips, and a few edges along all of it.
void TestResolve::bands() {
    QFETCH(bool, upright);
    std::mt19937_64 random(7);
    std::vector<std::vector<StepPoint>> contours;
    const auto add = [&](std::int32_t first, std::int32_t length) {
        std::vector<StepPoint>& contour = contours.emplace_back();
        for (int i = 0; i < 3; ++i) {
            const auto along = first + static_cast<std::int32_t>(random() % 30) + i * length;
            const auto across = 40 * i + static_cast<std::int32_t>(random() % 30);
            contour.push_back(upright ? StepPoint{across, along} : StepPoint{along, across});
        }
    };
    for (int i = 0; i < 400; ++i)
        add(15 * i, 0);
    for (int i = 0; i < 3; ++i)
        add(0, 2900);
    const SnappedOutline snapped = oneLayer(contours);
    QCOMPARE(shown(resolve(snapped).edges), shown(SlowResolve(snapped).resolve()));
}

void TestResolve::hubs_data() {
    QTest::addColumn<int>("crossing");
    QTest::newRow("alone") << 0;
    QTest::newRow("crossed by triangles around them") << 6;
}

/// Many edges meet at one point, so no line can divide them.
void TestResolve::hubs() {
    QFETCH(int, crossing);
    std::vector<std::vector<StepPoint>> contours;
    std::mt19937_64 random(5);
    const auto at = [&random](int side) {
        return static_cast<std::int32_t>(random() % 2 * side + random() % 200) - side;
    };
    for (int i = 0; i < 70; ++i) {
        const StepPoint p{at(i % 3 == 0 ? 3 : 300), at(300)};
        const StepPoint q{p.x + static_cast<std::int32_t>(random() % 5) - 2, p.y + 1};
        contours.push_back({{0, 0}, p, q});
    }
    for (int i = 0; i < crossing; ++i)
        contours.push_back({{-150 + 7 * i, -100 + i}, {140 + i, -90 + 5 * i}, {-3 * i, 170 - 20 * i}});
    const SnappedOutline snapped = oneLayer(contours);
    QCOMPARE(shown(resolve(snapped).edges), shown(SlowResolve(snapped).resolve()));
}

void TestResolve::anOutlineThatReachesTooFarIsRefused() {
    ContourList list;
    list.moveTo({0, 0});
    list.lineTo({1e9, 0});
    list.lineTo({0, 1});
    Outline outline;
    outline.paint(std::move(list));
    try {
        static_cast<void>(snap(outline, Affine()));
    } catch (const OutlineError& error) {
        QVERIFY(error.problem().reason.starts_with("the outline reaches farther than"));
        QCOMPARE(error.problem().advice, std::string("use coordinates below 4,194,304 px"));
        return;
    }
    QFAIL("it was snapped");
}

BURIN_TEST(TestResolve)
#include "test_resolve.moc"
