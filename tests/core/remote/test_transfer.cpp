// SPDX-License-Identifier: GPL-3.0-or-later

// From a sink to the reference controller's file through a loopback connection: after any fault on the way,
// the engraved bytes equal the exported ones.

#include "core/export/scan.hpp"
#include "core/remote/query.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <atomic>

using namespace burin;
using namespace burin::test;
using Mode = JobRequest::Mode;
using State = TransferStatus::State;

namespace {

Controller::Settings settingsOf(const QTemporaryDir& folder) {
    Controller::Settings settings;
    settings.output = folder.filePath("out.raw").toStdString();
    settings.machine.bufferBytes = 100'000;
    settings.limits.name = "test machine";
    return settings;
}

/// Slow enough for things to happen on the way.
Controller::Settings slowSettings(const QTemporaryDir& folder, double bytesPerSecond = 400e3) {
    Controller::Settings settings = settingsOf(folder);
    settings.machine.bytesPerSecond = bytesPerSecond;
    return settings;
}

/// Lines of 500 bytes that the slow machine engraves for 25 s: tests that look at a running job end it
/// themselves.
constexpr std::int64_t endless = 20'000;

}  // namespace

class TestTransfer : public QObject {
    Q_OBJECT

  private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void everythingArrives_data();
    void everythingArrives();
    void theMachineSaysWhatItIs();
    void aFinishedJobIsSaidToBe();
    void anUnfinishedJobIsNotOverwritten();
    void anotherJobIsNotResumed_data();
    void anotherJobIsNotResumed();
    void whatTheMachineCannotTakeIsRefused_data();
    void whatTheMachineCannotTakeIsRefused();
    void aSecondSenderIsRefused();
    void resumingWaitsForAVanishedSender();
    void aSenderGoesOnBehindWhatIsEngraved();
    void pausedAndContinuedFromBothSides();
    void stoppedByTheSenderAndResumed();
    void stoppedAtTheMachineAndResumed();
    void aFaultIsReportedAndTheJobResumed();
    void aFileThatCannotBeFinishedIsAFault();
    void aDamagedSliceIsSentAgain();
    void threeTimesDamagedEndsTheJob();
    void whatTheBufferHasLostIsComputedAgain();
    void theControllerIsRestarted_data();
    void theControllerIsRestarted();
    void aControllerThatStaysAwayIsGivenUp();
    void theOperatorStartsTheMachine();
    void atItsRateItNeverStarves();
    void fiftyFaults_data();
    void fiftyFaults();

  private:
    Controller::Settings faultyAt(std::int64_t line) const {
        Controller::Settings settings = settingsOf(*folder_);
        settings.mishaps = {{.kind = Mishap::Kind::fault, .line = line}};
        return settings;
    }
    static void leaveUnfinished(const Stage& stage, const TransferJob& job) {
        QVERIFY(messageOf([&] { engrave(stage.sink(), job, transferOptions()); }) != "");
    }
    /// Waits until the current line is engraved and checks that no other follows.
    static void expectStanding(const Stage& stage) {
        std::int64_t line = 0;
        const auto stands = [&] {
            line = stage.status().executedLines;
            std::this_thread::sleep_for(50ms);
            return stage.status().executedLines == line;
        };
        QVERIFY(waitFor([&] { return stands() && stands(); }));
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestTransfer::everythingArrives_data() {
    QTest::addColumn<int>("depth");
    QTest::addColumn<QString>("scan");
    QTest::addColumn<bool>("lz4");
    QTest::addColumn<int>("width");
    for (const int depth : {1, 8, 16}) {
        for (const char* scan : {"rows", "rows serpentine", "swaths:100", "swaths:77 serpentine"}) {
            const auto name = QString("%1 bits, %2").arg(depth).arg(scan);
            QTest::newRow(qPrintable(name)) << depth << QString(scan) << (depth == 8) << 251;
        }
    }
    QTest::newRow("several slices a line") << 16 << "rows serpentine" << true << 20'001;
}

void TestTransfer::everythingArrives() {
    QFETCH(int, depth);
    QFETCH(QString, scan);
    QFETCH(bool, lz4);
    QFETCH(int, width);
    Stage stage(settingsOf(*folder_));
    Scan order = *parseScan(scan.section(' ', 0, 0).toStdString());
    order.serpentine = scan.endsWith("serpentine");
    TransferJob job = jobOf(surfaceOf(width, 203, depth), order);
    job.compression = lz4 ? SliceCompression::lz4 : SliceCompression::none;
    TransferOptions options = transferOptions();
    options.bandBytes = 2'000'000;
    const ExportResult result = engrave(stage.sink(), job, options);
    QCOMPARE(result.doneSamples, result.totalSamples);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, order));
    QCOMPARE(stage.status().damagedSlices, 0);
}

void TestTransfer::theMachineSaysWhatItIs() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.limits.fieldWidthUm = 2000;
    settings.limits.fieldHeightUm = 3000;
    settings.limits.depths = {1, 8};
    settings.machine.bytesPerSecond = 1e9;
    Stage stage(settings);
    MachineDescription machine = queryMachine(stage.address(), {}, 100s);
    QCOMPARE(machine.name, std::string("test machine"));
    QCOMPARE(machine.fieldHeightUm, 3000.0);
    QVERIFY((machine.depths == std::vector<int>{1, 8}));
    QCOMPARE(machine.bufferBytes, std::uint64_t{100'000});
    QCOMPARE(machine.bytesPerSecond, 1e9);
    QVERIFY(machine.jobId.empty());
    const TransferJob job = jobOf(surfaceOf(100, 100, 8));
    engrave(stage.sink(), job, transferOptions());
    machine = queryMachine(stage.address(), {}, 100s);
    QCOMPARE(machine.jobId, job.id());
    QVERIFY(machine.status.state == State::done);
    QCOMPARE(machine.status.lines, 100);
    stage.off();
    QVERIFY(messageOf([&] { static_cast<void>(queryMachine(stage.address(), {}, 2s)); }) != "");
    stage.on();
}

void TestTransfer::aFinishedJobIsSaidToBe() {
    Stage stage(settingsOf(*folder_));
    const TransferJob job = jobOf(surfaceOf(100, 100, 8));
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    TransferSink again(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(again.alreadyFinished().has_value());
    stage.off();
    stage.on();
    QVERIFY(TransferSink(stage.sink(), job, transferOptions(Mode::resume)).alreadyFinished().has_value());
    // Sending the same job again makes a new job, and so does sending another one.
    TransferJob other = job;
    other.surface.designHash = "another";
    engrave(stage.sink(), job, transferOptions());
    engrave(stage.sink(), other, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::anUnfinishedJobIsNotOverwritten() {
    Stage stage(faultyAt(20));
    const TransferJob job = jobOf(surfaceOf(500, 400, 8));
    leaveUnfinished(stage, job);
    const Problem refusal = problemOf([&] { engrave(stage.sink(), job, transferOptions()); });
    const auto remedies = {Remedy{Remedy::Way::resume}, Remedy{Remedy::Way::giveUpJob}};
    for (const Remedy& remedy : remedies)
        QVERIFY(std::find(refusal.remedies.begin(), refusal.remedies.end(), remedy) !=
                refusal.remedies.end());
    const TransferJob other = jobOf(surfaceOf(50, 40, 8));
    QVERIFY(messageOf([&] { engrave(stage.sink(), other, transferOptions()); }) != "");
    engrave(stage.sink(), other, transferOptions(Mode::replace));
    QVERIFY(stage.engraved() == expectedRaw(other.surface, {}));
}

void TestTransfer::anotherJobIsNotResumed_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("mixable");
    QTest::newRow("another design") << "design hash" << false;
    QTest::newRow("another region") << "region" << false;
    QTest::newRow("another size") << "surface" << false;
    QTest::newRow("another scan order") << "scan" << false;
    QTest::newRow("serpentine") << "scan " << false;
    QTest::newRow("another depth") << "depth" << false;
    QTest::newRow("another pitch") << "pitch" << false;
    QTest::newRow("another backend") << "backend" << true;
    QTest::newRow("another version") << "version" << true;
}

void TestTransfer::anotherJobIsNotResumed() {
    QFETCH(QString, what);
    QFETCH(bool, mixable);
    Stage stage(faultyAt(20));
    const TransferJob job = jobOf(surfaceOf(500, 200, 8));
    leaveUnfinished(stage, job);
    TransferJob changed = job;
    if (what == "design hash") changed.surface.designHash = "another";
    if (what == "region") changed.surface.region.x += 1;
    if (what == "surface") changed.surface.surface.width += 1;
    if (what == "scan") changed.scan.swathWidth = 100;
    if (what == "scan ") changed.scan.serpentine = true;
    if (what == "depth") changed.surface.depth = 16;
    if (what == "pitch") changed.surface.pitchUm = 2;
    if (what == "backend") changed.surface.backend = "cuda";
    if (what == "version") changed.surface.version = "0.0.1";
    TransferOptions options = transferOptions(Mode::resume);
    try {
        engrave(stage.sink(), changed, options);
        QFAIL("was not refused");
    } catch (const UsageError& refusal) {
        QVERIFY2(QString(refusal.what()).contains("with another " + what.trimmed()), refusal.what());
    }
    if (!mixable) return;
    options.allowMixed = true;
    engrave(stage.sink(), changed, options);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::whatTheMachineCannotTakeIsRefused_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("depth");
    QTest::addColumn<int>("swath");
    QTest::addColumn<QString>("reason");
    QTest::newRow("larger than the field") << 2001 << 8 << 0 << "takes at most 2 x 9 mm";
    QTest::newRow("a depth that it does not support") << 100 << 16 << 0 << "takes a bit depth of 1, 8";
    QTest::newRow("lines that its buffer does not hold") << 1501 << 8 << 0 << "half its buffer";
    QTest::newRow("swaths that are too wide") << 1800 << 8 << 1400 << "swaths of at most 1200 px";
}

void TestTransfer::whatTheMachineCannotTakeIsRefused() {
    QFETCH(int, width);
    QFETCH(int, depth);
    QFETCH(int, swath);
    QFETCH(QString, reason);
    Controller::Settings settings = settingsOf(*folder_);
    settings.limits.fieldWidthUm = 2000;
    settings.limits.fieldHeightUm = 9000;
    settings.limits.depths = {1, 8};
    settings.limits.mostSwathWidth = 1200;
    settings.machine.bufferBytes = 3000;
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(width, 100, depth), {swath, false});
    try {
        engrave(stage.sink(), job, transferOptions());
        QFAIL("was not refused");
    } catch (const UsageError& refusal) {
        QVERIFY2(QString(refusal.what()).contains(reason), refusal.what());
        // The remedies are transmitted too.
        const std::vector<Remedy> narrower{{Remedy::Way::scanSwaths}};
        QVERIFY(refusal.problem().remedies == (reason.contains("half") ? narrower : std::vector<Remedy>{}));
    }
    QVERIFY(!QFile::exists(folder_->filePath("out.raw.part")));
}

void TestTransfer::aSecondSenderIsRefused() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.mishaps = *parseMishaps("pause@5");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 400, 8));
    Sender first(stage.sink(), job, transferOptions());
    QVERIFY(stage.waitForState(State::paused));
    struct Case {
        TransferOptions options;
        std::vector<Remedy> remedies;
    };
    std::vector<Case> cases = {{transferOptions(Mode::start), {{Remedy::Way::tryLater}}},
                               {transferOptions(Mode::replace), {{Remedy::Way::tryLater}}},
                               {transferOptions(Mode::resume), {{Remedy::Way::waitLonger}}},
                               {transferOptions(Mode::resume), {}}};
    cases[2].options.firstRetry = 300ms;
    cases[3].options.occupiedPatience = 300ms;
    std::vector<std::future<Problem>> refusals;
    for (const Case& each : cases) {
        refusals.push_back(std::async(std::launch::async, [&] {
            return problemOf([&] { engrave(stage.sink(), job, each.options); });
        }));
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Problem refusal = refusals[i].get();
        QVERIFY2(refusal.reason.find("another sender") != std::string::npos, refusal.text().c_str());
        QVERIFY(refusal.remedies == cases[i].remedies);
        QCOMPARE(refusal.advice.empty(), i != 3);
    }
    QVERIFY(first.running());
}

/// The machine needs a while to notice that a computer was switched off.
void TestTransfer::resumingWaitsForAVanishedSender() {
    Stage stage(slowSettings(*folder_, 5e3));
    const TransferJob job = jobOf(surfaceOf(500, 400, 8));
    Sender first(stage.sink(), job, transferOptions());
    QVERIFY(stage.waitForLine(5));
    std::atomic<bool> waits = false;
    std::string why;
    TransferOptions options = transferOptions(Mode::resume);
    options.waits = [&](const Problem& problem) {
        why = problem.text();
        waits = true;
    };
    Sender second(stage.sink(), job, options);
    QVERIFY(waitFor([&] { return waits.load(); }));
    QVERIFY2(why.find("another sender") != std::string::npos, why.c_str());
    QVERIFY(second.running());
    first.stop();
    stage.hurry();
    QVERIFY(!second.result().stopped);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::aSenderGoesOnBehindWhatIsEngraved() {
    Stage stage(faultyAt(150));
    const TransferJob job = jobOf(surfaceOf(500, 400, 8), {0, true});
    leaveUnfinished(stage, job);
    TransferSink sink(stage.sink(), job, transferOptions(Mode::resume));
    QCOMPARE(sink.transfer()->executedLines, 150);
    QVERIFY(sink.notes().front().reason.find("resumes at line") != std::string::npos);
    QVERIFY(!sink.done().empty());
    FakeBlockSource source(8, 2);
    exportSurface(source, sink, job.surface.region.origin(), ampleBudget());
    QVERIFY(stage.engraved() == expectedRaw(job.surface, job.scan));
}

void TestTransfer::pausedAndContinuedFromBothSides() {
    Stage stage(slowSettings(*folder_, 500e3));
    const TransferJob job = jobOf(surfaceOf(500, endless, 8));
    TransferSink sink(stage.sink(), job, transferOptions());
    FakeBlockSource source(8, 1);
    auto exporting = std::async(std::launch::async, [&] {
        return exportSurface(source, sink, job.surface.region.origin(), ampleBudget());
    });
    for (const bool bySender : {true, false, true}) {
        bySender ? sink.setPaused(true) : static_cast<void>(stage.tell("pause"));
        QVERIFY(waitFor([&] { return sink.transfer()->state == State::paused; }));
        expectStanding(stage);
        const std::int64_t line = stage.status().executedLines;
        bySender ? static_cast<void>(stage.tell("continue")) : sink.setPaused(false);
        QVERIFY(stage.waitForLine(line + 20));
    }
    stage.tell("stop");
    QVERIFY(failureOf([&] { exporting.get(); }).has_value());
    stage.hurry();
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::stoppedByTheSenderAndResumed() {
    Stage stage(slowSettings(*folder_));
    const TransferJob job = jobOf(surfaceOf(500, endless, 8));
    Sender sender(stage.sink(), job, transferOptions());
    QVERIFY(stage.waitForLine(50));
    sender.stop();
    QVERIFY(sender.result().stopped);
    QVERIFY(stage.waitForState(State::stopped));
    expectStanding(stage);
    stage.hurry();
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::stoppedAtTheMachineAndResumed() {
    Stage stage(slowSettings(*folder_));
    const TransferJob job = jobOf(surfaceOf(500, endless, 8));
    Sender sender(stage.sink(), job, transferOptions());
    QVERIFY(stage.waitForLine(50));
    stage.tell("stop");
    const auto failure = failureOf([&] { sender.result(); });
    QVERIFY(failure.has_value());
    QCOMPARE(failure->problem().details, std::vector<std::string>{"stopped at the machine"});
    QCOMPARE(failure->sequel, Sink::Sequel::goesOn);
    stage.hurry();
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::aFaultIsReportedAndTheJobResumed() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.mishaps = *parseMishaps("fault@77");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 200, 8));
    const auto failure = failureOf([&] { engrave(stage.sink(), job, transferOptions()); });
    QVERIFY(failure && failure->machine);
    QCOMPARE(failure->problem().details, std::vector<std::string>{"the machine reports a fault"});
    QCOMPARE(failure->machine->executedLines, 77);
    QCOMPARE(failure->share, 77.0 / 200);
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::aFileThatCannotBeFinishedIsAFault() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.mishaps = *parseMishaps("pause@5");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 400, 8));
    Sender sender(stage.sink(), job, transferOptions());
    QVERIFY(stage.waitForState(State::paused));
    QVERIFY(QDir(folder_->path()).mkdir("out.raw"));  // occupies the name of the finished file
    stage.tell("continue");
    QVERIFY(waitFor([&] { return !sender.running(); }));
    const auto failure = failureOf([&] { sender.result(); });
    QVERIFY(failure && failure->machine);
    QCOMPARE(failure->machine->executedLines, 400);
    QVERIFY(stage.waitForState(State::faulted));
    QVERIFY(QDir(folder_->path()).rmdir("out.raw"));
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::aDamagedSliceIsSentAgain() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.mishaps = *parseMishaps("corrupt:2@30,corrupt:1@150,corrupt:2@199");
    Stage stage(settings);
    TransferJob job = jobOf(surfaceOf(500, 200, 8));
    job.compression = SliceCompression::lz4;
    engrave(stage.sink(), job, transferOptions());
    QCOMPARE(stage.status().damagedSlices, 5);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::threeTimesDamagedEndsTheJob() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.mishaps = *parseMishaps("corrupt:3@60");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 400, 8));
    const std::string message = messageOf([&] { engrave(stage.sink(), job, transferOptions()); });
    QVERIFY2(message.find("fails its checksum for the third time") != std::string::npos, message.c_str());
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::whatTheBufferHasLostIsComputedAgain() {
    Controller::Settings settings = slowSettings(*folder_, 1e6);
    settings.mishaps = *parseMishaps("lose@50,lose@300,drop@600,lose@700");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 400, 16), {300, true});
    TransferSink sink(stage.sink(), job, transferOptions());
    FakeBlockSource source(16, 1);
    exportSurface(source, sink, job.surface.region.origin(), ampleBudget());
    QVERIFY(stage.engraved() == expectedRaw(job.surface, job.scan));
    QCOMPARE(sink.transfer()->reconnections, 4);
}

void TestTransfer::theControllerIsRestarted_data() {
    QTest::addColumn<bool>("keepBuffer");
    QTest::newRow("its buffer is lost") << false;
    QTest::newRow("its buffer is kept") << true;
}

void TestTransfer::theControllerIsRestarted() {
    QFETCH(bool, keepBuffer);
    Controller::Settings settings = slowSettings(*folder_);
    settings.keepBuffer = keepBuffer;
    settings.mishaps = *parseMishaps("pause@50");
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(500, 900, 8), {0, true});
    Sender sender(stage.sink(), job, transferOptions());
    for (const int line : {50, 100, 300}) {
        QVERIFY(stage.waitForState(State::paused));
        QVERIFY(waitFor([&] { return stage.status().bufferedBytes() > 50'000; }));
        stage.off();
        stage.on(line == 50 ? "pause@100" : line == 100 ? "pause@300" : "");
        const TransferStatus found = stage.status();
        QVERIFY(found.executedLines >= line);
        QVERIFY(found.doubtfulLine.value_or(found.executedLines) == found.executedLines);
        QCOMPARE(found.receivedBytes > found.executedBytes, keepBuffer);
        stage.tell("continue");
    }
    QVERIFY(!sender.result().stopped);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, job.scan));
}

void TestTransfer::aControllerThatStaysAwayIsGivenUp() {
    Stage stage(slowSettings(*folder_));
    const TransferJob job = jobOf(surfaceOf(500, endless, 8));
    TransferOptions options = transferOptions();
    options.retryFor = 300ms;
    Sender sender(stage.sink(), job, options);
    QVERIFY(stage.waitForLine(10));
    stage.off();
    const std::string message = messageOf([&] { sender.result(); });
    QVERIFY2(message.find("the connection is lost") != std::string::npos, message.c_str());
    options.firstRetry = 300ms;
    const std::string never = messageOf([&] { engrave(stage.sink(), job, options); });
    QVERIFY2(never.find("no connection") != std::string::npos, never.c_str());
    stage.hurry();
    engrave(stage.sink(), job, transferOptions(Mode::resume));
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::theOperatorStartsTheMachine() {
    Controller::Settings settings = settingsOf(*folder_);
    settings.machine.manualStart = true;
    Stage stage(settings);
    TransferJob job = jobOf(surfaceOf(500, 400, 8));
    job.prefillBytes = 60'000;
    std::atomic<bool> sawReady = false;
    State last = State::connecting;
    TransferSink sink(stage.sink(), job, transferOptions());
    FakeBlockSource source(8, 1);
    auto exporting = std::async(std::launch::async, [&] {
        ExportOptions options;
        options.progressInterval = 5ms;
        return exportSurface(source, sink, job.surface.region.origin(), ampleBudget(), options,
                             [&](const Progress& p) {
                                 last = p.machine->state;
                                 if (last == State::ready) sawReady = true;
                             });
    });
    QVERIFY(stage.waitForState(State::ready));
    QVERIFY(stage.status().bufferedBytes() >= 60'000);
    QCOMPARE(stage.status().executedLines, 0);
    QVERIFY(waitFor([&] { return sawReady.load(); }));
    stage.tell("start");
    exporting.get();
    QVERIFY(last == State::done);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

/// The machine begins when half of its buffer is full, so a busy computer may pause for three seconds.
void TestTransfer::atItsRateItNeverStarves() {
    Controller::Settings settings = slowSettings(*folder_, 100e3);
    settings.machine.bufferBytes = 640'000;
    Stage stage(settings);
    const TransferJob job = jobOf(surfaceOf(1000, 500, 8));
    TransferOptions options = transferOptions();
    engrave(stage.sink(), job, options);
    QCOMPARE(stage.status().starvations, 0);
    QVERIFY(stage.engraved() == expectedRaw(job.surface, {}));
}

void TestTransfer::fiftyFaults_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(1, "BURIN_FAULT_SEEDS"))
        QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << quint64{seed};
}

/// Fifty stalls, drops, damaged slices, faults, stops, pauses, lost buffers, restarts and replaced senders in
/// random order.
void TestTransfer::fiftyFaults() {
    QFETCH(quint64, seed);
    Random random(seed);
    const int depth = random.pick({1, 8, 16});
    const Scan scan{random.pick({0, 333}), random.chance(0.5)};
    const TransferJob job = jobOf(surfaceOf(1001, depth == 1 ? 4000 : 700, depth), scan);
    Controller::Settings settings = slowSettings(*folder_, 200e3 * (depth == 16 ? 2 : 1));
    settings.machine.bufferBytes = static_cast<std::uint64_t>(random.between(20'000, 100'000));
    settings.keepBuffer = random.chance(0.5);
    Stage stage(settings);
    auto sender = std::make_unique<Sender>(stage.sink(), job, transferOptions());
    const auto goOn = [&] {
        sender = std::make_unique<Sender>(stage.sink(), job, transferOptions(Mode::resume));
    };
    for (int faults = 0; faults < 50; ++faults) {
        std::this_thread::sleep_for(std::chrono::milliseconds(random.between(0, 60)));
        if (stage.status().state == State::done) {  // start again: jobs can end before fifty faults
            QVERIFY(stage.engraved() == expectedRaw(job.surface, scan));
            sender = std::make_unique<Sender>(stage.sink(), job, transferOptions());
        }
        const std::int64_t which = random.between(0, 9);
        if (which < 5) {
            stage.tell(random.pick({"stall:0.05", "drop", "corrupt:2", "lose", "drop"}));
        } else if (which == 5) {
            stage.tell("pause");
            std::this_thread::sleep_for(10ms);
            stage.tell("continue");
        } else if (which == 6) {
            stage.off();
            std::this_thread::sleep_for(std::chrono::milliseconds(random.between(0, 100)));
            stage.on();
        } else if (which == 7) {
            sender.reset();
            goOn();
        } else {
            stage.tell(which == 8 ? "fault" : "stop");
        }
        // The sender ends after a fault, a stop, or too many damaged slices.
        if (!sender->running() && stage.status().state != State::done) goOn();
    }
    stage.hurry();
    while (!waitFor([&] { return !sender->running() || stage.status().state == State::done; }) ||
           stage.status().state != State::done)
        goOn();
    QVERIFY(stage.engraved() == expectedRaw(job.surface, scan));
}

BURIN_TEST(TestTransfer)
#include "test_transfer.moc"
