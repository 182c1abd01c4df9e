// SPDX-License-Identifier: GPL-3.0-or-later

// The figures beside the table of a batch, and its progress.

#include "support/testing.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/support/batch_studio.hpp"
#include "ui/support/dialogs.hpp"
#include "ui/words/quantities.hpp"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace burin::ui {

class TestBatchFigures : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    /// Before a row is made, its samples limit the size of a compressed file; afterwards the file has one.
    void aCompressedRowSaysWhatItWrites() {
        BatchStudio studio;
        studio.openOn("name,wall.seed\na,1\nb,2\n");
        auto* const compression = studio.part<QComboBox>("export.compression");
        compression->setCurrentIndex(compression->findText("deflate"));
        emit compression->activated(compression->currentIndex());
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const auto* const row = studio.part<QLabel>("batch.bytes");
        const auto* const all = studio.part<QLabel>("batch.allBytes");
        BURIN_TRY(row->text().startsWith("at most "));
        const QString limit = row->text().mid(8);
        QVERIFY2(limit != "0 B" && limit != bytesText(0.0), qPrintable(limit));
        QVERIFY2(all->text().startsWith(QString("≤")), qPrintable(all->text()));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done" && !studio.desk().run().running());
        QVERIFY(studio.is(BatchDesk::State::ready));
        const auto size = [&studio](const char* name) {
            return static_cast<double>(studio.bytes(name).size());
        };
        QVERIFY(size("a.tif") > 0);
        QTRY_COMPARE(row->text(), bytesText(size("a.tif")));
        QVERIFY2(all->text().startsWith(bytesText(size("a.tif") + size("b.tif"))), qPrintable(all->text()));
    }

    /// The size is the sum of all files of the row: first the size of their samples, then their size on disk.
    void aRowOfSeveralFilesSaysWhatItWrites_data() {
        QTest::addColumn<bool>("layers");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<double>("bytes");
        QTest::newRow("layers of one bit") << true << "export.layers"
                                           << "4" << 4 * 75.0 * 400;
        QTest::newRow("swaths") << false << "export.swath"
                                << "100 px" << 600.0 * 400;
    }
    void aRowOfSeveralFilesSaysWhatItWrites() {
        QFETCH(bool, layers);
        QFETCH(QString, field);
        QFETCH(QString, value);
        QFETCH(double, bytes);
        BatchStudio studio;
        studio.openOn("name,wall.seed\na,1\nb,2\n");
        const auto& formats = exportFormats();
        const auto chosen = std::find_if(formats.begin(), formats.end(), [&](const ExportFormat& format) {
            return layers ? format.layers : format.numbered();
        });
        auto* const format = studio.part<QComboBox>("export.format");
        format->setCurrentIndex(static_cast<int>(chosen - formats.begin()));
        emit format->activated(format->currentIndex());
        auto* const number = studio.part<QLineEdit>(qPrintable(field));
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, value);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const auto* const row = studio.part<QLabel>("batch.bytes");
        QTRY_COMPARE(row->text(), bytesText(bytes));
        const QString all = studio.part<QLabel>("batch.allBytes")->text();
        QVERIFY2(all.startsWith(bytesText(2 * bytes)), qPrintable(all));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done" && !studio.desk().run().running());
        const QFileInfoList files =
            QDir(studio.folder.path()).entryInfoList(QStringList{"a-*.tif"}, QDir::Files);
        QCOMPARE(files.size(), layers ? qsizetype{4} : qsizetype{6});
        double written = 0;
        for (const QFileInfo& file : files)
            written += static_cast<double>(file.size());
        QVERIFY(written > bytes);
        QCOMPARE(studio.model().bytes(0), written);
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.model().bytes(0), written);
        QTRY_COMPARE(row->text(), bytesText(written));
    }

    /// A height has more bits than a sample of the surface.
    void aFileOfHeightsSaysWhatItWrites_data() {
        QTest::addColumn<QString>("to");
        for (const char* const suffix : {"gsf", "x3p"})
            QTest::newRow(suffix) << "{name}." + QString(suffix);
    }
    void aFileOfHeightsSaysWhatItWrites() {
        QFETCH(QString, to);
        BatchStudio studio;
        studio.write("deep.burin",
                     QByteArray(pebbles).replace("height: 400", "height: 400, full_depth: 9 um"));
        QCOMPARE(studio.document.open(studio.path("deep.burin")), QString());
        studio.openOn("name,wall.seed\na,1\nb,2\n", to);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const double bytes = 600.0 * 400 * 4;
        QTRY_COMPARE(studio.part<QLabel>("batch.bytes")->text(), bytesText(bytes));
        const QString all = studio.part<QLabel>("batch.allBytes")->text();
        QVERIFY2(all.startsWith(bytesText(2 * bytes)), qPrintable(all));
    }

    /// After the end of a batch, no remaining time is shown. The queue lists the batch until the user removes
    /// it, even if the dialog is closed.
    void theEndOfABatchIsSaid() {
        BatchStudio studio;
        studio.openOn("name,wall.seed\na,1\nb,2\n");
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        const auto* const time = studio.part<QLabel>("batch.allTime");
        BURIN_TRY(time->text().size() > 1);  // the speed is measured
        auto* const list = studio.tools.panel().findChild<QueueList*>();
        QVERIFY(list != nullptr);
        const auto line = [list] { return list->model()->index(0, 0).data().toString(); };
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done" && !studio.desk().run().running());
        QVERIFY(studio.is(BatchDesk::State::ready));
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QCOMPARE(studio.words(), QString("The batch has ended: 2 done."));
        QCOMPARE(time->text(), QString("–"));
        studio.batch.dialog().close();
        const QString size = sizeText({0, 0, 600, 400}, 1);
        QVERIFY2(line().startsWith("t.csv, {name}.tif, 2 × " + size + ", 2 done, "), qPrintable(line()));
        QCOMPARE(list->model()->rowCount(), 1);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(list->model()->rowCount(), 0);
        const auto* const own = studio.part<QueueList>("export.queue.list");
        QCOMPARE(own->model()->rowCount(), 0);
        QCOMPARE(own->emptyText(), QString("The queue is empty."));
    }

    /// Only the remaining rows count. The time follows from the rows that are done, not from the estimate.
    /// The status bar and the queue show the same figures.
    void theProgressIsThatOfTheRowsToMake() {
        BatchStudio studio(true);
        studio.openOn("name,wall.seed,skip\na,1,\nb,2,\nc,3,true\n");
        studio.tick("batch.ask");
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        studio.press("batch.start");
        BURIN_TRY(studio.desk().run().asking());
        QCOMPARE(studio.desk().share(), 0.0);
        studio.press("batch.begin");
        BURIN_TRY(studio.desk().run().asking() && studio.desk().run().row() == 2);
        QCOMPARE(studio.states(), QString("done ready skipped"));
        QCOMPARE(studio.desk().share(), 0.5);
        const QList<QByteArray> line = studio.bytes("t.results.csv").split('\n').at(1).split(',');
        QCOMPARE(line.at(2), QByteArray("done"));
        const double seconds = line.at(7).toDouble();
        studio.desk().setSecondsEach(1);
        const double left = studio.desk().secondsLeft();
        QVERIFY2(std::abs(left - seconds) <= 0.001, qPrintable(QString("%1, %2").arg(left).arg(seconds)));

        studio.gate.pass(0);
        studio.press("batch.begin");
        BURIN_TRY(studio.queue.active() != nullptr && studio.desk().run().job() != nullptr);
        QCOMPARE(studio.queue.active()->share(), 0.0);
        const QueueModel lines(studio.queue);
        const QString half = percentText(0.5);
        QVERIFY2(lines.index(0).data().toString().contains(half), "the line of the queue");
        const QString status = studio.tools.status().text();
        QVERIFY2(status.startsWith("Batch " + half), qPrintable(status));
        studio.gate.open();
        BURIN_TRY(!studio.desk().run().running());
    }

    /// A row to skip is never left, also if the run has not reached it.
    void aStopSaysHowManyRowsAreLeft() {
        BatchStudio studio(true);
        studio.openOn(threeRows);
        QVERIFY2(studio.is(BatchDesk::State::ready), qPrintable(studio.words()));
        studio.gate.pass(0);
        studio.press("batch.start");
        BURIN_TRY(studio.queue.active() != nullptr && studio.desk().run().job() != nullptr);
        QStringList asked;
        whenDialogComes<QMessageBox>([&asked](QMessageBox* box) {
            asked << box->windowTitle() << box->text();
            for (QAbstractButton* const one : box->buttons()) {
                if (one->text() == "Stop") return one->click();
            }
            qFatal("no such button");
        });
        studio.press("batch.stop");
        QCOMPARE(asked,
                 QStringList({"Batch", "Stop the batch? Nothing is written yet. 2 more rows are left."}));
        studio.gate.open();
        QVERIFY(studio.is(BatchDesk::State::ready));
        QCOMPARE(studio.words(), QString("Stopped: 0 done, 1 skipped, 3 left."));
        QCOMPARE(studio.part("batch.start")->text(), QString("Start 3 rows"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchFigures)
#include "test_batch_figures.moc"
