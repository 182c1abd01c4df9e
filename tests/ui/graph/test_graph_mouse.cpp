// SPDX-License-Identifier: GPL-3.0-or-later

// The graph by mouse: everything that can be clicked or dragged, and its effect on the design.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/adding/palette.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFocusEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QToolTip>

namespace burin::ui {

namespace {

QStringList offered(GraphTest& test) {
    QStringList names;
    const auto* list = test.panel.findChild<QListWidget*>("addList");
    for (int row = 0; row < list->count(); ++row)
        names << list->item(row)->data(Qt::UserRole).toString();
    return names;
}

QFrame* popup(GraphTest& test) {
    return test.panel.findChild<QFrame*>("addPopup");
}

/// Types into the popup and chooses the first result.
void take(GraphTest& test, const QString& words) {
    auto* search = test.panel.findChild<QLineEdit*>("addSearch");
    QTest::keyClicks(search, words);
    QTest::keyClick(search, Qt::Key_Return);
}

}  // namespace

class TestGraphMouse : public QObject {
    Q_OBJECT

  private slots:
    void aDoubleClickOnTheCanvasAddsANode() {
        GraphTest test(parts);
        const QPoint place = test.at({200, 100});
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, place);
        QVERIFY(popup(test)->isVisible());
        take(test, "median");
        QVERIFY(!popup(test)->isVisible());
        QVERIFY(test.document.node("median") != nullptr);
        QCOMPARE(test.node("median").pos(), QPointF(200, 104));
        QCOMPARE(test.selection.active(), QString("median"));
        QCOMPARE(test.steps(), 1);
    }

    void theSearchKnowsWordsOfTheDescription() {
        GraphTest test(parts);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.at({200, 100}));
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "bevels");
        QCOMPARE(offered(test), QStringList{"profile"});
        search->clear();
        QTest::keyClicks(search, "repeat");
        QVERIFY(offered(test).contains("stitching"));
        search->clear();
        QTest::keyClicks(search, "no such thing");
        QVERIFY(offered(test).isEmpty());
    }

    void whereOneTraitIsLackingItIsTaken() {
        GraphTest test(parts);
        test.drag(test.output("a"), test.freeSocket("soft"));
        QCOMPARE(test.inputs("soft"), "data:a");
    }

    void aWireCanBeDrawnBackwards() {
        GraphTest test(parts);
        test.drag(test.freeSocket("soft"), test.output("b"));
        QCOMPARE(test.inputs("soft"), "data:b");
    }

    void aWireOnATakenInputReplacesIt() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.input("sum", 1));
        QCOMPARE(test.inputs("sum"), "data:a, mask:soft, data:c");
    }

    void aCycleIsRefusedAtOnceAndSaysWhy() {
        GraphTest test(parts);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.output("sum"));
        test.moveTo(test.freeSocket("a") - QPoint(30, 0));
        test.moveTo(test.freeSocket("a"));
        QCOMPARE(QToolTip::text(), "This link would make a cycle: a already feeds sum.");
        QTest::mouseRelease(test.canvas(), Qt::LeftButton, {}, test.freeSocket("a"));
        QCOMPARE(test.inputs("a"), "");
        QCOMPARE(test.steps(), 0);
    }

    void socketsThatDoNotFitAreDimmedWhileAWireIsDragged() {
        GraphTest test(parts);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.output("sum"));
        test.moveTo(test.at({300, 250}));
        QCOMPARE(test.node("a").opacity(), 0.35);
        QCOMPARE(test.node("soft").opacity(), 1.0);
        test.key(Qt::Key_Escape);
        QCOMPARE(test.node("a").opacity(), 1.0);
        QCOMPARE(test.steps(), 0);
    }

    void aPatternNeedsASize() {
        GraphTest test;
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.output("lattice"));
        test.moveTo(test.input("stones", 0) - QPoint(30, 0));
        test.moveTo(test.input("stones", 0));
        QCOMPARE(QToolTip::text(), "A pattern needs a size. Set the width and the height of lattice.");
        test.key(Qt::Key_Escape);
    }

    void aWireOnEmptyCanvasOffersWhatFitsAndLinksIt() {
        GraphTest test(parts);
        test.drag(test.output("b"), test.at({300, 200}));
        QVERIFY(popup(test)->isVisible());
        const QStringList kinds = offered(test);
        QVERIFY(!kinds.contains("stitching"));  // b has no size
        QVERIFY(!kinds.contains("image") && !kinds.contains("root"));
        QVERIFY(kinds.contains("profile"));
        take(test, "profile");
        QCOMPARE(test.inputs("profile"), "mask:b");
        QCOMPARE(test.steps(), 1);
    }

    void aBoundedNodeIsOfferedALattice() {
        GraphTest test(parts);
        test.drag(test.output("a"), test.at({300, 200}));
        QVERIFY(offered(test).contains("stitching"));
        take(test, "stitching");
        QCOMPARE(test.inputs("lattice"), "pattern:a");
    }

    void aWireFromAFreeSocketOnEmptyCanvasOffersSources() {
        GraphTest test(parts);
        test.drag(test.freeSocket("soft"), test.at({180, 230}));
        QVERIFY(offered(test).contains("image"));
        take(test, "image");
        QCOMPARE(test.inputs("soft"), "data:image");
    }

    void aWireTakenOffItsInputIsUnlinkedOnEmptyCanvas() {
        GraphTest test(parts);
        test.drag(test.input("sum", 1), test.at({300, 220}));
        QCOMPARE(test.inputs("sum"), "data:a, data:c");
        QVERIFY(!popup(test)->isVisible());
    }

    void aWireTakenOffItsInputFeedsAnother() {
        GraphTest test(parts);
        test.drag(test.input("sum", 2), test.freeSocket("soft"));
        QCOMPARE(test.inputs("sum"), "data:a, mask:b");
        QCOMPARE(test.inputs("soft"), "data:c");
        QCOMPARE(test.steps(), 1);
    }

    void inputsAreReorderedByTheirSocket() {
        GraphTest test(parts);
        test.drag(test.input("sum", 2), test.input("sum", 0));
        QCOMPARE(test.inputs("sum"), "data:c, data:a, mask:b");
        QCOMPARE(test.steps(), 1);
    }

    void inputsAreReorderedByTheirLabel() {
        GraphTest test(parts);
        test.drag(test.input("sum", 0) + QPoint(24, 0), test.input("sum", 2) + QPoint(24, 4));
        QCOMPARE(test.inputs("sum"), "mask:b, data:c, data:a");
        test.document.history().undo();
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:c");
    }

    void aDraggedNodeSnapsAndIsOneStep() {
        GraphTest test(parts);
        test.drag(test.header("a"), test.header("a") + QPoint(43, 30));
        QCOMPARE(test.node("a").pos(), QPointF(40, 32));
        QVERIFY(test.document.text().contains("a: {x: 40, y: 32}"));
        QCOMPARE(test.steps(), 1);
        test.document.history().undo();
        QCOMPARE(test.node("a").pos(), QPointF(0, 0));
    }

    void altDragsFreely() {
        GraphTest test(parts);
        test.drag(test.header("a"), test.header("a") + QPoint(43, 31), Qt::AltModifier);
        QCOMPARE(test.node("a").pos(), QPointF(43, 31));
    }

    void escapeEndsADrag() {
        GraphTest test(parts);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.header("a"));
        test.moveTo(test.header("a") + QPoint(80, 80));
        QVERIFY(test.node("a").pos() != QPointF(0, 0));
        test.key(Qt::Key_Escape);
        QCOMPARE(test.node("a").pos(), QPointF(0, 0));
        QCOMPARE(test.steps(), 0);
    }

    void aBandSelectsWhatItTouches() {
        GraphTest test(parts);
        test.drag(test.at({-20, -20}), test.at({60, 200}));
        QStringList chosen = test.selection.nodes();
        chosen.sort();
        QCOMPARE(chosen, (QStringList{"a", "b"}));
        test.drag(test.header("a"), test.header("a") + QPoint(16, 0));
        QCOMPARE(test.node("b").pos(), QPointF(16, 136));
        QCOMPARE(test.steps(), 1);
    }

    void shiftAddsToTheSelection() {
        GraphTest test(parts);
        test.click(test.header("a"));
        test.click(test.header("b"), Qt::ShiftModifier);
        QCOMPARE(test.selection.nodes(), (QStringList{"a", "b"}));
        QCOMPARE(test.selection.active(), QString("b"));
        test.click(test.header("b"), Qt::ShiftModifier);
        QCOMPARE(test.selection.nodes(), QStringList{"a"});
        test.click(test.at({300, 230}));
        QVERIFY(test.selection.nodes().isEmpty());
    }

    void aNodeDroppedOnAWireIsInserted() {
        GraphTest test(parts);
        const QPointF middle = test.scene().wire("sum", 2)->middle();
        const QPoint grip(60, 12);
        const QPoint header = test.header("soft");
        test.drag(header, test.at(middle) + grip - QPoint(76, 50));
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:soft");
        QCOMPARE(test.inputs("soft"), "data:c");
        QCOMPARE(test.steps(), 1);
    }

    void anInsertedNodeGetsRoom() {
        GraphTest test(parts);
        test.panel.edits().addComment({620, 150});
        const QPointF middle = test.scene().wire("surface", 0)->middle();
        // 48 pixels lie between the union and the surface.
        const QPoint header = test.header("soft");
        test.drag(header, test.at(middle) + QPoint(60, 12) - QPoint(76, 50));
        QCOMPARE(test.inputs("surface"), "data:soft");
        QCOMPARE(test.inputs("soft"), "data:sum");
        const QRectF sum = test.node("sum").sceneBody();
        const QRectF soft = test.node("soft").sceneBody();
        const QRectF surface = test.node("surface").sceneBody();
        QCOMPARE(sum.left(), 400.0);
        QVERIFY(soft.left() >= sum.right() + 40);
        QVERIFY(surface.left() >= soft.right() + 40);
        QVERIFY(test.scene().comments().front()->note().place.x() > 620);
        QCOMPARE(test.steps(), 2);
        test.document.history().undo();
        QCOMPARE(test.node("surface").pos(), QPointF(600, 0));
        QCOMPARE(test.node("soft").pos(), QPointF(200, 272));
    }

    void whereThereIsRoomNothingMoves() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: a}]}\n"
            "  a: {kind: math2d, expression: '1'}\n"
            "  soft: {kind: median, radius: 1}\n"
            "editor:\n  surface: {x: 600, y: 0}\n  a: {x: 0, y: 0}\n  soft: {x: 200, y: 160}\n");
        const QPointF middle = test.scene().wire("surface", 0)->middle();
        test.drag(test.header("soft"), test.at(middle) + QPoint(60, 12) - QPoint(76, 50));
        QCOMPARE(test.inputs("surface"), "data:soft");
        QCOMPARE(test.node("surface").pos(), QPointF(600, 0));
        QCOMPARE(test.node("a").pos(), QPointF(0, 0));
    }

    void nothingFoundIsSaid() {
        GraphTest test(parts);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.at({200, 100}));
        QTest::keyClicks(test.panel.findChild<QLineEdit*>("addSearch"), "dme");
        QCOMPARE(test.panel.findChild<QLabel*>("addHelp")->text(), "No kind matches \"dme\". Try \"dome\".");
    }

    void aNodeFromThePaletteIsAddedWhereItIsDropped() {
        GraphTest test(parts);
        auto* button = test.panel.findChild<PaletteButton*>("palette.median");
        const QPoint to = button->mapFromGlobal(test.canvas()->mapToGlobal(test.at({300, 210})));
        dragButton(*button, to);
        QCOMPARE(test.inputs("median"), "");
        QCOMPARE(test.node("median").pos(), QPointF(224, 200));
    }

    /// The node is linked as after a click on the palette, but it appears at the place of the drop.
    void aNodeThatIsDroppedIsLinkedToTheSelectedOne() {
        GraphTest test(parts);
        auto* button = test.panel.findChild<PaletteButton*>("palette.image");
        const QPoint to = button->mapFromGlobal(test.canvas()->mapToGlobal(test.at({300, 210})));
        test.select({"soft"});
        dragButton(*button, to);
        QCOMPARE(test.inputs("soft"), "data:image");
        QCOMPARE(test.node("image").pos(), QPointF(224, 200));
    }

    void aNodeFromThePaletteIsInsertedOnAWire() {
        GraphTest test(parts);
        auto* button = test.panel.findChild<PaletteButton*>("palette.median");
        const QPointF middle = test.scene().wire("sum", 2)->middle();
        const QPoint over = test.at(middle) - QPoint(0, 38);
        dragButton(*button, button->mapFromGlobal(test.canvas()->mapToGlobal(over)));
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:median");
        QCOMPARE(test.inputs("median"), "data:c");
    }

    void aClickOnThePaletteAddsInTheMiddle() {
        GraphTest test(parts);
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.stitching"), Qt::LeftButton);
        QVERIFY(test.document.node("lattice") != nullptr);
    }

    /// Buttons of ready starts show pictures of their results, and have words as names.
    void thePaletteBeginsWithReadyStarts() {
        GraphTest test(parts);
        QStringList names;
        for (const char* start : {"dome", "cone", "pyramid", "waves", "rings", "grooves", "brick", "weave",
                                  "ramp", "carved text"}) {
            auto* button = test.panel.findChild<PaletteButton*>(QString("palette.") + start);
            QVERIFY2(button != nullptr, start);
            QVERIFY(button->toolTip().startsWith(QString(start).left(1).toUpper()));
            QCOMPARE(button->icon().actualSize({18, 18}), QSize(18, 18));
            QTest::mouseClick(button, Qt::LeftButton);
            const DesignNode* added = test.document.node(start);
            QVERIFY2(added != nullptr, start);
            QCOMPARE(added->kind->description.name,
                     std::string_view(QString(start).endsWith("text") ? "text" : "math2d"));
        }
        QVERIFY(test.panel.findChild<PaletteButton*>("palette.dome")->y() <
                test.panel.findChild<PaletteButton*>("palette.image")->y());
        QVERIFY(test.panel.action("graph.start.weave")->icon().availableSizes().contains(QSize(16, 16)));
    }

    void thePaletteHasAllKindsButTheSurface() {
        GraphTest test(parts);
        for (const Kind& kind : kinds()) {
            const QString name = "palette." + QString::fromUtf8(kind.description.name.data());
            const bool there = test.panel.findChild<PaletteButton*>(name) != nullptr;
            QCOMPARE(there, kind.description.category != Category::output);
        }
    }

    void aDoubleClickOnAHeaderRenames() {
        GraphTest test(parts);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.header("a"));
        auto* editor = test.view().findChild<QWidget*>("inlineEditor");
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, "waves");
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(test.inputs("sum"), "data:waves, mask:b, data:c");
    }

    void anEmptyClipboardIsPastedAsNothing() {
        GraphTest test(parts);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.header("a"));
        auto* editor = test.view().findChild<QPlainTextEdit*>("inlineEditor");
        QVERIFY(editor != nullptr);
        QApplication::clipboard()->setMimeData(new QMimeData);
        editor->paste();
        QCOMPARE(editor->toPlainText(), QString("a"));
        QApplication::clipboard()->setText("two\nlines");
        editor->paste();
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(test.inputs("sum"), "data:two lines, mask:b, data:c");
    }

    void aDoubleClickOnTheBodyAsksForTheInspector() {
        GraphTest test(parts);
        QSignalSpy wanted(&test.panel, &GraphPanel::inspectorRequested);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {},
                           test.at(test.node("soft").pos() + QPointF(100, 60)));
        QCOMPARE(wanted.count(), 1);
    }

    void anErrorsBadgeLeadsToTheParameter() {
        GraphTest test;
        QSignalSpy revealed(&test.selection, &Selection::revealed);
        test.click(test.at(test.node("outline").pos() + QPointF(137, 12)));
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(revealed.first().value(0).toString(), "outline");
        QCOMPARE(revealed.first().value(1).toString(), "file");
    }

    void aWireIsReroutedAndItsPointMovedAndRemoved() {
        GraphTest test(parts);
        const QPointF middle = test.scene().wire("sum", 2)->middle();
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.at(middle));
        QCOMPARE(test.scene().wire("sum", 2)->picture().route.size(), std::size_t{1});
        const QPointF point = test.scene().wire("sum", 2)->picture().route.front();
        test.drag(test.at(point), test.at(point) + QPoint(16, 24));
        QCOMPARE(test.scene().wire("sum", 2)->picture().route.front(), point + QPointF(16, 24));
        QVERIFY(test.document.text().contains("routes:"));
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.at(point) + QPoint(16, 24));
        QVERIFY(!test.document.text().contains("routes:"));
        QCOMPARE(test.steps(), 3);
    }

    void aFrameMovesWhatIsInside() {
        GraphTest test;
        const QPoint title = test.at(test.scene().frames().front()->note().rect.topLeft() + QPointF(100, 14));
        test.drag(title, title + QPoint(-16, 8));
        QCOMPARE(test.node("stones").pos(), QPointF(176, 200));
        QCOMPARE(test.node("rims").pos(), QPointF(576, 128));
        QVERIFY(test.document.text().contains("x: -28, y: 168, width: 560"));
        QCOMPARE(test.steps(), 1);
    }

    void aFramesEdgeIsDragged() {
        GraphTest test;
        const QRectF rect = test.scene().frames().front()->note().rect;
        const QPoint edge = test.at(QPointF(rect.right(), rect.center().y() - 20));
        test.drag(edge, edge + QPoint(24, 0));
        QCOMPARE(test.scene().frames().front()->note().rect.width(), 588.0);
        QCOMPARE(test.node("stones").pos(), QPointF(192, 192));
    }

    void theWheelZoomsAroundTheMouse() {
        GraphTest test(parts);
        const QPoint mouse(300, 120);
        const QPointF before = test.view().mapToScene(mouse);
        QWheelEvent wheel(mouse, test.canvas()->mapToGlobal(mouse), {}, {0, 120}, {}, {}, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(test.canvas(), &wheel);
        QVERIFY(test.view().zoom() > 1.1);
        const QPointF away = test.view().mapToScene(mouse) - before;
        QVERIFY(std::abs(away.x()) <= 1 && std::abs(away.y()) <= 1);
    }

    void theMiddleButtonPans() {
        GraphTest test(parts);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        QTest::mousePress(test.canvas(), Qt::MiddleButton, {}, {300, 100});
        QMouseEvent move(QEvent::MouseMove, QPointF(340, 110), test.canvas()->mapToGlobal(QPointF(340, 110)),
                         Qt::NoButton, Qt::MiddleButton, {});
        QCoreApplication::sendEvent(test.canvas(), &move);
        QTest::mouseRelease(test.canvas(), Qt::MiddleButton, {}, {340, 110});
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before - QPointF(40, 10));
    }

    void theCanvasMovesUnderWhatIsDraggedAtItsEdge() {
        GraphTest test(parts);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.header("a"));
        test.moveTo({300, 100});
        const QPoint corner(test.canvas()->width() + 8, 100);
        test.moveTo(corner);
        QTRY_VERIFY(test.view().mapToScene(QPoint(0, 0)).x() > before.x() + 40);
        const double reached = test.node("a").pos().x();
        QVERIFY(reached > test.view().mapToScene(corner).x() - 200);
        test.key(Qt::Key_Escape);
        QCOMPARE(test.node("a").pos(), QPointF(0, 0));
    }

    /// The minimap follows nodes that glide to a new layout or are dragged, before the design changes.
    void theMinimapFollowsWhatMoves() {
        GraphTest test;
        auto* map = test.view().findChild<QWidget*>("minimap");
        const QImage before = map->grab().toImage();
        NodeItem& node = *test.scene().node("pebble");
        test.scene().moveNode(node, node.pos() + QPointF(-400, 300));
        QVERIFY(map->grab().toImage() != before);
    }

    void theMinimapLeadsThere() {
        GraphTest test(parts);
        auto* map = test.view().findChild<QWidget*>("minimap");
        const QPointF before = test.view().mapToScene(test.canvas()->rect().center());
        QTest::mouseClick(map, Qt::LeftButton, {}, {10, 10});
        const QPointF after = test.view().mapToScene(test.canvas()->rect().center());
        QVERIFY(after.x() < before.x() && after.y() < before.y());
    }

    void aDroppedImageBecomesANode() {
        GraphTest test(parts);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile("/images/logo.png"), QUrl::fromLocalFile("/images/skin.tif")});
        QDragEnterEvent enter({300, 60}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(300, 60), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &drop);
        QCoreApplication::sendPostedEvents(&test.view());
        QCOMPARE(QString::fromUtf8(test.document.node("logo")->kind->description.name.data()), "image");
        QCOMPARE(QString::fromUtf8(test.document.node("skin")->kind->description.name.data()), "tiff");
        QCOMPARE(test.steps(), 1);
    }

    void aSingleDroppedPictureIsLinkedToTheSelectedNode() {
        GraphTest test(parts);
        test.select({"soft"});
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile("/images/logo.png")});
        QDragEnterEvent enter({300, 60}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &enter);
        QDropEvent drop(QPointF(300, 60), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &drop);
        QCoreApplication::sendPostedEvents(&test.view());
        QCOMPARE(test.inputs("soft"), "data:logo");
    }

    void aDroppedPictureFitsTheSurface() {
        GraphTest test(parts);
        QMimeData mime;
        const QString horse = burin::test::inTree("resources/examples/images/horse.png");
        mime.setUrls({QUrl::fromLocalFile(horse), QUrl::fromLocalFile("/drawings/logo.SVG")});
        QDragEnterEvent enter({300, 60}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &enter);
        QDropEvent drop(QPointF(300, 60), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(test.canvas(), &drop);
        QCoreApplication::sendPostedEvents(&test.view());
        QCOMPARE(test.inputs("horse size"), "data:horse");
        QCOMPARE(test.document.node("logo")->kind->description.name, std::string_view("path"));
        QCOMPARE(test.selection.nodes(), (QStringList{"horse size", "logo"}));
        QCOMPARE(test.steps(), 1);
        QVERIFY(!test.node("horse").sceneBody().intersects(test.node("horse size").sceneBody()));
        QVERIFY(!test.node("logo").sceneBody().intersects(test.node("horse size").sceneBody()));
    }

    void theContextMenuIsAboutWhatIsBelow() {
        GraphTest test(parts);
        const auto openAt = [&](QPoint place) {
            QTest::mouseClick(test.canvas(), Qt::RightButton, {}, place);
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, test.canvas()->mapToGlobal(place));
            QCoreApplication::sendEvent(test.canvas(), &event);
            auto* menu = test.panel.findChild<QMenu*>("graphMenu");
            const bool renames =
                menu != nullptr && menu->actions().contains(test.panel.action("graph.rename"));
            if (menu != nullptr) menu->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return renames;
        };
        QVERIFY(openAt(test.header("b")));
        QCOMPARE(test.selection.nodes(), QStringList{"b"});
        QVERIFY(!openAt(test.at({300, 230})));
    }

    void theButtonsOfTheBarWork() {
        GraphTest test(parts);
        const auto press = [&](const char* name) {
            auto* button = test.panel.findChild<QToolButton*>(name);
            QVERIFY2(button != nullptr, name);
            QTest::mouseClick(button, Qt::LeftButton);
        };
        press("graph.thumbnails.button");
        QVERIFY(!test.scene().style().thumbnails);
        press("graph.minimap.button");
        QVERIFY(!test.view().findChild<QWidget*>("minimap")->isVisible());
        test.view().zoomBy(0.5);
        press("graphZoom");
        QCOMPARE(test.view().zoom(), 1.0);
        press("graph.layout.button");
        QCOMPARE(test.steps(), 1);
        press("graph.fitAll.button");
        QVERIFY(
            test.view().mapToScene(test.canvas()->rect()).boundingRect().contains(test.scene().contents()));
    }

    /// A key that is released in another window is not held any more.
    void spaceEndsWithTheFocus() {
        GraphTest test(parts);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        QTest::keyPress(&test.view(), Qt::Key_Space);
        QFocusEvent away(QEvent::FocusOut, Qt::ActiveWindowFocusReason);
        QApplication::sendEvent(&test.view(), &away);
        test.drag({300, 100}, {330, 120});
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before);
    }

  private:
    static void dragButton(PaletteButton& button, QPoint to) {
        QTest::mousePress(&button, Qt::LeftButton, {}, {14, 12});
        QMouseEvent move(QEvent::MouseMove, QPointF(to), button.mapToGlobal(QPointF(to)), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&button, &move);
        QTest::mouseRelease(&button, Qt::LeftButton, {}, to);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphMouse)
#include "test_graph_mouse.moc"
