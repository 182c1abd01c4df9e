// SPDX-License-Identifier: GPL-3.0-or-later

// File dialogs do not touch Qt's own settings of them if these must not be read.

#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/words/settings_files.hpp"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace burin::ui {

namespace {

/// A pipe that tells whether it was read. A reader does not wait: it finds the pipe empty.
class WatchedPipe {
  public:
    explicit WatchedPipe(const QString& file) : name_(QFile::encodeName(file)), second_(name_ + "-second") {
        made_ = ::mkfifo(name_.constData(), 0600) == 0 && ::link(name_.constData(), second_.constData()) == 0;
        if (!made_) return;
        writer_ = std::thread([this] {
            while (!ends_) {
                const int opened = ::open(second_.constData(), O_WRONLY);  // returns when a reader comes
                if (!ends_) read_ = true;
                if (opened >= 0) ::close(opened);
            }
        });
    }
    ~WatchedPipe() { end(); }
    WatchedPipe(const WatchedPipe&) = delete;
    WatchedPipe& operator=(const WatchedPipe&) = delete;

    /// Whether it is still there and unread.
    [[nodiscard]] bool isUntouched() {
        struct stat found {};
        const bool pipe = ::stat(name_.constData(), &found) == 0 && S_ISFIFO(found.st_mode);
        end();
        return made_ && pipe && !read_;
    }

  private:
    void end() {
        if (!writer_.joinable()) return;
        ends_ = true;
        const int reader = ::open(second_.constData(), O_RDONLY | O_NONBLOCK);
        writer_.join();
        if (reader >= 0) ::close(reader);
    }

    const QByteArray name_;
    const QByteArray second_;  ///< another name of the pipe: the first one may be replaced
    bool made_ = false;
    std::atomic<bool> ends_ = false;
    std::atomic<bool> read_ = false;
    std::thread writer_;
};

/// Opens every kind of file dialog, and cancels it.
void useDialogs(const QString& folder) {
    const auto cancel = [] {
        QTimer::singleShot(0, qApp,
                           [] { qobject_cast<QDialog*>(QApplication::activeModalWidget())->reject(); });
    };
    cancel();
    QCOMPARE(fileToOpen(nullptr, "Open", folder), QString());
    cancel();
    QCOMPARE(fileToSave(nullptr, "Save", folder + "/a.pdf", "Pages (*.pdf)"), QString());
    delete new FileDialog(nullptr, "Choose");
}

}  // namespace

class TestFileDialog : public QObject {
    Q_OBJECT

  private slots:
    void cleanup() {
        setSettingsFolder(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
    }

    void usualSettingsAreKept() {
        const QTemporaryDir folder;
        setSettingsFolder(folder.path());
        useDialogs(folder.path());
        QVERIFY(QFileInfo(folder.filePath("QtProject.conf")).isFile());
    }

    /// Qt would read a pipe for ever.
    void aPipeIsLeftAlone_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("in place of the settings") << "QtProject.conf";
        QTest::newRow("in place of their lock") << "QtProject.conf.lock";
    }
    void aPipeIsLeftAlone() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        setSettingsFolder(folder.path());
        WatchedPipe pipe(folder.filePath(name));
        useDialogs(folder.path());
        QVERIFY(pipe.isUntouched());
        // The studio's own settings have not moved.
        QCOMPARE(QFileInfo(QSettings().fileName()).absolutePath().left(folder.path().size()), folder.path());
    }

    /// A sparse file takes no room on the disk, but would take all memory. Qt would also write over it.
    void aHugeFileIsLeftAlone() {
        const QTemporaryDir folder;
        setSettingsFolder(folder.path());
        QFile file(folder.filePath("QtProject.conf"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(mostSettingsBytes + 1));
        useDialogs(folder.path());
        QCOMPARE(QFileInfo(file).size(), mostSettingsBytes + 1);
    }

    void theChosenNameIsKnownBeforeTheQuestion() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("a.pdf"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        FileDialog dialog(nullptr, "Save", file.fileName(), "Pages (*.pdf)");
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        QStringList looked;
        dialog.setLook([&looked](const QString& name) {
            QVERIFY(qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr);
            looked << name;
        });
        answerFileDialog(file.fileName());
        answerMessage("Yes");
        QCOMPARE(dialog.chosen(), file.fileName());
        QCOMPARE(looked, QStringList{file.fileName()});
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFileDialog)
#include "test_file_dialog.moc"
