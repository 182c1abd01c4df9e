// SPDX-License-Identifier: GPL-3.0-or-later

// Preflight keeps the difference of the predicted surface, even if it is small enough.

#include "core/engraving/preflight.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <cmath>

using namespace burin;

namespace {

PreflightReport reportOn(const QByteArray& expression, const QByteArray& root = "full_depth: 40 um, ") {
    const QByteArray text =
        "burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: 300, height: 200, " + root +
        "inputs: [{data: a}]}\n  a: {kind: math2d, expression: \"" + expression + "\"}\njob: {spot: 16 um}\n";
    const Design design = parseDesign(text.toStdString(), ".");
    const auto graph = std::make_shared<const Graph>(*bindGraph(design, *design.root, {}).graph);
    MemoryBudget budget(std::size_t{256} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    PreflightOptions options;
    options.patience = std::chrono::hours(1);
    return preflight(design, graph, backend, options);
}

}  // namespace

class TestReportedPrediction : public QObject {
    Q_OBJECT

  private slots:
    /// Along a steep wall the difference exceeds a tenth of the depth, but the wall is a small part of the
    /// surface.
    void aFineDifferenceIsKept() {
        const PreflightReport report = reportOn("x > 149.5");
        QVERIFY(report.findings.empty());
        QVERIFY(report.predicted.has_value());
        QVERIFY(report.predicted->rms > 0.001 && report.predicted->rms <= mostDifference);
        QVERIFY(report.predicted->worst > 0.1);
        QVERIFY(std::abs(report.predicted->place.x - 150) <= 8);
    }

    /// The teeth of a comb are wider than the spot, but their walls are everywhere.
    void aFindingHasTheSameNumbers() {
        const PreflightReport report = reportOn("mod(floor(x / 12), 2)");
        QVERIFY(report.predicted.has_value() && report.predicted->rms > mostDifference);
        QCOMPARE(report.findings.size(), std::size_t{1});
        const Finding& finding = report.findings.front();
        QVERIFY(finding.place == report.predicted->place);
        const double percent = QByteArray::fromStdString(finding.problem.details.at(1)).toDouble();
        QVERIFY(std::abs(percent - 100 * report.predicted->rms) < 0.05);
    }

    void withoutAPredictionThereIsNone() { QVERIFY(!reportOn("x > 149.5", "").predicted.has_value()); }
};

BURIN_TEST(TestReportedPrediction)
#include "test_reported_prediction.moc"
