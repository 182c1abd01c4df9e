// SPDX-License-Identifier: GPL-3.0-or-later

// The room of the batch dialog at its usual size: only the table gives way.

#include "support/testing.hpp"
#include "ui/export/batch/batch_table_view.hpp"
#include "ui/support/at_rest.hpp"
#include "ui/support/batch_studio.hpp"

#include <QHeaderView>
#include <QListView>
#include <QScrollArea>
#include <QScrollBar>

namespace burin::ui {

namespace {

constexpr QSize usualSize{976, 704};

constexpr auto fourValues =
    "name,wall.length,wall.seed,surface.width,surface.height\n"
    "a-plate-with-a-name,9 um,1,500,350\n";

/// Places in the dialog that must stay the same in all states of a row.
struct BatchPlaces {
    int scrolled = 0;  ///< px that the whole dialog would have to be scrolled
    int tableWidth = 0;
    QRect queue;
    QRect card;
    QRect folder;
    friend bool operator==(const BatchPlaces&, const BatchPlaces&) = default;
};

BatchPlaces placesIn(BatchStudio& studio) {
    resizeAndRest(studio.batch.dialog(), usualSize);
    const auto place = [&studio](const char* name) {
        auto* const part = studio.part<QWidget>(name);
        return QRect(part->mapTo(&studio.batch.dialog(), QPoint()), part->size());
    };
    return {.scrolled = studio.part<QScrollArea>("batch.scroll")->verticalScrollBar()->maximum(),
            .tableWidth = place("batch.rows").width(),
            .queue = place("export.queue.list"),
            .card = place("batch.toMake"),
            .folder = place("batch.folder")};
}

}  // namespace

class TestBatchRoom : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void onlyTheTableGivesWay() {
        BatchStudio studio;
        studio.openOn(threeRows);
        studio.tick("batch.ask");
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const BatchPlaces before = placesIn(studio);
        QCOMPARE(before.scrolled, 0);
        QVERIFY(!studio.part("batch.folder")->isEnabled());
        const int height = studio.part<BatchTableView>("batch.rows")->height();
        studio.press("batch.start");
        BURIN_TRY(studio.desk().run().asking());
        QVERIFY(studio.part("batch.begin")->isVisible());
        QVERIFY(placesIn(studio) == before);
        QVERIFY(studio.part<BatchTableView>("batch.rows")->height() < height);
        const QString asked = studio.part<QLabel>("batch.question")->text();
        QVERIFY2(asked.contains("goes to fine.tif next"), qPrintable(asked));
        screenshot(studio.batch.dialog(), "batch-question");
        studio.press("batch.begin");
        BURIN_TRY(studio.desk().run().asking() && studio.desk().run().row() == 2);
        auto* const rows = studio.part<BatchTableView>("batch.rows");
        rows->setCurrentIndex(studio.model().index(0, 0));
        QCOMPARE(studio.states(), QString("done ready ready skipped"));
        QVERIFY(studio.part("batch.folder")->isEnabled());
        QVERIFY(placesIn(studio) == before);
        screenshot(studio.batch.dialog(), "batch-done-row");
    }

    /// The targets of the rows are known only after the check.
    void theColumnOfTargetsIsWideEnough() {
        BatchStudio studio;
        studio.openOn(fourValues);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        resizeAndRest(studio.batch.dialog(), usualSize);
        const int column = studio.model().columnCount() - 1;
        const QString made = studio.model().index(0, column).data().toString();
        QCOMPARE(made, QString("a-plate-with-a-name.tif"));
        const auto* const rows = studio.part<BatchTableView>("batch.rows");
        QVERIFY(rows->horizontalHeader()->length() > rows->viewport()->width());  // nothing is stretched
        constexpr int padding = 16;
        const int width = QFontMetrics(studio.theme.numbers(12)).horizontalAdvance(made);
        QVERIFY(rows->columnWidth(column) >= width + padding);
    }

    /// The cell of a problem at the right end is shown together with its line and the state of its row.
    void theLineAndTheStateStayInTheirPlaces() {
        BatchStudio studio;
        studio.openOn(
            "name,wall.seed,surface.width,surface.height,wall.length\n"
            "a-plate-with-a-name,1,500,350,green\n");
        QVERIFY2(studio.is(BatchDesk::State::wrong), qPrintable(studio.words()));
        resizeAndRest(studio.batch.dialog(), usualSize);
        auto* const rows = studio.part<BatchTableView>("batch.rows");
        auto* const fixed = rows->findChild<QTableView*>("batch.fixedColumns");
        QVERIFY(!fixed->isVisible());  // nothing is scrolled yet
        auto* const list = studio.part<QListView>("batch.problems");
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        const int column = BatchModel::firstCell + 4;
        QCOMPARE(rows->currentIndex(), studio.model().index(0, column));
        QVERIFY(rows->horizontalScrollBar()->value() > 0);
        QVERIFY(fixed->isVisible());
        QCOMPARE(fixed->width(),
                 rows->columnWidth(BatchModel::lineColumn) + rows->columnWidth(BatchModel::stateColumn));
        QCOMPARE(fixed->columnViewportPosition(BatchModel::lineColumn), 0);
        QVERIFY(fixed->isColumnHidden(BatchModel::firstCell));
        QCOMPARE(fixed->rowViewportPosition(0), rows->rowViewportPosition(0));
        const QRect cell = rows->visualRect(rows->currentIndex());
        QVERIFY(cell.left() >= fixed->width() && cell.right() <= rows->viewport()->width());
        // The line is chosen without a scroll.
        const int scrolled = rows->horizontalScrollBar()->value();
        rows->setCurrentIndex(studio.model().index(0, BatchModel::lineColumn));
        QCOMPARE(rows->horizontalScrollBar()->value(), scrolled);
        screenshot(studio.batch.dialog(), "batch-scrolled");
    }

    void allValuesOfARowAreListed() {
        BatchStudio studio;
        studio.openOn(fourValues);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const auto* const values = studio.part<QScrollArea>("batch.rowValues");
        QStringList texts;
        for (const CutLabel* const label : values->findChildren<CutLabel*>())
            texts << label->text();
        for (const char* const text : {"wall.length", "wall.seed", "surface.width", "surface.height", "350"})
            QVERIFY2(texts.contains(text), text);
        QCOMPARE(placesIn(studio).scrolled, 0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchRoom)
#include "test_batch_room.moc"
