// SPDX-License-Identifier: GPL-3.0-or-later

// A machine that was removed from the address book by mistake can be brought back.

#include "support/testing.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QLabel>
#include <QListWidget>
#include <QSettings>

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
