// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings, fonts and tables that cannot be used end `burin check` and `burin export` with one line that
// names the place.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace {

struct Ended {
    int code = -1;
    QByteArray err;
};

Ended run(const QStringList& arguments) {
    QProcess process;
    process.start(burin::test::burinProgram, arguments);
    const bool ended =
        process.waitForFinished(burin::patience) && process.exitStatus() == QProcess::NormalExit;
    if (!ended) process.kill();
    process.waitForFinished(burin::patience);
    return {ended ? process.exitCode() : -1, process.readAllStandardError()};
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
}

QByteArray svg(const QByteArray& content) {
    return "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>\n" + content + "</svg>\n";
}

/// Codes and values on lines of their own.
QByteArray dxf(const QByteArray& header, const QByteArray& entities) {
    QByteArray words =
        "0 SECTION 2 HEADER " + header + "0 ENDSEC 0 SECTION 2 ENTITIES " + entities + " 0 ENDSEC 0 EOF ";
    return words.replace(' ', '\n');
}

}  // namespace

class TestRefusedDrawings : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        QVERIFY(QDir::setCurrent(folder_.path()));
        write("text.svg", svg("<text>A</text>"));
        write("cycle.svg", svg("<g id='a'><use href='#a'/></g>"));
        write("entity.svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]>\n" + svg(""));
        write("torn.svg", svg("<g>"));
        write("text.dxf", dxf("9 $INSUNITS 70 4 ", "0 TEXT 8 A 1 x"));
        write("open.dxf", dxf("9 $INSUNITS 70 4 ", "0 LINE 10 0 20 0 11 4 21 0"));
        write("unit.dxf", dxf("", "0 CIRCLE 10 5 20 5 40 5"));
        write("torn.ttf", "no font");
        write("torn.csv", "name,key\nfirst,A,B\n");
        write("twins.csv", "key,,key,\nA,,B,\n");
    }
    void cleanupTestCase() { QVERIFY(QDir::setCurrent("/")); }

    void oneLineNamesThePlace_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* node, const char* said) {
            QTest::newRow(name) << QString::fromUtf8(node) << QString(said);
        };
        row("text in an SVG", "kind: path, file: text.svg", "text.svg:2:1: <text> is not supported");
        row("a use that leads to itself", "kind: path, file: cycle.svg",
            "cycle.svg:2:11: this use refers to itself");
        row("entities", "kind: path, file: entity.svg", "entity.svg:1:");
        row("an SVG that ends early", "kind: path, file: torn.svg", "torn.svg:2:");
        row("an SVG that is not there", "kind: path, file: none.svg", "none.svg");
        row("text in a DXF", "kind: path, file: text.dxf",
            "text.dxf:16:1: 'TEXT' on layer 'A' is not supported");
        row("an open contour", "kind: path, file: open.dxf",
            "open.dxf:16:1: a contour that begins here is open");
        row("a DXF without a unit", "kind: path, file: unit.dxf",
            "unit.dxf: the drawing does not name its unit ($INSUNITS)");
        row("path data", "kind: path, d: 'M0 0 L 5 x'", "mark: d: ");
        row("a character without a glyph", "kind: text, size: 20, text: 'A漢'", "(line 1, column 2)");
        row("a font that is none", "kind: text, size: 20, text: A, font: torn.ttf", "torn.ttf");
        row("a code without data", "kind: code, code: qr, module: 1, data: ''", "the code has no data");
        row("a row that is too long",
            "kind: code, code: qr, module: 1, data: A, series: {cell: [40, 40], csv: torn.csv}",
            "torn.csv:2:1: the row has 3 cells, but the first one has 2");
        row("two columns of one name",
            "kind: code, code: qr, module: 1, data: '{key}', series: {cell: [40, 40], csv: twins.csv}",
            "twins.csv:1:3: two columns are called 'key'");
    }
    void oneLineNamesThePlace() {
        QFETCH(const QString, node);
        QFETCH(const QString, said);
        write("x.burin",
              "burin: 2\npixel: 10 um\nnodes:\n"
              "  surface: {kind: root, width: 100, height: 100, inputs: [{data: mark}]}\n"
              "  mark: {" +
                  node.toUtf8() + "}\n");
        const Ended checked = run({"check", "x.burin"});
        QVERIFY2(checked.code == 2, checked.err);
        QVERIFY2(checked.err.startsWith("x.burin:5:"), checked.err);
        QVERIFY2(checked.err.contains(said.toUtf8()), checked.err);
        QCOMPARE(checked.err.count('\n'), qsizetype{1});

        const Ended exported = run({"export", "x.burin", "--to", "y.raw"});
        QVERIFY2(exported.code == 2, exported.err);
        QVERIFY2(exported.err.startsWith(checked.err), exported.err);
        QVERIFY(!QFile::exists("y.raw") && !QFile::exists("y.raw.part"));
    }

    /// Reading a design makes only the first item of a series.
    void laterItemsAreNamedWithTheirPlace_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("check") << QStringList{"check", "items.burin"};
        QTest::newRow("export") << QStringList{"export", "items.burin", "--to", "y.raw"};
        QTest::newRow("info") << QStringList{"info", "items.burin"};
        QTest::newRow("measure") << QStringList{"measure", "items.burin"};
        QTest::newRow("render") << QStringList{"render", "items.burin", "--to", "y.png"};
        QTest::newRow("report") << QStringList{"report", "items.burin", "--to", "y.json"};
        QTest::newRow("a region") << QStringList{"measure",    "items.burin", "--region",
                                                 "30,0,40,40", "--progress",  "none"};
        QTest::newRow("compare") << QStringList{"compare", "part.gsf", "items.burin"};
    }
    void laterItemsAreNamedWithTheirPlace() {
        QFETCH(const QStringList, command);
        writeSeries();
        writePart();
        const Ended ended = run(command);
        QVERIFY2(ended.code == 2, ended.err);
        QVERIFY2(
            ended.err.startsWith("items.burin:5:28: mark: text: item 2 ('A10'): it reaches beyond its cell"),
            ended.err);
    }

    /// A series may have millions of items, so a small region does not wait until all have been checked.
    void aRegionMakesOnlyItsItems() {
        writeSeries();
        const Ended ended = run({"measure", "items.burin", "--region", "0,0,19,19"});
        QVERIFY2(ended.code == 0, ended.err);
    }

  private:
    /// The third item reaches beyond its cell.
    static void writeSeries() {
        write("items.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 90, height: 80, full_depth: 40 um, inputs: [data: mark]}\n"
              "  mark: {kind: text, text: 'A{n}', size: 9, series: {u: [20, 0], v: [0, 40], columns: 3, "
              "inset: [2, 20], start: 8}}\n");
    }

    /// A measured part of 40 x 40 heights.
    static void writePart() {
        QByteArray part = "Gwyddion Simple Field 1.0\nXRes = 40\nYRes = 40\nXReal = 4e-05\nYReal = 4e-05\n";
        part.append(4 - part.size() % 4, '\0');
        for (int k = 0; k < 1600; ++k) {
            const float height = static_cast<float>(k % 7) * 1e-6F;
            part.append(reinterpret_cast<const char*>(&height), sizeof height);
        }
        write("part.gsf", part);
    }
};

BURIN_TEST(TestRefusedDrawings)
#include "test_refused_drawings.moc"
