// SPDX-License-Identifier: GPL-3.0-or-later

// The studio shows the remarks of a sender about its machine until the job is started again.

#include "support/testing.hpp"
#include "support/transfer_stage.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/queue_model.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QFile>
#include <QLabel>
#include <QSettings>

namespace burin::ui {

namespace {

/// A machine that takes two minutes for the surface.
constexpr double patientRate = 100e3;

}  // namespace

class TestMachineRemarks : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void aStopThatIsNotConfirmed() {
        TransferStudio studio;
        Stage stage(studio.settings(patientRate));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        stage.off();
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        const QString remark = "has not confirmed the stop";
        QVERIFY2(studio.text("export.message").contains(remark), qPrintable(studio.text("export.message")));
        QVERIFY2(reportOf(*job).contains(remark), qPrintable(reportOf(*job)));
        QVERIFY(QueueModel(studio.queue).index(0).data(Qt::ToolTipRole).toString().contains(remark));
        stage.hurry();
        studio.click("export.resume");
        BURIN_TRY_STATE(job, done);
        QVERIFY(!studio.text("export.message").contains(remark));
    }

    /// The alert said `Trying to reconnect` for the rest of the job.
    void aTokenThatIsSpoiltDuringAJob() {
        TransferStudio studio;
        const QString token = studio.path("token");
        QFile file(token);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("secret\n") > 0);
        file.close();
        Stage stage(studio.settings(patientRate));
        MachineEntry machine = TransferStudio::entry(stage);
        machine.tokenFile = token;
        studio.openOn(machine);
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.click("export.start");
        QVERIFY(stage.waitForLine(10));
        QVERIFY(QFile::remove(token));
        stage.tell("lose");
        QTRY_VERIFY(studio.text("export.message").contains("keeps the earlier credentials"));
        const QString alert = studio.text("export.alert");
        QVERIFY2(!alert.contains("keeps the earlier credentials"), qPrintable(alert));
        stage.hurry();
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QVERIFY(stage.engraved() == studio.direct());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMachineRemarks)
#include "test_machine_remarks.moc"
