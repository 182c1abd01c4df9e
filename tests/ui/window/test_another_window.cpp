// SPDX-License-Identifier: GPL-3.0-or-later

// Another window that cannot be opened says why.

#include "support/testing.hpp"
#include "ui/window/process/another_window.hpp"

#include <QFile>
#include <QTemporaryDir>

namespace burin::ui {

class TestAnotherWindow : public QObject {
    Q_OBJECT

  private slots:
    void itGetsTheDesignAsItsInput() {
        const QTemporaryDir folder;
        const QString copy = folder.filePath("copy.burin");
        // The program sees: sh -c SCRIPT sh --as-new TITLE /dev/stdin
        const AnotherWindow shell{
            "/bin/sh",
            {"-c", "{ cat \"$3\"; echo \"$2\"; } > " + copy + ".part && mv " + copy + ".part " + copy, "sh"}};
        QCOMPARE(shell.openCopy("burin: 1\n", "plate 7"), QString());
        QTRY_VERIFY(QFile::exists(copy));
        QFile written(copy);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), QByteArray("burin: 1\nplate 7\n"));
    }

    void aProgramThatDoesNotStartIsSaid() {
        const AnotherWindow missing{"/no/such/program", {}};
        QVERIFY(missing.open({}).contains("/no/such/program does not start"));
        QVERIFY(missing.openCopy("burin: 1\n", "plate").contains("/no/such/program does not start"));
    }

    void aFolderThatTakesNothingIsSaid() {
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/dev/null");
        const QString why = AnotherWindow{"/bin/true", {}}.openCopy("burin: 1\n", "plate");
        if (before.isNull()) {
            qunsetenv("TMPDIR");
        } else {
            qputenv("TMPDIR", before);
        }
        QVERIFY2(why.contains("nothing can be written to /dev/null"), qPrintable(why));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestAnotherWindow)
#include "test_another_window.moc"
