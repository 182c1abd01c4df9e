// SPDX-License-Identifier: GPL-3.0-or-later

// The graph, operated by keyboard alone.

#include "tests/ui/graph/graph_test.hpp"

#include <QLineEdit>
#include <QListWidget>
#include <QToolTip>

namespace burin::ui {

class TestGraphKeys : public QObject {
    Q_OBJECT

  private slots:
    void tabOpensTheSearchAndArrowsWalkIt() {
        GraphTest test(parts);
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        auto* list = test.panel.findChild<QListWidget*>("addList");
        QVERIFY(search->isVisible());
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Up);
        QCOMPARE(list->currentRow(), 1);
        const QString kind = list->currentItem()->data(Qt::UserRole).toString();
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(test.document.design()->nodes.size(), std::size_t{7});
        QCOMPARE(
            QString::fromUtf8(test.document.node(test.selection.active())->kind->description.name.data()),
            kind);
    }

    void escapeClosesTheSearch() {
        GraphTest test(parts);
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(!search->isVisible());
        QCOMPARE(test.steps(), 0);
    }

    void lettersInTheSearchAreWordsNotCommands() {
        GraphTest test(parts);
        test.select({"a"});
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "mxlg");
        QCOMPARE(search->text(), "mxlg");
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(test.steps(), 0);
    }

    void newNodesComputeSomethingAtOnce() {
        GraphTest test(parts);
        for (const Kind& kind : kinds()) {
            if (kind.description.category != Category::generate) continue;
            const QString name = test.panel.edits().addNode(kind.description, {0, 400});
            const DesignNode* node = test.document.node(name);
            for (const Diagnostic& problem : test.document.design()->diagnostics) {
                const bool own = problem.node == node->name && problem.severity == Severity::error;
                QVERIFY2(!own || problem.parameter == "inputs" || problem.parameter.empty(),
                         qPrintable(QString::fromStdString(problem.text())));
            }
        }
    }

    void arrowsWalkAlongWires() {
        GraphTest test(parts);
        test.select({"surface"});
        test.key(Qt::Key_Left);
        QCOMPARE(test.selection.active(), "sum");
        test.key(Qt::Key_Left);
        QCOMPARE(test.selection.active(), "a");
        test.key(Qt::Key_Down);
        QCOMPARE(test.selection.active(), "b");
        test.key(Qt::Key_Down);
        QCOMPARE(test.selection.active(), "c");
        test.key(Qt::Key_Up);
        QCOMPARE(test.selection.active(), "b");
        test.key(Qt::Key_Right);
        QCOMPARE(test.selection.active(), "sum");
        test.key(Qt::Key_Left);
        QCOMPARE(test.selection.active(), "b");
        QCOMPARE(test.steps(), 0);
    }

    void arrowsReachWhatIsNotLinked() {
        GraphTest test(parts);
        test.select({"c"});
        test.key(Qt::Key_Right, Qt::NoModifier);
        test.select({"c"});
        test.scene().choose(std::optional<WireChoice>());
        test.select({"soft"});
        test.key(Qt::Key_Left);
        QCOMPARE(test.selection.active(), "c");
    }

    void withNothingSelectedAnArrowBeginsAtTheSurface() {
        GraphTest test(parts);
        test.key(Qt::Key_Left);
        QCOMPARE(test.selection.active(), "surface");
    }

    void shiftArrowsExtend() {
        GraphTest test(parts);
        test.select({"surface"});
        test.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(test.selection.nodes(), (QStringList{"surface", "sum"}));
    }

    void controlArrowsMove() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(test.node("a").pos(), QPointF(16, 0));
        test.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(test.node("b").pos(), QPointF(16, 137));
        QCOMPARE(test.steps(), 2);
    }

    void aHeldArrowIsOneStep() {
        GraphTest test(parts);
        test.select({"a"});
        test.key(Qt::Key_Right, Qt::ControlModifier);
        for (int i = 0; i < 5; ++i) {
            QKeyEvent held(QEvent::KeyPress, Qt::Key_Right, Qt::ControlModifier, {}, true);
            QCoreApplication::sendEvent(&test.view(), &held);
        }
        QCOMPARE(test.node("a").pos(), QPointF(96, 0));
        QCOMPARE(test.steps(), 1);
    }

    void cLinksByKeyboard() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_C);
        QVERIFY(test.view().connecting());
        test.key(Qt::Key_Down);
        test.key(Qt::Key_C);
        QVERIFY(!test.view().connecting());
        QCOMPARE(test.inputs("soft"), "data:b");
    }

    void cBeginsAtTheInputThatANodeLacks() {
        GraphTest test(parts);
        // The free socket of the union is nearer, but only the median lacks an input.
        Moves moves;
        moves.nodes.insert("soft", QPointF(900, 600));
        test.panel.edits().move(moves);
        test.select({"a"});
        test.key(Qt::Key_C);
        QCOMPARE(QToolTip::text(),
                 "Enter links a to soft as data. Arrow keys choose another socket, Esc cancels.");
        test.key(Qt::Key_Return);
        QCOMPARE(test.inputs("soft"), "data:a");
    }

    void cSaysWhatEnterWouldLink() {
        GraphTest test(parts);
        test.select({"soft"});
        test.key(Qt::Key_C);
        QVERIFY2(QToolTip::text().startsWith("Enter links soft to sum as data."),
                 qPrintable(QToolTip::text()));
        test.key(Qt::Key_Right);
        QVERIFY2(QToolTip::text().startsWith("Enter links soft to surface as data."),
                 qPrintable(QToolTip::text()));
    }

    void cOffersWhatIsFreeFirst() {
        GraphTest test(parts);
        // The union's socket with `a` is nearer than its free one.
        test.select({"a"});
        test.key(Qt::Key_C);
        test.key(Qt::Key_Escape);
        test.panel.edits().link("a", "soft", Trait::data);
        test.select({"a"});
        test.key(Qt::Key_C);
        test.key(Qt::Key_C);
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:c, data:a");
    }

    void anotherNodeIsEnteredAtItsFreeSocket() {
        GraphTest test(parts);
        test.select({"soft"});
        test.key(Qt::Key_C);
        test.key(Qt::Key_Right);
        test.key(Qt::Key_C);
        QCOMPARE(test.inputs("surface"), "data:sum, data:soft");
    }

    void aWireByKeyboardSaysWhatItReplaces() {
        GraphTest test(parts);
        test.select({"soft"});
        test.key(Qt::Key_C);
        QVERIFY2(!QToolTip::text().contains("replaces"), qPrintable(QToolTip::text()));
        test.key(Qt::Key_Up);
        QCOMPARE(QToolTip::text(), "soft replaces c as data of sum.");
        test.key(Qt::Key_Up);
        QCOMPARE(QToolTip::text(), "soft replaces b as mask of sum.");
        QSignalSpy said(&test.view(), &GraphView::said);
        test.key(Qt::Key_C);
        QCOMPARE(test.inputs("sum"), "data:a, mask:soft, data:c");
        QCOMPARE(said.count(), 1);
        QCOMPARE(said.first().first().toString(), "soft replaces b as mask of sum.");
        QCOMPARE(QToolTip::text(), "soft replaces b as mask of sum.");
        QCOMPARE(test.document.history().undoText(), "Link soft to sum as mask instead of b");
    }

    void enterLinksTooAndEscapeDoesNot() {
        GraphTest test(parts);
        test.select({"soft"});
        test.key(Qt::Key_C);
        test.key(Qt::Key_Escape);
        QVERIFY(!test.view().connecting());
        test.key(Qt::Key_C);
        // Only the sockets of the union are suitable: its three inputs and the free one.
        for (int i = 0; i < 3; ++i)
            test.key(Qt::Key_Up);
        test.key(Qt::Key_Return);
        QCOMPARE(test.inputs("sum"), "data:soft, mask:b, data:c");
        QCOMPARE(test.steps(), 1);
    }

    void theSurfaceLooksForAChild() {
        GraphTest test(parts);
        test.select({"surface"});
        test.key(Qt::Key_C);
        QVERIFY(test.view().connecting());
        test.key(Qt::Key_Escape);
        QCOMPARE(test.steps(), 0);
    }

    void xUnlinksTheWireThatWasWalked() {
        GraphTest test(parts);
        test.select({"sum"});
        test.key(Qt::Key_Left);
        test.key(Qt::Key_Down);
        test.key(Qt::Key_X);
        QCOMPARE(test.inputs("sum"), "data:a, data:c");
    }

    void xUnlinksWhatIsSelectedFromItsParents() {
        GraphTest test(parts);
        test.select({"a", "c"});
        test.key(Qt::Key_X);
        QCOMPARE(test.inputs("sum"), "mask:b");
        QCOMPARE(test.steps(), 1);
    }

    void altArrowsReorderTheInput() {
        GraphTest test(parts);
        test.select({"c"});
        test.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(test.inputs("sum"), "data:a, data:c, mask:b");
        test.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(test.inputs("sum"), "data:c, data:a, mask:b");
        test.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(test.inputs("sum"), "data:c, data:a, mask:b");
        test.key(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(test.inputs("sum"), "data:a, data:c, mask:b");
        QCOMPARE(test.steps(), 3);
    }

    void theHistorySaysWhatWasDone() {
        GraphTest test(parts);
        const auto said = [&] { return test.document.history().undoText(); };
        test.panel.edits().link("a", "soft", Trait::data);
        QCOMPARE(said(), "Link a to soft as data");
        test.select({"c"});
        test.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(said(), "Make c input 2 of sum");
        QCOMPARE(test.panel.edits().rename("b", "rim"), "");
        QCOMPARE(said(), "Rename b to rim");
        test.select({"rim"});
        test.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(said(), "Move rim");
        test.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(said(), "Duplicate rim");
        test.key(Qt::Key_Delete);
        QCOMPARE(said(), "Delete rim 2");
        test.panel.edits().unlink({"sum", 0});
        QCOMPARE(said(), "Unlink a from sum");
    }

    void f2RenamesAndKeepsTheLinks() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_F2);
        type(test, "outline");
        QCOMPARE(test.inputs("sum"), "data:a, mask:outline, data:c");
        QCOMPARE(test.selection.active(), "outline");
        QCOMPARE(test.node("outline").pos(), QPointF(0, 136));
    }

    void aTakenNameIsNotTaken() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_F2);
        type(test, "a");
        QVERIFY(editor(test) != nullptr);
        QTest::keyClick(editor(test), Qt::Key_Escape);
        QVERIFY(test.document.node("b") != nullptr);
        QCOMPARE(test.steps(), 0);
        QCOMPARE(test.panel.edits().rename("b", "a"), "The name a is taken. Choose another name.");
        QCOMPARE(test.panel.edits().rename("b", "  "), "A node needs a name.");
    }

    void deleteHealsTheWire() {
        GraphTest test;
        test.select({"soften"});
        test.key(Qt::Key_Delete);
        QCOMPARE(test.inputs("rims"), "mask:lattice, data:stones");
        QVERIFY(test.selection.nodes().isEmpty());
        QCOMPARE(test.steps(), 1);
    }

    void deleteHealsDataIntoAMask() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: a}, {mask: soft}]}\n"
            "  soft: {kind: median, radius: 1, inputs: [{data: b}]}\n"
            "  a: {kind: math2d, expression: '1'}\n"
            "  b: {kind: math2d, expression: 'x'}\n");
        test.select({"soft"});
        test.key(Qt::Key_Delete);
        QCOMPARE(test.inputs("surface"), "data:a, mask:b");
    }

    void aPatternWithoutASizeIsNotHealed() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: tiles}]}\n"
            "  tiles: {kind: stitching, inputs: [{pattern: cut}, {mask: wide}]}\n"
            "  cut: {kind: union, width: 8, height: 8, inputs: [{data: wide}]}\n"
            "  wide: {kind: math2d, expression: '1'}\n");
        test.select({"cut"});
        test.key(Qt::Key_Delete);
        QCOMPARE(test.inputs("tiles"), "mask:wide");
    }

    void whatIsGoneIsNoLongerSelected() {
        GraphTest test(parts);
        const QString name = test.panel.edits().addNode(findKind("median")->description, {0, 400});
        test.selection.setSolo(name);
        test.document.history().undo();
        QVERIFY(test.selection.nodes().isEmpty());
        QCOMPARE(test.selection.solo(), "");
    }

    void controlArrowsMoveNotesToo() {
        GraphTest test;
        test.scene().choose(NoteChoice{NoteChoice::Kind::frame, 0, {}, 0});
        test.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(test.scene().frames().front()->note().rect, QRectF(4, 160, 560, 144));
        test.scene().choose(NoteChoice{NoteChoice::Kind::point, 0, "relief", 0});
        test.key(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(test.scene().wire("relief", 0)->picture().route.front(), QPointF(540, 78));
    }

    void undoInTheMiddleOfADragIsSafe() {
        GraphTest test;
        test.panel.edits().addComment({300, -100});
        QTest::mousePress(test.canvas(), Qt::LeftButton, {},
                          test.at(test.scene().comments().front()->rect().center()));
        test.moveTo({300, 200});
        test.document.history().undo();
        QVERIFY(!test.view().dragging());
        QVERIFY(test.scene().comments().empty());
        QTest::mouseRelease(test.canvas(), Qt::LeftButton, {}, {300, 200});
        QCOMPARE(test.steps(), 0);
    }

    void mMutesAndUnmutes() {
        GraphTest test(parts);
        test.select({"a", "surface"});
        test.key(Qt::Key_M);
        QVERIFY(test.document.node("a")->muted);
        QVERIFY(!test.document.node("surface")->muted);
        QVERIFY(test.document.text().contains("muted: true"));
        test.key(Qt::Key_M);
        QVERIFY(!test.document.text().contains("muted"));
    }

    void vShowsANodeAndPPinsIt() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_V);
        QCOMPARE(test.selection.solo(), "b");
        QVERIFY(test.node("b").look().solo);
        test.key(Qt::Key_P);
        QVERIFY(test.selection.pinned());
        QVERIFY(test.node("b").look().pinned);
        test.key(Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(test.selection.solo(), "");
        QVERIFY(!test.node("b").look().solo);
        QCOMPARE(test.steps(), 0);
    }

    void bracketsSelectChildrenAndParents() {
        GraphTest test(parts);
        test.select({"sum"});
        test.key(Qt::Key_BracketLeft);
        QCOMPARE(test.selection.nodes(), (QStringList{"a", "b", "c"}));
        test.key(Qt::Key_BracketRight);
        QCOMPARE(test.selection.nodes(), QStringList{"sum"});
    }

    void enterAsksForTheInspector() {
        GraphTest test(parts);
        QSignalSpy wanted(&test.panel, &GraphPanel::inspectorRequested);
        test.select({"b"});
        test.key(Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
    }

    void allAndNone() {
        GraphTest test(parts);
        test.key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(test.selection.nodes().size(), qsizetype{6});
        test.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(test.selection.nodes().isEmpty());
    }

    void lLaysOutAllAndShiftLTheSelection() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_L, Qt::ShiftModifier);
        QCOMPARE(test.node("c").pos(), QPointF(0, 272));
        test.key(Qt::Key_L);
        QCOMPARE(test.node("sum").pos().x() - test.node("a").pos().x(), 192.0);
        QCOMPARE(test.node("surface").pos().x() - test.node("sum").pos().x(), 192.0);
        QVERIFY(test.node("b").pos().y() - test.node("a").pos().y() >= 124);
        QVERIFY(test.document.text().contains("surface: {x:"));
    }

    void gFramesTheSelectionAndAgainRemovesIt() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_G);
        type(test, "Sources");
        QCOMPARE(test.scene().frames().size(), std::size_t{1});
        QCOMPARE(test.scene().frames().front()->note().title, "Sources");
        QCOMPARE(test.scene().frames().front()->note().rect, QRectF(-12, -32, 176, 280));
        QCOMPARE(test.steps(), 1);
        test.select({"a", "b"});
        test.key(Qt::Key_G);
        QVERIFY(test.scene().frames().empty());
    }

    void nAddsAComment() {
        GraphTest test(parts);
        test.key(Qt::Key_N);
        QTest::keyClicks(editor(test), "First line");
        QTest::keyClick(editor(test), Qt::Key_Return, Qt::ShiftModifier);
        type(test, "second");
        QCOMPARE(test.scene().comments().size(), std::size_t{1});
        QCOMPARE(test.scene().comments().front()->note().text, "First line\nsecond");
        QCOMPARE(test.steps(), 1);
        QVERIFY(test.scene().chosenNote().kind == NoteChoice::Kind::comment);
        test.key(Qt::Key_Delete);
        QVERIFY(test.scene().comments().empty());
        QVERIFY(!test.document.text().contains("comments"));
    }

    void rReroutesTheCurrentWireAndAgainRemovesThePoint() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_R);
        QCOMPARE(test.scene().wire("sum", 1)->picture().route.size(), std::size_t{1});
        test.key(Qt::Key_R);
        QVERIFY(test.scene().wire("sum", 1)->picture().route.empty());
    }

    void thePointsOfAWireStayWithTheirInput() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_R);
        test.select({"b"});
        test.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(test.inputs("sum"), "mask:b, data:a, data:c");
        QCOMPARE(test.scene().wire("sum", 0)->picture().route.size(), std::size_t{1});
        QVERIFY(test.scene().wire("sum", 1)->picture().route.empty());
    }

    void aNodeAddedByKeyLiesInViewAndBesideTheMinimap_data() {
        QTest::addColumn<QPoint>("mouse");
        QTest::newRow("mouse elsewhere") << QPoint(-100, -100);
        QTest::newRow("mouse over the minimap") << QPoint(1180, 320);
        QTest::newRow("mouse at the right edge") << QPoint(1250, 100);
        QTest::newRow("mouse at the lower edge") << QPoint(200, 365);
        QTest::newRow("mouse over a node") << QPoint(600, 180);
    }
    void aNodeAddedByKeyLiesInViewAndBesideTheMinimap() {
        QFETCH(QPoint, mouse);
        GraphTest test(parts);
        const auto* minimap = test.panel.findChild<QWidget*>("minimap");
        QCursor::setPos(test.panel.mapToGlobal(mouse));
        for (int i = 0; i < 6; ++i) {
            test.key(Qt::Key_Tab);
            QTest::keyClick(test.panel.findChild<QLineEdit*>("addSearch"), Qt::Key_Return);
            const NodeItem& added = test.node(test.selection.active().toUtf8().constData());
            const QRect seen = test.view().mapFromScene(added.sceneBody()).boundingRect();
            QVERIFY(test.canvas()->rect().contains(seen));
            QVERIFY(!minimap->geometry().intersects(seen));
            for (const NodeItem* other : test.scene().nodes())
                QVERIFY(other == &added || !other->sceneBody().intersects(added.sceneBody()));
        }
    }

    void fitAndZoom() {
        GraphTest test(parts);
        test.key(Qt::Key_A);
        QVERIFY(
            test.view().mapToScene(test.canvas()->rect()).boundingRect().contains(test.scene().contents()));
        test.select({"soft"});
        test.key(Qt::Key_F);
        QCOMPARE(test.view().zoom(), 1.0);
        test.key(Qt::Key_Plus);
        QCOMPARE(test.view().zoom(), 1.25);
        test.key(Qt::Key_Minus);
        test.key(Qt::Key_Minus);
        QCOMPARE(test.view().zoom(), 0.8);
        test.key(Qt::Key_1);
        QCOMPARE(test.view().zoom(), 1.0);
        for (int i = 0; i < 30; ++i)
            test.key(Qt::Key_Minus);
        QCOMPARE(test.view().zoom(), 0.1);
        for (int i = 0; i < 30; ++i)
            test.key(Qt::Key_Plus);
        QCOMPARE(test.view().zoom(), 4.0);
    }

    void whatIsFittedDoesNotLieBehindTheMinimap() {
        GraphTest test(parts);
        test.panel.edits().nudge({"surface"}, {500, 120}, 0);
        test.key(Qt::Key_A);
        const auto* map = test.view().findChild<QWidget*>("minimap");
        for (const NodeItem* node : test.scene().nodes()) {
            const QRect body = test.view().mapFromScene(node->sceneBody()).boundingRect();
            QVERIFY2(!body.intersects(map->geometry()), qPrintable(node->name()));
            QVERIFY(test.canvas()->rect().contains(body));
        }
    }

    void theSwitches() {
        GraphTest test(parts);
        auto* map = test.view().findChild<QWidget*>("minimap");
        test.key(Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(!map->isVisible());
        test.key(Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(map->isVisible());
        test.key(Qt::Key_T);
        QVERIFY(!test.scene().style().thumbnails);
    }

    void theContextMenuOpensByKey() {
        GraphTest test(parts);
        test.select({"b"});
        test.key(Qt::Key_F10, Qt::ShiftModifier);
        auto* menu = test.panel.findChild<QMenu*>("graphMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        QVERIFY(menu->actions().contains(test.panel.action("graph.mute")));
        menu->close();
    }

    void everyCommandHasAnIdWordsAndOneKey() {
        GraphTest test(parts);
        QSet<QString> keys;
        for (const QAction* action : test.panel.actions()) {
            QVERIFY(action->objectName().startsWith("graph."));
            QVERIFY(!action->text().isEmpty());
            if (action->objectName().startsWith(starterPrefix))
                continue;  // these actions are the choices of
                           // one menu
            QVERIFY2(!action->shortcuts().isEmpty(), qPrintable(action->objectName()));
            for (const QKeySequence& sequence : action->shortcuts()) {
                const QString key = sequence.toString();
                QVERIFY2(!keys.contains(key), qPrintable(key));
                keys.insert(key);
            }
        }
    }

    void spaceHeldPans() {
        GraphTest test(parts);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        QTest::keyPress(&test.view(), Qt::Key_Space);
        test.drag({300, 100}, {330, 120});
        QTest::keyRelease(&test.view(), Qt::Key_Space);
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before - QPointF(30, 20));
        QVERIFY(test.selection.nodes().isEmpty());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphKeys)
#include "test_graph_keys.moc"
