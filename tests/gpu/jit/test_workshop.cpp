// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/workshop.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace burin::gpu;

namespace {

/// Work that reports its start and ends on request.
class HeldWork {
  public:
    HeldWork() = default;
    ~HeldWork() { allow(); }
    HeldWork(const HeldWork&) = delete;
    HeldWork& operator=(const HeldWork&) = delete;

    std::function<int()> make(int value) {
        return [state = state_, value] {
            state->begun.set_value(std::this_thread::get_id());
            state->allowed.wait(false);
            return value;
        };
    }
    /// Waits until the work has begun. \return its thread
    std::thread::id thread() { return state_->begun.get_future().get(); }
    void allow() {
        state_->allowed.test_and_set();
        state_->allowed.notify_all();
    }

  private:
    struct State {
        std::promise<std::thread::id> begun;
        std::atomic_flag allowed;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

int answer() {
    return 42;
}

}  // namespace

class TestWorkshop : public QObject {
    Q_OBJECT

  private slots:
    void whatIsOrderedIsMadeInTheBackground() {
        Workshop<int> shop(2);
        HeldWork held;
        const auto work = shop.order("a", held.make(7));
        QVERIFY(held.thread() != std::this_thread::get_id());
        QVERIFY(!work->ready());
        held.allow();
        QCOMPARE(work->problem(), std::string());
        QCOMPARE(work->value(), 7);
        QVERIFY(work->ready());
    }

    void equalWorkIsOneWhileSomebodyHoldsIt() {
        Workshop<int> shop(0);
        auto first = shop.order("a", answer);
        QVERIFY(shop.order("b", answer) != first);
        QVERIFY(shop.order("a", answer) == first);
        QCOMPARE(first->value(), 42);
        QVERIFY(shop.order("a", answer) == first);
        first = nullptr;
        QCOMPARE(shop.order("a", [] { return 43; })->value(), 43);
    }

    void equalWorkIsOneWhileItIsMade() {
        Workshop<int> shop(1);
        HeldWork held;
        const auto first = shop.order("a", held.make(1));
        held.thread();
        const auto second = shop.order("a", answer);
        QVERIFY(second == first);
        held.allow();
        QCOMPARE(second->value(), 1);
    }

    void whoeverWaitsMakesWhatIsQueued() {
        Workshop<int> shop(1);
        HeldWork held;
        const auto busy = shop.order("busy", held.make(1));
        held.thread();
        std::thread::id maker;
        const auto queued = shop.order("queued", [&] {
            maker = std::this_thread::get_id();
            return 2;
        });
        QVERIFY(!queued->ready());
        QCOMPARE(queued->value(), 2);
        QVERIFY(maker == std::this_thread::get_id());
        held.allow();
    }

    void severalWhoWaitGetOneValue() {
        Workshop<int> shop(0);
        std::atomic<int> made = 0;
        const auto work = shop.order("a", [&] { return ++made; });
        std::vector<std::future<int>> values;
        for (int i = 0; i < 4; ++i)
            values.push_back(std::async(std::launch::async, [&] { return work->value(); }));
        for (std::future<int>& value : values)
            QCOMPARE(value.get(), 1);
    }

    void whatNobodyHoldsIsSkipped() {
        Workshop<int> shop(1);
        HeldWork held;
        std::atomic<bool> made = false;
        const auto busy = shop.order("busy", held.make(1));
        held.thread();
        HeldWork last;
        const auto kept = shop.order("kept", last.make(2));  // the newest come first, so this one comes last
        auto dropped = shop.order("dropped", [&] { return made = true; });
        dropped = nullptr;
        held.allow();
        last.thread();
        QVERIFY(!made);
        last.allow();
    }

    /// If dropping waited for anything, this would hang.
    void droppingWaitsForNothing() {
        Workshop<int> shop(1);
        HeldWork held;
        auto begun = shop.order("begun", held.make(1));
        auto queued = shop.order("queued", answer);
        held.thread();
        begun = nullptr;
        queued = nullptr;
        held.allow();
    }

    void anExceptionIsAProblem() {
        Workshop<int> shop(1);
        const auto fails = []() -> int { throw std::runtime_error("no such thing"); };
        const auto failed = shop.order("a", fails);
        QCOMPARE(failed->problem(), std::string("no such thing"));
        QCOMPARE(failed->value(), 0);
        const auto again = shop.order("a", answer);
        QVERIFY(again != failed);
        QCOMPARE(again->value(), 42);
        QVERIFY(shop.order("a", fails) == again);
    }

    void theEndWaitsForWhatIsBegunAndLeavesTheRest() {
        std::optional<Workshop<int>> shop(std::in_place, 1);
        HeldWork held;
        const auto begun = shop->order("begun", held.make(1));
        held.thread();
        const auto queued = shop->order("queued", answer);
        std::jthread end([&] { shop.reset(); });
        held.allow();
        end.join();
        QVERIFY(begun->ready());
        QCOMPARE(queued->value(), 42);
    }

    void settledIsWhenNoThreadIsAtWork() {
        Workshop<int> shop(2);
        shop.settle();
        HeldWork held;
        auto work = shop.order("a", held.make(1));
        held.thread();
        const std::weak_ptr seen = work;
        work = nullptr;
        QVERIFY(!seen.expired());
        held.allow();
        shop.settle();
        QVERIFY(seen.expired());
    }
};

BURIN_TEST(TestWorkshop)
#include "test_workshop.moc"
