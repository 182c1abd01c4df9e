// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector names the effect of a compensation, and the difference of the predicted surface.

#include "core/design/yaml_tools.hpp"
#include "core/engraving/compensation.hpp"
#include "core/engraving/predicted_difference.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"

#include <QLabel>
#include <QPushButton>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* waves = R"yaml(burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 64, height: 64, inputs: [{data: fit}]}
  fit: {kind: compensate, spot: 8 um, iterations: 2, edge: extend, inputs: [{data: part}]}
  part: {kind: math2d, width: 64, height: 64, expression: "0.5 + 0.5 * sin(x / 4)"}
)yaml";

/// An inspector that shows the compensation, or another node.
struct EffectTest : StudioTest {
    explicit EffectTest(const QByteArray& design = waves, const QString& node = "fit") {
        panel.resize(336, 1400);
        if (const QString problem = load(design.constData()); !problem.isEmpty())
            qFatal("%s", qPrintable(problem));
        selection.select({node});
        panel.show();
    }
    template <class T>
    [[nodiscard]] T* child(const char* name) const {
        return panel.findChild<T*>(name);
    }
    [[nodiscard]] QString text(const char* name) const { return child<QLabel>(name)->text(); }
    /// The prediction of the design as it is.
    [[nodiscard]] PredictedDifference difference() {
        const Design& design = *document.design();
        const auto graph = std::make_shared<const Graph>(bindGraph(design, *design.root, {}).graph.value());
        return std::get<PredictedDifference>(predictedDifference(design, graph, backend, {}));
    }
    [[nodiscard]] QLabel* label() const {
        // An old one may wait for deletion: take the newest.
        const QList<QLabel*> all = panel.findChildren<QLabel*>("effect");
        return all.isEmpty() ? nullptr : all.last();
    }
    /// The words of `burin check` on the design as it is.
    [[nodiscard]] QString checked() {
        const Design& design = *document.design();
        const Graph graph = bindGraph(design, *design.root, {}).graph.value();
        Problem remark = compensationEffect(backend, graph, "fit", {}).value().remark();
        remark.subject.clear();
        return problemSentences(remark);
    }

    InspectorPanel panel{workbench()};
};

}  // namespace

class TestInspectorEffect : public QObject {
    Q_OBJECT

  private slots:
    void itIsThatOfCheck() {
        EffectTest studio;
        QVERIFY(studio.label() != nullptr);
        QTRY_VERIFY(studio.label()->isEnabled());
        QCOMPARE(studio.label()->text(), studio.checked());
        QVERIFY2(studio.label()->text().startsWith("The spot leaves "), qPrintable(studio.label()->text()));
        screenshot(studio.panel, "inspector-compensate");
    }

    void itFollowsTheDesign() {
        EffectTest studio;
        QTRY_VERIFY(studio.label()->isEnabled());
        const QString before = studio.label()->text();
        studio.document.edit("More", [](DesignEdit& edit) {
            edit.setValue("fit", "iterations", yamlScalar("12"));
            edit.setValue("fit", "headroom", yamlScalar("0.2"));
        });
        QVERIFY(!studio.label()->isEnabled());
        QCOMPARE(studio.label()->text(), before);
        QTRY_VERIFY(studio.label()->isEnabled());
        QCOMPARE(studio.label()->text(), studio.checked());
        QVERIFY(studio.label()->text() != before);
    }

    void whatIsNotMeasuredIsSaid_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("said");
        QTest::newRow("a mask") << QByteArray("[{data: part}]") << QByteArray("[{data: part}, {mask: part}]")
                                << "The effect of the spot is not measured if the node has a mask.";
        QTest::newRow("an even surface")
            << QByteArray("0.5 + 0.5 * sin(x / 4)") << QByteArray("0.5") << "The spot has no effect here.";
        QTest::newRow("a muted node") << QByteArray("iterations: 2") << QByteArray("muted: true") << "";
        QTest::newRow("an error") << QByteArray("sin(x / 4)") << QByteArray("sin(x / 4") << "";
    }
    void whatIsNotMeasuredIsSaid() {
        QFETCH(const QByteArray, from);
        QFETCH(const QByteArray, to);
        QFETCH(const QString, said);
        EffectTest studio(QByteArray(waves).replace(from, to));
        QTRY_VERIFY(studio.label()->isEnabled());
        QCOMPARE(studio.label()->text(), said);
        QCOMPARE(studio.label()->isVisibleTo(&studio.panel), !said.isEmpty());
    }

    void aNodeOutsideOfTheSurfaceIsMeasured() {
        EffectTest studio(QByteArray(waves).replace(", inputs: [{data: fit}]", ""));
        QTRY_VERIFY(studio.label()->isEnabled());
        QVERIFY2(studio.label()->text().startsWith("The spot leaves "), qPrintable(studio.label()->text()));
    }

    void theSurfaceShowsTheDifference() {
        EffectTest studio(predicted("height: 64, full_depth: 40 um", "job: {spot: 8 um}\n"), "surface");
        const auto* rms = studio.child<QLabel>("predicted.rms");
        QTRY_VERIFY(rms->isEnabled());
        const PredictedDifference found = studio.difference();
        QVERIFY(found.rms > 0.01);
        QCOMPARE(rms->text(), QString::fromUtf8("%1 µm RMS").arg(fixedText(40 * found.rms, 2)));
        QCOMPARE(studio.text("predicted.share"), QString("%1 % of depth").arg(fixedText(100 * found.rms, 1)));
        QCOMPARE(studio.text("predicted.worst"),
                 QString::fromUtf8("%1 µm").arg(fixedText(40 * found.worst, 2)));
        QCOMPARE(studio.text("predicted.words"), QString());
        std::optional<Point> place;
        bool compensates = false;
        connect(&studio.panel, &InspectorPanel::placeWanted, this, [&](Point at) { place = at; });
        connect(&studio.panel, &InspectorPanel::compensationWanted, this, [&] { compensates = true; });
        studio.child<QPushButton>("predicted.go")->click();
        studio.child<QPushButton>("predicted.compensate")->click();
        QVERIFY(place.has_value());
        QCOMPARE(*place, found.place);
        QVERIFY(compensates);
        screenshot(studio.panel, "inspector-predicted");
    }

    void withoutADepthThereAreShares() {
        EffectTest studio(predicted("height: 64", "job: {spot: 8 um}\n"), "surface");
        const auto* rms = studio.child<QLabel>("predicted.rms");
        QTRY_VERIFY(rms->isEnabled());
        const PredictedDifference found = studio.difference();
        QCOMPARE(rms->text(), QString("%1 % RMS").arg(fixedText(100 * found.rms, 1)));
        QCOMPARE(studio.text("predicted.worst"), QString("%1 %").arg(fixedText(100 * found.worst, 1)));
    }

    void theDifferenceFollowsTheSpot() {
        EffectTest studio(predicted("height: 64", "job: {spot: 8 um}\n"), "surface");
        const auto* rms = studio.child<QLabel>("predicted.rms");
        QTRY_VERIFY(rms->isEnabled());
        const QString before = rms->text();
        studio.document.edit("Spot", [](DesignEdit& edit) {
            edit.setTop("job", std::get<YamlValue>(parseYaml("{spot: 20 um}")));
        });
        QVERIFY(!rms->isEnabled());
        QTRY_VERIFY(rms->isEnabled());
        QVERIFY(rms->text() != before);
        QCOMPARE(rms->text(), QString("%1 % RMS").arg(fixedText(100 * studio.difference().rms, 1)));
        studio.document.edit("Spot", [](DesignEdit& edit) { edit.setTop("job", {}); });
        QVERIFY(!rms->isVisibleTo(&studio.panel));
    }

    void aPredictionThatIsNotPossibleSaysWhy() {
        EffectTest studio(predicted("height: 64", "job: {spot: 400 um}\n"), "surface");
        QTRY_VERIFY(!studio.text("predicted.words").isEmpty());
        QCOMPARE(studio.text("predicted.rms"), QString());
        QVERIFY(!studio.child<QPushButton>("predicted.go")->isEnabled());
    }

    void otherNodesHaveNone() {
        EffectTest studio;
        QTRY_VERIFY(studio.label()->isEnabled());
        studio.selection.select({"part"});
        QTRY_VERIFY(studio.label() == nullptr);
    }

  private:
    /// Waves that nothing compensates.
    static QByteArray predicted(const QByteArray& surface, const QByteArray& more) {
        QByteArray design = waves;
        design.replace("height: 64, inputs: [{data: fit}]", surface + ", inputs: [{data: part}]");
        return design.append(more);
    }
};

BURIN_TEST(TestInspectorEffect)
#include "test_inspector_effect.moc"
