// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of the dialogs stand at even distances, beside their names, and do not move.

#include "support/testing.hpp"
#include "support/transfer_stage.hpp"
#include "tests/ui/support/active_window.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/export/dialog/field_group.hpp"
#include "ui/export/dialog/region_fields.hpp"
#include "ui/export/dialog/target_fields.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/model/settings.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/support/export_studio.hpp"
#include "ui/support/transfer_studio.hpp"
#include "ui/window/preferences_dialog.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>

#include <cstdlib>

namespace burin::ui {

namespace {

QRect placeIn(const QWidget& window, const QWidget* part) {
    return {part->mapTo(&window, QPoint()), part->size()};
}

}  // namespace

class TestDialogRows : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    /// The queue has the same place below the form and below a job, and its rows are whole.
    void theQueueOfTheExportDialogStays() {
        Studio studio;
        studio.trigger("export.open");
        ExportDialog& dialog = studio.tools.dialog();
        resizeAndRest(dialog, QSize(976, 704));
        const auto* const list = dialog.findChild<QueueList*>();
        const QRect before = placeIn(dialog, list->parentWidget());
        resizeAndRest(dialog, QSize(620, 704));  // the form is a column that is higher than the dialog
        studio.queue.add(studio.order("a.raw"));
        dialog.showJob(studio.queue.add(studio.order("b.raw")));
        resizeAndRest(dialog, QSize(976, 704));
        QCOMPARE(placeIn(dialog, list->parentWidget()), before);
        QCOMPARE(list->visibleRegion().boundingRect(), list->rect());
    }

    void theMapOfAJobIsAsLargeInANarrowDialog() {
        Studio studio;
        studio.trigger("export.open");
        ExportDialog& dialog = studio.tools.dialog();
        dialog.showJob(studio.queue.add(studio.order("a.raw")));
        const auto* const map = dialog.findChild<QWidget*>("export.map");
        for (const QSize& size : {QSize(976, 704), smallestWindow}) {
            resizeAndRest(dialog, size);
            QVERIFY2(map->height() >= 240, qPrintable(QString::number(map->height())));
        }
    }

    void theNameOfAFoldedRowStandsBesideItsFirstLine() {
        Studio studio;
        BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
        batch.actions().front()->trigger();
        QDialog& dialog = batch.dialog();
        for (const int width : {792, 976}) {
            resizeAndRest(dialog, QSize(width, 704));
            auto* const field = dialog.findChild<QLineEdit*>("batch.table");
            const QLabel* name = nullptr;
            for (const QLabel* label : dialog.findChildren<QLabel*>()) {
                if (label->buddy() == field) name = label;
            }
            QVERIFY(name != nullptr);
            const int apart = placeIn(dialog, name).center().y() - placeIn(dialog, field).center().y();
            QVERIFY2(std::abs(apart) <= 1, qPrintable(QString::number(apart)));
        }
    }

    void theColumnsOfABatchStandAtTheDistanceOfRowsIfTheyFold() {
        Studio studio;
        BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
        batch.actions().front()->trigger();
        QDialog& dialog = batch.dialog();
        resizeAndRest(dialog, QSize(600, 704));
        const QRect target = placeIn(dialog, dialog.findChild<TargetFields*>());
        const QRect region = placeIn(dialog, dialog.findChild<RegionFields*>());
        QCOMPARE(region.left(), target.left());
        QCOMPARE(region.top() - target.bottom() - 1, FieldGroup::spacing);
    }

    void theWordsOfABatchHaveAnIcon() {
        Studio studio;
        BatchTools batch(studio.workbench(), studio.queue, studio.tools, &studio.window);
        batch.actions().front()->trigger();
        const auto* const mark = batch.dialog().findChild<QLabel*>("batch.mark");
        QVERIFY(mark != nullptr && !mark->pixmap(Qt::ReturnByValue).isNull());
    }

    void anEmptyAddressBookIsSaidInTheFieldOfTheMachine() {
        Studio studio;
        studio.trigger("export.open");
        studio.tools.dialog().form().chooseMachine();
        QCOMPARE(studio.find<QComboBox>("export.machine")->placeholderText(), QString("No machines yet"));
    }

    /// The dialog opens so high that what the machine says needs no scroll bar.
    void whatAMachineSaysIsWhole() {
        TransferStudio studio;
        const test::Stage stage(studio.settings());
        studio.tools.book().setMachines({studio.entry(stage)});
        studio.trigger("export.machines");
        MachinesDialog& dialog = studio.tools.machines();
        studio.click("machines.ask");
        auto* const words = dialog.findChild<QLabel*>("export.machineWords");
        QTRY_COMPARE(words->text(), QString("engraver, test machine"));
        resizeAndRest(dialog, dialog.size());
        QCOMPARE(dialog.findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
    }

    /// The ring of the focus is two pixels wide, also around a list without rows.
    void anEmptyListShowsItsFocus() {
        Studio studio;
        QWidget window;
        auto* const list = new QListWidget(&window);
        list->setProperty("inset", true);
        list->setGeometry(10, 10, 100, 100);
        window.resize(120, 120);
        showActive(window);
        list->setFocus(Qt::TabFocusReason);
        const QColor accent = studio.theme.color(Role::accent);
        const auto colour = [&](int x) { return list->grab().toImage().pixelColor(x, 50); };
        QCOMPARE(colour(0), accent);
        QCOMPARE(colour(1), accent);
        QVERIFY(colour(2) != accent);
    }

    void theNamesOfFieldsHaveTheSecondColour() {
        Studio studio;
        Settings settings;
        const PreferencesDialog preferences(settings, studio.theme);
        const SavePatternDialog pattern(studio.theme, {}, {"Stone"}, {}, &studio.window);
        int names = 0;
        for (const QWidget* dialog :
             {static_cast<const QWidget*>(&preferences), static_cast<const QWidget*>(&pattern)}) {
            const auto* const form = dialog->findChild<QFormLayout*>();
            for (int row = 0; row < form->rowCount(); ++row) {
                const QLayoutItem* const name = form->itemAt(row, QFormLayout::LabelRole);
                if (name == nullptr) continue;
                QVERIFY(name->widget()->property("secondary").toBool());
                ++names;
            }
        }
        QCOMPARE(names, 7);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestDialogRows)
#include "test_dialog_rows.moc"
