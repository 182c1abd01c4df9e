// SPDX-License-Identifier: GPL-3.0-or-later

// A sender counts itself what it sends again. These controllers count no damaged slices.

#include "support/scripted_controller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <stop_token>

using namespace burin;
using namespace burin::test;
using AskingCall = ScriptedController::Call;
using AskingScript = ScriptedController::Script;

namespace {

constexpr std::uint64_t bytesOfRow = 100;
constexpr std::int64_t rowsOfJob = 50;

/// Receives the rest of the job, and asks for every third slice again.
grpc::Status askAgain(AskingCall& call) {
    call.accept();
    std::uint64_t at = 0;
    std::uint64_t asked = 0;  // the slice asked for last
    for (wire::Slice slice; at < rowsOfJob * bytesOfRow && call.hear(slice);) {
        if (slice.line() * bytesOfRow + slice.sample() != at) continue;  // it was under way
        if (slice.sequence() % 3 == 2 && slice.sequence() != asked) {
            asked = slice.sequence();
            call.resend(asked);
            continue;
        }
        at += slice.bytes();
        call.say(call.report(at, at / bytesOfRow));
    }
    call.end(wire::COMPLETE);
    wire::Slice none;
    call.hear(none);
    return grpc::Status::OK;
}

grpc::Status engraveEverything(AskingCall& call) {
    call.accept();
    call.engrave(0, rowsOfJob);
    call.end(wire::COMPLETE);
    wire::Slice none;
    call.hear(none);
    return grpc::Status::OK;
}

grpc::Status loseTwoSlices(AskingCall& call) {
    if (call.number > 0) return engraveEverything(call);
    call.accept();
    wire::Slice lost;
    call.hear(lost);
    call.hear(lost);
    return {grpc::StatusCode::UNAVAILABLE, "dropped"};
}

}  // namespace

class TestSentAgain : public QObject {
    Q_OBJECT

  private slots:
    void everySliceThatIsSentAgainIsCounted_data() {
        QTest::addColumn<AskingScript>("script");
        QTest::addColumn<int>("least");
        QTest::newRow("the controller asks for every third slice again") << AskingScript(&askAgain) << 1;
        QTest::newRow("two slices are lost with the connection") << AskingScript(&loseTwoSlices) << 2;
        QTest::newRow("nothing is lost") << AskingScript(&engraveEverything) << 0;
    }
    void everySliceThatIsSentAgainIsCounted() {
        QFETCH(AskingScript, script);
        QFETCH(int, least);
        ScriptedController controller(script);
        const TransferJob job = burin::test::jobOf(surfaceOf(bytesOfRow, rowsOfJob, 8));
        TransferSink sink(controller.sink(), job, transferOptions());
        FakeBlockSource source(8, 1);
        exportSurface(source, sink, job.surface.region.origin(), ampleBudget(), {}, {}, std::stop_token());
        const std::optional<TransferStatus> status = sink.transfer();
        QVERIFY(status.has_value());
        QCOMPARE(status->executedLines, rowsOfJob);
        QVERIFY2(least == 0 ? status->resentSlices == 0 : status->resentSlices >= least,
                 std::to_string(status->resentSlices).c_str());
        QCOMPARE(status->damagedSlices, 0);
    }
};

BURIN_TEST(TestSentAgain)
#include "test_sent_again.moc"
