// SPDX-License-Identifier: GPL-3.0-or-later

// Compares repeats that differ with the definition on the format's page and with `transform`.

#include "core/kinds/combine/stitching.hpp"
#include "core/kinds/filter/transform.hpp"
#include "support/random.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <functional>
#include <map>

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

/// Random samples, a few of them 0, that depend on their place alone.
float noise(std::int64_t x, std::int64_t y) {
    const double value = hashOfPage(x, y, 99);
    return value < 0.1 ? 0.0F : static_cast<float>(value);
}

FakeChild child(const Rect& rect) {
    return {Extent(rect), noise};
}

/// Calls check(cell, random(k)) for cells near the origin and far from it.
void forCells(std::uint32_t seed,
              const std::function<void(Point, const std::function<double(int)>&)>& check) {
    for (const Point around : {Point{0, 0}, Point{2'000'000, -1'999'980}, Point{-7'000'000'000, 5}}) {
        for (std::int64_t j = -4; j < 4; ++j) {
            for (std::int64_t i = -4; i < 4; ++i) {
                const Point cell{around.x + i, around.y + j};
                check(cell, [&](int k) {
                    return hashOfPage(cell.x, cell.y, std::int64_t{seed} + 65536 * std::int64_t{k});
                });
            }
        }
    }
}

const OperationOf<Stitching> operation(const Stitching& node) {
    return OperationOf<Stitching>(node);
}

Stitching lattice(Vector u, Vector v) {
    Stitching node;
    node.u = u;
    node.v = v;
    return node;
}

bool sameSamples(const OwnedSamples& a, const OwnedSamples& b) {
    return a.samples == b.samples;
}

OwnedSamples cropOf(const OwnedSamples& whole, const Rect& area) {
    OwnedSamples part(area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x)
            part.at(x, y) = whole.at(x, y);
    }
    return part;
}

using Rule = std::function<void(Stitching&)>;

/// Rules that make repeats differ, by name.
const std::map<QString, Rule>& rules() {
    static const std::map<QString, Rule> all = {
        {"random patterns", [](Stitching&) {}},
        {"patterns in sequence", [](Stitching& n) { n.variation.pick = Variation::Pick::sequence; }},
        {"offsets",
         [](Stitching& n) {
             n.variation.offset = {4.5, 3};
         }},
        {"half turns", [](Stitching& n) { n.variation.turn = Variation::Turns::half; }},
        {"quarter turns and mirrors",
         [](Stitching& n) {
             n.variation.turn = Variation::Turns::quarter;
             n.variation.mirror = Variation::Mirrors::both;
         }},
        {"any turn", [](Stitching& n) { n.variation.turn = Variation::Turns::any; }},
        {"scales and gains",
         [](Stitching& n) {
             n.variation.scale = {0.4, 1.75};
             n.variation.gain = {-1, 2};
         }},
        {"numbers of repeats", [](Stitching& n) { n.variation.ids = true; }},
        {"the number of the largest",
         [](Stitching& n) {
             n.variation.ids = true;
             n.blend = RepeatBlend::max;
         }},
        {"means of turned ones",
         [](Stitching& n) {
             n.variation.turn = Variation::Turns::quarter;
             n.blend = RepeatBlend::mean;
         }},
    };
    return all;
}

}  // namespace

class TestVariation : public QObject {
    Q_OBJECT

  private slots:
    void randomNumbersAreThePages();
    void seedsShareNoNumbers();
    void everyRuleDrawsItsNumber();
    void picksFollowTheCells();
    void aRepeatShowsTheTransformedPattern_data();
    void aRepeatShowsTheTransformedPattern();
    void theLastRepeatOverAPixelWins();
    void anyRegionIsTheCrop_data();
    void anyRegionIsTheCrop();
    void whatCannotVaryIsNoPartOfTheFingerprint();
    void whatVariesIs();
    void closedLatticesRepeatExactly_data();
    void closedLatticesRepeatExactly();
    void whatDoesNotCloseIsAnError();
    void overlapsAreCounted();
    void theLargestSides_data();
    void theLargestSides();
    void periods_data();
    void periods();
    void anEmptyPatternShowsNothing();
};

void TestVariation::randomNumbersAreThePages() {
    for (std::uint32_t seed : {0U, 1U, 65535U, 4294967295U}) {
        forCells(seed, [&](Point cell, const auto& random) {
            for (int k = 1; k <= 10; ++k)
                QCOMPARE(randomOf(cell, seed, static_cast<std::uint32_t>(k)), random(k));
        });
    }
}

void TestVariation::seedsShareNoNumbers() {
    for (std::uint32_t k = 1; k < 10; ++k) {
        QVERIFY(randomOf({3, 4}, 65535, k) != randomOf({3, 4}, 0, k + 1));
        QVERIFY(randomOf({3, 4}, 65536, k) == randomOf({3, 4}, 0, k + 1));
    }
}

void TestVariation::everyRuleDrawsItsNumber() {
    Variation by;
    by.seed = 77;
    by.patterns = 5;
    by.offset = {10.25, 3};
    by.turn = Variation::Turns::any;
    by.scale = {0.5, 3};
    by.gain = {-2, 4};
    by.ids = true;
    for (const Variation::Mirrors mirror :
         {Variation::Mirrors::x, Variation::Mirrors::y, Variation::Mirrors::both}) {
        by.mirror = mirror;
        forCells(77, [&](Point cell, const auto& random) {
            const Variant got = by.of(cell);
            QCOMPARE(static_cast<double>(got.pattern), std::floor(5 * random(1)));
            QCOMPARE(static_cast<double>(got.offset.x), std::floor((2 * random(2) - 1) * 10.25 + 0.5));
            QCOMPARE(static_cast<double>(got.offset.y), std::floor((2 * random(3) - 1) * 3 + 0.5));
            QCOMPARE(got.degrees, 360 * std::floor(4096 * random(4)) / 4096);
            const bool half = random(5) >= 0.5;
            const bool odd = static_cast<int>(std::floor(4 * random(5))) % 2 == 1;
            QCOMPARE(got.mirrorX, mirror != Variation::Mirrors::y && half);
            QCOMPARE(got.mirrorY,
                     mirror == Variation::Mirrors::both ? odd : mirror == Variation::Mirrors::y && half);
            QCOMPARE(got.scale, 0.5 + 2.5 * random(6));
            QCOMPARE(got.gain, static_cast<float>(-2 + 6.0 * random(7)));
            const double number = std::floor(16777216 * random(8));
            QCOMPARE(static_cast<double>(got.id), (number < 16 ? 16 : number) / 16777216);
        });
    }
    by.turn = Variation::Turns::half;
    forCells(77, [&](Point cell, const auto& random) {
        QCOMPARE(by.of(cell).degrees, 180 * std::floor(2 * random(4)));
    });
    by.turn = Variation::Turns::quarter;
    forCells(77, [&](Point cell, const auto& random) {
        QCOMPARE(by.of(cell).degrees, 90 * std::floor(4 * random(4)));
    });
}

void TestVariation::picksFollowTheCells() {
    Variation by;
    by.patterns = 3;
    const auto picked = [&](Variation::Pick pick, Point cell) {
        by.pick = pick;
        return static_cast<int>(by.of(cell).pattern);
    };
    QCOMPARE(picked(Variation::Pick::rows, {9, -1}), 2);
    QCOMPARE(picked(Variation::Pick::columns, {-2, 5}), 1);
    QCOMPARE(picked(Variation::Pick::sequence, {-2, 1}), 2);
    QCOMPARE(picked(Variation::Pick::first, {7, 8}), 0);
}

void TestVariation::aRepeatShowsTheTransformedPattern_data() {
    QTest::addColumn<bool>("any");
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("gain");
    QTest::newRow("mirrored and turned by quarters") << false << 1.0 << 1.0;
    QTest::newRow("and multiplied") << false << 1.0 << -0.75;
    QTest::newRow("turned by any angle") << true << 1.0 << 1.0;
    QTest::newRow("turned, scaled and multiplied") << true << 2.5 << 3.0;
    QTest::newRow("scaled, and turned by quarters") << false << 2.5 << 1.0;
}

/// The repeats are so far apart that none overlap.
void TestVariation::aRepeatShowsTheTransformedPattern() {
    QFETCH(bool, any);
    QFETCH(double, most);
    QFETCH(double, gain);
    const Rect rect{-3, 7, 13, 8};
    const Point at{2, -5};
    Stitching node = lattice({80, 3}, {-7, 90});
    node.variation.seed = 5;
    node.variation.turn = any ? Variation::Turns::any : Variation::Turns::quarter;
    node.variation.mirror = Variation::Mirrors::both;
    node.variation.offset = {9, 6};
    node.variation.scale = {0.5, most};
    if (most == 1) node.variation.scale = {1, 1};
    node.variation.gain = {gain, gain};
    FakeChild pattern = child(rect);
    std::int64_t covered = 0;
    for (std::int64_t j = -2; j <= 2; ++j) {
        for (std::int64_t i = -2; i <= 2; ++i) {
            const Variant variant = node.variation.of({i, j});
            Transform transform;
            transform.scale = {variant.scale, variant.scale};
            transform.rotateDegrees = variant.degrees;
            transform.mirrorX = variant.mirrorX;
            transform.mirrorY = variant.mirrorY;
            const Rect size = transform.placement(Extent(rect)).result.rect();
            const auto half = [](std::int64_t room) {
                return static_cast<std::int64_t>(std::floor(static_cast<double>(room) / 2));
            };
            const Point corner{
                80 * i - 7 * j + at.x + variant.offset.x + rect.x + half(rect.width - size.width),
                3 * i + 90 * j + at.y + variant.offset.y + rect.y + half(rect.height - size.height)};
            const OwnedSamples want =
                compute(OperationOf<Transform>(transform), {{Trait::data, &pattern, {}}}, size);
            const OwnedSamples got =
                compute(operation(node), {{Trait::pattern, &pattern, at}}, size.translated(corner).grown(3));
            for (std::int64_t y = got.area.y; y < got.area.bottom(); ++y) {
                for (std::int64_t x = got.area.x; x < got.area.right(); ++x) {
                    const Point p = Point{x, y} - corner;
                    float value = size.contains(p) ? want.at(p.x, p.y) * static_cast<float>(gain) : 0.0F;
                    if (std::fabs(value) < 0x1p-20F) value = 0;
                    // Exact if a copy is only turned by quarters, otherwise within the tolerance of the
                    // format page.
                    const double allowed = variant.scale == 1 && !any ? 0 : 1e-5;
                    QVERIFY(std::fabs(static_cast<double>(got.at(x, y) - value)) <= allowed);
                    if (value != 0) ++covered;
                }
            }
        }
    }
    QVERIFY(covered > 25 * 20);
}

/// Repeats overlap in the order of (j, i), regardless of their patterns. Each pattern has its own value.
void TestVariation::theLastRepeatOverAPixelWins() {
    Stitching node = lattice({5, 1}, {-2, 4});
    node.variation.patterns = 3;
    FakeChild a(Extent(Rect{0, 0, 9, 9}), [](auto, auto) { return 0.25F; });
    FakeChild b(Extent(Rect{0, 0, 7, 11}), [](auto, auto) { return 0.5F; });
    FakeChild c(Extent(Rect{1, 1, 12, 4}), [](auto, auto) { return 0.75F; });
    const std::vector<FakeLink> links = {
        {Trait::pattern, &a, {}}, {Trait::pattern, &b, {1, 2}}, {Trait::pattern, &c, {}}};
    const Rect area{-20, -20, 60, 60};
    const OwnedSamples got = compute(operation(node), links, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            float value = 0;
            for (std::int64_t j = -40; j <= 40; ++j) {
                for (std::int64_t i = -40; i <= 40; ++i) {
                    const auto pick = static_cast<std::size_t>(3 * hashOfPage(i, j, 65536));
                    const Point p = Point{x, y} - Point{5 * i - 2 * j, i + 4 * j} - links[pick].at;
                    if (links[pick].child->extent().rect().contains(p))
                        value = 0.25F * static_cast<float>(pick + 1);
                }
            }
            QCOMPARE(got.at(x, y), value);
        }
    }
}

void TestVariation::anyRegionIsTheCrop_data() {
    QTest::addColumn<QString>("rule");
    for (const auto& entry : rules())
        QTest::newRow(qPrintable(entry.first)) << entry.first;
}

void TestVariation::anyRegionIsTheCrop() {
    QFETCH(QString, rule);
    Stitching node = lattice({13.37, 2.1}, {-4.2, 11.9});
    rules().at(rule)(node);
    node.variation.patterns = 3;
    FakeChild a = child({0, 0, 17, 12});
    FakeChild b = child({-5, 3, 9, 21});
    FakeChild large = child({0, 0, 700, 500});  // read piece by piece
    const std::vector<FakeLink> links = {{Trait::pattern, &a, {}},
                                         {Trait::pattern, &b, {3, 4}},
                                         {Trait::pattern, rule.contains("turn") ? &a : &large, {}}};
    Random random(3);
    for (const Point corner : {Point{-40, -30}, Point{1'999'900, 1'999'900}}) {
        const Rect area{corner.x, corner.y, 90, 70};
        const OwnedSamples whole = compute(operation(node), links, area);
        for (int k = 0; k < 12; ++k) {
            const std::int64_t x = random.between(0, 60);
            const std::int64_t y = random.between(0, 50);
            const Rect part{area.x + x, area.y + y, random.between(1, 90 - x), random.between(1, 70 - y)};
            QVERIFY(sameSamples(compute(operation(node), links, part), cropOf(whole, part)));
        }
    }
}

void TestVariation::whatCannotVaryIsNoPartOfTheFingerprint() {
    const Stitching plain = lattice({5, 0}, {0, 5});
    Stitching node = plain;
    node.variation.seed = 9;
    node.variation.pick = Variation::Pick::sequence;  // a sequence of one pattern
    QCOMPARE(node.fingerprint(), plain.fingerprint());
    QVERIFY(node.plain());
    node.variation.patterns = 2;
    Stitching other = node;
    other.variation.seed = 10;  // a sequence needs no random numbers
    QCOMPARE(other.fingerprint(), node.fingerprint());
    node.variation.pick = other.variation.pick = Variation::Pick::random;
    QVERIFY(other.fingerprint() != node.fingerprint());
}

void TestVariation::whatVariesIs() {
    std::map<std::string, int> seen;
    for (const auto& [name, rule] : rules()) {
        Stitching node = lattice({5, 0}, {0, 5});
        node.variation.patterns = name.contains("patterns") ? 2 : 1;
        rule(node);
        QVERIFY2(++seen[node.fingerprint()] == 1, qPrintable(name));
    }
}

void TestVariation::closedLatticesRepeatExactly_data() {
    QTest::addColumn<double>("ux");
    QTest::addColumn<double>("uy");
    QTest::addColumn<double>("vx");
    QTest::addColumn<double>("vy");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::newRow("straight, along x") << 33.3333 << 0.0 << 4.0 << 17.7 << 100 << 0;
    QTest::newRow("straight, along y") << 21.7 << 3.0 << 0.0 << 14.2857 << 0 << 100;
    QTest::newRow("hexagonal, both") << 10.3333 << 0.0 << 5.16665 << 9.3333 << 31 << 56;
    QTest::newRow("skew, both") << 8.857 << -4.286 << 4.429 << 12.857 << 31 << 30;
    QTest::newRow("left-handed, both") << 4.429 << 12.857 << 8.857 << -4.286 << 31 << 30;
    QTest::newRow("skew, along x") << 9.333 << 2.0 << 9.333 << -4.0 << 28 << 0;
    QTest::newRow("after 18 million repeats") << 37.0 << 0.0 << 0.0 << 30.0 << 37 * 18'000'000 << 0;
}

/// Tests places near the origin and far away, where u and v alone would have drifted from the closed lattice.
void TestVariation::closedLatticesRepeatExactly() {
    QFETCH(double, ux);
    QFETCH(double, uy);
    QFETCH(double, vx);
    QFETCH(double, vy);
    QFETCH(int, width);
    QFETCH(int, height);
    Stitching node = lattice({ux, uy}, {vx, vy});
    node.origin = {0.4, -2.7};
    node.closes = {width, height};
    node.variation.patterns = 2;
    node.variation.turn = Variation::Turns::quarter;
    node.variation.offset = {3, 2};
    FakeChild a = child({0, 0, 15, 9});
    FakeChild b = child({0, 0, 4, 19});
    const std::vector<FakeLink> links = {{Trait::pattern, &a, {}}, {Trait::pattern, &b, {1, 1}}};
    const std::vector<LinkShape> bound = shapes(links);
    const auto complaint = node.complaint(bound);
    QVERIFY2(!complaint, complaint ? complaint->problem.adviceText().c_str() : "");
    const Rect area{-20, -15, 70, 60};
    const OwnedSamples whole = compute(operation(node), links, area);
    QVERIFY(std::count(whole.samples.begin(), whole.samples.end(), 0.0F) < 4200);
    const auto equalsMoved = [&](std::int64_t x, std::int64_t y) {
        return sameSamples(whole, compute(operation(node), links, area.translated({x, y})));
    };
    for (const std::int64_t times : {1, -1, 7, 20011}) {
        QVERIFY(width == 0 || equalsMoved(times * width, 0));
        QVERIFY(height == 0 || equalsMoved(0, times * height));
    }
    QVERIFY(!equalsMoved(width == 0 ? 100 : width, height == 0 ? 100 : height + 1));
}

void TestVariation::whatDoesNotCloseIsAnError() {
    Stitching node = lattice({10, 0}, {5, 8.66});
    node.closes = {104, 0};
    FakeChild pattern = child({0, 0, 9, 9});
    const std::vector<LinkShape> bound = shapes({{Trait::pattern, &pattern, {}}});
    const auto complaint = node.complaint(bound);
    QVERIFY(complaint.has_value());
    QCOMPARE(complaint->parameter, std::string("closes"));
    QCOMPARE(complaint->problem.adviceText(),
             std::string("the nearest vectors that do are u: [10.4, 0], v: [5, 8.66]"));
    // The vectors that the message names do close.
    node.u = Vector{10.4, 0};
    QVERIFY(!node.complaint(bound));
    node.closes = {2, 3};  // shorter than any vector
    QVERIFY(node.complaint(bound).has_value());
}

void TestVariation::overlapsAreCounted() {
    FakeChild pattern = child({0, 0, 64, 64});
    const std::vector<FakeLink> links = {{Trait::pattern, &pattern, {}}};
    Stitching node = lattice({2, 0}, {0, 2});  // 1,024 over a pixel
    node.variation.turn = Variation::Turns::quarter;
    QVERIFY(!node.complaint(shapes(links)));
    const OwnedSamples got = compute(operation(node), links, {0, 0, 5, 3});
    QVERIFY(got.at(2, 2) != 0);
    node.variation.offset = {100, 100};
    const auto complaint = node.complaint(shapes(links));
    QVERIFY(complaint.has_value());
    QCOMPARE(complaint->problem.text(),
             std::string("about 17424 repeats lie over one pixel"));  // 264 x 264 / 4
}

/// A side within 1e-9 of a whole number, relative above 1, is that number.
void TestVariation::theLargestSides_data() {
    QTest::addColumn<bool>("turns");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QSize>("pattern");
    QTest::addColumn<QSize>("sides");
    const auto row = [](const char* name, bool turns, double scale, QSize pattern, QSize sides) {
        QTest::newRow(name) << turns << scale << pattern << sides;
    };
    row("a diagonal that is whole", true, 1, {3, 4}, {5, 5});
    row("one that is not", true, 1, {3, 5}, {6, 6});
    row("a tenth is not exact in binary, the side is", false, 1.1, {100, 30}, {110, 33});
    row("just within, below 1", false, 1 + 0.5e-9, {1, 1}, {1, 1});
    row("just beyond, below 1", false, 1 + 2e-9, {1, 1}, {2, 2});
    row("just within, relative", false, 1 + 0.5e-9, {100, 1'000'000}, {100, 1'000'000});
    row("just beyond, relative", false, 1 + 2e-9, {100, 1'000'000}, {101, 1'000'001});
    row("a large diagonal just within", true, 1 + 0.5e-9, {4'096'000, 3'072'000}, {5'120'000, 5'120'000});
    row("a large diagonal just beyond", true, 1 + 2e-9, {4'096'000, 3'072'000}, {5'120'001, 5'120'001});
}

void TestVariation::theLargestSides() {
    QFETCH(bool, turns);
    QFETCH(double, scale);
    QFETCH(QSize, pattern);
    QFETCH(QSize, sides);
    Variation variation;
    if (turns) variation.turn = Variation::Turns::any;
    variation.scale = {0.5, scale};
    const Size found = variation.largestSides({pattern.width(), pattern.height()});
    QCOMPARE(QSize(static_cast<int>(found.width), static_cast<int>(found.height)), sides);
}

void TestVariation::periods_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<double>("u");
    QTest::addColumn<QSize>("closes");
    QTest::addColumn<QSize>("cell");
    QTest::newRow("nothing varies") << "half turns of none" << 10.0 << QSize(0, 0) << QSize(10, 20);
    QTest::newRow("three patterns in sequence")
        << "patterns in sequence" << 10.0 << QSize(0, 0) << QSize(30, 60);
    QTest::newRow("in sequence, real vectors") << "patterns in sequence" << 10.1 << QSize(0, 0) << QSize();
    QTest::newRow("in sequence, three vectors are whole except for rounding")
        << "patterns in sequence" << 31.0 / 3 << QSize(0, 0) << QSize();
    QTest::newRow("random patterns") << "random patterns" << 10.0 << QSize(0, 0) << QSize();
    QTest::newRow("random patterns that close")
        << "random patterns" << 10.0 << QSize(100, 200) << QSize(100, 200);
    QTest::newRow("that close one way only") << "random patterns" << 10.0 << QSize(100, 0) << QSize();
    QTest::newRow("quarter turns") << "quarter turns and mirrors" << 10.0 << QSize(0, 0) << QSize();
}

void TestVariation::periods() {
    QFETCH(QString, rule);
    QFETCH(double, u);
    QFETCH(QSize, closes);
    QFETCH(QSize, cell);
    Stitching node = lattice({u, 0}, {0, 20});
    const auto found = rules().find(rule);
    if (found != rules().end()) found->second(node);
    node.variation.patterns = found != rules().end() ? 3 : 1;
    node.closes = {closes.width(), closes.height()};
    FakeChild pattern = child({0, 0, 9, 9});
    const FakeLink link{Trait::pattern, &pattern, {}};
    const auto period = node.period(shapes({link, link, link}), Lattice{1, 1, 0});
    QCOMPARE(period.has_value(), !cell.isEmpty());
    if (period) QCOMPARE(*period, (Lattice{cell.width(), cell.height(), 0}));
    if (node.variation.varies())
        QVERIFY(node.nearPeriod(shapes({link, link, link}), Lattice{1, 1, 0}) == period);
}

void TestVariation::anEmptyPatternShowsNothing() {
    Stitching node = lattice({5, 0}, {0, 5});
    node.variation.patterns = 2;
    FakeChild full = child({0, 0, 5, 5});
    FakeChild empty{Extent(Rect{}), noise};
    const OwnedSamples got =
        compute(operation(node), {{Trait::pattern, &empty, {}}, {Trait::pattern, &full, {}}}, {0, 0, 50, 50});
    for (std::int64_t y = 0; y < 50; ++y) {
        for (std::int64_t x = 0; x < 50; ++x) {
            const bool shows = hashOfPage(x / 5, y / 5, 65536) >= 0.5;
            QCOMPARE(got.at(x, y), shows ? noise(x % 5, y % 5) : 0.0F);
        }
    }
    node.variation.patterns = 1;
    QVERIFY(node.support(shapes({{Trait::pattern, &empty, {}}}), {}).empty());
}

BURIN_TEST(TestVariation)
#include "test_variation.moc"
