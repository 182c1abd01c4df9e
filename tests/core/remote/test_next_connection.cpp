// SPDX-License-Identifier: GPL-3.0-or-later

// A sender that connects again brings its pause along, and slices that fit the machine. It does not replace
// another job. It says if its stop is lost.

#include "support/scripted_controller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;
using Call = ScriptedController::Call;

namespace {

constexpr std::uint64_t bytesOfLine = 100;
constexpr std::uint64_t jobBytes = 50 * bytesOfLine;

TransferJob fiftyLines() {
    return burin::test::jobOf(surfaceOf(100, 50, 8));
}

}  // namespace

class TestNextConnection : public QObject {
    Q_OBJECT

  private slots:
    void aPauseThatIsLostWithTheConnectionIsSentAgain();
    void aSmallerBufferTakesShorterSlices();
    void aJobThatWasGivenUpIsNotBegunAgain();
    void theControllerKnowsWhoHasHeardTheEnd();
    void aStopThatIsLostIsRemarked_data();
    void aStopThatIsLostIsRemarked();
};

/// The first connection is lost before the machine has paused, the second one afterwards.
void TestNextConnection::aPauseThatIsLostWithTheConnectionIsSentAgain() {
    std::mutex mutex;
    std::vector<wire::Command> heard;
    const auto heardSoFar = [&] {
        const std::lock_guard lock(mutex);
        return heard;
    };
    ScriptedController controller([&](Call& call) {
        wire::Report paused = call.report(0, 0);
        paused.set_state(wire::PAUSED);
        call.say(Call::accepted(call.number < 2 ? call.report(0, 0) : paused));
        wire::Command command{};
        if (call.hear(command)) {
            if (call.number == 1) call.say(paused);
            const std::lock_guard lock(mutex);
            heard.push_back(command);
        }
        if (call.number == 2) call.keepSilent();
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
    });
    TransferSink sink(controller.sink(), fiftyLines(), transferOptions());
    sink.setPaused(true);
    QVERIFY(waitFor([&] { return controller.calls() == 3; }));
    sink.setPaused(false);
    QVERIFY(waitFor([&] { return heardSoFar().size() == 3; }));
    QVERIFY(heardSoFar() == (std::vector{wire::PAUSE, wire::PAUSE, wire::CONTINUE}));
}

/// The controller is restarted with a smaller buffer while the sender holds slices for the larger one.
void TestNextConnection::aSmallerBufferTakesShorterSlices() {
    std::atomic<std::uint32_t> longest = 0;  // of the second connection
    ScriptedController controller([&longest](Call& call) {
        if (call.number == 0) {
            call.accept();
            call.engrave(0, 10);
            return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
        }
        wire::ControllerMessage message = Call::accepted(call.report(10 * bytesOfLine, 10));
        message.mutable_accepted()->mutable_machine()->set_most_slice_bytes(300);
        call.say(message);
        std::uint64_t at = 10 * bytesOfLine;
        for (wire::Slice slice; at < jobBytes && call.hear(slice);) {
            longest = std::max<std::uint32_t>(longest, slice.bytes());
            at += slice.bytes();
            call.say(call.report(at, at / bytesOfLine));
        }
        call.end(wire::COMPLETE);
        wire::Slice none;
        call.hear(none);
        return grpc::Status::OK;
    });
    engrave(controller.sink(), fiftyLines(), transferOptions());
    QCOMPARE(longest.load(), std::uint32_t{300});
}

/// Another sender has replaced the job and finished its own before the first sender connects again.
void TestNextConnection::aJobThatWasGivenUpIsNotBegunAgain() {
    const QTemporaryDir folder;
    Controller::Settings settings;
    settings.output = folder.filePath("out.raw").toStdString();
    settings.mishaps = parseMishaps("stall:600@5").value();
    Stage stage(settings);
    Sender sender(stage.sink(), fiftyLines(), transferOptions());
    QVERIFY(stage.waitForLine(5));
    stage.off();
    settings.mishaps.clear();
    const TransferJob other = burin::test::jobOf(surfaceOf(100, 60, 8));
    {
        const Stage replacing(settings);
        engrave(replacing.sink(), other, transferOptions(JobRequest::Mode::replace));
    }
    stage.on();
    const std::string message = messageOf([&] { sender.result(); });
    QVERIFY2(message.find("another job") != std::string::npos, message.c_str());
    QVERIFY(stage.status().state == TransferStatus::State::done);
    QCOMPARE(stage.status().lines, 60);
    QVERIFY(stage.engraved() == expectedRaw(other.surface, {}));
}

void TestNextConnection::theControllerKnowsWhoHasHeardTheEnd() {
    const QTemporaryDir folder;
    Controller::Settings settings;
    settings.output = folder.filePath("out.raw").toStdString();
    Stage stage(settings);
    Controller& controller = stage.controller();
    const auto knows = [&] { return controller.idleAfterDone({}); };
    engrave(stage.sink(), fiftyLines(), transferOptions());
    QVERIFY(waitFor(knows));
    // The connection of this sender is lost just before the job is done.
    const auto session = controller.admit({fiftyLines(), JobRequest::Mode::start, 1, false}).session;
    const std::vector<std::byte> samples(jobBytes);
    const Slice slice =
        makeSlice(cutSlice(fiftyLines().layout(), 0, jobBytes), samples, SliceCompression::none);
    controller.take(session, slice.head, slice.dataBytes(), std::chrono::steady_clock::now());
    controller.leave(session);
    QVERIFY(stage.waitForState(TransferStatus::State::done));
    QVERIFY(!knows());
    const TransferSink again(stage.sink(), fiftyLines(), transferOptions(JobRequest::Mode::resume));
    QVERIFY(again.alreadyFinished().has_value());
    QVERIFY(waitFor(knows));
}

void TestNextConnection::aStopThatIsLostIsRemarked_data() {
    QTest::addColumn<bool>("obeys");
    QTest::newRow("the machine stops") << true;
    QTest::newRow("the connection is lost") << false;
}

void TestNextConnection::aStopThatIsLostIsRemarked() {
    QFETCH(bool, obeys);
    ScriptedController controller([obeys](Call& call) {
        call.accept();
        wire::Command command{};
        if (!call.hear(command) || !obeys) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
        call.end(wire::STOPPED_BY_SOMEONE);
        call.keepSilent();
        return grpc::Status::OK;
    });
    TransferOptions options = transferOptions();
    std::string remark;  // written by interrupt()
    options.remarks = [&remark](const Problem& problem) { remark = problem.text(); };
    TransferSink sink(controller.sink(), fiftyLines(), options);
    sink.interrupt();
    QCOMPARE(remark.empty(), obeys);
    if (!obeys) QVERIFY2(remark.find("has not confirmed the stop") != std::string::npos, remark.c_str());
}

BURIN_TEST(TestNextConnection)
#include "test_next_connection.moc"
