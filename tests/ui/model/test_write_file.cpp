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

  private:
    [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }

    QTemporaryDir folder_;
};

BURIN_TEST(TestWriteFile)
#include "test_write_file.moc"
