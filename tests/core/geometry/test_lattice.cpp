// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/lattice.hpp"
#include "support/testing.hpp"

#include <random>

using namespace burin;

namespace {

/// Whether i * u + j * v = p for integers i and j, by Cramer's rule. \pre u and v are not parallel
bool reached(Point u, Point v, Point p) {
    const std::int64_t det = u.x * v.y - u.y * v.x;
    return (p.x * v.y - p.y * v.x) % det == 0 && (u.x * p.y - u.y * p.x) % det == 0;
}

Point randomVector(std::mt19937& random, int largest) {
    std::uniform_int_distribution<int> part(-largest, largest);
    const int x = part(random);
    return {x, part(random)};
}

}  // namespace

class TestLattice : public QObject {
    Q_OBJECT

  private slots:
    void aSpannedLatticeHoldsTheSumsOfItsVectors() {
        std::mt19937 random(1);
        int spanned = 0;
        for (int i = 0; i < 3000; ++i) {
            const Point u = randomVector(random, 9);
            const Point v = randomVector(random, 9);
            const auto lattice = Lattice::spanned(u, v);
            QCOMPARE(lattice.has_value(), u.x * v.y != u.y * v.x);
            if (!lattice) continue;
            ++spanned;
            QVERIFY(lattice->width > 0 && lattice->height > 0);
            QVERIFY(lattice->shift >= 0 && lattice->shift < lattice->width);
            QCOMPARE(lattice->width * lattice->height, std::abs(u.x * v.y - u.y * v.x));
            for (int k = 0; k < 40; ++k) {
                const Point p = randomVector(random, 30);
                QCOMPARE(lattice->contains(p), reached(u, v, p));
            }
        }
        QVERIFY(spanned > 2000);
    }

    void foldingKeepsTheClassAndStaysInTheCell() {
        std::mt19937 random(2);
        for (int i = 0; i < 3000; ++i) {
            const auto lattice = Lattice::spanned(randomVector(random, 40), randomVector(random, 40));
            if (!lattice) continue;
            const Point p = randomVector(random, 1000000);
            const Point folded = lattice->fold(p);
            QVERIFY(lattice->cell().contains(folded));
            QVERIFY(lattice->contains(p - folded));
            QCOMPARE(lattice->fold(folded), folded);
        }
    }

    void theCommonLatticeLiesInBoth() {
        std::mt19937 random(3);
        int found = 0;
        for (int i = 0; i < 2000; ++i) {
            const auto a = Lattice::spanned(randomVector(random, 6), randomVector(random, 6));
            const auto b = Lattice::spanned(randomVector(random, 6), randomVector(random, 6));
            if (!a || !b) continue;
            const auto common = Lattice::common(*a, *b);
            QVERIFY(common);  // cells of at most 72 samples never exceed the limit
            ++found;
            for (const Point p : {Point{common->width, 0}, Point{common->shift, common->height}}) {
                QVERIFY(a->contains(p) && b->contains(p));
            }
            QCOMPARE(*Lattice::common(*b, *a), *common);
            QCOMPARE(*Lattice::common(*a, *a), *a);
        }
        QVERIFY(found > 1000);
    }

    /// The common lattice contains every point that is in both. A coarser one would only cost time, but this
    /// is promised.
    void theCommonLatticeHoldsAllThatBothHold() {
        std::mt19937 random(4);
        for (int i = 0; i < 400; ++i) {
            const auto a = Lattice::spanned(randomVector(random, 4), randomVector(random, 4));
            const auto b = Lattice::spanned(randomVector(random, 4), randomVector(random, 4));
            if (!a || !b) continue;
            const auto common = Lattice::common(*a, *b);
            QVERIFY(common);
            for (int y = -24; y <= 24; ++y) {
                for (int x = -24; x <= 24; ++x) {
                    const Point p{x, y};
                    QCOMPARE(common->contains(p), a->contains(p) && b->contains(p));
                }
            }
        }
    }

    void longPeriodsAreGivenUp() {
        const Lattice a{1048573, 1, 0};
        const Lattice b{1048571, 1, 0};
        QVERIFY(!Lattice::common(a, b));
    }

    void vectorsUpToTheLimitDoNotOverflow() {
        const std::int64_t most = std::int64_t{1} << 31;
        const auto lattice = Lattice::spanned({most, most - 1}, {most - 1, most});
        QVERIFY(lattice);
        QVERIFY(lattice->contains({most, most - 1}) && lattice->contains({most - 1, most}));
    }
};

BURIN_TEST(TestLattice)
#include "test_lattice.moc"
