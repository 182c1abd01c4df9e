// SPDX-License-Identifier: GPL-3.0-or-later
// Several processes begin to write one output at the same moment: one succeeds, the others are refused.
#include "core/base/errors.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"

#include <unistd.h>
#include <QProcess>
#include <cstdio>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr int processes = 12;
const int rounds = isLongRun() ? 12 : 6;

/// How a process ended.
enum Ending { written = 0, refused = 2, failed = 1 };

/// The work of one process; main() starts this program again for it.
constexpr std::string_view writeOnce = "--write-once";

/// Argument 2 is the path, 3 says whether to resume, 4 and 5 are the shard. Waits until the gate opens.
int writeOnceTheGateOpens(char** arguments) {
    SinkOptions options;
    options.policy.resume = std::string_view(arguments[3]) == "resume";
    options.shard = {std::stoi(arguments[4]), std::stoi(arguments[5])};
    char none = 0;
    static_cast<void>(::read(STDIN_FILENO, &none, 1));
    try {
        exportFormula(arguments[2], surfaceOf(300, 300, 8), options);
        return written;
    } catch (const UsageError&) {
        return refused;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return failed;
    }
}

/// Starts exports in several processes at once and counts how they ended.
std::map<int, int> atOnce(const std::string& path, const SinkOptions& options) {
    const QStringList arguments = {QString::fromLatin1(writeOnce.data()), QString::fromStdString(path),
                                   options.policy.resume ? "resume" : "start",
                                   QString::number(options.shard.index),
                                   QString::number(options.shard.count)};
    std::vector<std::unique_ptr<QProcess>> all;
    for (int i = 0; i < processes; ++i) {
        all.push_back(std::make_unique<QProcess>());
        all.back()->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        all.back()->start(QCoreApplication::applicationFilePath(), arguments);
    }
    for (const auto& process : all) {
        if (!process->waitForStarted(patience)) qFatal("cannot start a process");
    }
    for (const auto& process : all)
        process->write("!");
    for (const auto& process : all)
        process->waitForBytesWritten();
    std::map<int, int> endings;
    for (const auto& process : all) {
        const bool ended =
            process->waitForFinished(patience) && process->exitStatus() == QProcess::NormalExit;
        ++endings[ended ? process->exitCode() : -1];
    }
    return endings;
}

}  // namespace

class TestOneWinner : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void oneProcessWrites_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions shard;
        shard.shard = {1, 3};
        QTest::newRow("a tif") << "x.tif" << SinkOptions{};
        QTest::newRow("a raw") << "x.raw" << SinkOptions{};
        QTest::newRow("the same shard") << "x.tif" << shard;
    }
    void oneProcessWrites() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        for (int round = 0; round < rounds; ++round) {
            const QString folder = folder_.filePath(QString("%1-%2").arg(QTest::currentDataTag()).arg(round));
            QVERIFY(QDir().mkpath(folder));
            const std::string path = QDir(folder).filePath(name).toStdString();
            const auto endings = atOnce(path, options);
            QCOMPARE(endings, (std::map<int, int>{{written, 1}, {refused, processes - 1}}));
            if (options.shard.whole()) QVERIFY(verifyExport(path).sound());
            QCOMPARE(QDir(folder).entryList({"*.new*"}, QDir::Files), QStringList());
        }
    }

    /// If another process has finished the output in the meantime, it is finished for all.
    void thoseThatResumeNeverSpoilEachOthersWork() {
        const SurfaceInfo surface = surfaceOf(300, 300, 8);
        SinkOptions options;
        options.policy.resume = true;
        for (int round = 0; round < rounds; ++round) {
            const QString folder = folder_.filePath(QString("resume-%1").arg(round));
            QVERIFY(QDir().mkpath(folder));
            const std::string path = QDir(folder).filePath("x.raw").toStdString();
            const auto endings = atOnce(path, options);
            QCOMPARE(endings.count(failed), std::size_t{0});
            QVERIFY(endings.at(written) >= 1);
            QVERIFY(contentsOf(path) == expectedRaw(surface, {}));
            QVERIFY(verifyExport(path).sound());
        }
    }

    /// Another process writes everything between the check and the start of this process.
    void whatAnotherHasWrittenSinceTheLookIsNotOverwritten() {
        const SurfaceInfo surface = surfaceOf(300, 300, 8);
        const std::string path = folder_.filePath("late.raw").toStdString();
        const auto late = openSink(path, surface, {});
        exportFormula(path, surface);
        const std::string finished = finishedJournalOf(path, {}).string();
        const QByteArray journal = contentsOf(finished);
        QVERIFY(!journal.isEmpty());
        QVERIFY_THROWS_EXCEPTION(UsageError, late->begin());
        QCOMPARE(contentsOf(finished), journal);
        QVERIFY(!QFile::exists(QString::fromStdString(path + ".journal")));
        QVERIFY(verifyExport(path).sound());
    }

    void whoIsRefusedLeavesNothingBehind() {
        const SurfaceInfo surface = surfaceOf(300, 300, 8);
        const std::string path = folder_.filePath("left.tif").toStdString();
        SinkOptions shard;
        shard.shard = {0, 2};
        const auto sink = openSink(path, surface, shard);
        writeContents(path + ".part", "of something else");
        QVERIFY_THROWS_EXCEPTION(UsageError, sink->begin());
        const_cast<std::unique_ptr<Sink>&>(sink).reset();
        QVERIFY(!QFile::exists(QString::fromStdString(path + ".0-of-2.journal")));
    }
};

int main(int count, char** arguments) {
    if (count == 6 && arguments[1] == writeOnce) return writeOnceTheGateOpens(arguments);
    const QCoreApplication application(count, arguments);
    TestOneWinner test;
    return QTest::qExec(&test, count, arguments);
}
#include "test_one_winner.moc"
