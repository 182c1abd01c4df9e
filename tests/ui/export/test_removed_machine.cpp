// SPDX-License-Identifier: GPL-3.0-or-later

// A machine that was removed from the address book by mistake can be brought back.

#include "support/testing.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QScopeGuard>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace burin::ui {

class TestRemovedMachine : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void itComesBackWithEveryField() {
        const MachineEntry one{"one", "burin://a:1", "/ca", "/cert", "/key", "/token", false};
        const MachineEntry two{"two", "burin://b:2", {}, {}, {}, {}, true};
        const MachineEntry three{"three", "burin://c:3", {}, {}, {}, {}, true};
        MachineBook().setMachines({one, two, three});
        TransferStudio studio;
        studio.trigger("export.machines");
        auto* const list = studio.find<QListWidget>("machines.list");
        QVERIFY(studio.find("machines.undo")->isHidden());
        list->setCurrentRow(0);
        studio.click("machines.remove");
        studio.click("machines.remove");
        QVERIFY((studio.tools.book().machines() == QList<MachineEntry>{three}));
        QVERIFY(studio.find("machines.undo")->toolTip().contains("two"));
        studio.click("machines.undo");
        QVERIFY((studio.tools.book().machines() == QList<MachineEntry>{two, three}));
        studio.click("machines.undo");
        QVERIFY((studio.tools.book().machines() == QList<MachineEntry>{one, two, three}));
        QCOMPARE(list->currentRow(), 0);
        QCOMPARE(studio.find<QLineEdit>("machines.token")->text(), QString("/token"));
        QVERIFY(studio.find("machines.undo")->isHidden());
    }

    /// Each window of the studio is a process of its own, and all have the same settings.
    void whatAnotherWindowAddsStays() {
        const QTemporaryDir folder;
        const QString link = folder.filePath("other");
        QVERIFY(QDir(folder.path()).mkdir("settings"));
        QVERIFY(QFile::link(folder.filePath("settings"), link));
        const auto usual = qScopeGuard([before = settingsFolder()] {
            Settings::setFolder(before.isEmpty()
                                    ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
                                    : before);
        });
        // Settings of two paths know nothing of each other, as those of two processes.
        Settings::setFolder(link);
        MachineBook other;
        Settings::setFolder(folder.filePath("settings"));
        const auto names = [](const MachineBook& book) {
            QStringList all;
            for (const MachineEntry& machine : book.machines())
                all << machine.name;
            return all.join(' ');
        };
        const auto add = [](MachineBook& book, const char* name) {
            book.change([name](QList<MachineEntry>& all) { all << MachineEntry{name, "burin://a:1"}; });
        };
        TransferStudio studio;
        MachineBook& own = studio.tools.book();
        add(own, "alpha");
        add(other, "beta");
        QCOMPARE(names(other), QString("alpha beta"));
        studio.trigger("export.machines");
        QCOMPARE(names(own), QString("alpha beta"));
        auto* const list = studio.find<QListWidget>("machines.list");
        QCOMPARE(list->count(), 2);
        auto* const name = studio.find<QLineEdit>("machines.name");
        list->setCurrentRow(1);
        // What is typed changes this machine alone, wherever it is now.
        other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
        add(other, "gamma");
        QTest::keyClicks(name, "2");
        QCOMPARE(names(own), QString("beta2 gamma"));
        QCOMPARE(list->currentRow(), 0);
        QCOMPARE(name->text(), QString("beta2"));
        // The machine that is shown was removed there. It comes back as soon as it is changed here.
        other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
        QTest::keyClicks(name, "3");
        QCOMPARE(names(own), QString("beta23 gamma"));
        // An open dialog shows what is added.
        add(other, "delta");
        QTRY_COMPARE(list->count(), 3);
        QCOMPARE(name->text(), QString("beta23"));
        studio.click("machines.remove");
        add(other, "epsilon");
        QCOMPARE(names(other), QString("gamma delta epsilon"));
    }

    /// The name is typed anew, and the settings keep no machine without a name and an address.
    void aNameThatIsClearedForAMomentKeepsItsRow() {
        MachineBook().setMachines({{"one", {}, "/ca"}, {"two", {}}});
        TransferStudio studio;
        studio.trigger("export.machines");
        auto* const name = studio.find<QLineEdit>("machines.name");
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Backspace);
        studio.tools.book().reload();
        QCOMPARE(name->text(), QString());
        QTest::keyClicks(name, "x");
        QVERIFY((studio.tools.book().machines() == QList<MachineEntry>{{"x", {}, "/ca"}, {"two", {}}}));
        QCOMPARE(studio.find<QListWidget>("machines.list")->currentRow(), 0);
    }

    void anEmptyListSaysWhatToDo() {
        MachineBook().setMachines({});
        TransferStudio studio;
        studio.trigger("export.machines");
        const auto* const words = studio.find<QListWidget>("machines.list")->viewport()->findChild<QLabel*>();
        QVERIFY(words != nullptr && words->isVisible());
        QVERIFY2(words->text().contains("Add"), qPrintable(words->text()));
        studio.click("machines.add");
        QVERIFY(words->isHidden());
        studio.click("machines.remove");
        QVERIFY(words->isVisible());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRemovedMachine)
#include "test_removed_machine.moc"
