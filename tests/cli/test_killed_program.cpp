// SPDX-License-Identifier: GPL-3.0-or-later

// Law 6 through the program: an export that is killed at any moment and resumed until it is done is byte for
// byte the uninterrupted one. The same holds for shards that are killed, resumed and joined.

#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <csignal>
#include <functional>
#include <optional>

using namespace burin::test;

namespace {

constexpr int width = 4500;

/// A design with expensive samples, so that an export takes long although its file is small.
QByteArray designOf(int height) {
    QByteArray sum = "0";
    for (int i = 1; i <= 8; ++i)
        sum += QString(" + cell(x / %1, y / %2, %3)").arg(5 * i).arg(4 + 3 * i).arg(i).toUtf8();
    return "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + QByteArray::number(width) +
           ", height: " + QByteArray::number(height) + ", inputs: [{data: cells}]}\n" +
           "  cells: {kind: math2d, expression: \"(" + sum + ") / 8\"}\n";
}

void writeDesign(int height) {
    QFile file("x.burin");
    if (!file.open(QIODevice::WriteOnly) || file.write(designOf(height)) < 0) qFatal("cannot write x.burin");
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

qsizetype recordsIn(const QString& journal) {
    return contentsOf(journal).count("\ndone ");
}

/// Whether a process has come so far that it handles a signal; SIGKILL needs no handler.
bool handles(qint64 process, int signal) {
    static const QRegularExpression sets("Sig(?:Blk|Cgt):\\s*([0-9a-f]+)");
    quint64 handled = quint64{1} << (SIGKILL - 1);
    auto found = sets.globalMatch(contentsOf(QString("/proc/%1/status").arg(process)));
    while (found.hasNext())
        handled |= found.next().captured(1).toULongLong(nullptr, 16);
    return (handled & quint64{1} << (signal - 1)) != 0;
}

/// Whether the moment to kill has come, given the milliseconds since the start.
using Moment = std::function<bool(std::int64_t)>;

}  // namespace

class TestKilledProgram : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void killedAndResumed_data();
    void killedAndResumed();
    void shardsKilledResumedAndJoined_data();
    void shardsKilledResumedAndJoined();
    void stoppedByTheUser();
    void aRemovedPartIsNotCalledKept();
    void goesOnFromARecord();
    void checksAndPlansAreStopped_data();
    void checksAndPlansAreStopped();
    void signalsOfOthersChangeNothing();
    void ignoredSignalsChangeNothing_data();
    void ignoredSignalsChangeNothing();
    void terminationIsNeverIgnored();

  private:
    /// Kills the export at `moment`, unless it has ended before.
    /// \param pause  when the export pauses for a second, so that it has to write a record
    /// \return its exit code; nothing if it was killed
    static std::optional<int> exportUntil(const Moment& moment, const QStringList& options, int signal,
                                          Moment pause = {});
    QStringList exporting(const QString& name) const {
        return {"export", "x.burin", "--to", name, "--threads", "1", "--progress", "none"};
    }
    /// A random time during the export of a part of the surface.
    Moment anyTime(Random& random, std::int64_t parts) const {
        return [at = random.between(1, duration_ / parts)](std::int64_t elapsed) { return elapsed >= at; };
    }
    /// A moment during the export, after it has created its journal.
    Moment onTheWay(const QString& journal) const {
        return [this, journal](std::int64_t elapsed) {
            return elapsed >= duration_ / 8 && QFile::exists(journal);
        };
    }
    /// Shortly after another record of the journal.
    static Moment afterARecord(const QString& journal) {
        return [journal, before = recordsIn(journal)](std::int64_t) { return recordsIn(journal) > before; };
    }
    static int run(const QStringList& arguments);

    QTemporaryDir folder_;
    std::int64_t duration_ = 0;  ///< the duration of an uninterrupted export, in milliseconds
    int height_ = 0;             ///< height of the surface
};

int TestKilledProgram::run(const QStringList& arguments) {
    QProcess process;
    process.start(burinProgram, arguments);
    const bool ended =
        process.waitForFinished(burin::patience) && process.exitStatus() == QProcess::NormalExit;
    return ended ? process.exitCode() : -1;
}

void TestKilledProgram::initTestCase() {
    QVERIFY(QDir::setCurrent(folder_.path()));
    // Long enough for a kill at any time.
    constexpr std::int64_t wanted = 400;
    QElapsedTimer timer;
    for (height_ = 200;; height_ += static_cast<int>(height_ * wanted / duration_)) {
        writeDesign(height_);
        timer.start();
        QCOMPARE(run(exporting("whole.raw") + QStringList{"--force"}), 0);
        duration_ = std::max<std::int64_t>(1, timer.elapsed());
        if (duration_ >= wanted) break;
    }
    QCOMPARE(run(exporting("whole.tif")), 0);
}

std::optional<int> TestKilledProgram::exportUntil(const Moment& moment, const QStringList& options,
                                                  int signal, Moment pause) {
    QProcess process;
    QElapsedTimer timer;
    timer.start();
    // The signals end the program as in a terminal, even if the tests run under nohup or in the background.
    process.setChildProcessModifier([] {
        std::signal(SIGHUP, SIG_DFL);
        std::signal(SIGINT, SIG_DFL);
    });
    process.start(burinProgram, options);
    while (!process.waitForFinished(5)) {
        if (timer.elapsed() > burin::patience) return -1;
        if (pause && pause(timer.elapsed())) {
            pause = {};
            const auto paused = static_cast<pid_t>(process.processId());
            ::kill(paused, SIGSTOP);
            // Journals get one record per second.
            std::this_thread::sleep_for(std::chrono::milliseconds(1100));
            ::kill(paused, SIGCONT);
        }
        if (!moment(timer.elapsed()) || !handles(process.processId(), signal)) continue;
        ::kill(static_cast<pid_t>(process.processId()), signal);
        if (!process.waitForFinished(burin::patience)) return -1;
        break;
    }
    if (process.exitStatus() == QProcess::NormalExit) return process.exitCode();
    return std::nullopt;
}

void TestKilledProgram::killedAndResumed_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<quint64>("seed");
    for (const QString suffix : {"raw", "tif"}) {
        for (const std::uint64_t seed : seedsOfTest(1, "BURIN_FAULT_SEEDS"))
            QTest::newRow(qPrintable(QString("%1, seed %2").arg(suffix).arg(seed)))
                << suffix << quint64(seed);
    }
}

void TestKilledProgram::killedAndResumed() {
    QFETCH(QString, suffix);
    QFETCH(quint64, seed);
    Random random(seed);
    const QString name = QString("killed%1.").arg(seed) + suffix;
    const QString journal = name + ".journal";
    std::optional<int> code;
    for (int round = 0; round < 3; ++round) {
        const bool record = round == 1;
        const Moment moment = record ? afterARecord(journal) : anyTime(random, 1);
        code = exportUntil(moment, exporting(name) + QStringList{"--resume"}, SIGKILL,
                           record ? onTheWay(journal) : Moment());
        if (code) break;
        // If the file has its final name, it is complete: only the process had not ended.
        QVERIFY(!QFile::exists(name) || contentsOf(name) == contentsOf("whole." + suffix));
    }
    if (!code) code = run(exporting(name) + QStringList{"--resume"});
    QCOMPARE(*code, 0);
    QVERIFY(contentsOf(name) == contentsOf("whole." + suffix));
    QVERIFY(!QFile::exists(name + ".part"));
    QCOMPARE(run({"verify", name}), 0);
    QFile::remove(name);
}

/// Only the long run also tries the shards of a TIFF.
void TestKilledProgram::shardsKilledResumedAndJoined_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(1, "BURIN_FAULT_SEEDS")) {
        for (const QString suffix : {"raw", "tif"}) {
            if (suffix == "raw" || isLongRun())
                QTest::newRow(qPrintable(QString("%1, seed %2").arg(suffix).arg(seed)))
                    << suffix << quint64(seed);
        }
    }
}

void TestKilledProgram::shardsKilledResumedAndJoined() {
    QFETCH(QString, suffix);
    QFETCH(quint64, seed);
    Random random(seed);
    const QString name = QString("shards%1.").arg(seed) + suffix;
    bool joined = false;
    for (const int shard : {2, 0, 3, 1}) {
        const QStringList options =
            exporting(name) + QStringList{"--resume", "--shard", QString("%1/4").arg(shard)};
        std::optional<int> code = exportUntil(anyTime(random, 4), options, SIGKILL);
        if (!code) {
            // If the kill came after the last shard was complete, the shards can be joined.
            joined = run({"verify", "--join", name}) == 0;
            QVERIFY(!joined || shard == 1);
            QCOMPARE(QFile::exists(name), joined);
            code = joined ? 0 : run(options);
        }
        QCOMPARE(*code, 0);
    }
    if (!joined) QCOMPARE(run({"verify", "--join", name}), 0);
    QVERIFY(contentsOf(name) == contentsOf("whole." + suffix));
    QFile::remove(name);
}

void TestKilledProgram::stoppedByTheUser() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const QString name = QString("stopped%1.raw").arg(signal);
        const Moment halfWay = [&](std::int64_t elapsed) {
            return elapsed >= duration_ / 2 && QFile::exists(name + ".journal");
        };
        const std::optional<int> code = exportUntil(halfWay, exporting(name), signal);
        QVERIFY(code.has_value());
        if (*code == 0) continue;  // the export finished before the kill
        QCOMPARE(*code, 130);
        QVERIFY(QFile::exists(name + ".part") && QFile::exists(name + ".journal") && !QFile::exists(name));
        QCOMPARE(run(exporting(name) + QStringList{"--resume"}), 0);
        QVERIFY(contentsOf(name) == contentsOf("whole.raw"));
    }
}

void TestKilledProgram::aRemovedPartIsNotCalledKept() {
    QFile design("endless.burin");
    QVERIFY(design.open(QIODevice::WriteOnly) && design.write(designOf(50 * height_)) > 0);
    design.close();
    QProcess process;
    process.start(burinProgram, {"export", "endless.burin", "--to", "gone.raw", "--threads", "1"});
    QVERIFY(process.waitForStarted(burin::patience));
    QTRY_VERIFY(QFile::exists("gone.raw.part") && handles(process.processId(), SIGTERM));
    QVERIFY(QFile::remove("gone.raw.part"));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(burin::patience));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("stopped; The written part is lost; to make it again, run the same command with "
                           "--resume."),
             said);
}

/// A kill before the first record only makes the export start again, and shows little. The computer may have
/// become faster since the first measurement, so surfaces grow until an export is killed after a record.
void TestKilledProgram::goesOnFromARecord() {
    const QString journal = "long.raw.journal";
    for (int height = height_; height < 64 * height_; height *= 2) {
        writeDesign(height);
        if (const auto code =
                exportUntil(afterARecord(journal), exporting("long.raw"), SIGKILL, onTheWay(journal))) {
            QCOMPARE(*code, 0);
            QFile::remove("long.raw");
            continue;
        }
        // It was killed after the end of the export, which removes the journal.
        if (QFile::remove("long.raw")) continue;
        QVERIFY(recordsIn(journal) > 0);
        QCOMPARE(run(exporting("long.raw") + QStringList{"--resume"}), 0);
        QCOMPARE(run(exporting("fresh.raw")), 0);
        QVERIFY(contentsOf("long.raw") == contentsOf("fresh.raw"));
        return;
    }
    QFAIL("no export lasted until a record");
}

void TestKilledProgram::checksAndPlansAreStopped_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("signal");
    const QStringList render = {"render", "gaussians.burin", "--to", "never.png"};
    const QStringList measure = {"measure", "gaussians.burin", "--full-depth", "10um"};
    QTest::newRow("check") << QStringList{"check", "gaussians.burin", "--preflight"} << SIGTERM;
    QTest::newRow("info, as its terminal is closed") << QStringList{"info", "gaussians.burin"} << SIGHUP;
    QTest::newRow("render") << render << SIGTERM;
    QTest::newRow("render, as its terminal is closed") << render << SIGHUP;
    QTest::newRow("measure, as its terminal is closed") << measure << SIGHUP;
}

/// Each of the many kernels takes a while to prepare, long before anything is computed.
void TestKilledProgram::checksAndPlansAreStopped() {
    QFETCH(QStringList, arguments);
    QFETCH(int, signal);
    constexpr int count = 3000;
    QByteArray nodes;
    QByteArray links;
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "g" + QByteArray::number(i);
        nodes += "  " + name +
                 ": {kind: convolution, kernel: {gaussian: " + QByteArray::number(20 + 20.0 * i / count) +
                 "}, inputs: [{data: slope}]}\n";
        links += (i > 0 ? ", {data: " : "{data: ") + name + "}";
    }
    QFile file("gaussians.burin");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 4000, height: 4000, inputs: [{data: mean}]}\n"
        "  slope: {kind: math2d, expression: \"(x * 7 + y * 3) / 31\"}\n" +
        nodes + "  mean: {kind: union, operation: mean, inputs: [" + links + "]}\n");
    file.close();
    const std::optional<int> code =
        exportUntil([](std::int64_t elapsed) { return elapsed >= 500; }, arguments, signal);
    QVERIFY(code.has_value());
    QCOMPARE(*code, 130);
}

/// Batch systems send SIGUSR1 before they end a job.
void TestKilledProgram::signalsOfOthersChangeNothing() {
    QProcess process;
    process.start(burinProgram,
                  {"export", inTree("tests/bench/designs/heavy.burin"), "--to", "null:", "--backend", "cpu",
                   "--memory", "256M", "--threads", "1", "--progress", "json"});
    QVERIFY(process.waitForStarted(burin::patience));
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(burin::patience));  // waits for its progress output
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGUSR1), 0);
        QTest::qWait(100);
        QCOMPARE(process.state(), QProcess::Running);
    }
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(burin::patience));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
}

void TestKilledProgram::ignoredSignalsChangeNothing_data() {
    QTest::addColumn<int>("ignored");
    QTest::newRow("under nohup it outlives its terminal") << SIGHUP;
    QTest::newRow("in the background of a shell it is deaf to Ctrl-C") << SIGINT;
}

/// The test sends the signal as soon as the program handles signals, and then again and again.
void TestKilledProgram::ignoredSignalsChangeNothing() {
    QFETCH(int, ignored);
    QProcess process;
    process.setChildProcessModifier([ignored] { std::signal(ignored, SIG_IGN); });
    process.start(burinProgram, exporting("null:") + QStringList{"--backend", "cpu", "--memory", "256M"});
    QVERIFY(process.waitForStarted(burin::patience));
    bool sent = false;
    while (!process.waitForFinished(1)) {
        if (!handles(process.processId(), SIGTERM)) continue;
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), ignored), 0);
        sent = true;
    }
    QVERIFY(sent);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
}

/// Batch systems and service managers need a signal that always ends a job.
void TestKilledProgram::terminationIsNeverIgnored() {
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGTERM, SIG_IGN); });
    process.start(burinProgram, {"export", inTree("tests/bench/designs/heavy.burin"), "--to",
                                 "null:", "--backend", "cpu", "--memory", "256M", "--threads", "1"});
    QVERIFY(process.waitForStarted(burin::patience));
    while (!handles(process.processId(), SIGTERM))
        QVERIFY(!process.waitForFinished(1));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(burin::patience));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
}

BURIN_TEST(TestKilledProgram)
#include "test_killed_program.moc"
