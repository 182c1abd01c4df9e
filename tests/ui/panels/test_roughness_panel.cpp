// SPDX-License-Identifier: GPL-3.0-or-later

// The roughness panel shows the numbers of `burin measure`, of the design and the view as they are now.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/panels/roughness_plot.hpp"
#include "ui/panels/roughness_table.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>

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
    [[nodiscard]] QString take(const QByteArray& text) { return document.recover(text, {}); }
    [[nodiscard]] bool measured() const { return previews.roughness() && !previews.roughnessOutdated(); }
    [[nodiscard]] double sa() const { return *previews.roughness()->measured.values.front().value; }
    [[nodiscard]] QString words() const { return panel.findChild<QLabel*>("roughness.words")->text(); }

    RoughnessPanel panel{workbench()};
    QString loaded;
};

}  // namespace

class TestRoughnessPanel : public QObject {
    Q_OBJECT

  private slots:
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

    void followsTheDesignAndTheView() {
        PanelTest studio(waves);
        QTRY_VERIFY(studio.measured());
        const double before = studio.sa();
        QCOMPARE(studio.take(QByteArray(waves).replace("0.25 *", "0.5 *")), QString());
        QTRY_VERIFY(studio.previews.roughnessOutdated());
        QVERIFY(studio.panel.findChild<QLabel*>("roughness.state")->text() == "outdated");
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
        studio.panel.hide();
        const auto before = studio.previews.roughness();
        QCOMPARE(studio.take(QByteArray(waves).replace("0.25 *", "0.5 *")), QString());
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
        QCOMPARE(studio.previews.roughness(), before);
        studio.panel.show();
        QTRY_VERIFY(studio.measured() && studio.previews.roughness() != before);
    }

    void saysWhatIsMissing() {
        PanelTest studio(wavesOf("", "x / 900"));
        QTRY_VERIFY2(studio.words().startsWith("No full depth"), qPrintable(studio.words()));
        QCOMPARE(studio.take(waves), QString());
        QTRY_VERIFY(studio.measured() && studio.previews.roughness()->problem.isEmpty());
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

    void thePlotHasTheBearingCurve() {
        PanelTest studio(wavesOf("full_depth: 40 um,", "x / 900"));
        QTRY_VERIFY(studio.measured());
        const auto* plot = studio.panel.findChild<RoughnessPlot*>();
        QVERIFY(std::abs(plot->heightAt(0) + 40 * 100 / 900.0) < 0.1);
        QVERIFY(std::abs(plot->heightAt(50) + 40 * 400 / 900.0) < 0.1);
        QVERIFY(std::abs(plot->heightAt(100) + 40 * 699 / 900.0) < 0.1);
    }
};

BURIN_TEST(TestRoughnessPanel)
#include "test_roughness_panel.moc"
