// SPDX-License-Identifier: GPL-3.0-or-later

// One source for many pictures gives the same pictures as a separate source for each.

#include "core/base/parallel_rows.hpp"
#include "core/design/design.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/preview/preview.hpp"
#include "core/preview/usual_level.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/system/priced_backend.hpp"
#include "support/system/standing_clocks.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <set>
#include <thread>

using namespace burin;
using test::PricedBackend;
using test::standingClocks;

class TestPreviewSource : public QObject {
    Q_OBJECT

  private slots:
    void theUsualPictureFitsTheMemory();
    void tilesAreParts_data();
    void tilesAreParts();
    void scatteredSamplesAreThoseOfLevelZero();
    void moreTimeTakesMoreSamples();
    void noiseIsCalmedAndEdgesStay();
    void aStoppedSourceGivesNothing();
    void aFullBudgetStillGivesPictures();
    void aHugeCellIsNotSummed_data();
    void aHugeCellIsNotSummed();
    void aTurnedLatticeIsSummedInManyRows();
    void theSumsOfALargeTurnedCellAreTimedAndStopped();
    void aLongPictureComesInStrips();
    void aSketchCostsLittle();
    void aSketchIsChargedForProcessorTime_data();
    void aSketchIsChargedForProcessorTime();
    void theSlowestSurfaceIsSketchedFromFewSamples_data();
    void theSlowestSurfaceIsSketchedFromFewSamples();
    void aRefinementHalvesCoarseBlocks();
    void coarseBlocksBeyondTheShownOnesAreNotSampled();
    void whatIsNeverAveragedIsNotMeasured();
    void aHurriedPictureWaitsForNoPatientRequest_data();
    void aHurriedPictureWaitsForNoPatientRequest();
    void hurriedPicturesShareTheirSums();
};

namespace {

const char* const bricks =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
    "  part: {kind: stitching, u: [12, 0], v: [5, 8], inputs: [pattern: brick]}\n"
    "  brick: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n";
const char* const slope =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70) * cos(y / 90)\"}\n";

struct Bench {
    explicit Bench(std::size_t bytes = std::size_t{512} << 20U) : budget(bytes) {}
    std::shared_ptr<const Graph> bind(const char* text, bool provisional = false) {
        const Design design = parseDesign(text, ".");
        return std::make_shared<const Graph>(
            *bindGraph(design, *design.root, {.provisional = provisional}).graph);
    }
    MemoryBudget budget;
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
};

PreviewPart partOf(const Rect& area, int level) {
    PreviewPart part;
    part.area = area;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    return part;
}

}  // namespace

/// 2000 x 2000 px take 244 MiB, and 1000 x 1000 px take 61 MiB.
void TestPreviewSource::theUsualPictureFitsTheMemory() {
    constexpr std::size_t mib = std::size_t{1} << 20U;
    const Rect surface{0, 0, 16000, 16000};
    QCOMPARE(usualLevel(surface, 400 * mib), 3);
    QCOMPARE(usualLevel(surface, 300 * mib), 4);
    QCOMPARE(usualLevel(surface, 80 * mib), 5);
    QCOMPARE(usualLevel({0, 0, 100, 100}, 16 * mib), 0);
    QCOMPARE(usualLevel(surface, 0), 31);
}

void TestPreviewSource::tilesAreParts_data() {
    QTest::addColumn<QString>("design");
    QTest::addColumn<int>("level");
    QTest::addRow("the samples themselves") << slope << 0;
    QTest::addRow("averaged") << slope << 3;
    QTest::addRow("from the sums of one cell") << bricks << 6;
}

void TestPreviewSource::tilesAreParts() {
    QFETCH(QString, design);
    QFETCH(int, level);
    Bench bench;
    const auto graph = bench.bind(design.toUtf8().constData());
    PreviewSource source(bench.backend, bench.budget, graph, nullptr);
    const Rect all{7, 3, 150, 130};
    PreviewRequest request;
    static_cast<PreviewPart&>(request) = partOf(all, level);
    request.graph = graph;
    const Picture whole = renderPreview(bench.backend, bench.budget, request);
    for (const Rect& area : {Rect{7, 3, 64, 64}, Rect{71, 67, 86, 66}, Rect{7, 3, 150, 130}}) {
        const Picture tile = source.render(partOf(area, level));
        QVERIFY(tile.exact);
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                QCOMPARE(tile.row(y)[x], whole.row(area.y - all.y + y)[area.x - all.x + x]);
        }
    }
}

void TestPreviewSource::scatteredSamplesAreThoseOfLevelZero() {
    Bench bench;
    PreviewSource source(bench.backend, bench.budget, bench.bind(bricks), bench.bind(bricks, true));
    std::mt19937 random(7);
    std::vector<Point> places(600);
    for (Point& place : places)
        place = {static_cast<std::int64_t>(random() % 20000), static_cast<std::int64_t>(random() % 20000)};
    const std::vector<float> values = source.samplesAt(places);
    for (std::size_t k = 0; k < places.size(); k += 7)
        QCOMPARE(values[k], source.render(partOf({places[k].x, places[k].y, 1, 1}, 0)).values.front());
}

/// A picture with more time uses more samples and is closer to the exact one.
void TestPreviewSource::moreTimeTakesMoreSamples() {
    Bench bench;
    const char* const wave =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2000000, height: 2000000, inputs: [data: part]}\n"
        "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 9) * cos(y / 7)\"}\n";
    PreviewSource source(bench.backend, bench.budget, bench.bind(wave), nullptr, {}, standingClocks());
    // Too many samples for averaging.
    PreviewPart part = partOf({0, 0, 64, 64}, 13);
    const auto errorOf = [](const Picture& picture) {  // the mean is 0.5 nearly everywhere
        double error = 0;
        for (const float value : picture.values)
            error += std::fabs(value - 0.5) / static_cast<double>(picture.values.size());
        return error;
    };
    const Picture first = source.render(part);
    QVERIFY(!first.exact);
    part.patience = std::chrono::hours(1);
    std::stop_source stop;
    part.stop = stop.get_token();
    int pictures = 0;
    part.improved = [&](const Picture&) {
        if (++pictures == 3) stop.request_stop();
    };
    const Picture later = source.render(part);
    QVERIFY(later.samplesEach > 2 * first.samplesEach);
    QVERIFY2(errorOf(later) < errorOf(first),
             qPrintable(QString("%1, %2").arg(errorOf(later)).arg(errorOf(first))));
}

/// With few random samples per block, their noise is lower than that of a plain mean of the same number of
/// samples, and a step between two columns of blocks keeps its height.
void TestPreviewSource::noiseIsCalmedAndEdgesStay() {
    Bench bench;
    const char* const step =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2000000, height: 2000000, depth: 16, inputs: [data: part]}\n"
        "  part: {kind: math2d, expression: \"0.1 + 0.3 * cell(x, y, 1) + 0.4 * min(1, max(0, x - "
        "32767))\"}\n";
    PreviewSource source(bench.backend, bench.budget, bench.bind(step), nullptr, {}, standingClocks());
    const Picture picture = source.render(partOf({0, 0, 64, 64}, 10));
    QVERIFY(!picture.exact);
    double error = 0;
    double atEdge = 0;
    for (std::int64_t y = 0; y < 64; ++y) {
        for (std::int64_t x = 0; x < 64; ++x) {
            const double off = std::fabs(static_cast<double>(picture.row(y)[x]) - (x < 32 ? 0.25 : 0.65));
            error += off / (64 * 64);
            if (x == 31 || x == 32) atEdge += off / (2 * 64);
        }
    }
    const double deviation = 0.3 / std::sqrt(12) / std::sqrt(picture.samplesEach);
    const double meanError = 0.8 * deviation;  // the mean error of a normal distribution
    QVERIFY2(error < 0.6 * meanError, qPrintable(QString("%1 of %2").arg(error).arg(meanError)));
    QVERIFY2(atEdge < 1.5 * meanError, qPrintable(QString("%1 of %2").arg(atEdge).arg(meanError)));
}

void TestPreviewSource::aStoppedSourceGivesNothing() {
    Bench bench;
    std::stop_source stop;
    PreviewSource source(bench.backend, bench.budget, bench.bind(bricks), nullptr, stop.get_token());
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(source.render(partOf({0, 0, 8, 8}, 0))), Cancelled);
}

/// If the sums of a cell do not fit into memory, samples are used instead.
void TestPreviewSource::aFullBudgetStillGivesPictures() {
    Bench bench(std::size_t{24} << 20U);
    const Reservation others = bench.budget.tryReserve(std::size_t{20} << 20U);
    PreviewSource source(bench.backend, bench.budget, bench.bind(bricks), nullptr);
    PreviewPart part = partOf({0, 0, 16, 16}, 10);
    const Picture picture = source.render(part);
    QCOMPARE(picture.values.size(), std::size_t{256});
    QVERIFY(picture.values.front() > 0.05F);
}

void TestPreviewSource::aHugeCellIsNotSummed_data() {
    QTest::addColumn<QString>("node");
    QTest::newRow("surface") << "surface";
    QTest::newRow("node") << "part";
}

/// The cell is not summed even if there is enough memory: summing 9e8 samples would take a minute.
void TestPreviewSource::aHugeCellIsNotSummed() {
    QFETCH(QString, node);
    const char* const plates =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2000000, height: 2000000, inputs: [data: part]}\n"
        "  part: {kind: stitching, u: [30000, 0], v: [0, 30000], inputs: [pattern: plate]}\n"
        "  plate: {kind: math2d, width: 29000, height: 29000, expression: \"x / 29000\"}\n";
    Bench bench(std::size_t{1} << 36U);
    const Design design = parseDesign(plates, ".");
    const auto graph =
        std::make_shared<const Graph>(*bindGraph(design, *design.find(node.toStdString()), {}).graph);
    PreviewSource source(bench.backend, bench.budget, graph, nullptr);
    QCOMPARE(source.render(partOf({0, 0, 16, 16}, 12)).values.size(), std::size_t{256});
    QVERIFY(bench.budget.peak() < std::size_t{1} << 30U);
}

/// The cell of a turned lattice is a single row of samples, and a block of level 12 has 4096 rows. The table
/// of the sums shows that rows of cells are joined; their samples are computed once.
void TestPreviewSource::aTurnedLatticeIsSummedInManyRows() {
    const Lattice period = *Lattice::spanned({37, 5}, {-8, 29});
    QCOMPARE(period.height, std::int64_t{1});
    Bench bench;
    const Design design = parseDesign(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
        "  part: {kind: stitching, u: [37, 5], v: [-8, 29], inputs: [pattern: brick]}\n"
        "  brick: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n",
        ".");
    for (const char* const node : {"surface", "part"}) {
        PricedBackend backend(bench.backend, [](const RenderRequest&) { return 1e-8; });
        const auto graph = std::make_shared<const Graph>(*bindGraph(design, *design.find(node), {}).graph);
        const std::size_t before = bench.budget.used();
        PreviewSource source(backend, bench.budget, graph, nullptr);
        const Picture picture = source.render(partOf({0, 0, 16, 16}, 10));
        QVERIFY(picture.exact);
        QCOMPARE(backend.samples(), period.width);
        QVERIFY(bench.budget.used() - before >=
                static_cast<std::size_t>(period.width) * 512 * sizeof(double));
        PreviewPart whole = partOf({3, 5, 1, 1}, 10);
        const Picture right = PreviewSource(bench.backend, bench.budget, graph, nullptr).render(whole);
        QVERIFY(std::abs(picture.row(5)[3] - right.values.front()) < 1e-6F);
    }
}

/// So few rows of such a cell fit the table that a block of level 12 has hundreds of pieces.
void TestPreviewSource::theSumsOfALargeTurnedCellAreTimedAndStopped() {
    const char* const turned =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 40000, height: 40000, inputs: [data: part]}\n"
        "  part: {kind: stitching, u: [1009, 3], v: [-8, 991], inputs: [pattern: brick]}\n"
        "  brick: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n";
    QCOMPARE(Lattice::spanned({1009, 3}, {-8, 991})->height, std::int64_t{1});
    Bench bench;
    PreviewSource few(bench.backend, bench.budget, bench.bind(bricks), nullptr);
    PreviewSource many(bench.backend, bench.budget, bench.bind(turned), nullptr);
    PreviewPart part = partOf({0, 0, 8, 8}, 12);
    const double quick = few.secondsFor(part);
    const double slow = many.secondsFor(part);
    QVERIFY2(quick > 0 && slow > 10 * quick, qPrintable(QString("%1 s, %2 s").arg(quick).arg(slow)));
    QVERIFY(many.render(part).exact);
    std::stop_source stop;
    part.stop = stop.get_token();
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(many.render(part)), Cancelled);
}

namespace {

double aMicrosecond(const RenderRequest&) {
    return 1e-6;
}

/// Counts the samples, and takes a microsecond for each. start() returns when the samples are computed, so
/// that requests end in order.
class SlowBackend final : public Backend {
  public:
    explicit SlowBackend(Backend& behind) : behind_(behind) {}

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        const std::int64_t area = request.area.area();
        std::this_thread::sleep_for(std::chrono::microseconds(area));
        samples += area;
        std::exception_ptr error;
        try {
            renderAndWait(behind_, std::move(request));
        } catch (...) {
            error = std::current_exception();
        }
        done(error);
    }
    [[nodiscard]] std::string name() const override { return behind_.name(); }
    [[nodiscard]] std::string description() const override { return behind_.description(); }
    [[nodiscard]] int concurrency() const override { return behind_.concurrency(); }
    void countNodes(const Graph& graph) override { behind_.countNodes(graph); }
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return behind_.counters(); }
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override {
        return behind_.peakBytes(node);
    }
    [[nodiscard]] std::string memoryText() const override { return behind_.memoryText(); }

    std::int64_t samples = 0;

  private:
    Backend& behind_;
};

}  // namespace

/// Each finished strip is exact, the rest shows the previous picture, and after a stop no sample is computed
/// again.
void TestPreviewSource::aLongPictureComesInStrips() {
    Bench bench;
    PricedBackend priced(bench.backend, aMicrosecond);
    SlowBackend slow(priced);
    const auto graph = bench.bind(slope);
    const Picture whole =
        PreviewSource(bench.backend, bench.budget, graph, nullptr).render(partOf({0, 0, 128, 128}, 3));
    PreviewSource source(slow, bench.budget, graph, nullptr);
    PreviewPart part = partOf({0, 0, 128, 128}, 3);
    part.firstWithin = std::chrono::milliseconds(1);
    part.exactWithin = std::chrono::hours(1);
    Picture under = whole;
    std::fill(under.values.begin(), under.values.end(), 0.125F);
    under.exact = false;
    under.exactRows = 0;
    under.samplesEach = 1;
    part.before = std::make_shared<const Picture>(under);
    std::stop_source stop;
    part.stop = stop.get_token();
    std::vector<Picture> strips;
    std::set<const float*> places;
    part.improved = [&](const Picture& picture) {
        strips.push_back(picture);
        places.insert(picture.values.data());
        if (strips.size() == 2) stop.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(source.render(part)), Cancelled);
    QVERIFY(strips.size() >= 2);
    QCOMPARE(places.size(), std::size_t{1});  // copying a large picture before each slice would delay a stop
    for (std::size_t k = 0; k < strips.size(); ++k) {
        const Picture& strip = strips[k];
        QVERIFY(!strip.exact && strip.exactRows > 0 && strip.exactRows < 128);
        QVERIFY(k == 0 || strip.exactRows > strips[k - 1].exactRows);
        QVERIFY(k == 0 || strip.samplesEach > strips[k - 1].samplesEach);
        for (std::int64_t y = 0; y < 128; ++y) {
            const float* row = y < strip.exactRows ? whole.row(y) : under.row(y);
            QVERIFY(std::equal(row, row + 128, strip.row(y)));
        }
    }
    part.before = std::make_shared<const Picture>(strips.back());
    part.stop = {};
    part.improved = nullptr;
    slow.samples = 0;
    const Picture rest = source.render(part);
    QVERIFY(rest.exact);
    QCOMPARE(rest.values, whole.values);
    QCOMPARE(slow.samples, std::int64_t{128 - strips.back().exactRows} * 8 * 128 * 8);
}

/// No sketch is made if its preparation costs as much as the picture itself.
void TestPreviewSource::aSketchCostsLittle() {
    Bench bench;
    PricedBackend slow(bench.backend, aMicrosecond);
    const char* const bevel =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 4000, height: 4000, inputs: [data: part]}\n"
        "  part: {kind: profile, width: 4000, height: 4000, distance_max: 100, profile: \"d / D\", inputs: "
        "[mask: "
        "dots]}\n"
        "  dots: {kind: math2d, expression: \"hash(floor(x / 300), floor(y / 300), 1) > 0.8\"}\n";
    PreviewSource source(slow, bench.budget, bench.bind(bevel), nullptr);
    PreviewPart part = partOf({0, 0, 250, 250}, 4);
    part.firstWithin = std::chrono::milliseconds(50);
    part.mostShare = 0.1;
    static_cast<void>(source.secondsFor(part));
    static_cast<void>(slow.samples());
    static_cast<void>(source.sketch(part));
    const std::int64_t asked = slow.samples();
    QVERIFY2(asked <= 4000 * 4000 / 10, qPrintable(QString::number(asked)));
}

namespace {

/// Clocks that only scattered samples of `Timed` move.
std::atomic<double> elapsedSeconds = 0;
thread_local double processorSeconds = 0;

/// A texture whose scattered samples take a millisecond each. They may spend most of it waiting for a
/// processor that is busy with other programs.
struct Timed : KindBase {
    /// \param seconds  processor time of a sample
    explicit Timed(double seconds) : processor(seconds) {}

    void beginAt(std::span<const LinkShape>, const Point*, std::int64_t count, float* value) const {
        std::fill_n(value, count, 0.5F);
        elapsedSeconds += 1e-3 * static_cast<double>(count);
        processorSeconds += processor * static_cast<double>(count);
    }
    [[nodiscard]] std::string fingerprint() const { return "timed"; }
    double processor;
};

const PreviewClocks timedClocks{[] { return elapsedSeconds.load(); }, [] { return processorSeconds; }};

}  // namespace

void TestPreviewSource::aSketchIsChargedForProcessorTime_data() {
    QTest::addColumn<double>("processor");
    QTest::addColumn<bool>("sketched");
    QTest::addRow("other programs have the processor") << 1e-6 << true;
    QTest::addRow("the samples have it") << 1e-3 << false;
}

/// The cost of a sketch is measured as processor time, so that other programs do not make it seem too
/// expensive: an exact picture, which would replace it, would take more time.
void TestPreviewSource::aSketchIsChargedForProcessorTime() {
    QFETCH(double, processor);
    QFETCH(bool, sketched);
    Bench bench;
    PricedBackend slow(bench.backend, aMicrosecond);
    auto graph = std::make_shared<Graph>(*bench.bind(slope));
    graph->nodes.front().operation = std::make_shared<OperationOf<Timed>>(Timed(processor));
    PreviewSource source(slow, bench.budget, graph, nullptr, {}, timedClocks);
    PreviewPart part = partOf({0, 0, 250, 250}, 4);
    part.firstWithin = std::chrono::milliseconds(50);
    part.mostShare = 0.01;  // 0.16 s of all threads; the coarsest sketch takes at least 0.48 s
    const std::optional<Picture> sketch = source.sketch(part);
    QCOMPARE(sketch.has_value(), sketched);
    if (sketch) QVERIFY(std::fabs(sketch->values.front() - 0.5F) < 1.0F / 255);
}

void TestPreviewSource::theSlowestSurfaceIsSketchedFromFewSamples_data() {
    QTest::addColumn<double>("within");
    QTest::addColumn<int>("coarser");
    // A sample takes a millisecond of one thread, and there are 250 x 250 blocks.
    QTest::addRow("half a second") << 0.5 << 4;
    QTest::addRow("a fifth") << 0.2 << 5;
    QTest::addRow("a twentieth") << 0.05 << 6;
    QTest::addRow("a microsecond") << 1e-6 << 8;
}

/// If even coarse blocks take too long, each block gets fewer samples, but always more than one. After that,
/// the blocks become coarser.
void TestPreviewSource::theSlowestSurfaceIsSketchedFromFewSamples() {
    QFETCH(double, within);
    QFETCH(int, coarser);
    Bench bench;
    PricedBackend slow(bench.backend, aMicrosecond);
    auto graph = std::make_shared<Graph>(*bench.bind(slope));
    graph->nodes.front().operation = std::make_shared<OperationOf<Timed>>(Timed(1e-6));
    PreviewSource source(slow, bench.budget, graph, nullptr, {}, timedClocks);
    PreviewPart part = partOf({0, 0, 250, 250}, 4);
    part.firstWithin = std::chrono::duration<double>(within / rowsAtOnce());
    const std::optional<Picture> sketch = source.sketch(part);
    QVERIFY(sketch);
    QCOMPARE(sketch->samplesEach, 2.0 / std::exp2(2 * coarser));
}

/// Each refinement of a picture of very coarse blocks halves them, however little patience it has, and spends
/// nothing on averaging, which would not succeed.
void TestPreviewSource::aRefinementHalvesCoarseBlocks() {
    Bench bench;
    PricedBackend slow(bench.backend, [](const RenderRequest&) { return 1e-3; });
    auto graph = std::make_shared<Graph>(*bench.bind(slope));
    graph->nodes.front().operation = std::make_shared<OperationOf<Timed>>(Timed(1e-6));
    PreviewSource source(slow, bench.budget, graph, nullptr, {}, timedClocks);
    PreviewPart part = partOf({0, 0, 250, 250}, 4);
    part.firstWithin = std::chrono::microseconds(1);
    Picture picture = source.render(part);
    QCOMPARE(picture.samplesEach, 2.0 / std::exp2(2 * 8));
    part.patience = part.averageFor = std::chrono::microseconds(1);
    part.exactWithin = std::chrono::seconds(40);
    static_cast<void>(slow.samples());
    for (int coarser = 7; coarser >= 4; --coarser) {
        part.before = std::make_shared<const Picture>(std::move(picture));
        picture = source.render(part);
        QCOMPARE(picture.samplesEach, 2.0 / std::exp2(2 * coarser));
        QVERIFY(!picture.givenUp && !picture.exact);
    }
    QCOMPARE(slow.samples(), std::int64_t{0});
}

/// The border of a tile would double the blocks of a coarse picture in both directions.
void TestPreviewSource::coarseBlocksBeyondTheShownOnesAreNotSampled() {
    Bench bench;
    PricedBackend slow(bench.backend, [](const RenderRequest&) { return 1e-3; });
    auto graph = std::make_shared<Graph>(*bench.bind(slope));
    graph->nodes.front().operation = std::make_shared<OperationOf<Timed>>(Timed(1e-6));
    PreviewSource source(slow, bench.budget, graph, nullptr, {}, timedClocks);
    PreviewPart part = partOf({0, 0, 258, 258}, 3);
    part.firstWithin = std::chrono::microseconds(1);
    static_cast<void>(source.render(part));  // measures what samples cost
    const auto takenFor = [&](const Rect& shown) {
        part.shown = shown;
        const double before = elapsedSeconds;
        const Picture picture = source.render(part);
        // Blocks that are not shown have values too.
        const float value = picture.values.front();
        const bool whole = std::count(picture.values.begin(), picture.values.end(), value) == 258 * 258 &&
                           std::fabs(value - 0.5F) < 1.0F / 255;
        return whole ? std::lround((elapsedSeconds - before) / 1e-3) : -1;
    };
    QCOMPARE(takenFor({}), 8L);
    QCOMPARE(takenFor({0, 0, 256, 256}), 2L);
}

/// Measuring would compute whole patterns, and would not help the first picture.
void TestPreviewSource::whatIsNeverAveragedIsNotMeasured() {
    Bench bench;
    PricedBackend slow(bench.backend, aMicrosecond);
    PreviewSource source(slow, bench.budget, bench.bind(slope), nullptr);
    QVERIFY(std::isinf(source.secondsFor(partOf({0, 0, 1260, 396}, 9))));
    QCOMPARE(slow.samples(), std::int64_t{0});
    QVERIFY(std::isfinite(source.secondsFor(partOf({0, 0, 1260, 396}, 2))));
    QVERIFY(slow.samples() > 0);
}

void TestPreviewSource::aHurriedPictureWaitsForNoPatientRequest_data() {
    QTest::addColumn<QString>("design");
    QTest::newRow("the sums of a cell") << QString(bricks);
    QTest::newRow("the samples that a sampler prepares")
        << "burin: 1\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 20000, height: 20000, inputs: [{data: slope}, {data: smooth, at: "
           "[100, 100]}]}\n"
           "  slope: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70) * cos(y / 90)\"}\n"
           "  smooth: {kind: median, radius: 1, inputs: [data: brick]}\n"
           "  brick: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n";
}

/// It is never called exact, and a later exact picture uses none of its sums.
void TestPreviewSource::aHurriedPictureWaitsForNoPatientRequest() {
    QFETCH(QString, design);
    Bench bench;
    PricedBackend backend(bench.backend, aMicrosecond);
    PreviewSource source(backend, bench.budget, bench.bind(qPrintable(design)), nullptr, {},
                         standingClocks());
    PreviewPart part = partOf({0, 0, 250, 250}, 6);
    part.firstWithin = std::chrono::milliseconds(50);
    part.hurried = true;
    QVERIFY(!source.render(part).exact);
    QVERIFY(backend.samples() > 0);
    QCOMPARE(backend.patientSamples(), std::int64_t{0});
    part.hurried = false;
    const Picture later = source.render(part);
    QCOMPARE(later.exact, backend.patientSamples() > 0);
}

/// Each step of a view that moves begins with a hurried picture.
void TestPreviewSource::hurriedPicturesShareTheirSums() {
    Bench bench;
    PricedBackend backend(bench.backend, aMicrosecond);
    PreviewSource source(backend, bench.budget, bench.bind(bricks), nullptr, {}, standingClocks());
    PreviewPart part = partOf({0, 0, 250, 250}, 6);
    part.firstWithin = std::chrono::milliseconds(50);
    part.hurried = true;
    const Picture first = source.render(part);
    QVERIFY(backend.samples() > 0);
    QVERIFY(source.render(part).values == first.values);
    QCOMPARE(backend.samples(), std::int64_t{0});
}

BURIN_TEST(TestPreviewSource)
#include "test_preview_source.moc"
