// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/recovery.hpp"

#include "core/kinds/catalogue/kinds.hpp"
#include "support/system/file_limit.hpp"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace burin::ui {

namespace {

void addDots(Document& document) {
    document.edit("Add dots", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
}

/// Acts like a studio that is killed after it has saved its changes.
void runAndDie(const QString& folder, const QString& design) {
    const pid_t child = fork();
    if (child == 0) {
        Document document(kinds());
        if (!design.isEmpty() && !document.open(design).isEmpty()) _exit(1);
        Recovery recovery(document, folder);
        addDots(document);
        recovery.keep();
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
}

}  // namespace

class TestRecovery : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
#ifdef __SANITIZE_THREAD__
        QSKIP("ThreadSanitizer loses count of the threads if a program that has some forks");
#endif
    }

    void whatAKilledStudioHadIsFoundAgain() {
        const QTemporaryDir folder;
        Document saved(kinds());
        const QString file = folder.filePath("panel.burin");
        QCOMPARE(saved.save(file), QString());
        runAndDie(folder.filePath("recovery"), file);

        Document document(kinds());
        Recovery recovery(document, folder.filePath("recovery"));
        const auto left = recovery.left();
        QCOMPARE(left.size(), 1);
        QCOMPARE(left[0].file, file);
        QCOMPARE(left[0].title, QString("panel.burin"));
        QCOMPARE(left[0].steps, 1);
        QCOMPARE(recovery.recover(left[0]), QString());
        QVERIFY(document.node("dots") != nullptr);
        QVERIFY(document.modified());
        QCOMPARE(document.file(), file);
        QVERIFY(!document.changedOnDisk());
        QVERIFY(recovery.left().isEmpty());
    }

    void aFileKnowsItsNewerCopy() {
        const QTemporaryDir folder;
        Document saved(kinds());
        const QString file = folder.filePath("panel.burin");
        const QString other = folder.filePath("other.burin");
        QCOMPARE(saved.save(other), QString());
        QCOMPARE(saved.save(file), QString());
        runAndDie(folder.filePath("recovery"), file);
        runAndDie(folder.filePath("recovery"), {});
        const QString link = folder.filePath("link.burin");
        QVERIFY(QFile::link(file, link));

        Document document(kinds());
        const Recovery recovery(document, folder.filePath("recovery"));
        const auto left = recovery.left();
        const auto ofFile = std::find_if(left.begin(), left.end(),
                                         [&](const Recovery::Left& each) { return each.file == file; });
        QVERIFY(ofFile != left.end());
        for (const QString& name : {file, link}) {
            const auto newer = recovery.newerThan(name);
            QVERIFY2(newer, qPrintable(name));
            QCOMPARE(newer->copy, ofFile->copy);
        }
        for (const QString& name : {other, QString(), folder.filePath("missing.burin")})
            QVERIFY2(!recovery.newerThan(name), qPrintable(name));

        QFile later(file);
        QVERIFY(later.open(QIODevice::ReadWrite));
        QVERIFY(later.setFileTime(ofFile->saved.addSecs(1), QFileDevice::FileModificationTime));
        later.close();
        QVERIFY(!recovery.newerThan(file));
        QVERIFY(later.remove());
        QVERIFY2(recovery.newerThan(file), "only the copy is left");
    }

    void whatOthersWroteAfterTheCrashIsNotWrittenOver() {
        const QTemporaryDir folder;
        Document saved(kinds());
        const QString file = folder.filePath("panel.burin");
        QCOMPARE(saved.save(file), QString());
        runAndDie(folder.filePath("recovery"), file);
        saved.edit("Size", [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("7 mm")); });
        QCOMPARE(saved.save(file), QString());

        Document document(kinds());
        Recovery recovery(document, folder.filePath("recovery"));
        QCOMPARE(recovery.recover(recovery.left()[0]), QString());
        QVERIFY(document.changedOnDisk() && document.recovered());
        QSignalSpy reloaded(&document, &Document::reloaded);
        document.reload(Document::Reload::theirs);
        QVERIFY(reloaded.wait(patience));
        QVERIFY(!document.changedOnDisk() && !document.recovered());
    }

    /// Another program has written the design, and the user has undone that before the crash.
    void whatWasUndoneBeforeTheCrashIsNotWrittenOver() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("panel.burin");
        Document other(kinds());
        QCOMPARE(other.save(file), QString());
        Document crashed(kinds());
        QCOMPARE(crashed.open(file), QString());
        addDots(other);
        QCOMPARE(other.save(file), QString());
        QSignalSpy reloaded(&crashed, &Document::reloaded);
        crashed.reload();
        QVERIFY(reloaded.wait(patience));
        crashed.undo();
        {
            Recovery recovery(crashed, folder.filePath("recovery"));
            QVERIFY(recovery.keep());
            const QStringList copies = QDir(folder.filePath("recovery")).entryList({"*.burin"});
            QCOMPARE(copies.size(), 1);
            QVERIFY(QDir().mkpath(folder.filePath("crashed")));
            QVERIFY(QFile::copy(folder.filePath("recovery/" + copies[0]),
                                folder.filePath("crashed/" + copies[0])));
        }
        Document document(kinds());
        Recovery recovery(document, folder.filePath("crashed"));
        QCOMPARE(recovery.left().size(), 1);
        QCOMPARE(recovery.recover(recovery.left()[0]), QString());
        QVERIFY(document.node("dots") == nullptr);
        QVERIFY(document.undoneTheirs() && document.recovered() && !document.changedOnDisk());
        document.edit("Size", [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("7 mm")); });
        QVERIFY(document.undoneTheirs());
        QCOMPARE(document.save(file), QString());
        QVERIFY(!document.undoneTheirs() && !document.recovered());
    }

    void whatWasWrittenByHandStaysAsItWas() {
        const QTemporaryDir folder;
        const QByteArray text =
            "\xEF\xBB\xBF# A plate.\r\n\r\nburin: 1 # c\r\npixel:  1 um\r\nnodes:\r\n"
            "    surface: {kind: root, width: 1, height: 1}";
        QFile file(folder.filePath("panel.burin"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(text);
        file.flush();
        runAndDie(folder.filePath("recovery"), file.fileName());

        Document document(kinds());
        Recovery recovery(document, folder.filePath("recovery"));
        QCOMPARE(recovery.recover(recovery.left()[0]), QString());
        QCOMPARE(document.save(file.fileName()), QString());
        QFile saved(file.fileName());
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(saved.readAll(), text + "\r\n    dots:\r\n        kind: stitching");
    }

    /// The disk is full.
    void theOnlyCopyIsKept() {
        const QTemporaryDir folder;
        runAndDie(folder.path(), {});
        Document document(kinds());
        Recovery recovery(document, folder.path());
        const auto left = recovery.left();
        QCOMPARE(left.size(), 1);
        {
            const test::FileLimit full(0);
            QCOMPARE(recovery.recover(left[0]), QString());
        }
        QVERIFY(document.node("dots") != nullptr);
        QVERIFY(recovery.kept().isNull());
        QVERIFY(QFile::exists(left[0].copy));
        QVERIFY(recovery.keep());
    }

    /// Reading a pipe would last for ever.
    void pipesAmongTheCopiesAreSkipped() {
        const QTemporaryDir folder;
        runAndDie(folder.path(), {});
        const QString other = folder.filePath("other.burin");
        QVERIFY(QFile::copy(folder.filePath(QDir(folder.path()).entryList({"*.burin"})[0]), other));
        for (const QString& name : {other + ".lock", folder.filePath("pipe.burin")})
            QCOMPARE(::mkfifo(QFile::encodeName(name).constData(), 0600), 0);
        Document document(kinds());
        const Recovery recovery(document, folder.path());
        const QList<Recovery::Left> left = recovery.left();
        QCOMPARE(left.size(), 1);
        QVERIFY(left[0].copy != other);
        Recovery::Left pipe = left[0];
        pipe.copy = folder.filePath("pipe.burin");
        QVERIFY(Recovery(document, folder.path()).recover(pipe).contains("cannot be read"));
    }

    /// In a container, the next studio often has the number of the one that was killed.
    void aKilledStudioOfTheSameNumberIsNoRunningOne() {
        const QTemporaryDir folder;
        runAndDie(folder.path(), {});
        const QStringList locks = QDir(folder.path()).entryList({"*.lock"});
        QCOMPARE(locks.size(), 1);
        QFile lock(folder.filePath(locks[0]));
        QVERIFY(lock.open(QIODevice::ReadWrite));
        QByteArrayList lines = lock.readAll().split('\n');
        lines[0] = QByteArray::number(QCoreApplication::applicationPid());
        QVERIFY(lock.resize(0) && lock.seek(0));
        lock.write(lines.join('\n'));
        lock.close();
        Document document(kinds());
        QCOMPARE(Recovery(document, folder.path()).left().size(), 1);
    }

    void whatWasNeverSavedIsFoundToo() {
        const QTemporaryDir folder;
        runAndDie(folder.path(), {});
        Document document(kinds());
        Recovery recovery(document, folder.path());
        QCOMPARE(recovery.left().size(), 1);
        QVERIFY(recovery.left()[0].file.isEmpty());
        recovery.discard(recovery.left()[0]);
        QVERIFY(recovery.left().isEmpty());
    }

    void aRunningStudioIsLeftAlone() {
        const QTemporaryDir folder;
        Document document(kinds());
        Recovery recovery(document, folder.path());
        addDots(document);
        recovery.keep();
        QVERIFY(!recovery.kept().isNull());
        Document other(kinds());
        QVERIFY(Recovery(other, folder.path()).left().isEmpty());
        const QString file = folder.filePath("panel.burin");
        QCOMPARE(document.save(file), QString());
        document.edit("Add", [](DesignEdit& e) { e.addNode("waves", "math2d"); });
        recovery.keep();
        QVERIFY(!Recovery(other, folder.path()).newerThan(file));
    }

    void nothingStaysOfWhatIsSaved() {
        const QTemporaryDir folder;
        const auto copies = [&] { return QDir(folder.path()).entryList({"*-*.burin"}).size(); };
        Document document(kinds());
        Recovery recovery(document, folder.path());
        addDots(document);
        recovery.keep();
        QCOMPARE(copies(), 1);
        QCOMPARE(document.save(folder.filePath("saved.burin")), QString());
        QCOMPARE(copies(), 0);
        document.history().undo();
        recovery.keep();
        QCOMPARE(copies(), 1);
    }

    void stepsAreCountedFromTheSavedState() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("recovery");
        const QString crashed = copies + "/crashed.burin";
        Document document(kinds());
        Recovery recovery(document, copies);
        const auto steps = [&] {
            if (!recovery.keep()) return -1;
            QFile::remove(crashed);
            const QFileInfoList all = QDir(copies).entryInfoList({"*-*.burin"});
            if (all.size() != 1 || !QFile::copy(all[0].filePath(), crashed)) return -1;
            Document next(kinds());
            const auto left = Recovery(next, copies).left();
            return left.size() == 1 ? left[0].steps : -1;
        };
        const auto add = [&](const char* name) {
            document.edit("Add", [name](DesignEdit& e) { e.addNode(name, "stitching"); });
        };
        for (const char* name : {"a", "b", "c"})
            add(name);
        QCOMPARE(steps(), 3);
        QCOMPARE(document.save(folder.filePath("saved.burin")), QString());
        add("d");
        QCOMPARE(steps(), 1);
        document.goTo(1);
        QCOMPARE(steps(), 2);
        add("e");  // the history no longer leads to the saved state
        QCOMPARE(steps(), 0);
    }

    void aDesignWhoseFileIsRemovedIsKept() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("saved.burin");
        Document document(kinds());
        QCOMPARE(document.save(file), QString());
        Recovery recovery(document, folder.filePath("recovery"));
        QVERIFY(recovery.keep());
        QVERIFY(recovery.kept().isNull());
        QVERIFY(QFile::remove(file));
        QVERIFY(recovery.keep());
        QVERIFY(!recovery.kept().isNull());
    }

    void aDesignWhoseFileIsSpoiltIsKept_data() {
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<bool>("read");
        QTest::newRow("emptied, and read since") << QByteArray() << true;
        QTest::newRow("emptied a moment ago") << QByteArray() << false;
        QTest::newRow("other bytes") << QByteArray("\0\xFF\x7F", 3) << true;
    }
    void aDesignWhoseFileIsSpoiltIsKept() {
        QFETCH(QByteArray, theirs);
        QFETCH(bool, read);
        const QTemporaryDir folder;
        QFile file(folder.filePath("saved.burin"));
        Document document(kinds());
        QCOMPARE(document.save(file.fileName()), QString());
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray sound = file.readAll();
        Recovery recovery(document, folder.filePath("recovery"),
                          {std::chrono::milliseconds(0), std::chrono::milliseconds(0)});
        QVERIFY(file.resize(0) && file.seek(0) && file.write(theirs) == theirs.size() && file.flush());
        if (!read) {
            QVERIFY(recovery.keep());
            QVERIFY(!recovery.kept().isNull());
            return;
        }
        QSignalSpy reloaded(&document, &Document::reloaded);
        document.reload();
        QVERIFY(reloaded.wait(patience));
        QVERIFY(document.lost() && document.unsaved() && !document.modified() && !document.missing());
        recovery.fileTouched();
        QTRY_VERIFY(!recovery.kept().isNull());
        QVERIFY(file.resize(0) && file.seek(0) && file.write(sound) == sound.size() && file.flush());
        QVERIFY(!document.unsaved());
        recovery.fileTouched();
        QVERIFY(recovery.kept().isNull());
    }

    void changesAreKeptByThemselves() {
        const QTemporaryDir folder;
        Document document(kinds());
        Recovery recovery(document, folder.path(), {std::chrono::milliseconds(50), std::chrono::hours(1)});
        addDots(document);
        QVERIFY(recovery.kept().isNull());
        QTRY_VERIFY(!recovery.kept().isNull());
    }

    /// A program that clears folders, or a home that is mounted again.
    void aFolderThatIsRemovedIsMadeAgain() {
        const QTemporaryDir folder;
        QDir copies(folder.filePath("recovery"));
        Document document(kinds());
        Recovery recovery(document, copies.path());
        const QSignalSpy failed(&recovery, &Recovery::failed);
        for (int k = 0; k < 2; ++k) {
            QVERIFY(copies.removeRecursively());
            document.edit("Add", [k](DesignEdit& e) { e.addNode("n" + std::to_string(k), "stitching"); });
            QTest::failOnWarning(QRegularExpression("lock"));
            QVERIFY(recovery.keep());
            copies.refresh();
            QCOMPARE(copies.entryList({"*.burin"}).size(), 1);
            Document other(kinds());
            QVERIFY2(Recovery(other, copies.path()).left().isEmpty(), "its studio is still running");
        }
        QCOMPARE(failed.size(), 0);
    }

    void aCopyThatCannotBeWrittenIsReported() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("recovery");
        Document document(kinds());
        Recovery recovery(document, copies);
        const QSignalSpy failed(&recovery, &Recovery::failed);
        QVERIFY(QDir(copies).removeRecursively());
        QFile inTheWay(copies);
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        addDots(document);
        QVERIFY(!recovery.keep());
        QCOMPARE(failed.size(), 1);
        QVERIFY(!failed[0][0].toString().isEmpty());
        QVERIFY(inTheWay.remove());
        QVERIFY(recovery.keep());
        QCOMPARE(failed.size(), 1);
    }

    /// The file of the copy does not exist either, but that is not the cause.
    void aFolderThatCannotBeMadeIsNamedAsTheCause() {
        if (::geteuid() != 0) QSKIP("only an administrator may act as another user");
        const QTemporaryDir folder;
        Document document(kinds());
        Recovery recovery(document, folder.filePath("home/recovery"));
        const QSignalSpy failed(&recovery, &Recovery::failed);
        QVERIFY(QDir(folder.filePath("home")).removeRecursively());
        addDots(document);
        QCOMPARE(::chmod(QFile::encodeName(folder.path()).constData(), 0755), 0);
        QCOMPARE(::seteuid(12345), 0);
        const bool kept = recovery.keep();
        QCOMPARE(::seteuid(0), 0);
        QVERIFY(!kept);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QString("Permission denied"));
        QVERIFY(recovery.keep());
    }

    void changesThatFollowEachOtherAreKept() {
        const QTemporaryDir folder;
        Document document(kinds());
        Recovery recovery(document, folder.path(), {std::chrono::hours(1), std::chrono::milliseconds(50)});
        addDots(document);
        QTRY_VERIFY(!recovery.kept().isNull());
        document.history().undo();
        QVERIFY(recovery.kept().isNull());  // nothing is left to keep
        document.history().redo();
        QTRY_VERIFY(!recovery.kept().isNull());
    }

    void whatIsSavedWhileItIsCopiedLeavesNoCopy() {
        const QTemporaryDir folder;
        Document document(kinds());
        for (int k = 0; k < 20; ++k) {
            Recovery recovery(document, folder.filePath("recovery"),
                              {std::chrono::milliseconds(0), std::chrono::milliseconds(0)});
            document.edit("Add a node",
                          [k](DesignEdit& e) { e.addNode("n" + std::to_string(k), "stitching"); });
            QCoreApplication::processEvents();  // starts the copy
            QCOMPARE(document.save(folder.filePath("saved.burin")), QString());
            QTRY_VERIFY(QDir(folder.filePath("recovery")).entryList({"*-*.burin"}).isEmpty());
            QVERIFY(recovery.kept().isNull());
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRecovery)
#include "test_recovery.moc"
