// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/export/queue/export_queue.hpp"

#include "ui/export/queue/queue_list.hpp"
#include "ui/export/queue/queue_model.hpp"
#include "ui/support/export_test.hpp"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>

namespace burin::ui {

class TestExportQueue : public QObject {
    Q_OBJECT

    static QStringList names(const ExportQueue& queue) {
        QStringList list;
        for (int i = 0; i < queue.count(); ++i)
            list << QFileInfo(queue.job(i)->order().file()).fileName();
        return list;
    }

  private slots:
    void threeRunOneAfterAnother() {
        ExportTest test;
        ExportQueue queue(test.gated);
        test.gate.pass(0);
        for (const char* name : {"a.raw", "b.tif", "c.png"})
            queue.add(test.order(name));
        QCOMPARE(queue.active(), queue.job(0));
        QCOMPARE(queue.waiting(), 2);
        int most = 0;
        connect(&queue, &ExportQueue::jobChanged, this, [&] {
            int active = 0;
            for (int i = 0; i < queue.count(); ++i)
                active += queue.job(i)->active() ? 1 : 0;
            most = std::max(most, active);
        });
        test.gate.open();
        for (int i = 0; i < 3; ++i)
            BURIN_TRY_STATE(queue.job(i), done);
        QCOMPARE(most, 1);
        QVERIFY(queue.active() == nullptr);
        for (const char* name : {"a.raw", "b.tif", "c.png"})
            QVERIFY2(QFile::exists(test.path(name)), name);
    }

    void jobsMoveAndGoWhileAnotherRuns() {
        ExportTest test;
        ExportQueue queue(test.gated);
        QueueModel model(queue);
        const QAbstractItemModelTester tester(&model);
        test.gate.pass(0);
        for (const char* name : {"a.raw", "b.raw", "c.raw", "d.raw"})
            queue.add(test.order(name));
        queue.move(3, 1);
        QCOMPARE(names(queue), QStringList({"a.raw", "d.raw", "b.raw", "c.raw"}));
        QVERIFY(model.moveRow({}, 1, {}, 4));
        QCOMPARE(names(queue), QStringList({"a.raw", "b.raw", "c.raw", "d.raw"}));
        queue.remove(queue.job(0));  // runs, so it stays
        QCOMPARE(queue.count(), 4);
        queue.remove(queue.job(2));
        QCOMPARE(names(queue), QStringList({"a.raw", "b.raw", "d.raw"}));
        QCOMPARE(model.rowCount(), 3);
        test.gate.open();
        for (int i = 0; i < 3; ++i)
            BURIN_TRY_STATE(queue.job(i), done);
        QVERIFY(!QFile::exists(test.path("c.raw")));
    }

    /// A batch removes its jobs whenever one ends.
    void aMenuActsOnItsJobIfTheQueueChanges() {
        ExportTest test;
        ExportQueue queue(test.gated);
        test.gate.pass(0);
        for (const char* name : {"a.raw", "b.raw", "c.raw", "d.raw"})
            queue.add(test.order(name));
        QueueList list(test.theme, queue);
        list.show();
        list.setCurrent(queue.job(2));
        QContextMenuEvent asks(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(&list, &asks);
        auto* const menu = list.findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        queue.remove(queue.job(1));
        for (QAction* const action : menu->actions()) {
            if (action->text().remove('&') == "Move up") action->trigger();
        }
        menu->close();
        QCOMPARE(names(queue), QStringList({"c.raw", "a.raw", "d.raw"}));
        test.gate.open();
    }

    void aFailedJobHoldsNobodyUp() {
        ExportTest test;
        ExportQueue queue(test.engine);
        queue.add(test.order("nowhere/a.raw"));
        queue.add(test.order("b.raw"));
        BURIN_TRY_STATE(queue.job(1), done);
        QCOMPARE(queue.job(0)->state(), ExportJob::State::failed);
        QVERIFY(QDir(test.folder.path()).mkdir("nowhere"));
        queue.resume(queue.job(0));
        BURIN_TRY_STATE(queue.job(0), done);
    }

    void theEndOfTheProgramKeepsWhatIsWritten() {
        ExportTest test;
        {
            ExportQueue queue(test.gated);
            test.gate.pass(5);
            queue.add(test.order("a.tif"));
            queue.add(test.order("b.tif"));
            BURIN_TRY(queue.job(0)->progress().doneSamples > 0);
            queue.job(0)->stop();
            test.gate.open();
        }
        QVERIFY(QFile::exists(test.path("a.tif.part")));
        QVERIFY(QFile::exists(test.path("a.tif.journal")));
        QVERIFY(!QFile::exists(test.path("b.tif.part")));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExportQueue)
#include "test_export_queue.moc"
