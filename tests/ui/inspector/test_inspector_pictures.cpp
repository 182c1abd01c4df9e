// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "tests/ui/support/active_window.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: relief}, {mask: outline}]}
  outline: {kind: tiff, file: outline.tif}
  relief: {kind: union, inputs: [{data: lattice}, {data: rims}]}
  lattice: {kind: stitching, u: [140, 0], v: [70, 121.24356], blend: max, inputs: [{pattern: pebble}]}
  pebble: {kind: math2d, width: 120, height: 120, expression: "0.8 * sqrt(max(0, 1 - ((x - 60)^2 + (y - 60)^2) / 58^2))", parameters: {a: 1.5, depth: 0.25}}
  rims: {kind: profile, distance_max: 24 um, profile: "min(1, d / 5) * (1 - 0.55 * d / D)", inputs: [{mask: lattice}, {data: soften}]}
  soften: {kind: median, radius: 2, muted: true, inputs: [{data: stones}]}
  stones: {kind: stitching, inputs: [{pattern: gravel}]}
  gravel: {kind: tiff, file: gravel.tif}
  blurred: {kind: convolution, kernel: {matrix: [[1, 2, 1], [2, 4, 2], [1, 2, 1]]}, inputs: [{data: lattice}]}
  turned: {kind: transform, scale: 2, rotate: 30, inputs: [{data: pebble}]}
  bevel: {kind: profile, distance_max: 40, profile: [[0, 0], [5, 0.8], [20, 1]], inputs: [{mask: lattice}]}
)yaml";

}  // namespace

/// Shows every kind in both themes and checks that no text is cut off at the side.
class TestInspectorPictures : public QObject {
    Q_OBJECT

  private slots:
    void everyKindFits_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<bool>("dark");
        for (const char* node : {"surface", "outline", "relief", "lattice", "pebble", "rims", "soften",
                                 "blurred", "turned", "bevel"}) {
            QTest::addRow("%s, dark", node) << QString(node) << true;
            QTest::addRow("%s, light", node) << QString(node) << false;
        }
    }
    void everyKindFits() {
        QFETCH(QString, node);
        QFETCH(bool, dark);
        StudioTest studio(kinds(), dark ? ThemeChoice::dark : ThemeChoice::light);
        QCOMPARE(studio.load(design), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 672);
        panel.show();
        studio.selection.select({node});
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        resizeAndRest(panel, panel.size());
        screenshot(panel, QString("inspector-%1-%2").arg(node, dark ? "dark" : "light"));
        for (const QWidget* child : panel.findChildren<QWidget*>()) {
            if (!child->isVisible() || child->objectName().isEmpty()) continue;
            const int right = child->mapTo(&panel, QPoint(child->width(), 0)).x();
            QVERIFY2(right <= panel.width(), qPrintable(child->objectName()));
        }
    }

    /// The size comes first. The two pairs of fields are aligned below each other, and no lock is cut off.
    void thePairsOfATransformAreInLine() {
        StudioTest studio;
        QCOMPARE(studio.load(design), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 672);
        studio.selection.select({"turned"});
        showActive(panel);
        resizeAndRest(panel, panel.size());
        const auto place = [&panel](const char* name) {
            const auto* child = panel.findChild<QWidget*>(name);
            return QRect(child->mapTo(&panel, QPoint()), child->size());
        };
        QVERIFY(place("field.size.x").bottom() < place("field.scale.x").top());
        QCOMPARE(place("field.size.y").left(), place("field.scale.y").left());
        for (const char* name : {"size", "scale"}) {
            const auto* row = panel.findChild<QWidget*>(QString("row.%1").arg(name));
            const auto* lock = row->findChild<QWidget*>(QString("lock.%1").arg(name));
            QVERIFY(lock->parentWidget()->rect().contains(lock->geometry()));
            const auto* field = row->findChild<QWidget*>(QString("field.%1.x").arg(name));
            QCOMPARE(lock->height(), field->height());
            QCOMPARE(lock->y(), field->y());
        }
        panel.setFocus(Qt::ShortcutFocusReason);
        QCOMPARE(panel.focusWidget()->objectName(), QString("field.size.x"));
    }

    void aPictureSaysHowLargeItIs_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("8 bits") << QByteArray("P5 400 200 255\n") << 80'000
                                << QString::fromUtf8("400 \u00D7 200 px, 800 \u00D7 400 \u00B5m, 8 bits");
        QTest::newRow("16 bits") << QByteArray("P5 400 200 65535\n") << 160'000
                                 << QString::fromUtf8("400 \u00D7 200 px, 800 \u00D7 400 \u00B5m, 16 bits");
    }
    void aPictureSaysHowLargeItIs() {
        QFETCH(QByteArray, head);
        QFETCH(int, bytes);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        QFile file(folder.filePath("logo.pgm"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(head + QByteArray(bytes, '\7'));
        file.close();
        StudioTest studio;
        const QString text =
            "burin: 1\npixel: 2 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: logo}]}\n"
            "  logo: {kind: image, file: '" +
            file.fileName() + "'}\n";
        QCOMPARE(studio.load(text.toUtf8().constData()), QString());
        InspectorPanel panel(studio.workbench());
        panel.show();
        studio.selection.select({"logo"});
        auto* label = panel.findChild<QLabel*>("picture");
        QVERIFY(label != nullptr && label->isVisible());
        QCOMPARE(label->text(), said);
        studio.selection.select({"surface"});
        QVERIFY(!panel.findChildren<QLabel*>("picture").last()->isVisible());
    }

    void aSumIsTyped() {
        StudioTest studio;
        QCOMPARE(studio.load(design), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 672);
        showActive(panel);
        studio.selection.select({"rims"});
        auto* field = panel.findChild<QLineEdit*>("field.distance_max");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "12 um * 2");
        auto* expression = panel.findChild<QPlainTextEdit*>("field.profile");
        expression->moveCursor(QTextCursor::End);
        expression->insertPlainText(" + (d / D");
        QTest::qWait(20);
        screenshot(panel, "inspector-typing");
    }

    void aSizeReplacesAScale() {
        StudioTest studio(kinds());
        QCOMPARE(studio.load(design), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 1200);
        panel.show();
        studio.selection.select({"turned"});
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        const auto turned = [&] {
            return QString::fromStdString(writeYaml(*studio.document.nodeText("turned")));
        };
        const auto type = [&](const char* name, const char* text) {
            auto* field = panel.findChild<QLineEdit*>(name);
            QVERIFY(field != nullptr);
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
        };
        type("field.size.x", "240");
        QVERIFY2(turned().contains("size: [240, "), qPrintable(turned()));
        QVERIFY(!turned().contains("scale"));
        type("field.scale.x", "3");
        QVERIFY2(turned().contains("scale: 3"), qPrintable(turned()));
        QVERIFY(!turned().contains("size"));
        studio.document.undo();
        QVERIFY(turned().contains("size: [240, "));
    }
};

BURIN_TEST(TestInspectorPictures)
#include "test_inspector_pictures.moc"
