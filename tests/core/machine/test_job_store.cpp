// SPDX-License-Identifier: GPL-3.0-or-later

// If a job cannot begin because any system call fails, the last job and its files stay as they were. If the
// process dies while a job begins, either the last job or the new one remains, never a mixture.

#include "core/base/errors.hpp"
#include "core/base/output_file.hpp"
#include "core/machine/controller.hpp"
#include "support/system/failing_calls.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <memory>

using namespace burin;
using namespace burin::test;
using namespace std::chrono_literals;
using State = TransferStatus::State;
using Mode = JobRequest::Mode;

namespace {

constexpr int width = 100;
constexpr int height = 40;

TransferJob jobCalled(const std::string& hash) {
    TransferJob job;
    job.surface.surface = {width, height};
    job.surface.region = {0, 0, width, height};
    job.surface.designHash = hash;
    job.prefillBytes = width;
    return job;
}

/// The samples of a job: the first letter of its name and the number of the line.
std::vector<std::byte> samplesOf(const TransferJob& job) {
    std::vector<std::byte> samples;
    for (int y = 0; y < height; ++y)
        samples.insert(samples.end(), width, static_cast<std::byte>(job.surface.designHash[0] ^ y));
    return samples;
}

QByteArray bytesOf(const TransferJob& job) {
    const auto samples = samplesOf(job);
    return {reinterpret_cast<const char*>(samples.data()), static_cast<qsizetype>(samples.size())};
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

using Files = QMap<QString, QByteArray>;

Files filesIn(const QString& folder) {
    Files files;
    for (const QString& name : QDir(folder).entryList(QDir::Files))
        files[name] = contentsOf(folder + '/' + name);
    return files;
}

Controller::Settings settingsIn(const QString& folder) {
    Controller::Settings settings;
    settings.output = (folder + "/out.raw").toStdString();
    settings.machine.bufferBytes = 4096;
    return settings;
}

/// Sends lines up to `end` and has them engraved; a failure appears in the controller's state.
/// \param before  the slices that were sent in this session
void sendLines(Controller& controller, const TransferJob& job, std::uint64_t session, std::int64_t end,
               std::int64_t before = 0) {
    const LineLayout layout = job.layout();
    const auto samples = samplesOf(job);
    const std::int64_t first = controller.describe().status.executedLines;
    for (std::int64_t line = first; line < end; ++line) {
        SliceHead head = cutSlice(layout, layout.offsetOf(line), layout.offsetOf(line + 1));
        head.sequence = static_cast<std::uint64_t>(before + line - first);
        const Slice slice = makeSlice(head, std::span(samples).subspan(layout.offsetOf(line), head.bytes),
                                      SliceCompression::none);
        controller.take(session, slice.head, slice.dataBytes(), Controller::Time{});
        controller.engrave(Controller::Time{});
    }
}

/// Engraves a job or the rest of it. \return empty, or why it failed
std::string engrave(Controller& controller, const TransferJob& job, Mode mode, std::uint64_t sender) {
    const auto admission = controller.admit({job, mode, sender, false});
    if (admission.finished) return {};
    if (admission.session == 0) return "refused: " + admission.refusal->text();
    sendLines(controller, job, admission.session, height);
    const TransferStatus status = controller.describe().status;
    controller.leave(admission.session);
    return status.state == State::done ? "" : "not done: " + status.message;
}

const TransferJob oldJob = jobCalled("old");
const TransferJob newJob = jobCalled("new");
constexpr std::uint64_t oldSender = 1;
constexpr std::uint64_t newSender = 2;

}  // namespace

class TestJobStore : public QObject {
    Q_OBJECT

  private slots:
    void aCallThatFails_data();
    void aCallThatFails();
    void aProcessThatDiesAtAnyCall_data();
    void aProcessThatDiesAtAnyCall();
    void aRefusedHeaderChangesNothing_data();
    void aRefusedHeaderChangesNothing();
    void theSameJobAgainBeginsAtItsFirstLine();
    void aSenderThatReturnsAfterAnotherJobChangesNothing();
    void aSenderThatReturnsDoesNotUndoAStop_data();
    void aSenderThatReturnsDoesNotUndoAStop();
    void theEndWaitsForItsSender();
    void aJobIsCalledAsItsSenderCallsIt();
    void aPositionOfAnEarlierVersionIsTakenOver();
    void aPauseWithoutAJobSurvivesARestart();
    void aPartOfAnotherOriginStays();
    void companionsOfAnotherOriginStay_data();
    void companionsOfAnotherOriginStay();
    void aBufferIsTakenByItsMark();
    void anOutputThatIsMadeBetweenJobsStays();
    void whatIsMadeDuringAJobStays_data();
    void whatIsMadeDuringAJobStays();
    void whatTakesThePlaceOfThePartGetsNoName();

  private:
    /// Makes a folder with the last job, finished or at its tenth line.
    static void prepare(const QString& folder, const QString& last);
};

void TestJobStore::prepare(const QString& folder, const QString& last) {
    QDir().mkpath(folder);
    if (last == "none") return;
    Controller controller(settingsIn(folder));
    if (last != "begun")
        QCOMPARE(engrave(controller, jobCalled("first"), Mode::start, oldSender), std::string());
    if (last == "finished") return;
    const auto admission = controller.admit({oldJob, Mode::start, oldSender, false});
    QVERIFY(admission.session != 0);
    sendLines(controller, oldJob, admission.session, 10);
    QCOMPARE(controller.describe().status.executedLines, 10);
    controller.leave(admission.session);
}

void TestJobStore::aCallThatFails_data() {
    QTest::addColumn<QString>("last");
    QTest::addColumn<int>("error");
    QTest::addColumn<bool>("all");
    for (const char* last : {"none", "finished", "begun", "begun over a finished one"}) {
        QTest::addRow("%s, and a full disk", last) << QString(last) << ENOSPC << false;
        QTest::addRow("%s, and a disk that stays broken", last) << QString(last) << EIO << true;
        QTest::addRow("%s, and no file can be opened any more", last) << QString(last) << EMFILE << false;
    }
}

void TestJobStore::aCallThatFails() {
    QFETCH(QString, last);
    QFETCH(int, error);
    QFETCH(bool, all);
    const bool unfinished = last.startsWith("begun");
    for (int call = 1;; ++call) {
        const QTemporaryDir place;
        const QString folder = place.path();
        prepare(folder, last);
        auto controller = std::make_unique<Controller>(settingsIn(folder));
        const MachineDescription before = controller->describe();
        const Files files = filesIn(folder);
        Controller::Admission admission;
        bool failed = false;
        {
            const FailingCalls calls(call, error, all);
            admission = controller->admit({newJob, Mode::replace, newSender, false});
            failed = calls.failed();
        }
        if (!failed) {
            QVERIFY2(call > 5, "too few calls were seen for this test to mean anything");
            break;
        }
        if (admission.session == 0) {
            QVERIFY(admission.refusal);
            const Files after = filesIn(folder);
            for (auto it = files.begin(); it != files.end(); ++it)
                QVERIFY2(after.value(it.key()) == it.value(),
                         qPrintable(QString("call %1 changes %2").arg(call).arg(it.key())));
            const MachineDescription now = controller->describe();
            QCOMPARE(now.jobId, before.jobId);
            QCOMPARE(now.status.executedLines, before.status.executedLines);
            QVERIFY(now.status.state == before.status.state);
            // The last job continues, in this process or in the next one.
            if (call % 2 == 0) controller.reset();
            if (!controller) controller = std::make_unique<Controller>(settingsIn(folder));
            if (unfinished) {
                QCOMPARE(controller->describe().status.executedLines, 10);
                QCOMPARE(engrave(*controller, oldJob, Mode::resume, oldSender), std::string());
                QCOMPARE(contentsOf(folder + "/out.raw"), bytesOf(oldJob));
            }
            QCOMPARE(engrave(*controller, newJob, Mode::start, newSender), std::string());
        } else {
            // A failure that comes too late to prevent the beginning of the job does not prevent its end
            // either.
            sendLines(*controller, newJob, admission.session, height);
            controller->leave(admission.session);
            if (controller->describe().status.state != State::done)
                QCOMPARE(engrave(*controller, newJob, Mode::resume, newSender), std::string());
        }
        QCOMPARE(contentsOf(folder + "/out.raw"), bytesOf(newJob));
        QVERIFY(!QFile::exists(folder + "/out.raw.part"));
        QVERIFY(!QFile::exists(folder + "/out.raw.part.new"));
        QVERIFY(!QFile::exists(folder + "/out.raw.journal.new"));
    }
}

void TestJobStore::aProcessThatDiesAtAnyCall_data() {
    QTest::addColumn<QString>("last");
    for (const char* last : {"none", "finished", "begun", "begun over a finished one"})
        QTest::addRow("%s", last) << QString(last);
}

/// After a certain call nothing reaches the disk, which leaves the files that a killed process would leave.
void TestJobStore::aProcessThatDiesAtAnyCall() {
    QFETCH(QString, last);
    for (int call = 1;; ++call) {
        const QTemporaryDir place;
        const QString folder = place.path();
        prepare(folder, last);
        const QByteArray finished = contentsOf(folder + "/out.raw");
        bool failed = false;
        {
            auto controller = std::make_unique<Controller>(settingsIn(folder));
            const FailingCalls calls(call, EIO, true);
            static_cast<void>(controller->admit({newJob, Mode::replace, newSender, false}));
            failed = calls.failed();
            controller.reset();
        }
        if (!failed) break;
        Controller controller(settingsIn(folder));
        const MachineDescription found = controller.describe();
        QCOMPARE(contentsOf(folder + "/out.raw"), finished);
        const bool old = found.jobId == oldJob.id();
        if (old) QCOMPARE(found.status.executedLines, 10);
        if (found.jobId == newJob.id()) QCOMPARE(found.status.executedLines, 0);
        const TransferJob& job = old ? oldJob : newJob;
        QCOMPARE(engrave(controller, job, old ? Mode::resume : Mode::replace, 3), std::string());
        QCOMPARE(contentsOf(folder + "/out.raw"), bytesOf(job));
    }
}

void TestJobStore::aRefusedHeaderChangesNothing_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"no pitch", "a pitch that no file can hold", "a depth of 7", "a region outside",
                             "lines that are too long", "a hash that is not a text"})
        QTest::newRow(what) << QString(what);
}

void TestJobStore::aRefusedHeaderChangesNothing() {
    QFETCH(QString, what);
    const QTemporaryDir place;
    prepare(place.path(), "finished");
    Controller controller(settingsIn(place.path()));
    const Files files = filesIn(place.path());
    TransferJob job = newJob;
    SurfaceInfo& s = job.surface;
    if (what == "no pitch") s.pitchUm = 0;
    if (what == "a pitch that no file can hold") s.pitchUm = 4.9e-324;
    if (what == "a depth of 7") s.depth = 7;
    if (what == "a region outside") s.region.x = 1;
    if (what == "lines that are too long") s.region.width = s.surface.width = 2'147'483'647;
    if (what == "a hash that is not a text") s.designHash = "a\xC2\x9B 31m";
    QVERIFY(controller.admit({job, Mode::replace, newSender, false}).refusal);
    QVERIFY(filesIn(place.path()) == files);
    QCOMPARE(controller.describe().jobId, jobCalled("first").id());
    QVERIFY(controller.describe().status.state == State::done);
}

/// A process can die after a job has begun while the stored position still belongs to the previous job, which
/// was the same.
void TestJobStore::theSameJobAgainBeginsAtItsFirstLine() {
    const QTemporaryDir place;
    prepare(place.path(), "finished");
    const TransferJob job = jobCalled("first");
    const QString position = place.filePath("out.raw.position");
    const QByteArray before = contentsOf(position);
    {
        Controller controller(settingsIn(place.path()));
        QVERIFY(controller.admit({job, Mode::start, newSender, false}).session != 0);
    }
    QFile file(position);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QCOMPARE(file.write(before), before.size());
    file.close();
    Controller controller(settingsIn(place.path()));
    QCOMPARE(controller.describe().status.executedLines, 0);
    QCOMPARE(engrave(controller, job, Mode::resume, newSender), std::string());
    QCOMPARE(contentsOf(place.filePath("out.raw")), bytesOf(job));
}

void TestJobStore::aSenderThatReturnsAfterAnotherJobChangesNothing() {
    const QTemporaryDir place;
    prepare(place.path(), "begun");
    Controller controller(settingsIn(place.path()));
    QCOMPARE(engrave(controller, newJob, Mode::replace, newSender), std::string());
    const Files files = filesIn(place.path());
    JobRequest request{oldJob, Mode::resume, oldSender, false, true};
    QVERIFY(controller.admit(request).refusal);
    QVERIFY(filesIn(place.path()) == files);
    QVERIFY(controller.describe().status.state == State::done);
    request.admitted = false;  // a person has started the sender again
    QVERIFY(controller.admit(request).session != 0);
}

void TestJobStore::aSenderThatReturnsDoesNotUndoAStop_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("restarted");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a stop") << "stop" << false << "stopped at the machine";
    QTest::newRow("a stop, and a restart of the controller")
        << "stop" << true << "stopped before the controller was restarted";
    QTest::newRow("a fault") << "fault" << false << "the machine reports a fault";
}

/// The machine was stopped while its sender was not connected.
void TestJobStore::aSenderThatReturnsDoesNotUndoAStop() {
    QFETCH(QString, word);
    QFETCH(bool, restarted);
    QFETCH(QString, reason);
    const QTemporaryDir place;
    prepare(place.path(), "begun");
    JobRequest request{oldJob, Mode::resume, oldSender, false, true};
    auto controller = std::make_unique<Controller>(settingsIn(place.path()));
    // A restarted controller waits for the sender.
    auto session = controller->admit(request).session;
    QVERIFY(!controller->waitForNews(session, 0ms).end);
    controller->leave(session);
    controller->operate(word.toStdString(), Controller::Time{});
    if (restarted) controller.reset();
    if (restarted) controller = std::make_unique<Controller>(settingsIn(place.path()));
    session = controller->admit(request).session;
    const Controller::News news = controller->waitForNews(session, 0ms);
    QVERIFY(news.end == (word == "stop" ? Controller::End::stopped : Controller::End::fault));
    QCOMPARE(news.reason.text(), reason.toStdString());
    controller->leave(session);
    QCOMPARE(engrave(*controller, oldJob, Mode::resume, newSender), std::string());
}

/// A controller that ends after one job does not end while its sender can still ask for the outcome.
void TestJobStore::theEndWaitsForItsSender() {
    const QTemporaryDir place;
    Controller controller(settingsIn(place.path()));
    const Controller::Time now{};
    for (const bool heard : {false, true}) {
        QCOMPARE(engrave(controller, newJob, Mode::start, newSender), std::string());
        if (heard) controller.endIsHeard();
        QCOMPARE(controller.idleAfterDone(now), heard);
        QCOMPARE(controller.idleAfterDone(now + 29s), heard);
        QVERIFY(controller.idleAfterDone(now + 30s));
        const auto admission = controller.admit({oldJob, Mode::start, oldSender, false});
        controller.leave(admission.session);
        QVERIFY(!controller.idleAfterDone(now + 60s));
        QCOMPARE(engrave(controller, oldJob, Mode::resume, oldSender), std::string());
    }
}

void TestJobStore::aJobIsCalledAsItsSenderCallsIt() {
    const QTemporaryDir place;
    TransferJob job = jobCalled("first");
    job.idOfSender = "plate 17";
    {
        Controller controller(settingsIn(place.path()));
        QVERIFY(controller.admit({job, Mode::start, newSender, false}).session != 0);
        QCOMPARE(controller.describe().jobId, std::string("plate 17"));
    }
    {
        Controller controller(settingsIn(place.path()));
        QCOMPARE(controller.describe().jobId, std::string("plate 17"));
        job.idOfSender = "plate 18";
        QVERIFY(controller.admit({job, Mode::resume, newSender + 1, false}).session != 0);
        QCOMPARE(controller.describe().jobId, std::string("plate 18"));
    }
    // After a power cut: the boot is another one.
    QFile position(place.filePath("out.raw.position"));
    QVERIFY(position.open(QIODevice::ReadWrite) && position.seek(16) && position.write("0000") == 4);
    position.close();
    {
        Controller controller(settingsIn(place.path()));
        QCOMPARE(controller.describe().jobId, std::string("plate 18"));
        QCOMPARE(engrave(controller, job, Mode::resume, newSender), std::string());
    }
    const Controller controller(settingsIn(place.path()));
    QVERIFY(controller.describe().status.state == State::done);
    QCOMPARE(controller.describe().jobId, std::string("plate 18"));
}

/// Earlier versions did not record whether the machine is paused.
void TestJobStore::aPositionOfAnEarlierVersionIsTakenOver() {
    const QTemporaryDir place;
    prepare(place.path(), "begun");
    const QString position = place.filePath("out.raw.position");
    QVERIFY(QFile::resize(position, 224));
    {
        // A running controller of that version keeps its file as it is.
        OutputFile running(position.toStdString(), OutputFile::Mode::update);
        QVERIFY(running.tryLock());
        QVERIFY_THROWS_EXCEPTION(UsageError, const Controller second(settingsIn(place.path())));
        QCOMPARE(running.size(), std::uint64_t{224});
    }
    Controller controller(settingsIn(place.path()));
    QCOMPARE(controller.describe().status.executedLines, 10);
    QCOMPARE(engrave(controller, oldJob, Mode::resume, oldSender), std::string());
}

void TestJobStore::aPauseWithoutAJobSurvivesARestart() {
    const QTemporaryDir place;
    Controller(settingsIn(place.path())).operate("pause", Controller::Time{});
    Controller controller(settingsIn(place.path()));
    QVERIFY(controller.admit({newJob, Mode::start, newSender, false}).session != 0);
    QVERIFY(controller.describe().status.state == State::paused);
}

void TestJobStore::aPartOfAnotherOriginStays() {
    const QTemporaryDir place;
    QFile part(place.filePath("out.raw.part"));
    QVERIFY(part.open(QIODevice::WriteOnly) && part.write("a person's own") > 0);
    part.close();
    QVERIFY_THROWS_EXCEPTION(UsageError, const Controller controller(settingsIn(place.path())));
    QCOMPARE(contentsOf(part.fileName()), QByteArray("a person's own"));
    QVERIFY(part.remove());
    Controller controller(settingsIn(place.path()));
    QCOMPARE(engrave(controller, newJob, Mode::start, newSender), std::string());
}

void TestJobStore::companionsOfAnotherOriginStay_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("a short position") << "out.raw.position" << QByteArray("my notes\n");
    QTest::newRow("a position as long as a record")
        << "out.raw.position" << QByteArray("my notes").repeated(30);
    QTest::newRow("a position as long as a record of an earlier version")
        << "out.raw.position" << QByteArray("my notes").repeated(28);
    QTest::newRow("a longer position") << "out.raw.position" << QByteArray(5000, '\0');
    QTest::newRow("a description") << "out.raw.yaml" << QByteArray("burin: 2\n");
    QTest::newRow("an output") << "out.raw" << QByteArray("my samples");
    QTest::newRow("an output as long as that of a job") << "out.raw" << QByteArray(width * height, 'x');
    QTest::newRow("an empty output") << "out.raw" << QByteArray();
    QTest::newRow("a short buffer") << "out.raw.buffer" << QByteArray("my notes\n");
    QTest::newRow("a buffer of the same size") << "out.raw.buffer" << QByteArray(4096, '\0');
    QTest::newRow("a longer buffer") << "out.raw.buffer" << QByteArray(5000, 'x');
}

void TestJobStore::companionsOfAnotherOriginStay() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const QTemporaryDir place;
    Controller::Settings settings = settingsIn(place.path());
    settings.keepBuffer = name.endsWith(".buffer");
    QFile file(place.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    try {
        const Controller controller(settings);
        QFAIL("the controller starts");
    } catch (const UsageError& error) {
        QCOMPARE(error.problem().subject, file.fileName().toStdString());
        QVERIFY(!error.problem().advice.empty());
    }
    QCOMPARE(contentsOf(file.fileName()), content);
    QVERIFY(file.remove());
    // Files that a controller has made are taken over.
    for (int i = 0; i < 2; ++i) {
        Controller controller(settings);
        QCOMPARE(engrave(controller, i == 0 ? newJob : oldJob, Mode::start, newSender), std::string());
    }
    if (name == "out.raw") return;
    // The file that remains if a process is killed while it makes the file.
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.close();
    const Controller controller(settings);
}

/// A controller that keeps no buffer does not touch such a file; one with a buffer of another size replaces
/// it.
void TestJobStore::aBufferIsTakenByItsMark() {
    const QTemporaryDir place;
    Controller::Settings settings = settingsIn(place.path());
    settings.keepBuffer = true;
    for (const std::size_t bytes : {4096, 8192, 4096}) {
        settings.machine.bufferBytes = bytes;
        Controller controller(settings);
        QCOMPARE(engrave(controller, newJob, Mode::start, newSender), std::string());
        QVERIFY(contentsOf(place.filePath("out.raw.buffer")).startsWith("burin controller"));
    }
    QFile file(place.filePath("out.raw.buffer"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("my notes") > 0);
    file.close();
    settings.keepBuffer = false;
    const Controller controller(settings);
    QCOMPARE(contentsOf(file.fileName()), QByteArray("my notes"));
}

/// The last job's output was removed, and a person has put another file into its place.
void TestJobStore::anOutputThatIsMadeBetweenJobsStays() {
    const QTemporaryDir place;
    prepare(place.path(), "finished");
    QFile output(place.filePath("out.raw"));
    QVERIFY(output.remove() && QFile::remove(place.filePath("out.raw.yaml")));
    Controller controller(settingsIn(place.path()));
    QVERIFY(output.open(QIODevice::WriteOnly) && output.write("my samples") > 0);
    output.close();
    const auto admission = controller.admit({newJob, Mode::start, newSender, false});
    QCOMPARE(admission.session, std::uint64_t{0});
    QVERIFY(admission.refusal && admission.refusal->text().find("out.raw") != std::string::npos);
    QCOMPARE(contentsOf(output.fileName()), QByteArray("my samples"));
}

void TestJobStore::whatIsMadeDuringAJobStays_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a description") << "out.raw.yaml" << QByteArray("burin: 2\n")
                                   << QByteArray("out.raw.yaml: is not the description");
    QTest::newRow("an output") << "out.raw" << QByteArray("my samples")
                               << QByteArray("out.raw: has no description of a controller");
}

/// The job fails at its end, and finishes once the file has been removed.
void TestJobStore::whatIsMadeDuringAJobStays() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, said);
    const QTemporaryDir place;
    QFile file(place.filePath(name));
    {
        Controller controller(settingsIn(place.path()));
        const auto admission = controller.admit({newJob, Mode::start, newSender, false});
        QVERIFY(admission.session != 0);
        sendLines(controller, newJob, admission.session, height / 2);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) > 0);
        file.close();
        sendLines(controller, newJob, admission.session, height, height / 2);
        const TransferStatus status = controller.describe().status;
        QVERIFY(status.state != State::done);
        QVERIFY2(status.message.find(said.toStdString()) != std::string::npos, status.message.c_str());
    }
    QVERIFY_THROWS_EXCEPTION(UsageError, const Controller again(settingsIn(place.path())));
    QCOMPARE(contentsOf(file.fileName()), content);
    QVERIFY(file.remove());
    const Controller controller(settingsIn(place.path()));
    QVERIFY(controller.describe().status.state == State::done);
    QCOMPARE(contentsOf(place.filePath("out.raw")), bytesOf(newJob));
}

/// A program removes the file that the job is written to, and makes another one.
void TestJobStore::whatTakesThePlaceOfThePartGetsNoName() {
    const QTemporaryDir place;
    QFile part(place.filePath("out.raw.part"));
    Controller controller(settingsIn(place.path()));
    const auto admission = controller.admit({newJob, Mode::start, newSender, false});
    QVERIFY(admission.session != 0);
    sendLines(controller, newJob, admission.session, height / 2);
    QVERIFY(part.remove() && part.open(QIODevice::WriteOnly) && part.write("my samples") > 0);
    part.close();
    sendLines(controller, newJob, admission.session, height, height / 2);
    const TransferStatus status = controller.describe().status;
    QVERIFY(status.state != State::done);
    QVERIFY2(status.message.find("out.raw.part: was removed or replaced") != std::string::npos,
             status.message.c_str());
    QCOMPARE(contentsOf(part.fileName()), QByteArray("my samples"));
    QVERIFY(!QFile::exists(place.filePath("out.raw")));
}

QTEST_APPLESS_MAIN(TestJobStore)
#include "test_job_store.moc"
