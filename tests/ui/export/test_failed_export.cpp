// SPDX-License-Identifier: GPL-3.0-or-later

// The figures that the studio shows after an export has failed.

#include "tests/ui/support/dialogs.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/queue_model.hpp"
#include "ui/support/export_studio.hpp"
#include "ui/words/quantities.hpp"

#include <QProgressBar>

#include <sys/resource.h>

#include <cmath>
#include <csignal>

namespace burin::ui {

class TestFailedExport : public QObject {
    Q_OBJECT

  private slots:
    /// The last report of the progress is older than the failure.
    void everyPlaceTellsTheSameShare() {
        Studio studio(true);
        studio.gate.pass(5);
        ExportJob* const job = studio.queue.add(studio.order("x.tif"));
        studio.trigger("export.open");
        BURIN_TRY(job->progress().doneSamples >= 3 << 20);
        // The kernel then reports an error, as for a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit limited = before;
        limited.rlim_cur = 8 << 20;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &limited), 0);
        studio.gate.open();
        BURIN_TRY_STATE(job, failed);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);

        const QString percent = percentText(job->share());
        QVERIFY2(job->share() > 0.3 && job->share() < 0.9, qPrintable(percent));
        QCOMPARE(studio.text("export.percent"), percent);
        QCOMPARE(studio.find<QProgressBar>("export.progress")->value(),
                 static_cast<int>(std::floor(job->share() * 10000)));
        QStringList surface;
        for (const QLabel* label : studio.find<QWidget>("export.surface")->findChildren<QLabel*>())
            surface << label->text();
        const QString done = pixelsText(job->share() * 4000 * 3000);
        QVERIFY2(surface.contains(done), qPrintable(surface.join(", ") + " and not " + done));
        QueueModel rows(studio.queue);
        const QString row = rows.index(0).data().toString();
        QVERIFY2(row.contains(percent), qPrintable(row));
        QVERIFY2(studio.tools.status().text().contains(percent), qPrintable(studio.tools.status().text()));
        const QString report = reportOf(*job);
        QVERIFY2(report.contains("Done         " + percent), qPrintable(report));
        for (const QString& words : {studio.text("export.message"), report})
            QCOMPARE(words.count('%') - words.count(percent), 0);
    }

    void whatIsKeptIsSaidOnlyIfSomethingWasWritten_data() {
        QTest::addColumn<int>("requests");
        QTest::newRow("stopped before the first samples") << 0;
        QTest::newRow("stopped in the middle") << 5;
    }
    void whatIsKeptIsSaidOnlyIfSomethingWasWritten() {
        QFETCH(const int, requests);
        Studio studio(true);
        studio.gate.pass(requests);
        ExportJob* const job = studio.queue.add(studio.order("x.tif"));
        studio.trigger("export.open");
        BURIN_TRY(requests == 0 ? job->state() == ExportJob::State::running
                                : job->progress().doneSamples >= 3 << 20);
        job->stop();
        studio.gate.open();
        BURIN_TRY_STATE(job, stopped);
        const QString said = studio.text("export.message");
        QVERIFY2(said.contains("The written part is kept") == (job->share() > 0), qPrintable(said));
        QCOMPARE(job->share() > 0, requests > 0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFailedExport)
#include "test_failed_export.moc"
