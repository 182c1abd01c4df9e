// SPDX-License-Identifier: GPL-3.0-or-later

// Copying, pasting and typing in the graph, and the positions of new nodes.

#include "core/design/yaml.hpp"
#include "tests/ui/graph/graph_test.hpp"

#include <QClipboard>
#include <QDir>
#include <QInputMethodEvent>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QToolTip>

namespace burin::ui {

class TestGraphClipboard : public QObject {
    Q_OBJECT

    static bool coverNothing(GraphTest& test) {
        const auto& nodes = test.scene().nodes();
        return std::all_of(nodes.begin(), nodes.end(), [&](const NodeItem* one) {
            return std::none_of(nodes.begin(), nodes.end(), [&](const NodeItem* other) {
                return other != one && other->sceneBody().intersects(one->sceneBody());
            });
        });
    }

  private slots:
    void copyAndPasteAreText() {
        GraphTest test(parts);
        test.select({"sum", "a"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("burin-fragment: 1"));
        test.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(test.inputs("sum 2"), "data:a 2");
        QCOMPARE(test.selection.nodes(), (QStringList{"sum 2", "a 2"}));
        QCOMPARE(test.node("sum 2").pos().x() - test.node("a 2").pos().x(), 400.0);
        QCOMPARE(test.steps(), 1);
    }

    void aFragmentFromATextEditorIsPasted() {
        GraphTest test(parts);
        QGuiApplication::clipboard()->setText(
            "burin-fragment: 1\nnodes:\n  x: {kind: median, radius: 2, inputs: [{data: y}]}\n  y: {kind: "
            "math2d, expression: \"1\"}\n");
        test.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(test.inputs("x"), "data:y");
        QGuiApplication::clipboard()->setText("some words");
        test.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(test.steps(), 1);
    }

    void aTextThatIsNotPastedIsExplained() {
        GraphTest test(parts);
        const auto whyNot = [&test](const char* text) {
            return test.panel.edits().paste(text, {}, test.view().room(), "Paste %1").leftOut;
        };
        QCOMPARE(whyNot("some words"), QString("The clipboard has no nodes to paste."));
        QCOMPARE(whyNot("a: burin-fragment\n"), QString("The clipboard has no nodes to paste."));
        const QString why = whyNot("burin-fragment: 1\nnodes:\n  x: {kind: median\n");
        QVERIFY2(why.startsWith("The copied text was not pasted. Line "), qPrintable(why));
        QCOMPARE(test.steps(), 0);
    }

    /// Parsing takes up to 0.4 s for each MiB.
    void theWindowLivesWhileALongTextIsParsed() {
        GraphTest test(parts);
        const QString note = QString(900'000, 'a');
        const QString text = QString("burin-fragment: 1\nnotes: [%1, %1, %1]\n").arg(note);
        bool lived = false;
        QMetaObject::invokeMethod(
            &test.panel, [&lived] { lived = true; }, Qt::QueuedConnection);
        QCOMPARE(test.panel.edits().paste(text, {}, test.view().room(), "Paste %1").leftOut, QString());
        QVERIFY(lived);
        QCOMPARE(test.steps(), 0);
    }

    /// The text is refused before it is searched or copied.
    void aTextLargerThanADesignIsNotPasted() {
        GraphTest test(parts);
        const auto length = static_cast<qsizetype>(largestDesign);
        const QString text = "burin-fragment: 1\nnodes: {x: {kind: median}}\n#" + QString(length, 'a');
        const QString why = test.panel.edits().paste(text, {}, test.view().room(), "Paste %1").leftOut;
        QCOMPARE(why, QString("The copied text is larger than 64 MiB, so it was not pasted."));
        QCOMPARE(test.steps(), 0);
    }

    void aTextThatWouldBecomeAFormulaIsNotPasted() {
        GraphTest test(R"(burin: 2
pixel: 1 um
groups:
  stones: {output: one, nodes: {one: {kind: math2d, width: 9, height: 9, expression: '1'}}}
nodes:
  surface: {kind: root, width: 90, height: 90, inputs: [data: wall]}
  wall: {kind: group, group: stones}
  label: {kind: text, text: '=5', font: 'builtin:Inter', size: 20}
)");
        const QString piece = test.panel.edits().fragment(QStringList{"label"});
        const auto paste = [&] {
            return test.panel.edits().paste(piece, {}, test.view().room(), "Paste %1").leftOut;
        };
        QVERIFY(test.document.scope().enter("wall"));
        const QString why = paste();
        QVERIFY2(why.startsWith("A text in the copied nodes begins with =."), qPrintable(why));
        QCOMPARE(test.steps(), 0);
        test.document.scope().leave();
        QCOMPARE(paste(), QString());
        QCOMPARE(test.steps(), 1);
    }

    void aLongTextOfAnInputMethodIsRefused() {
        GraphTest test(parts);
        test.key(Qt::Key_N);
        QTRY_VERIFY(editor(test) != nullptr);
        auto* field = qobject_cast<QPlainTextEdit*>(editor(test));
        QVERIFY(field != nullptr);
        const auto entered = [&](qsizetype characters) {
            QInputMethodEvent event;
            event.setCommitString(QString("a").repeated(characters));
            field->selectAll();
            QCoreApplication::sendEvent(field, &event);
            return field->toPlainText().size();
        };
        QCOMPARE(entered(5), 5);
        QCOMPARE(entered(1 << 20), 5);
        QCOMPARE(entered(6), 6);
        QTest::keyClick(field, Qt::Key_Escape);
    }

    void cutHealsAndPastesBack() {
        GraphTest test;
        test.select({"soften"});
        test.key(Qt::Key_X, Qt::ControlModifier);
        QVERIFY(test.document.node("soften") == nullptr);
        QCOMPARE(test.inputs("rims"), "mask:lattice, data:stones");
        test.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(test.document.node("soften") != nullptr);
    }

    /// The folder of the link has another file of that name, which is found first.
    void aFileThatIsPastedIntoALinkedDesignStaysTheSame() {
        const QTemporaryDir folder;
        for (const char* name : {"links", "real"}) {
            QVERIFY(QDir(folder.path()).mkdir(name));
            QVERIFY(QImage(2, 2, QImage::Format_Grayscale8).save(folder.filePath(name) + "/x.png"));
        }
        QFile design(folder.filePath("real/a.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly) && design.write(parts) > 0);
        design.close();
        QVERIFY(QFile::link("../real/a.burin", folder.filePath("links/a.burin")));
        GraphTest test(parts);
        QCOMPARE(test.document.open(folder.filePath("links/a.burin")), QString());
        const QString real = QDir(folder.filePath("real")).canonicalPath();
        QGuiApplication::clipboard()->setText(
            QString("burin-fragment: 1\nfolder: %1\nnodes: {x: {kind: image, file: x.png}}\n").arg(real));
        test.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(test.document.node("x") != nullptr);
        const YamlValue* node = test.document.design()->document.find("nodes")->find("x");
        QCOMPARE(QString::fromStdString(node->find("file")->scalar), real + "/x.png");
    }

    void duplicatesLieBeside() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(test.selection.nodes(), (QStringList{"a 2", "b 2"}));
        QCOMPARE(test.node("b 2").pos() - test.node("a 2").pos(), QPointF(0, 136));
        QVERIFY(coverNothing(test));
        QCOMPARE(test.steps(), 1);
    }

    void pastedNodesCoverNothing() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        const QPointF taken = test.node("sum").sceneBody().center();
        QCursor::setPos(test.canvas()->mapToGlobal(test.view().mapFromScene(taken)));
        for (int paste = 0; paste < 3; ++paste)
            test.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(test.document.node("b 4") != nullptr);
        QVERIFY(coverNothing(test));
    }

    void thereIsNoSecondSurface() {
        GraphTest test(parts);
        test.select({"surface", "a"});
        test.key(Qt::Key_D, Qt::ControlModifier);
        QVERIFY(test.document.node("surface 2") == nullptr);
        QVERIFY(test.document.node("a 2") != nullptr);
        QCOMPARE(QToolTip::text(), "The copied surface was left out: a design can have only one.");
        test.select({"surface"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        const int steps = test.steps();
        test.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(test.steps(), steps);
        QCOMPARE(test.panel.edits().addNode(findKind("root")->description, {}), "");
        QCOMPARE(test.steps(), steps);
        test.key(Qt::Key_X, Qt::ControlModifier);
        test.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(test.document.node("surface") != nullptr);
    }

    void pastedNodesLieAtThePointer() {
        GraphTest test(parts);
        test.select({"a", "b"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        const QPoint place = test.view().mapFromScene(-180, 48);
        QCursor::setPos(test.canvas()->mapToGlobal(place));
        test.key(Qt::Key_V, Qt::ControlModifier);
        const QPointF away = test.node("a 2").pos() - test.view().mapToScene(place);
        QVERIFY2(std::abs(away.x()) <= metrics::snap && std::abs(away.y()) <= metrics::snap,
                 qPrintable(QString("%1 %2").arg(away.x()).arg(away.y())));
    }

    void whatAMenuPastesLiesWhereTheMenuWasOpened() {
        GraphTest test(parts);
        test.select({"a"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        const QPoint place = test.view().mapFromScene(-180, 48);
        const QPointF wanted = test.view().mapToScene(place);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, test.canvas()->mapToGlobal(place));
        QCoreApplication::sendEvent(test.canvas(), &event);
        QCursor::setPos(test.canvas()->mapToGlobal(place + QPoint(60, 90)));
        test.panel.action("graph.paste")->trigger();
        const QPointF away = test.node("a 2").pos() - wanted;
        QVERIFY2(std::abs(away.x()) <= metrics::snap && std::abs(away.y()) <= metrics::snap,
                 qPrintable(QString("%1 %2").arg(away.x()).arg(away.y())));
        test.panel.findChild<QMenu*>("graphMenu")->close();
    }

    void whatWasCopiedFarAwayIsPastedInView() {
        GraphTest test(parts);
        QCursor::setPos(test.panel.mapToGlobal(QPoint(-50, -50)));
        QGuiApplication::clipboard()->setText(
            "burin-fragment: 1\nnodes:\n  x: {kind: math2d, expression: \"1\"}\neditor:\n"
            "  x: {x: 9000, y: -7000}\n");
        const QRectF before = test.view().room().shown;
        test.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(before.contains(test.node("x").sceneBody()));
    }

    void undoLeavesNoEmptyView() {
        GraphTest test(parts);
        test.panel.resize(400, 300);
        test.select({"a", "b", "c"});
        test.key(Qt::Key_C, Qt::ControlModifier);
        QCursor::setPos(test.panel.mapToGlobal(QPoint(-50, -50)));
        for (int paste = 0; paste < 2; ++paste) {
            test.view().centerOn(3000 * (paste + 1), 2000);
            test.key(Qt::Key_V, Qt::ControlModifier);
        }
        for (int paste = 0; paste < 2; ++paste) {
            test.document.undo();
            const QRectF shown = test.view().room().shown;
            const auto seen = [&](const NodeItem* node) { return node->sceneBody().intersects(shown); };
            QVERIFY(std::any_of(test.scene().nodes().begin(), test.scene().nodes().end(), seen));
        }
    }

    void escapeKeepsACommentAndRestoresAName() {
        GraphTest test(parts);
        test.key(Qt::Key_N);
        QTest::keyClicks(editor(test), "A long thought");
        QTest::keyClick(editor(test), Qt::Key_Escape);
        QVERIFY(editor(test) == nullptr);
        QCOMPARE(test.scene().comments().front()->note().text, "A long thought");
        test.select({"b"});
        test.key(Qt::Key_F2);
        QTest::keyClicks(editor(test), "outline");
        QTest::keyClick(editor(test), Qt::Key_Escape);
        QVERIFY(test.document.node("b") != nullptr);
    }

    void copyInACommentCopiesItsText() {
        GraphTest test(parts);
        test.select({"sum"});
        test.key(Qt::Key_N);
        QTest::keyClicks(editor(test), "Two words");
        QTest::keyClick(editor(test), Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClick(editor(test), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "words");
        // The menu's command acts on the text too.
        QTest::keyClick(editor(test), Qt::Key_A, Qt::ControlModifier);
        test.panel.action("graph.copy")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), "Two words");
        QVERIFY(editor(test) != nullptr);
        // On some desktops it deletes what is selected or comes next, but never the node.
        QTest::keyClick(editor(test), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(editor(test), Qt::Key_D, Qt::ControlModifier);
        QTest::keyClick(editor(test), Qt::Key_Return);
        QCOMPARE(test.scene().comments().front()->note().text, "Two words");
        QCOMPARE(test.document.design()->nodes.size(), std::size_t{6});
        // A selected comment is copied as text.
        QGuiApplication::clipboard()->clear();
        test.panel.action("graph.copy")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), "Two words");
    }

    void keysOfTheWindowWorkWhileOneTypes() {
        GraphTest test(parts);
        test.key(Qt::Key_N);
        const auto taken = [&](int key, Qt::KeyboardModifiers modifiers) {
            QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
            event.ignore();
            QCoreApplication::sendEvent(editor(test), &event);
            return event.isAccepted();
        };
        QVERIFY(!taken(Qt::Key_S, Qt::ControlModifier));
        QVERIFY(!taken(Qt::Key_Comma, Qt::ControlModifier));
        QVERIFY(taken(Qt::Key_D, Qt::ControlModifier));
        QVERIFY(taken(Qt::Key_V, Qt::NoModifier));
        QVERIFY(taken(Qt::Key_F2, Qt::NoModifier));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphClipboard)
#include "test_graph_clipboard.moc"
