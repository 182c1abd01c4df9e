// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/export/dialog/export_dialog.hpp"

#include "tests/ui/support/dialogs.hpp"
#include "ui/export/queue/state_chip.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/support/export_studio.hpp"

#include <QListView>

namespace burin::ui {

/// Operates the export dialog by keys, and checks which widget has the focus.
class TestExportKeys : public QObject {
    Q_OBJECT

  private slots:
    void theKeyboardAloneWritesAFile() {
        Studio studio;
        QTest::keyClick(&studio.window, Qt::Key_E, Qt::ControlModifier);
        QVERIFY(studio.tools.dialog().isVisible());
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 1);
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QVERIFY(studio.bytes("x.tif").size() > 12'000'000);
        QCOMPARE(studio.find<StateChip>("export.state")->word(), QString("Done"));
        QCOMPARE(studio.text("export.percent"), QString("100.0 %"));
    }

    void theKeyboardIsAtWhatComesNextWhenAnExportHasEnded() {
        Studio studio(true);
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.gate.pass(2);
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        ExportJob* const job = studio.queue.job(0);
        const auto* const words = studio.find<CutLabel>("export.words");
        QVERIFY2(words->text().contains("continues"), qPrintable(words->text()));
        studio.find("export.stop")->setFocus();
        answer("Stop");
        studio.click("export.stop");
        studio.gate.open();
        BURIN_TRY_STATE(job, stopped);
        QTRY_COMPARE(studio.tools.dialog().focusWidget(), studio.find("export.close"));
        QCOMPARE(words->text(), QString());
        studio.click("export.resume");
        QVERIFY2(words->text().contains("continues"), qPrintable(words->text()));
        BURIN_TRY_STATE(job, done);
        QTRY_COMPARE(words->text(), QString());
        QTRY_COMPARE(studio.tools.dialog().focusWidget(), studio.find("export.show"));
    }

    void enterIsForTheButtonThatHasTheFocus() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.find("export.close")->setFocus();
        QTest::keyClick(studio.find("export.close"), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 0);
        QVERIFY(!studio.tools.dialog().isVisible());
    }

    /// If the button that closed the dialog kept the focus, Enter would close the dialog again.
    void aDialogThatOpensAgainIsNotClosedByEnter() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        studio.find("export.close")->setFocus();
        studio.click("export.close");
        QVERIFY(!studio.tools.dialog().isVisible());
        studio.trigger("export.open");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        const QWidget* at = studio.tools.dialog().focusWidget();
        QVERIFY(at == nullptr || at != studio.find("export.close"));
        QTest::keyClick(&studio.tools.dialog(), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 1);
    }

    /// The suggestion may lie anywhere: the first Enter accepts it, the second one starts.
    void enterAloneDoesNotWriteToASuggestion() {
        Studio studio;
        for (int opening = 0; opening < 2; ++opening) {
            studio.trigger("export.open");
            QTRY_VERIFY(studio.find("export.start")->isEnabled());
            QCOMPARE(studio.tools.dialog().focusWidget(), studio.find<QLineEdit>("export.target"));
            studio.find("export.choose")->setFocus();
            studio.tools.dialog().close();
        }
        studio.trigger("export.open");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 0);
        QCOMPARE(studio.tools.dialog().focusWidget(), studio.find("export.start"));
        const auto* const words = studio.find<CutLabel>("export.words");
        QVERIFY2(words->text().contains("Enter again"), qPrintable(words->text()));
        // Words about a name that has been replaced would be wrong.
        studio.type("export.target", studio.path("x.tif"));
        QVERIFY2(words->text().contains("continues"), qPrintable(words->text()));
    }

    /// A plan takes a moment, so the user can press Enter before it is made.
    void enterBeforeThePlanIsMadeStartsToo() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QVERIFY(!studio.find("export.start")->isEnabled());
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 0);
        QTRY_COMPARE(studio.queue.count(), 1);
        QCOMPARE(studio.queue.job(0)->order().file(), studio.path("x.tif"));
        BURIN_TRY_STATE(studio.queue.job(0), done);
    }

    void whatIsTypedAfterEnterDoesNotStart() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTest::keyClick(studio.find<QLineEdit>("export.target"), Qt::Key_Return);
        studio.type("export.target", studio.path("y.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QCOMPARE(studio.queue.count(), 0);
    }

    /// The target of the form, and the main button of a job.
    void theFirstFocusIsAlwaysTheSame() {
        Studio studio(true);
        const auto focus = [&] { return studio.tools.dialog().focusWidget()->objectName(); };
        studio.trigger("export.open");
        QCOMPARE(focus(), QString("export.target"));
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.gate.pass(2);
        studio.click("export.start");
        QCOMPARE(focus(), QString("export.close"));
        studio.find("export.pauseButton")->setFocus();
        studio.tools.dialog().close();
        studio.trigger("export.open");
        QCOMPARE(focus(), QString("export.close"));
        studio.click("export.add");
        QCOMPARE(focus(), QString("export.target"));
        studio.find<QListView>("export.queue.list")->setFocus();
        studio.tools.dialog().showJob(studio.queue.job(0));
        QCOMPARE(focus(), QString("export.queue.list"));
        studio.gate.open();
        BURIN_TRY_STATE(studio.queue.job(0), done);
    }

    void theQueueIsWorkedByKeys() {
        Studio studio(true);
        studio.gate.pass(0);
        for (const char* name : {"a.raw", "b.raw", "c.raw"})
            studio.queue.add(studio.order(name));
        studio.trigger("export.open");
        auto* const list = studio.find<QListView>("export.queue.list");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QCOMPARE(studio.find<StateChip>("export.state")->word(), QString("Waits"));
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(QFileInfo(studio.queue.job(1)->order().file()).fileName(), QString("c.raw"));
        screenshot(studio.tools.dialog(), "export-queue");
        screenshot(studio.tools.panel(), "export-queue-panel");
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(studio.queue.count(), 2);
        studio.gate.open();
        BURIN_TRY_STATE(studio.queue.job(1), done);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExportKeys)
#include "test_export_keys.moc"
