// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/file_watcher.hpp"

#include "ui/words/text.hpp"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

class TestFileWatcher : public QObject {
    Q_OBJECT

  private slots:
    /// A file system writes the time of a change in steps of some milliseconds, so a folder that was read
    /// just before may keep its time.
    void aNewEntryIsSeenEvenIfTheFolderKeepsItsTime() {
        const QTemporaryDir folder;
        const QString inside = folder.filePath("library");
        QVERIFY(QDir().mkpath(inside));
        const auto time = std::filesystem::last_write_time(pathOf(inside));
        FileWatcher watcher;
        watcher.watch({inside});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QVERIFY(QDir().mkpath(inside + "/New"));
        std::filesystem::last_write_time(pathOf(inside), time);
        QVERIFY(changed.wait(patience));
        QCOMPARE(changed.first().first().toStringList(), QStringList{inside});
    }

    void theTargetOfALinkIsWatched() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("real") && QDir(folder.path()).mkpath("links"));
        const QString link = folder.filePath("links/a.png");
        QVERIFY(QFile::link("../real/a.png", link));
        FileWatcher watcher;
        watcher.watch({link});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QFile target(folder.filePath("real/a.png"));
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.close();
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed.first().first().toStringList(), QStringList{link});
    }

    void aFileThatIsNoLongerAskedForIsNotReported() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("one") && QDir(folder.path()).mkpath("two"));
        const QString one = folder.filePath("one/a.png");
        const QString two = folder.filePath("two/b.png");
        FileWatcher watcher;
        watcher.watch({one, two});
        watcher.watch({two});
        watcher.watch({two, two});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        for (const QString& path : {one, two}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QVERIFY(changed.wait(patience));
        QCOMPARE(changed.first().first().toStringList(), QStringList{two});
    }

    /// rsync and `cp -p` write such files.
    void aFileThatKeepsItsTimeAndLengthIsReported() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.png");
        const auto write = [&](const QByteArray& text) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        };
        write("text");
        const auto time = std::filesystem::last_write_time(pathOf(path));
        QTest::qSleep(50);  // longer than a tick of the file system's clock
        FileWatcher watcher;
        watcher.watch({path});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        write("next");
        std::filesystem::last_write_time(pathOf(path), time);
        QVERIFY(changed.wait(patience));
        QCOMPARE(changed.first().first().toStringList(), QStringList{path});
    }

    /// A branch that is checked out, or a share that is mounted again.
    void aFolderThatIsMadeAgainIsWatchedAgain() {
        const QTemporaryDir folder;
        const QDir outer(folder.filePath("outer"));
        const QString path = outer.filePath("inner/a.png");
        const auto write = [&](const QByteArray& text) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        };
        FileWatcher watcher;
        watcher.watch({path});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        for (int k = 0; k < 2; ++k) {
            QVERIFY(outer.mkpath("inner"));
            write("first");
            QTRY_COMPARE(changed.size(), 1);
            write("second");
            QTRY_COMPARE(changed.size(), 2);
            QVERIFY(QDir(outer).removeRecursively());
            QTRY_COMPARE(changed.size(), 3);
            changed.clear();
        }
    }

    void aFolderThatStaysAsItWasIsNotReported() {
        const QTemporaryDir folder;
        FileWatcher watcher;
        watcher.watch({folder.path()});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QFile passing(folder.filePath("passing"));
        QVERIFY(passing.open(QIODevice::WriteOnly));
        QVERIFY(passing.remove());
        QVERIFY(!changed.wait(1000));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFileWatcher)
#include "test_file_watcher.moc"
