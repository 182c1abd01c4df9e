// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tile/memory_budget.hpp"

#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace burin;

class TestMemoryBudget : public QObject {
    Q_OBJECT

  private slots:
    void allOrNothing() {
        MemoryBudget budget(100);
        const Reservation most = budget.tryReserve(60);
        QVERIFY(most);
        QVERIFY(!budget.tryReserve(41));
        QVERIFY(budget.tryReserve(40));
        QCOMPARE(budget.used(), std::size_t{60});
        QCOMPARE(budget.peak(), std::size_t{100});
    }

    void partsAreGivenBackBySelf() {
        MemoryBudget budget(100);
        Reservation whole = budget.tryReserve(100);
        {
            const Reservation part = whole.split(30);
            QCOMPARE(whole.bytes(), std::size_t{70});
            QCOMPARE(budget.used(), std::size_t{100});
        }
        QCOMPARE(budget.used(), std::size_t{70});
        QVERIFY_THROWS_EXCEPTION(std::logic_error, whole.split(71));
    }

    void whatNeverFitsIsSaid() {
        MemoryBudget budget(100);
        QVERIFY_THROWS_EXCEPTION(OutOfMemory, budget.reserve(101, "a block"));
    }

    /// What gives way may do so by and by: each release is a reason to ask again.
    void anEvictorMayGiveLittleAtATime() {
        MemoryBudget budget(100);
        std::vector<Reservation> idle;
        for (int i = 0; i < 10; ++i)
            idle.push_back(budget.tryReserve(10));
        budget.setEvictor([&](std::size_t) {
            if (!idle.empty()) idle.pop_back();
        });
        std::stop_source tooLate;
        std::jthread watch([&](const std::stop_token& ended) {
            for (int i = 0; i < 500 && !ended.stop_requested(); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (!ended.stop_requested()) tooLate.request_stop();
        });
        QVERIFY(budget.reserve(60, "a block", tooLate.get_token()));
        QCOMPARE(idle.size(), std::size_t{4});
    }

    void whoWaitsGetsWhatOthersRelease() {
        MemoryBudget budget(100);
        std::atomic<int> taken = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int k = 0; k < 2000; ++k) {
                    const Reservation some = budget.reserve(40, "a block");
                    ++taken;
                }
            });
        }
        threads.clear();
        QCOMPARE(taken, 8000);
        QCOMPARE(budget.used(), std::size_t{0});
    }

    void aStopEndsTheWaiting() {
        MemoryBudget budget(100);
        const Reservation all = budget.tryReserve(100);
        std::stop_source stop;
        const std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(OutOfMemory, budget.reserve(1, "a block", stop.get_token()));
    }
};

QTEST_APPLESS_MAIN(TestMemoryBudget)
#include "test_memory_budget.moc"
