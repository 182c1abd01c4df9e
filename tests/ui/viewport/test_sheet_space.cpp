// SPDX-License-Identifier: GPL-3.0-or-later

// The 3-D picture of a job sheet, in the studio and on the command line.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"

#include <QGuiApplication>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace burin;
using namespace burin::ui;

namespace {

// In software, OpenGL takes as long as there are heights to draw, so the surfaces have few samples.
const char* const plate =
    "burin: 1\npixel: 8 um\nnodes:\n"
    "  surface: {kind: root, width: 150, height: 125, full_depth: 20 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 3) * sin(y / 2)\"}\n";

const char* const rolledWaves =
    "burin: 2\npixel: 40 um\njob: {roller: {diameter: 4 mm, axis: x}}\nnodes:\n"
    "  surface: {kind: root, width: 150, height: 314, full_depth: 80 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 3)\"}\n";

}  // namespace

class TestSheetSpace : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        OffscreenGl gl;
        if (QGuiApplication::platformName() == "offscreen") QSKIP("no screen here");
        if (const QString why = gl.open(); !why.isEmpty()) QSKIP(qPrintable(why));
    }

    void theSurfaceIsDrawnOnWhite_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("fullDepthUm");
        QTest::addColumn<double>("heights");
        // 3 % of 1 mm are 30 um; 3 % of 4 mm are 120 um.
        QTest::newRow("flat") << QByteArray(plate) << 20.0 << 1.0;
        QTest::newRow("flat, with a depth of the command line") << QByteArray(plate) << 10.0 << 2.0;
        QTest::newRow("round a roller") << QByteArray(rolledWaves) << 80.0 << 1.0;
    }
    void theSurfaceIsDrawnOnWhite() {
        QFETCH(QByteArray, text);
        QFETCH(double, fullDepthUm);
        QFETCH(double, heights);
        StudioTest studio;
        QCOMPARE(studio.load(text.constData()), QString());
        const SheetSpace space =
            sheetSpace(studio.previews.engine(), studio.document.design(), fullDepthUm, {});
        QCOMPARE(space.problem, QString());
        QCOMPARE(space.image.size(), QSize(1400, 600));
        QVERIFY(space.image.pixelColor(700, 300) != QColor(Qt::white));
        QCOMPARE(space.image.pixelColor(1, 1), QColor(Qt::white));
        QCOMPARE(space.heights, heights);
    }

    void aStopEndsIt() {
        StudioTest studio;
        QCOMPARE(studio.load(plate), QString());
        std::stop_source stop;
        stop.request_stop();
        const SheetSpace space =
            sheetSpace(studio.previews.engine(), studio.document.design(), 20, stop.get_token());
        QVERIFY(space.image.isNull());
    }

    void theDialogHasIt() {
        StudioTest studio;
        QCOMPARE(studio.load(plate), QString());
        SheetDialog dialog(studio.workbench());
        dialog.open();
        QTRY_COMPARE(dialog.run().state(), SheetRun::State::done);
        QVERIFY(!dialog.run().space().image.isNull());
        screenshot(dialog, "sheet-in-space");
    }

    /// A stop takes the picture as it is. Here it has not begun.
    void aStopKeepsTheSheet() {
        StudioTest studio;
        QCOMPARE(studio.load(plate), QString());
        SheetDialog dialog(studio.workbench());
        auto* const stop = dialog.findChild<QPushButton*>("sheet.stop");
        int stops = 0;
        connect(&dialog.run(), &SheetRun::changed, &dialog, [&] {
            if (dialog.run().drawsSpace() && stops++ == 0) stop->click();
        });
        dialog.open();
        QTRY_COMPARE(dialog.run().state(), SheetRun::State::done);
        QVERIFY(stops > 0);
        QVERIFY(!dialog.run().drawsSpace());
        QCOMPARE(dialog.run().space().problem, QString("it was stopped"));
        QVERIFY(dialog.pages() != nullptr);
    }

    /// A picture is never given up because it takes long. The drawing says how far it is.
    void theDrawingSaysHowFarItIs() {
        StudioTest studio;
        QCOMPARE(studio.load(plate), QString());
        std::vector<double> shares;
        const SheetSpace space = sheetSpace(studio.previews.engine(), studio.document.design(), 20, {},
                                            {[&shares](double share) { shares.push_back(share); }});
        QCOMPARE(space.problem, QString());
        QVERIFY(!shares.empty());
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QVERIFY(std::abs(shares.back() - 1) < 1e-9);
    }

    /// `burin report` has the picture drawn by another process, because the process that draws the pages has
    /// no screen.
    void theCommandHasIt() {
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("pdftotext of poppler-utils is missing, so the text is not read back");
        const ProgramFolder folder(test::burinProgram);
        folder.write("round.burin", rolledWaves);
        const ProgramOutcome outcome =
            folder.run({"report", "round.burin", "--to", "round.pdf", "--progress", "none"});
        QVERIFY2(outcome.code == 0, outcome.err);
        const QString text = QString::fromUtf8(
            ProgramFolder::run("pdftotext", {"-layout", "round.pdf", "-"}, folder.path()).out);
        // Next to digits the font uses other glyphs for some signs, and the PDF does not say which characters
        // these glyphs stand for.
        QVERIFY2(text.contains(QRegularExpression("heights +[^ ]* +1")), qPrintable(text));
        QVERIFY2(text.contains("4 mm roller") && !text.contains("left out"), qPrintable(text));
    }
};

BURIN_TEST(TestSheetSpace)
#include "test_sheet_space.moc"
