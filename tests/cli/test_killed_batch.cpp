// SPDX-License-Identifier: GPL-3.0-or-later

// A batch is killed before each call that brings data to disk, for example between the new name of a row's
// file and the line of its result. The resumed batch has the files and results of an uninterrupted one.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <optional>

namespace {

const QByteArray design = R"yaml(burin: 2
pixel: 1 um
groups:
  waves:
    parameters: {length: {type: length, default: 7 um, minimum: 2 um}}
    output: wave
    nodes:
      wave: {kind: math2d, expression: "0.5 + 0.3 * sin(x / length)"}
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [data: wall]}
  wall: {kind: group, group: waves}
)yaml";

/// More calls than the batch makes of one kind.
constexpr int mostCalls = 200;

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write a file");
}

/// The exit code of the program, or nothing if it was killed. With a kind of call the program is killed
/// before call number `at` of this kind, and makes the file `said`.
std::optional<int> run(const QStringList& arguments, const QString& call = {}, int at = 0) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!call.isEmpty()) {
        environment.insert("LD_PRELOAD", burin::test::failingCalls);
        environment.insert("BURIN_FAIL_CALL", call);
        environment.insert("BURIN_FAIL_AT", QString::number(at));
        environment.insert("BURIN_FAIL_SAID", QDir::current().filePath("said"));
        environment.insert("BURIN_FAIL_KILLS", "1");
        // A sanitizer insists on being loaded first, which the preload prevents.
        environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0");
    }
    process.setProcessEnvironment(environment);
    process.start(burin::test::burinProgram, arguments);
    if (!process.waitForFinished(burin::patience)) qFatal("the batch does not end");
    if (process.exitStatus() != QProcess::NormalExit) return std::nullopt;
    return process.exitCode();
}

/// With a byte order mark, semicolons, quotes, a decimal comma, and no line end behind the last line.
QByteArray asASpreadsheetSaves(QByteArray results) {
    static const QRegularExpression seconds(",(\\d+)\\.(\\d{3}),");
    QString text =
        QString::fromUtf8(results.chopped(1)).replace(seconds, ";\"\\1,\\2\";").replace("\n", "\r\n");
    static const QRegularExpression separator(",(?!\\d{3}\")");
    return "\xEF\xBB\xBF" + text.replace(separator, ";").toUtf8();
}

/// The lines of the results, without their seconds. The last one may be cut off.
QStringList resultLines() {
    static const QRegularExpression seconds(",\\d+\\.\\d{3},");
    QStringList lines = QString::fromUtf8(contentsOf("t.results.csv")).split('\n', Qt::SkipEmptyParts);
    for (QString& line : lines)
        line.replace(seconds, ",S,");
    return lines;
}

}  // namespace

class TestKilledBatch : public QObject {
    Q_OBJECT

    QTemporaryDir root_;

    void stand(const QString& folder) const {
        QVERIFY(QDir(root_.path()).mkpath(folder));
        QVERIFY(QDir::setCurrent(root_.filePath(folder)));
        write("d.burin", design);
        write("t.csv", "wall.length\n5 um\n9 um\n");
    }

  private slots:
    void cleanup() { QVERIFY(QDir::setCurrent("/")); }

    void everyMomentIsResumed_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<bool>("replaces");
        for (const char* suffix : {"raw", "tif"}) {
            for (const char* call : {"sync", "folder", "rename"}) {
                QTest::addRow("%s, %s", suffix, call) << call << suffix << false;
                QTest::addRow("%s, %s, over older files", suffix, call) << call << suffix << true;
            }
        }
    }
    void everyMomentIsResumed() {
        QFETCH(QString, call);
        QFETCH(QString, suffix);
        QFETCH(bool, replaces);
        const QStringList files = {"00001." + suffix, "00002." + suffix};
        const QStringList common = {"batch",     "t.csv", "d.burin",  "--to", "{name}." + suffix,
                                    "--threads", "1",     "--memory", "64M"};
        const QStringList begins = common + QStringList{replaces ? "--force" : "--resume"};
        const QStringList resumes =
            common + (replaces ? QStringList{"--resume", "--force"} : QStringList{"--resume"});
        const QString place = suffix + '/' + call + (replaces ? "/over/" : "/");
        QMap<QString, QByteArray> older;
        if (replaces) {
            stand(place + "older");
            write("t.csv", "wall.length\n4 um\n6 um\n");
            QVERIFY(run(begins) == 0);
            for (const QString& name : QDir().entryList(QDir::Files | QDir::Hidden)) {
                if (name != "t.csv") older[name] = contentsOf(name);
            }
        }
        stand(place + "whole");
        QVERIFY(run(begins) == 0);
        const QStringList results = resultLines();
        QCOMPARE(results.size(), 3);  // with the header
        QMap<QString, QByteArray> whole;
        for (const QString& name : files)
            whole[name] = contentsOf(name);
        QVERIFY(!whole[files[0]].isEmpty() && whole[files[0]] != whole[files[1]]);
        int at = 1;
        for (;; ++at) {
            QVERIFY(at < mostCalls);
            stand(place + QString::number(at));
            for (auto file = older.cbegin(); file != older.cend(); ++file)
                write(file.key(), file.value());
            const std::optional<int> code = run(begins, call, at);
            if (!QFile::exists("said")) {
                QVERIFY(code == 0);
                break;
            }
            QVERIFY(!code.has_value());
            // A file with its final name is complete, and a row that counts as done has such a file.
            const QByteArray number = QByteArray::number(at);
            const QString said = resultLines().join('\n');
            for (const QString& name : files) {
                const bool isOlder = replaces && contentsOf(name) == older[name];
                QVERIFY2(!QFile::exists(name) || isOlder || contentsOf(name) == whole[name], number);
                QVERIFY2(!said.contains(",done," + name) || (QFile::exists(name) && !isOlder), number);
            }
            QVERIFY2(run(resumes) == 0, number);
            for (const QString& name : files)
                QVERIFY2(contentsOf(name) == whole[name], number);
            QCOMPARE(resultLines(), results);
            QVERIFY2(QDir().entryList({"*.part"}).isEmpty(), number);
        }
        // A kind of call that is never made would prove nothing.
        QVERIFY2(at > 4, QByteArray::number(at));
    }

    void aTableFromASpreadsheetIsResumed_data() {
        QTest::addColumn<QString>("call");
        for (const char* call : {"sync", "folder", "rename"})
            QTest::newRow(call) << call;
    }
    /// A row that is done stays done while the table gets its own form again.
    void aTableFromASpreadsheetIsResumed() {
        QFETCH(QString, call);
        const QStringList batch = {"batch",     "t.csv", "d.burin",  "--to", "{name}.raw",
                                   "--threads", "1",     "--memory", "64M",  "--resume"};
        stand("spreadsheet/" + call + "/whole");
        QVERIFY(run(batch) == 0);
        const QStringList results = resultLines();
        int at = 1;
        for (;; ++at) {
            QVERIFY(at < mostCalls);
            stand("spreadsheet/" + call + '/' + QString::number(at));
            write("t.csv", "wall.length\n5 um\n");
            QVERIFY(run(batch) == 0);
            write("t.results.csv", asASpreadsheetSaves(contentsOf("t.results.csv")));
            write("t.csv", "wall.length\n5 um\n9 um\n");
            QVERIFY(QFile::remove("00001.raw"));  // it is made again only if its line is lost
            const std::optional<int> code = run(batch, call, at);
            const QByteArray there = contentsOf("t.results.csv");
            QVERIFY2(there.contains("1;00001;done") || there.contains("1,00001,done"), there);
            if (!QFile::exists("said")) {
                QVERIFY(code == 0);
                break;
            }
            QVERIFY(!code.has_value());
            QVERIFY2(run(batch) == 0, QByteArray::number(at));
            QCOMPARE(resultLines(), results);
            QVERIFY(!QFile::exists("00001.raw") && QFile::exists("00002.raw"));
            QCOMPARE(QDir().entryList({"t.results*"}), QStringList("t.results.csv"));
        }
        QVERIFY2(at > 2, QByteArray::number(at));
    }
};

BURIN_TEST(TestKilledBatch)
#include "test_killed_batch.moc"
