// SPDX-License-Identifier: GPL-3.0-or-later

// A batch in the studio, operated like by a user: it makes the files and the table of results that the
// command makes, and shows what is wrong at its place.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/shared_letters.hpp"
#include "ui/export/batch/batch_table_view.hpp"
#include "ui/export/batch/new_table_dialog.hpp"
#include "ui/export/batch/row_card.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/support/batch_studio.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QSignalSpy>

#include <algorithm>

namespace burin::ui {

namespace {

/// Whether the first line of the queue shows its state up to the last character.
bool showsStateOf(const QueueList& list, const QString& state, const Theme& theme) {
    const QRect row = list.visualRect(list.model()->index(0, 0));
    const QFontMetrics metrics(theme.numbers(12));
    const int begin = row.left() + static_cast<int>(0.66 * row.width());  // the column of states
    const int last = begin + metrics.horizontalAdvance(state.chopped(1));
    const int end = begin + metrics.horizontalAdvance(state);
    const QImage seen = list.viewport()->grab().toImage();
    const QColor ground = seen.pixelColor(row.right() - 4, row.center().y());
    for (int y = row.top() + 4; y < row.bottom() - 4; ++y) {
        for (int x = last; x < std::min(end, seen.width()); ++x) {
            if (seen.pixelColor(x, y) != ground) return true;
        }
    }
    return false;
}

/// Runs `burin batch` in a folder.
void command(const QString& folder, const QString& table, const QString& design) {
    QProcess process;
    process.start(burin::test::burinProgram, {"batch", table, design, "--to", folder + "/{name}.tif",
                                              "--backend", "cpu", "--memory", "64M"});
    QVERIFY(process.waitForFinished(patience));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
}

}  // namespace

class TestBatchDialog : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void makesWhatTheCommandMakes() {
        BatchStudio studio;
        studio.openOn(threeRows);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        QCOMPARE(studio.states(), QString("ready ready ready skipped"));
        QCOMPARE(studio.part("batch.start")->text(), QString("Start 3 rows"));
        screenshot(studio.batch.dialog(), "batch-ready");
        studio.press("batch.start");
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.states(), QString("done done done skipped"));
        QVERIFY2(studio.words().contains("3 done, 1 skipped"), qPrintable(studio.words()));
        QCOMPARE(studio.queue.count(), 0);
        screenshot(studio.batch.dialog(), "batch-done");

        QVERIFY(QDir(studio.path("")).mkdir("other"));
        studio.write("other/t.csv", threeRows);
        command(studio.path("other"), studio.path("other/t.csv"), studio.path("d.burin"));
        for (const QString name : {"fine.tif", "coarse.tif", "corner.tif"}) {
            QVERIFY(!studio.bytes(name).isEmpty());
            QVERIFY2(studio.bytes(name) == studio.bytes("other/" + name), qPrintable(name));
        }
        QCOMPARE(studio.results("t.results.csv", studio.path("")),
                 studio.results("other/t.results.csv", studio.path("other")));
        QVERIFY(!studio.part("batch.start")->isEnabled());
    }

    void wrongCellsAreShownAtTheirPlace() {
        BatchStudio studio;
        studio.openOn("name,wall.length\nfine,9 um\nbad,green\nbad,1 um\nfine,5 um\n");
        QVERIFY(studio.is(BatchDesk::State::wrong));
        QCOMPARE(studio.states(), QString("ready problem problem problem"));
        QCOMPARE(studio.part<QLabel>("batch.problemCount")->text(), QString("3"));
        const QString text = studio.desk().problems().text();
        QVERIFY2(text.contains("t.csv:3:2 (wall.length): 'green' is not a length"), qPrintable(text));
        QVERIFY2(text.contains("t.csv:5:1 (name): fine.tif is also the target of line 2.\n"),
                 qPrintable(text));
        const QModelIndex cell = studio.model().index(1, BatchModel::firstCell + 1);
        QVERIFY(cell.data(BatchModel::wrongRole).toBool());
        QVERIFY(!cell.siblingAtColumn(BatchModel::firstCell).data(BatchModel::wrongRole).toBool());
        QVERIFY(!studio.part("batch.start")->isEnabled());
        auto* const list = studio.part<QListView>("batch.problems");
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(studio.part<BatchTableView>("batch.rows")->currentIndex(), cell);
        QVERIFY(studio.part<QLabel>("batch.trouble")->text().contains("green"));
        const QVariant head =
            studio.model().headerData(BatchModel::lineColumn, Qt::Horizontal, Qt::TextAlignmentRole);
        QCOMPARE(head.toInt(),
                 static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));  // like the numbers below it
        screenshot(studio.batch.dialog(), "batch-wrong");
    }

    void whatIsWrongWithTheTableIsSaid_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("said");
        QTest::newRow("a column that means nothing") << QByteArray("nme\nx\n") << "is not a column";
        QTest::newRow("a node that is not there")
            << QByteArray("wal.length\n1 um\n") << "the design has no node";
        QTest::newRow("a row that is too long") << QByteArray("name,wall.seed\nx,1,2\n") << "3 cells";
        QTest::newRow("no rows") << QByteArray("name\n") << "has no rows";
    }
    void whatIsWrongWithTheTableIsSaid() {
        QFETCH(QByteArray, table);
        QFETCH(QString, said);
        BatchStudio studio;
        studio.openOn(table);
        QVERIFY(studio.is(BatchDesk::State::unclear));
        QVERIFY2(studio.words().contains(said, Qt::CaseInsensitive), qPrintable(studio.words()));
        QVERIFY(!studio.part("batch.start")->isEnabled());
    }

    void aTableThatIsEditedIsReadAgain() {
        BatchStudio studio;
        studio.openOn("name,wall.length\nfine,green\n");
        QVERIFY(studio.is(BatchDesk::State::wrong));
        studio.write("t.csv", "name,wall.length\nfine,9 um\nmore,8 um\n");
        QTRY_COMPARE(studio.states(), QString("ready ready"));
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.part<QLineEdit>("export.target")->text(), QString("{name}.tif"));
    }

    void stopsAndResumes() {
        BatchStudio studio(true);
        studio.openOn(threeRows);
        QVERIFY(studio.is(BatchDesk::State::ready));
        studio.gate.pass(0);
        studio.press("batch.start");
        BURIN_TRY(studio.states().startsWith("running"));
        QTRY_VERIFY(studio.queue.active() != nullptr);
        studio.press("batch.pause");
        QTRY_COMPARE(studio.queue.active()->state(), ExportJob::State::paused);
        QCOMPARE(studio.part("batch.pause")->text(), QString("C&ontinue"));
        QCOMPARE(sharedLetters(studio.batch.dialog()).join("; "), QString());
        QTest::keyClick(&studio.batch.dialog(), Qt::Key_O, Qt::AltModifier);
        QTRY_COMPARE(studio.queue.active()->state(), ExportJob::State::running);
        answer("Stop");
        studio.press("batch.stop");
        studio.gate.open();
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.states(), QString("stopped ready ready skipped"));
        QVERIFY2(studio.words().contains("Stopped"), qPrintable(studio.words()));
        studio.press("batch.start");
        QVERIFY(studio.is(BatchDesk::State::running));
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.states(), QString("done done done skipped"));
        QCOMPARE(studio.bytes("t.results.csv").count("fine"), 4);  // name and target, stopped and done
    }

    /// The batch has one line before it runs, while a row is exported, and between rows. The line appears and
    /// disappears with the dialog until the batch has run. Then the line says how many rows are done and how
    /// many have failed.
    void theBatchIsOneLineOfTheQueue() {
        BatchStudio studio(true);
        const QueueModel lines(studio.queue);
        const auto line = [&] {
            return lines.rowCount() == 1 ? lines.index(0).data().toString() : QString("none");
        };
        studio.openOn("name,wall.length\na,9 um\nb,green\nc,red\n");
        QVERIFY(studio.is(BatchDesk::State::wrong));
        const QString size = sizeText({0, 0, 600, 400}, 1);
        QVERIFY2(line().startsWith("t.csv, {name}.tif, 1 × " + size + ", waits for 2 problems"),
                 qPrintable(line()));
        auto* const list = studio.part<QueueList>("export.queue.list");
        QVERIFY2(showsStateOf(*list, "waits for 2 problems", studio.theme), "the state is cut");
        QVERIFY(lines.job(lines.index(0)) == nullptr);
        studio.batch.dialog().close();
        QCOMPARE(line(), QString("none"));
        studio.batch.actions().front()->trigger();
        studio.write("t.csv", "name,wall.length,region\na,9 um,\nb,8 um,\"0,0,90 um,90 um\"\n");
        QTRY_COMPARE(studio.states(), QString("ready ready"));
        QVERIFY(studio.is(BatchDesk::State::ready));
        QVERIFY2(line().startsWith("t.csv, {name}.tif, 2 rows, ready"), qPrintable(line()));
        // If a batch takes days, its line says the date of the end.
        const auto takes = [&](double seconds) {
            studio.desk().setSecondsEach(seconds / studio.model().samplesToMake());
        };
        constexpr double days = 172'800;
        const QString before = ", " + doneWords(days);
        takes(days);
        QVERIFY2(line().endsWith(before) || line().endsWith(", " + doneWords(days)), qPrintable(line()));
        takes(90.4);
        QVERIFY2(line().endsWith(", about 1 min 30 s"), qPrintable(line()));
        screenshot(studio.batch.dialog(), "batch-queued");
        studio.gate.pass(0);
        studio.press("batch.start");
        QTRY_VERIFY(studio.queue.active() != nullptr);
        QVERIFY2(line().startsWith("t.csv, {name}.tif, 2 rows, "), qPrintable(line()));
        takes(7000);
        QVERIFY2(line().contains(" %, ") && line().endsWith(" min left"), qPrintable(line()));
        QCOMPARE(list->model()->rowCount(), 1);
        QCOMPARE(lines.job(lines.index(0)), studio.queue.active());
        studio.batch.dialog().close();
        QVERIFY2(line().startsWith("t.csv, "), qPrintable(line()));
        studio.gate.open();
        QTRY_VERIFY(!studio.desk().run().running());
        QTRY_VERIFY2(line().startsWith("t.csv, {name}.tif, 2 rows, 2 done, "), qPrintable(line()));
        QTRY_COMPARE(studio.states(), QString("done done"));
    }

    /// A job beside the batch has its own line.
    void theBatchStandsBehindTheJobs() {
        BatchStudio studio(true);
        studio.gate.pass(0);
        ExportOrder other = studio.order("other.tif");
        other.surface = {600, 400};
        other.region = {0, 0, 600, 400};
        studio.queue.add(other);
        studio.openOn("name,wall.length\na,9 um\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        const QueueModel lines(studio.queue);
        QCOMPARE(lines.rowCount(), 2);
        QVERIFY(lines.batch(lines.index(0)) == nullptr);
        QVERIFY(lines.batch(lines.index(1)) != nullptr);
        QVERIFY(!lines.flags(lines.index(1)).testFlag(Qt::ItemIsDragEnabled));
        auto* const list = studio.part<QueueList>("export.queue.list");
        QSignalSpy opened(list, &QueueList::batchOpened);
        list->setCurrentIndex(list->model()->index(1, 0));
        QCOMPARE(list->current(), nullptr);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        studio.press("batch.start");
        BURIN_TRY(studio.queue.count() == 2);
        QCOMPARE(lines.rowCount(), 2);
        QVERIFY(lines.batch(lines.index(0)) == nullptr);
        QVERIFY(lines.batch(lines.index(1)) != nullptr);
        studio.gate.open();
        QTRY_VERIFY(!studio.desk().run().running());
        QTRY_COMPARE(lines.rowCount(), 2);
        QVERIFY(lines.batch(lines.index(0)) == nullptr);
        QTRY_VERIFY(lines.batch(lines.index(1)) != nullptr && lines.batch(lines.index(1))->ended);
    }

    void aFailedRowEndsTheBatchUnlessItMayContinue_data() {
        QTest::addColumn<bool>("keepGoing");
        QTest::newRow("ends") << false;
        QTest::newRow("continues") << true;
    }
    void aFailedRowEndsTheBatchUnlessItMayContinue() {
        QFETCH(bool, keepGoing);
        BatchStudio studio;
        QVERIFY(QDir(studio.path("")).mkdir("gone"));
        studio.openOn("name,to\na,gone/a.tif\nb,\n");
        if (keepGoing) studio.tick("batch.keepGoing");
        QVERIFY(studio.is(BatchDesk::State::ready));
        QVERIFY(QDir(studio.path("")).rmdir("gone"));
        studio.press("batch.start");
        BURIN_TRY(!studio.desk().run().running());
        QVERIFY2(studio.bytes("t.results.csv").contains("1,a,failed,"), studio.bytes("t.results.csv"));
        QCOMPARE(studio.bytes("t.results.csv").contains("2,b,done,"), keepGoing);
        QCOMPARE(studio.queue.count(), keepGoing ? 0 : 1);
    }

    void asksBeforeEachRow() {
        BatchStudio studio;
        Stage stage(studio.settings());
        studio.tools.book().setMachines({TransferStudio::entry(stage)});
        studio.openOn("name,wall.seed\na,1\nb,1\n");
        auto* const format = studio.part<QComboBox>("export.format");
        format->setFocus();
        QTest::keyClick(format, Qt::Key_End);
        studio.tick("batch.ask");
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        studio.press("batch.start");
        for (const char* const name : {"Line 2, a", "Line 3, b"}) {
            BURIN_TRY(studio.desk().run().asking());
            const QString asked = studio.part<QLabel>("batch.question")->text();
            QVERIFY2(asked.contains(name), qPrintable(asked));
            QCOMPARE(studio.queue.active(), nullptr);
            QVERIFY(studio.queue.busy());
            screenshot(studio.batch.dialog(), "batch-asks");
            QTest::keyClick(studio.part("batch.begin"), Qt::Key_Return);
            BURIN_TRY(!studio.desk().run().asking());
        }
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.states(), QString("done done"));
        QVERIFY(!studio.queue.busy());
    }

    void closingAsksWhileItWaits() {
        BatchStudio studio;
        studio.openOn("name\na\n");
        studio.tick("batch.ask");
        QVERIFY(studio.is(BatchDesk::State::ready));
        studio.press("batch.start");
        BURIN_TRY(studio.desk().run().asking());
        QString asked;
        answer("Cancel", &asked);
        QCOMPARE(studio.batch.askToQuit(), Quit::no);
        QVERIFY2(asked.contains("waits for an answer"), qPrintable(asked));
        answer("Stop");
        QCOMPARE(studio.batch.askToQuit(), Quit::yes);
    }

    void theSelectedRowIsPictured() {
        BatchStudio studio;
        studio.openOn("name,wall.length,wall.seed\na,9 um,1\nb,0.2 mm,2\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        auto* const picture = studio.part<QLabel>("batch.picture");
        auto* const hash = studio.part<QLabel>("batch.hash");
        BURIN_TRY(!picture->pixmap().isNull() && hash->text().size() > 4);
        const QImage first = picture->pixmap().toImage();
        const QString firstHash = hash->text();
        QCOMPARE(studio.part<QLabel>("batch.line")->text(), QString("Line 2"));
        QCOMPARE(studio.part<QLabel>("batch.size")->text(), QString("600 × 400 px"));
        auto* const rows = studio.part<BatchTableView>("batch.rows");
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_Down);
        QCOMPARE(studio.part<QLabel>("batch.line")->text(), QString("Line 3"));
        BURIN_TRY(!picture->pixmap().isNull() && hash->text().size() > 4 && hash->text() != firstHash);
        QVERIFY(picture->pixmap().toImage() != first);
    }

    void thePictureOfARowIsMarkedUntilItIsExact() {
        BatchStudio studio;
        studio.openOn("name,wall.length\na,9 um\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        const auto* picture = studio.part<QLabel>("batch.picture");
        BURIN_TRY(!picture->pixmap().isNull());
        auto* card = studio.batch.dialog().findChild<RowCard*>();
        QImage white(60, 40, QImage::Format_Grayscale8);
        white.fill(Qt::white);
        const auto shown = [&](bool sketch) {
            card->setPicture(white, 3, sketch);
            return picture->pixmap().toImage();
        };
        QVERIFY(shown(true) != shown(false));
        const QImage exact = shown(false);
        QCOMPARE(exact.pixel(exact.width() - 3, exact.height() - 3), exact.pixel(3, 3));  // no mark
    }

    void thePictureOfARowHasTheRangeOfTheLook() {
        BatchStudio studio;
        studio.openOn("name,wall.length\na,9 um\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        const auto* picture = studio.part<QLabel>("batch.picture");
        BURIN_TRY(!picture->pixmap().isNull());
        AppearanceValues look = studio.previews.appearance().values();
        look.automatic = false;
        look.low = 0.6;
        studio.previews.appearance().set(look);
        QImage gray(60, 40, QImage::Format_Grayscale8);
        gray.fill(128);  // below the range
        studio.batch.dialog().findChild<RowCard*>()->setPicture(gray, 3, false);
        QCOMPARE(picture->pixmap().toImage().pixelColor(3, 3), QColor(Qt::black));
    }

    /// The design of the selected row can be opened, and so can its job sheet. Neither is possible for a
    /// wrong row.
    void theSelectedRowIsOpened() {
        BatchStudio studio;
        studio.openOn("name,wall.length\na,9 um\nb,green\n");
        QVERIFY(studio.is(BatchDesk::State::wrong));
        QStringList wanted;
        const auto note = [&wanted](const QString& what) {
            return [&wanted, what](const std::shared_ptr<const Design>& design, const QString& name) {
                const YamlValue* wall = design->document.find("nodes")->find("wall");
                wanted << what + ' ' + name + ' ' + textOf(wall->find("values")->find("length")->scalar);
            };
        };
        QObject::connect(&studio.batch, &BatchTools::openWanted, note("open"));
        QObject::connect(&studio.batch, &BatchTools::sheetWanted, note("sheet"));
        BURIN_TRY(studio.part("batch.openRow")->isEnabled());
        studio.press("batch.openRow");
        studio.press("batch.sheet");
        QCOMPARE(wanted, QStringList({"open a 9 um", "sheet a 9 um"}));
        auto* const rows = studio.part<BatchTableView>("batch.rows");
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_Down);
        QCOMPARE(studio.part<QLabel>("batch.line")->text(), QString("Line 3"));
        QVERIFY(!studio.part("batch.openRow")->isEnabled());
        QVERIFY(!studio.part("batch.sheet")->isEnabled());
    }

    void looksAsDrawn_data() {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("dark") << ThemeChoice::dark;
        QTest::newRow("light") << ThemeChoice::light;
    }
    /// Screenshots of both themes for review; a wrong cell has the theme's colour.
    void looksAsDrawn() {
        QFETCH(ThemeChoice, choice);
        BatchStudio studio;
        studio.theme.choose(choice);
        studio.openOn("name,wall.length,wall.seed\na,9 um,1\nb,green,2\n");
        QVERIFY(studio.is(BatchDesk::State::wrong));
        BURIN_TRY(studio.part("batch.openRow")->isEnabled() &&
                  !studio.part<QLabel>("batch.picture")->pixmap().isNull());
        auto* const rows = studio.part<BatchTableView>("batch.rows");
        const QRect cell = rows->visualRect(studio.model().index(1, BatchModel::firstCell + 1));
        const QImage seen = rows->viewport()->grab().toImage();
        QCOMPARE(seen.pixelColor(cell.right() - 6, cell.center().y()), studio.theme.color(Role::errorGround));
        screenshot(studio.batch.dialog(), choice == ThemeChoice::dark ? "batch-dark" : "batch-light");
        studio.theme.choose(ThemeChoice::dark);
    }

    /// A box that touches the words before it seems to belong to them.
    void theBoxesStandApart() {
        BatchStudio studio;
        studio.openOn("name,wall.seed\na,1\n");
        resizeAndRest(studio.batch.dialog(), QSize(1400, 800));
        const auto* const first = studio.part<QCheckBox>("batch.leaveDone");
        const auto* const second = studio.part<QCheckBox>("batch.keepGoing");
        QCOMPARE(second->y(), first->y());
        QVERIFY2(second->x() - (first->x() + first->sizeHint().width()) >= 8,
                 qPrintable(QString("%1, %2").arg(first->x()).arg(second->x())));
    }

    void rowsThatAreDoneAreMadeAgainOnRequest() {
        BatchStudio studio;
        studio.openOn("name,wall.seed\na,1\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done");
        QVERIFY(studio.is(BatchDesk::State::ready));
        QVERIFY(!studio.part("batch.start")->isEnabled());
        studio.tick("batch.leaveDone");
        BURIN_TRY(studio.part("batch.start")->isEnabled());
        QVERIFY2(studio.words().contains("overwrite their files"), qPrintable(studio.words()));
        studio.press("batch.start");
        QVERIFY(studio.part<QCheckBox>("batch.leaveDone")->isChecked());
        BURIN_TRY(studio.states() == "done" && !studio.desk().run().running());
        QCOMPARE(studio.bytes("t.results.csv").count('\n'), 2);
    }

    /// Rows that the stopped run has not reached still have the files of the run before it.
    void aRunThatMakesAllRowsAgainGoesOn() {
        BatchStudio studio(true);
        studio.openOn("name,wall.seed\na,1\nb,2\n");
        QVERIFY(studio.is(BatchDesk::State::ready));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done");
        studio.write("t.csv", "name,wall.seed\na,3\nb,4\n");
        studio.tick("batch.leaveDone");
        BURIN_TRY(studio.part("batch.start")->isEnabled());
        studio.gate.pass(0);
        studio.press("batch.start");
        BURIN_TRY(studio.states().startsWith("running"));
        answer("Stop");
        studio.press("batch.stop");
        studio.gate.open();
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done");
    }

    void whatWasTypedIsKept() {
        BatchStudio studio;
        studio.openOn("name\na\n", "out-{name}.png");
        studio.batch.dialog().close();
        studio.batch.actions().front()->trigger();
        QCOMPARE(studio.part<QLineEdit>("export.target")->text(), QString("out-{name}.png"));
        QVERIFY(studio.document.save(studio.path("e.burin")).isEmpty());
        QCOMPARE(studio.part<QLineEdit>("batch.table")->text(), studio.path("t.csv"));
    }

    void theChoicesOfADesignAreRemembered() {
        std::optional<Settings::Batch> kept;
        {
            BatchStudio studio;
            studio.openOn("name\na\n");
            auto* const region = studio.part<QComboBox>("export.region");
            region->setCurrentIndex(region->findText("By numbers"));
            emit region->activated(region->currentIndex());
            const QList<const char*> numbers = {"export.x", "export.y", "export.width", "export.height"};
            for (int i = 0; i < numbers.size(); ++i) {
                auto* const field = studio.part<QLineEdit>(numbers[i]);
                field->setFocus();
                QTest::keyClicks(field, QString("%1 px").arg(10 * (i + 1)));
            }
            auto* const compression = studio.part<QComboBox>("export.compression");
            compression->setCurrentIndex(1);
            emit compression->activated(1);
            studio.tick("batch.keepGoing");
            BURIN_TRY(studio.part("batch.start")->isEnabled());
            kept = Settings().batch(studio.document.file());
        }
        QVERIFY(kept);
        BatchStudio again;
        Settings().setBatch(again.document.file(), *kept);
        QVERIFY(again.document.open(again.document.file()).isEmpty());
        QCOMPARE(again.part<QComboBox>("export.region")->currentText(), QString("By numbers"));
        QCOMPARE(again.part<QLineEdit>("export.width")->text(), QString("30 px"));
        QCOMPARE(again.part<QComboBox>("export.compression")->currentIndex(), 1);
        QVERIFY(again.part<QCheckBox>("batch.keepGoing")->isChecked());
        QVERIFY(!again.part<QCheckBox>("batch.ask")->isChecked());
    }

    void aTableWithoutRowsCannotStart() {
        BatchStudio studio;
        studio.openOn("name\n");
        QTRY_VERIFY(studio.desk().state() == BatchDesk::State::ready ||
                    studio.desk().state() == BatchDesk::State::unclear);
        QVERIFY(!studio.part("batch.start")->isEnabled());
        QVERIFY2(studio.words().contains("row"), qPrintable(studio.words()));
        QCOMPARE(studio.part("batch.start")->toolTip(), studio.words());
    }

    void aNewTableHasTheChosenValues() {
        BatchStudio studio;
        NewTableDialog dialog(studio.workbench());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* const list = dialog.findChild<QListWidget*>("batch.values");
        for (int row = 0; row < list->count(); ++row) {
            if (list->item(row)->text().startsWith("wall.")) list->item(row)->setCheckState(Qt::Checked);
        }
        QCOMPARE(dialog.table(), QByteArray("name,wall.length,wall.seed\nfirst,7 um,1\n"));
        studio.openOn(dialog.table());
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        screenshot(dialog, "batch-new-table");
    }

    void aListWithoutRowsSaysSo() {
        BatchStudio studio;
        NewTableDialog dialog(studio.workbench());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        const auto* const list = dialog.findChild<QListWidget*>("batch.values");
        const auto* const words = list->viewport()->findChild<QLabel*>();
        QVERIFY(words != nullptr && words->isHidden());
        auto* const search = dialog.findChild<QLineEdit*>("batch.searchValues");
        search->setText("no value has this name");
        QVERIFY(!words->isHidden() && !words->text().isEmpty());
        search->clear();
        QVERIFY(words->isHidden());
    }

    /// A name without its suffix is asked about too.
    void aNewTableReplacesNoOtherUnasked() {
        BatchStudio studio;
        studio.openOn("name\nfirst\n");
        studio.press("batch.create");
        const auto* const table = studio.batch.dialog().findChild<NewTableDialog*>();
        QVERIFY(table != nullptr);
        answerFileDialog(studio.path("t"));
        whenDialogComes<QMessageBox>([](const QMessageBox* box) {
            whenDialogComes<QFileDialog>([](QFileDialog* dialog) { dialog->reject(); });
            box->button(QMessageBox::No)->click();
        });
        QTest::mouseClick(table->findChild<QPushButton*>("batch.save"), Qt::LeftButton);
        QCOMPARE(studio.bytes("t.csv"), QByteArray("name\nfirst\n"));
    }

    void everyOfferedValueCanBeAColumn() {
        BatchStudio studio;
        const auto values = designValues(*studio.document.design(), studio.document.kinds());
        QVERIFY(values.size() > 4);
        QCOMPARE(values.front().title, std::string("wall.length"));  // the values of instances come first
        studio.openOn(QByteArray::fromStdString(newTable(values)));
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
    }

    void aLongCheckIsFluidAndStops() {
        BatchStudio studio;
        QByteArray table = "name,wall.seed\n";
        for (int row = 0; row < 100'000; ++row)
            table += QByteArray::number(row) + ',' + QByteArray::number(row) + '\n';
        studio.openOn(table, "null:");
        BURIN_TRY(studio.model().checkedRows() > 100);
        QCOMPARE(studio.part("batch.check")->text(), QString("Stop the check"));
        studio.press("batch.check");
        QCOMPARE(studio.desk().state(), BatchDesk::State::halted);
        const int reached = studio.model().checkedRows();
        QTest::qWait(300);
        QCOMPARE(studio.model().checkedRows(), reached);
        QVERIFY(!studio.part("batch.start")->isEnabled());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchDialog)
#include "test_batch_dialog.moc"
