// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/form/deferred.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <new>
#include <thread>
#include <vector>

using namespace burin;

class TestDeferred : public QObject {
    Q_OBJECT

  private slots:
    void nothingIsMadeUntilItIsAskedFor() {
        int made = 0;
        const Deferred<int> value([&made](const std::stop_token&) { return ++made; });
        const Deferred<int> copy = value;
        QVERIFY(!value.made());
        QCOMPARE(made, 0);
        QCOMPARE(value.value(), 1);
        QVERIFY(copy.made());
        QCOMPARE(&copy.value(), &value.value());
        QCOMPARE(made, 1);
    }

    /// The function may hold a whole graph with its pictures, which nothing else needs any more.
    void whatMakesItIsFreedOnceItExists() {
        std::weak_ptr<int> needed;
        Deferred<int> value;
        {
            const auto held = std::make_shared<int>(7);
            needed = held;
            value = Deferred<int>([held, tries = 0](const std::stop_token&) mutable {
                if (++tries == 1) throw std::bad_alloc();
                return *held;
            });
        }
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(value.value()));
        QVERIFY(!needed.expired());
        QCOMPARE(value.value(), 7);
        QVERIFY(needed.expired());
        QCOMPARE(value.value(), 7);
    }

    void manyThreadsMakeItOnce() {
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> made = 0;
            const Deferred<int> value([&made](const std::stop_token&) {
                std::this_thread::yield();
                return ++made;
            });
            std::atomic<int> wrong = 0;
            {
                std::latch together(4);
                std::vector<std::jthread> threads;
                for (int i = 0; i < 4; ++i) {
                    threads.emplace_back([&] {
                        together.arrive_and_wait();
                        if (value.value() != 1) ++wrong;
                    });
                }
            }
            QCOMPARE(wrong, 0);
            QCOMPARE(made, 1);
        }
    }

    void whoAsksAfterAFailureMakesItAgain() {
        int tries = 0;
        const Deferred<int> value([&tries](const std::stop_token&) {
            if (++tries == 1) throw std::bad_alloc();
            return 7;
        });
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(value.value()));
        QVERIFY(!value.made());
        QCOMPARE(value.value(), 7);
        QCOMPARE(tries, 2);
    }

    void whoMakesItCanBeStoppedAndAnotherMakesIt() {
        const Deferred<int> value([](const std::stop_token& stop) {
            if (stop.stop_requested()) throw Cancelled();
            return 3;
        });
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(value.value(stop.get_token())));
        QVERIFY(!value.made());
        QCOMPARE(value.value(), 3);
        QCOMPARE(value.value(stop.get_token()), 3);  // the value exists, so nothing is computed
    }

    void whoWaitsForAnotherCanBeStopped() {
        std::promise<void> begun;
        std::promise<void> mayEnd;
        std::shared_future<void> end = mayEnd.get_future().share();
        const Deferred<int> value([&begun, end](const std::stop_token&) {
            begun.set_value();
            end.wait();
            return 5;
        });
        std::jthread first([&] { static_cast<void>(value.value()); });
        begun.get_future().wait();
        std::stop_source stop;
        std::future<bool> waiting = std::async(std::launch::async, [&] {
            try {
                static_cast<void>(value.value(stop.get_token()));
                return false;
            } catch (const Cancelled&) {
                return true;
            }
        });
        stop.request_stop();
        QVERIFY(waiting.get());
        mayEnd.set_value();
        first.join();
        QCOMPARE(value.value(), 5);
    }
};

BURIN_TEST(TestDeferred)
#include "test_deferred.moc"
