// SPDX-License-Identifier: GPL-3.0-or-later

// After an edit, everything that has not changed stays on the card.

#include "gpu/render/device_graph.hpp"

#include "core/design/design.hpp"
#include "gpu/support/device_test.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::gpu;

namespace {

/// An outline that is blurred and then mapped by a curve.
std::shared_ptr<const Graph> graphWith(const std::string& height, const std::string& middle) {
    const Design design = parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 64, height: 64, inputs: [{data: toned}]}\n"
        "  toned: {kind: curve, points: [[0, 0], [0.5, " +
            middle +
            "], [1, 1]], inputs: [{data: disc}]}\n"
            "  disc: {kind: shape, shape: ellipse, size: [40, " +
            height + "]}\n",
        ".");
    BoundGraph bound = bindGraph(design, *design.root, {});
    if (!bound.graph) throw std::logic_error(bound.errors.empty() ? "" : bound.errors.front().text());
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

const DeviceOperation* operationOf(const DeviceGraph& graph, const std::string& name) {
    for (std::size_t k = 0; k < graph.size(); ++k) {
        if (graph[k].node->name == name) return graph[k].operation.get();
    }
    throw std::logic_error("no node has that name");
}

}  // namespace

class TestDeviceGraph : public QObject {
    Q_OBJECT

  private:
    static constexpr DeviceGraph::Limits limits_{std::size_t{1} << 20, std::size_t{1} << 20};

    static DeviceGraph::Earlier earlier(const std::string& height, const std::string& middle,
                                        Patience patience) {
        return {std::make_shared<const DeviceGraph>(graphWith(height, middle), limits_, patience)};
    }

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }

    void equalNodesShareTheirTables() {
        const DeviceGraph::Earlier before = earlier("20", "0.3", Patience::waits);
        const DeviceGraph after(graphWith("20", "0.7"), limits_, Patience::waits, before);
        QCOMPARE(operationOf(after, "disc"), operationOf(*before.front(), "disc"));
        QVERIFY(operationOf(after, "toned") != operationOf(*before.front(), "toned"));
    }

    void changedNodesAreBoundAnew() {
        const DeviceGraph::Earlier before = earlier("20", "0.3", Patience::waits);
        const DeviceGraph after(graphWith("21", "0.3"), limits_, Patience::waits, before);
        QVERIFY(operationOf(after, "disc") != operationOf(*before.front(), "disc"));
        QVERIFY(operationOf(after, "toned") != operationOf(*before.front(), "toned"));
    }

    void hurriedGraphsShareNothingWithPatientOnes() {
        const DeviceGraph::Earlier before = earlier("20", "0.3", Patience::hurries);
        const DeviceGraph after(graphWith("20", "0.3"), limits_, Patience::waits, before);
        QVERIFY(operationOf(after, "disc") != operationOf(*before.front(), "disc"));
    }

    void sharedTablesOutliveTheirFirstGraph() {
        DeviceGraph::Earlier before = earlier("20", "0.3", Patience::waits);
        const DeviceGraph after(graphWith("20", "0.7"), limits_, Patience::waits, before);
        const std::size_t bytes = operationOf(*before.front(), "disc")->residentBytes();
        before.clear();
        QVERIFY(bytes > 0);
        QCOMPARE(operationOf(after, "disc")->residentBytes(), bytes);
    }
};

BURIN_TEST(TestDeviceGraph)
#include "test_device_graph.moc"
