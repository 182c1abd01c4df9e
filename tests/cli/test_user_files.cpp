// SPDX-License-Identifier: GPL-3.0-or-later

// Files that a user names: what is no regular file is refused and never waited for, and nothing else than the
// file that was asked for is touched.

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

namespace {

const QByteArray design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [{data: slope}]}
  slope: {kind: math2d, expression: "x * y / 60000"}
)yaml";

struct Outcome {
    int code = -1;
    QByteArray err;
};

Outcome run(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(BURIN_PROGRAM), arguments);
    const bool ended = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit;
    if (!ended) process.kill();
    process.waitForFinished();
    return {ended ? process.exitCode() : -1, process.readAllStandardError()};
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
}

}  // namespace

class TestUserFiles : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        QVERIFY(QDir::setCurrent(folder_.path()));
        write("x.burin", design);
        QCOMPARE(::mkfifo("pipe", 0600), 0);
        QVERIFY(QDir().mkdir("folder"));
    }
    void cleanupTestCase() { QVERIFY(QDir::setCurrent("/")); }

    void whatIsNoRegularFileIsRefused_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        const QList<QStringList> commands = {{"check"},
                                             {"info"},
                                             {"export", "--to", "y.raw"},
                                             {"render", "--to", "y.png"},
                                             {"farm", "--to", "y.raw", "--shards", "2"},
                                             {"fit"}};
        for (const QStringList& command : commands) {
            for (const auto& [file, expected] :
                 {std::pair("pipe", "is a pipe"), std::pair("folder", "is a folder"),
                  std::pair("/dev/zero", "is a device")}) {
                QTest::newRow(qPrintable(command.front() + " of what " + expected))
                    << command << QString(file) << QString(expected);
            }
        }
    }
    void whatIsNoRegularFileIsRefused() {
        QFETCH(QStringList, command);
        QFETCH(QString, file);
        QFETCH(QString, expected);
        const Outcome outcome = run(command + QStringList{file});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains((expected + ", not a regular file").toUtf8()), outcome.err);
        QVERIFY(outcome.err.contains(file.toUtf8()));
        QCOMPARE(QDir().entryList({"y.*"}), QStringList());
    }

    void aPipeInThePlaceOfAnOutputIsRefused() {
        QCOMPARE(::mkfifo("piped.raw.part", 0600), 0);
        const Outcome begun = run({"export", "x.burin", "--to", "piped.raw"});
        QVERIFY2(begun.code == 2 && begun.err.contains("piped.raw.part: is in the way"), begun.err);
        QVERIFY(!QFile::exists("piped.raw.journal"));
        QCOMPARE(run({"export", "x.burin", "--to", "whole.raw"}).code, 0);
        QVERIFY(QFile::remove("whole.raw"));
        QCOMPARE(::mkfifo("whole.raw", 0600), 0);
        QCOMPARE(run({"verify", "whole.raw"}).code, 1);
    }

    void aPictureNeverTouchesAnExport_data() {
        QTest::addColumn<QString>("suffix");
        QTest::newRow("one that waits to be resumed") << ".part";
        QTest::newRow("one that is finished") << ".journal";
    }
    void aPictureNeverTouchesAnExport() {
        QFETCH(QString, suffix);
        write("p.tif", "an earlier output");
        write("p.tif" + suffix, "of an export");
        const Outcome refused = run({"render", "x.burin", "--to", "p.tif"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(("p.tif" + suffix).toUtf8()), refused.err);
        QCOMPARE(contentsOf("p.tif"), QByteArray("an earlier output"));
        QCOMPARE(contentsOf("p.tif" + suffix), QByteArray("of an export"));
        // By another name it is made, and leaves nothing but itself.
        QCOMPARE(run({"render", "x.burin", "--to", "q.tif"}).code, 0);
        QCOMPARE(QDir().entryList({"q.tif*"}), QStringList{"q.tif"});
        QCOMPARE(contentsOf("p.tif" + suffix), QByteArray("of an export"));
        QVERIFY(QFile::remove("p.tif" + suffix) && QFile::remove("q.tif"));
    }

    void verifyGoesWithResume() {
        const Outcome alone = run({"export", "x.burin", "--to", "v.raw", "--verify"});
        QVERIFY2(alone.code == 2 && alone.err.contains("--resume"), alone.err);
        QVERIFY(!QFile::exists("v.raw.part"));
        QCOMPARE(run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"}).code, 0);
        QCOMPARE(run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"}).code, 0);
        QByteArray spoilt = contentsOf("v.raw");
        spoilt[1000] = static_cast<char>(spoilt[1000] ^ 1);
        write("v.raw", spoilt);
        const Outcome damaged = run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"});
        QVERIFY2(damaged.code == 1 && damaged.err.contains("does not hold what was written"), damaged.err);
    }

    /// A long design is read for seconds: the program has to listen meanwhile.
    void aSignalEndsTheReadingOfALongDesign_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("info") << QStringList{"info"};
        QTest::newRow("export") << QStringList{"export", "--to", "null:"};
    }
    void aSignalEndsTheReadingOfALongDesign() {
        QFETCH(QStringList, command);
        write("long.burin", design + QByteArray((60 << 20), '\n'));
        QProcess process;
        process.start(QStringLiteral(BURIN_PROGRAM), command + QStringList{"long.burin"});
        QVERIFY(process.waitForStarted());
        // Its signals are blocked once it listens to them itself.
        const QString status = QString("/proc/%1/status").arg(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(contentsOf(status).contains("SigBlk:\t0000000000004a02"), 20000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
    }
};

QTEST_GUILESS_MAIN(TestUserFiles)
#include "test_user_files.moc"
