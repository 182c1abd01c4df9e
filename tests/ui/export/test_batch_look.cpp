// SPDX-License-Identifier: GPL-3.0-or-later

// The problems and columns of the batch dialog, and its line of the queue.

#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "ui/export/batch/batch_fields.hpp"
#include "ui/export/batch/batch_table_view.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/export/batch/problem_rows.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/support/transfer_studio.hpp"
#include "ui/theme/theme.hpp"

#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>

namespace burin::ui {

namespace {

constexpr auto waves = R"yaml(burin: 2
pixel: 1 um
groups:
  waves:
    parameters: {length: {type: length, default: 7 um, minimum: 2 um}}
    output: wave
    nodes:
      wave: {kind: math2d, expression: "0.5 + 0.3 * sin(x / length)"}
nodes:
  surface: {kind: root, width: 600, height: 400, inputs: [data: wall]}
  wall: {kind: group, group: waves}
)yaml";

/// A dialog on a table with problems.
struct LookStudio : TransferStudio {
    explicit LookStudio(const QByteArray& table) : batch(workbench(), queue, tools, &window) {
        write("d.burin", waves);
        write("t.csv", table);
        if (!document.open(path("d.burin")).isEmpty()) qFatal("the design is refused");
        batch.actions().front()->trigger();
        part<BatchFields>("batch.fields")->setTable(path("t.csv"));
        auto* const target = part<QLineEdit>("export.target");
        target->setFocus();
        target->selectAll();
        QTest::keyClicks(target, "{name}.tif");
    }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    }
    template <class Widget>
    [[nodiscard]] Widget* part(const char* name) {
        auto* const widget = batch.dialog().findChild<Widget*>(name);
        if (widget == nullptr) qFatal("no %s", name);
        return widget;
    }
    /// The label with that text; nullptr if there is none.
    [[nodiscard]] const QWidget* labelOf(const QString& text) {
        for (const auto* label : batch.dialog().findChildren<CutLabel*>()) {
            if (label->text() == text) return label;
        }
        return nullptr;
    }

    BatchTools batch;
};

constexpr auto fourWrong = "name,wall.length\na,9 um\nb,green\nc,red\nd,blue\ne,white\n";

}  // namespace

class TestBatchLook : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    /// Words of a problem that have a line of their own are not cut.
    void threeProblemsAreSeenAsAWhole_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("in the usual dialog, with two lines each") << 976;
        QTest::newRow("in a wide dialog, with one line each") << 1400;
    }
    void threeProblemsAreSeenAsAWhole() {
        QFETCH(int, width);
        LookStudio studio(fourWrong);
        auto* const list = studio.part<ProblemRowsView>("batch.problems");
        QTRY_COMPARE(list->model()->rowCount(), 4);
        resizeAndRest(studio.batch.dialog(), QSize(width, 704));
        QTRY_VERIFY(list->visualRect(list->model()->index(2, 0)).bottom() > 0);
        QTRY_VERIFY(list->visualRect(list->model()->index(2, 0)).bottom() < list->viewport()->height());
        QVERIFY(list->visualRect(list->model()->index(3, 0)).bottom() >= list->viewport()->height());
        QVERIFY(studio.part<BatchTableView>("batch.rows")->height() >= 140);
        screenshot(studio.batch.dialog(), "batch-problems");
    }

    /// The list of problems is lower if it has a single problem, so that the table gets more height.
    void oneProblemTakesOnePlace() {
        LookStudio studio("name,wall.length\na,9 um\nb,green\n");
        auto* const list = studio.part<ProblemRowsView>("batch.problems");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        constexpr int twoProblems = 94;
        QTRY_VERIFY(list->height() < twoProblems);
    }

    /// All words of a problem are written, in as many lines as they need; what is wrong comes first.
    void theWordsOfAProblemAreSeenWhole() {
        const Theme theme(ThemeChoice::dark);
        TableProblem problem{.file = "t.csv",
                             .line = 12,
                             .column = 5,
                             .title = "wall.size",
                             .problem = {.reason = "%1 is out of range for %2 of group %3",
                                         .details = {"'5 mm'", "'size'", "'pebbles'"}}};
        int height = 0;
        const auto pictureOf = [&theme, &height](const TableProblem& one) {
            ProblemRows rows;
            rows.add(1, {one});
            ProblemRowsView list(theme, rows);
            list.resize(680, 100);
            list.show();
            if (!QTest::qWaitForWindowExposed(&list, patience)) qFatal("the list is not shown");
            QCoreApplication::processEvents();
            height = list.sizeHintForRow(0);
            if (list.height() < height) qFatal("the list is too low");
            constexpr QRect beginning(40, 26, 160, 14);  // the beginning of the words
            return list.viewport()->grab().toImage().copy(beginning);
        };
        const QImage reason = pictureOf(problem);
        const int oneLine = height;
        problem.problem.advice =
            "write a length from 20 to 2000 um, in um, mm, cm, m, in or px, or leave the cell empty for the "
            "length that the design has";
        QVERIFY(pictureOf(problem) == reason);
        QVERIFY2(height > oneLine, qPrintable(QString("%1, %2").arg(height).arg(oneLine)));
    }

    /// The header has lines between the columns of the file; the count is a pill, not a bare number.
    void columnsAreDivided() {
        LookStudio studio(fourWrong);
        auto* const table = studio.part<BatchTableView>("batch.rows");
        QTRY_VERIFY(table->model() != nullptr && table->model()->rowCount() == 5);
        QHeaderView* const header = table->horizontalHeader();
        const QImage seen = header->grab().toImage();
        const auto lineAfter = [&](int column) {
            const int x = header->sectionViewportPosition(column) + header->sectionSize(column) - 1;
            return seen.pixelColor(x, 4) == studio.theme.color(Role::line);
        };
        QVERIFY(lineAfter(BatchModel::stateColumn));
        QVERIFY(lineAfter(BatchModel::firstCell));
        QVERIFY(!lineAfter(BatchModel::lineColumn));
        const auto* const count = studio.part<QLabel>("batch.problemCount");
        QTRY_COMPARE(count->text(), QString("4"));
        QCOMPARE(const_cast<QLabel*>(count)->grab().toImage().pixelColor(count->width() / 2, 1),
                 studio.theme.color(Role::line));
    }

    /// The values of the row and its figures are below one another, and the longest figure is seen whole.
    void theValuesOfTheCardAlign() {
        LookStudio studio("name,wall.length\na,9 um\n");
        auto* const size = studio.part<QLabel>("batch.size");
        const QWidget* value = nullptr;
        QTRY_VERIFY((value = studio.labelOf("9 um")) != nullptr);
        resizeAndRest(studio.batch.dialog(), QSize(976, 704));
        const auto left = [&studio](const QWidget& label) {
            return label.mapTo(&studio.batch.dialog(), QPoint()).x();
        };
        QCOMPARE(left(*value), left(*size));
        QVERIFY(size->fontMetrics().horizontalAdvance(QString("≤68.3 MB, 68.3 GB free")) <= size->width());
    }

    /// The foot counts from 1, and counts no rows before the table is read.
    void theWordsOfTheCheckCountTheRowThatIsChecked() {
        LookStudio studio(fourWrong);
        auto& desk = *studio.batch.dialog().findChild<BatchDesk*>();
        QTRY_COMPARE(desk.state(), BatchDesk::State::wrong);
        QStringList words;
        connect(&desk, &BatchDesk::changed, this, [&] { words << desk.words(); });
        desk.checkAgain();
        QCOMPARE(words, QStringList("Reading the table."));
        QTRY_COMPARE(desk.state(), BatchDesk::State::wrong);
        QVERIFY2(words.filter("row 0").isEmpty(), qPrintable(words.join('\n')));
    }

    /// The line of this batch is marked in the dialog's queue.
    void theLineOfTheBatchIsMarked() {
        LookStudio studio(fourWrong);
        auto* const list = studio.part<QueueList>("export.queue.list");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        const auto ground = [&] {
            const QRect row = list->visualRect(list->model()->index(0, 0));
            return list->viewport()->grab().toImage().pixelColor(row.left() + 4, row.center().y());
        };
        list->setCurrentIndex({});
        QTRY_COMPARE(ground(), studio.theme.color(Role::selectedGround));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchLook)
#include "test_batch_look.moc"
