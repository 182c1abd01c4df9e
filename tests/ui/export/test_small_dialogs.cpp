// SPDX-License-Identifier: GPL-3.0-or-later

// Every dialog is completely visible on a screen of 1366 x 768 at 200 %: it fits on the screen, and nothing
// is cut off or has to be scrolled sideways.

#include "support/testing.hpp"
#include "support/transfer_stage.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/shared_letters.hpp"
#include "ui/comparing/comparison_dialog.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/export/batch/new_table_dialog.hpp"
#include "ui/export/dialog/preflight_dialog.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/settings.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/support/export_studio.hpp"
#include "ui/support/transfer_studio.hpp"
#include "ui/texture/texture_dialog.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/window/preferences_dialog.hpp"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>

#include <cstdlib>
#include <functional>

namespace burin::ui {

namespace {

/// The parts that are cut in the dialog on the smallest screen, and the letters that two parts share.
QStringList cutIn(QWidget& dialog, const QString& name) {
    dialog.show();
    resizeAndRest(dialog, smallestWindow);
    QStringList cut = cutBelow(dialog) + sharedLetters(dialog);
    const QSize size = dialog.size();
    if (size.width() > smallestWindow.width() || size.height() > smallestWindow.height())
        cut << QString("the dialog has %1 x %2 px").arg(size.width()).arg(size.height());
    screenshot(dialog, "small-dialog-" + name);
    return cut;
}

}  // namespace

class TestSmallDialogs : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void nothingIsCut_data() {
        using Look = std::function<QStringList(Studio&)>;
        QTest::addColumn<Look>("look");
        const auto row = [](const char* name, const Look& look) { QTest::newRow(name) << look; };
        row("export", [](Studio& studio) {
            studio.trigger("export.open");
            return cutIn(studio.tools.dialog(), "export");
        });
        row("export, at work", [](Studio& studio) {
            ExportJob* const job = studio.queue.add(studio.order("a file with a long name for a job.raw"));
            studio.trigger("export.open");
            studio.tools.dialog().showJob(job);
            QStringList cut = cutIn(studio.tools.dialog(), "job");
            const auto* const percent = studio.find<QLabel>("export.percent");
            if (percent->width() < percent->fontMetrics().horizontalAdvance("100.0 %"))
                cut << "no room for 100.0 %";
            return cut;
        });
        row("preflight", [](Studio& studio) {
            studio.trigger("export.preflight");
            auto* const dialog = studio.window.findChild<PreflightDialog*>();
            return dialog == nullptr ? QStringList("no dialog") : cutIn(*dialog, "preflight");
        });
        row("batch", [](Studio& studio) {
            BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
            batch.actions().front()->trigger();
            return cutIn(batch.dialog(), "batch");
        });
        row("a new table", [](Studio& studio) {
            auto* const dialog = new NewTableDialog(studio.workbench(), &studio.window);
            return cutIn(*dialog, "table");
        });
        row("machines", [](Studio& studio) {
            studio.tools.book().setMachines({{"engraver", "burin://engraver.example:50051"}});
            MachinesDialog dialog(studio.theme, studio.tools.book());
            return cutIn(dialog, "machines");
        });
        row("save to the library", [](Studio& studio) {
            SavePatternDialog dialog(studio.theme, {}, {"Stone"}, {}, &studio.window);
            return cutIn(dialog, "save-pattern");
        });
        row("endless texture", [](Studio& studio) {
            TextureDialog dialog(studio.theme,
                                 {studio.previews.engine(),
                                  studio.document.kinds(),
                                  studio.document.design(),
                                  {},
                                  {},
                                  "waves"},
                                 nullptr);
            return cutIn(dialog, "texture");
        });
        row("comparison", [](Studio& studio) {
            ComparisonDialog dialog(studio.workbench());
            return cutIn(dialog, "comparison");
        });
        row("preferences", [](Studio& studio) {
            Settings settings;
            PreferencesDialog dialog(settings, studio.theme);
            return cutIn(dialog, "preferences");
        });
    }
    void nothingIsCut() {
        QFETCH(std::function<QStringList(Studio&)>, look);
        Studio studio;
        QCOMPARE(look(studio).join("; "), QString());
    }

    /// A screen of 1600 x 1000 at 300 %.
    void anExportIsNotCutOnAnEvenSmallerScreen() {
        Studio studio;
        studio.trigger("export.open");
        ExportDialog& dialog = studio.tools.dialog();
        resizeAndRest(dialog, QSize(533, 333));
        screenshot(dialog, "smaller-export");
        QCOMPARE(cutBelow(dialog).join("; "), QString());
        QCOMPARE(dialog.width(), 533);
        auto* const region = studio.find<QComboBox>("export.region");
        region->setCurrentIndex(region->count() - 1);
        emit region->activated(region->currentIndex());
        QCOMPARE(region->currentText(), QString("By numbers"));
        resizeAndRest(dialog, QSize(533, 333));
        screenshot(dialog, "smaller-export-numbers");
        QVERIFY(studio.find<QLineEdit>("export.height")->isVisible());
        QCOMPARE(cutBelow(dialog).join("; "), QString());
        dialog.form().chooseMachine();
        auto* const scan = studio.find<QComboBox>("export.scan");
        scan->setCurrentIndex(1);
        emit scan->activated(1);
        resizeAndRest(dialog, QSize(533, 333));
        screenshot(dialog, "smaller-export-machine");
        QVERIFY(studio.find<QLineEdit>("export.swath")->isVisible());
        QCOMPARE(cutBelow(dialog).join("; "), QString());
        dialog.showJob(studio.queue.add(studio.order("x.raw")));
        resizeAndRest(dialog, QSize(533, 333));
        screenshot(dialog, "smaller-export-job");
        QCOMPARE(cutBelow(dialog).join("; "), QString());
    }

    /// The hints of a machine's empty fields are not cut.
    void theHintsOfMachinesAreWhole() {
        Studio studio;
        studio.tools.book().setMachines({{"engraver", "burin://engraver.example:50051"}});
        MachinesDialog dialog(studio.theme, studio.tools.book());
        dialog.show();
        resizeAndRest(dialog, QSize(760, 560));
        constexpr int sides = 18;  // border, padding and margin
        int hints = 0;
        for (const auto* field : dialog.findChildren<QLineEdit*>()) {
            const QString hint = field->placeholderText();
            if (!hint.isEmpty()) ++hints;
            QVERIFY2(field->fontMetrics().horizontalAdvance(hint) + sides <= field->width(),
                     qPrintable(hint));
        }
        QVERIFY(hints >= 4);
    }

    /// The card that also says it is not visible on the smallest screen.
    void whyAnExportCannotStartIsSaidBesideItsButton() {
        Studio studio;
        studio.trigger("export.open");
        studio.tools.dialog().form().chooseMachine();
        resizeAndRest(studio.tools.dialog(), smallestWindow);
        QVERIFY(!studio.find("export.start")->isEnabled());
        const auto* const words = studio.find<CutLabel>("export.words");
        QCOMPARE(words->text(), QString("Add a machine to the address book."));
        QVERIFY(!words->visibleRegion().isEmpty());
    }

    void thatAMachineDoesNotAnswerIsSaidBesideTheButton() {
        TransferStudio studio;
        test::Stage stage(studio.settings());
        stage.off();
        studio.openOn(studio.entry(stage));
        const auto* const words = studio.find<CutLabel>("export.words");
        QTRY_VERIFY2(words->text().contains("does not answer"), qPrintable(words->text()));
        QVERIFY(!studio.find("export.start")->isEnabled());
    }

    void thatAFileExistsIsSaidBesideTheButton() {
        Studio studio;
        QFile file(studio.path("x.tif"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        file.close();
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        const auto* const words = studio.find<CutLabel>("export.words");
        QTRY_COMPARE(words->text(), QString("x.tif already exists."));
        QVERIFY(!studio.find("export.start")->isEnabled());
        studio.find<QCheckBox>("export.again")->setChecked(true);
        QVERIFY(studio.find("export.start")->isEnabled());
        QVERIFY2(words->text().contains("continues"), qPrintable(words->text()));
    }

    /// The facts that a user must see before pressing Export are above the buttons if the dialog would have
    /// to be scrolled to show them.
    void sizeAndTimeOfAnExportAreSeen_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("low");
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow << true;
        QTest::newRow("wide and very low") << QSize(976, 260) << true;
        QTest::newRow("the usual size") << QSize(976, 704) << false;
    }
    void sizeAndTimeOfAnExportAreSeen() {
        QFETCH(QSize, size);
        QFETCH(bool, low);
        Studio studio;
        QFile file(studio.path("x.tif"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        file.close();
        studio.trigger("export.open");
        ExportDialog& dialog = studio.tools.dialog();
        resizeAndRest(dialog, size);
        studio.type("export.target", studio.path("x.tif"));
        const auto seen = [&dialog](const QWidget* part) {
            return part->isVisible() && part->visibleRegion().boundingRect() == part->rect() &&
                   dialog.rect().contains(part->mapTo(&dialog, part->rect().bottomRight()));
        };
        QTRY_COMPARE(studio.find<QWidget>("export.summary")->isVisible(), low);
        QTRY_VERIFY(seen(studio.find<QCheckBox>(low ? "summary.again" : "export.again")));
        resizeAndRest(dialog, size);
        for (const char* part : {"bytes", "time"}) {
            const auto* label =
                studio.find<QLabel>(qPrintable((low ? "summary." : "export.") + QString(part)));
            QVERIFY2(seen(label) && hasRoom(*label), part);
            QVERIFY2(label->text().size() > 1, qPrintable(label->text()));
        }
        if (!low) return;
        QCOMPARE(cutBelow(dialog).join("; "), QString());
        screenshot(dialog, QString("small-export-summary-%1").arg(size.width()));
        // One box follows the other.
        auto* const again = studio.find<QCheckBox>("summary.again");
        QCOMPARE(again->text(), QString("Replace it"));
        QVERIFY(!studio.find("export.start")->isEnabled());
        again->click();
        QVERIFY(studio.find("export.start")->isEnabled());
        QVERIFY(studio.find<QCheckBox>("export.again")->isChecked());
        studio.find<QCheckBox>("export.again")->click();
        QVERIFY(!again->isChecked() && !studio.find("export.start")->isEnabled());
        studio.tools.dialog().showJob(studio.queue.add(studio.order("a.raw")));
        QVERIFY(!studio.find<QWidget>("export.summary")->isVisible());
    }

    void aStartedExportIsShownFromItsTop() {
        Studio studio;
        studio.trigger("export.open");
        resizeAndRest(studio.tools.dialog(), smallestWindow);
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        const auto* const percent = studio.find<QLabel>("export.percent");
        QTRY_VERIFY(percent->isVisible());
        resizeAndRest(studio.tools.dialog(), smallestWindow);
        QCOMPARE(percent->visibleRegion().boundingRect(), percent->rect());
    }

    /// Two lines are enough for the words beside the buttons of a small dialog.
    void theWordsBesideTheButtonsAreWhole() {
        Studio studio;
        studio.trigger("export.open");
        resizeAndRest(studio.tools.dialog(), smallestWindow);
        auto* const words = studio.find<CutLabel>("export.words");
        words->setText(
            "The export continues when this dialog is closed. The graph stays editable; edits do not affect "
            "this job.");
        QCOMPARE(words->shown().size(), 2);
        QCOMPARE(words->shown().join(' '), words->text());
        words->setText("It has room on one line.");
        QCOMPARE(words->shown(), QStringList("It has room on one line."));
        // The name of a file may be longer than a line.
        words->setText(QString(200, 'n') + ".tif already exists.");
        QCOMPARE(words->shown().size(), 2);
        QVERIFY(words->shown().first().size() < 200);
        QVERIFY2(words->shown().last().endsWith(QChar(0x2026)), qPrintable(words->shown().last()));
    }

    /// The rule also holds for a batch, beside the name of the table.
    void namesOfFilesHaveTheFontOfNumbers() {
        Studio studio;
        studio.trigger("export.open");
        QCOMPARE(studio.find<QLineEdit>("export.target")->font().family(), studio.theme.numbers().family());
    }

    /// The preferences behave like the other dialogs that change nothing when they close.
    void thePrimaryButtonOfThePreferencesClosesThem() {
        Studio studio;
        Settings settings;
        const PreferencesDialog dialog(settings, studio.theme);
        const auto* const buttons = dialog.findChild<QDialogButtonBox*>();
        QVERIFY(buttons->button(QDialogButtonBox::Close)->property("primary").toBool());
    }

    /// The fields of a dialog of 792 px are still in two columns, so that the rows and the queue are seen.
    void aNarrowBatchHasTwoColumnsOfFields() {
        Studio studio;
        BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
        batch.actions().front()->trigger();
        QDialog& dialog = batch.dialog();
        resizeAndRest(dialog, QSize(792, 704));
        const auto place = [&dialog](const char* name) {
            const auto* const part = dialog.findChild<QWidget*>(name);
            return QRect(part->mapTo(&dialog, QPoint()), part->size());
        };
        QVERIFY(place("export.region").left() > place("export.target").right());
        QVERIFY(place("export.region").top() < place("export.target").top());
        // The buttons beside the name of the table fold before they take its room.
        QVERIFY2(place("batch.table").width() >= 160,
                 qPrintable(QString::number(place("batch.table").width())));
        QCOMPARE(cutBelow(dialog).join("; "), QString());
        screenshot(dialog, "narrow-batch");
    }

    /// The rows of the left and of the right column of fields stand at the same heights.
    void theFieldsOfABatchAreLevel() {
        Studio studio;
        BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
        batch.actions().front()->trigger();
        QDialog& dialog = batch.dialog();
        resizeAndRest(dialog, QSize(976, 704));
        const auto middle = [&dialog](const char* name) {
            const auto* const part = dialog.findChild<QWidget*>(name);
            return part->mapTo(&dialog, part->rect().center()).y();
        };
        QVERIFY(std::abs(middle("export.region") - middle("batch.table")) <= 1);
        QVERIFY(std::abs(middle("export.compression") - middle("export.format")) <= 1);
    }

    /// Parts stand side by side as soon as they fit, while the width grows and while it shrinks.
    void aRowFoldsWithTheWidth() {
        QWidget wide;
        auto* const row = new FoldingRow(&wide);
        row->setContentsMargins(10, 0, 10, 0);
        row->setSpacing(20);
        for (int i = 0; i < 2; ++i) {
            auto* const part = new QWidget(&wide);
            part->setMinimumSize(100, 50);
            row->addWidget(part);
        }
        QCOMPARE(wide.minimumSizeHint().width(), 120);
        wide.show();
        const auto folded = [&](int width) {
            resizeAndRest(wide, QSize(width, 300));
            return row->itemAt(1)->geometry().top() > row->itemAt(0)->geometry().top();
        };
        QVERIFY(!folded(240));
        QVERIFY(folded(239));
        QVERIFY(wide.minimumSizeHint().height() >= 120);
        QVERIFY(!folded(240));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSmallDialogs)
#include "test_small_dialogs.moc"
