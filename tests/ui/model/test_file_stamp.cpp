// SPDX-License-Identifier: GPL-3.0-or-later

// A stamp sees writes by another program even at moments at which the times of the file do not show them.

#include "core/design/yaml.hpp"
#include "support/testing.hpp"
#include "ui/model/document/file_stamp.hpp"
#include "ui/words/text.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <chrono>
#include <filesystem>

namespace burin::ui {

class TestFileStamp : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    const QString file_ = folder_.filePath("a.burin");

    void write(const QByteArray& text) const {
        QFile file(file_);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

  private slots:
    /// Otherwise the next save would overwrite what the other program has written, without a question.
    void aWriteJustAfterASaveIsSeen() {
        write("ours");
        write("mine");  // by another program, before the stamp is made
        QVERIFY(FileStamp(file_, "ours").changed());
        QVERIFY(!FileStamp(file_, "mine").changed());
    }

    /// The clocks of file systems tick slowly.
    void aWriteWithinTheSameTickIsSeen() {
        write("ours");
        const FileStamp stamp = FileStamp::of(file_);
        const auto time = std::filesystem::last_write_time(pathOf(file_));
        write("mine");
        std::filesystem::last_write_time(pathOf(file_), time);
        QVERIFY(stamp.changed());
    }

    void theSameBytesAreNoChange() {
        write("ours");
        const FileStamp stamp(file_, "ours");
        QVERIFY(!stamp.changed());
        std::filesystem::last_write_time(
            pathOf(file_), std::filesystem::last_write_time(pathOf(file_)) + std::chrono::hours(1));
        QVERIFY(!stamp.changed());
        write("other");
        QVERIFY(stamp.changed());
        QFile::remove(file_);
        QVERIFY(!stamp.changed());
    }

    /// Otherwise such a file could never be replaced if its times lie in the future. It is too long to be
    /// read; times of this moment are treated like those of the future.
    void aFileThatCannotBeReadHasNotChangedByItself() {
        write("long");
        QVERIFY(QFile::resize(file_, static_cast<qint64>(largestDesign) + 1));
        const FileStamp stamp = FileStamp::of(file_);
        QVERIFY(stamp.checksum().isEmpty());
        QVERIFY(!stamp.changed());
        QVERIFY(QFile::resize(file_, static_cast<qint64>(largestDesign) + 2));
        QVERIFY(stamp.changed());
        write("short");
        QVERIFY(stamp.changed());
    }
};

}  // namespace burin::ui

using burin::ui::TestFileStamp;
BURIN_TEST(TestFileStamp)
#include "test_file_stamp.moc"
