// SPDX-License-Identifier: GPL-3.0-or-later

// Law 6 through the program: killed at any moment and resumed until it is done, an export is byte for byte
// the uninterrupted one; so is one of shards that were killed, resumed and joined.

#include "support/random.hpp"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <optional>

using namespace burin::test;

namespace {

/// Dear enough for an export to last, with a journal that has something to say.
const QByteArray design =
    "burin: 1\n"
    "pixel: 1 um\n"
    "nodes:\n"
    "  surface: {kind: root, width: 4500, height: 6200, inputs: [{data: cells}]}\n"
    "  cells: {kind: math2d, expression: \"cell(x / 9, y / 9, 1) / 2 + noise(x / 30, y / 20, 2) / 3 + cell(x "
    "/ 40, y / "
    "40, 3) / 9\"}\n";

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestKilledProgram : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void killedAndResumed_data();
    void killedAndResumed();
    void shardsKilledResumedAndJoined_data() { killedAndResumed_data(); }
    void shardsKilledResumedAndJoined();
    void stoppedByTheUser();
    void cleanupTestCase();

  private:
    /// Ends the export at a random moment by a signal, unless it ends by itself before.
    /// \return its exit code, nothing where it was killed
    std::optional<int> exportFor(const QStringList& options, int milliseconds, int signal);
    QStringList exporting(const QString& name) const {
        return {"export", "x.burin", "--to", name, "--threads", "2", "--progress", "none"};
    }
    int moment(Random& random, std::int64_t share) const {
        return static_cast<int>(random.between(1, duration_ * 5 / 4 / share));
    }
    static int run(const QStringList& arguments);

    QTemporaryDir folder_;
    std::int64_t duration_ = 0;  ///< of an uninterrupted export, in milliseconds
    int kills_ = 0;
    int useful_ = 0;  ///< kills that left records to go on from
};

int TestKilledProgram::run(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(BURIN_PROGRAM), arguments);
    const bool ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
    return ended ? process.exitCode() : -1;
}

void TestKilledProgram::initTestCase() {
    QVERIFY(QDir::setCurrent(folder_.path()));
    QFile file("x.burin");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(design);
    file.close();
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run(exporting("whole.raw")), 0);
    duration_ = timer.elapsed();
    QCOMPARE(run(exporting("whole.tif")), 0);
}

std::optional<int> TestKilledProgram::exportFor(const QStringList& options, int milliseconds, int signal) {
    QProcess process;
    process.start(QStringLiteral(BURIN_PROGRAM), options);
    if (!process.waitForFinished(milliseconds)) {
        ::kill(static_cast<pid_t>(process.processId()), signal);
        if (!process.waitForFinished(120000)) return -1;
    }
    if (process.exitStatus() == QProcess::NormalExit) return process.exitCode();
    return std::nullopt;
}

void TestKilledProgram::killedAndResumed_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<quint64>("seed");
    for (const char* suffix : {"raw", "tif"}) {
        for (const std::uint64_t seed : seedsOfTest(3))
            QTest::addRow("%s, seed %llu", suffix, static_cast<unsigned long long>(seed))
                << suffix << quint64(seed);
    }
}

void TestKilledProgram::killedAndResumed() {
    QFETCH(QString, suffix);
    QFETCH(quint64, seed);
    Random random(seed);
    const QString name = QString("killed%1.").arg(seed) + suffix;
    std::optional<int> code;
    for (int round = 0; round < 4; ++round) {
        code = exportFor(exporting(name) + QStringList{"--resume"}, moment(random, 1), SIGKILL);
        if (code) break;
        QVERIFY(!QFile::exists(name));
        ++kills_;
        if (contentsOf(name + ".journal").contains("\ndone ")) ++useful_;
    }
    if (!code) code = run(exporting(name) + QStringList{"--resume"});
    QCOMPARE(*code, 0);
    QVERIFY(contentsOf(name) == contentsOf("whole." + suffix));
    QVERIFY(!QFile::exists(name + ".part"));
    QCOMPARE(run({"verify", name}), 0);
}

void TestKilledProgram::shardsKilledResumedAndJoined() {
    QFETCH(QString, suffix);
    QFETCH(quint64, seed);
    Random random(seed);
    const QString name = QString("shards%1.").arg(seed) + suffix;
    for (const int shard : {2, 0, 3, 1}) {
        const QStringList options =
            exporting(name) + QStringList{"--resume", "--shard", QString("%1/4").arg(shard)};
        std::optional<int> code = exportFor(options, moment(random, 4), SIGKILL);
        if (!code) {
            QVERIFY(run({"verify", "--join", name}) != 0);
            QVERIFY(!QFile::exists(name));
            code = run(options);
        }
        QCOMPARE(*code, 0);
    }
    QCOMPARE(run({"verify", "--join", name}), 0);
    QVERIFY(contentsOf(name) == contentsOf("whole." + suffix));
}

void TestKilledProgram::stoppedByTheUser() {
    for (const int signal : {SIGINT, SIGTERM}) {
        const QString name = QString("stopped%1.raw").arg(signal);
        const std::optional<int> code = exportFor(exporting(name), static_cast<int>(duration_ / 2), signal);
        QVERIFY(code.has_value());
        if (*code == 0) continue;  // it was faster this time
        QCOMPARE(*code, 130);
        QVERIFY(QFile::exists(name + ".part") && QFile::exists(name + ".journal") && !QFile::exists(name));
        QCOMPARE(run(exporting(name) + QStringList{"--resume"}), 0);
        QVERIFY(contentsOf(name) == contentsOf("whole.raw"));
    }
}

/// A kill before the first record is a start over, and shows little.
void TestKilledProgram::cleanupTestCase() {
    qInfo("%d kills, %d of them with something to go on from; an export takes %lld ms", kills_, useful_,
          static_cast<long long>(duration_));
    if (kills_ >= 12) QVERIFY(useful_ > 0);
}

QTEST_GUILESS_MAIN(TestKilledProgram)
#include "test_killed_program.moc"
