// SPDX-License-Identifier: GPL-3.0-or-later

// A sender reports each end of a job correctly, also an end that only later controllers know.

#include "support/scripted_controller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

using namespace burin;
using namespace burin::test;

class TestJobEnds : public QObject {
    Q_OBJECT

  private slots:
    void eachEndIsToldAsItself_data();
    void eachEndIsToldAsItself();
};

void TestJobEnds::eachEndIsToldAsItself_data() {
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("said");
    const int later = 77;
    QTest::newRow("refused") << int{wire::REFUSED} << "slice 3 is damaged"
                             << "the controller refused what was sent: slice 3 is damaged";
    QTest::newRow("refused, without a reason") << int{wire::REFUSED} << ""
                                               << "the controller refused what was sent, and gives no reason";
    QTest::newRow("stopped") << int{wire::STOPPED_BY_SOMEONE} << "stopped at the machine"
                             << "stopped at the machine";
    QTest::newRow("stopped, without a reason") << int{wire::STOPPED_BY_SOMEONE} << ""
                                               << "the machine has stopped";
    QTest::newRow("a fault") << int{wire::FAULT} << "the door is 100 %1 open"
                             << "the door is 100 %1 open";
    QTest::newRow("a fault without a reason") << int{wire::FAULT} << ""
                                              << "the machine has failed, and the controller gives no reason";
    QTest::newRow("an end of a later version") << later << ""
                                               << "the controller ended the job in an unknown way (77)";
    QTest::newRow("an end of a later version, with a reason")
        << later << "out of ink"
        << "the controller ended the job in an unknown way (77): out of ink";
}

void TestJobEnds::eachEndIsToldAsItself() {
    QFETCH(const int, end);
    QFETCH(const QString, reason);
    QFETCH(const QString, said);
    ScriptedController controller([&](ScriptedController::Call& call) {
        call.accept();
        call.end(static_cast<wire::End>(end), reason.toStdString());
        call.keepSilent();
        return grpc::Status::OK;
    });
    TransferOptions options = transferOptions();
    options.retryFor = 20s;
    Sender sender(controller.sink(), burin::test::jobOf(surfaceOf(100, 50, 8)), options);
    QVERIFY(waitFor([&] { return !sender.running(); }));
    const QString message = QString::fromStdString(messageOf([&] { sender.result(); }));
    QVERIFY2(message.endsWith(": " + said), qPrintable(message));
}

BURIN_TEST(TestJobEnds)
#include "test_job_ends.moc"
