// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the points of a scatter with the definition on the format's page, by brute force.

#include "core/kinds/combine/scatter.hpp"
#include "support/long_run.hpp"
#include "support/random.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <utility>

using namespace burin;
using namespace burin::test;

namespace {

/// hash(i, j, seed) in 64 bits, as the page defines it.
double hashOfPage(std::int64_t i, std::int64_t j, std::int64_t seed) {
    const auto low = [](auto value) { return static_cast<std::uint64_t>(value) & 0xFFFFFFFFU; };
    std::uint64_t h = low(low(i) * 0x9E3779B1U) ^ low(low(j) * 0x85EBCA77U) ^ low(low(seed) * 0xC2B2AE3DU);
    h ^= h >> 16U;
    h = low(h * 0x7FEB352DU);
    h ^= h >> 15U;
    h = low(h * 0x846CA68BU);
    h ^= h >> 16U;
    return static_cast<double>(h) / 4294967296.0;
}

std::int64_t floorOf(double value) {
    return static_cast<std::int64_t>(std::floor(value));
}

/// The points inside `area`, each computed from all candidates around it.
std::vector<Point> pointsOfPage(double pitch, double distance, std::int64_t seed, const Rect& area) {
    const auto candidate = [&](std::int64_t X, std::int64_t Y) {
        return Point{floorOf((static_cast<double>(X) + hashOfPage(X, Y, seed)) * pitch + 0.5),
                     floorOf((static_cast<double>(Y) + hashOfPage(X, Y, seed + 1)) * pitch + 0.5)};
    };
    const auto rank = [&](std::int64_t X, std::int64_t Y) { return hashOfPage(X, Y, seed + 65536 * 9); };
    const std::int64_t around = floorOf(distance / pitch) + 2;
    std::vector<Point> points;
    const auto cell = [&](std::int64_t at) { return floorOf(static_cast<double>(at) / pitch); };
    for (std::int64_t Y = cell(area.y) - 2; Y <= cell(area.bottom()) + 2; ++Y) {
        for (std::int64_t X = cell(area.x) - 2; X <= cell(area.right()) + 2; ++X) {
            const Point p = candidate(X, Y);
            bool stays = area.contains(p);
            for (std::int64_t y = Y - around; y <= Y + around && stays; ++y) {
                for (std::int64_t x = X - around; x <= X + around && stays; ++x) {
                    if (x == X && y == Y) continue;
                    const Point q = candidate(x, y);
                    const auto apart =
                        static_cast<double>((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
                    if (apart >= distance * distance) continue;
                    stays = std::tuple(rank(x, y), y, x) < std::tuple(rank(X, Y), Y, X);
                }
            }
            if (stays) points.push_back(p);
        }
    }
    return points;
}

std::vector<Point> pointsIn(const ScatterPoints& points, const Rect& area) {
    std::vector<Point> all;
    points.forEach(area, [&](std::span<const ScatterPoints::Place> some) {
        for (const ScatterPoints::Place& place : some)
            all.push_back(place.at);
    });
    return all;
}

/// The least squared distance between any two points inside `area`, if that distance is below `side`. Sorts
/// the points into squares of `side`.
double leastSquare(const std::vector<Point>& points, const Rect& area, std::int64_t side) {
    constexpr std::size_t none = ~std::size_t{0};
    const std::int64_t columns = area.width / side + 3;
    const std::int64_t rows = area.height / side + 3;
    std::vector<std::size_t> last(static_cast<std::size_t>(columns * rows), none);
    std::vector<std::size_t> before(points.size());  // the last point before each one in the same square
    double least = 1e18;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Point p = points[k];
        const std::int64_t square = ((p.y - area.y) / side + 1) * columns + (p.x - area.x) / side + 1;
        for (const std::int64_t row : {square - columns, square, square + columns}) {
            for (const std::int64_t near : {row - 1, row, row + 1}) {
                for (std::size_t q = last[static_cast<std::size_t>(near)]; q != none; q = before[q]) {
                    const auto x = static_cast<double>(p.x - points[q].x);
                    const auto y = static_cast<double>(p.y - points[q].y);
                    least = std::min(least, x * x + y * y);
                }
            }
        }
        before[k] = last[static_cast<std::size_t>(square)];
        last[static_cast<std::size_t>(square)] = k;
    }
    return least;
}

constexpr Point lastCorner{1'999'000, 1'999'000};  // the last corner of a surface of 2 m at 1 um

/// Every pixel of a point is 1.
FakeChild dot() {
    return {Extent(Rect{0, 0, 1, 1}), [](auto, auto) { return 1.0F; }};
}

std::vector<Point> shownIn(const Scatter& node, const std::vector<FakeLink>& links, const Rect& area) {
    const OwnedSamples image = compute(OperationOf<Scatter>(node), links, area);
    std::vector<Point> points;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            if (image.at(x, y) != 0) points.push_back({x, y});
        }
    }
    return points;
}

std::vector<Point> sorted(std::vector<Point> points) {
    std::sort(points.begin(), points.end(),
              [](Point a, Point b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

std::vector<Point> moved(std::vector<Point> points, Point by) {
    for (Point& p : points)
        p = p + by;
    return points;
}

}  // namespace

class TestScatter : public QObject {
    Q_OBJECT

  private slots:
    void pointsAreThePages();
    void noTwoPointsAreNearerThanTheDistance_data();
    void noTwoPointsAreNearerThanTheDistance();
    void anyRegionIsTheCrop();
    void aMapKeepsAsManyAsItSays();
    void aMapIsReadOnlyWhereFarPointsLie();
    void aMapMovesNoOtherPoint();
    void aClosedPlaneRepeatsExactly_data();
    void aClosedPlaneRepeatsExactly();
    void aPlaneMayCloseAfterTheDistance();
    void patternsLieAroundTheirPoints();
    void overlapsAreCounted();
    void onlyAClosedPlaneHasAPeriod();
    void nothingLiesFarFromTheMap();
    void fingerprintsTellValuesApart();
};

/// Tests 200 designs, near the origin and in the last corner of 2 m.
void TestScatter::pointsAreThePages() {
    std::size_t compared = 0;
    const std::vector<std::uint64_t> designs = seedsOfTest(200);
    for (const std::uint64_t design : designs) {
        Random random(design);
        const double pitch = random.pick({2.0, 3.7, 8.0, 11.25, 40.0});
        const double distance = random.chance(0.2) ? 0 : random.real(0, random.pick({0.5, 1.0, 4.0})) * pitch;
        const auto seed = static_cast<std::uint32_t>(random.next());
        const Point corner =
            design % 2 == 0 ? Point{random.between(-500, 500), random.between(-500, 500)} : lastCorner;
        const auto side = static_cast<std::int64_t>(pitch * 14);
        const Rect area{corner.x, corner.y, side, side};
        const std::vector<Point> want = pointsOfPage(pitch, distance, seed, area);
        const std::vector<Point> got = pointsIn(ScatterPoints(pitch, distance, seed, {}), area);
        QVERIFY2(got == want, qPrintable(QString("pitch %1, distance %2, seed %3: %4 points instead of %5")
                                             .arg(pitch)
                                             .arg(distance)
                                             .arg(seed)
                                             .arg(got.size())
                                             .arg(want.size())));
        compared += want.size();
    }
    qInfo("%zu points", compared);
    QVERIFY(compared > 25 * designs.size());
}

void TestScatter::noTwoPointsAreNearerThanTheDistance_data() {
    QTest::addColumn<double>("pitch");
    QTest::addColumn<double>("distance");
    QTest::addColumn<QSize>("closes");
    QTest::addColumn<bool>("far");
    QTest::newRow("a pitch apart") << 4.0 << 4.0 << QSize(0, 0) << false;
    QTest::newRow("half a pitch apart, in the last corner") << 4.0 << 2.5 << QSize(0, 0) << true;
    QTest::newRow("around a closed plane") << 5.0 << 7.3 << QSize(1003, 777) << false;
}

/// Tests 10^6 points in the long run, and a quarter of them before.
void TestScatter::noTwoPointsAreNearerThanTheDistance() {
    QFETCH(double, pitch);
    QFETCH(double, distance);
    QFETCH(QSize, closes);
    QFETCH(bool, far);
    const auto seed = static_cast<std::uint32_t>(seedsOfTest(1).front());
    const ScatterPoints points(pitch, distance, seed, {closes.width(), closes.height()});
    const std::int64_t side = (closes.isEmpty() ? 8000 : 14000) / (isLongRun() ? 1 : 2);
    const Rect area{far ? lastCorner.x : 0, far ? lastCorner.y : 0, side, side};
    const std::vector<Point> all = pointsIn(points, area);
    qInfo("%zu points", all.size());
    QVERIFY(all.size() > (isLongRun() ? 1'000'000U : 200'000U));
    const double least = leastSquare(all, area, static_cast<std::int64_t>(std::ceil(distance)));
    QVERIFY(least >= distance * distance);
    QVERIFY(least < (distance + 1) * (distance + 1));  // the points are not further apart than necessary
}

void TestScatter::anyRegionIsTheCrop() {
    Random random(5);
    Scatter node;
    node.pitch = 9.3;
    node.distance = 8;
    node.variation.turn = Variation::Turns::quarter;
    node.variation.patterns = 2;
    FakeChild a(Extent(Rect{0, 0, 11, 6}),
                [](auto x, auto y) { return static_cast<float>(hashOfPage(x, y, 1)); });
    FakeChild large(Extent(Rect{-9, 4, 600, 500}),
                    [](auto x, auto y) { return x % 50 + y % 50 < 20 ? 0.5F : 0.0F; });
    FakeChild map({}, [](auto x, auto y) { return static_cast<float>((x + y) & 63) / 64; });
    const std::vector<FakeLink> links = {
        {Trait::pattern, &a, {}}, {Trait::pattern, &large, {4, 4}}, {Trait::data, &map, {7, 7}}};
    for (const Point corner : {Point{-30, -40}, lastCorner}) {
        const Rect area{corner.x, corner.y, 90, 70};
        const OwnedSamples whole = compute(OperationOf<Scatter>(node), links, area);
        for (int k = 0; k < 8; ++k) {
            const std::int64_t x = random.between(0, 80);
            const std::int64_t y = random.between(0, 60);
            const Rect part{area.x + x, area.y + y, random.between(1, 90 - x), random.between(1, 70 - y)};
            const OwnedSamples crop = compute(OperationOf<Scatter>(node), links, part);
            for (std::int64_t v = part.y; v < part.bottom(); ++v) {
                for (std::int64_t u = part.x; u < part.right(); ++u)
                    QCOMPARE(crop.at(u, v), whole.at(u, v));
            }
        }
    }
}

void TestScatter::aMapKeepsAsManyAsItSays() {
    Scatter node;
    node.pitch = 4;
    node.distance = 4;
    FakeChild pattern = dot();
    const Rect area{0, 0, 800, 800};
    const auto all = shownIn(node, {{Trait::pattern, &pattern, {}}}, area);
    for (const float density : {0.0F, 0.25F, 0.5F, 1.0F, 3.0F}) {
        FakeChild map({}, [density](auto, auto) { return density; });
        const auto kept = shownIn(node, {{Trait::pattern, &pattern, {}}, {Trait::data, &map, {}}}, area);
        const double share = static_cast<double>(kept.size()) / static_cast<double>(all.size());
        QVERIFY(std::fabs(share - std::min(1.0, static_cast<double>(density))) < 0.02);
        QVERIFY(std::includes(all.begin(), all.end(), kept.begin(), kept.end(),
                              [](Point a, Point b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); }));
    }
}

void TestScatter::aMapIsReadOnlyWhereFarPointsLie() {
    Scatter node;
    node.pitch = 90;
    FakeChild pattern = dot();
    const Rect area{lastCorner.x, lastCorner.y, 1000, 1000};
    std::vector<Point> points = shownIn(node, {{Trait::pattern, &pattern, {}}}, area);
    std::vector<Point> read;
    const Point at{7, -3};
    const auto remains = [&](Point p) { return (p.x + 3 * p.y) % 2 == 0; };
    FakeChild map({}, [&](std::int64_t x, std::int64_t y) {
        read.push_back(Point{x, y} + at);
        return remains(read.back()) ? 1.0F : 0.0F;
    });
    const auto kept = shownIn(node, {{Trait::pattern, &pattern, {}}, {Trait::data, &map, at}}, area);
    const auto before = [](Point a, Point b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); };
    read = sorted(read);
    QVERIFY(std::includes(read.begin(), read.end(), points.begin(), points.end(), before));
    const auto most = static_cast<std::size_t>(Scatter::mostMapSamples);
    QVERIFY2(read.size() < most * points.size(), qPrintable(QString::number(read.size())));
    points.erase(std::remove_if(points.begin(), points.end(), [&](Point p) { return !remains(p); }),
                 points.end());
    QVERIFY(points.size() > 30);
    QCOMPARE(kept, points);
}

void TestScatter::aMapMovesNoOtherPoint() {
    Scatter node;
    node.pitch = 7;
    node.distance = 9;
    FakeChild pattern = dot();
    FakeChild even({}, [](auto, auto) { return 0.5F; });
    FakeChild changed({}, [](auto x, auto) { return x < 100 ? 0.5F : 0.9F; });
    const Rect area{0, 0, 100, 300};
    QVERIFY(shownIn(node, {{Trait::pattern, &pattern, {}}, {Trait::data, &even, {}}}, area) ==
            shownIn(node, {{Trait::pattern, &pattern, {}}, {Trait::data, &changed, {}}}, area));
}

void TestScatter::aClosedPlaneRepeatsExactly_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::newRow("both ways") << 211 << 167;
    QTest::newRow("along x") << 211 << 0;
    QTest::newRow("along y") << 0 << 167;
    QTest::newRow("in less than 16 pitches") << 50 << 60;
}

void TestScatter::aClosedPlaneRepeatsExactly() {
    QFETCH(int, width);
    QFETCH(int, height);
    Scatter node;
    node.pitch = 6.4;
    node.distance = 7;
    node.closes = {width, height};
    FakeChild pattern = dot();
    FakeChild map({}, [](auto x, auto y) { return static_cast<float>(hashOfPage(x / 9, y / 9, 2)); });
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}, {Trait::data, &map, {}}};
    const Rect area{-30, -40, 300, 280};
    const auto here = shownIn(node, links, area);
    QVERIFY(here.size() > 200);
    for (const std::int64_t times : {1, -3, 9001}) {
        for (const Point by : {Point{times * width, 0}, Point{0, times * height}})
            QVERIFY(moved(here, by) == shownIn(node, links, area.translated(by)));
    }
    const Rect around = area.grown(600);
    QVERIFY(leastSquare(pointsIn(node.points(), around), around, 7) >= 49);
}

/// The repeat of a point lies exactly at the distance.
void TestScatter::aPlaneMayCloseAfterTheDistance() {
    const ScatterPoints points(5, 20, 1, {20, 777});
    const Rect area{0, 0, 200, 777};
    const std::vector<Point> all = pointsIn(points, area);
    QVERIFY(all.size() >= 100);
    QCOMPARE(leastSquare(all, area, 20), 400.0);
}

/// A pattern's corner lies at P + at - floor(w / 2), and y likewise, wherever its own rectangle begins.
void TestScatter::patternsLieAroundTheirPoints() {
    Scatter node;
    node.pitch = 40;
    node.distance = 30;
    node.variation.seed = 12;
    const Rect area{0, 0, 900, 900};
    for (const Rect rect : {Rect{0, 0, 5, 4}, Rect{-7, 3, 5, 4}}) {
        FakeChild pattern(Extent(rect),
                          [rect](auto x, auto y) { return x == rect.x && y == rect.y ? 1.0F : 0.0F; });
        const auto shown = shownIn(node, {{Trait::pattern, &pattern, {3, -6}}}, area);
        const auto want = pointsIn(node.points(), area.translated({-1, 8}));
        QVERIFY(shown == sorted(moved(want, {1, -8})));
        QVERIFY(shown.size() > 100);
    }
}

void TestScatter::overlapsAreCounted() {
    Scatter node;
    node.pitch = 2;
    FakeChild fits(Extent(Rect{0, 0, 256, 256}), [](auto, auto) { return 0.5F; });
    FakeChild larger(Extent(Rect{0, 0, 257, 257}), [](auto, auto) { return 0.5F; });
    QVERIFY(!node.complaint(shapes({{Trait::pattern, &fits, {}}})));
    const auto complaint = node.complaint(shapes({{Trait::pattern, &larger, {}}}));
    QVERIFY(complaint.has_value());
    QCOMPARE(complaint->problem.text(), std::string("about 16512 repeats lie over one pixel"));
    const OwnedSamples got = compute(OperationOf<Scatter>(node), {{Trait::pattern, &fits, {}}}, {0, 0, 3, 3});
    QCOMPARE(got.at(1, 1), 0.5F);
}

void TestScatter::onlyAClosedPlaneHasAPeriod() {
    Scatter node;
    FakeChild pattern = dot();
    const auto links = shapes({{Trait::pattern, &pattern, {}}});
    QVERIFY(!node.period(links, Lattice{1, 1, 0}));
    node.closes = {100, 0};
    QVERIFY(!node.period(links, Lattice{1, 1, 0}));
    node.closes = {100, 60};
    QCOMPARE(*node.period(links, Lattice{1, 1, 0}), (Lattice{100, 60, 0}));
    QCOMPARE(*node.period(links, Lattice{8, 1, 0}), (Lattice{200, 60, 0}));
}

void TestScatter::nothingLiesFarFromTheMap() {
    Scatter node;
    node.pitch = 3;
    FakeChild pattern(Extent(Rect{0, 0, 9, 7}), [](auto, auto) { return 1.0F; });
    FakeChild map(Extent(Rect{0, 0, 20, 30}), [](auto, auto) { return 1.0F; });
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {2, 1}}, {Trait::data, &map, {50, 60}}};
    const Extent support = node.support(shapes(links), {});
    QVERIFY(support.bounded());
    const auto shown = shownIn(node, links, {0, 0, 150, 150});
    QVERIFY(shown.size() > 500);
    QVERIFY(std::all_of(shown.begin(), shown.end(), [&](Point p) { return support.rect().contains(p); }));
    node.closes = {200, 200};
    QVERIFY(!node.support(shapes(links), {}).bounded());
}

/// Each node differs from the first in one value, or in a side of `closes` from its neighbours.
void TestScatter::fingerprintsTellValuesApart() {
    std::vector<Scatter> nodes(9);
    nodes[1].pitch = 3;
    nodes[2].distance = 1;
    nodes[3].blend = RepeatBlend::add;
    nodes[4].variation.seed = 1;
    nodes[5].variation.turn = Variation::Turns::half;
    nodes[6].closes = {100, 60};
    nodes[7].closes = {100, 80};
    nodes[8].closes = {120, 60};
    std::set<std::string> all;
    for (const Scatter& node : nodes)
        all.insert(node.fingerprint());
    QCOMPARE(all.size(), nodes.size());
}

BURIN_TEST(TestScatter)
#include "test_scatter.moc"
