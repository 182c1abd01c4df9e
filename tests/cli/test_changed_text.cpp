// SPDX-License-Identifier: GPL-3.0-or-later

// A table, a drawing or a design is replaced by another one of the same size while `burin export` reads it:
// before each of its reads in turn, so nothing depends on time.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace burin;

namespace {

/// More reads than any file here takes.
constexpr int mostTextReads = 60;

}  // namespace

class TestChangedText : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    [[nodiscard]] QByteArray contentOf(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// The samples and their description; nothing if the export failed. \param at  the read of `file` before
    /// which its content becomes that of later.txt, from 1; 0: none
    [[nodiscard]] QByteArray exported(const QString& file, int at, QByteArray& said) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CACHE_HOME", folder_.filePath("cache"));
        if (at > 0) {
            environment.insert("LD_PRELOAD", test::failingCalls);
            environment.insert("BURIN_CHANGE_FILE", folder_.filePath(file));
            environment.insert("BURIN_CHANGE_TO", folder_.filePath("later.txt"));
            environment.insert("BURIN_CHANGE_AT", QString::number(at));
            environment.insert("BURIN_FAIL_SAID", folder_.filePath("said"));
            // A sanitizer insists on being loaded first, which the preload prevents.
            environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0");
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path());
        process.start(test::burinProgram, {"export", "a.burin", "--to", "a.raw", "--force", "--progress",
                                           "none", "--backend", "cpu"});
        if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) return {};
        said = process.readAllStandardError();
        return process.exitCode() == 0 ? contentOf("a.raw") + contentOf("a.raw.yaml") : QByteArray();
    }

    static QByteArray designOf(const QByteArray& node) {
        return "burin: 2\npixel: 1 um\nnodes:\n  i: {" + node +
               "}\n  s: {kind: root, width: 60, height: 50, full_depth: 40 um, inputs: [{data: i}]}\n";
    }

  private slots:
    void aTextIsOfOneVersion_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("design");
        QTest::addColumn<QByteArray>("text");  // @ differs between the versions
        const QByteArray gap(150'000, 'x');    // read in three pieces
        QTest::newRow("a table") << "a.csv"
                                 << designOf(
                                        "kind: text, text: '{t}', size: 10, series: {u: [60, 0], v: [0, 25], "
                                        "inset: [2, 2], columns: 1, rows: 2, csv: a.csv}")
                                 << "t,#\n1@," + gap + "\n2@,\n";
        QTest::newRow("a drawing")
            << "a.svg" << designOf("kind: path, file: a.svg, size: [60, 50]")
            << "<svg xmlns='http://www.w3.org/2000/svg' width='60px' height='50px'><rect x='1' y='1' "
               "width='@' height='9'/><!--" +
                   gap + "--><rect x='1' y='20' width='@' height='9'/></svg>";
        QTest::newRow("a design") << "a.burin" << QByteArray()
                                  << "burin: 2\npixel: 1 um\nnodes:\n  i: {kind: math2d, expression: '0.@', "
                                     "width: 9, height: 9}\n#" +
                                         gap +
                                         "\n  s: {kind: root, width: 60, height: 50, full_depth: 40 um, "
                                         "background: 0.@, inputs: [{data: i}]}\n";
    }
    void aTextIsOfOneVersion() {
        QFETCH(QString, file);
        QFETCH(QByteArray, design);
        QFETCH(QByteArray, text);
        const QByteArray first = QByteArray(text).replace('@', '3');
        const QByteArray second = QByteArray(text).replace('@', '7');
        if (!design.isEmpty()) write("a.burin", design);
        QByteArray said;
        write(file, second);
        const QByteArray later = exported(file, 0, said);
        QVERIFY2(!later.isEmpty(), said);
        write("later.txt", second);
        write(file, first);
        const QByteArray before = exported(file, 0, said);
        QVERIFY2(!before.isEmpty(), said);
        QVERIFY(before != later);
        int changed = 0;
        for (int at = 1; at < mostTextReads; ++at) {
            write(file, first);
            const QByteArray found = exported(file, at, said);
            if (!QFile::remove(folder_.filePath("said"))) break;  // there are fewer reads
            ++changed;
            if (found.isEmpty()) {
                QVERIFY2(said.contains(file.toUtf8()), said);
            } else {
                QVERIFY2(found == before || found == later,
                         qPrintable(QString("a mixture after a change before read %1").arg(at)));
            }
        }
        // The text is read in pieces, and for a second time if it was written just before.
        QVERIFY2(changed >= 3 && changed < mostTextReads - 1, qPrintable(QString::number(changed)));
    }
};

BURIN_TEST(TestChangedText)
#include "test_changed_text.moc"
