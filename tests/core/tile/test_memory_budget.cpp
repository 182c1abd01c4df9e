// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancelled.hpp"
#include "core/tile/memory_budget.hpp"
#include "support/testing.hpp"

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

    void allThatIsIdleIsReleased() {
        MemoryBudget budget(100);
        Reservation idle = budget.tryReserve(30);
        const Reservation used = budget.tryReserve(20);
        const auto evictor = budget.addEvictor([&](std::size_t) {
            const std::size_t freed = idle.bytes();
            idle.release();
            return freed;
        });
        budget.releaseIdle();
        QCOMPARE(budget.used(), std::size_t{20});
        budget.removeEvictor(evictor);
    }

    /// A budget of 4 GiB that is exceeded by a byte is not "4 GiB of 4 GiB".
    void equalFiguresAreNotCompared() {
        const std::size_t gib = std::size_t{1} << 30U;
        const std::string close = OutOfMemory("a node", 4 * gib + 1, 4 * gib).what();
        QVERIFY2(close.starts_with("a node needs more memory, the budget is 4"), close.c_str());
        QCOMPARE(std::string(OutOfMemory("a node", 4 * gib + 2000, 4 * gib).what()),
                 "a node needs 2 KiB more memory, the budget is " + bytesText(4 * gib));
        QCOMPARE(OutOfMemory("a node", (2U << 20U) + 5, 2U << 20U).problem().text(),
                 std::string("a node needs 1 KiB more memory, the budget is 2 MiB"));
        const std::string far = OutOfMemory("a node", 5 * gib, 4 * gib).what();
        QVERIFY2(far.starts_with("a node needs 5"), far.c_str());
    }

    void whatNeverFitsIsSaid() {
        MemoryBudget budget(100);
        QVERIFY_THROWS_EXCEPTION(OutOfMemory, budget.reserve(101, "a block"));
    }

    /// An evictor may release memory in several steps; the request is tried again after each step.
    void anEvictorMayGiveLittleAtATime() {
        MemoryBudget budget(100);
        std::vector<Reservation> idle;
        for (int i = 0; i < 10; ++i)
            idle.push_back(budget.tryReserve(10));
        const auto evictor = budget.addEvictor([&](std::size_t) -> std::size_t {
            if (idle.empty()) return 0;
            idle.pop_back();
            return 10;
        });
        std::stop_source tooLate;
        std::jthread watch([&](const std::stop_token& ended) {
            for (int i = 0; i < patience / 10 && !ended.stop_requested(); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (!ended.stop_requested()) tooLate.request_stop();
        });
        QVERIFY(budget.reserve(60, "a block", tooLate.get_token()));
        QCOMPARE(idle.size(), std::size_t{4});
        budget.removeEvictor(evictor);
    }

    void allEvictorsAreAskedInTurn() {
        MemoryBudget budget(100);
        Reservation first = budget.tryReserve(50);
        Reservation second = budget.tryReserve(50);
        const auto one = budget.addEvictor([&](std::size_t) {
            const std::size_t bytes = first.bytes();
            first.release();
            return bytes;
        });
        const auto other = budget.addEvictor([&](std::size_t) {
            const std::size_t bytes = second.bytes();
            second.release();
            return bytes;
        });
        QVERIFY(budget.tryReserve(50));
        QVERIFY(!first && second);
        QVERIFY(budget.tryReserve(100));
        QVERIFY(!second);
        budget.removeEvictor(one);
        budget.removeEvictor(other);
    }

    /// No request waits for memory held by images, because it is never released during a wait.
    void nobodyWaitsForWhatIsHeldForGood() {
        MemoryBudget budget(100);
        const Reservation images = budget.tryReserve(60, Holder::tables);
        const Reservation pictures = budget.tryReserve(10, Holder::pictures);
        const Reservation work = budget.tryReserve(20);
        std::string said;
        try {
            const Reservation never = budget.reserve(31, "the picture");
        } catch (const OutOfMemory& error) {
            said = error.what();
            QCOMPARE(error.problem().reason, std::string("%1 needs %2, the budget is %3, and %4 of it"));
            QCOMPARE(error.problem().details.front(), std::string("the picture"));
            QCOMPARE(error.needed, std::size_t{31});
            QCOMPARE(error.held[static_cast<std::size_t>(Holder::tables)], std::size_t{60});
            QCOMPARE(error.held[static_cast<std::size_t>(Holder::work)], std::size_t{0});
        }
        QCOMPARE(said, std::string("the picture needs 0 KiB, the budget is 0 KiB, and images and tables hold "
                                   "0 KiB and pictures hold 0 KiB of it"));
    }

    void workUnderWayIsWaitedFor() {
        MemoryBudget budget(100);
        const Reservation images = budget.tryReserve(60, Holder::tables);
        Reservation work = budget.tryReserve(30);
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            work.release();
        });
        QVERIFY(budget.reserve(40, "the picture"));
        later.join();
        QCOMPARE(budget.used(), std::size_t{60});
    }

    void whatIsGivenBackIsHeldNoMore() {
        MemoryBudget budget(100);
        {
            Reservation images = budget.tryReserve(90, Holder::tables);
            const Reservation part = images.split(40);
            Reservation moved;
            moved.join(std::move(images));
            QCOMPARE(moved.bytes(), std::size_t{50});
            QCOMPARE(budget.used(), std::size_t{90});
        }
        QCOMPARE(budget.used(), std::size_t{0});
        QVERIFY(budget.shortage("a block", 101).held == HeldBytes{});
        QVERIFY(budget.reserve(100, "a block"));
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
        QVERIFY_THROWS_EXCEPTION(Cancelled, budget.reserve(1, "a block", stop.get_token()));
    }
};

BURIN_TEST(TestMemoryBudget)
#include "test_memory_budget.moc"
