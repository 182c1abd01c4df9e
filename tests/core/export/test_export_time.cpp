// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_time.hpp"

#include "core/design/design.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"

#include <memory>

using namespace burin;
using test::PricedBackend;

/// The test says what samples cost, so the load of the computer does not count.
class TestExportTime : public QObject {
    Q_OBJECT

  private slots:
    void onlyTheTimeOfTheSamplesCounts() {
        const Design design = parseDesign(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 20000, height: 10000, inputs: [data: slope]}\n"
            "  slope: {kind: math2d, expression: 0.5 + 0.4 * sin(x / 70)}\n",
            ".");
        const auto graph = std::make_shared<const Graph>(*bindGraph(design, *design.root, {}).graph);
        MemoryBudget budget{std::size_t{256} << 20U};
        TileCache cache{budget};
        CpuBackend processor{budget, cache, 1};
        for (const double each : {1e-8, 1e-6, 1e-3}) {
            PricedBackend backend(processor, [each](const RenderRequest&) { return each; });
            for (const int sideBySide : {1, 4}) {
                const double whole = estimatedSeconds(backend, graph, {0, 0, 20000, 10000}, sideBySide, {});
                QVERIFY2(qFuzzyCompare(whole, 2e8 * each / sideBySide), qPrintable(QString::number(whole)));
                const double part =
                    estimatedSeconds(backend, graph, {3000, 2000, 7000, 5000}, sideBySide, {});
                QVERIFY2(qFuzzyCompare(part, 3.5e7 * each / sideBySide), qPrintable(QString::number(part)));
            }
        }
    }
};

BURIN_TEST(TestExportTime)
#include "test_export_time.moc"
