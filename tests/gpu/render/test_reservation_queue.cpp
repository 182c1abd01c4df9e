// SPDX-License-Identifier: GPL-3.0-or-later

// The order of requests that wait for a card's memory, tested with a count instead of a card.

#include "gpu/render/reservation_queue.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

using namespace burin::gpu;

namespace {

/// Memory whose pieces are taken and given back.
class Memory {
  public:
    explicit Memory(int free) : free_(free) {}

    bool take(int amount) {
        for (int before = free_; before >= amount;) {
            if (free_.compare_exchange_weak(before, before - amount)) return true;
        }
        return false;
    }
    /// Takes both amounts, one after the other, or nothing.
    bool takeBoth(int first, int second) {
        if (!take(first)) return false;
        std::this_thread::yield();
        if (take(second)) return true;
        giveBack(first);
        return false;
    }
    void giveBack(int amount) { free_ += amount; }
    [[nodiscard]] int free() const { return free_; }

  private:
    std::atomic<int> free_;
};

void waitUntilInLine(ReservationQueue& queue, std::size_t count) {
    while (queue.waiting() < count)
        std::this_thread::yield();
}

/// Takes 4, then three times 3 more for a short time. \return whether it found room
bool work(ReservationQueue& queue, Memory& memory, int priority) {
    while (true) {
        ReservationQueue::Claim claim = queue.claim(priority);
        if (!queue.reserve(claim, [&] { return memory.takeBoth(3, 1); })) return false;
        claim.holds = true;
        const auto end = [&](int amount) {
            memory.giveBack(amount);
            queue.end();
        };
        try {
            bool all = true;
            for (int part = 0; all && part < 3; ++part) {
                all = queue.reserve(claim, [&] { return memory.takeBoth(2, 1); });
                if (all) end(3);
            }
            end(4);
            return all;
        } catch (const ReservationQueue::MustGiveWay&) {
            end(4);
        }
    }
}

}  // namespace

class TestReservationQueue : public QObject {
    Q_OBJECT

  private slots:
    void theMostUrgentComesFirst();
    void whatIsAboutToBeGivenBackIsNoLackOfRoom();
    void whoHoldsMemoryNeverWaitsForEver_data();
    void whoHoldsMemoryNeverWaitsForEver();
    void whatNeverFitsIsSaid();
    void aFailedAttemptLeavesTheLine();
};

void TestReservationQueue::theMostUrgentComesFirst() {
    ReservationQueue queue;
    Memory memory(1);
    QVERIFY(queue.reserve(queue.claim(0), [&] { return memory.take(1); }));
    std::vector<int> order;
    std::vector<std::jthread> threads;
    for (const int priority : {0, 2, 1, 2}) {
        const std::size_t waiting = threads.size();
        threads.emplace_back([&, priority, number = static_cast<int>(waiting)] {
            const auto reserved = queue.reserve(queue.claim(priority), [&] { return memory.take(1); });
            if (reserved) order.push_back(number);
            memory.giveBack(1);
            queue.end();
        });
        waitUntilInLine(queue, waiting + 1);
    }
    memory.giveBack(1);
    queue.end();
    threads.clear();
    QCOMPARE(order, (std::vector<int>{1, 3, 2, 0}));
}

void TestReservationQueue::whatIsAboutToBeGivenBackIsNoLackOfRoom() {
    ReservationQueue queue;
    Memory memory(10);
    std::atomic<int> failed{0};
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                if (queue.reserve(queue.claim(0), [&] { return memory.takeBoth(6, 3); })) {
                    memory.giveBack(9);
                    queue.end();
                } else {
                    ++failed;
                }
            }
        });
    }
    threads.clear();
    QCOMPARE(failed.load(), 0);
    QCOMPARE(memory.free(), 10);
}

void TestReservationQueue::whoHoldsMemoryNeverWaitsForEver_data() {
    QTest::addColumn<int>("size");
    QTest::addRow("one at a time") << 7;
    QTest::addRow("two hold, and neither finds more") << 10;
    QTest::addRow("several") << 19;
}

void TestReservationQueue::whoHoldsMemoryNeverWaitsForEver() {
    QFETCH(int, size);
    ReservationQueue queue;
    Memory memory(size);
    std::atomic<int> failed{0};
    std::vector<std::jthread> threads;
    for (int k = 0; k < 6; ++k) {
        threads.emplace_back([&, k] {
            for (int i = 0; i < 100; ++i)
                failed += work(queue, memory, k % 3) ? 0 : 1;
        });
    }
    threads.clear();
    QCOMPARE(failed.load(), 0);
    QCOMPARE(memory.free(), size);
}

void TestReservationQueue::whatNeverFitsIsSaid() {
    ReservationQueue queue;
    Memory memory(5);
    QVERIFY(!queue.reserve(queue.claim(0), [&] { return memory.take(6); }));
    ReservationQueue::Claim claim = queue.claim(0);
    QVERIFY(queue.reserve(claim, [&] { return memory.take(3); }));
    claim.holds = true;
    QVERIFY(!queue.reserve(claim, [&] { return memory.take(3); }));
    QVERIFY(queue.reserve(claim, [&] { return memory.take(2); }));
    QCOMPARE(queue.waiting(), std::size_t{0});
}

void TestReservationQueue::aFailedAttemptLeavesTheLine() {
    ReservationQueue queue;
    int attempts = 0;
    const auto failing = [&]() -> bool {
        if (++attempts == 2) throw std::bad_alloc();
        return false;
    };
    QVERIFY_EXCEPTION_THROWN(queue.reserve(queue.claim(0), failing), std::bad_alloc);
    QCOMPARE(queue.waiting(), std::size_t{0});
    QVERIFY(queue.reserve(queue.claim(0), [] { return true; }));
}

BURIN_TEST(TestReservationQueue)
#include "test_reservation_queue.moc"
