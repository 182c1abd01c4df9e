// SPDX-License-Identifier: GPL-3.0-or-later

// The dialog of machines has the words that users know from other programs.

#include "support/testing.hpp"
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

    void theButtonTestsTheConnection() {
        TransferStudio studio;
        QCOMPARE(studio.tools.machines().findChild<QPushButton*>("machines.ask")->text(),
                 QString("Test connection"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMachineWords)
#include "test_machine_words.moc"
