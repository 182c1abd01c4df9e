// SPDX-License-Identifier: GPL-3.0-or-later

// The field for the lines of a text node.

#include "core/outlines/lettering/builtin_fonts.hpp"
#include "tests/ui/inspector/legend_test.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/editors/texts/own_look.hpp"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QFocusEvent>
#include <QFont>
#include <QFontInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QTemporaryDir>

namespace burin::ui {

class TestLinesEditor : public QObject {
    Q_OBJECT

  private slots:
    void enterMakesANewLineAndControlEnterEndsTheEdit() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClicks(field, "FINE");
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClicks(field, "RELIEF");
        QCOMPARE(test.written(), QString("AV"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(test.written(), QString("FINE\nRELIEF"));
        QCOMPARE(field->text(), QString("FINE\nRELIEF"));
        QVERIFY(field->hasFocus());
        QCOMPARE(test.document.history().count(), 1);
        QVERIFY2(test.document.history().undoText().contains("FINE RELIEF"),
                 qPrintable(test.document.history().undoText()));
        QVERIFY(test.document.node("words")->sound);
        test.document.undo();
        QCOMPARE(test.written(), QString("AV"));
        QCOMPARE(test.field()->text(), QString("AV"));
    }

    /// Qt would insert a separator that is not a line break in a file.
    void enterWithShiftMakesTheSameLineBreak() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClicks(field, "A");
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(field, "B");
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(test.written(), QString("A\nB"));
    }

    void tabLeavesTheFieldAndAppliesTheText() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClicks(field, "B");
        QTest::keyClick(field, Qt::Key_Tab);
        QVERIFY(!field->hasFocus());
        QCOMPARE(test.written(), QString("B"));
    }

    void anotherWindowEndsTheEditAndAMenuDoesNot() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClicks(field, "B");
        QFocusEvent toMenu(QEvent::FocusOut, Qt::PopupFocusReason);
        QCoreApplication::sendEvent(field, &toMenu);
        QCOMPARE(test.written(), QString("AV"));
        QFocusEvent toWindow(QEvent::FocusOut, Qt::ActiveWindowFocusReason);
        QCoreApplication::sendEvent(field, &toWindow);
        QCOMPARE(test.written(), QString("B"));
    }

    void escapeGivesTheTextUp() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClicks(field, "B");
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString("AV"));
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(test.written(), QString("AV"));
        QCOMPARE(test.document.history().count(), 0);
    }

    /// The text is required, so an empty text stays in the file.
    void nothingIsATextToo() {
        LegendTest test;
        LinesField* const field = test.focused();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Tab);
        const YamlValue* value = test.document.nodeText("words")->find("text");
        QVERIFY(value != nullptr && value->scalar.empty());
    }

    /// QPlainTextEdit::toPlainText() has blanks in place of no-break spaces.
    void leavingATextThatWasNotEditedChangesNothing() {
        LegendTest test;
        test.set("40\xC2\xA0um\ndeep");
        const int steps = test.document.history().count();
        LinesField* const field = test.focused();
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(test.document.history().count(), steps);
        QCOMPARE(test.written(), QString::fromUtf8("40\xC2\xA0um\ndeep"));
        test.focused()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field, "er");
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(test.written(), QString::fromUtf8("40\xC2\xA0um\ndeeper"));
    }

    /// The answer of the document, if a design becomes too large.
    void aTextThatTheDesignRefusesComesBack() {
        LegendTest test;
        const YamlValue kept = *test.document.nodeText("words")->find("text");
        test.field()->setPlainText("too\nlong");
        QCOMPARE(test.field()->take(), QString("too\nlong"));
        test.child<ParameterRow>("row.text")->refuse("It does not fit.", &kept);
        QVERIFY(test.field()->property("error").toBool());
        test.selection.select({"surface"});
        test.selection.select({"words"});
        QCOMPARE(test.field()->text(), QString("too\nlong"));
        QVERIFY(test.field()->property("error").toBool());
        test.field()->setFocus();
        QTest::keyClick(test.field(), Qt::Key_Escape);
        QCOMPARE(test.field()->text(), QString("AV"));
        QVERIFY(!test.field()->property("error").toBool());
        QCOMPARE(test.written(), QString("AV"));
    }

    void aPasteIsTakenAsAWholeOrNotAtAll() {
        LegendTest test;
        LinesField* const field = test.focused();
        const auto pasted = [&](const QString& text) {
            QGuiApplication::clipboard()->setText(text);
            field->selectAll();
            field->paste();
            return field->text();
        };
        QCOMPARE(pasted("one\ntwo"), QString("one\ntwo"));
        QCOMPARE(pasted(QString("a").repeated(65537)), QString("one\ntwo"));
        QCOMPARE(pasted(QString("a").repeated(65536)).size(), 65536);
        QTest::keyClick(field, Qt::Key_B);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(field->text(), QString("a").repeated(65536));
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClick(field, Qt::Key_B);
        QCOMPARE(field->text(), QString("a").repeated(65535) + 'b');
        QTest::keyClick(field, Qt::Key_Escape);
    }

    void aTextThatIsTooLongForTheFieldCannotBeEdited() {
        LegendTest test;
        test.set(std::string(100'000, 'a'));
        LinesField* const field = test.focused();
        QVERIFY(field->isReadOnly());
        QTest::keyClick(field, Qt::Key_B);
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(test.written().size(), 100'000);
        test.set("AV");
        QVERIFY(!test.field()->isReadOnly());
    }

    void theFieldGrowsWithItsLinesUpToSix() {
        LegendTest test;
        const auto heightOf = [&](int lines) {
            test.field()->setPlainText(QStringList(lines, "A").join('\n'));
            return test.field()->height();
        };
        const int two = heightOf(2);
        QCOMPARE(heightOf(1), two);
        const int three = heightOf(3);
        QVERIFY(three > two);
        QCOMPARE(heightOf(6), two + 4 * (three - two));
        QCOMPARE(heightOf(7), heightOf(6));
    }

    void theLineBelowCountsLinesAndNamesThePlaceOfASeries() {
        LegendTest test;
        QCOMPARE(test.said("lines.text"), QString("1 line"));
        QCOMPARE(test.said("series.text"), QString());
        QTest::keyClicks(test.focused(), "{{n}");
        QCOMPARE(test.said("series.text"), QString());
        QTest::keyClick(test.field(), Qt::Key_Return);
        QTest::keyClicks(test.field(), "{n:06}");
        QCOMPARE(test.said("lines.text"), QString("2 lines"));
        QCOMPARE(test.said("series.text"), QString("{n:06} needs Series"));
    }

    void thePlaceComesFromTheSeriesOfTheNode() {
        const LegendTest test(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 900, height: 700, inputs: [data: words]}\n"
            "  words: {kind: text, text: 'No {n}', size: 10, series: {u: [90, 0], v: [0, 30], columns: 2, "
            "rows: 2}}\n");
        QCOMPARE(test.said("series.text"), QString("{n} comes from Series"));
    }

    void theTextHasTheLookOfItsFont() {
        LegendTest test;
        QCOMPARE(test.field()->font().family(), QString("Inter"));
        QCOMPARE(test.field()->font().weight(), QFont::Normal);
        test.set("builtin:Inter Bold", "font");
        QCOMPARE(test.field()->font().family(), QString("Inter"));
        QCOMPARE(test.field()->font().weight(), QFont::Bold);
        test.set("builtin:Outer", "font");
        QVERIFY(!test.document.node("words")->sound);
        QCOMPARE(test.field()->font().weight(), QFont::Bold);
        test.document.undo();
        test.document.undo();
        QCOMPARE(test.field()->font().weight(), QFont::Normal);
    }

    void aFontFileGivesItsLookToo() {
        // The built-in font under a name that no system has.
        QByteArray face(builtinFont("Inter")->data(), static_cast<qsizetype>(builtinFont("Inter")->size()));
        face.replace(QByteArray("\0I\0n\0t\0e\0r", 10), QByteArray("\0X\0n\0t\0e\0r", 10));
        face.replace("Inter", "Xnter");
        const QTemporaryDir folder;
        QFile file(folder.filePath("face.otf"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(face) == face.size());
        file.close();
        LegendTest test;
        test.set(file.fileName().toStdString(), "font");
        QVERIFY(test.document.node("words")->sound);
        QCOMPARE(test.field()->font().family(), QString("Xnter"));
        QCOMPARE(QFontInfo(test.field()->font()).family(), QString("Xnter"));
    }

    void aFontWithoutALookHasThatOfTheWindow() {
        QVERIFY(!ownLook("", {}, 13));
        QVERIFY(!ownLook("builtin:Outer", {}, 13));
        QVERIFY(!ownLook("/no/such/face.otf", {}, 13));
    }

    /// The menu has the commands of a text field and those of a value.
    void theContextMenuIsThatOfTheValue() {
        LegendTest test;
        QWidget* const inside = test.focused()->viewport();
        QContextMenuEvent event(QContextMenuEvent::Mouse, {10, 10}, inside->mapToGlobal(QPoint(10, 10)));
        QCoreApplication::sendEvent(inside, &event);
        QMenu* const menu = test.panel.findChild<QMenu*>("value.menu");
        QVERIFY(menu != nullptr);
        QVERIFY(menu->findChild<QAction*>("value.reset") != nullptr);
        QVERIFY(menu->actions().size() > 5);
        menu->close();
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLinesEditor)
#include "test_lines_editor.moc"
