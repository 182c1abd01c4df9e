// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/median.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <random>

using namespace burin;
using namespace burin::test;

namespace {

using Pattern = float (*)(std::int64_t x, std::int64_t y);

std::uint32_t hashed(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    return h;
}

float allDifferent(std::int64_t x, std::int64_t y) {
    return static_cast<float>(hashed(x, y) >> 8) * 0x1p-24F - 0.5F;
}
float fewValues(std::int64_t x, std::int64_t y) {
    return static_cast<float>(hashed(x, y) % 3) * 0.5F;
}
float slope(std::int64_t x, std::int64_t y) {
    return static_cast<float>(3 * x - 2 * y) * 0.01F;
}
float specks(std::int64_t x, std::int64_t y) {
    return hashed(x, y) % 50 == 0 ? 1e30F : 0.0F;
}

/// The middle one of all samples around (x, y), by sorting.
float middleAround(const FakeChild& child, std::int64_t x, std::int64_t y, int radius, Edge edge) {
    std::vector<float> samples;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx)
            samples.push_back(child.at(x + dx, y + dy, edge));
    }
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

OperationOf<Median> medianOf(int radius, Edge edge) {
    return OperationOf<Median>(Median(radius, edge));
}

/// Applies a method to the neighbourhood of `area`.
std::vector<float> applied(const MedianMethod& method, const FakeChild& child, const Rect& area, int radius) {
    OwnedSamples source(area.grown(radius));
    for (std::int64_t y = source.area.y; y < source.area.bottom(); ++y) {
        for (std::int64_t x = source.area.x; x < source.area.right(); ++x) {
            source.at(x, y) = child.at(x, y, Edge::empty);
        }
    }
    OwnedSamples out(area);
    FakeScratch scratch(method.scratchBytes({area.width, area.height}));
    method.apply(source.view(), out.view(), scratch);
    return out.samples;
}

}  // namespace

class TestMedian : public QObject {
    Q_OBJECT

  private slots:
    void isTheMiddleSample_data();
    void isTheMiddleSample();
    void continuesTheChildAsItsEdgeSays_data();
    void continuesTheChildAsItsEdgeSays();
    void allMethodsAgreeOnEveryInstructionSet_data();
    void allMethodsAgreeOnEveryInstructionSet();
    void doesNotDependOnTheArea();
    void isMasked();
    void isBoundedByItsChild();
    void knowsWhereItIsEmpty_data();
    void knowsWhereItIsEmpty();
    void isTheSameForTheSameParametersOnly();
};

void TestMedian::isTheMiddleSample_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<Pattern>("pattern");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    for (const int radius : {1, 2, 3, 4, 5, 6, 7, 12, 31}) {
        const auto row = [radius](const char* what) -> QTestData& {
            return QTest::addRow("radius %d, %s", radius, what);
        };
        row("all samples different") << radius << &allDifferent << qint64{83} << qint64{37};
        row("three values") << radius << &fewValues << qint64{70} << qint64{9};
        row("a slope") << radius << &slope << qint64{17} << qint64{70};
        row("rare specks that are huge") << radius << &specks << qint64{40} << qint64{21};
        row("a single pixel") << radius << &allDifferent << qint64{1} << qint64{1};
        row("a single column") << radius << &allDifferent << qint64{1} << qint64{30};
        row("a single row") << radius << &allDifferent << qint64{30} << qint64{1};
    }
    QTest::newRow("wider than a strip of tiles") << 3 << &allDifferent << qint64{600} << qint64{5};
    QTest::newRow("more than one sorted tile on each axis")
        << 8 << &allDifferent << qint64{150} << qint64{131};
}

void TestMedian::isTheMiddleSample() {
    QFETCH(int, radius);
    QFETCH(Pattern, pattern);
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    FakeChild child(Extent(), pattern);
    const Rect area{-5, 11, width, height};
    const Point at{7, -3};
    const OwnedSamples image = compute(medianOf(radius, Edge::extend), {{Trait::data, &child, at}}, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            QCOMPARE(image.at(x, y), middleAround(child, x - at.x, y - at.y, radius, Edge::extend));
        }
    }
}

void TestMedian::continuesTheChildAsItsEdgeSays_data() {
    QTest::addColumn<Edge>("edge");
    QTest::addColumn<int>("radius");
    QTest::newRow("the nearest pixel") << Edge::extend << 3;
    QTest::newRow("mirrored") << Edge::mirror << 3;
    QTest::newRow("repeated") << Edge::wrap << 3;
    QTest::newRow("mirrored more than once") << Edge::mirror << 20;
    QTest::newRow("repeated more than once") << Edge::wrap << 20;
}

void TestMedian::continuesTheChildAsItsEdgeSays() {
    QFETCH(Edge, edge);
    QFETCH(int, radius);
    FakeChild child(Extent(Rect{0, 0, 13, 9}), &allDifferent);
    const Rect area{-4, -6, 30, 25};  // like a node whose own size exceeds its child's
    const OwnedSamples image = compute(medianOf(radius, edge), {{Trait::data, &child, {2, 1}}}, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            QCOMPARE(image.at(x, y), middleAround(child, x - 2, y - 1, radius, edge));
        }
    }
}

void TestMedian::allMethodsAgreeOnEveryInstructionSet_data() {
    QTest::addColumn<int>("radius");
    for (const int radius : {1, 2, 3, 4, 5, 9})
        QTest::addRow("radius %d", radius) << radius;
}

void TestMedian::allMethodsAgreeOnEveryInstructionSet() {
    QFETCH(int, radius);
    const FakeChild child(Extent(), &allDifferent);
    const Rect area{100, -20, 77, 45};
    std::vector<float> expected;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            expected.push_back(middleAround(child, x, y, radius, Edge::empty));
        }
    }
    for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (!supported(set)) continue;
        QVERIFY2(applied(RankMedian(radius, set), child, area, radius) == expected, instructionSetName(set));
        QVERIFY2(applied(*chooseMedian(radius, set), child, area, radius) == expected,
                 instructionSetName(set));
    }
}

void TestMedian::doesNotDependOnTheArea() {
    FakeChild child(Extent(Rect{0, 0, 97, 61}), &allDifferent);
    std::mt19937 random(5);
    for (const int radius : {1, 2, 5, 9}) {
        const OperationOf<Median> median = medianOf(radius, Edge::mirror);
        const std::vector<FakeLink> links{{Trait::data, &child, {0, 0}}};
        const OwnedSamples whole = compute(median, links, {0, 0, 97, 61});
        for (int piece = 0; piece < 20; ++piece) {
            const auto below = [&random](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
            const Rect area{below(90), below(60), 1 + below(40), 1 + below(40)};
            const Rect inside = intersection(area, whole.area);
            const OwnedSamples part = compute(median, links, inside);
            for (std::int64_t y = inside.y; y < inside.bottom(); ++y) {
                for (std::int64_t x = inside.x; x < inside.right(); ++x) {
                    QCOMPARE(part.at(x, y), whole.at(x, y));
                }
            }
        }
    }
}

void TestMedian::isMasked() {
    FakeChild child(Extent(), [](auto, auto) { return 0.75F; });
    FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
    const OwnedSamples image = compute(
        medianOf(1, Edge::extend), {{Trait::data, &child, {}}, {Trait::mask, &mask, {1, 0}}}, {0, 0, 4, 1});
    QCOMPARE(image.samples, (std::vector<float>{0.0F, 0.375F, 0.75F, 0.0F}));
}

void TestMedian::isBoundedByItsChild() {
    const std::vector<LinkShape> bounded{
        {Trait::data, {3, 4}, Extent(Rect{0, 0, 10, 20}), Extent(Rect{0, 0, 10, 20})}};
    QCOMPARE(medianOf(2, Edge::wrap).extent(bounded), Extent(Rect{3, 4, 10, 20}));
    const std::vector<LinkShape> empty{{Trait::data, {3, 4}, Extent(Rect{}), Extent(Rect{})}};
    QVERIFY(medianOf(2, Edge::wrap).extent(empty).empty());
    const std::vector<LinkShape> unbounded{{Trait::data, {3, 4}, Extent(), Extent()}};
    QVERIFY(!medianOf(2, Edge::wrap).extent(unbounded).bounded());
}

void TestMedian::knowsWhereItIsEmpty_data() {
    QTest::addColumn<Edge>("edge");
    QTest::addColumn<bool>("childIsBounded");
    QTest::addColumn<Rect>("support");  // the support of the child
    QTest::addColumn<Rect>("own");      // the support of the filter
    QTest::addColumn<Rect>("expected");
    const Rect all{0, 0, 100, 100};
    const Rect spot{40, 50, 5, 6};
    const Rect corner{0, 0, 3, 3};
    QTest::newRow("a spot reaches as far as the radius")
        << Edge::extend << true << spot << all << spot.grown(2);
    QTest::newRow("beside the edge, mirrored") << Edge::mirror << true << corner << all << Rect{0, 0, 5, 5};
    QTest::newRow("beside the edge, repeated: it comes back on the other side")
        << Edge::wrap << true << corner << all << all;
    QTest::newRow("off the edge, repeated") << Edge::wrap << true << spot << all << spot.grown(2);
    QTest::newRow("a filter larger than its child")
        << Edge::extend << true << corner << Rect{0, 0, 200, 100} << Rect{0, 0, 200, 100};
    QTest::newRow("an unbounded child has no edge")
        << Edge::wrap << false << corner << all << Rect{0, 0, 5, 5};
    QTest::newRow("nothing stays nothing") << Edge::wrap << true << Rect{} << all << Rect{};
}

void TestMedian::knowsWhereItIsEmpty() {
    QFETCH(Edge, edge);
    QFETCH(bool, childIsBounded);
    QFETCH(Rect, support);
    QFETCH(Rect, own);
    QFETCH(Rect, expected);
    const Extent extent = childIsBounded ? Extent(Rect{0, 0, 100, 100}) : Extent();
    const std::vector<LinkShape> links{{Trait::data, {}, extent, Extent(support)}};
    QCOMPARE(medianOf(2, edge).support(links, Extent(own)), Extent(expected));
}

void TestMedian::isTheSameForTheSameParametersOnly() {
    QCOMPARE(medianOf(2, Edge::wrap).fingerprint(), medianOf(2, Edge::wrap).fingerprint());
    QVERIFY(medianOf(2, Edge::wrap).fingerprint() != medianOf(2, Edge::mirror).fingerprint());
    QVERIFY(medianOf(2, Edge::wrap).fingerprint() != medianOf(3, Edge::wrap).fingerprint());
}

BURIN_TEST(TestMedian)
#include "test_median.moc"
