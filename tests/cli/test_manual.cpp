// SPDX-License-Identifier: GPL-3.0-or-later

// The manual agrees with the program: it has the pages of kinds that the program writes.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

namespace {

const QString manual = burin::test::inTree("docs/manual/");

QByteArray read(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList pages(const QString& folder) {
    return QDir(folder).entryList({"*.md"}, QDir::Files);
}

}  // namespace

class TestManual : public QObject {
    Q_OBJECT

  private slots:
    void pagesOfKindsAreTheProgramsOwn() {
        const QTemporaryDir folder;
        QProcess program;
        program.start(burin::test::burinProgram, {"kinds", "--manual", folder.path()});
        QVERIFY(program.waitForFinished(burin::patience) && program.exitCode() == 0);
        const QStringList written = pages(folder.path());
        QVERIFY(written.size() > 10);
        for (const QString& page : written) {
            QVERIFY2(read(manual + page) == read(folder.filePath(page)),
                     qPrintable(page + " is out of date: packaging/manual.sh writes it again"));
        }
    }

    void everyPageIsReachedFromTheFirst() {
        const QString all = QString::fromUtf8(read(manual + "index.md") + read(manual + "kinds.md"));
        for (const QString& page : pages(manual))
            QVERIFY2(page == "index.md" || all.contains('(' + page), qPrintable(page));
    }
};

BURIN_TEST(TestManual)
#include "test_manual.moc"
