// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of textures from afar: wide warps and long flows read few samples, and fine grain is calm.

#include "core/design/design.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/preview/preview.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/sampler.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/system/standing_clocks.hpp"
#include "support/testing.hpp"
#include "tests/support/instrumented.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <random>

using namespace burin;

class TestPreviewTextures : public QObject {
    Q_OBJECT

  private slots:
    void scatteredSamplesAreThoseOfLevelZero_data();
    void scatteredSamplesAreThoseOfLevelZero();
    void fewPlacesAreRead_data();
    void fewPlacesAreRead();
    void fineGrainIsEven_data();
    void fineGrainIsEven();
    void whatIsNoMeanIsSampled_data();
    void whatIsNoMeanIsSampled();
    void masksAndLaterLinksStay();
};

namespace {

struct Bench {
    std::shared_ptr<const Graph> bind(const QString& text, const char* node = nullptr) {
        const Design design =
            parseDesign(text.toStdString(), burin::test::inTree("tests/golden").toStdString());
        const BoundGraph bound = bindGraph(design, node == nullptr ? *design.root : *design.find(node), {});
        return bound.graph ? std::make_shared<const Graph>(*bound.graph) : nullptr;
    }
    MemoryBudget budget{std::size_t{512} << 20U};
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

/// A surface of 2 m that shows the node `top`, and nodes that others read.
QString surfaceOf(const QString& nodes) {
    return "burin: 2\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 2000000, height: 2000000, depth: 16, inputs: [data: top]}\n"
           "  grain: {kind: noise, pitch: 7, seed: 3}\n"
           "  other: {kind: noise, pitch: 40, octaves: 3, seed: 4}\n"
           "  third: {kind: noise, pitch: 90, seed: 5}\n"
           "  soft: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: grain]}\n"
           "  part: {kind: math2d, width: 900, height: 700, expression: \"0.2 + 0.6 * hash(x, y, 1)\"}\n"
           "  huge: {kind: math2d, width: 1000000, height: 900000, expression: \"0.2 + 0.6 * hash(x, y, "
           "1)\"}\n"
           "  photograph: {kind: image, file: pictures/grain.pgm}\n" +
           nodes;
}

}  // namespace

void TestPreviewTextures::scatteredSamplesAreThoseOfLevelZero_data() {
    QTest::addColumn<QString>("nodes");
    const auto row = [](const char* name, const QString& top, const QString& more = {}) {
        QTest::newRow(name) << "  top: {" + top + "}\n" + more;
    };
    row("warp by two maps", "kind: warp, amplitude: 60.5, inputs: [data: grain, data: other, data: third]");
    row("nearest",
        "kind: warp, amplitude: 60.5, by: angle, angle: 35, interpolation: nearest, inputs: [data: grain, "
        "data: "
        "other]");
    row("cubic by a slope",
        "kind: warp, amplitude: 90, by: slope, full_slope: 0.02, interpolation: cubic, inputs: [data: grain, "
        "{data: other, at: [3, -8]}]");
    row("hardly any displacement",
        "kind: warp, amplitude: 0.000001, inputs: [data: grain, data: other, data: third]");
    for (const char* edge : {"extend", "mirror", "wrap", "empty"}) {
        QTest::addRow("warp at the edge: %s", edge)
            << QString(
                   "  top: {kind: warp, width: 2000000, height: 2000000, amplitude: 1000, edge: %1, inputs: "
                   "[{data: huge, at: [500, 400]}, data: other, data: third]}\n")
                   .arg(edge);
    }
    row("a bounded map",
        "kind: warp, amplitude: 200, by: slope, inputs: [data: grain, {data: huge, at: [1000, 2000]}]");
    row("masked",
        "kind: warp, amplitude: 200, inputs: [data: grain, data: other, data: third, mask: third, {mask: "
        "grain, "
        "at: [4, 2]}]");
    row("of a filtered picture",
        "kind: warp, amplitude: 200, inputs: [data: soft, data: other, data: third]");
    row("by a filtered map", "kind: warp, amplitude: 200, by: slope, inputs: [data: grain, data: soft]");
    row("warp of a warp", "kind: warp, amplitude: 200, by: slope, inputs: [data: inner, data: third]",
        "  inner: {kind: warp, amplitude: 80, inputs: [data: grain, data: other, data: third]}\n");
    row("straight flow", "kind: flow, length: 101, angle: 33, inputs: [data: grain]");
    row("flow of one pixel", "kind: flow, length: 1, along: map, inputs: [data: grain, data: other]");
    row("flow along a map",
        "kind: flow, length: 60, along: map, weights: triangle, inputs: [data: grain, {data: other, at: [5, "
        "6]}]");
    row("uphill", "kind: flow, length: 41, along: gradient, inputs: [data: grain, data: other]");
    row("along contours of a filtered map",
        "kind: flow, length: 33, along: contour, inputs: [data: grain, data: soft]");
    for (const char* edge : {"extend", "mirror", "wrap"}) {
        QTest::addRow("flow at the edge: %s", edge)
            << QString(
                   "  top: {kind: flow, width: 2000000, height: 2000000, length: 1023, angle: 12, edge: %1, "
                   "inputs: [{data: huge, at: [500, 400]}]}\n")
                   .arg(edge);
    }
    row("a small picture and a small map",
        "kind: flow, width: 2000000, height: 2000000, length: 61, along: map, edge: wrap, inputs: [data: "
        "part, "
        "data: photograph]");
}

void TestPreviewTextures::scatteredSamplesAreThoseOfLevelZero() {
    QFETCH(QString, nodes);
    Bench bench;
    const auto graph = bench.bind(surfaceOf(nodes));
    QVERIFY(graph);
    PreviewSource source(bench.backend, bench.budget, graph, nullptr);
    std::mt19937 random(7);
    std::vector<Point> places(300);
    for (std::size_t k = 0; k < places.size(); ++k) {
        const unsigned side = k < 100 ? 1200 : k < 200 ? 1'002'000 : 2'000'000;
        places[k] = {static_cast<std::int64_t>(random() % side), static_cast<std::int64_t>(random() % side)};
    }
    const std::vector<float> values = source.samplesAt(places);
    // Each place needs a picture of its own, so only the long run compares many.
    for (std::size_t k = 0; k < places.size(); k += test::isLongRun() ? 3 : instrumented ? 100 : 40)
        QCOMPARE(values[k], source.render(partOf({places[k].x, places[k].y, 1, 1}, 0)).values.front());
}

namespace {

/// A texture that counts how many of its samples are computed.
struct Counted : KindBase {
    std::shared_ptr<std::atomic<std::int64_t>> samples = std::make_shared<std::atomic<std::int64_t>>(0);

    void begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
        MultiplyByMask::clear(value);
        *samples += area.area();
    }
    void beginAt(std::span<const LinkShape>, const Point*, std::int64_t count, float* value) const {
        std::fill_n(value, count, 0.5F);
        *samples += count;
    }
    [[nodiscard]] std::string fingerprint() const { return "counted"; }
};

}  // namespace

void TestPreviewTextures::fewPlacesAreRead_data() {
    QTest::addColumn<QString>("top");
    QTest::addColumn<double>("most");  // samples of the inputs for one sample
    QTest::newRow("wide warp")
        << "kind: warp, amplitude: 500, inputs: [data: grain, data: other, data: third]" << 6.0;
    QTest::newRow("cubic, by a slope")
        << "kind: warp, amplitude: 500, by: slope, interpolation: cubic, inputs: [data: grain, data: other]"
        << 20.0;
    QTest::newRow("long straight flow") << "kind: flow, length: 101, inputs: [data: grain]" << 404.0;
    QTest::newRow("long flow along contours")
        << "kind: flow, length: 1023, along: contour, inputs: [data: grain, data: other]" << 8200.0;
    QTest::newRow("short flow along contours")
        << "kind: flow, length: 5, along: contour, inputs: [data: grain, data: other]" << 37.0;
}

void TestPreviewTextures::fewPlacesAreRead() {
    QFETCH(QString, top);
    QFETCH(double, most);
    Bench bench;
    const auto bound = bench.bind(surfaceOf("  top: {" + top + "}\n"), "top");
    QVERIFY(bound);
    auto graph = std::make_shared<Graph>(*bound);
    const Counted counted;
    for (GraphNode& node : graph->nodes) {
        if (node.children.empty()) node.operation = std::make_shared<OperationOf<Counted>>(counted);
    }
    const Sampler sampler(bench.backend, bench.budget, graph, {});
    std::vector<Point> places;
    for (std::int64_t k = 0; k < 50; ++k)
        places.push_back({k * 7919, k * 104'729});
    std::vector<float> values(places.size());
    sampler.sample(places.data(), 50, values.data());
    const double each = static_cast<double>(*counted.samples) / 50;
    QVERIFY2(each > 0 && each <= most, qPrintable(QString::number(each)));
}

namespace {

const char* const blast = "kind: rough, sq: 0.12, sal: 20, seed: 9";
const char* const leather = "kind: example, patch: 40, inputs: [data: hide]";
const char* const hide =
    "  hide: {kind: math2d, width: 256, height: 256, expression: \"0.3 + 0.5 * hash(floor(x / 9), floor(y / "
    "9), "
    "1)^2\"}\n";

/// The mean of samples of level 0 at so many places.
double trueMean(PreviewSource& source, std::size_t count) {
    std::mt19937 random(11);
    std::vector<Point> places(count);
    for (Point& place : places)
        place = {static_cast<std::int64_t>(random() % 2'000'000),
                 static_cast<std::int64_t>(random() % 2'000'000)};
    double sum = 0;
    for (const float value : source.samplesAt(places))
        sum += static_cast<double>(value);
    return sum / static_cast<double>(places.size());
}

}  // namespace

void TestPreviewTextures::fineGrainIsEven_data() {
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<int>("level");   // the lowest level whose pixels exceed 16 sals or patches
    QTest::addColumn<int>("places");  // enough places that the error of their mean is a sixth of the limit
    const auto top = [](const char* node) { return QString("  top: {") + node + "}\n"; };
    const QString texture = "  texture: {%1}\n";
    QTest::newRow("rough") << top(blast) << 9 << 15'000;
    QTest::newRow("long bumps") << top("kind: rough, sq: 0.12, sal: 20, str: 0.25, rotate: 20") << 11
                                << 15'000;
    QTest::newRow("cut off") << top("kind: rough, sq: 0.5, sal: 4, mean: 0.2, skew: 1, kurtosis: 5") << 6
                             << 60'000;
    QTest::newRow("blend") << top(leather) + hide << 10 << 15'000;
    QTest::newRow("cut") << top("kind: example, method: cut, patch: 40, inputs: [data: hide]") + hide << 10
                         << 15'000;
    QTest::newRow("flowing") << top("kind: flow, length: 9, inputs: [data: texture]") + texture.arg(blast)
                             << 9 << 15'000;
    QTest::newRow("warped")
        << top("kind: warp, amplitude: 30, by: angle, inputs: [data: texture, data: other]") +
               texture.arg(leather) + hide
        << 10 << 15'000;
    QTest::newRow("muted") << top("kind: median, radius: 1, muted: true, inputs: [data: texture]") +
                                  texture.arg(blast)
                           << 9 << 15'000;
}

void TestPreviewTextures::fineGrainIsEven() {
    QFETCH(QString, nodes);
    QFETCH(int, level);
    QFETCH(int, places);
    Bench bench;
    const auto graph = bench.bind(surfaceOf(nodes));
    QVERIFY(graph);
    PreviewClocks clocks = burin::test::standingClocks();
    clocks.elapsed = {};  // a rough picture may be coarse
    PreviewSource source(bench.backend, bench.budget, graph, nullptr, {}, clocks);
    const double mean = trueMean(source, static_cast<std::size_t>(places));
    const Rect area{100, 100, 300, 200};
    PreviewPart part = partOf(area, level);
    part.firstWithin = std::chrono::milliseconds(50);
    const Picture even = source.render(part);
    QVERIFY(!even.exact);
    const auto [least, most] = std::minmax_element(even.values.begin(), even.values.end());
    QCOMPARE(*least, *most);
    QVERIFY2(std::fabs(static_cast<double>(*least) - mean) < 2.0 / 255,
             qPrintable(QString("%1, not %2").arg(*least).arg(mean)));
    part.level = level - 1;
    const Picture grainy = source.render(part);
    QVERIFY(*std::min_element(grainy.values.begin(), grainy.values.end()) <
            *std::max_element(grainy.values.begin(), grainy.values.end()));
}

void TestPreviewTextures::whatIsNoMeanIsSampled_data() {
    QTest::addColumn<QString>("nodes");
    const auto row = [](const char* name, const char* top, const QString& more = {}) {
        QTest::newRow(name) << QString("  top: {") + top + "}\n" + QString("  texture: {%1}\n").arg(blast) +
                                   more;
    };
    row("a threshold", "kind: curve, threshold: 0.6, inputs: [data: texture]");
    row("a formula", "kind: math2d, expression: \"in1^3\", inputs: [data: texture]");
    row("the deeper of two", "kind: union, operation: max, inputs: [data: texture, data: grain]");
    row("dilated", "kind: morphology, radius: 3, inputs: [data: texture]");
    row("read twice", "kind: union, operation: multiply, inputs: [data: texture, data: texture]");
}

void TestPreviewTextures::whatIsNoMeanIsSampled() {
    QFETCH(QString, nodes);
    Bench bench;
    const auto graph = bench.bind(surfaceOf(nodes));
    QVERIFY(graph);
    PreviewSource source(bench.backend, bench.budget, graph, nullptr);
    const double mean = trueMean(source, 30'000);
    PreviewPart part = partOf({100, 100, 32, 32}, 10);
    const auto meanOf = [](const Picture& picture) {
        double sum = 0;
        for (const float value : picture.values)
            sum += static_cast<double>(value);
        return sum / (32 * 32);
    };
    double found = 0;
    for (int time = 30; time < patience; time *= 2) {  // a busy computer needs longer
        part.patience = std::chrono::milliseconds(time);
        found = meanOf(source.render(part));
        if (std::fabs(found - mean) < 4.0 / 255) return;
    }
    QFAIL(qPrintable(QString("%1, not %2").arg(found).arg(mean)));
}

/// A masked texture has the mean of its mask, and another link laid over it is still seen.
void TestPreviewTextures::masksAndLaterLinksStay() {
    Bench bench;
    const auto graph = bench.bind(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2000000, height: 2000000, depth: 16, inputs: [data: top, {data: "
        "plate, at: "
        "[1000000, 0]}]}\n"
        "  top: {kind: rough, sq: 0.1, sal: 20, inputs: [mask: half]}\n"
        "  half: {kind: math2d, expression: \"min(1, floor(y / 1000000))\"}\n"
        "  plate: {kind: math2d, width: 1000000, height: 2000000, expression: \"0.75\"}\n");
    QVERIFY(graph);
    PreviewSource source(bench.backend, bench.budget, graph, nullptr, {}, burin::test::standingClocks());
    const Picture picture = source.render(partOf({0, 0, 60, 60}, 15));
    QCOMPARE(picture.row(10)[10], 0.0F);
    QVERIFY(std::fabs(picture.row(50)[10] - 0.5F) < 2.0F / 255);
    QVERIFY(std::fabs(picture.row(10)[50] - 0.75F) < 1.0F / 255);
    QVERIFY(std::fabs(picture.row(50)[50] - 0.75F) < 1.0F / 255);
}

BURIN_TEST(TestPreviewTextures)
#include "test_preview_textures.moc"
