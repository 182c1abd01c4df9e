// SPDX-License-Identifier: GPL-3.0-or-later

// The areas of filled outlines in blocks are the means of their samples.

#include "core/base/cancelled.hpp"
#include "core/design/design.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/preview/fill_means.hpp"
#include "core/preview/preview_spread.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <stop_token>

using namespace burin;

class TestFillMeans : public QObject {
    Q_OBJECT

  private slots:
    void areTheMeansOfAllSamples_data();
    void areTheMeansOfAllSamples();
    void tonesCountByTheirValue();
    void partsAndStripsDoNotMatter();
    void everyLevelOfALargeSurfaceIsExact();
    void aPictureOfNeverAveragedSamplesIsExact();
    void eightBitsAreExactIfRoundingChangesLittle();
    void otherSurfacesHaveNone_data();
    void otherSurfacesHaveNone();
    void aStoppedPictureIsCancelled();
};

namespace {

/// A design with a surface of 611 x 517 px, which no block divides.
std::string surfaceWith(const std::string& keys, const std::string& nodes) {
    return "burin: 2\npixel: 10 um\nnodes:\n  surface: {kind: root, width: 611, height: 517, " + keys +
           "}\n" + nodes;
}

class FillScene {
  public:
    explicit FillScene(const std::string& text, const std::string& node = {},
                       const std::filesystem::path& folder = ".") {
        const Design design = parseDesign(text, folder);
        const auto index = node.empty() ? design.root : design.find(node);
        if (!index) throw std::runtime_error("the design has no such node");
        BoundGraph bound = bindGraph(design, *index, {});
        if (!bound.graph) throw std::runtime_error("the design has errors");
        graph = std::make_shared<const Graph>(std::move(*bound.graph));
    }

    Picture render(const PreviewPart& part) {
        return PreviewSource(backend, budget, graph, nullptr).render(part);
    }

    std::shared_ptr<const Graph> graph;
    MemoryBudget budget{std::size_t{512} << 20U};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
};

PreviewPart blocksOf(const Rect& area, int level) {
    PreviewPart part;
    part.area = area;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    return part;
}

/// The mean of the samples of a picture of level 0 that belong to a block and to the node.
double meanOfSamples(const Picture& samples, const Rect& block) {
    double sum = 0;
    for (std::int64_t y = block.y; y < block.bottom(); ++y) {
        const float* from = samples.row(y - samples.area.y) + (block.x - samples.area.x);
        sum = std::accumulate(from, from + block.width, sum);
    }
    return sum / static_cast<double>(block.area());
}

/// The largest difference between the fills' picture of a level and the means of all samples.
double largestError(const FillScene& scene, const Picture& samples, const Picture& picture) {
    double largest = 0;
    for (std::int64_t y = 0; y < picture.area.height; ++y) {
        for (std::int64_t x = 0; x < picture.area.width; ++x) {
            const Point place{picture.area.x + x, picture.area.y + y};
            const Rect block = blockSamples(place, picture.level, scene.graph->top().extent);
            const double mean = block.empty() ? 0 : meanOfSamples(samples, block);
            largest = std::max(largest, std::fabs(mean - double{picture.row(y)[x]}));
        }
    }
    return largest;
}

void compareAllLevels(FillScene& scene) {
    const auto means = FillMeans::of(*scene.graph);
    QVERIFY(means.has_value());
    const Rect all = scene.graph->top().extent.rect();
    const Picture samples = scene.render(blocksOf(all, 0));
    const auto most = std::max_element(samples.values.begin(), samples.values.end());
    QVERIFY(*most > 0);  // the node shows something
    for (int level = 1; level <= 8; ++level) {
        // One more block on each side; blocks outside of the node are 0.
        const Rect area = blocksCovering(all, level).grown(1);
        const Picture picture = means->picture(blocksOf(area, level));
        QCOMPARE(picture.level, level);
        const double error = largestError(scene, samples, picture);
        const double allowed = picture.exact ? 1e-4 : 1.0 / 510 + 1e-4;
        QVERIFY2(error <= allowed, qPrintable(QString("level %1: %2").arg(level).arg(error)));
        if (means->alwaysExact()) QVERIFY(picture.exact);
    }
}

const std::string loops =
    "kind: path, d: \"M15.3 15 C160 0 -20 140 340 240 Q220 320 5 335 Z M120 110 a 90 60 20 1 1 0.5 0 z\"";
const std::string words = "kind: text, text: \"Ag %8\\nBurin\", size: 60";

}  // namespace

void TestFillMeans::areTheMeansOfAllSamples_data() {
    QTest::addColumn<QString>("design");
    QTest::addColumn<QString>("node");
    const auto row = [](const char* name, const std::string& keys, const std::string& nodes,
                        const char* node = "") {
        QTest::addRow("%s", name) << QString::fromStdString(surfaceWith(keys, nodes)) << node;
    };
    const auto alone = [&](const char* name, const std::string& keys) {
        row(name, "inputs: [{data: part}]", "  part: {" + keys + "}\n", "part");
    };
    const std::string deep = "depth: 16, inputs: [{data: part, at: [37, -21]}]";
    const auto one = [](const std::string& keys) { return "  part: {" + keys + "}\n"; };
    alone("a path", loops);
    alone("a path with holes", loops + ", fill_rule: evenodd");
    alone("a path left of 0 and above it", "kind: path, d: \"M-90.7 -33 L40 -60.2 L10 70 Z\"");
    alone("a path cut by its size", loops + ", width: 203, height: 150");
    alone("a stroke", "kind: path, d: \"M10 10 L300 44.4 L40 200\", fill: false, stroke: {width: 7.3}");
    alone("lines of fractions of pixels",
          "kind: path, d: \"M0.3 0.6 h300.1 v0.4 h-300.1 z M1.25 9 h0.5 v200.5 h-0.5 z\"");
    alone("text", words);
    alone("turned text", words + ", rotate: 33");
    alone("a ring", "kind: shape, shape: ring, diameter: 333.3, inner: 200.1");
    alone("a gear", "kind: shape, shape: gear, teeth: 19, module: 12.7, bore: 40");
    alone("a code", "kind: code, code: qr, data: Burin, module: 7");
    alone("an outline of whole pixels", "kind: shape, shape: rectangle, size: [300, 200]");
    row("a path on a surface of 16 bits", deep, one(loops));
    row("a text that reaches beyond the surface", "depth: 16, inputs: [{data: part, at: [480, 470]}]",
        one(words));
    row("an inverted surface", "invert: true, " + deep, one(loops));
    row("a path on a surface of 8 bits", "inputs: [{data: part, at: [37, -21]}]", one(loops));
    row("an inverted surface of 8 bits", "invert: true, inputs: [{data: part}]", one(words));
    row("fills side by side",
        "depth: 16, inputs: [{data: part, at: [1, 2]}, {data: other, at: [350, 3]}, {data: third, at: [20, "
        "400]}]",
        one(loops) + "  other: {kind: shape, shape: star, points: 7, diameter: 211}\n  third: {" + words +
            ", scale: 0.5}\n");
    for (const char* mode : {"max", "add", "mean", "over"}) {
        row(mode, "inputs: [{data: all}]",
            "  all: {kind: union, width: 600, height: 380, operation: " + std::string(mode) +
                ", inputs: [{data: part}, {data: other, at: [350, 3]}]}\n" + one(loops) +
                "  other: {kind: shape, shape: star, points: 7, diameter: 211}\n",
            "all");
    }
    row("one below the other", "depth: 16, inputs: [{data: all, at: [5, 7]}]",
        "  all: {kind: union, operation: min, width: 200, height: 300, inputs: [{data: still, at: [20, "
        "30]}]}\n"
        "  still: {kind: median, radius: 3, muted: true, inputs: [{data: part, at: [-9, 2]}]}\n" +
            one(loops));
}

void TestFillMeans::areTheMeansOfAllSamples() {
    QFETCH(QString, design);
    QFETCH(QString, node);
    FillScene scene(design.toStdString(), node.toStdString());
    compareAllLevels(scene);
}

void TestFillMeans::tonesCountByTheirValue() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("tones.svg"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"200\">"
        "<circle cx=\"120\" cy=\"90.5\" r=\"80\" fill=\"#808080\"/>"
        "<path d=\"M40 20 L280.5 60 L100 190 Z\" fill=\"#30c0f0\"/></svg>");
    file.close();
    const std::string part = "  part: {kind: path, file: tones.svg, size: 300, paint: luminance}\n";
    const std::filesystem::path place(folder.path().toStdString());
    FillScene scene(surfaceWith("inputs: [{data: part}]", part), "part", place);
    compareAllLevels(scene);
    // With eight bits, the samples would be rounded everywhere.
    const FillScene rounded(surfaceWith("inputs: [{data: part}]", part), {}, place);
    QVERIFY(!FillMeans::of(*rounded.graph));
}

void TestFillMeans::partsAndStripsDoNotMatter() {
    const FillScene scene(
        surfaceWith("depth: 16, inputs: [{data: part}]", "  part: {" + words + ", rotate: 12}\n"));
    const auto means = FillMeans::of(*scene.graph);
    QVERIFY(means.has_value());
    const Picture whole = means->picture(blocksOf({-2, -3, 170, 140}, 2));
    for (const Rect& area : {Rect{10, 12, 1, 1}, Rect{3, 50, 90, 7}, Rect{60, -3, 31, 140}}) {
        const Picture part = means->picture(blocksOf(area, 2));
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x) {
                const float other = whole.row(area.y + 3 + y)[area.x + 2 + x];
                QVERIFY(std::fabs(part.row(y)[x] - other) <= 1e-6F);
            }
        }
    }
}

/// Half of the surface lies below its diagonal, which crosses two million rows.
void TestFillMeans::everyLevelOfALargeSurfaceIsExact() {
    FillScene scene(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2097152, height: 2097152, depth: 16, inputs: [{data: part}]}\n"
        "  part: {kind: path, d: \"M0 0 L2097152 2097152 L0 2097152 Z\"}\n");
    for (int level = 13; level <= 22; ++level) {
        const std::int64_t last = ((std::int64_t{1} << 21) >> level) - 1;
        const Picture picture =
            scene.render(blocksOf(blocksCovering({0, 0, 2097152, 2097152}, level), level));
        QVERIFY(picture.exact);
        for (std::int64_t y = 0; y <= last; ++y) {
            for (std::int64_t x = 0; x <= last; ++x) {
                const double mean = x < y ? 1 : x == y ? 0.5 : 0;
                QVERIFY(std::fabs(picture.row(y)[x] - mean) <= 1e-4);
            }
        }
        if (last < 0) QVERIFY(std::fabs(picture.values.front() - 0.5F) <= 1e-4F);
    }
}

/// Bars of a third of the pitch, on too many samples to be averaged. Random samples would give wrong means.
void TestFillMeans::aPictureOfNeverAveragedSamplesIsExact() {
    std::string bars;
    for (int k = 0; k < 256; ++k)
        bars += "M" + std::to_string(8192 * k) + " 0h2731v2097152h-2731z ";
    FillScene scene(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2097152, height: 2097152, inputs: [{data: part}]}\n"
        "  part: {kind: path, d: \"" +
        bars + "\"}\n");
    const Picture picture = scene.render(blocksOf({0, 0, 128, 128}, 14));
    QVERIFY(picture.exact);
    for (const float value : picture.values)
        QVERIFY(std::fabs(value - 2731.0F / 8192) <= 1e-4F);
    PreviewSource source(scene.backend, scene.budget, scene.graph, nullptr);
    const auto sketch = source.sketch(blocksOf({0, 0, 128, 128}, 14));
    QVERIFY(sketch && sketch->exact);
}

void TestFillMeans::eightBitsAreExactIfRoundingChangesLittle() {
    const auto exactAt = [](const std::string& d, int level) {
        const FillScene scene(
            surfaceWith("inputs: [{data: part}]", "  part: {kind: path, d: \"" + d + "\"}\n"));
        const auto means = FillMeans::of(*scene.graph);
        return means && !means->alwaysExact() &&
               means->picture(blocksOf(blocksCovering({0, 0, 611, 517}, level), level)).exact;
    };
    // Whole pixels are never rounded; halves are, along the sides.
    QVERIFY(exactAt("M0 0 h300 v200 h-300 z", 1));
    QVERIFY(!exactAt("M0.5 0 h300 v200 h-300 z", 1));
    QVERIFY(!exactAt("M0 0.5 h300 v200 h-300 z", 1));
    QVERIFY(exactAt("M0.5 0.5 h300 v200 h-300 z", 8));
}

void TestFillMeans::otherSurfacesHaveNone_data() {
    QTest::addColumn<QString>("design");
    QTest::addColumn<QString>("node");
    const std::string bar = "{kind: shape, shape: rectangle, size: [90, 60]}\n";
    const auto row = [](const char* name, const std::string& keys, const std::string& nodes,
                        const char* node = "") {
        QTest::addRow("%s", name) << QString::fromStdString(surfaceWith(keys, nodes)) << node;
    };
    const std::string part = "inputs: [{data: part}]";
    row("a formula", part, "  part: {kind: math2d, expression: \"x / 600\"}\n");
    row("a distance", part,
        "  part: {kind: shape, shape: rectangle, size: 90, output: distance, distance_max: 9}\n", "part");
    row("a masked fill", part,
        "  part: {kind: shape, shape: ellipse, size: 90, inputs: [{mask: other}]}\n  other: " + bar, "part");
    row("a series", part,
        "  part: {kind: text, text: \"{n}\", size: 20, series: {u: [60, 0], v: [0, 60], inset: [9, 9], "
        "columns: 3, rows: "
        "2}}\n",
        "part");
    row("a background", "background: 0.5, " + part, "  part: " + bar);
    row("a curve", "machine_curve: [[0, 0], [0.5, 0.2], [1, 1]], " + part, "  part: " + bar);
    row("one bit", "depth: 1, " + part, "  part: " + bar);
    row("one bit with dither", "depth: 1, dither: ordered, " + part, "  part: " + bar);
    row("a masked surface", "inputs: [{data: part}, {mask: other}]", "  part: " + bar + "  other: " + bar);
    row("fills that overlap", "inputs: [{data: part}, {data: other, at: [89, 59]}]",
        "  part: " + bar + "  other: " + bar);
    row("overlapping fills below a union", "inputs: [{data: all}]",
        "  all: {kind: union, operation: add, inputs: [{data: part}, {data: other, at: [89, 59]}]}\n  "
        "part: " +
            bar + "  other: " + bar,
        "all");
    row("the smaller of two fills", "inputs: [{data: all}]",
        "  all: {kind: union, operation: min, inputs: [{data: part}, {data: other, at: [200, 0]}]}\n  "
        "part: " +
            bar + "  other: " + bar,
        "all");
    row("a masked union", "inputs: [{data: all}]",
        "  all: {kind: union, inputs: [{data: part}, {mask: other}]}\n  part: " + bar + "  other: " + bar,
        "all");
    row("a fill beside a formula", "inputs: [{data: part}, {data: other, at: [200, 0]}]",
        "  part: " + bar + "  other: {kind: math2d, width: 9, height: 9, expression: \"0.5\"}\n");
    row("a filtered fill", part,
        "  part: {kind: median, radius: 2, inputs: [{data: other}]}\n  other: " + bar);
}

void TestFillMeans::otherSurfacesHaveNone() {
    QFETCH(QString, design);
    QFETCH(QString, node);
    const FillScene scene(design.toStdString(), node.toStdString());
    QVERIFY(!FillMeans::of(*scene.graph));
}

void TestFillMeans::aStoppedPictureIsCancelled() {
    const FillScene scene(surfaceWith("inputs: [{data: part}]", "  part: {" + words + "}\n"));
    const auto means = FillMeans::of(*scene.graph);
    QVERIFY(means.has_value());
    std::stop_source stop;
    stop.request_stop();
    PreviewPart part = blocksOf({0, 0, 10, 10}, 4);
    part.stop = stop.get_token();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(means->picture(part)), Cancelled);
}

BURIN_TEST(TestFillMeans)
#include "test_fill_means.moc"
