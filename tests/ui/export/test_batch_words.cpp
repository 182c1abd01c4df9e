// SPDX-License-Identifier: GPL-3.0-or-later

// Texts in the batch dialog that are wider than their place.

#include "support/testing.hpp"
#include "ui/export/batch/table_field.hpp"
#include "ui/support/dialogs.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

namespace burin::ui {

class TestBatchWords : public QObject {
    Q_OBJECT

  private slots:
    /// At any width, only whole folders are left out.
    void aPathIsCutBetweenFolders() {
        const Theme theme(ThemeChoice::dark);
        const QFontMetricsF metrics(theme.numbers(12));
        const QString dots(QChar(0x2026));
        const QString path = QDir::toNativeSeparators("/home/anna/plates/data/pages/plates.csv");
        const QStringList parts = path.split(QDir::separator());
        const qreal least = metrics.horizontalAdvance(dots + QDir::separator() + "plates.csv");
        QStringList seen;
        for (qreal width = least; width <= metrics.horizontalAdvance(path) + 1; width += 0.5) {
            const QString shown = cutPath(path, metrics, width);
            QVERIFY2(metrics.horizontalAdvance(shown) <= width, qPrintable(shown));
            for (const QString& part : shown.split(QDir::separator()))
                QVERIFY2(part == dots || parts.contains(part), qPrintable(shown));
            QVERIFY2(shown.endsWith("plates.csv"), qPrintable(shown));
            if (seen.isEmpty() || shown != seen.last()) seen << shown;
        }
        QVERIFY(seen.contains(QDir::toNativeSeparators("/home/" + dots + "/pages/plates.csv")));
        QCOMPARE(seen.last(), path);
        const QString name = cutPath(path, metrics, metrics.horizontalAdvance("plates"));
        QVERIFY2(name.contains(dots) && !name.contains(QDir::separator()), qPrintable(name));
    }

    /// The field of the table shows the beginning of a long path too, and its text stays whole.
    void theTableShowsBothEndsOfItsPath() {
        const Theme theme(ThemeChoice::dark);
        TableField table(theme);
        table.resize(900, 40);
        table.show();
        table.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&table, patience));
        auto* const field = table.findChild<QLineEdit*>("batch.table");
        table.findChild<QPushButton*>("batch.choose")->setFocus();
        QVERIFY(!field->hasFocus());
        const auto picture = [&](const QString& first, const QString& last) {
            const QString path = '/' + first + QString("/folder").repeated(30) + '/' + last;
            table.setTable(path);
            if (field->text() != QDir::toNativeSeparators(path)) qFatal("the path has changed");
            return field->grab().toImage();
        };
        const QImage shown = picture("first", "a.csv");
        QVERIFY(picture("home", "a.csv") != shown);
        QVERIFY(picture("first", "b.csv") != shown);
    }

    /// The system may have no program for tables.
    void aTableThatNoProgramOpensIsNamed() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("plates.csv");
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.close();
        const Theme theme(ThemeChoice::dark);
        TableField table(theme);
        table.show();
        table.setTable(file);
        QDesktopServices::setUrlHandler("file", this, "thereIsNoSuchSlot");
        lastMessage().clear();
        answerMessage("OK");
        table.findChild<QPushButton*>("batch.open")->click();
        QVERIFY2(lastMessage().startsWith("No program was found that opens " +
                                          QDir::toNativeSeparators(file) + ". "),
                 qPrintable(lastMessage()));
        QVERIFY(written.remove());
        answerMessage("OK");
        table.findChild<QPushButton*>("batch.open")->click();
        QDesktopServices::unsetUrlHandler("file");
        QCOMPARE(lastMessage(), "The file " + QDir::toNativeSeparators(file) + " does not exist.");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchWords)
#include "test_batch_words.moc"
