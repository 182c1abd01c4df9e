// SPDX-License-Identifier: GPL-3.0-or-later

// Makes each call that brings data to disk fail once: the export ends with an error, claims nothing that is
// not on disk, and can be resumed.

#include "core/export/journal.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace burin;

namespace {

/// The surface has 2 x 2 TIFF tiles.
const QByteArray design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 1100, height: 1100, inputs: [{data: slope}]}
  slope: {kind: math2d, expression: "x * y / 1210000"}
)yaml";

/// No export here makes more calls of one kind.
constexpr int mostCalls = 60;

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Outcome {
    int code = -1;
    QByteArray err;
};

Outcome run(const QStringList& arguments, const QString& call = {}, int at = 0) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!call.isEmpty()) {
        environment.insert("LD_PRELOAD", test::failingCalls);
        environment.insert("BURIN_FAIL_CALL", call);
        environment.insert("BURIN_FAIL_AT", QString::number(at));
        environment.insert("BURIN_FAIL_SAID", QDir::current().filePath("said"));
        // A sanitizer insists on being loaded first, which the preload prevents.
        environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0");
    }
    process.setProcessEnvironment(environment);
    process.start(burin::test::burinProgram, arguments);
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) return {};
    return {process.exitCode(), process.readAllStandardError()};
}

}  // namespace

class TestFailingDisk : public QObject {
    Q_OBJECT

    QTemporaryDir root_;

    static QStringList exporting(const QString& name, const QStringList& more) {
        return QStringList{"export", "x.burin",   "--to", name,         "--threads",
                           "1",      "--backend", "cpu",  "--progress", "none"} +
               more;
    }

    void stand(const QString& folder) const {
        QVERIFY(QDir(root_.path()).mkpath(folder));
        QVERIFY(QDir::setCurrent(root_.filePath(folder)));
        QFile file("x.burin");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(design) == design.size());
    }

  private slots:
    void cleanup() { QVERIFY(QDir::setCurrent("/")); }

    void everyFailureEndsIt_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");  // the last file to get its final name
        QTest::addColumn<QString>("journal");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("call");
        for (const char* call : {"sync", "folder", "rename"}) {
            const auto row = [call](const char* title, const char* name, const char* file,
                                    const char* journal, const QStringList& options) {
                QTest::newRow(qPrintable(QString("%1: %2 fails").arg(title, call)))
                    << name << file << journal << options << call;
            };
            row("tif", "x.tif", "x.tif", "x.tif.journal", {});
            row("compressed tif", "x.tif", "x.tif", "x.tif.journal", {"--compression", "deflate"});
            row("raw", "x.raw", "x.raw", "x.raw.journal", {});
            row("png", "x.png", "x.png", "x.png.journal", {});
            row("numbered swaths", "out/%02d.tif", "out/01.tif", "out/%02d.tif.journal",
                {"--scan", "swaths:800"});
        }
    }
    void everyFailureEndsIt() {
        QFETCH(QString, name);
        QFETCH(QString, file);
        QFETCH(QString, journal);
        QFETCH(QStringList, options);
        QFETCH(QString, call);
        const QString title = QString(QTest::currentDataTag()).remove(QRegularExpression("[^a-z]"));
        stand(title + "/whole");
        QCOMPARE(run(exporting(name, options)).code, 0);
        const QByteArray expected = contentsOf(file);
        QVERIFY(!expected.isEmpty());
        int failures = 0;
        for (int at = 1; at < mostCalls; ++at) {
            stand(title + '/' + QString::number(at));
            const Outcome outcome = run(exporting(name, options), call, at);
            if (!QFile::exists("said")) {
                QCOMPARE(outcome.code, 0);
                break;
            }
            ++failures;
            // If the journal of a finished file cannot be renamed, it keeps its visible name, and the export
            // succeeds.
            const bool only =
                call == "rename" && QFile::exists(file) && readJournal(journal.toStdString()).finished;
            QVERIFY2(outcome.code == (only ? 0 : 1), outcome.err + QByteArray::number(outcome.code));
            QVERIFY2(only || outcome.err.contains("Input/output error"), outcome.err);
            QVERIFY(!QFile::exists(file) || contentsOf(file) == expected);
            const Journal found = readJournal(journal.toStdString());
            QVERIFY(!found.finished || contentsOf(file) == expected);
            // The first record comes after the sync of a new journal and that of the first data.
            if (call == "sync" && at <= 2) QVERIFY(found.runs.empty());
            // After the renaming only the sync of the last record may fail. A name that may be lost again is
            // taken back.
            if (call != "sync" && !only) QVERIFY(!QFile::exists(file));
            QCOMPARE(run(exporting(name, options + QStringList{"--resume"})).code, 0);
            QCOMPARE(contentsOf(file), expected);
            QCOMPARE(run({"verify", name}).code, 0);
        }
        QVERIFY2(failures >= 2, qPrintable(QString::number(failures)));
    }

    /// If the journal cannot be made, nothing is kept, and the message does not say so.
    void anExportThatCannotBeginPromisesNothing() {
        stand("begin");
        const Outcome outcome = run(exporting("x.raw", {}), "sync", 1);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("Input/output error. Nothing is written; to start again, run the same "
                                      "command with --resume."),
                 outcome.err);
        QVERIFY(!QFile::exists("x.raw.part"));
        QCOMPARE(run(exporting("x.raw", {"--resume"})).code, 0);
    }

    void aShardIsNotFinishedBeforeItIsOnDisk() {
        const QStringList shard = {"--shard", "0/2"};
        stand("wholeShard");
        QCOMPARE(run(exporting("x.raw", shard)).code, 0);
        const QByteArray expected = contentsOf("x.raw.part");
        for (int at = 1; at < mostCalls; ++at) {
            stand("shard" + QString::number(at));
            const Outcome outcome = run(exporting("x.raw", shard), "sync", at);
            if (!QFile::exists("said")) return;
            QCOMPARE(outcome.code, 1);
            // If the sync of the last record fails, the data is complete.
            QVERIFY(!readJournal("x.raw.0-of-2.journal").finished || contentsOf("x.raw.part") == expected);
            QCOMPARE(run(exporting("x.raw", shard + QStringList{"--resume"})).code, 0);
        }
        QFAIL("it never ended without a failure");
    }

    void aPictureThatIsNotOnDiskIsNoSuccess() {
        stand("render");
        for (const char* call : {"sync", "folder", "rename"}) {
            const Outcome outcome = run({"render", "x.burin", "--to", "x.png", "--backend", "cpu"}, call, 1);
            QVERIFY(QFile::remove("said"));
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("Input/output error"), outcome.err);
        }
        QCOMPARE(QDir().entryList({"x.png*"}, QDir::Files), QStringList{"x.png"});
    }
};

BURIN_TEST(TestFailingDisk)
#include "test_failing_disk.moc"
