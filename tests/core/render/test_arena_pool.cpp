// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/arena_pool.hpp"
#include "support/testing.hpp"

#include <cstddef>

using namespace burin;

class TestArenaPool : public QObject {
    Q_OBJECT

    static constexpr std::size_t each = 4096;
    static constexpr int threads = 3;

  private slots:
    void memoryIsKeptForTheNextUser() {
        MemoryBudget budget(std::size_t{1} << 20U);
        ArenaPool pool(budget, threads);
        QVERIFY(pool.enter(8, each));
        pool.leave();
        QCOMPARE(budget.used(), threads * each);
        budget.releaseIdle();
        QCOMPARE(budget.used(), std::size_t{0});
    }

    /// The budget may ask for it only once, while it is in use.
    void unwantedMemoryIsFreedOnceItsLastUserLeaves() {
        MemoryBudget budget(std::size_t{1} << 20U);
        ArenaPool pool(budget, threads);
        QVERIFY(pool.enter(8, each));
        QVERIFY(pool.enter(8, each));
        pool.give(pool.take(each));
        budget.releaseIdle();
        QCOMPARE(budget.used(), threads * each);
        pool.leave();
        QCOMPARE(budget.used(), threads * each);
        pool.leave();
        QCOMPARE(budget.used(), std::size_t{0});
        QVERIFY(pool.enter(8, each));
        pool.leave();
        QCOMPARE(budget.used(), threads * each);
    }
};

BURIN_TEST(TestArenaPool)
#include "test_arena_pool.moc"
