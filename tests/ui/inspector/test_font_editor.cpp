// SPDX-License-Identifier: GPL-3.0-or-later

// The field for the font of a text node.

#include "tests/ui/inspector/legend_test.hpp"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace burin::ui {

class TestFontEditor : public QObject {
    Q_OBJECT

  private slots:
    void theDefaultIsShown() {
        const LegendTest test;
        QCOMPARE(fontOf(test)->text(), QString("Inter, built in"));
        QCOMPARE(test.written("font"), QString());
    }

    void aBuiltInFontIsChosenFromTheList() {
        LegendTest test;
        QMenu* const menu = test.child<QToolButton>("fonts.font")->menu();
        emit menu->aboutToShow();
        QVERIFY(entry(menu, "Inter")->isChecked());
        QVERIFY(!entry(menu, "Inter Bold")->isChecked());
        entry(menu, "Inter Bold")->trigger();
        QCOMPARE(test.written("font"), QString("builtin:Inter Bold"));
        QCOMPARE(fontOf(test)->text(), QString("Inter Bold, built in"));
        emit menu->aboutToShow();
        QVERIFY(!entry(menu, "Inter")->isChecked());
        QVERIFY(entry(menu, "Inter Bold")->isChecked());
        test.document.undo();
        QCOMPARE(fontOf(test)->text(), QString("Inter, built in"));
    }

    void aFontIsTyped_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("shown");
        QTest::newRow("the path of a file") << "fonts/face.otf"
                                            << "fonts/face.otf"
                                            << "fonts/face.otf";
        QTest::newRow("the name of a built-in font") << "inter bold"
                                                     << "builtin:Inter Bold"
                                                     << "Inter Bold, built in";
        QTest::newRow("a built-in font as it is shown") << "Inter, built in"
                                                        << "builtin:Inter"
                                                        << "Inter, built in";
        QTest::newRow("a built-in font as it is in a design") << "builtin:Inter"
                                                              << "builtin:Inter"
                                                              << "Inter, built in";
        QTest::newRow("a built-in font that does not exist") << "builtin:Outer"
                                                             << "builtin:Outer"
                                                             << "builtin:Outer";
        QTest::newRow("nothing is the default") << ""
                                                << ""
                                                << "Inter, built in";
    }
    void aFontIsTyped() {
        QFETCH(QString, typed);
        QFETCH(QString, written);
        QFETCH(QString, shown);
        LegendTest test;
        test.set("face.ttf", "font");
        QLineEdit* const field = fontOf(test);
        QCOMPARE(field->text(), QString("face.ttf"));
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(test.written("font"), written);
        QCOMPARE(fontOf(test)->text(), shown);
    }

    /// The value stays the same, so that the document does not change.
    void anotherSpellingOfTheFontIsReplacedByItsName() {
        LegendTest test;
        test.set("builtin:Inter Bold", "font");
        QLineEdit* const field = fontOf(test);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "INTER BOLD");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(field->text(), QString("Inter Bold, built in"));
        QCOMPARE(test.document.history().count(), 1);
    }

    void escapeGivesTheTextUp() {
        const LegendTest test;
        QLineEdit* const field = fontOf(test);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "a.ttf");
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString("Inter, built in"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(test.document.history().count(), 0);
    }

    void anotherFileIsChosenRelativeToTheDesign() {
        LegendTest test;
        entry(test.child<QToolButton>("fonts.font")->menu(), "Other file...")->trigger();
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->nameFilters().first().contains("*.otf"));
        emit dialog->fileSelected(QDir::currentPath() + "/fonts/face.otf");
        dialog->close();
        QCOMPARE(test.written("font"), QString("fonts/face.otf"));
        QCOMPARE(fontOf(test)->text(), QString("fonts/face.otf"));
    }

  private:
    static QLineEdit* fontOf(const LegendTest& test) { return test.child<QLineEdit>("field.font"); }
    static QAction* entry(const QMenu* menu, const QString& text) {
        for (QAction* const action : menu->actions()) {
            if (action->text() == text) return action;
        }
        return nullptr;
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFontEditor)
#include "test_font_editor.moc"
