// SPDX-License-Identifier: GPL-3.0-or-later

// A sheet's pictures and figures show the surface, and a stop ends every step of its making.

#include "core/base/cancelled.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/sheet/sheet_making.hpp"
#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace burin;

namespace {

const QByteArray ramp =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  s: {kind: root, width: 1200, height: 100, full_depth: 10 um, inputs: [{data: m}]}\n"
    "  m: {kind: math2d, expression: \"x / 1200\"}\n";

struct Making {
    explicit Making(const QByteArray& text) : design(parseDesign(text.toStdString(), ".")) {
        options.fullDepthUm = 10;
        options.pictures = true;
    }
    [[nodiscard]] JobSheet sheet() { return makeJobSheet(design, graph, backend, budget, options); }

    Design design;
    std::shared_ptr<const Graph> graph =
        std::make_shared<const Graph>(*bindGraph(design, *design.root, {}).graph);
    MemoryBudget budget{std::size_t{512} << 20U};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
    SheetOptions options;
};

}  // namespace

class TestSheetMaking : public QObject {
    Q_OBJECT

  private slots:
    void picturesShowTheSurface() {
        Making making(ramp);
        making.options.details = {{600, 10, 64, 32}};
        const JobSheet sheet = making.sheet();
        QCOMPARE(sheet.details.size(), std::size_t{1});
        const Picture& detail = sheet.details[0].picture;
        QCOMPARE(detail.area, (Rect{600, 10, 64, 32}));
        for (std::int64_t x = 0; x < 64; ++x)
            QCOMPARE(detail.row(5)[x], std::round(static_cast<float>(600 + x) / 1200 * 255) / 255);
        const Picture& whole = sheet.whole.picture;
        QCOMPARE(whole.level, 1);
        QCOMPARE(whole.area, (Rect{0, 0, 600, 50}));
        QVERIFY(std::abs(whole.row(20)[300] - 0.5F) < 0.01F);
    }

    void theMiddleOfALargeSurfaceIsShown() {
        Making making(ramp);
        making.options.pictures = false;
        const JobSheet sheet = making.sheet();
        QCOMPARE(sheet.details.size(), std::size_t{1});
        QCOMPARE(sheet.details[0].area, (Rect{360, 0, 480, 100}));
        QVERIFY(sheet.details[0].picture.values.empty());
        QVERIFY(usualDetails(making.design, {0, 0, 960, 640}).empty());
    }

    void heightsAreThoseOfTheSurface() {
        const JobSheet sheet = Making(ramp).sheet();
        QVERIFY(std::abs(sheet.heights.highestUm) < 1e-9);
        QVERIFY(std::abs(sheet.heights.lowestUm + 10 * 1199.0 / 1200) < 1e-3);
        for (std::size_t i = 0; i <= 100; i += 10)
            QVERIFY(std::abs(sheet.heights.bearingUm[i] + 0.1 * static_cast<double>(i)) < 0.02);
        const auto& counts = sheet.heights.counts;
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), std::uint64_t{120'000});
        // The volume of a wedge.
        QVERIFY(std::abs(sheet.surface.volumeMm3 - 1.2 * 0.1 * 0.005) < 1e-6);
    }

    void anEvenSurfaceHasOneBar() {
        for (const char* depth : {"0.3", "0.5", "0.7", "1e-30"}) {
            const JobSheet sheet = Making(QByteArray(ramp).replace("x / 1200", depth)).sheet();
            const auto& counts = sheet.heights.counts;
            QCOMPARE(*std::max_element(counts.begin(), counts.end()), std::uint64_t{120'000});
        }
    }

    /// The volume of a huge surface exceeds any number.
    void anInfiniteFigureIsNull() {
        Making making(ramp);
        making.options.pictures = false;
        JobSheet sheet = making.sheet();
        sheet.surface.volumeMm3 = std::numeric_limits<double>::infinity();
        const std::string json = jobSheetJson(sheet);
        const QJsonObject read = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
        QVERIFY2(read["surface"].toObject()["engraved_volume_mm3"].isNull(), json.c_str());
    }

    /// A compensation is not listed if it is muted or if the surface does not show it.
    void compensationsOfTheSurfaceAreListed() {
        Making making(
            QByteArray(ramp)
                .replace("burin: 1", "burin: 2")
                .replace("{data: m}", "{data: fit}")
                .append("  fit: {kind: compensate, spot: {shape: top_hat, sx: 8 um}, iterations: 3, "
                        "headroom: [0.1, 0.2], inputs: [{data: off}]}\n"
                        "  off: {kind: compensate, muted: true, spot: 9 um, inputs: [{data: m}]}\n"
                        "  other: {kind: compensate, spot: 9 um, inputs: [{data: m}]}\n"));
        making.options.pictures = false;
        const JobSheet sheet = making.sheet();
        QCOMPARE(sheet.machine.compensations.size(), std::size_t{1});
        const SheetMachine::Compensation& found = sheet.machine.compensations.front();
        QCOMPARE(found.node, std::string("fit"));
        QCOMPARE(found.iterations, 3);
        QCOMPARE(found.headroom.x, 0.1);
        QCOMPARE(found.headroom.y, 0.2);
        const std::string json = jobSheetJson(sheet);
        QVERIFY2(json.find("\"compensate\"") != std::string::npos, json.c_str());
        QVERIFY2(json.find("\"headroom\"") != std::string::npos, json.c_str());
        QVERIFY(Making(ramp).sheet().machine.compensations.empty());
    }

    void theStepsComeInOrder() {
        Making making(ramp);
        QList<SheetStep> steps;
        making.options.begins = [&](SheetStep step) { steps << step; };
        static_cast<void>(making.sheet());
        QCOMPARE(steps, (QList<SheetStep>{SheetStep::checking, SheetStep::measuring, SheetStep::pictures}));
    }

    void picturesAreExactWithinTheTime_data() {
        QTest::addColumn<double>("secondsEach");
        QTest::addColumn<bool>("exact");
        QTest::newRow("16 s of one thread") << 1e-5 << true;
        QTest::newRow("four hours of one thread") << 1e-2 << false;
    }

    /// All costs are given by the test.
    void picturesAreExactWithinTheTime() {
        QFETCH(const double, secondsEach);
        QFETCH(const bool, exact);
        Making making(QByteArray(ramp).replace("1200, height: 100", "16000, height: 100"));
        making.options.details = {{600, 10, 64, 32}};
        making.options.sketchFor = std::chrono::milliseconds(100);
        test::PricedBackend priced(making.backend, [=](const RenderRequest&) { return secondsEach; });
        priced.setSamplesAtOnce(0x1p16);
        std::vector<std::int64_t> done;
        bool pictures = false;
        making.options.begins = [&](SheetStep step) { pictures = step == SheetStep::pictures; };
        making.options.progress = [&](const Progress& progress) {
            if (!pictures) return;
            QCOMPARE(progress.totalSamples, std::int64_t{1'600'000 + 64 * 32});
            done.push_back(progress.doneSamples);
        };
        const JobSheet sheet =
            makeJobSheet(making.design, making.graph, priced, making.budget, making.options);
        QCOMPARE(sheet.whole.picture.exact, exact);
        QCOMPARE(sheet.whole.sketch(), !exact);
        QVERIFY(!sheet.details[0].sketch());  // it is small
        QVERIFY(std::is_sorted(done.begin(), done.end()));
        QCOMPARE(done.back(), std::int64_t{1'600'000 + 64 * 32});
    }

    void aStopEndsEveryStep() {
        for (const SheetStep last : {SheetStep::checking, SheetStep::measuring, SheetStep::pictures}) {
            Making making(ramp);
            std::stop_source stop;
            making.options.stop = stop.get_token();
            making.options.begins = [&](SheetStep step) {
                if (step == last) stop.request_stop();
            };
            QVERIFY_EXCEPTION_THROWN(static_cast<void>(making.sheet()), Cancelled);
        }
    }
};

BURIN_TEST(TestSheetMaking)
#include "test_sheet_making.moc"
