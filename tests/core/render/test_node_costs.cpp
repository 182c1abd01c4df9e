// SPDX-License-Identifier: GPL-3.0-or-later

// The costs of nodes from times that the test gives, and what the processor's backend adds to them.

#include "core/render/cpu_backend.hpp"
#include "core/render/node_costs.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <memory>
#include <string>

using namespace burin;
using namespace std::chrono_literals;

namespace {

NodeHash hashOf(std::uint64_t number) {
    return {{number, 1}};
}

/// A node that two others read, and that is stored in tiles for this.
std::shared_ptr<const Graph> shared() {
    const Design design = parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 1024, height: 1024, inputs: [data: sum]}\n"
        "  sum: {kind: union, operation: add, inputs: [data: a, data: b]}\n"
        "  b: {kind: math2d, expression: \"in1 * 2\", inputs: [data: a]}\n"
        "  a: {kind: noise, pitch: 300}\n",
        ".");
    BoundGraph bound = bindGraph(design, *design.root, {});
    return bound.graph ? std::make_shared<const Graph>(std::move(*bound.graph)) : nullptr;
}

const GraphNode& nodeOf(const Graph& graph, const std::string& name) {
    return *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                         [&](const GraphNode& node) { return node.name == name; });
}

}  // namespace

class TestNodeCosts : public QObject {
    Q_OBJECT

  private slots:
    void fourTilesHaveACost() {
        NodeCosts costs;
        const NodeHash node = hashOf(7);
        QVERIFY(!costs.of(node).msPerMpx);
        // 5 ms for each 10 000 samples: 500 ms for a million.
        for (int i = 0; i < 3; ++i)
            costs.addTile(node, 5ms, 10'000);
        QCOMPARE(costs.of(node).tiles, std::size_t{3});
        QVERIFY(!costs.of(node).msPerMpx);
        costs.addTile(node, 900ms, 10'000);
        QCOMPARE(costs.of(node).msPerMpx.value_or(-1), 500.0);
        QVERIFY(!costs.of(hashOf(8)).msPerMpx);
    }

    void smallTilesAreLeftOut() {
        NodeCosts costs;
        costs.addTile(hashOf(7), 5ms, NodeCosts::fewestSamples - 1);
        QCOMPARE(costs.of(hashOf(7)).tiles, std::size_t{0});
        costs.addTile(hashOf(7), 5ms, NodeCosts::fewestSamples);
        QCOMPARE(costs.of(hashOf(7)).tiles, std::size_t{1});
    }

    void hitsAreAShareOfTheStoredTiles() {
        NodeCosts costs;
        const NodeHash node = hashOf(7);
        QVERIFY(!costs.of(node).hitShare());
        costs.addStored(node, false);
        QCOMPARE(costs.of(node).hitShare().value_or(-1), 0.0);
        for (int i = 0; i < 3; ++i)
            costs.addStored(node, true);
        QCOMPARE(costs.of(node).hitShare().value_or(-1), 0.75);
    }

    void theNodesThatWereUsedLongestAgoAreForgotten() {
        NodeCosts costs;
        for (std::uint64_t i = 0; i < NodeCosts::mostNodes; ++i)
            costs.addStored(hashOf(i), true);
        costs.addStored(hashOf(0), true);
        costs.addStored(hashOf(NodeCosts::mostNodes), true);
        QCOMPARE(costs.of(hashOf(0)).hits, std::uint64_t{2});
        QCOMPARE(costs.of(hashOf(1)).hits, std::uint64_t{0});
        QCOMPARE(costs.of(hashOf(NodeCosts::mostNodes / 2)).hits, std::uint64_t{1});
        QCOMPARE(costs.of(hashOf(NodeCosts::mostNodes)).hits, std::uint64_t{1});
    }

    /// Each tile of such a design adds to all nodes, and no node may be forgotten before it has a cost.
    void theLargestDesignHasCosts() {
        constexpr std::uint64_t nodes = 10'000;
        NodeCosts costs;
        for (int tile = 0; tile < 4; ++tile) {
            for (std::uint64_t i = 0; i < nodes; ++i)
                costs.addTile(hashOf(i), 5ms, 10'000);
        }
        QVERIFY(costs.of(hashOf(0)).msPerMpx.has_value());
        QVERIFY(costs.of(hashOf(nodes - 1)).msPerMpx.has_value());
    }

    /// Node 3 computes node 2 twice on its way, and node 2 computes node 1 each time.
    void timesAreWithoutTheNodesBelow() {
        Graph graph;
        graph.nodes.resize(4);
        for (std::size_t n = 0; n < graph.nodes.size(); ++n)
            graph.nodes[n].hash = hashOf(n);
        NodeCosts costs;
        for (int task = 0; task < 4; ++task) {
            OwnTimes times(graph.nodes.size());
            const auto third = times.begin();
            for (int i = 0; i < 2; ++i) {
                const auto second = times.begin();
                const auto first = times.begin();
                times.end(1, 5000, first, 10ms);
                times.end(2, 5000, second, 30ms);
            }
            times.end(3, 10'000, third, 100ms);
            times.addTo(costs, graph);
        }
        QCOMPARE(costs.of(hashOf(0)).tiles, std::size_t{0});
        QCOMPARE(costs.of(hashOf(1)).msPerMpx.value_or(-1), 2000.0);  // 20 ms of 10 000 samples
        QCOMPARE(costs.of(hashOf(2)).msPerMpx.value_or(-1), 4000.0);  // 60 - 20 ms
        QCOMPARE(costs.of(hashOf(3)).msPerMpx.value_or(-1), 4000.0);  // 100 - 60 ms
    }

    void aRequestAddsItsTilesAndHits() {
        const auto graph = shared();
        QVERIFY(graph);
        const GraphNode& stored = nodeOf(*graph, "a");
        QCOMPARE(stored.residence, Residence::tiles);
        MemoryBudget budget(std::size_t{512} << 20U);
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 2);
        NodeCosts costs;
        const auto render = [&](NodeCosts* nodes) {
            RenderRequest request;
            request.graph = graph;
            request.area = {0, 0, 1024, 1024};
            request.consume = [](const Rect&, const SamplesView&) {};
            request.nodes = nodes;
            renderAndWait(backend, std::move(request));
        };
        render(&costs);
        const NodeCost first = costs.of(stored.hash);
        QCOMPARE(first.tiles, std::size_t{4});  // tiles of 512 x 512 samples
        QCOMPARE(first.computed, std::uint64_t{4});
        QCOMPARE(first.hits, std::uint64_t{0});
        QVERIFY(first.msPerMpx && *first.msPerMpx > 0);
        QCOMPARE(costs.of(nodeOf(*graph, "b").hash).tiles, std::size_t{1});
        render(&costs);
        QCOMPARE(costs.of(stored.hash).hits, std::uint64_t{4});
        QCOMPARE(costs.of(stored.hash).tiles, std::size_t{4});
        QCOMPARE(costs.of(nodeOf(*graph, "b").hash).tiles, std::size_t{2});
        // A request without NodeCosts adds nothing.
        render(nullptr);
        QCOMPARE(costs.of(stored.hash).hits, std::uint64_t{4});
        QCOMPARE(costs.of(nodeOf(*graph, "b").hash).tiles, std::size_t{2});
    }
};

BURIN_TEST(TestNodeCosts)
#include "test_node_costs.moc"
