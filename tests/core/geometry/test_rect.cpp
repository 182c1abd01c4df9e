// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/extent.hpp"
#include "core/geometry/rect.hpp"
#include "support/testing.hpp"

#include <random>
#include <vector>

using namespace burin;

namespace {

constexpr int side = 12;

/// A rectangle inside [0, side)^2, sometimes empty.
Rect randomRect(std::mt19937& random) {
    std::uniform_int_distribution<int> place(0, side - 1);
    const int x = place(random);
    const int y = place(random);
    std::uniform_int_distribution<int> width(0, side - x);
    std::uniform_int_distribution<int> height(0, side - y);
    return {x, y, width(random), height(random)};
}

template <class Check>
void everyPlace(Check check) {
    for (int y = -1; y <= side; ++y) {
        for (int x = -1; x <= side; ++x)
            check(Point{x, y});
    }
}

}  // namespace

class TestRect : public QObject {
    Q_OBJECT

  private slots:
    void anIntersectionHoldsWhatBothHold() {
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const Rect a = randomRect(random);
            const Rect b = randomRect(random);
            const Rect both = intersection(a, b);
            everyPlace([&](Point p) { QCOMPARE(both.contains(p), a.contains(p) && b.contains(p)); });
            if (both.empty()) QCOMPARE(both, Rect{});
        }
    }

    void aBoundingRectIsTheSmallestThatHoldsBoth() {
        std::mt19937 random(2);
        for (int i = 0; i < 2000; ++i) {
            const Rect a = randomRect(random);
            const Rect b = randomRect(random);
            const Rect bound = boundingRect(a, b);
            QVERIFY(bound.contains(a) && bound.contains(b));
            if (a.empty() || b.empty()) {
                QVERIFY(bound == a || bound == b);
                continue;
            }
            QCOMPARE(bound.x, std::min(a.x, b.x));
            QCOMPARE(bound.y, std::min(a.y, b.y));
            QCOMPARE(bound.right(), std::max(a.right(), b.right()));
            QCOMPARE(bound.bottom(), std::max(a.bottom(), b.bottom()));
        }
    }

    void aRectContainsAnotherIfItContainsEveryPlaceOfIt() {
        std::mt19937 random(3);
        for (int i = 0; i < 2000; ++i) {
            const Rect a = randomRect(random);
            const Rect b = randomRect(random);
            bool all = true;
            everyPlace([&](Point p) { all = all && (!b.contains(p) || a.contains(p)); });
            QCOMPARE(a.contains(b), all);
        }
    }

    void growingAndMoving() {
        const Rect r{3, -4, 5, 6};
        QCOMPARE(r.grown(2), (Rect{1, -6, 9, 10}));
        QCOMPARE(r.grown(1, 0), (Rect{2, -4, 7, 6}));
        QVERIFY(r.grown(-3).empty());
        QCOMPARE(r.translated({-3, 4}), (Rect{0, 0, 5, 6}));
        QCOMPARE(r.area(), std::int64_t{30});
        QCOMPARE((Rect{0, 0, -2, -3}).area(), std::int64_t{0});
    }

    void theLargestAreaFits() {
        constexpr std::int64_t most = (std::int64_t{1} << 31) - 1;
        QCOMPARE((Rect{0, 0, most, most}).area(), most * most);
    }

    void floorDivisionRoundsDown() {
        for (std::int64_t divisor = 1; divisor < 9; ++divisor) {
            for (std::int64_t value = -40; value <= 40; ++value) {
                const std::int64_t quotient = floorDiv(value, divisor);
                const std::int64_t remainder = floorMod(value, divisor);
                QCOMPARE(quotient * divisor + remainder, value);
                QVERIFY(remainder >= 0 && remainder < divisor);
            }
        }
    }

    void anExtentIsEverywhereOrARect() {
        const Extent everywhere;
        const Extent some(Rect{2, 3, 4, 5});
        const Extent nowhere(Rect{2, 3, 0, 5});
        QVERIFY(!everywhere.bounded() && !everywhere.empty());
        QVERIFY(some.bounded() && !some.empty());
        QVERIFY(nowhere.bounded() && nowhere.empty());
        QCOMPARE(nowhere, Extent(Rect{}));
        QCOMPARE(everywhere.clip({1, 1, 9, 9}), (Rect{1, 1, 9, 9}));
        QCOMPARE(some.clip({0, 0, 4, 4}), (Rect{2, 3, 2, 1}));
        QCOMPARE(intersection(everywhere, some), some);
        QCOMPARE(intersection(some, nowhere), nowhere);
        QCOMPARE(boundingExtent(some, nowhere), some);
        QCOMPARE(boundingExtent(some, everywhere), everywhere);
        QCOMPARE(some.translated({1, 1}).rect(), (Rect{3, 4, 4, 5}));
        QCOMPARE(everywhere.translated({1, 1}), everywhere);
        QCOMPARE(nowhere.grown(3), nowhere);
        QCOMPARE(some.grown(1).rect(), (Rect{1, 2, 6, 7}));
    }
};

BURIN_TEST(TestRect)
#include "test_rect.moc"
