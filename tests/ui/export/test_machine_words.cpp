// SPDX-License-Identifier: GPL-3.0-or-later

// The dialog of machines has the words that users know from other programs.

#include "support/scripted_controller.hpp"
#include "support/system/new_certificate.hpp"
#include "support/testing.hpp"
#include "ui/export/machines/machine_query.hpp"
#include "ui/export/machines/machine_words.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace burin::ui {

class TestMachineWords : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void eachFieldHasItsName_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        QTest::newRow("who may sign") << "machines.ca"
                                      << "CA certificate";
        QTest::newRow("who asks") << "machines.certificate"
                                  << "Client certificate";
        QTest::newRow("its key") << "machines.key"
                                 << "Private key";
    }

    void eachFieldHasItsName() {
        QFETCH(QString, name);
        QFETCH(QString, label);
        TransferStudio studio;
        const auto* field = studio.tools.machines().findChild<QLineEdit*>(name);
        QVERIFY(field != nullptr);
        QStringList labels;
        for (const QLabel* each : studio.tools.machines().findChildren<QLabel*>()) {
            if (each->buddy() == field) labels << each->text();
        }
        QCOMPARE(labels, QStringList{label});
    }

    void thisComputerNeedsNoIdentity_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("sink");
        QTest::newRow("a name in capital letters") << "burin://LOCALHOST:1"
                                                   << "burin://localhost:1";
        QTest::newRow("IPv6 written out") << "burin://[0:0:0:0:0:0:0:1]:1"
                                          << "burin://[::1]:1";
        QTest::newRow("IPv4 as IPv6") << "[::ffff:127.0.0.1]:1"
                                      << "burin://127.0.0.1:1";
        QTest::newRow("IPv4 with two numbers") << "127.1:1"
                                               << "burin://127.0.0.1:1";
    }

    void thisComputerNeedsNoIdentity() {
        QFETCH(QString, address);
        QFETCH(QString, sink);
        const MachineEntry machine{"engraver", address};
        QCOMPARE(machine.problem(), QString());
        QCOMPARE(machine.linkWords(), QString("unencrypted, this computer"));
        QCOMPARE(machine.sink(), sink);
    }

    /// A state of a later controller is not taken for another one.
    void anUnknownStateIsNamed() {
        MachineDescription machine;
        machine.jobId = "job";
        machine.status.state = TransferStatus::State::unknown;
        machine.status.unknownState = 99;
        machine.status.lines = 9;
        QCOMPARE(lookOf(machine.status).word, QString("Unknown state (99)"));
        QCOMPARE(nowWords(machine), QString("unknown state (99), line 0 of 9"));
        machine.status.state = TransferStatus::State::idle;
        QCOMPARE(nowWords(machine), QString("idle, line 0 of 9"));
    }

    /// It has answered, so its address and its certificates are right.
    void anImpossibleMachineIsNotCalledSilent() {
        using test::ScriptedController;
        const ScriptedController controller([](ScriptedController::Call&) { return grpc::Status::OK; });
        MachineQuery query;
        query.ask({"engraver", QString::fromStdString(controller.address().text())});
        BURIN_TRY(query.state() == MachineQuery::State::failed);
        QVERIFY2(query.problem().startsWith("engraver cannot be used: "), qPrintable(query.problem()));
        QVERIFY2(query.problem().contains("a buffer of 0 bytes; it needs at least 8"),
                 qPrintable(query.problem()));
        QVERIFY2(!query.problem().contains("certificates"), qPrintable(query.problem()));
    }

    /// This computer refuses it, and the machine is never asked.
    void aCertificateThatIsRefusedHereIsNoRefusalOfTheMachine() {
        const QString file = test::newCertificate();
        if (file.isEmpty()) QSKIP("openssl, which makes the certificate, is not installed");
        Credentials credentials;
        credentials.certificate = file.toStdString();
        credentials.key = file.toStdString();
        const TransferStudio studio;
        const Stage stage(studio.settings(), credentials);
        MachineQuery query;
        query.ask(
            {"engraver", QString::fromStdString(stage.sink()), file, file, file});  // for another address
        BURIN_TRY(query.state() == MachineQuery::State::failed);
        QVERIFY2(query.problem().startsWith("engraver cannot be queried: ") &&
                     query.problem().contains("the machine's certificate is refused"),
                 qPrintable(query.problem()));
    }

    /// A page is as wide as its longest word.
    void aLongNameIsCut() {
        TransferStudio studio;
        Controller::Settings settings = studio.settings();
        const QString name(230, 'W');
        settings.limits.name = name.toStdString();
        Stage stage(settings);
        studio.openOn(studio.entry(stage));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        const auto* const words = studio.find<QLabel>("export.machineWords");
        QVERIFY2(words->text().startsWith("engraver, WW"), qPrintable(words->text()));
        QVERIFY(words->text().endsWith(QChar(0x2026)));
        QCOMPARE(words->toolTip(), "engraver, " + name);
        QVERIFY(words->minimumSizeHint().width() < 400);
    }

    void aJobWithoutAnEngravedLineNamesNoLine() {
        TransferStudio studio(true);
        Stage stage(studio.settings());
        studio.gate.pass(0);
        ExportOrder order = studio.order("x.raw");
        order.machine = studio.entry(stage);
        order.setFile(order.machine->sink());
        ExportJob* const job = studio.queue.add(order);
        studio.trigger("export.open");
        studio.tools.dialog().showJob(job);
        BURIN_TRY(job->status() && job->status()->state == TransferStatus::State::filling);
        job->stop();
        studio.gate.open();
        BURIN_TRY_STATE(job, stopped);
        QCOMPARE(studio.find("export.resume")->text(), QString("Resume"));
        const QString said = studio.text("export.message");
        QVERIFY2(said.contains("The machine keeps the job; Resume continues it."), qPrintable(said));
        QVERIFY2(!said.contains("Line 0"), qPrintable(said));
    }

    void theButtonTestsTheConnection() {
        TransferStudio studio;
        QCOMPARE(studio.tools.machines().findChild<QPushButton*>("machines.ask")->text(),
                 QString("Test connection"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMachineWords)
#include "test_machine_words.moc"
