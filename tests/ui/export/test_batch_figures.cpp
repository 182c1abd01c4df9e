// SPDX-License-Identifier: GPL-3.0-or-later

// The figures beside the table of a batch, and its progress.

#include "support/testing.hpp"
#include "ui/export/batch/batch_table_view.hpp"
#include "ui/support/batch_studio.hpp"
#include "ui/words/quantities.hpp"

#include <QComboBox>

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
        QVERIFY2(limit != "0 B" && limit != bytesText(0), qPrintable(limit));
        QVERIFY2(all->text().startsWith(QString("≤ ")), qPrintable(all->text()));
        studio.press("batch.start");
        BURIN_TRY(studio.states() == "done done" && !studio.desk().run().running());
        QVERIFY(studio.is(BatchDesk::State::ready));
        const auto size = [&studio](const char* name) {
            return static_cast<double>(studio.bytes(name).size());
        };
        QVERIFY(size("a.tif") > 0);
        QTRY_COMPARE(row->text(), bytesText(size("a.tif")));
        QVERIFY2(all->text().startsWith(bytesText(size("a.tif") + size("b.tif"))),
                 qPrintable(all->text()));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchFigures)
#include "test_batch_figures.moc"
