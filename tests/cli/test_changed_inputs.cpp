// SPDX-License-Identifier: GPL-3.0-or-later

// A file is rewritten in place or replaced while a command reads it: before its reads in turn, so nothing
// depends on time. The command either fails and names the file, or its output belongs to one version.

#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace burin;

namespace {

/// More reads than any file here takes.
constexpr int mostInputReads = 200;

/// The next read before which the file changes. Early reads are tested more densely, because they find the
/// head.
int nextRead(int at) {
    return test::isLongRun() ? at + 1 : at + 1 + at / 2;
}

/// How a file changes.
enum class Change {
    later,     ///< it is written in place, and its time is later
    sameTime,  ///< it is written in place, and its time is set back
    replaced   ///< another file gets its name
};

struct Ran {
    int code = -1;
    QByteArray output;  ///< what was printed, and the files that were written
    QByteArray said;
};

}  // namespace

class TestChangedInputs : public QObject {
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

    /// Runs the command in an empty folder `out`. \param at  the read of `file` before which its content
    /// becomes that of `later`, from 1; 0: none
    [[nodiscard]] Ran ran(const QStringList& command, const QString& file, int at, Change how) const {
        QDir out(folder_.filePath("out"));
        out.removeRecursively();
        out.mkpath(".");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CACHE_HOME", folder_.filePath("cache"));
        if (at > 0) {
            environment.insert("LD_PRELOAD", test::failingCalls);
            environment.insert("BURIN_CHANGE_FILE", folder_.filePath(file));
            environment.insert("BURIN_CHANGE_TO", folder_.filePath("later"));
            environment.insert("BURIN_CHANGE_AT", QString::number(at));
            environment.insert("BURIN_FAIL_SAID", folder_.filePath("said"));
            if (how == Change::sameTime) environment.insert("BURIN_CHANGE_KEEPS_TIME", "1");
            if (how == Change::replaced) environment.insert("BURIN_CHANGE_REPLACES", "1");
            // A sanitizer insists on being loaded first, which the preload prevents.
            environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0");
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path());
        QStringList arguments = command + QStringList{"--backend", "cpu", "--threads", "2"};
        if (command.first() != "compare")
            arguments << "--progress"
                      << "none";
        process.start(test::burinProgram, arguments);
        if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) return {};
        Ran result{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
        for (const char* name : {"a.raw", "b.raw"})
            result.output += contentOf(QString("out/") + name);
        return result;
    }

    /// The content of a file that the program makes of a design.
    [[nodiscard]] QByteArray made(const QByteArray& design, const QString& file, const QStringList& options) {
        write("made.burin", design);
        const Ran result =
            ran(QStringList{"export", "made.burin", "--force", "--to", file} + options, {}, 0, Change::later);
        if (result.code != 0) qFatal("%s", result.said.constData());
        return contentOf(file);
    }

    static QByteArray noiseOf(int seed, int side) {
        const QByteArray length = QByteArray::number(side);
        return "burin: 1\npixel: 1 um\nnodes:\n"
               "  s: {kind: root, width: " +
               length + ", height: " + length +
               ", depth: 8, full_depth: 40 um, inputs: [{data: m}]}\n"
               "  m: {kind: math2d, expression: 'noise(x / 24, y / 19, " +
               QByteArray::number(seed) + ")'}\n";
    }

  private slots:
    void initTestCase() {
        write("tiff.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 900, height: 900, inputs: [{data: p}]}\n"
              "  p: {kind: tiff, file: p.tif}\n");
        write("scan.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 192, height: 160, full_depth: 40 um, inputs: [{data: p}]}\n"
              "  p: {kind: scan, file: p.gsf}\n");
        write("part.burin", noiseOf(5, 500));
        write("table.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  m: {kind: math2d, expression: '0.5', width: 9, height: 9}\n"
              "  s: {kind: root, width: 60, height: 50, inputs: [{data: m}]}\n");
    }

    void theOutputIsOfOneVersion_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("later");
        const QByteArray gap(150'000, 'x');  // read in three pieces
        const auto text = [](QByteArray pattern, char letter) { return pattern.replace('@', letter); };

        const QStringList exportTiff = {"export", "tiff.burin", "--to", "out/a.raw"};
        const auto tiff = [&](int seed, const QStringList& options) {
            return made(noiseOf(seed, 900), "p.tif", options);
        };
        const QStringList plain = {"--compression", "none", "--layout", "strips"};
        const QStringList packed = {"--compression", "deflate", "--layout", "tiles"};
        QTest::newRow("a TIFF with strips of the same length")
            << exportTiff << "p.tif" << tiff(5, plain) << tiff(77, plain);
        QTest::newRow("a TIFF with tiles of another length")
            << exportTiff << "p.tif" << tiff(5, packed) << tiff(77, packed);
        QTest::newRow("a TIFF that is cut")
            << exportTiff << "p.tif" << tiff(5, plain) << tiff(5, plain).left(400'000);
        const auto heights = [&](int x) {
            return made(noiseOf(5, 500), "p.gsf", {"--region", QString("%1,170,192,160").arg(x)});
        };
        write("twice.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 600, height: 200, inputs: [{data: u}]}\n"
              "  u: {kind: union, inputs: [{data: a}, {data: b, at: [300, 0]}]}\n"
              "  a: {kind: image, file: p.pgm}\n"
              "  b: {kind: image, file: p.pgm}\n");
        const auto pgm = [](char level) { return "P5 200 200 255\n" + QByteArray(200 * 200, level); };
        QTest::newRow("a picture of two nodes")
            << QStringList{"export", "twice.burin", "--to", "out/a.raw"} << "p.pgm" << pgm(50) << pgm(90);
        QTest::newRow("a picture of two nodes, to standard output")
            << QStringList{"export", "twice.burin", "--to", "-"} << "p.pgm" << pgm(50) << pgm(90);
        const QByteArray series =
            "kind: text, text: '{t}', size: 10, series: {u: [60, 0], v: [0, 25], inset: [2, 2], "
            "columns: 1, rows: 2, csv: n.csv}}\n";
        write("tables.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 120, height: 50, full_depth: 40 um, inputs: [{data: u}]}\n"
              "  u: {kind: union, inputs: [{data: a}, {data: b, at: [60, 0]}]}\n"
              "  a: {" +
                  series + "  b: {" + series);
        QTest::newRow("a table of two nodes")
            << QStringList{"export", "tables.burin", "--to", "out/a.raw"} << "n.csv"
            << QByteArray("t\n3\n3\n") << QByteArray("t\n7\n7\n");
        QTest::newRow("measured heights of a scan")
            << QStringList{"export", "scan.burin", "--to", "out/a.raw"} << "p.gsf" << heights(220)
            << heights(224);
        // The middle of the part is too far from that of the design to be found without --at.
        const QStringList compare = {"compare", "p.gsf", "part.burin", "--at", "318,250", "--json"};
        QTest::newRow("a measured part") << compare << "p.gsf" << heights(220) << heights(224);
        const QByteArray part = noiseOf(5, 500) + "#" + gap + "\n";
        QTest::newRow("the design of a measured part")
            << compare << "part.burin" << part << QByteArray(part).replace("40 um", "41 um");
        const QByteArray measured =
            "burin: 1\npixel: 1 um\nnodes:\n  m: {kind: math2d, expression: '0.@'}\n#" + gap +
            "\n  s: {kind: root, width: 60, height: 50, full_depth: 4@ um, inputs: [{data: m}]}\n";
        QTest::newRow("the design of a measurement")
            << QStringList{"measure", "m.burin", "--json"} << "m.burin" << text(measured, '3')
            << text(measured, '7');
        const QByteArray table = "name,s.background,#\na,0.@," + gap + "\nb,0.@,\n";
        QTest::newRow("the table of a batch")
            << QStringList{"batch",          "t.csv",     "table.burin", "--to",
                           "out/{name}.raw", "--results", "out/r.csv"}
            << "t.csv" << text(table, '3') << text(table, '7');
    }
    void theOutputIsOfOneVersion() {
        QFETCH(QStringList, command);
        QFETCH(QString, file);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, later);
        write("p.gsf", made(noiseOf(5, 500), "p.gsf", {"--region", "220,170,192,160"}));
        write("part.burin", noiseOf(5, 500));
        write("later", later);
        write(file, later);
        const Ran after = ran(command, file, 0, Change::later);
        write(file, first);
        const Ran before = ran(command, file, 0, Change::later);
        QVERIFY2(before.code == 0, before.said);
        QVERIFY(before.output != after.output);
        for (const Change how : {Change::later, Change::sameTime, Change::replaced}) {
            int changed = 0;
            for (int at = 1; at < mostInputReads; at = nextRead(at)) {
                write(file, first);
                const Ran found = ran(command, file, at, how);
                if (!QFile::remove(folder_.filePath("said"))) break;  // there are fewer reads
                ++changed;
                const QByteArray where = "changed before read " + QByteArray::number(at);
                QVERIFY2(found.code >= 0, where);
                if (found.code > 0) {
                    QVERIFY2(found.said.contains(file.toUtf8()), where + ": " + found.said);
                } else {
                    const bool whole =
                        found.output == before.output || (after.code == 0 && found.output == after.output);
                    QVERIFY2(whole, where + ": a mixture");
                }
            }
            QVERIFY2(changed >= 2, qPrintable(QString::number(changed)));
        }
    }
};

BURIN_TEST(TestChangedInputs)
#include "test_changed_inputs.moc"
