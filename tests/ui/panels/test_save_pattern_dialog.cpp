// SPDX-License-Identifier: GPL-3.0-or-later

// The texts of the dialog that saves a pattern have places of their own.

#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/pasted_text.hpp"

#include <QLineEdit>

namespace burin::ui {

class TestSavePatternDialog : public QObject {
    Q_OBJECT

  private slots:
    void nothingMovesWhenItIsSaved_data() {
        QTest::addColumn<QString>("theme");
        QTest::newRow("dark") << "dark";
        QTest::newRow("light") << "light";
    }
    void nothingMovesWhenItIsSaved() {
        QFETCH(QString, theme);
        const Theme shown(theme == "dark" ? ThemeChoice::dark : ThemeChoice::light);
        QImage picture(240, 148, QImage::Format_RGB32);
        picture.fill(Qt::darkYellow);
        SavePatternDialog dialog(shown, {"Pebbles", "Stone", {}, {}}, {"Stone"}, picture, nullptr);
        dialog.setSave([] { return SavePatternDialog::Saved::rough; });
        dialog.show();
        const auto* seen = dialog.findChild<QLabel*>("patternPicture");
        const auto* hint = dialog.findChild<QLabel*>("patternHint");
        resizeAndRest(dialog, dialog.size());
        const QSize size = dialog.size();
        const QRect place = seen->geometry();
        const QRect note = hint->geometry();
        dialog.accept();
        QVERIFY(dialog.waits() && dialog.isVisible());
        resizeAndRest(dialog, dialog.size());
        screenshot(dialog, "save-pattern-saved-" + theme);
        QCOMPARE(dialog.size(), size);
        QCOMPARE(seen->geometry(), place);
        QCOMPARE(hint->geometry(), note);
        QVERIFY(hint->y() > seen->geometry().bottom());
        QVERIFY2(hasRoom(*hint), qPrintable(hint->text()));
    }

    /// WholeTexts raises the limits of fields when they are first shown. This must not deselect their texts.
    void typingReplacesTheOfferedName() {
        QObject window;
        new WholeTexts(&window);
        const Theme shown(ThemeChoice::dark);
        const QString sentence = QString("Round stones of many sizes in sand. ").repeated(4);
        SavePatternDialog dialog(shown, {"Pebbles", "Stone", sentence, {}}, {"Stone"}, {}, nullptr);
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog, patience));
        auto* title = dialog.findChild<QLineEdit*>("patternTitle");
        QCOMPARE(title->selectedText(), QString("Pebbles"));
        QTest::keyClicks(title, "Leather");
        QCOMPARE(title->text(), QString("Leather"));
        QCOMPARE(dialog.findChild<QLineEdit*>("patternHelp")->cursorPosition(), 0);
    }

    void theNamesOfTheParametersHaveRoom() {
        const Theme shown(ThemeChoice::dark);
        SavePatternDialog dialog(shown, {"Pebbles", "Stone", {}, {}}, {"Stone"}, {}, nullptr);
        dialog.setSubject("Saves the group Pebbles with 12 parameters: " +
                          QString("Size of a pebble, ").repeated(12));
        dialog.show();
        resizeAndRest(dialog, dialog.minimumSize());
        const auto* subject = dialog.findChild<QLabel*>("patternSubject");
        QVERIFY(subject->isVisible() && hasRoom(*subject));
    }

    void theExamplesHaveRoom() {
        const Theme shown(ThemeChoice::dark);
        SavePatternDialog dialog(shown, {"Pebbles", "Stone", {}, {}}, {"Stone"}, {}, nullptr);
        dialog.show();
        resizeAndRest(dialog, dialog.minimumSize());
        for (const char* name : {"patternHelp", "patternWords"}) {
            const auto* field = dialog.findChild<QLineEdit*>(name);
            constexpr int frame = 20;
            const int needed = field->fontMetrics().horizontalAdvance(field->placeholderText()) + frame;
            QVERIFY2(needed <= field->width(), qPrintable(field->placeholderText()));
        }
    }

    /// A reason of the system, which may name a long file, is read completely.
    void aProblemIsShownCompletely_data() {
        QTest::addColumn<QString>("problem");
        QTest::addColumn<bool>("grows");
        QTest::newRow("short") << "A pattern needs a name." << false;
        QTest::newRow("long") << QString("The folder of the library cannot be written. ").repeated(8) << true;
    }
    void aProblemIsShownCompletely() {
        QFETCH(QString, problem);
        QFETCH(bool, grows);
        const Theme shown(ThemeChoice::dark);
        SavePatternDialog dialog(shown, {"Pebbles", "Stone", {}, {}}, {"Stone"}, {}, nullptr);
        dialog.show();
        const auto* seen = dialog.findChild<QLabel*>("patternPicture");
        resizeAndRest(dialog, dialog.size());
        const QSize size = dialog.size();
        const QRect place = seen->geometry();
        dialog.setProblem(problem);
        resizeAndRest(dialog, dialog.size());
        QCOMPARE(dialog.height() > size.height(), grows);
        QCOMPARE(seen->geometry(), place);
        QVERIFY(hasRoom(*dialog.findChild<QLabel*>("patternProblem")));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSavePatternDialog)
#include "test_save_pattern_dialog.moc"
