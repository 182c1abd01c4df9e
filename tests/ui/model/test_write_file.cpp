// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/write_file.hpp"

#include <sys/stat.h>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace burin::ui;

class TestWriteFile : public QObject {
    Q_OBJECT

  private slots:
    void aFileIsReplaced() {
        QCOMPARE(writeFile(path("x"), "old"), QString());
        QCOMPARE(writeFile(path("x"), "new"), QString());
        QFile file(path("x"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("new"));
    }

    void aPipeIsNotReplaced() {
        QCOMPARE(::mkfifo(path("pipe").toLocal8Bit().constData(), 0600), 0);
        QCOMPARE(writeFile(path("pipe"), "text"), QString("it is a pipe, not a regular file"));
        QVERIFY(!QFileInfo(path("pipe")).isFile());
        QCOMPARE(writeFile("/dev/null", "text"), QString("it is a device, not a regular file"));
        QCOMPARE(writeFile(folder_.path(), "text"), QString("it is a folder, not a regular file"));
    }

    void aReadOnlyFileIsNotReplaced() {
        QCOMPARE(writeFile(path("read-only"), "old"), QString());
        QVERIFY(QFile::setPermissions(path("read-only"), QFile::ReadOwner));
        QCOMPARE(writeFile(path("read-only"), "new"), QString("it is read-only"));
        QFile file(path("read-only"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("old"));
    }

    void aPrivateFileStaysPrivate() {
        QCOMPARE(writeFile(path("private"), "old"), QString());
        QVERIFY(QFile::setPermissions(path("private"), QFile::ReadOwner | QFile::WriteOwner));
        QCOMPARE(writeFile(path("private"), "new"), QString());
        struct stat status = {};
        QCOMPARE(::stat(path("private").toLocal8Bit().constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
    }

    void theSystemSaysWhyAFileIsNotWritten() {
        QCOMPARE(writeFile(path("none/x"), "text"), QString("No such file or directory"));
    }

  private:
    [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }

    QTemporaryDir folder_;
};

BURIN_TEST(TestWriteFile)
#include "test_write_file.moc"
