// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes that are read again and again are stored; nodes with few samples that are read are not.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace burin;

namespace {

/// Discs scattered with a density.
std::shared_ptr<Graph> discs(const std::string& pitch, const std::string& nodes) {
    const std::string text =
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 4000, height: 4000, inputs: [data: discs]}\n"
        "  discs: {kind: scatter, pitch: " +
        pitch +
        ", blend: max, inputs: [pattern: disc, data: map]}\n"
        "  disc: {kind: math2d, width: 300, height: 300, expression: \"max(0, 1 - hypot(x - 150, y - 150) / "
        "150)\"}\n" +
        nodes;
    const Design design = parseDesign(text, ".");
    BoundGraph bound = bindGraph(design, *design.root, {});
    return bound.graph ? std::make_shared<Graph>(std::move(*bound.graph)) : nullptr;
}

GraphNode* nodeNamed(Graph& graph, const std::string& name) {
    const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                    [&](const GraphNode& node) { return node.name == name; });
    return found == graph.nodes.end() ? nullptr : &*found;
}

constexpr auto plainMap = "  map: {kind: noise, pitch: 200, contrast: 3}\n";

/// A region of the surface, and how many samples of `map` were computed for it.
struct Rendered {
    std::vector<float> samples;
    std::uint64_t ofMap = 0;
    std::uint64_t all = 0;  ///< computed samples of all nodes
};

struct Computed {
    std::uint64_t samples = 0;
    std::size_t nodes = 0;
};

Rendered render(const std::shared_ptr<Graph>& graph) {
    MemoryBudget budget(std::size_t{512} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    backend.countNodes(*graph);
    constexpr Rect area{100, 300, 700, 600};
    Rendered result{std::vector<float>(static_cast<std::size_t>(area.area())), 0};
    RenderRequest request;
    request.graph = graph;
    request.area = area;
    request.consume = [&](const Rect& part, const SamplesView& from) {
        for (std::int64_t y = 0; y < part.height; ++y)
            std::copy_n(from.row(y), part.width,
                        result.samples.data() + (part.y - area.y + y) * area.width + part.x - area.x);
    };
    renderAndWait(backend, std::move(request));
    const auto map = static_cast<std::size_t>(nodeNamed(*graph, "map") - graph->nodes.data());
    result.ofMap = backend.counters()[map].samples;
    for (const NodeCounters& counters : backend.counters())
        result.all += counters.samples;
    return result;
}

}  // namespace

class TestResidences : public QObject {
    Q_OBJECT

  private slots:
    void mapsOfDensities_data() {
        QTest::addColumn<QString>("pitch");
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<bool>("stored");
        QTest::newRow("few samples are read") << "200" << plainMap << false;
        QTest::newRow("nearly all samples are read") << "10" << plainMap << true;
        QTest::newRow("few samples of a formula of noises")
            << "200"
            << "  map: {kind: math2d, expression: \"in1 * in2\", inputs: [data: a, data: b]}\n"
               "  a: {kind: noise, pitch: 300}\n  b: {kind: noise, pitch: 400}\n"
            << false;
        QTest::newRow("each needs its surroundings")
            << "200"
            << "  map: {kind: convolution, kernel: {gaussian: 9}, inputs: [data: a]}\n"
               "  a: {kind: noise, pitch: 300}\n"
            << true;
        QTest::newRow("few samples of one that is read twice")
            << "200"
            << "  map: {kind: union, operation: add, inputs: [data: a, data: b]}\n"
               "  b: {kind: math2d, expression: \"in1 * 2\", inputs: [data: a]}\n"
               "  a: {kind: noise, pitch: 300}\n"
            << false;
        QString doubled = "  map: {kind: union, operation: add, inputs: [data: a0, data: a0]}\n";
        for (int k = 0; k < 40; ++k) {
            doubled += QString("  a%1: {kind: union, operation: add, inputs: [data: a%2, data: a%2]}\n")
                           .arg(k)
                           .arg(k + 1);
        }
        QTest::newRow("each is the sum of many nodes")
            << "200" << doubled + "  a40: {kind: noise, pitch: 300}\n"
            << true;
    }
    void mapsOfDensities() {
        QFETCH(QString, pitch);
        QFETCH(QString, nodes);
        QFETCH(bool, stored);
        const auto graph = discs(pitch.toStdString(), nodes.toStdString());
        QVERIFY(graph);
        QCOMPARE(nodeNamed(*graph, "map")->residence, stored ? Residence::tiles : Residence::inlined);
        QCOMPARE(nodeNamed(*graph, "disc")->residence, Residence::tiles);
    }

    /// A map reads few samples of a node that the surface reads as a whole.
    void aNodeOfAMapIsComputedWithTheSurface() {
        const Design design = parseDesign(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 4000, height: 4000, inputs: [data: all]}\n"
            "  all: {kind: union, operation: max, inputs: [data: bands, data: dots]}\n"
            "  dots: {kind: scatter, pitch: 200, inputs: [pattern: dot, data: map]}\n"
            "  dot: {kind: math2d, width: 9, height: 9, expression: \"0.5\"}\n"
            "  map: {kind: math2d, expression: \"in1^2\", inputs: [data: bands]}\n"
            "  bands: {kind: noise, pitch: 300}\n",
            ".");
        BoundGraph bound = bindGraph(design, *design.root, {});
        QVERIFY(bound.graph);
        for (const char* name : {"map", "bands"})
            QCOMPARE(nodeNamed(*bound.graph, name)->residence, Residence::inlined);
        QVERIFY(nodeNamed(*bound.graph, "bands")->shared);
        const auto graph = std::make_shared<Graph>(std::move(*bound.graph));
        const Rendered inlined = render(graph);
        for (const char* name : {"map", "bands"})
            nodeNamed(*graph, name)->residence = Residence::tiles;
        QVERIFY(inlined.samples == render(graph).samples);
    }

    /// Two equal instances cost as much as one instance that is read twice: together, their nodes compute no
    /// additional sample.
    void equalInstancesAreComputedOnce_data() {
        QTest::addColumn<QString>("output");
        QTest::newRow("the output is computed with what reads it")
            << "out: {kind: math2d, expression: \"noise(x / 9, y / 7, 1)\", inputs: [data: it]}";
        QTest::newRow("the output reads neighbours") << "out: {kind: median, radius: 9, inputs: [data: it]}";
        QTest::newRow("it is a lattice") << "out: {kind: stitching, u: [450, 0], v: [0, 450.5], vary: {turn: "
                                            "quarter}, inputs: [pattern: it]}";
    }
    void equalInstancesAreComputedOnce() {
        QFETCH(QString, output);
        const auto samples = [&](const char* inputs) {
            const std::string text =
                "burin: 2\npixel: 1 um\ngroups:\n  g:\n    output: out\n    nodes:\n      " +
                output.toStdString() +
                "\n      it: {kind: math2d, width: 900, height: 900, expression: \"x / 900\"}\n"
                "nodes:\n  surface: {kind: root, width: 1000, height: 1000, inputs: [data: map]}\n"
                "  map: {kind: union, operation: add, inputs: " +
                inputs + "}\n  a: {kind: group, group: g}\n  b: {kind: group, group: g}\n";
            const Design design = parseDesign(text, ".");
            BoundGraph bound = bindGraph(design, *design.root, {});
            if (!bound.graph) return Computed{};
            const auto graph = std::make_shared<Graph>(std::move(*bound.graph));
            return Computed{render(graph).all, graph->nodes.size()};
        };
        const Computed twice = samples("[data: a, data: a]");
        const Computed both = samples("[data: a, data: b]");
        QCOMPARE(twice.nodes, std::size_t{4});
        QCOMPARE(both.nodes, std::size_t{6});
        QVERIFY(twice.samples > 0);
        QCOMPARE(both.samples, twice.samples);
    }

    /// A small pattern is read as a whole, but by each tile.
    void aSmallPatternIsStored() {
        const Design design = parseDesign(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 400, height: 400, inputs: [data: rows]}\n"
            "  rows: {kind: stitching, u: [30, 0], v: [1.5, 30], inputs: [pattern: dot]}\n"
            "  dot: {kind: math2d, width: 9, height: 9, expression: \"0.5\"}\n",
            ".");
        BoundGraph bound = bindGraph(design, *design.root, {.largestCellBytes = 0});
        QVERIFY(bound.graph);
        QCOMPARE(nodeNamed(*bound.graph, "dot")->residence, Residence::tiles);
    }

    /// Fewer samples of a map that is not stored are computed, and the surface is the same.
    void aMapThatIsNotStoredGivesTheSame() {
        const auto graph = discs("150", plainMap);
        QVERIFY(graph);
        const Rendered inlined = render(graph);
        nodeNamed(*graph, "map")->residence = Residence::tiles;
        const Rendered stored = render(graph);
        QVERIFY(*std::max_element(stored.samples.begin(), stored.samples.end()) > 0);
        QVERIFY(inlined.samples == stored.samples);
        QVERIFY2(inlined.ofMap > 0 && inlined.ofMap < stored.ofMap / 100,
                 qPrintable(QString("%1 of %2").arg(inlined.ofMap).arg(stored.ofMap)));
    }
};

BURIN_TEST(TestResidences)
#include "test_residences.moc"
