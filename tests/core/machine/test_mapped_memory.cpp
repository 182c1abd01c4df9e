// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/mapped_memory.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <sys/stat.h>

namespace burin {

class TestMappedMemory : public QObject {
    Q_OBJECT

  private slots:
    /// A write to a hole of a mapped file ends the program if the disk is full.
    void aKeptFileHasNoHoles() {
        constexpr qint64 bytes = 1 << 20;
        const QTemporaryDir folder;
        QFile file(folder.filePath("buffer"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.write("mark;old") == 8 && file.resize(bytes) && file.flush());
        const MappedMemory memory(file.fileName().toStdString(), bytes - 5, "mark;");
        QVERIFY(memory.kept());
        QCOMPARE(memory.bytes()[0], std::byte{'o'});
        struct stat status {};
        QVERIFY(::fstat(file.handle(), &status) == 0);
        QCOMPARE(status.st_size, bytes);
        QVERIFY(status.st_blocks * 512 >= bytes);
    }
};

}  // namespace burin

BURIN_TEST(burin::TestMappedMemory)
#include "test_mapped_memory.moc"
