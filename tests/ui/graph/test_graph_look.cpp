// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the graph for people to look at, and what of it a test can see.

#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/badge_item.hpp"

#include <QFile>

namespace burin::ui {

class TestGraphLook : public QObject {
    Q_OBJECT

  private slots:
    void thePictures_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark) << "-dark";
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light) << "-light";
    }

    void thePictures() {
        QFETCH(int, choice);
        QFETCH(QString, suffix);
        GraphTest test(shagreen, static_cast<ThemeChoice>(choice));
        test.select({"rims"});
        test.selection.setSolo("relief");
        test.view().centerOn(QPointF(590, 154));
        waitForThumbnails(test);
        screenshot(test.panel, "graph" + suffix);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.output("stones"));
        test.moveTo(test.at({500, 100}));
        screenshot(test.panel, "graph-wire" + suffix);
        test.key(Qt::Key_Escape);
        test.view().zoomBy(0.5);
        screenshot(test.panel, "graph-half" + suffix);
        test.view().zoomBy(0.5);
        screenshot(test.panel, "graph-quarter" + suffix);
        test.home();
        test.key(Qt::Key_N);
        QTest::qWait(20);
        screenshot(test.panel, "graph-comment" + suffix);
        QTest::keyClick(test.view().findChild<QWidget*>("inlineEditor"), Qt::Key_Escape);
        test.key(Qt::Key_Tab);
        screenshot(*test.panel.findChild<QWidget*>("addPopup"), "graph-popup" + suffix);
        QCOMPARE(test.scene().nodes().size(), qsizetype{9});
    }

    void anExampleWithoutPlacesIsLaidOut() {
        QFile file(BURIN_SOURCE_DIR "/resources/examples/guilloche.burin");
        QVERIFY(file.open(QIODevice::ReadOnly));
        GraphTest test(file.readAll().constData());
        test.key(Qt::Key_A);
        waitForThumbnails(test);
        screenshot(test.panel, "graph-laid-out");
        QVERIFY(!test.document.text().contains("editor"));
        test.drag(test.header("surface"), test.header("surface") + QPoint(24, 8));
        // From the first place that is chosen by hand the others are kept too.
        QVERIFY(test.document.text().contains("rosette: {x:"));
    }

    void aNewDesignSaysWhatToDo() {
        GraphTest test("burin: 1\npixel: 1 um\nnodes: {surface: {kind: root, width: 100, height: 100}}\n");
        QVERIFY(test.view().findChild<QWidget*>("graphHint")->isVisible());
        screenshot(test.panel, "graph-new");
        test.panel.edits().addNode(findKind("union")->description, {0, 0});
        QVERIFY(!test.view().findChild<QWidget*>("graphHint")->isVisible());
    }

    void aNodeIsAsTallAsItsInputs() {
        GraphTest test;
        QCOMPARE(test.node("rims").body(), QRectF(0, 0, 152, 100));
        for (int i = 0; i < 2; ++i)
            test.panel.edits().link("stones", "relief", Trait::data);
        QCOMPARE(test.node("relief").body().height(), 144.0);
        QCOMPARE(test.node("relief").inputPlace(3) - test.node("relief").pos(), QPointF(0, 104));
        QCOMPARE(test.node("relief").outputPlace() - test.node("relief").pos(), QPointF(152, 62));
    }

    void nodesShowTheirState() {
        GraphTest test;
        QVERIFY(test.node("outline").picture().state == NodeState::error);
        QCOMPARE(test.node("outline").picture().facts, QStringList{"no file"});
        QVERIFY(test.node("surface").picture().state == NodeState::blocked);
        QVERIFY(test.node("relief").picture().state == NodeState::sound);
        QCOMPARE(test.node("soften").picture().bypass, 0);
        QCOMPARE(test.node("pebble").picture().facts, (QStringList{"120 µm", "× 120 µm"}));
        QCOMPARE(test.node("lattice").picture().facts, QStringList{"max"});
        QCOMPARE(test.node("soften").picture().facts, QStringList{"r 2"});
        QVERIFY(test.scene().wire("surface", 1)->picture().broken);
        QVERIFY(!test.scene().wire("surface", 0)->picture().broken);
    }

    void aNodeSaysWhichInputItLacks() {
        GraphTest test;
        for (const auto& [kind, fact] : {std::pair("median", "no data"), std::pair("stitching", "no pattern"),
                                         std::pair("profile", "no mask")}) {
            const QString name = test.panel.edits().addNode(findKind(kind)->description, {0, 400});
            QCOMPARE(test.node(qPrintable(name)).picture().facts, QStringList{fact});
            QVERIFY(test.node(qPrintable(name)).picture().needsMore);
        }
    }

    void badgesDoNotShrinkWithTheGraph() {
        GraphTest test;
        for (const double zoom : {1.0, 0.5, 0.1}) {
            test.view().zoomBy(zoom / test.view().zoom());
            for (const QGraphicsItem* child : test.node("outline").childItems()) {
                const QRectF shown = child->deviceTransform(test.view().viewportTransform())
                                         .mapRect(QRectF(0, 0, metrics::badge, metrics::badge));
                QVERIFY2(std::abs(shown.width() - metrics::badge) < 0.01, qPrintable(QString::number(zoom)));
            }
        }
    }

    void anotherThemeIsTakenOver() {
        GraphTest test;
        const QImage dark = test.panel.grab().toImage();
        test.theme.choose(ThemeChoice::light);
        const QImage light = test.panel.grab().toImage();
        QVERIFY(dark.pixelColor(300, 200).lightness() < 80);
        QVERIFY(light.pixelColor(300, 200).lightness() > 180);
        test.theme.choose(ThemeChoice::dark);
    }

  private:
    static void waitForThumbnails(GraphTest& test) {
        if (qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS")) return;
        test.panel.grab();
        QTest::qWait(2500);
    }
};

}  // namespace burin::ui

QTEST_MAIN(burin::ui::TestGraphLook)
#include "test_graph_look.moc"
