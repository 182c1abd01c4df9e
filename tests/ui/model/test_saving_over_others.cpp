// SPDX-License-Identifier: GPL-3.0-or-later

// A save never silently overwrites what other programs have written.

#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

class TestSavingOverOthers : public QObject {
    Q_OBJECT

    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& name, const QByteArray& text) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// Reloads and waits for the end. \return why it failed
    static QString reload(Document& document, Document::Reload what = Document::Reload::unchanged) {
        QSignalSpy reloaded(&document, &Document::reloaded);
        document.reload(what);
        return reloaded.wait(patience) ? reloaded[0][0].toString() : QString("not reloaded");
    }

  private slots:
    void aSaveOverwritesOnlyWhatItWasToldTo() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        document.edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        const QByteArray theirs = read(file).replace("surface", "theirs");
        write(file, theirs);
        const FileStamp agreed = FileStamp::of(file);
        QVERIFY(!document.save(file).isEmpty());
        QVERIFY(document.overtaken() && document.modified());
        QCOMPARE(read(file), theirs);
        write(file, theirs + "# later\n");
        QVERIFY(!document.save(file, agreed).isEmpty());
        QVERIFY(document.overtaken() && document.modified());
        QCOMPARE(read(file), theirs + "# later\n");
        QCOMPARE(document.save(file, FileStamp::of(file)), QString());
        QVERIFY(!document.overtaken() && !document.modified() && !document.changedOnDisk());
        QVERIFY(read(file).contains("mine"));
        QVERIFY(!document.save("/nowhere/at/all.burin").isEmpty());
        QVERIFY(!document.overtaken());
    }

    void aFileThatAppearsMeanwhileIsNotOverwritten() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("new.burin");
        const FileStamp nothing = FileStamp::of(file);
        write(file, "theirs");
        Document document(kinds());
        QVERIFY(!document.save(file, nothing).isEmpty());
        QVERIFY(document.overtaken());
        QCOMPARE(read(file), QByteArray("theirs"));
        QVERIFY(document.file().isEmpty());
    }

    void theirsThatIsUndoneIsKnownUntilItIsSettled_data() {
        QTest::addColumn<Document::Reload>("what");
        QTest::newRow("taken instead of changes") << Document::Reload::theirs;
        QTest::newRow("taken without changes") << Document::Reload::unchanged;
    }
    void theirsThatIsUndoneIsKnownUntilItIsSettled() {
        QFETCH(Document::Reload, what);
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        const auto add = [&](const char* name) {
            document.edit("Add", [name](DesignEdit& e) { e.addNode(name, "stitching"); });
        };
        if (what == Document::Reload::theirs) add("mine");
        write(file, read(file).replace("surface", "theirs"));
        QVERIFY(reload(document, what).isEmpty());
        QVERIFY(!document.undoneTheirs());
        document.undo();
        QVERIFY(document.undoneTheirs() && !document.changedOnDisk());
        document.redo();
        QVERIFY(!document.undoneTheirs());
        // While their version is part of the history, a save keeps it in the file. After an undo, the next
        // save would remove it.
        add("more");
        QCOMPARE(document.save(file), QString());
        document.goTo(0);
        QVERIFY(document.undoneTheirs());
        add("instead");  // theirs is no longer in the history
        QVERIFY(document.undoneTheirs());
        document.undo();
        QVERIFY(document.undoneTheirs());
        QVERIFY(reload(document, Document::Reload::theirs).isEmpty());
        QVERIFY(document.node("theirs") != nullptr && !document.undoneTheirs());
        document.undo();
        QVERIFY(document.undoneTheirs());
        QCOMPARE(document.save(file), QString());
        QVERIFY(!document.undoneTheirs());
        document.redo();
        document.undo();
        QVERIFY(!document.undoneTheirs());
    }

    void theirsStaysInTheFileThatADesignLeaves() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        write(file, read(file).replace("surface", "theirs"));
        QVERIFY(reload(document).isEmpty());
        QCOMPARE(document.save(folder.filePath("b.burin")), QString());
        document.undo();
        QVERIFY(!document.undoneTheirs());
        QCOMPARE(document.open(file), QString());
        QVERIFY(!document.undoneTheirs());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSavingOverOthers)
#include "test_saving_over_others.moc"
