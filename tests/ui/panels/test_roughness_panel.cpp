// SPDX-License-Identifier: GPL-3.0-or-later

// The roughness panel shows the numbers of `burin measure`, of the design and the view as they are now.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/model/measured_area.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/panels/roughness_plot.hpp"
#include "ui/panels/roughness_table.hpp"
#include "ui/viewport/area_handles.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/words/why_disabled.hpp"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace burin;
using namespace burin::ui;

namespace {

QByteArray wavesOf(const char* depth, const char* expression) {
    return QByteArray(
               "burin: 1\npixel: 2 um\nnodes:\n"
               "  surface: {kind: root, width: 900, height: 700, ") +
           depth + " inputs: [data: part]}\n  part: {kind: math2d, expression: \"" + expression + "\"}\n";
}

const QByteArray waves = wavesOf("full_depth: 40 um,", "0.5 + 0.25 * noise(x / 8, y / 6, 1)");

/// A studio with the panel, whose view shows a part of the design.
struct PanelTest : StudioTest {
    explicit PanelTest(const QByteArray& text) {
        panel.resize(RoughnessPanel::wholeSize());
        loaded = take(text);
        previews.setView({0, {100, 50, 600, 400}});
        panel.show();
    }
    [[nodiscard]] QString take(const QString& text) { return document.recover(text, {}); }
    [[nodiscard]] bool measured() const { return previews.roughness() && !previews.roughnessOutdated(); }
    [[nodiscard]] double sa() const { return *previews.roughness()->measured.values.front().value; }
    [[nodiscard]] QString words() const { return panel.findChild<QLabel*>("roughness.words")->text(); }
    /// Why the results cannot be copied; empty if they can.
    [[nodiscard]] QString whyNotCopied() const {
        const QAction* copy = panel.actions().first();
        return copy->isEnabled() ? QString() : copy->property(whyDisabled).toString();
    }
    [[nodiscard]] QToolButton* run() const { return panel.findChild<QToolButton*>("roughness.run"); }
    void choose(RoughnessWish::Of of) const {
        auto* words = panel.findChild<SegmentedSwitch*>("roughness.of");
        QTest::mouseClick(words, Qt::LeftButton, {}, words->segment(static_cast<int>(of)).center());
    }
    void measureSurface() const { choose(RoughnessWish::Of::surface); }

    RoughnessPanel panel{workbench()};
    QString loaded;
};

}  // namespace

class TestRoughnessPanel : public QObject {
    Q_OBJECT

  private slots:
    void theLabelsKeepTheirDistance() {
        PanelTest studio(waves);
        QVERIFY(QTest::qWaitForWindowExposed(&studio.panel, patience));
        const QWidget* field = studio.panel.findChild<QWidget*>("roughness.s-filter");
        const QWidget* label = nullptr;
        for (const QLabel* one : studio.panel.findChildren<QLabel*>()) {
            if (one->buddy() == field) label = one;
        }
        QVERIFY(label != nullptr);
        QTRY_COMPARE(field->x() - label->x() - label->width(), 8);
    }

    /// A standard error beside one value moves the others too.
    void theValuesAreInOneColumn() {
        const StudioTest studio;  // its theme is dark
        const auto surface = std::make_shared<ViewRoughness>();
        surface->measured.values = {{"Sa", "um", 1.0}, {"Sal", "um", 2.0, 0.25}};
        RoughnessColumn column;
        column.measured = surface;
        RoughnessTable table(studio.theme);
        table.setRoughness({column});
        table.resize(200, 66);
        const QImage shown = table.grab().toImage();
        // The right end of the bright pixels. The pixels of the error are darker.
        const auto endIn = [&shown](int top) {
            int end = 0;
            for (int y = top; y < top + 24; ++y) {
                for (int x = 0; x < shown.width(); ++x) {
                    if (qGray(shown.pixel(x, y)) > 190) end = std::max(end, x);
                }
            }
            return end;
        };
        QVERIFY(endIn(0) > 100);
        QCOMPARE(endIn(0), endIn(24));
    }

    void theNumbersAreThoseOfTheCommand() {
        ProgramFolder folder(test::burinProgram);
        folder.write("waves.burin", waves);
        PanelTest studio("");
        QCOMPARE(studio.document.open(folder.filePath("waves.burin")), QString());
        QTest::keyClicks(studio.panel.findChild<QWidget*>("roughness.s-filter"), "10um\r");
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->options.shortFilterUm == 10);
        const QStringList command = {"measure",    "waves.burin", "--region",   "100,50,600,400",
                                     "--s-filter", "10um",        "--progress", "none"};
        const ProgramOutcome json = folder.run(command + QStringList{"--json"});
        const QJsonObject parameters = QJsonDocument::fromJson(json.out).object()["parameters"].toObject();
        const auto& values = studio.previews.roughness()->measured.values;
        QCOMPARE(static_cast<int>(values.size()), parameters.size());
        for (const MeasuredValue& value : values) {
            const QJsonValue expected = parameters[QString::fromStdString(value.name)].toObject()["value"];
            QCOMPARE(value.value.has_value(), expected.isDouble());
            if (value.value) QCOMPARE(*value.value, expected.toDouble());
        }
        QCOMPARE(studio.panel.writeCsv(folder.filePath("panel.csv")), QString());
        const QByteArray csv = folder.run(command + QStringList{"--csv"}).out;
        const auto fromHash = [](const QByteArray& text) { return text.mid(text.indexOf("\nhash,")); };
        QCOMPARE(fromHash(folder.read("panel.csv")), fromHash(csv));
    }

    /// Also one that is being typed when the design is saved.
    void aFilterInPixelsFollowsThePitch() {
        PanelTest studio(waves);
        const auto filter = [&studio] { return studio.previews.roughness()->options.shortFilterUm; };
        QTRY_VERIFY(studio.measured());
        auto* const field = studio.panel.findChild<QWidget*>("roughness.s-filter");
        studio.panel.activateWindow();
        field->setFocus();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, "10 px");
        QCOMPARE(studio.document.pending().handOver(), QStringList());
        QTRY_VERIFY(studio.measured() && filter() == 20);
        QCOMPARE(studio.take(QByteArray(waves).replace("pixel: 2 um", "pixel: 4 um")), QString());
        QTRY_VERIFY(studio.measured() && filter() == 40);
    }

    /// Samples of the picture below 1e-6 are 0.
    void aPredictionIsThatOfTheCommand() {
        ProgramFolder folder(test::burinProgram);
        QByteArray spotted = waves;
        spotted.append("job: {spot: 24 um}\n");
        folder.write("waves.burin", spotted);
        PanelTest studio("");
        QCOMPARE(studio.document.open(folder.filePath("waves.burin")), QString());
        QTRY_VERIFY(studio.measured());
        const double designed = studio.sa();
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->node->predicted);
        const ProgramOutcome json = folder.run({"measure", "waves.burin", "--region", "100,50,600,400",
                                                "--surface", "predicted", "--progress", "none", "--json"});
        const QJsonObject parameters = QJsonDocument::fromJson(json.out).object()["parameters"].toObject();
        const double sa = parameters["Sa"].toObject()["value"].toDouble();
        QVERIFY(sa > 0 && std::abs(studio.sa() - sa) < 1e-4 * sa);
        QVERIFY(studio.sa() < 0.9 * designed);
        const QString state = studio.panel.findChild<QLabel*>("roughness.state")->text();
        QVERIFY2(state.startsWith("level 0, predicted, linear model"), qPrintable(state));
        QCOMPARE(studio.panel.writeCsv(folder.filePath("panel.csv")), QString());
        const QByteArray csv = folder.read("panel.csv");
        QVERIFY2(csv.contains("\nsurface,predicted,"), csv.constData());
        QVERIFY2(csv.contains("\nmodel,linear,"), csv.constData());
        QVERIFY2(!csv.contains("\nnode,"), csv.constData());
        const QByteArray command =
            folder.run({"measure", "waves.burin", "--region", "0,0,9,9", "--progress", "none", "--csv"}).out;
        const auto hashIn = [](const QByteArray& text) {
            const qsizetype at = text.indexOf("\nhash,");
            return text.mid(at, text.indexOf('\n', at + 1) - at);
        };
        QCOMPARE(hashIn(csv), hashIn(command));
    }

    void followsTheDesignAndTheView() {
        PanelTest studio(waves);
        QCOMPARE(studio.whyNotCopied(), QString("the roughness has not been measured yet"));
        QTRY_VERIFY(studio.measured());
        QCOMPARE(studio.whyNotCopied(), QString());
        const double before = studio.sa();
        QCOMPARE(studio.take(QByteArray(waves).replace("0.25 *", "0.5 *")), QString());
        QTRY_VERIFY(studio.previews.roughnessOutdated());
        QVERIFY(studio.panel.findChild<QLabel*>("roughness.state")->text() == "outdated");
        QCOMPARE(studio.whyNotCopied(), QString("the measured roughness is outdated"));
        QTRY_VERIFY(studio.measured());
        QVERIFY(std::abs(studio.sa() - 2 * before) < 1e-3 * before);
        studio.previews.setView({0, {0, 0, 100, 100}});
        QVERIFY(studio.previews.roughnessOutdated());
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 10000);
        screenshot(studio.panel, "roughness");
    }

    void aHiddenPanelMeasuresNothing() {
        PanelTest studio(waves);
        QTRY_VERIFY(studio.measured());
        const QSignalSpy told(&studio.previews, &Previews::roughnessChanged);
        studio.panel.hide();
        QVERIFY(!told.isEmpty());  // the viewport takes the rectangle away
        const auto before = studio.previews.roughness();
        QCOMPARE(studio.take(QByteArray(waves).replace("0.25 *", "0.5 *")), QString());
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
        QCOMPARE(studio.previews.roughness(), before);
        studio.panel.show();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness() != before);
    }

    void saysWhatIsMissing() {
        PanelTest studio(wavesOf("", "x / 900"));
        QTRY_COMPARE(
            studio.words(),
            QString("The surface has no full depth. Set its `full_depth`, the depth that 1 stands for."));
        QCOMPARE(studio.whyNotCopied(), QString("the roughness cannot be measured"));
        // The first result is measured. The failure before it cannot be outdated.
        QSet<QString> said;
        connect(&studio.previews, &Previews::roughnessChanged, &studio.panel,
                [&] { said << studio.whyNotCopied(); });
        QCOMPARE(studio.take(waves), QString());
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->problem.isEmpty());
        QVERIFY(said.contains("the roughness has not been measured yet"));
        QVERIFY(!said.contains("the measured roughness is outdated"));
        QTest::keyClicks(studio.panel.findChild<QWidget*>("roughness.l-filter"), "1um\r");
        QTRY_VERIFY2(studio.words().contains("2 to 4096 samples"), qPrintable(studio.words()));
    }

    void aPlaneGoesAndIsCopied() {
        PanelTest studio(wavesOf("full_depth: 40 um,", "0.2 + x / 2000"));
        QTRY_VERIFY(studio.measured());
        QVERIFY(studio.sa() > 1);
        QTest::keyClick(studio.panel.findChild<QWidget*>("roughness.form"), Qt::Key_Right);
        QTRY_VERIFY(studio.measured() && studio.sa() < 1e-3);
        studio.panel.actions().first()->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("Sa\t"));
    }

    void theSurfaceIsThatOfTheCommand() {
        ProgramFolder folder(test::burinProgram);
        folder.write("waves.burin", waves);
        PanelTest studio(waves);
        studio.measureSurface();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 900 * 700);
        QVERIFY(!studio.run()->isVisible());
        const QByteArray json = folder.run({"measure", "waves.burin", "--json", "--progress", "none"}).out;
        const QJsonObject parameters = QJsonDocument::fromJson(json).object()["parameters"].toObject();
        QCOMPARE(studio.sa(), parameters["Sa"].toObject()["value"].toDouble());
        // The view does not matter.
        const auto before = studio.previews.roughness();
        studio.previews.setView({0, {0, 0, 100, 100}});
        QVERIFY(!studio.previews.roughnessOutdated());
        QTRY_VERIFY(!studio.previews.busy());
        QCOMPARE(studio.previews.roughness(), before);
    }

    void aRectangleIsMeasured() {
        PanelTest studio(waves);
        QTRY_VERIFY(studio.measured());
        studio.choose(RoughnessWish::Of::rectangle);
        QTRY_VERIFY2(studio.words().startsWith("Hold Shift"), qPrintable(studio.words()));
        setMeasuredArea(studio.document, {100, 50, 200, 100});
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 20'000);
        QCOMPARE(studio.previews.roughness()->options.region, (Rect{100, 50, 200, 100}));
        // A part beyond the surface has no heights.
        setMeasuredArea(studio.document, {800, 600, 200, 200});
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 10'000);
        setMeasuredArea(studio.document, {1000, 600, 200, 200});
        QTRY_VERIFY2(studio.words().contains("contains no part"), qPrintable(studio.words()));
        studio.document.undo();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 10'000);
        screenshot(studio.panel, "roughness-rectangle");
    }

    /// A rectangle that is drawn is measured, also if something else was measured before.
    void aDrawnRectangleIsChosen() {
        PanelTest studio(waves);
        setMeasuredArea(studio.document, {100, 50, 200, 100});
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 240'000);
        studio.panel.measureRectangle();
        QCOMPARE(studio.panel.findChild<SegmentedSwitch*>("roughness.of")->chosen(), 1);
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 20'000);
    }

    void aSurfaceWithoutEndIsNotMeasured() {
        PanelTest studio(waves);
        studio.previews.setShown("part");
        studio.measureSurface();
        QTRY_VERIFY2(studio.words().contains("is unbounded"), qPrintable(studio.words()));
    }

    /// If a surface is too large even to be counted, no measurement starts.
    void whatIsTooLargeIsSaid() {
        PanelTest studio(waves);
        studio.previews.setShown("part");
        constexpr std::int64_t far = std::int64_t{1} << 31;
        setMeasuredArea(studio.document, {-far, 0, far, 10});
        studio.choose(RoughnessWish::Of::rectangle);
        QTRY_VERIFY2(studio.words() == "The rectangle is too large.", qPrintable(studio.words()));
        QVERIFY(!studio.run()->isVisible());
        // The product of these sides is 2^80.
        setMeasuredArea(studio.document, {-512 * far, -512 * far, 512 * far, 512 * far});
        QTRY_VERIFY(studio.words() == "The rectangle is too large." && !studio.previews.busy());
        studio.choose(RoughnessWish::Of::view);
        studio.previews.setView({20, {0, 0, far, 10}});
        QTRY_VERIFY2(studio.words().startsWith("The view is too large."), qPrintable(studio.words()));
        // While the surface is shown, only the part of the rectangle on the surface is measured.
        studio.choose(RoughnessWish::Of::rectangle);
        setMeasuredArea(studio.document, {0, 0, 2 * far, 2 * far});
        studio.previews.setShown("surface");
        studio.previews.setView({0, {0, 0, 100, 100}});
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 900 * 700);
    }

    /// Slightly more samples than are measured after each change.
    void aLargeSurfaceIsMeasuredWhenAsked() {
        const QByteArray large = wavesOf("full_depth: 40 um,", "0.2 + y / 10000")
                                     .replace("width: 900, height: 700", "width: 170000, height: 100");
        PanelTest studio(large);
        QTRY_VERIFY(studio.measured());
        const auto* state = studio.panel.findChild<QLabel*>("roughness.state");
        QStringList said;
        connect(&studio.previews, &Previews::roughnessProgressed, state, [&] { said << state->text(); });
        studio.measureSurface();
        QTRY_COMPARE(studio.run()->text(), QString("Stop"));
        QTRY_VERIFY(studio.previews.roughnessProgress().share > 0);
        QCOMPARE(studio.take(QByteArray(large).replace("y / 10000", "y / 20000")), QString());
        QTRY_VERIFY(studio.run()->isVisible());
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
        QVERIFY(studio.previews.roughnessWaits());
        QCOMPARE(studio.run()->text(), QString("Measure"));
        studio.run()->click();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 17'000'000);
        QCOMPARE(studio.previews.roughness()->options.sampleWindows, std::int64_t{0});
        QVERIFY(!studio.run()->isVisible());
        // Heights of a small range are read twice.
        QVERIFY2(said.size() >= 2 && said.last() == "Computing the texture...", qPrintable(said.join('\n')));
        QVERIFY(studio.previews.roughnessProgress().pass > 1);
        // A quarter of the range of a plane
        const double expected = 40 * 100 / 2e4 / 4;
        QVERIFY2(std::abs(studio.sa() - expected) < 1e-3 * expected,
                 qPrintable(QString::number(studio.sa())));
        QCOMPARE(studio.take(large), QString());
        QTRY_VERIFY(studio.run()->isVisible() && studio.previews.roughnessWaits());
    }

    /// The panel finds the result again, but meanwhile the viewport has no rectangle to draw.
    void aHiddenPanelKeepsALongMeasurement() {
        PanelTest studio(wavesOf("full_depth: 40 um,", "0.2 + y / 10000")
                             .replace("width: 900, height: 700", "width: 170000, height: 100"));
        QTRY_VERIFY(studio.measured());
        setMeasuredArea(studio.document, {0, 0, 170000, 100});
        studio.choose(RoughnessWish::Of::rectangle);
        const AreaHandles area(studio.workbench());
        QVERIFY(area.drawable() && area.area());
        studio.panel.hide();
        QVERIFY(!area.drawable() && !area.area());
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 17'000'000);
        const auto before = studio.previews.roughness();
        studio.panel.show();
        QVERIFY(area.drawable() && area.area());
        QVERIFY(!studio.previews.roughnessOutdated());
        QTRY_VERIFY(!studio.previews.busy());
        QCOMPARE(studio.previews.roughness(), before);
        // After a change the measurement waits, even if the panel is hidden.
        studio.panel.hide();
        QCOMPARE(studio.take(studio.document.text().replace("y / 10000", "y / 20000")), QString());
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
        studio.panel.show();
        QVERIFY(studio.previews.roughnessWaits());
        QCOMPARE(studio.previews.roughness(), before);
    }

    /// The measurement also continues while the panel is hidden.
    void aLongMeasurementShowsItsProgressAndStops() {
        PanelTest studio(wavesOf("full_depth: 40 um,", "0.2 + x / 10000")
                             .replace("width: 900, height: 700", "width: 1 m, height: 1 m"));
        QTRY_VERIFY(studio.measured());
        studio.measureSurface();
        const auto progressed = [&studio] { return studio.previews.roughnessProgress().share > 0; };
        QTRY_VERIFY(progressed());
        QCOMPARE(studio.run()->text(), QString("Stop"));
        QTRY_VERIFY(studio.panel.findChild<QLabel*>("roughness.state")->text().startsWith("Pass 1: 0."));
        screenshot(studio.panel, "roughness-surface");
        studio.panel.hide();
        const double before = studio.previews.roughnessProgress().share;
        QTRY_VERIFY(studio.previews.roughnessProgress().share > before);
        studio.panel.show();
        studio.run()->click();
        QVERIFY(studio.previews.roughnessWaits());
        QTRY_VERIFY(!studio.previews.busy());
        QVERIFY(studio.previews.roughnessWaits());
        QCOMPARE(studio.run()->text(), QString("Measure"));
        studio.run()->click();
        QTRY_VERIFY(progressed());
    }

    void thePlotHasTheBearingCurve() {
        PanelTest studio(wavesOf("full_depth: 40 um,", "x / 900"));
        QTRY_VERIFY(studio.measured());
        const auto* plot = studio.panel.findChild<RoughnessPlot*>();
        QVERIFY(std::abs(plot->heightAt(0) + 40 * 100 / 900.0) < 0.1);
        QVERIFY(std::abs(plot->heightAt(50) + 40 * 400 / 900.0) < 0.1);
        QVERIFY(std::abs(plot->heightAt(100) + 40 * 699 / 900.0) < 0.1);
        QVERIFY(!plot->shows(1));
    }

    /// The slope of `gentle` is half of the slope of the surface.
    void bothNodesOfABHaveAColumn() {
        QByteArray text = wavesOf("full_depth: 40 um,", "x / 900");
        text.append("  gentle: {kind: math2d, width: 900, height: 700, expression: \"1 - x / 1800\"}\n");
        PanelTest studio(text);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        QTRY_VERIFY(studio.measured());
        const double alone = studio.sa();
        studio.selection.select({"gentle"});
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.setOn(true);
        QVERIFY(!studio.whyNotCopied().isEmpty());
        QTRY_VERIFY(studio.measured() && wipe.other()->roughness() && !wipe.other()->roughnessOutdated());
        QCOMPARE(studio.whyNotCopied(), QString());
        QCOMPARE(studio.sa(), alone);
        const double second = *wipe.other()->roughness()->measured.values.front().value;
        QVERIFY2(std::abs(second - alone / 2) < 1e-3 * alone, qPrintable(QString::number(second)));
        const auto* plot = studio.panel.findChild<RoughnessPlot*>();
        QVERIFY(plot->shows(0) && plot->shows(1));
        QVERIFY(std::abs(plot->heightAt(0, 0) + 40 * 100 / 900.0) < 0.1);
        QVERIFY(std::abs(plot->heightAt(100, 1) + 40 * 1700 / 1800.0) < 0.1);
        // The axis has room for both.
        QVERIFY(plot->highest() >= plot->heightAt(0, 0) && plot->lowest() <= plot->heightAt(100, 1));
        const auto copied = [&studio] {
            studio.panel.actions().first()->trigger();
            return QGuiApplication::clipboard()->text().split('\n');
        };
        const QStringList lines = copied();
        QCOMPARE(lines[0], QString("\tA\tB\t"));
        const QStringList sa = lines[1].split('\t');
        QCOMPARE(sa.size(), 4);
        QCOMPARE(sa[0], QString("Sa"));
        QVERIFY(std::abs(sa[1].toDouble() - alone) < 1e-2 && std::abs(sa[2].toDouble() - second) < 1e-2);
        const QTemporaryDir folder;
        QCOMPARE(studio.panel.writeCsv(folder.filePath("pair.csv")), QString());
        QFile file(folder.filePath("pair.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray table = file.readAll();
        QCOMPARE(table.count("name,value,unit,spread\n"), 1);
        QVERIFY(table.indexOf("\nside,A,,\n") < table.indexOf("\nside,B,,\n"));
        QVERIFY(table.indexOf("\nnode,gentle,") > table.indexOf("\nside,B,,\n"));
        screenshot(studio.panel, "roughness-ab");
        wipe.swap();
        QCOMPARE(copied()[1].split('\t'), (QStringList{"Sa", sa[2], sa[1], sa[3]}));
        QVERIFY(std::abs(plot->heightAt(100, 0) + 40 * 1700 / 1800.0) < 0.1);
        wipe.setOn(false);
        QVERIFY(!plot->shows(1));
        QVERIFY(copied()[0].startsWith("Sa\t"));
    }

    /// B shows the depths of the written samples there, but the depths that the design asks for are measured.
    void besideAPredictionTheDesignIsMeasured() {
        QByteArray spotted = waves;
        spotted.append("job: {spot: 24 um}\n");
        PanelTest studio(spotted);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        QTRY_VERIFY(studio.measured());
        const ViewRoughnessPtr designed = studio.previews.roughness();
        const double sa = studio.sa();
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->node->predicted);
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.comparePrediction();
        QTRY_VERIFY(wipe.other()->roughness() && !wipe.other()->roughnessOutdated() &&
                    wipe.other()->roughness()->node->surface);
        const ViewRoughness& other = *wipe.other()->roughness();
        QCOMPARE(other.problem, QString());
        QCOMPARE(*other.measured.values.front().value, sa);
        QVERIFY(studio.sa() < 0.9 * sa);
        QCOMPARE(other.hash, designed->hash);
        QCOMPARE(studio.previews.roughness()->hash, designed->hash);
    }

    void theOtherNodeOfABCanHaveNoHeights() {
        QByteArray text = waves;
        text.append("  endless: {kind: math2d, expression: \"0.5\"}\n");
        PanelTest studio(text);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        studio.selection.select({"endless"});
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.setOn(true);
        studio.measureSurface();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->measured.samples == 900 * 700);
        QTRY_VERIFY(studio.whyNotCopied().isEmpty());
        studio.panel.actions().first()->trigger();
        const QStringList sa = QGuiApplication::clipboard()->text().split('\n')[1].split('\t');
        QVERIFY(sa[1].toDouble() > 0);
        QCOMPARE(sa[2], QString::fromUtf8("–"));
    }

    void theProgressIsThatOfTheNodeThatCanBeShown() {
        QByteArray text = wavesOf("full_depth: 40 um,", "0.2 + x / 10000")
                              .replace("width: 900, height: 700", "width: 1 m, height: 1 m");
        text.append("  broken: {kind: math2d, width: 9, height: 9, expression: \"x +\"}\n");
        PanelTest studio(text);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        studio.previews.setShown("broken");
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.shown()->ready());
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "surface");
        QTRY_VERIFY(wipe.other()->shown() && wipe.other()->shown()->surface);
        studio.measureSurface();
        QTRY_VERIFY(wipe.other()->roughnessProgress().share > 0);
        const auto* state = studio.panel.findChild<QLabel*>("roughness.state");
        QTRY_VERIFY2((studio.words() + state->text()).contains("Pass 1: "), qPrintable(studio.words()));
    }

    /// The node of B is large too, and waits until the user wants it measured.
    void whatIsMeasuredCanBeStoppedBesideB() {
        QByteArray text = wavesOf("full_depth: 40 um,", "0.2 + x / 10000")
                              .replace("width: 900, height: 700", "width: 1 m, height: 1 m");
        text.append("  second: {kind: math2d, width: 1 m, height: 1 m, expression: \"x / 10000\"}\n");
        PanelTest studio(text);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        QTRY_VERIFY(studio.measured());
        studio.measureSurface();
        QTRY_VERIFY(studio.previews.roughnessProgress().share > 0);
        studio.selection.select({"second"});
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.setOn(true);
        QTRY_VERIFY(wipe.other()->roughnessWaits());
        QVERIFY(!studio.previews.roughnessWaits());
        QCOMPARE(studio.run()->text(), QString("Stop"));
        studio.run()->click();
        QVERIFY(studio.previews.roughnessWaits());
        QCOMPARE(studio.run()->text(), QString("Measure"));
        QTRY_VERIFY(!studio.previews.busy());
    }

    /// The curve of the machine falls, which is a remark on the prediction alone.
    void theRemarksOfBothNodesOfABAreShown() {
        QByteArray text = wavesOf("machine_curve: [[0, 1], [1, 0]], full_depth: 40 um,",
                                  "0.5 + 0.25 * noise(x / 8, y / 6, 1)");
        text.append("job: {spot: 24 um}\n");
        PanelTest studio(text);
        QCOMPARE(studio.loaded, QString());
        Wipe wipe(studio.workbench());
        studio.panel.setWipe(wipe);
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->node->predicted);
        const auto* state = studio.panel.findChild<QLabel*>("roughness.state");
        QVERIFY2(state->text().endsWith(" *") && !state->toolTip().startsWith("A: "),
                 qPrintable(state->toolTip()));
        wipe.setView({0, {100, 50, 600, 400}});
        wipe.comparePrediction();
        wipe.swap();
        QTRY_VERIFY(studio.whyNotCopied().isEmpty());
        QVERIFY2(state->text().endsWith(" *") && state->toolTip().contains("B: "),
                 qPrintable(state->toolTip()));
    }

    /// The result may have been discarded by the time that the dialog for the file's name closes.
    void aFileIsNotReplacedByAnEmptyTable() {
        PanelTest studio(wavesOf("", "x / 900"));
        QTRY_VERIFY(studio.measured());
        const QTemporaryDir folder;
        const QString file = folder.filePath("table.csv");
        const QString problem = studio.panel.writeCsv(file);
        QVERIFY2(problem.contains("no roughness is measured"), qPrintable(problem));
        QVERIFY(!QFile::exists(file));
    }
};

BURIN_TEST(TestRoughnessPanel)
#include "test_roughness_panel.moc"
