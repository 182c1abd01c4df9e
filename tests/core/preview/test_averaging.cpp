// SPDX-License-Identifier: GPL-3.0-or-later

// A picture is only given up because of the time that averaging has really spent on it. The test supplies all
// times.

#include "core/design/design.hpp"
#include "core/preview/preview.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/sample_cost.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/system/priced_backend.hpp"
#include "support/system/standing_clocks.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

using namespace burin;
using test::measures;
using test::PricedBackend;
using test::standingClocks;

namespace {

const char* const slope =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70) * cos(y / 90)\"}\n";

struct Bench {
    explicit Bench(PricedBackend::Price price) : backend(processor, std::move(price)) {}
    static std::shared_ptr<const Graph> bind(const char* text) {
        const Design design = parseDesign(text, ".");
        return std::make_shared<const Graph>(*bindGraph(design, *design.root, {}).graph);
    }
    MemoryBudget budget{std::size_t{512} << 20U};
    TileCache cache{budget};
    CpuBackend processor{budget, cache, 2};
    PricedBackend backend;
};

constexpr Rect area{0, 0, 64, 64};
constexpr int level = 5;
constexpr double samples = 64.0 * 64 * 32 * 32;

/// The first picture, as the studio asks for it.
PreviewPart firstPart() {
    PreviewPart part;
    part.area = area;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    part.firstWithin = std::chrono::milliseconds(50);
    part.exactWithin = std::chrono::seconds(1);
    part.mostShare = 0.05;
    return part;
}

/// A better picture than `before`.
PreviewPart laterPart(const Picture& before) {
    PreviewPart part = firstPart();
    part.before = std::make_shared<const Picture>(before);
    part.exactWithin = std::chrono::seconds(40);
    part.patience = std::chrono::milliseconds(400);
    part.averageFor = part.patience;
    return part;
}

}  // namespace

class TestAveraging : public QObject {
    Q_OBJECT

  private slots:
    void anAbsurdEstimateGivesNothingUp_data() {
        QTest::addColumn<double>("estimate");
        QTest::newRow("a million times too high") << 1e-2;
        QTest::newRow("as if each sample took an hour") << 3600.0;
        QTest::newRow("far too low") << 1e-15;
        QTest::newRow("nothing measured") << 0.0;
    }

    void anAbsurdEstimateGivesNothingUp() {
        QFETCH(double, estimate);
        Bench bench([estimate](const RenderRequest& request) { return measures(request) ? estimate : 1e-8; });
        PreviewSource source(bench.backend, bench.budget, Bench::bind(slope), nullptr);
        Picture picture = source.render(firstPart());
        if (!picture.exact) {
            picture.givenUp = false;
            picture = source.render(laterPart(picture));
        }
        QVERIFY(picture.exact);
        PreviewPart whole;
        whole.area = area;
        whole.level = level;
        const Picture right =
            PreviewSource(bench.processor, bench.budget, Bench::bind(slope), nullptr).render(whole);
        QCOMPARE(picture.values, right.values);
        QVERIFY(source.foretold(samples) < 1);  // the strips have corrected it
    }

    /// The tests above and below give the measurement another price than the picture.
    void theEstimateIsThePriceOfTheMeasurement() {
        Bench bench([](const RenderRequest& request) { return measures(request) ? 1e-6 : 1e-2; });
        PreviewSource source(bench.backend, bench.budget, Bench::bind(slope), nullptr);
        const double seconds = source.secondsFor(firstPart());
        QVERIFY(std::abs(seconds - 1e-6 * samples) < 1e-3 * seconds);
    }

    /// Each turn keeps the rows before it, and no sample is computed twice.
    void aLongPictureIsAveragedInTurns() {
        Bench bench([](const RenderRequest&) { return 4 / samples; });
        PreviewSource source(bench.backend, bench.budget, Bench::bind(slope), nullptr, {}, standingClocks());
        Picture picture = source.render(firstPart());
        QVERIFY(!picture.exact);
        static_cast<void>(bench.backend.samples());
        int turns = 0;
        while (!picture.exact && turns < 30) {
            const Picture before = picture;
            picture = source.render(laterPart(before));
            ++turns;
            QVERIFY(!picture.givenUp);
            QVERIFY(picture.exactRows > before.exactRows || picture.exact);
            QVERIFY(picture.averagedSeconds > before.averagedSeconds);
            QVERIFY(picture.samplesEach > before.samplesEach);
        }
        QVERIFY(picture.exact);
        QVERIFY2(turns > 2, qPrintable(QString::number(turns)));
        QCOMPARE(static_cast<double>(bench.backend.samples()), samples);
        QVERIFY(std::abs(picture.averagedSeconds - 4) < 0.01);
    }

    /// Copying or clearing a large picture before each slice would delay a stop.
    void aPictureIsContinuedInItsOwnMemory() {
        Bench bench([](const RenderRequest&) { return 4 / samples; });
        const auto graph = Bench::bind(slope);
        PreviewPart part = firstPart();
        part.averageFor = std::chrono::seconds(1);
        Averaging how;
        how.secondsEach = 4 / samples;
        Picture picture = averaged(bench.backend, graph, part, how);
        const float* const values = picture.values.data();
        int slices = 1;
        while (!picture.exact && slices < 30) {
            const std::int64_t rows = picture.exactRows;
            picture = averaged(bench.backend, graph, part, how, std::move(picture));
            ++slices;
            QVERIFY(picture.exactRows > rows);
            QCOMPARE(picture.values.data(), values);
        }
        QVERIFY2(picture.exact && slices > 2, qPrintable(QString::number(slices)));
        QCOMPARE(static_cast<double>(bench.backend.samples()), samples);
        part.averageFor = std::chrono::hours(1);
        QCOMPARE(picture.values, averaged(bench.processor, graph, part, {}).values);
    }

    /// This holds even if the estimate was far too low.
    void whatIsGivenUpWasMeasured() {
        Bench bench([](const RenderRequest& request) { return measures(request) ? 1e-6 : 1e-2; });
        PreviewSource source(bench.backend, bench.budget, Bench::bind(slope), nullptr, {}, standingClocks());
        Picture picture = source.render(firstPart());
        QVERIFY(!picture.exact);
        picture.givenUp = false;
        static_cast<void>(bench.backend.samples());
        picture = source.render(laterPart(picture));
        QVERIFY(picture.givenUp && !picture.exact);
        const double measured = static_cast<double>(bench.backend.samples()) * 1e-2;
        QVERIFY(measured > 0 && std::abs(picture.averagedSeconds - measured) < 1e-3 * measured);
        // A tile that is given up is sampled, and not averaged again.
        const Picture again = source.render(laterPart(picture));
        QCOMPARE(again.averagedSeconds, picture.averagedSeconds);
        QVERIFY(again.givenUp);
    }

    /// One slow part is not a reason to give up, even if the whole picture would take 80 s at its rate. The
    /// whole picture takes 11.3 s, so the geometric mean of the time spent and the predicted time stays below
    /// 40 s, the limit of a later part. The order of the requests does not matter.
    void anExpensivePartIsNotTheWhole() {
        constexpr double all = 4 * samples;
        Bench bench([](const RenderRequest& request) {
            return request.area.x < 1024 && request.area.y < 1024 ? 80 / all : 6.7 / all;
        });
        PreviewSource source(bench.backend, bench.budget, Bench::bind(slope), nullptr, {}, standingClocks());
        const auto widened = [](PreviewPart part) {
            part.area = {0, 0, 128, 128};
            return part;
        };
        Picture picture = source.render(widened(firstPart()));
        QVERIFY(!picture.exact && !picture.givenUp);
        for (int turn = 0; turn < 60 && !picture.exact; ++turn) {
            picture = source.render(widened(laterPart(picture)));
            QVERIFY(!picture.givenUp);
        }
        QVERIFY(picture.exact);
    }

    void onlyThingsAreAveragedSampleBySample_data() {
        QTest::addColumn<QString>("root");
        const auto row = [](const char* name, const char* root) { QTest::newRow(name) << QString(root); };
        row("on a background", "background: 0.3, inputs: [{data: dome, at: [4800, 4800]}]");
        row("inverted", "invert: true, inputs: [{data: dome, at: [4800, 4800]}]");
        row("a mask, which makes the background 0",
            "background: 0.3, inputs: [{mask: dome, at: [4800, 4800]}]");
        row("dithered",
            "depth: 1, background: 0.3, dither: ordered, inputs: [{data: dome, at: [4800, 4800]}]");
        row("across an edge",
            "background: 0.3, inputs: [{data: dome, at: [9980, 0]}, {data: dome, at: [9970, 900]}]");
        row("outside of the surface", "background: 0.3, inputs: [{data: dome, at: [-500, 0]}]");
        row("on a lattice", "inputs: [{data: rows}, {data: dome, at: [4800, 4800]}]");
        row("joined with a lattice", "inputs: [{data: joined, at: [4811, 4790]}]");
        row("cut out of a lattice by a mask", "inputs: [{data: cut}, {data: dome, at: [30, 40]}]");
    }

    /// The rest of the surface repeats, so it is averaged from the sums of one cell.
    void onlyThingsAreAveragedSampleBySample() {
        QFETCH(QString, root);
        Bench bench([](const RenderRequest&) { return 1e-8; });
        const auto graph = Bench::bind(
            qPrintable("burin: 1\npixel: 1 um\nnodes:\n"
                       "  surface: {kind: root, width: 10000, height: 9000, " +
                       root +
                       "}\n"
                       "  joined: {kind: union, operation: max, inputs: [{data: dome, at: [20, 0]}, {data: "
                       "rows, at: [3, 5]}, "
                       "{data: cut, at: [100, 50]}]}\n"
                       "  cut: {kind: union, inputs: [{data: rows}, {mask: dome, at: [200, 0]}]}\n"
                       "  rows: {kind: stitching, u: [50, 0], v: [25, 44], inputs: [pattern: dome]}\n"
                       "  dome: {kind: math2d, width: 40, height: 40, expression: \"0.2 + x / 50\"}\n"));
        for (const int level : {0, 4, 7}) {
            PreviewPart part = firstPart();
            part.area = level == 0 ? Rect{4700, 4700, 200, 200} : blocksCovering({0, 0, 10000, 9000}, level);
            part.level = level;
            part.patience = std::chrono::seconds(20);
            static_cast<void>(bench.backend.samples());
            const Picture picture = PreviewSource(bench.backend, bench.budget, graph, nullptr).render(part);
            QVERIFY(picture.exact);
            if (level > 0) QVERIFY(bench.backend.samples() < 10000 * 9000 / 4);
            if (instrumented) continue;  // the rest of the test computes every sample
            std::vector<float> right(picture.values.size());
            RenderRequest all;
            all.graph = graph;
            all.area = graph->top().extent.clip({part.area.x << level, part.area.y << level,
                                                 part.area.width << level, part.area.height << level});
            all.means = MeansTarget{level, part.area, right.data(), part.area.width};
            renderAndWait(bench.processor, std::move(all));
            for (std::size_t k = 0; k < right.size(); ++k)
                QVERIFY(std::abs(picture.values[k] - right[k]) < 1e-6F);
        }
    }

    /// No request to the backend would notice the stop there.
    void theSurroundingsOfThingsStop() {
        Bench bench([](const RenderRequest&) { return 1e-8; });
        const auto graph = Bench::bind(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 10000, height: 9000, inputs: [{data: rows}, {data: dome, at: "
            "[4800, 4800]}]}\n"
            "  rows: {kind: stitching, u: [50, 0], v: [25, 44], inputs: [pattern: dome]}\n"
            "  dome: {kind: math2d, width: 40, height: 40, expression: \"0.2 + x / 50\"}\n");
        PreviewSource source(bench.backend, bench.budget, graph, nullptr);
        PreviewPart part = firstPart();
        part.level = 7;
        part.area = {0, 0, 30, 30};
        QVERIFY(source.render(part).exact);
        std::stop_source stop;
        part.stop = stop.get_token();
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(source.render(part)), Cancelled);
    }

    /// A dome of 40 um on a plate of 2 m, which has a trillion samples.
    void aThingAloneIsExactAtOnce() {
        Bench bench([](const RenderRequest&) { return 1e-8; });
        const auto graph = Bench::bind(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 2 m, height: 2 m, inputs: [data: dome]}\n"
            "  dome: {kind: math2d, width: 40, height: 40, expression: \"x / 40\"}\n");
        PreviewPart part = firstPart();
        part.level = 12;
        part.area = blocksCovering({0, 0, 2'000'000, 2'000'000}, part.level);
        PreviewSource source(bench.backend, bench.budget, graph, nullptr);
        const Picture picture = source.render(part);
        QVERIFY(picture.exact);
        QVERIFY(picture.values.front() > 0);
        QCOMPARE(picture.values.back(), 0.0F);
    }

    /// A stored tile serves more than the request that computes it.
    void storedTilesAreChargedByTheirOwnSamples() {
        Bench bench([](const RenderRequest&) { return 0.0; });
        const auto graph = Bench::bind(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
            "  part: {kind: profile, width: 20000, height: 20000, distance_max: 200, inputs: [mask: "
            "turned]}\n"
            "  turned: {kind: transform, size: [20000, 20000], rotate: 5, inputs: [data: disc]}\n"
            "  disc: {kind: math2d, expression: \"hypot(x - 200, y - 164) < 120\", width: 400, height: "
            "328}\n");
        SampleCost cost(*graph);
        RenderRequest request;
        request.graph = graph;
        request.area = {10000, 10000, 32, 32};
        request.cost = cost.sink();
        request.consume = [](const Rect&, const SamplesView&) {};
        renderAndWait(bench.processor, std::move(request));
        QCOMPARE(cost.samples(), 32.0 * 32);
        double stored = 0;
        for (std::size_t n = 0; n < graph->nodes.size(); ++n)
            stored += cost.sink()->stored(n).seconds();
        QVERIFY(stored > 0);
        QVERIFY(cost.foretold(32 * 32) < cost.spent());
    }

    void otherThreadsCostNothing() {
        const auto processSeconds = [] {
            timespec time{};
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
        };
        Bench bench([](const RenderRequest&) { return 0.0; });
        const auto graph = Bench::bind(slope);
        std::atomic<bool> ends = false;
        std::atomic<double> others = 0;
        const double before = processSeconds();
        SampleCost cost(*graph);
        {
            std::vector<std::jthread> busy;
            for (int k = 0; k < 4; ++k) {
                busy.emplace_back([&] {
                    while (!ends) {
                    }
                    others += threadSeconds();
                });
            }
            RenderRequest request;
            request.graph = graph;
            request.area = {0, 0, 2000, 2000};
            request.cost = cost.sink();
            request.consume = [](const Rect&, const SamplesView&) {};
            renderAndWait(bench.processor, std::move(request));
            ends = true;
        }
        const double most = processSeconds() - before - others;
        QVERIFY(cost.spent() > 0);
        QVERIFY2(cost.spent() <= most, qPrintable(QString("%1 of %2 s").arg(cost.spent()).arg(most)));
    }
};

BURIN_TEST(TestAveraging)
#include "test_averaging.moc"
