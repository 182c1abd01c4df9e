// SPDX-License-Identifier: GPL-3.0-or-later

// Tests the machine with a simulated clock, so that days pass in a moment.

#include "core/machine/machine.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;
using namespace std::chrono_literals;
using State = TransferStatus::State;

namespace {

constexpr std::uint64_t million = 1'000'000;

/// A machine that engraves at once everything that is due, and its clock.
class Bench {
  public:
    Bench(const Machine::Settings& settings, const LineLayout& layout, std::uint64_t prefill = 0)
        : machine(settings), layout_(layout) {
        machine.begin(layout, prefill, 0);
    }
    void pass(std::chrono::nanoseconds time) {
        now += time;
        machine.engraved(machine.advance(now));
    }
    void give(std::uint64_t bytes) {
        const std::uint64_t end = std::min(machine.received() + bytes, layout_.bytes());
        QVERIFY(end <= machine.credit());
        machine.receive(end, now);
        machine.engraved(machine.advance(now));
    }

    Machine machine;
    Machine::Time now{};

  private:
    LineLayout layout_;
};

const LineLayout hundredLines({1000, 100}, 0, 8);

Machine::Settings slow() {
    return {.bufferBytes = 20'000, .bytesPerSecond = 10'000};  // 0.1 s a line
}

}  // namespace

class TestMachine : public QObject {
    Q_OBJECT

  private slots:
    void itStartsWhenItsBufferIsFilled();
    void itEngravesAtItsRate();
    void itStarvesWhenALineIsNotThereInTime();
    void withoutARateItStarvesAfterAWhile();
    void itPausesBehindALine();
    void itStopsAndRecovers();
    void itWaitsForItsOperator();
    void itStalls();
    void withoutARateItPausesToo();
    void aLostBufferIsFilledAgain();
    void aShortJobNeedsNoFullBuffer();
    void creditIsTheRoomThatIsLeft();
    void fourDaysAndAHalf();
};

void TestMachine::itStartsWhenItsBufferIsFilled() {
    Bench b(slow(), hundredLines, 5000);
    QVERIFY(b.machine.state() == State::filling);
    b.give(4999);
    b.pass(10s);
    QVERIFY(b.machine.state() == State::filling);
    QCOMPARE(b.machine.executed(), 0);
    b.give(1);
    QVERIFY(b.machine.state() == State::engraving);
}

void TestMachine::itEngravesAtItsRate() {
    Bench b(slow(), hundredLines, 1000);
    b.give(20'000);
    b.pass(99ms);
    QCOMPARE(b.machine.executed(), 0);
    QVERIFY(b.machine.nextChange() == b.now + 1ms);
    b.pass(1ms);
    QCOMPARE(b.machine.executed(), 1);
    b.pass(1050ms);
    QCOMPARE(b.machine.executed(), 11);
    b.pass(50ms);  // time that was too short for a line is not lost
    QCOMPARE(b.machine.executed(), 12);
}

void TestMachine::itStarvesWhenALineIsNotThereInTime() {
    Bench b(slow(), hundredLines, 2000);
    b.give(2999);
    b.pass(199ms);
    QVERIFY(b.machine.state() == State::engraving);
    b.pass(1ms);
    QVERIFY(b.machine.state() == State::starved);
    QCOMPARE(b.machine.starvations(), 1);
    b.pass(10s);
    QCOMPARE(b.machine.starvations(), 1);
    b.give(1001);
    QVERIFY(b.machine.state() == State::engraving);
    b.pass(100ms);  // the machine does not make up for the time it waited
    QCOMPARE(b.machine.executed(), 3);
    b.pass(100ms);
    QVERIFY(b.machine.state() == State::starved);
    QCOMPARE(b.machine.starvations(), 2);
}

void TestMachine::withoutARateItStarvesAfterAWhile() {
    Bench b({.bufferBytes = 20'000}, hundredLines, 1000);
    b.give(10'000);
    QCOMPARE(b.machine.executed(), 10);
    b.pass(100ms);
    QVERIFY(b.machine.state() == State::engraving);
    QVERIFY(b.machine.nextChange().has_value());
    b.pass(1s);
    QVERIFY(b.machine.state() == State::starved);
    b.give(20'000);
    b.give(20'000);
    b.give(20'000);
    QCOMPARE(b.machine.executed(), 70);
    QCOMPARE(b.machine.starvations(), 1);
}

void TestMachine::itPausesBehindALine() {
    Bench b(slow(), hundredLines, 1000);
    b.give(20'000);
    b.pass(150ms);
    b.machine.pause();
    QVERIFY(b.machine.state() == State::paused);
    b.pass(10s);
    QCOMPARE(b.machine.executed(), 2);
    b.machine.proceed();
    b.pass(0s);
    b.pass(99ms);
    QCOMPARE(b.machine.executed(), 2);
    b.pass(1ms);
    QCOMPARE(b.machine.executed(), 3);
    QCOMPARE(b.machine.starvations(), 0);
}

void TestMachine::itStopsAndRecovers() {
    Bench b(slow(), hundredLines, 1000);
    b.give(20'000);
    b.pass(150ms);
    b.machine.stop();
    b.pass(10s);
    QVERIFY(b.machine.state() == State::stopped);
    QCOMPARE(b.machine.executed(), 2);
    b.machine.fail();
    QVERIFY(b.machine.state() == State::faulted);
    b.machine.recover();
    b.pass(0s);
    b.pass(100ms);
    QCOMPARE(b.machine.executed(), 3);
}

void TestMachine::itWaitsForItsOperator() {
    Machine::Settings settings = slow();
    settings.manualStart = true;
    Bench b(settings, hundredLines, 1000);
    b.give(20'000);
    b.pass(10s);
    QVERIFY(b.machine.state() == State::ready);
    QCOMPARE(b.machine.executed(), 0);
    b.machine.start();
    b.pass(0s);
    b.pass(100ms);
    QCOMPARE(b.machine.executed(), 1);
    // Someone may be at the machine while it is stopped, so a sender that resumes does not start it.
    for (const bool fault : {false, true}) {
        const std::int64_t underWay = b.machine.executed() + 1;
        fault ? b.machine.fail() : b.machine.stop();
        b.machine.recover();
        b.pass(10s);
        QVERIFY(b.machine.state() == State::ready);
        QCOMPARE(b.machine.executed(), underWay);
        b.machine.start();
        b.pass(0s);
        b.pass(100ms);
        QCOMPARE(b.machine.executed(), underWay + 1);
    }
}

void TestMachine::itStalls() {
    Bench b(slow(), hundredLines, 1000);
    b.give(20'000);
    b.machine.stall(b.now + 5s);
    b.pass(4999ms);
    QCOMPARE(b.machine.executed(), 1);  // the line that was under way
    QVERIFY(b.machine.nextChange() == b.now + 1ms);
    b.pass(1ms);
    b.pass(100ms);
    QCOMPARE(b.machine.executed(), 2);
    QCOMPARE(b.machine.starvations(), 0);
}

void TestMachine::withoutARateItPausesToo() {
    Machine machine({.bufferBytes = 200'000});
    machine.begin(hundredLines, 1000, 0);
    machine.setMostAhead(7);
    machine.receive(100'000, {});
    QCOMPARE(machine.advance({}), 7);
    machine.pause();
    machine.engraved(7);
    QCOMPARE(machine.advance({}), 0);
    machine.proceed();
    QCOMPARE(machine.advance({}), 7);
    QCOMPARE(machine.starvations(), 0);
}

void TestMachine::aLostBufferIsFilledAgain() {
    Bench b(slow(), hundredLines, 5000);
    b.give(20'000);
    b.pass(300ms);
    b.machine.loseBuffer();
    QCOMPARE(b.machine.received(), std::uint64_t{3000});
    b.pass(1s);
    QVERIFY(b.machine.state() == State::filling);
    QCOMPARE(b.machine.executed(), 3);
    b.give(5000);
    b.pass(100ms);
    QCOMPARE(b.machine.executed(), 4);
    QCOMPARE(b.machine.starvations(), 0);
}

void TestMachine::aShortJobNeedsNoFullBuffer() {
    Bench b(slow(), LineLayout({1000, 3}, 0, 8), 15'000);
    b.give(2999);
    QVERIFY(b.machine.state() == State::filling);
    b.give(1);
    b.pass(299ms);
    QVERIFY(b.machine.state() == State::engraving);
    b.pass(1ms);
    QVERIFY(b.machine.state() == State::done);
    QCOMPARE(b.machine.starvations(), 0);
}

void TestMachine::creditIsTheRoomThatIsLeft() {
    Bench b(slow(), hundredLines, 1'000'000'000);  // more than fits into the buffer
    QCOMPARE(b.machine.credit(), std::uint64_t{20'000});
    b.give(20'000);
    b.pass(100ms);
    QCOMPARE(b.machine.credit(), std::uint64_t{21'000});
}

/// 2 m x 2 m at 1 µm and 10 MB/s. A sender that stalls for up to 5 s now and then, but otherwise keeps up,
/// never lets a buffer of 64 MB run empty. A sender that stalls for 7 s does.
void TestMachine::fourDaysAndAHalf() {
    constexpr std::int64_t side = 2'000'000;
    const LineLayout layout({side, side}, 0, 8);
    Bench b({.bufferBytes = 64 * million, .bytesPerSecond = 10e6}, layout, 60 * million);
    Random random(4);
    std::int64_t hiccups = 0;
    const auto begun = b.now;
    while (b.machine.state() != State::done) {
        while (b.machine.received() < layout.bytes() &&
               b.machine.credit() - b.machine.received() >= 2 * million)
            b.give(2 * million);
        const bool hiccup = random.between(0, 999) == 0;
        hiccups += hiccup ? 1 : 0;
        b.pass(hiccup ? 5s : 1s);
        QCOMPARE(b.machine.starvations(), 0);
    }
    QCOMPARE(b.machine.executed(), side);
    QVERIFY(hiccups > 100);
    const double days = std::chrono::duration<double>(b.now - begun).count() / 86'400;
    QVERIFY2(days > 4.62 && days < 4.64, qPrintable(QString::number(days)));

    Bench away({.bufferBytes = 64 * million, .bytesPerSecond = 10e6}, layout, 60 * million);
    for (int i = 0; i < 32; ++i)
        away.give(2 * million);
    away.pass(7s);
    QVERIFY(away.machine.state() == State::starved);
}

BURIN_TEST(TestMachine)
#include "test_machine.moc"
