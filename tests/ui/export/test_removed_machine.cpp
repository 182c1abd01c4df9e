// SPDX-License-Identifier: GPL-3.0-or-later

// A machine that was removed from the address book by mistake can be brought back, and windows of the studio
// do not remove what others have added.

#include "support/testing.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <utility>

namespace burin::ui {

namespace {

/// The settings of two windows. Settings of two paths know nothing of each other, as those of two processes.
class TwoWindows {
  public:
    TwoWindows() : before_(settingsFolder()) {
        const QString link = folder_.filePath("other");
        if (!QDir(folder_.path()).mkdir("settings") || !QFile::link(folder(), link)) qFatal("no settings");
        Settings::setFolder(link);
        other = std::make_unique<MachineBook>();
        Settings::setFolder(folder());
    }
    ~TwoWindows() {
        Settings::setFolder(before_.isEmpty()
                                ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
                                : before_);
    }
    TwoWindows(const TwoWindows&) = delete;
    TwoWindows& operator=(const TwoWindows&) = delete;

    [[nodiscard]] QString folder() const { return folder_.filePath("settings"); }

    std::unique_ptr<MachineBook> other;

  private:
    const QTemporaryDir folder_;
    const QString before_;
};

/// Settings that even root cannot write: a file has taken the place of their folder.
class Unwritable {
  public:
    explicit Unwritable(const QString& folder)
        : place_(QFileInfo(Settings().file()).path()), aside_(folder + "/aside") {
        QFile file(place_);
        if (!QDir().rename(place_, aside_) || !file.open(QIODevice::WriteOnly)) qFatal("no file");
    }
    ~Unwritable() {
        if (!QFile::remove(place_) || !QDir().rename(aside_, place_)) qFatal("no folder");
    }
    Unwritable(const Unwritable&) = delete;
    Unwritable& operator=(const Unwritable&) = delete;

  private:
    const QString place_;
    const QString aside_;
};

QString names(const MachineBook& book) {
    QStringList all;
    for (const MachineEntry& machine : book.machines())
        all << machine.name;
    return all.join(' ');
}

void add(MachineBook& book, const char* name, int port = 1) {
    const MachineEntry machine{name, QString("burin://127.0.0.1:%1").arg(port)};
    book.change([machine](QList<MachineEntry>& all) { all << machine; });
}

}  // namespace

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
        const TwoWindows windows;
        MachineBook& other = *windows.other;
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
        // Typing changes this machine alone, although it has another row now.
        other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
        add(other, "gamma");
        QTest::keyClicks(name, "2");
        QCOMPARE(names(own), QString("beta2 gamma"));
        QCOMPARE(list->currentRow(), 0);
        QCOMPARE(name->text(), QString("beta2"));
        // The machine that is shown was removed there. It comes back as soon as it is changed here.
        {
            const QSignalBlocker late(own);  // the dialog does not know of it yet
            other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
            QTest::keyClicks(name, "3");
        }
        QCOMPARE(names(own), QString("beta23 gamma"));
        // An open dialog shows what is added.
        add(other, "delta");
        QTRY_COMPARE(list->count(), 3);
        QCOMPARE(name->text(), QString("beta23"));
        studio.click("machines.remove");
        add(other, "epsilon");
        QCOMPARE(names(other), QString("gamma delta epsilon"));
    }

    /// What cannot be written now must not be written later over what the other window has written meanwhile.
    void machinesThatCannotBeKeptAreHereUntilTheyCan() {
        const TwoWindows windows;
        MachineBook& other = *windows.other;
        add(other, "one");
        add(other, "two");
        MachineBook own;
        {
            const Unwritable settings(windows.folder());
            add(own, "alpha");
            own.change([](QList<MachineEntry>& all) { all.removeFirst(); });
            QCOMPARE(names(own), QString("two alpha"));
            own.reload();
            QCOMPARE(names(own), QString("two alpha"));
        }
        add(other, "beta");
        QCOMPARE(names(other), QString("one two beta"));
        own.reload();
        QCOMPARE(names(own), QString("two alpha beta"));
        other.reload();
        QCOMPARE(names(other), QString("two alpha beta"));
        {
            const Unwritable settings(windows.folder());
            MachineBook closed;
            add(closed, "gamma");
        }
        other.reload();
        QCOMPARE(names(other), QString("two alpha beta"));
        {
            MachineBook closed;
            std::optional<Unwritable> settings(std::in_place, windows.folder());
            add(closed, "gamma");
            settings.reset();
        }
        other.reload();
        QVERIFY(names(other).contains("gamma"));
    }

    /// A studio that was killed leaves its lock, with the number of a process that does not exist.
    void theLockOfAKilledWindowIsIgnored() {
        const TwoWindows windows;
        QFile lock(Settings().file() + ".change.lock");
        QVERIFY(QDir().mkpath(QFileInfo(lock).path()) && lock.open(QIODevice::WriteOnly));
        lock.write("2147483646\nburin-studio\n" + QSysInfo::machineHostName().toUtf8() + "\n");
        lock.close();
        add(*windows.other, "one");
        QVERIFY(!lock.exists());
        QCOMPARE(names(MachineBook()), QString("one"));
    }

    /// Undo would otherwise add a second one.
    void aMachineThatAnotherWindowHasChangedIsNotRemovedHere() {
        const TwoWindows windows;
        add(*windows.other, "one");
        TransferStudio studio;
        studio.trigger("export.machines");
        const QSignalBlocker late(studio.tools.book());  // the dialog does not know of it yet
        windows.other->change([](QList<MachineEntry>& all) { all.front().name = "two"; });
        studio.click("machines.remove");
        QCOMPARE(names(studio.tools.book()), QString("two"));
        QVERIFY(studio.find("machines.undo")->isHidden());
    }

    /// Typing must not change another machine.
    void noMachineIsShownInPlaceOfOneThatAnotherWindowRemoves() {
        const TwoWindows windows;
        MachineBook& other = *windows.other;
        for (const char* name : {"one", "two", "three"})
            add(other, name);
        TransferStudio studio;
        studio.trigger("export.machines");
        auto* const list = studio.find<QListWidget>("machines.list");
        auto* const name = studio.find<QLineEdit>("machines.name");
        list->setCurrentRow(1);
        name->setFocus();
        other.change([](QList<MachineEntry>& all) { all[1].name = "zwei"; });
        QTRY_COMPARE(name->text(), QString("zwei"));
        other.change([](QList<MachineEntry>& all) { all.removeAt(1); });
        QTRY_COMPARE(list->count(), 2);
        QCOMPARE(list->currentRow(), -1);
        QCOMPARE(name->text(), QString());
        QVERIFY(!name->isEnabled());
        QCOMPARE(studio.text("machines.problem"), QString("Select a machine in the list."));
    }

    /// An export must not go to another machine than the one that was chosen.
    void theChosenMachineStaysChosenOrNoneIs() {
        const TwoWindows windows;
        MachineBook& other = *windows.other;
        add(other, "one", 1);
        add(other, "two", 2);
        add(other, "three", 3);
        TransferStudio studio;
        studio.trigger("export.open");
        studio.tools.dialog().form().chooseMachine();
        auto* const chosen = studio.find<QComboBox>("export.machine");
        chosen->setCurrentIndex(1);
        other.change([](QList<MachineEntry>& all) { all[1].name = "zwei"; });
        QTRY_COMPARE(chosen->currentText(), QString("zwei"));
        other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
        QTRY_COMPARE(chosen->count(), 2);
        QCOMPARE(chosen->currentText(), QString("zwei"));
        other.change([](QList<MachineEntry>& all) { all.removeFirst(); });
        QTRY_COMPARE(chosen->count(), 1);
        QCOMPARE(chosen->currentIndex(), -1);
        QVERIFY(studio.notices().contains("Choose a machine."));
        QVERIFY(!studio.find("export.start")->isEnabled());
        add(other, "zwei");
        QTRY_COMPARE(chosen->currentText(), QString("zwei"));
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
