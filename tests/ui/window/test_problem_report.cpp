// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/log.hpp"
#include "ui/support/dialogs.hpp"
#include "ui/support/export_test.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/event_log.hpp"
#include "ui/window/help/problem_report.hpp"

#include <QFontMetricsF>
#include <QPlainTextEdit>
#include <QPushButton>

namespace burin::ui {

namespace {

const PrivateWords anna{"/home/anna", {"anna", "engraving-pc", "Anna Weber"}};

}  // namespace

class TestProblemReport : public QObject {
    Q_OBJECT

  private slots:
    void privatePartsAreLeftOut_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* line, const char* expected) {
            QTest::newRow(name) << line << expected;
        };
        row("nothing private", "The export of 8,000 x 8,000 px took 3/4 of 2.5 s",
            "The export of 8,000 x 8,000 px took 3/4 of 2.5 s");
        row("a file at home", "Saved /home/anna/Designs/leather.burin", "Saved <file>");
        row("a file with spaces", "Saved /home/anna/Secret customer/new leather.burin", "Saved <file>");
        row("a quoted file", "'/home/anna/a b.tif' cannot be read", "'<file>' cannot be read");
        row("a file with its line", "/home/anna/a.burin:3:5: 'u' is missing", "<file>:3:5: 'u' is missing");
        row("a file elsewhere", "Exported to /mnt/customers/acme/coin.tif", "Exported to <file>");
        row("a short path of home", "Saved ~/coin.burin", "Saved <file>");
        row("a file without its folder", "leather.burin cannot be read", "<file> cannot be read");
        row("such a file with its line", "leather.burin:3:5: 'u' is missing", "<file>:3:5: 'u' is missing");
        row("such a file in quotes", "'Acme logo.png' cannot be decoded", "'<file>' cannot be decoded");
        row("such a file with accents", "(Größe 2.TIF, Prägung.tif)", "(Größe <file>, <file>)");
        row("a file with two suffixes", "coin.tif.journal is locked", "<file> is locked");
        row("libraries and versions", "libcuda.so.1, Qt 6.4.2, e.g. 2.5 um",
            "libcuda.so.1, Qt 6.4.2, e.g. 2.5 um");
        row("a machine", "Connected to burin://engraver-2.acme.example:4590", "Connected to <address>");
        row("an IPv4 address", "192.168.1.20:4590 does not answer", "<address> does not answer");
        row("an IPv6 address", "fe80::1c2d:3e does not answer", "<address> does not answer");
        row("a time of day", "at 10:20:30 it stopped", "at 10:20:30 it stopped");
        row("a mail address", "Ask anna.weber@acme.example", "Ask <address>");
        row("a bearer token", "refused: bearer abc123", "refused: bearer <removed>");
        row("a token in an option", "token=s3cr3t is too old", "token=<removed> is too old");
        row("a long token", "used eyJhbGciOiJIUzI1NiIsInR5cCI6 again", "used <removed> again");
        row("the user", "anna may not write here", "<name> may not write here");
        row("the user's full name", "Job of Anna Weber", "Job of <name>");
        row("the computer", "Running on ENGRAVING-PC", "Running on <name>");
        row("a word that contains the name", "savanna and annals stay", "savanna and annals stay");
    }

    void privatePartsAreLeftOut() {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        QCOMPARE(withoutPrivateParts(line, anna), expected);
    }

    void theReportNamesVersionComputerCardAndLog() {
        MemoryBudget budget(64 << 20);
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 1);
        Log log;
        log.add("Saved /home/anna/leather.burin");
        QCoreApplication::setApplicationVersion("1.2, commit 0a1b");
        const QString report =
            problemReport({backend, budget, "the driver in /home/anna/lib is too old"}, backend, log, anna);
        for (const QString part :
             {"Burin 1.2, commit 0a1b, Qt ", "system ", "processor ", "memory ", "computes ",
              "OpenGL: ", "no card    the driver in <file>", "Saved <file>"})
            QVERIFY2(report.contains(part), qPrintable(part + " is missing in\n" + report));
        QVERIFY(!report.contains("anna"));
    }

    /// A card leaves designs with some kinds to the processor.
    void theReportNamesWhatComputesTheDesign() {
        MemoryBudget budget(64 << 20);
        TileCache cache(budget);
        CpuBackend card(budget, cache, 1);
        CpuBackend processor(budget, cache, 3);
        const QString first = QString::fromStdString(card.description());
        const QString second = QString::fromStdString(processor.description());
        Engine engine{card, budget, {}};
        engine.cpu = &processor;
        Log log;
        const QString usual = problemReport(engine, card, log, anna);
        QVERIFY2(usual.contains("computes   " + first), qPrintable(usual));
        QVERIFY2(!usual.contains(second), qPrintable(usual));
        const QString other = problemReport(engine, processor, log, anna);
        QVERIFY2(other.contains("computes   " + second), qPrintable(other));
        QVERIFY2(other.contains("not used   " + first), qPrintable(other));
    }

    void designsAndFilesAreNotNamed() {
        ExportTest test;
        QFile design(test.path("Acme crown.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: "
            "[{data: i}]}\n  i: {kind: image, file: bell of Bob.png}\n");
        design.close();
        Log log;
        Document document(kinds());
        ExportQueue queue(test.gated);
        keepLog(log, document, queue);
        QCOMPARE(document.open(design.fileName()), QString());
        emit document.refused("Import", "bell of Bob.png: cannot be decoded");
        ExportOrder order = test.order("for Carol.raw");
        order.title = "Seal of Dave";
        test.gate.open();
        const ExportJob* job = queue.add(order);
        BURIN_TRY_STATE(job, done);
        const QString report = problemReport(test.engine, test.engine.backend, log, anna);
        QCOMPARE(log.lines().size(), 4);
        QVERIFY(log.lines()[2].text.contains("Seal of Dave"));
        for (const QString line :
             {"Opened <file>", "Import: <name>: cannot be decoded", "Export of <name> to <file>"})
            QVERIFY2(report.contains(line), qPrintable(line + " is missing in\n" + report));
        for (const QString name : {"Acme", "crown", "Bob", "Carol", "Dave"})
            QVERIFY2(!report.contains(name), qPrintable(name + " stands in\n" + report));
    }

    /// With the words of the user who runs the test.
    void thisUserIsNotNamed() {
        const PrivateWords own = PrivateWords::ofThisUser();
        QVERIFY(!own.names.isEmpty());
        for (const QString& name : own.names)
            QVERIFY2(name.isEmpty() || withoutPrivateParts("by " + name + '.', own) == "by <name>.",
                     qPrintable(name));
        QCOMPARE(withoutPrivateParts("in " + own.home + "/x", own), QString("in <file>"));
    }

    void theButtonThatClosesItIsThePrimaryOne() {
        Theme theme{ThemeChoice::dark};
        theme.apply();
        QStringList colors;
        whenDialogComes<QDialog>([&](QDialog* dialog) {
            auto* const close = dialog->findChild<QPushButton*>("report.close");
            for (const ThemeChoice choice : {ThemeChoice::dark, ThemeChoice::light}) {
                theme.choose(choice);
                colors << close->grab().toImage().pixelColor(8, 8).name()
                       << theme.color(Role::accentFill).name();
            }
            dialog->reject();
        });
        showProblemReport(nullptr, "version    1\n", theme);
        QCOMPARE(colors.size(), 4);
        QCOMPARE(colors[0], colors[1]);
        QCOMPARE(colors[2], colors[3]);
    }

    /// Spaces after the names of the facts align what follows.
    void theFactsAreAligned() {
        Theme theme{ThemeChoice::light};
        theme.apply();
        qreal narrow = 0;
        qreal wide = 0;
        bool primary = false;
        whenDialogComes<QDialog>([&](QDialog* dialog) {
            const QFontMetricsF widths(dialog->findChild<QPlainTextEdit*>("report")->font());
            narrow = widths.horizontalAdvance("iiiiii");
            wide = widths.horizontalAdvance("mmmmmm");
            primary = dialog->findChild<QPushButton*>("report.close")->property("primary").toBool();
            dialog->reject();
        });
        showProblemReport(nullptr, "version    1\nmemory     2\n", theme);
        QVERIFY(narrow > 0);
        QCOMPARE(narrow, wide);
        QVERIFY(primary);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestProblemReport)
#include "test_problem_report.moc"
