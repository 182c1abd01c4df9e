// SPDX-License-Identifier: GPL-3.0-or-later

// controller.py, the example for makers of controllers, refuses what the reference controller refuses.

#include "support/caller.hpp"
#include "support/places.hpp"
#include "support/program/malformed_headers.hpp"
#include "support/system/reserved_port.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <memory>

using namespace burin;
using namespace burin::test;

namespace {

/// controller.py as a process.
class PythonController {
  public:
    PythonController() {
        process_.setProcessChannelMode(QProcess::MergedChannels);
        process_.start(python, {inTree("resources/controller/controller.py"), folder_.filePath("out.raw"),
                                "127.0.0.1:" + QString::number(port_.number())});
        const bool listens = waitFor([this] {
            process_.waitForReadyRead(0);
            said_ += process_.readAll();
            return said_.contains("listening on") || process_.state() == QProcess::NotRunning;
        });
        if (!listens || !said_.contains("listening on")) qFatal("no controller: %s", said_.constData());
    }
    ~PythonController() {
        process_.kill();
        process_.waitForFinished(patience);
    }
    [[nodiscard]] MachineAddress address() const { return {"127.0.0.1", port_.number()}; }
    [[nodiscard]] std::string jobId() const {
        grpc::ClientContext context;
        endAtLast(context);
        wire::Machine machine;
        const grpc::Status status =
            wire::Controller::NewStub(openChannel(address(), {}))->Describe(&context, {}, &machine);
        return status.ok() ? machine.job_id() : status.error_message();
    }
    [[nodiscard]] QByteArray engraved() const {
        return contentsOf(folder_.filePath("out.raw").toStdString());
    }

    static bool installed() {
        QProcess probe;
        probe.start(python, {"-c", "import grpc, google.protobuf"});
        return probe.waitForFinished(patience) && probe.exitCode() == 0;
    }

  private:
    /// Debian installs its Python packages for this one.
    static constexpr const char* python = "/usr/bin/python3";

    QTemporaryDir folder_;
    ReservedPort port_;
    QProcess process_;
    QByteArray said_;
};

/// Five lines of 20 samples of one bit.
TransferJob theJob() {
    return jobOf(surfaceOf(20, 5, 1));
}

wire::SenderMessage sliceOf(const std::vector<std::byte>& bytes) {
    const LineLayout layout = theJob().layout();
    wire::SenderMessage message;
    setSlice(*message.mutable_slice(),
             makeSlice(cutSlice(layout, 0, layout.bytes()), bytes, SliceCompression::none));
    return message;
}

}  // namespace

class TestPythonController : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (!PythonController::installed()) QSKIP("python3-grpcio or python3-protobuf is not installed");
    }
    void unusedBits_data();
    void unusedBits();
    void malformedHeaders_data() { malformedHeaderRows(); }
    void malformedHeaders();
    void anUnknownCommand();
    void theIdOfTheSenderIsAnswered();
    void aSenderThatReturnsAfterAnotherJobIsRefused();
    void aCallThatNeverBeginsIsEnded();
    void cleanupTestCase() { shared_.reset(); }

  private:
    /// A controller that takes no job.
    const PythonController& shared() {
        if (!shared_) shared_ = std::make_unique<PythonController>();
        return *shared_;
    }

    std::unique_ptr<PythonController> shared_;
};

void TestPythonController::unusedBits_data() {
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("last");
    QTest::addColumn<bool>("taken");
    QTest::newRow("all bits of samples") << 4 << 0xF0 << true;
    QTest::newRow("the first unused bit of the first line") << 0 << 0x08 << false;
    QTest::newRow("the last unused bit of a line in the middle") << 2 << 0x01 << false;
    QTest::newRow("all bits of the last line") << 4 << 0xFF << false;
}

void TestPythonController::unusedBits() {
    QFETCH(int, line);
    QFETCH(int, last);
    QFETCH(bool, taken);
    const PythonController controller;
    std::vector<std::byte> bytes(theJob().layout().bytes());
    bytes[static_cast<std::size_t>(3 * line + 2)] = static_cast<std::byte>(last);
    Caller caller(controller.address());
    caller.begin(theJob());
    caller.hearAcceptance();
    QVERIFY(caller.accepted);
    caller.say(sliceOf(bytes));
    static_cast<void>(caller.listen());
    QCOMPARE(caller.reason.empty(), taken);
    QCOMPARE(controller.engraved().isEmpty(), !taken);
    if (!taken)
        QVERIFY2(caller.reason.find("sets bits after the end of a line") != std::string::npos,
                 caller.reason.c_str());
}

void TestPythonController::malformedHeaders() {
    QFETCH(MalformedHeader, header);
    Caller caller(shared().address());
    caller.say(header.message(theJob()));
    const grpc::Status status = caller.listen();
    QVERIFY2(status.error_code() == grpc::StatusCode::FAILED_PRECONDITION, status.error_message().c_str());
    QVERIFY2(status.error_message().find(header.named) != std::string::npos, status.error_message().c_str());
    QCOMPARE(shared().jobId(), std::string());
}

void TestPythonController::anUnknownCommand() {
    const PythonController controller;
    Caller caller(controller.address());
    caller.begin(theJob());
    caller.hearAcceptance();
    wire::SenderMessage message;
    message.set_command(static_cast<wire::Command>(9));
    caller.say(message);
    static_cast<void>(caller.listen());
    QVERIFY2(caller.reason.find("command has the value 9") != std::string::npos, caller.reason.c_str());
}

void TestPythonController::theIdOfTheSenderIsAnswered() {
    const PythonController controller;
    for (const std::uint64_t sender : {7, 8}) {
        wire::SenderMessage message;
        wire::Begin& begin = *message.mutable_begin();
        *begin.mutable_job() = jobMessage(theJob());
        begin.mutable_job()->set_id("plate " + std::to_string(sender));
        begin.set_sender(sender);
        begin.set_mode(wire::RESUME);
        Caller caller(controller.address());
        caller.say(message);
        caller.hearAcceptance();
        QVERIFY(caller.accepted);
        QCOMPARE(controller.jobId(), "plate " + std::to_string(sender));
        caller.say(stop());
        static_cast<void>(caller.listen());
    }
}

void TestPythonController::aSenderThatReturnsAfterAnotherJobIsRefused() {
    const PythonController controller;
    {
        Caller caller(controller.address());
        caller.begin(theJob());
        caller.hearAcceptance();
        caller.say(sliceOf(std::vector<std::byte>(theJob().layout().bytes())));
        static_cast<void>(caller.listen());
    }
    const QByteArray engraved = controller.engraved();
    QVERIFY(!engraved.isEmpty());
    TransferJob other = theJob();
    other.surface.designHash = "another";
    wire::SenderMessage message;
    wire::Begin& begin = *message.mutable_begin();
    *begin.mutable_job() = jobMessage(other);
    begin.set_sender(9);
    begin.set_mode(wire::RESUME);
    begin.set_admitted(true);
    Caller returning(controller.address());
    returning.say(message);
    const grpc::Status status = returning.listen();
    QVERIFY2(status.error_message().find("another job") != std::string::npos, status.error_message().c_str());
    QCOMPARE(controller.engraved(), engraved);
    begin.set_admitted(false);
    Caller another(controller.address());
    another.say(message);
    another.hearAcceptance();
    QVERIFY(another.accepted);
    another.say(stop());
    static_cast<void>(another.listen());
}

void TestPythonController::aCallThatNeverBeginsIsEnded() {
    Caller silent(shared().address());
    const grpc::Status status = silent.listen();
    QVERIFY2(status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED, status.error_message().c_str());
    QCOMPARE(status.error_message(), std::string("the sender sent no `begin` within 10 s of its call"));
}

BURIN_TEST(TestPythonController)
#include "test_python_controller.moc"
