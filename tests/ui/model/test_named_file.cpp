// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/named_file.hpp"

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/document/picture_files.hpp"

#include <QTemporaryDir>

namespace burin::ui {

namespace {

/// 400 x 328 pixels.
YamlValue horse() {
    return yamlScalar(test::inTree("resources/examples/images/horse.png").toStdString());
}

QByteArray designOf(const QByteArray& sides, const char* nodes) {
    return QByteArray("burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, ") + sides +
           ", inputs: [{data: logo, at: [3, 4]}]}\n" + nodes;
}

}  // namespace

class TestNamedFile : public QObject {
    Q_OBJECT

  private slots:
    void aPictureGetsTheKindThatReadsItsFile_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("after");
        QTest::newRow("a TIFF for an image") << QByteArray("{kind: image, alpha: only}") << "a.tif"
                                             << "kind: tiff, alpha: only, file: a.tif";
        QTest::newRow("a PNG for a TIFF, which has no pages")
            << QByteArray("{kind: tiff, page: 2, file: a.tif}") << "b.PNG"
            << "kind: image, file: b.PNG";
        QTest::newRow("a drawing, which has no alpha")
            << QByteArray("{kind: image, file: a.png, alpha: only}") << "a.svg"
            << "kind: path, file: a.svg";
        QTest::newRow("another PNG") << QByteArray("{kind: image, file: a.png}") << "b.png"
                                     << "kind: image, file: b.png";
        QTest::newRow("a file of unknown kind") << QByteArray("{kind: tiff, file: a.tif}") << "b"
                                                << "kind: tiff, file: b";
        QTest::newRow("a font, which a text names under another key")
            << QByteArray("{kind: image, file: a.png}") << "b.ttf"
            << "kind: image, file: b.ttf";
        QTest::newRow("a node that draws keeps its kind")
            << QByteArray("{kind: path, file: a.svg}") << "b.png"
            << "kind: path, file: b.png";
    }
    void aPictureGetsTheKindThatReadsItsFile() {
        QFETCH(QByteArray, before);
        QFETCH(QString, file);
        QFETCH(QString, after);
        StudioTest test;
        QCOMPARE(test.load(designOf("width: 100, height: 100", "  logo: " + before)), QString());
        QCOMPARE(nameFile(test.workbench(), "named", "logo", "file", yamlScalar(file.toStdString())),
                 QString());
        QStringList values;
        for (const YamlEntry& entry : test.document.nodeText("logo")->entries)
            values << QString::fromStdString(entry.key.scalar + ": " + entry.value.scalar);
        QCOMPARE(values.join(", "), after);
        QCOMPARE(test.document.history().count(), 1);
        QCOMPARE(test.document.history().undoText(), QString("named"));
    }

    void aTiffIsRecognisedByItsContent() {
        const QTemporaryDir folder;
        const QString name = folder.filePath("logo.png");
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("MM\0*\0\0\0\x8", 8));
        file.close();
        QCOMPARE(kindReading(name), std::optional<std::string>("tiff"));
        QCOMPARE(kindReading(folder.path()), std::nullopt);
        QCOMPARE(kindReading("a.burin"), std::nullopt);
        QCOMPARE(kindReading("a.TTC"), std::optional<std::string>("text"));
        QCOMPARE(kindReading("a.X3P"), std::optional<std::string>("scan"));
    }

    void theFirstPictureFitsTheSurface_data() {
        QTest::addColumn<QByteArray>("sides");
        QTest::addColumn<QByteArray>("size");
        QTest::newRow("a tiny one grows")
            << QByteArray("width: 100 mm, height: 50 mm") << QByteArray("[60.976 mm, 50 mm]");
        QTest::newRow("a large one shrinks")
            << QByteArray("width: 100, height: 100") << QByteArray("[0.1 mm, 0.082 mm]");
        QTest::newRow("one of a tenth stays") << QByteArray("width: 4000, height: 4000") << QByteArray();
        QTest::newRow("one of the same size stays") << QByteArray("width: 400, height: 328") << QByteArray();
    }
    void theFirstPictureFitsTheSurface() {
        QFETCH(QByteArray, sides);
        QFETCH(QByteArray, size);
        StudioTest test;
        QCOMPARE(test.load(designOf(sides, "  logo: {kind: image}\neditor:\n  logo: {x: 8, y: 16}\n")),
                 QString());
        const QString before = test.document.text();
        QCOMPARE(nameFile(test.workbench(), "named", "logo", "file", horse()), QString());
        QCOMPARE(test.document.history().count(), 1);
        const YamlValue* added = test.document.nodeText("logo size");
        QCOMPARE(added != nullptr, !size.isEmpty());
        const DesignLink& link = test.document.node("surface")->links.at(0);
        QCOMPARE(link.childName, std::string(added == nullptr ? "logo" : "logo size"));
        QCOMPARE(link.at.x, 3);
        if (added != nullptr) {
            QCOMPARE("[" + added->find("size")->items.at(0).scalar + ", " +
                         added->find("size")->items.at(1).scalar + "]",
                     size.toStdString());
            QCOMPARE(added->find("interpolation") != nullptr, sides.contains("100,"));
            const auto place = DesignEdit(test.document.design()->document).place("logo size");
            QVERIFY(place && *place == (CanvasPoint{8, 16}));
            QVERIFY(DesignEdit(test.document.design()->document).place("logo")->x <= 8 - 152);
            QCOMPARE(test.selection.nodes(), QStringList{"logo size"});
            QVERIFY(test.document.node("logo size")->operation != nullptr);
        }
        test.document.undo();
        QCOMPARE(test.document.text(), before);
    }

    void onlyTheFirstFileIsFitted() {
        StudioTest test;
        QCOMPARE(test.load(designOf("width: 100 mm, height: 100 mm", "  logo: {kind: image, file: a.png}")),
                 QString());
        QCOMPARE(nameFile(test.workbench(), "named", "logo", "file", horse()), QString());
        QVERIFY(test.document.node("logo size") == nullptr);
    }

    /// The highest sample of the scan becomes the depth 0, and the depth 1 lies the full depth below.
    void aScanGetsItsSizeAndItsDepth_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("depth");
        QTest::addColumn<double>("bottom");
        QTest::addColumn<QByteArray>("size");
        QTest::newRow("samples as large as pixels")
            << QByteArray("gaps.gsf") << QByteArray(", full_depth: 40 um") << -40.834 << QByteArray();
        QTest::newRow("samples twice as wide")
            << QByteArray("valid.x3p") << QByteArray() << 0.0 << QByteArray("[0.32 mm, 0.005 mm]");
    }
    void aScanGetsItsSizeAndItsDepth() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, depth);
        QFETCH(double, bottom);
        QFETCH(QByteArray, size);
        StudioTest test;
        QCOMPARE(test.load(designOf("width: 100, height: 100" + depth, "  logo: {kind: scan}")), QString());
        const std::string path = test::inTree("tests/golden/scan/").toStdString() + file.toStdString();
        QCOMPARE(nameFile(test.workbench(), "named", "logo", "file", yamlScalar(path)), QString());
        QCOMPARE(test.document.history().count(), 1);
        const YamlValue* set = test.document.nodeText("logo")->find("bottom");
        QCOMPARE(set != nullptr, bottom != 0);
        if (set != nullptr) {
            QVERIFY2(set->scalar.ends_with(" um"), set->scalar.c_str());
            QVERIFY2(std::abs(std::stod(set->scalar) - bottom) < 0.01, set->scalar.c_str());
        }
        const YamlValue* added = test.document.nodeText("logo size");
        QCOMPARE(added != nullptr, !size.isEmpty());
        if (added == nullptr) return;
        QCOMPARE("[" + added->find("size")->items.at(0).scalar + ", " +
                     added->find("size")->items.at(1).scalar + "]",
                 size.toStdString());
        QCOMPARE(test.document.node("surface")->links.at(0).childName, std::string("logo size"));
    }

    void aPictureThatIsRepeatedKeepsItsSize() {
        StudioTest test;
        QCOMPARE(test.load(
                     designOf("width: 100 mm, height: 100 mm",
                              "  logo: {kind: stitching, inputs: [{pattern: cell}]}\n  cell: {kind: image}")),
                 QString());
        QCOMPARE(nameFile(test.workbench(), "named", "cell", "file", horse()), QString());
        QCOMPARE(test.document.design()->nodes.size(), std::size_t{3});
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNamedFile)
#include "test_named_file.moc"
