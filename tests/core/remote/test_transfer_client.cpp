// SPDX-License-Identifier: GPL-3.0-or-later

// A sender rejects impossible reports and does not wait for ever: a controller that lies or falls silent ends
// the job with the reason, while one that is only busy does not.

#include "core/export/progress.hpp"
#include "core/remote/query.hpp"
#include "support/scripted_controller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <limits>
#include <vector>

using namespace burin;
using namespace burin::test;
using Call = ScriptedController::Call;
using Script = ScriptedController::Script;

Q_DECLARE_METATYPE(Script)

namespace {

constexpr std::uint64_t huge = ~std::uint64_t{0};
constexpr std::uint64_t lineBytes = 100;
constexpr std::int64_t lines = 50;

TransferJob theJob(int depth = 8) {
    return burin::test::jobOf(surfaceOf(lineBytes, lines, depth));
}

/// Like engrave(), but if it hangs, the test continues. \return the error's text; empty if nothing is thrown
std::string outcomeOf(const std::string& sink, const TransferJob& job, TransferOptions options, bool& hangs) {
    Sender sender(sink, job, std::move(options));
    hangs = !waitFor([&] { return !sender.running(); });
    if (hangs) return "hangs";
    return messageOf([&] { sender.result(); });
}

/// A script that accepts the job and then sends one more message.
template <class Say>
Script afterAccepting(const Say& say) {
    return [say](Call& call) {
        call.accept();
        say(call);
        call.keepSilent();
        return grpc::Status::OK;
    };
}

/// A script that reports correctly up to line 20 and then sends one more message.
template <class Say>
Script afterLine20(const Say& say) {
    return afterAccepting([say](Call& call) { say(call, call.engrave(0, 20)); });
}

/// A script that accepts with a modified message.
template <class Change>
Script accepting(const Change& change) {
    return [change](Call& call) {
        wire::ControllerMessage message = Call::accepted(call.report(0, 0));
        change(*message.mutable_accepted());
        call.say(message);
        call.keepSilent();
        return grpc::Status::OK;
    };
}

grpc::Status engraveAll(Call& call, std::uint64_t from = 0) {
    call.accept(from, from / lineBytes);
    if (call.engrave(from, lines) == lines * lineBytes) call.end(wire::COMPLETE);
    wire::Slice none;
    call.hear(none);
    return grpc::Status::OK;
}

}  // namespace

class TestTransferClient : public QObject {
    Q_OBJECT

  private slots:
    void lies_data();
    void lies();
    void silences_data();
    void silences();
    void refusalsThatPass_data();
    void refusalsThatPass();
    void aRefusalWithoutWords();
    void aJobThatSomebodyElseHasFinishedIsDone();
    void aPausedMachineIsWaitedFor();
    void aMachineIsWaitedForAnewOnceItAdvances();
    void textsAreShownWithoutControlCharacters_data();
    void textsAreShownWithoutControlCharacters();
    void aDescriptionThatCannotBeIsRefused_data();
    void aDescriptionThatCannotBeIsRefused();
    void numbersThatNoMachineHasAreLeftOut();

  private:
    /// A sender that gives up after a short time only if the connection is lost after it has begun.
    static TransferOptions impatient() {
        TransferOptions options = transferOptions();
        options.retryFor = 300ms;
        options.bandBytes = 4000;  // so that data remains to be sent when the job ends
        return options;
    }
};

void TestTransferClient::lies_data() {
    QTest::addColumn<Script>("script");
    QTest::addColumn<QString>("reason");
    QTest::newRow("done, but nothing is engraved")
        << afterAccepting([](Call& call) { call.end(wire::COMPLETE); })
        << "but only 0 of its 50 lines are engraved";
    QTest::newRow("done, but the last line is not engraved") << afterAccepting([](Call& call) {
        std::uint64_t at = 0;
        for (wire::Slice slice; at < lines * lineBytes && call.hear(slice);) {
            at += slice.bytes();
            call.say(call.report(at, std::min<std::uint64_t>(at / lineBytes, lines - 1)));
        }
        call.end(wire::COMPLETE);
    }) << "but only 49 of its 50 lines are engraved";
    QTest::newRow("finished before, but lines are missing") << Script([](Call& call) {
        if (call.number == 0) {
            call.accept();
            call.engrave(0, 10);
            return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
        }
        wire::ControllerMessage message;
        *message.mutable_finished() = call.report(49 * lineBytes, 49);
        call.say(message);
        return grpc::Status::OK;
    }) << "but only 49 of its 50 lines are engraved";
    QTest::newRow("stopped while there is more to send")
        << afterAccepting([](Call& call) { call.end(wire::STOPPED_BY_SOMEONE); })
        << "the machine has stopped";
    QTest::newRow("more received than was sent")
        << afterAccepting([](Call& call) { call.say(call.report(lines * lineBytes, 0)); })
        << "bytes are received; ";
    QTest::newRow("everything engraved, but nothing sent") << afterAccepting([](Call& call) {
        call.say(call.report(lines * lineBytes, lines));
        call.end(wire::COMPLETE);
    }) << "bytes are received; ";
    QTest::newRow("the received position goes back")
        << afterLine20([](Call& call, std::uint64_t at) { call.say(call.report(at - 1, 19)); })
        << "lines are engraved; there were";
    QTest::newRow("the received position goes back, but not the line")
        << afterLine20([](Call& call, std::uint64_t at) {
               wire::Slice more;
               call.hear(more);
               call.say(call.report(at + more.bytes(), at / lineBytes));
               call.say(call.report(at + more.bytes() - 1, at / lineBytes));
           })
        << "bytes are received; there were";
    QTest::newRow("the line goes back")
        << afterLine20([](Call& call, std::uint64_t at) { call.say(call.report(at, 5)); })
        << "5 lines are engraved; there were";
    QTest::newRow("the line goes back with a new connection") << Script([](Call& call) {
        if (call.number > 0) return engraveAll(call, 500);
        call.accept();
        call.engrave(0, 20);
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
    }) << "5 lines are engraved; there were";
    QTest::newRow("a line beyond the job") << afterAccepting([](Call& call) { call.say(call.report(0, 51)); })
                                           << "51 lines are engraved; the job has 50";
    QTest::newRow("a line of 2^64-1") << afterAccepting([](Call& call) { call.say(call.report(0, huge)); })
                                      << "18446744073709551615 lines are engraved";
    QTest::newRow("a line that was not received")
        << afterAccepting([](Call& call) { call.say(call.report(0, 1)); }) << "but only 0 bytes are received";
    QTest::newRow("a doubtful line of 2^64-1") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_doubtful_line(huge);
        call.say(report);
    }) << "line 18446744073709551615 is in doubt";
    QTest::newRow("bytes beyond the job")
        << afterAccepting([](Call& call) { call.say(call.report(lines * lineBytes + 1, 0)); })
        << "5001 bytes are received; the job has 5000";
    QTest::newRow("a job of another length") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_lines(51);
        call.say(report);
    }) << "the job has 51 lines; it has 50";
    QTest::newRow("a credit that goes back") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_credit(10);
        call.say(report);
    }) << "the credit ends at byte 10; it ended at byte 4096 before";
    QTest::newRow("a credit beyond the buffer") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_credit(4097);
        call.say(report);
    }) << "room for 4097 bytes";
    QTest::newRow("a credit of 2^64-1") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_credit(huge);
        call.say(report);
    }) << "room for 18446744073709551615 bytes";
    QTest::newRow("slices of no bytes")
        << accepting([](wire::Accepted& said) { said.mutable_machine()->set_most_slice_bytes(0); })
        << "a slice has at most 0 bytes";
    QTest::newRow("slices of 4 GiB") << accepting([](wire::Accepted& said) {
        said.mutable_machine()->set_buffer_bytes(huge);
        said.mutable_machine()->set_most_slice_bytes(~0U);
    }) << "a slice has at most 4294967295 bytes";
    QTest::newRow("slices of half of the buffer")
        << accepting([](wire::Accepted& said) { said.mutable_machine()->set_most_slice_bytes(2048); })
        << "a slice has at most 2048 bytes";
    QTest::newRow("no buffer") << accepting([](wire::Accepted& said) {
        said.mutable_machine()->set_buffer_bytes(0);
    }) << "a buffer of 0 bytes; it needs at least 8";
    QTest::newRow("a field without a width") << accepting([](wire::Accepted& said) {
        said.mutable_machine()->set_field_width_um(std::numeric_limits<double>::quiet_NaN());
    }) << "reports a field width of nan; it must be a number, 0 or more";
    QTest::newRow("begins beyond the job")
        << accepting([](wire::Accepted& said) { said.mutable_report()->set_received(huge); })
        << "18446744073709551615 bytes are received; the job has 5000";
    QTest::newRow("begins in the middle of a new job")
        << Script([](Call& call) { return engraveAll(call, 500); }) << "500 bytes are received; 0 are sent";
    QTest::newRow("has finished a new job") << Script([](Call& call) {
        wire::ControllerMessage message;
        *message.mutable_finished() = call.report(lines * lineBytes, lines);
        call.say(message);
        return grpc::Status::OK;
    }) << "the controller was asked to begin the job, but reports that it is finished";
    QTest::newRow("reports slices that were not sent") << Script([](Call& call) {
        if (call.number > 0) return engraveAll(call, 49 * lineBytes);
        call.mostCredit = 40 * lineBytes;
        call.accept();
        call.engrave(0, 1);
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
    }) << "4900 bytes are received; ";
    QTest::newRow("asks for a slice for the third time") << afterAccepting([](Call& call) {
        for (wire::Slice slice; call.hear(slice);) {
            if (slice.sequence() == 0) call.resend(0);
        }
    }) << "asks for slice 0 for the third time";
    QTest::newRow("asks for a slice that it had") << afterAccepting([](Call& call) {
        wire::Slice slice;
        while (call.hear(slice) && slice.sequence() < 1)
            continue;
        call.resend(1);
        call.resend(0);
    }) << "asks for slice 0; it had that slice before";
    QTest::newRow("asks for a slice that it has reported")
        << afterLine20([](Call& call, std::uint64_t) { call.resend(0); })
        << "asks for a slice that it already has";
    QTest::newRow("asks for a slice that was never sent")
        << afterAccepting([](Call& call) { call.resend(huge); })
        << "asks for slice 18446744073709551615, which was never sent";
    QTest::newRow("asks for the slice that is sent next") << afterAccepting([](Call& call) {
        wire::Slice slice;
        while (call.hear(slice) && slice.sequence() < 3)
            continue;
        call.resend(slice.sequence() + 1);
    }) << "asks for slice 4, which was never sent";
    QTest::newRow("accepts twice") << afterAccepting([](Call& call) { call.accept(); })
                                   << "an unexpected message";
    QTest::newRow("says an empty message")
        << afterAccepting([](Call& call) { call.say(wire::ControllerMessage()); }) << "an unexpected message";
    QTest::newRow("begins with a report") << Script([](Call& call) {
        call.say(call.report(0, 0));
        call.keepSilent();
        return grpc::Status::OK;
    }) << "first message is not `accepted`";
}

void TestTransferClient::lies() {
    QFETCH(Script, script);
    QFETCH(QString, reason);
    ScriptedController controller(script);
    TransferOptions options = impatient();
    options.retryFor = 20s;
    bool hangs = false;
    const std::string message = outcomeOf(controller.sink(), theJob(), options, hangs);
    QVERIFY2(!hangs && QString::fromStdString(message).contains(reason), message.c_str());
    QVERIFY2(message.find("-1 ") == std::string::npos, message.c_str());
}

void TestTransferClient::silences_data() {
    QTest::addColumn<Script>("script");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("begins");  // the controller accepts the job
    QTest::addColumn<bool>("silent");  // the controller then keeps the connection, rather than losing it
    QTest::newRow("never answers begin") << Script([](Call& call) {
        call.keepSilent();
        return grpc::Status::OK;
    }) << "no connection: the controller does not answer"
                                         << false << true;
    QTest::newRow("never gives credit")
        << accepting([](wire::Accepted& said) { said.mutable_report()->set_credit(0); })
        << "s: it is engraving and reports nothing new" << true << true;
    QTest::newRow("never says that it has received anything")
        << afterAccepting([](Call&) {}) << "has not advanced" << true << true;
    QTest::newRow("receives everything and engraves nothing") << afterAccepting([](Call& call) {
        std::uint64_t received = 0;
        for (wire::Slice slice; received < lines * lineBytes && call.hear(slice);) {
            received += slice.bytes();
            call.say(call.report(received, 0));
        }
    }) << "has not advanced" << true << true;
    QTest::newRow("engraves everything and never ends")
        << afterAccepting([](Call& call) { call.engrave(0, lines); }) << "has not advanced" << true << true;
    QTest::newRow("repeats for ever what it has said") << afterAccepting([](Call& call) {
        while (!call.cancelled() && call.say(call.report(0, 0)))
            std::this_thread::sleep_for(1ms);
    }) << "has not advanced" << true << true;
    QTest::newRow("is in a state of a later version") << Script([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_state(static_cast<wire::State>(99));
        call.say(Call::accepted(report));
        call.keepSilent();
        return grpc::Status::OK;
    }) << "s: it is in an unknown state (99) and reports nothing new"
                                                      << true << true;
    QTest::newRow("accepts and hangs up, for ever") << Script([](Call& call) {
        call.accept();
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
    }) << "the connection is lost: dropped" << true << false;
    QTest::newRow("hangs up while it is paused, and never answers again") << Script([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_state(wire::PAUSED);
        if (call.number == 0) {
            call.say(Call::accepted(report));
        } else {
            call.keepSilent();
        }
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
    }) << "the connection is lost: dropped" << true << true;
    QTest::newRow("loses its buffer for ever") << Script([](Call& call) {
        call.accept();
        wire::Slice slice;
        if (call.hear(slice)) call.say(call.report(slice.bytes(), 0));
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "lost");
    }) << "the connection is lost: lost" << true
                                               << false;
    QTest::newRow("is always too busy")
        << Script([](Call&) { return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too busy"); })
        << "no connection: too busy" << false << false;
    QTest::newRow("is always too busy after it had begun") << Script([](Call& call) {
        if (call.number == 0) call.accept();
        return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too busy");
    }) << "the connection is lost: too busy" << true << false;
}

void TestTransferClient::silences() {
    QFETCH(Script, script);
    QFETCH(QString, reason);
    ScriptedController controller(script);
    QFETCH(bool, begins);
    QFETCH(bool, silent);
    TransferOptions options = impatient();
    if (!begins) options.firstRetry = 300ms;
    if (silent) options.leastPatience = 300ms;
    bool hangs = false;
    const std::string message = outcomeOf(controller.sink(), theJob(), options, hangs);
    QVERIFY2(!hangs && QString::fromStdString(message).contains(reason), message.c_str());
}

void TestTransferClient::refusalsThatPass_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("passes");
    QTest::newRow("too busy") << int{grpc::StatusCode::RESOURCE_EXHAUSTED} << true;
    QTest::newRow("not there") << int{grpc::StatusCode::UNAVAILABLE} << true;
    QTest::newRow("a refused job") << int{grpc::StatusCode::FAILED_PRECONDITION} << false;
    QTest::newRow("a refused token") << int{grpc::StatusCode::UNAUTHENTICATED} << false;
}

void TestTransferClient::refusalsThatPass() {
    QFETCH(int, code);
    QFETCH(bool, passes);
    ScriptedController controller([code](Call& call) {
        if (call.number < 2) return grpc::Status(static_cast<grpc::StatusCode>(code), "the reason");
        return engraveAll(call);
    });
    TransferOptions options = impatient();
    options.retryFor = 20s;
    bool hangs = false;
    const std::string message = outcomeOf(controller.sink(), theJob(), options, hangs);
    QVERIFY(!hangs);
    QCOMPARE(controller.calls(), passes ? 3 : 1);
    if (passes) QCOMPARE(message, std::string());
    if (!passes) QVERIFY2(message.find("the reason") != std::string::npos, message.c_str());
}

void TestTransferClient::aRefusalWithoutWords() {
    ScriptedController controller(
        [](Call&) { return grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, ""); });
    bool hangs = false;
    const std::string message = outcomeOf(controller.sink(), theJob(), impatient(), hangs);
    QVERIFY(!hangs);
    QVERIFY2(message.find("the controller gives no reason") != std::string::npos, message.c_str());
}

void TestTransferClient::aJobThatSomebodyElseHasFinishedIsDone() {
    ScriptedController controller([](Call& call) {
        if (call.number == 0) {
            call.mostCredit = 40 * lineBytes;
            call.accept();
            call.engrave(0, 10);
            return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
        }
        wire::ControllerMessage message;
        *message.mutable_finished() = call.report(lines * lineBytes, lines);
        call.say(message);
        return grpc::Status::OK;
    });
    bool hangs = false;
    TransferOptions options = impatient();
    options.retryFor = 20s;
    std::string remark;  // only one connection at a time writes it
    options.remarks = [&remark](const Problem& problem) { remark = problem.text(); };
    QCOMPARE(outcomeOf(controller.sink(), theJob(), options, hangs), std::string());
    QCOMPARE(controller.calls(), 2);
    QVERIFY2(remark.find("of its 5000 bytes were sent from here") != std::string::npos, remark.c_str());
}

/// The client waits for a paused machine while it reports the pause, because a person at the machine decides
/// when it resumes.
void TestTransferClient::aPausedMachineIsWaitedFor() {
    const auto outcomeAfter = [](wire::State state) {
        ScriptedController controller([state](Call& call) {
            wire::Report report = call.report(0, 0);
            report.set_state(state);
            call.say(Call::accepted(report));
            for (int i = 0; i < 45; ++i) {  // longer than the sender waits otherwise
                std::this_thread::sleep_for(100ms);
                call.say(report);
            }
            if (call.engrave(0, lines) == lines * lineBytes) call.end(wire::COMPLETE);
            wire::Slice none;
            call.hear(none);
            return grpc::Status::OK;
        });
        TransferOptions options = impatient();
        options.leastPatience = 3s;
        bool hangs = false;
        return outcomeOf(controller.sink(), theJob(), options, hangs);
    };
    auto ready = std::async(std::launch::async, outcomeAfter, wire::READY);
    QCOMPARE(outcomeAfter(wire::PAUSED), std::string());
    QCOMPARE(ready.get(), std::string());
}

/// The connection is lost repeatedly, but the job advances each time.
void TestTransferClient::aMachineIsWaitedForAnewOnceItAdvances() {
    std::atomic<std::uint64_t> reached = 0;  // only one connection at a time writes it
    ScriptedController controller([&reached](Call& call) {
        const std::uint64_t at = reached;
        call.accept(at, at / lineBytes);
        reached = call.engrave(at, std::min(lines, static_cast<std::int64_t>(at / lineBytes) + 10));
        if (reached < lines * lineBytes) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "dropped");
        call.end(wire::COMPLETE);
        wire::Slice none;
        call.hear(none);
        return grpc::Status::OK;
    });
    bool hangs = false;
    TransferOptions options = impatient();
    options.retryFor = 10s;
    const std::string message = outcomeOf(controller.sink(), theJob(), options, hangs);
    QVERIFY2(message.empty(), message.c_str());
    QVERIFY(controller.calls() > 1);
}

void TestTransferClient::textsAreShownWithoutControlCharacters_data() {
    QTest::addColumn<Script>("script");
    static const std::string evil = "\x1b]0;evil\x07 a\r\nb \x1b[2J";
    QTest::newRow("of an end") << afterAccepting([](Call& call) { call.end(wire::FAULT, evil); });
    QTest::newRow("of a refusal") << Script(
        [](Call&) { return grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, evil); });
    QTest::newRow("of a temporary refusal")
        << Script([](Call&) { return grpc::Status(grpc::StatusCode::UNAVAILABLE, evil); });
    QTest::newRow("of a report") << afterAccepting([](Call& call) {
        wire::Report report = call.report(0, 0);
        report.set_message(evil);
        call.say(report);
        std::this_thread::sleep_for(200ms);
        call.end(wire::FAULT, evil);
    });
}

void TestTransferClient::textsAreShownWithoutControlCharacters() {
    QFETCH(Script, script);
    ScriptedController controller(script);
    std::string seen;
    const auto waits = [&](const Problem& why) { seen += why.text(); };
    try {
        TransferOptions options = impatient();
        options.firstRetry = 300ms;
        options.waits = waits;
        TransferSink sink(controller.sink(), theJob(), options);
        FakeBlockSource source(8, 1);
        ExportOptions how;
        how.progressInterval = 5ms;
        exportSurface(source, sink, {}, ampleBudget(), how, [&](const Progress& p) {
            seen += progressLine(p);
            seen += progressJson(p);
            if (p.machine) seen += p.machine->message;
        });
    } catch (const std::exception& error) {
        seen += error.what();
    }
    QVERIFY2(seen.find("evil") != std::string::npos, seen.c_str());
    for (const char c : {'\x1b', '\x07', '\r', '\n'})
        QVERIFY2(seen.find(c) == std::string::npos, QByteArray::fromStdString(seen).toPercentEncoding());
}

void TestTransferClient::aDescriptionThatCannotBeIsRefused_data() {
    QTest::addColumn<quint64>("executed");
    QTest::addColumn<quint64>("all");
    QTest::addColumn<bool>("possible");
    QTest::newRow("a line of the job") << quint64{3} << quint64{50} << true;
    QTest::newRow("the last line") << quint64{50} << quint64{50} << true;
    QTest::newRow("beyond the job") << quint64{51} << quint64{50} << false;
    QTest::newRow("a line of 2^64-1") << quint64{huge} << quint64{50} << false;
    QTest::newRow("a job of 2^64-1 lines") << quint64{3} << quint64{huge} << false;
}

void TestTransferClient::aDescriptionThatCannotBeIsRefused() {
    QFETCH(quint64, executed);
    QFETCH(quint64, all);
    QFETCH(bool, possible);
    wire::Machine said;
    said.set_name("\x1b[2Jlaser");
    said.set_job_id("abc");
    said.set_buffer_bytes(4096);
    said.set_most_slice_bytes(1024);
    said.add_depths(8);
    said.mutable_report()->set_executed_lines(executed);
    said.mutable_report()->set_lines(all);
    ScriptedController controller([](Call&) { return grpc::Status::OK; }, said);
    const std::string message = messageOf([&] {
        const MachineDescription machine = queryMachine(controller.address(), {}, 100s);
        QCOMPARE(machine.name, std::string("\\x1B[2Jlaser"));
        QCOMPARE(machine.status.executedLines, static_cast<std::int64_t>(executed));
    });
    QCOMPARE(message.empty(), possible);
    if (!possible)
        QVERIFY2(message.find("a line that its job cannot have") != std::string::npos, message.c_str());
}

void TestTransferClient::numbersThatNoMachineHasAreLeftOut() {
    wire::Machine said;
    said.set_buffer_bytes(4096);
    said.set_most_slice_bytes(1024);
    for (int i = 0; i < 50'000; ++i) {
        said.add_depths(16);
        said.add_depths(4'000'000'000U);
        said.add_depths(0);
    }
    said.add_depths(8);
    ScriptedController controller([](Call&) { return grpc::Status::OK; }, said);
    const MachineDescription machine = queryMachine(controller.address(), {}, 100s);
    QVERIFY(machine.depths == (std::vector<int>{16, 8}));
}

BURIN_TEST(TestTransferClient)
#include "test_transfer_client.moc"
