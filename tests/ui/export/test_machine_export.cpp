// SPDX-License-Identifier: GPL-3.0-or-later

// Exports to a controller in this process, operated like by a user: the result is byte for byte the direct
// export, and every failure is reported.

#include "support/places.hpp"
#include "support/system/new_certificate.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/export/queue/buffer_bar.hpp"
#include "ui/support/transfer_studio.hpp"
#include "ui/words/quantities.hpp"

#include <QCheckBox>
#include <QListWidget>

Q_DECLARE_METATYPE(burin::ui::MachineEntry)

namespace burin::ui {

namespace {

using test::Stage;

/// A machine that takes two minutes for the surface, so that a test may look at a running job. In the end the
/// test calls Stage::hurry().
constexpr double slow = 100e3;

}  // namespace

class TestMachineExport : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void aMachineIsAddedAndEngraves() {
        TransferStudio studio;
        Stage stage(studio.settings());
        studio.trigger("export.open");
        studio.choose("export.format", machineFormat());
        QVERIFY(studio.notices().join(' ').contains("Add a machine"));
        studio.click("export.book");
        QVERIFY(studio.tools.machines().isVisible());
        studio.click("machines.add");
        studio.type("machines.name", "engraver");
        QVERIFY(studio.text("machines.problem").contains("needs an address"));
        studio.type("machines.address", QString::fromStdString(stage.sink()));
        QCOMPARE(studio.text("machines.problem"), QString());
        studio.click("machines.ask");
        auto* const words = studio.tools.machines().findChild<QLabel*>("export.machineWords");
        QTRY_COMPARE(words->text(), QString("engraver, test machine"));
        screenshot(studio.tools.machines(), "machines");
        studio.click("machines.close");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QCOMPARE(studio.find("export.start")->text(), QString("Engrave"));
        screenshot(studio.tools.dialog(), "machine-form");
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QCOMPARE(studio.word(), QString("Done"));
        QVERIFY(stage.engraved() == studio.direct());
        screenshot(studio.tools.dialog(), "machine-done");
    }

    void itsLimitsAreShown() {
        TransferStudio studio;
        Controller::Settings settings = studio.settings(1e6);
        settings.limits.fieldWidthUm = 2.1e6;
        settings.limits.fieldHeightUm = 500e3;
        settings.limits.depths = {1, 8};
        settings.limits.mostSwathWidth = 10'000;
        Stage stage(settings);
        // The estimate is made once, and pictures under way would make computing look slow.
        QTRY_VERIFY(!studio.previews.busy());
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QVERIFY(studio.text("export.machine.field").contains("2.1 m"));
        QCOMPARE(studio.text("export.machine.depths"), QString("1, 8"));
        QVERIFY(studio.text("export.machine.scans").startsWith("rows, swaths up to 10"));
        QCOMPARE(studio.text("export.machine.buffer"), QString("1.00 MB"));
        QCOMPARE(studio.text("export.machine.rate"), QString("1.00 MB/s"));
        QCOMPARE(studio.text("export.machine.now"), QString("idle"));
        QTRY_VERIFY(studio.text("export.time").contains("about 12 s"));  // computing takes less
    }

    void whatItCannotTakeIsNamedBefore_data() {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("said");
        QTest::newRow("a surface that is too large") << "field"
                                                     << "takes at most 7 × 9 mm; the region is 8 × 6 mm";
        QTest::newRow("a depth that it has not") << "depth"
                                                 << "takes a bit depth of 1, 16";
        QTest::newRow("lines that its buffer does not hold") << "buffer"
                                                             << "Choose swaths.";
        QTest::newRow("swaths that are too wide") << "swath"
                                                  << "swaths of at most 1000 px";
    }
    void whatItCannotTakeIsNamedBefore() {
        QFETCH(QString, limit);
        QFETCH(QString, said);
        TransferStudio studio;
        Controller::Settings settings = studio.settings();
        if (limit == "field") settings.limits.fieldWidthUm = 7000;
        if (limit == "field") settings.limits.fieldHeightUm = 9000;
        if (limit == "depth") settings.limits.depths = {1, 16};
        if (limit == "buffer") settings.machine.bufferBytes = 6000;
        if (limit == "swath") settings.limits.mostSwathWidth = 1000;
        Stage stage(settings);
        studio.openOn(studio.entry(stage));
        if (limit == "swath") {
            QTRY_VERIFY(studio.find("export.start")->isEnabled());
            studio.choose("export.scan", 1);
        }
        QTRY_VERIFY2(studio.notices().join(' ').contains(said), qPrintable(studio.notices().join(' ')));
        QVERIFY(!studio.find("export.start")->isEnabled());
        screenshot(studio.tools.dialog(), "machine-misfit-" + limit);
        QTest::keyClick(&studio.tools.dialog(), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 0);
        if (limit != "field") return;
        studio.choose("export.region", 1);
        studio.type("export.x", "0");
        studio.type("export.y", "0");
        studio.type("export.width", "7 mm");
        studio.type("export.height", "6 mm");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
    }

    void onlyItsScansAreOffered_data() {
        QTest::addColumn<bool>("rows");
        QTest::addColumn<bool>("swaths");
        QTest::addColumn<bool>("serpentine");
        QTest::newRow("all") << true << true << true;
        QTest::newRow("rows only") << true << false << true;
        QTest::newRow("swaths only, in one direction") << false << true << false;
    }
    void onlyItsScansAreOffered() {
        QFETCH(bool, rows);
        QFETCH(bool, swaths);
        QFETCH(bool, serpentine);
        TransferStudio studio;
        Controller::Settings settings = studio.settings();
        settings.limits.rows = rows;
        settings.limits.swaths = swaths;
        settings.limits.serpentine = serpentine;
        Stage stage(settings);
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        const auto* const scans = studio.find<QComboBox>("export.scan");
        QCOMPARE(scans->findText("Rows") >= 0, rows);
        QCOMPARE(scans->findText("Swaths") >= 0, swaths);
        QCOMPARE(studio.find<QCheckBox>("export.serpentine")->isVisible(), serpentine);
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QCOMPARE(studio.queue.job(0)->order().sink.scan.swathWidth, rows ? 0 : 5000);
    }

    void aMachineThatDoesNotAnswerIsAskedAgain() {
        TransferStudio studio;
        Stage stage(studio.settings());
        stage.off();
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.text("export.machineWords").contains("does not answer"));
        screenshot(studio.tools.dialog(), "machine-silent");
        QVERIFY(!studio.find("export.start")->isEnabled());
        stage.on();
        studio.click("export.machineAgain");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
    }

    void aWrongTokenIsRefused_data() {
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<QString>("reason");
        QTest::newRow("of another machine") << QByteArray("wrong\n") << "token";
        QTest::newRow("behind a mark")
            << QByteArray("\xEF\xBB\xBFright\n") << "begins with a byte order mark";
        QTest::newRow("in an empty file") << QByteArray() << "is empty";
        QTest::newRow("that no call can carry") << QByteArray("r\xFCght\n") << "byte 2 of line 1 is FC";
    }
    void aWrongTokenIsRefused() {
        QFETCH(QByteArray, token);
        QFETCH(QString, reason);
        TransferStudio studio;
        const auto write = [&studio](const char* name, const QByteArray& content) {
            test::writeContents(studio.path(name).toStdString(), content);
            return studio.path(name);
        };
        Credentials credentials;
        credentials.tokens = write("tokens", "right\n").toStdString();
        Stage stage(studio.settings(), credentials);
        MachineEntry machine = studio.entry(stage);
        machine.tokenFile = write("token", token);
        studio.openOn(machine);
        const auto words = [&studio] { return studio.text("export.machineWords"); };
        QTRY_VERIFY2(words().contains("cannot be queried") && words().contains(reason), qPrintable(words()));
        QVERIFY(!studio.find("export.start")->isEnabled());
        write("token", "right\n");
        studio.click("export.machineAgain");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        write("token", token);  // after the answer and before the start
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), failed);
        QVERIFY2(studio.text("export.alert").contains(reason), qPrintable(studio.text("export.alert")));
        QVERIFY(!QSettings().value("machines").toString().contains("right"));
    }

    void pausedStoppedAndResumedFromTheDialog() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        QTRY_COMPARE(studio.word(), QString("Engraving"));
        studio.click("export.pauseButton");
        QVERIFY(stage.waitForState(TransferStatus::State::paused));
        QCOMPARE(studio.word(), QString("Paused"));
        screenshot(studio.tools.dialog(), "machine-paused");
        studio.click("export.pauseButton");
        QVERIFY(stage.waitForState(TransferStatus::State::engraving));
        stage.tell("pause");
        QTRY_COMPARE(studio.word(), QString("Paused"));
        studio.click("export.pauseButton");
        QTRY_COMPARE(studio.word(), QString("Engraving"));
        QString asked;
        answer("Stop", &asked);
        studio.click("export.stop");
        QVERIFY2(asked.contains("is engraved") && asked.contains("resumed"), qPrintable(asked));
        BURIN_TRY_STATE(job, stopped);
        QVERIFY(stage.waitForState(TransferStatus::State::stopped));
        QVERIFY(studio.find("export.resume")->text().startsWith("Resume at line"));
        QVERIFY(studio.text("export.message").contains("is engraved"));
        stage.hurry();
        studio.click("export.resume");
        BURIN_TRY_STATE(job, done);
        QVERIFY(stage.engraved() == studio.direct());
    }

    void whatTheMachineHasIsResumedByANewExport() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        QVERIFY(stage.waitForState(TransferStatus::State::stopped));
        stage.hurry();
        const std::int64_t line = stage.status().executedLines;
        studio.click("export.add");
        QTRY_VERIFY2(studio.notices().join(' ').contains("part of this job"),
                     qPrintable(studio.notices().join(' ')));
        QVERIFY(studio.notices().join(' ').contains(percentText(static_cast<double>(line) / 3000)));
        QTRY_COMPARE(studio.find("export.start")->text(), QString("Resume"));
        screenshot(studio.tools.dialog(), "machine-resume");
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(1), done);
        QVERIFY(studio.queue.job(1)->progress().bytes <
                static_cast<std::uint64_t>((3000 - line + 512) * 4000));
        QVERIFY(stage.engraved() == studio.direct());
    }

    void anotherJobIsGivenUpOnlyOnRequest() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        stage.hurry();
        studio.click("export.add");
        studio.choose("export.region", 1);
        studio.type("export.x", "0");
        studio.type("export.y", "0");
        studio.type("export.width", "300");
        studio.type("export.height", "200");
        BURIN_TRY(studio.notices().join(' ').contains("has an unfinished job"));
        QVERIFY(!studio.find("export.start")->isEnabled());
        QCOMPARE(studio.find<QCheckBox>("export.again")->text(), QString("Discard that job"));
        QTest::mouseClick(studio.find<QCheckBox>("export.again"), Qt::LeftButton, {}, {8, 12});
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(1), done);
        QCOMPARE(stage.engraved().size(), 300 * 200);
    }

    void aRestartOfTheControllerIsSurvived() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        stage.off();
        QTRY_COMPARE(studio.word(), QString("Reconnecting"));
        QVERIFY(studio.text("export.alert").contains("The connection is lost"));
        screenshot(studio.tools.dialog(), "machine-reconnecting");
        stage.on();
        QTRY_COMPARE(studio.word(), QString("Engraving"));
        QVERIFY(!studio.find<QLabel>("export.alert")->isVisible());
        QVERIFY(job->status()->reconnections == 1 && job->status()->bytesPerSecond == slow);
        stage.hurry();
        BURIN_TRY_STATE(job, done);
        QCOMPARE(job->status()->reconnections, 2);
        QVERIFY(studio.find<QWidget>("export.rate")->findChildren<QLabel*>().last()->text().startsWith("as"));
        QVERIFY(stage.engraved() == studio.direct());
    }

    void aMachineThatIsOffIsWaitedForByAResumedJob() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        stage.off();
        studio.click("export.resume");
        QTRY_VERIFY2(studio.text("export.alert").contains("Trying to reconnect"),
                     qPrintable(studio.text("export.alert")));
        QCOMPARE(studio.word(), QString("Reconnecting"));
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        QVERIFY(studio.find("export.resume")->text().startsWith("Resume"));
        studio.click("export.resume");
        stage.hurry();
        BURIN_TRY_STATE(job, done);
        QVERIFY(stage.engraved() == studio.direct());
    }

    void aStopAtTheMachineIsSaid() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        stage.tell("stop");
        BURIN_TRY_STATE(job, failed);
        QCOMPARE(studio.word(), QString("Stopped"));
        QVERIFY(studio.text("export.alert").contains("stopped at the machine"));
        stage.hurry();
        studio.click("export.resume");
        BURIN_TRY_STATE(job, done);
        QVERIFY(stage.engraved() == studio.direct());
    }

    void aJobIsNotResumedBesideAnotherOfItsTarget() {
        TransferStudio studio(true);
        studio.gate.pass(0);
        ExportJob* const first = studio.queue.add(studio.order("x.raw"));
        ExportJob* const second = studio.queue.add(studio.order("y.raw"));
        second->stop();
        studio.queue.add(studio.order("y.raw"));
        studio.trigger("export.open");
        studio.tools.dialog().showJob(second);
        QString said;
        answer("Close", &said);
        studio.click("export.resume");
        QVERIFY2(said.contains("The queue already has an export"), qPrintable(said));
        QCOMPARE(second->state(), ExportJob::State::stopped);
        QVERIFY(first->active());
        studio.gate.open();
    }

    void whatIsWrongWithAMachineIsSaid_data() {
        QTest::addColumn<MachineEntry>("machine");
        QTest::addColumn<QString>("said");
        const QString file = burin::test::inTree("LICENSE");
        const auto row = [](const char* name, const MachineEntry& machine, const char* said) {
            QTest::newRow(name) << machine << QString(said);
        };
        row("no name", {{}, "a"}, "needs a name");
        row("no address", {"a", {}}, "needs an address");
        row("an address that is none", {"a", "burin://a:b"}, "needs an address");
        row("any port", {"a", "127.0.0.1:0"}, "needs an address");
        row("a file that is not there", {"a", "laser", "/nowhere.pem"}, "was not found");
        row("a certificate without its key", {"a", "laser", {}, file}, "go together");
        row("plain and encrypted", {"a", "laser", file, {}, {}, {}, true}, "cannot use certificates");
        row("another computer without credentials", {"a", "laser"}, "another computer");
        row("another computer that is known, and we are not", {"a", "laser", file}, "another computer");
        row("this computer", {"a", "localhost"}, "");
        row("a token", {"a", "laser", {}, {}, {}, file}, "");
        const QString certificate = test::newCertificate();
        if (certificate.isEmpty())
            qInfo("openssl, which makes the certificate, is not installed");
        else
            row("a certificate", {"a", "laser", certificate, certificate, certificate}, "");
        row("plain on purpose", {"a", "laser", {}, {}, {}, {}, true}, "");
    }
    void whatIsWrongWithAMachineIsSaid() {
        QFETCH(MachineEntry, machine);
        QFETCH(QString, said);
        const QString problem = machine.problem();
        QVERIFY2(said.isEmpty() ? problem.isEmpty() : problem.contains(said), qPrintable(problem));
        if (!said.isEmpty()) return;
        // The connection gives the same reason.
        const std::string refusal =
            test::messageOf([&] { checkSender(*machine.where(), machine.credentials()); });
        QVERIFY2(refusal.empty(), refusal.c_str());
    }

    void starvationIsSaid() {
        TransferStudio studio(true);
        Controller::Settings settings = studio.settings(40e6);
        settings.machine.bufferBytes = 3'000'000;
        Stage stage(settings);
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QTRY_VERIFY(studio.text("export.time").contains(QRegularExpression("^a few|^about")));
        QTRY_VERIFY(studio.previews.thumbnailIsNewest("surface"));
        studio.gate.pass(4);
        studio.click("export.start");
        QTRY_COMPARE(studio.word(), QString("Starved"));
        QVERIFY(studio.text("export.alert").contains("The machine waits for data"));
        screenshot(studio.tools.dialog(), "machine-starved");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.tools.dialog(), "machine-starved-light");
        studio.gate.open();
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QVERIFY(studio.queue.job(0)->status()->starvations > 0);
        QVERIFY(!studio.find<QLabel>("export.alert")->isVisible());
    }

    void theOperatorStartsAFilledMachine() {
        TransferStudio studio;
        Controller::Settings settings = studio.settings();
        settings.machine.manualStart = true;
        Stage stage(settings);
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.click("export.start");
        QTRY_COMPARE(studio.word(), QString("Ready"));
        QVERIFY(studio.text("export.alert").contains("operator"));
        QVERIFY(studio.find<BufferBar>("export.buffer")->text().endsWith("/ 1.00 MB"));
        stage.tell("start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
    }

    void aFaultIsSaidAndResumed() {
        TransferStudio studio;
        Controller::Settings settings = studio.settings();
        settings.mishaps = *parseMishaps("fault@700");
        Stage stage(settings);
        ExportJob* const job = studio.engrave(stage, 700);
        QVERIFY(job != nullptr);
        BURIN_TRY_STATE(job, failed);
        QCOMPARE(studio.word(), QString("Faulted"));
        QVERIFY(studio.text("export.alert").contains("reports a fault"));
        QVERIFY(!studio.text("export.alert").contains("--"));
        screenshot(studio.tools.dialog(), "machine-faulted");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.tools.dialog(), "machine-faulted-light");
        QCOMPARE(studio.find("export.resume")->text(), QString("Resume at line 700"));
        studio.click("export.close");
        ExportStatus& status = studio.tools.status();
        QVERIFY(status.isVisible() && status.text().startsWith("Faulted"));
        screenshot(status, "machine-faulted-status");
        QTest::mouseClick(&status, Qt::LeftButton);
        QVERIFY(!status.isVisible() && studio.tools.dialog().isVisible());
        QCOMPARE(studio.word(), QString("Faulted"));
        studio.click("export.resume");
        BURIN_TRY_STATE(job, done);
        QVERIFY(stage.engraved() == studio.direct());
    }

    void theCardShowsHowItStreams() {
        TransferStudio studio;
        Stage stage(studio.settings(slow));
        ExportJob* const job = studio.engrave(stage, 10);
        QVERIFY(job != nullptr);
        BURIN_TRY(job->rates().points().size() > 2);
        screenshot(studio.tools.dialog(), "machine-engraving");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.tools.dialog(), "machine-engraving-light");
        QVERIFY(studio.text("export.facts").contains(QString::fromStdString(stage.sink())));
        QVERIFY(studio.text("export.sent").contains("0 times"));
        WorkLines lines;
        connect(&studio.tools, &ExportTools::workMoved, this,
                [&lines](const WorkLines& now) { lines = now; });
        QTRY_VERIFY(lines.executed.y1() > 10);
        stage.tell("pause");
        QTRY_COMPARE(studio.word(), QString("Paused"));
        QTRY_COMPARE(lines.executed.y1(), static_cast<double>(stage.status().executedLines));
        QCOMPARE(lines.executed.x2(), 4000.0);
        QCOMPARE(lines.executed.y1(), static_cast<double>(job->status()->executedLines));
        QVERIFY(lines.received.y1() > lines.executed.y1());
        job->stop();
        BURIN_TRY_STATE(job, stopped);
        QCOMPARE(lines, WorkLines());
    }

    void linesOfSwathsLieWhereTheyAre() {
        ExportJob::Transfer transfer;
        transfer.job.surface.region = {100, 50, 1000, 300};
        transfer.job.scan.swathWidth = 400;
        transfer.layout = LineLayout({1000, 300}, 400, 8);
        QCOMPARE(transfer.areaOf(0), (Rect{0, 0, 400, 1}));
        QCOMPARE(transfer.areaOf(299), (Rect{0, 299, 400, 1}));
        QCOMPARE(transfer.areaOf(300), (Rect{400, 0, 400, 1}));
        QCOMPARE(transfer.areaOf(899), (Rect{800, 299, 200, 1}));
    }

    void oneTargetHasOneJob_data() {
        QTest::addColumn<bool>("machine");
        QTest::newRow("a file") << false;
        QTest::newRow("a machine") << true;
    }
    void oneTargetHasOneJob() {
        QFETCH(bool, machine);
        TransferStudio studio(true);
        Stage stage(studio.settings());
        studio.gate.pass(0);
        if (machine) {
            ExportOrder order = studio.order("x.raw");
            order.machine = studio.entry(stage);
            order.setFile(order.machine->sink());
            studio.queue.add(order);
            studio.openOn(studio.entry(stage));
            studio.click("export.add");
        } else {
            studio.queue.add(studio.order("x.raw"));
            studio.trigger("export.open");
            studio.click("export.add");
            studio.type("export.target",
                        studio.path("../" + studio.folder.path().section('/', -1) + "/x.raw"));
        }
        QTRY_VERIFY2(studio.notices().join(' ').contains("The queue already has an export"),
                     qPrintable(studio.notices().join(' ')));
        QVERIFY(!studio.find("export.start")->isEnabled());
        if (machine) return studio.gate.open();
        studio.type("export.target", studio.path("y.raw"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.gate.open();
    }

    void theAddressBookIsKept() {
        MachineEntry machine{"a name, \"quoted\"", "burin://a:1", "/ca", "/cert", "/key", "/token", true};
        MachineEntry other;
        other.name = "ä";
        MachineBook book;
        book.setMachines({machine, other});
        QVERIFY((MachineBook().machines() == QList<MachineEntry>{machine, other}));
        book.setMachines({});
        QVERIFY(MachineBook().machines().isEmpty());
    }

    void damagedSettingsAreLeftOut_data() {
        QTest::addColumn<QVariant>("stored");
        QTest::addColumn<int>("machines");
        QTest::newRow("no list") << QVariant("{\"name\":\"a\"}") << 0;
        QTest::newRow("torn") << QVariant("[{\"name\":\"a\",\"addr") << 0;
        QTest::newRow("a number") << QVariant(7) << 0;
        QTest::newRow("bytes") << QVariant(QByteArray("\x00\xff\x80[", 4)) << 0;
        QTest::newRow("entries of other kinds") << QVariant("[1,\"a\",null,[],{},{\"name\":\"a\"}]") << 1;
        QTest::newRow("values of other kinds")
            << QVariant("[{\"name\":\"a\",\"address\":{},\"insecure\":\"x\"}]") << 1;
        QTest::newRow("deep") << QVariant(QString(100'000, '[')) << 0;
    }
    void damagedSettingsAreLeftOut() {
        QFETCH(QVariant, stored);
        QFETCH(int, machines);
        QSettings().setValue("machines", stored);
        TransferStudio studio;
        QCOMPARE(studio.tools.book().machines().size(), machines);
        studio.trigger("export.machines");
        QCOMPARE(studio.find<QListWidget>("machines.list")->count(), machines);
        studio.trigger("export.open");
        studio.choose("export.format", machineFormat());
        QVERIFY(!studio.find("export.start")->isEnabled());
        QVERIFY(!studio.notices().isEmpty());
    }

    void theAddressBookIsWorkedByKeys() {
        TransferStudio studio;
        studio.trigger("export.machines");
        auto& dialog = studio.tools.machines();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, patience));
        const auto press = [&](const char* name) {
            studio.find<QWidget>(name)->setFocus();
            QTest::keyClick(studio.find<QWidget>(name), Qt::Key_Space);
        };
        press("machines.add");
        QTest::keyClicks(dialog.focusWidget(), "one");
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        QTest::keyClicks(dialog.focusWidget(), "laser.example");
        QVERIFY(studio.text("machines.problem").contains("another computer"));
        press("machines.insecure");
        QCOMPARE(studio.text("machines.problem"), QString());
        press("machines.add");
        QCOMPARE(studio.tools.book().machines().size(), 2);
        QCOMPARE(studio.tools.book().machines()[0].name, QString("one"));
        QCOMPARE(studio.tools.book().machines()[0].address, QString("laser.example"));
        QVERIFY(studio.tools.book().machines()[0].insecure);
        auto* const list = studio.find<QListWidget>("machines.list");
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(studio.find<QLineEdit>("machines.name")->text(), QString("one"));
        press("machines.remove");
        press("machines.remove");
        QVERIFY(studio.tools.book().machines().isEmpty());
        QVERIFY(!studio.find("machines.remove")->isEnabled());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMachineExport)
#include "test_machine_export.moc"
