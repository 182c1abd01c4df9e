// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings, fonts and tables are read as a whole, so larger ones are refused without being read.

#include "core/design/design.hpp"
#include "core/kinds/vectors/path_file.hpp"
#include "core/outlines/drawing_error.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <string>

using namespace burin;

class TestWholeFiles : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// The file is a hole, so that it takes no room on the disk.
    void makeTooLarge(const QString& name) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize((qint64{256} << 20) + 1));
    }

  private slots:
    void tooLargeForANode_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("keys");
        QTest::newRow("an SVG") << "a.svg"
                                << "kind: path, file: a.svg";
        QTest::newRow("a DXF") << "a.dxf"
                               << "kind: path, file: a.dxf";
        QTest::newRow("a font") << "a.ttf"
                                << "kind: text, text: A, size: 5, font: a.ttf";
        QTest::newRow("a table")
            << "a.csv"
            << "kind: text, text: \"{n}\", size: 5, series: {cell: [40, 40], csv: a.csv}";
    }
    void tooLargeForANode() {
        QFETCH(QString, file);
        QFETCH(QString, keys);
        makeTooLarge(file);
        const Design design = parseDesign(
            "burin: 2\npixel: 10 um\nnodes:\n"
            "  top: {kind: root, width: 100, height: 100, inputs: [{data: n}]}\n"
            "  n: {" +
                keys.toStdString() + "}\n",
            folder_.path().toStdString(), "x.burin");
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        const std::string said = design.diagnostics.front().text();
        const std::string wanted = file.toStdString() + " has more than 256 MiB; use a smaller file";
        QVERIFY2(said.ends_with(wanted), said.c_str());
        // These are the files that were read.
        QVERIFY(design.nodes[*design.find("n")].files.empty());
    }

    /// The studio lists the parts of a drawing without a design.
    void tooLargeToHaveParts() {
        makeTooLarge("parts.svg");
        try {
            static_cast<void>(partsOfDrawing(folder_.filePath("parts.svg").toStdString(), {}));
            QFAIL("it must not succeed");
        } catch (const DrawingError& error) {
            QCOMPARE(error.problem().text(), std::string("parts.svg: has more than 256 MiB"));
        }
    }
};

BURIN_TEST(TestWholeFiles)
#include "test_whole_files.moc"
