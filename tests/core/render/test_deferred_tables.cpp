// SPDX-License-Identifier: GPL-3.0-or-later

// Tables take memory and time that would be wasted if a design is only inspected: their memory is counted
// when a graph is bound, but they are only computed when samples of the graph are.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/filter/convolution.hpp"
#include "core/kinds/generate/example.hpp"
#include "core/kinds/generate/profile.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/memory_fit.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace burin;

namespace {

std::string matrixText(int side) {
    std::string text = "[";
    unsigned state = 1;
    for (int r = 0; r < side; ++r) {
        text += r == 0 ? "[" : ", [";
        for (int c = 0; c < side; ++c) {
            state = state * 1664525U + 1013904223U;
            text += (c == 0 ? "" : ", ") + std::to_string(state >> 16U);
        }
        text += "]";
    }
    return text + "]";
}

/// A root over `count` profiles with different formulas, and one convolution of each method.
Design designWith(int count) {
    std::string text =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  spot: {kind: math2d, width: 40, height: 30, expression: \"x / 40\"}\n";
    std::string links;
    for (int i = 0; i < count; ++i) {
        const std::string name = "p" + std::to_string(i);
        text += "  " + name + ": {kind: profile, distance_max: 1023, profile: \"1 - d / D + " +
                std::to_string(i) + " / 5000\", inputs: [{mask: spot}]}\n";
        links += "{data: " + name + "}, ";
    }
    for (const std::string& kernel :
         std::vector<std::string>{"gaussian: 42", "box: 255", "sobel: x", "matrix: " + matrixText(33)}) {
        const std::string name = kernel.substr(0, kernel.find(':'));
        text += "  " + name + ": {kind: convolution, kernel: {" + kernel + "}, inputs: [{data: spot}]}\n";
        links += "{data: " + name + "}, ";
    }
    text += "  surface: {kind: root, width: 90, height: 70, inputs: [" + links + "]}\n";
    return parseDesign(text, ".");
}

std::shared_ptr<const Graph> bound(const Design& design) {
    for (const Diagnostic& d : design.diagnostics)
        qWarning("%s", d.text().c_str());
    BoundGraph found = design.root ? bindGraph(design, *design.root, {}) : BoundGraph{};
    return found.graph ? std::make_shared<const Graph>(std::move(*found.graph)) : nullptr;
}

template <class KindType>
const KindType* nodeOf(const GraphNode& node) {
    const auto* operation = dynamic_cast<const OperationOf<KindType>*>(node.operation.get());
    return operation == nullptr ? nullptr : &operation->node();
}

/// A root over an endless texture with these parameters.
Design designWithExample(const std::string& parameters) {
    return parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  hide: {kind: math2d, width: 60, height: 50, expression: \"0.5 + 0.2 * noise(x / 6, y / 6, 3)\"}\n"
        "  leather: {kind: example, " +
            parameters +
            ", inputs: [{data: hide}]}\n"
            "  surface: {kind: root, width: 90, height: 70, inputs: [{data: leather}]}\n",
        ".");
}

/// The graph's endless texture.
const ExampleTexture* exampleIn(const Graph& graph) {
    for (const GraphNode& node : graph.nodes) {
        if (const auto* example = nodeOf<ExampleTexture>(node)) return example;
    }
    return nullptr;
}

int tablesMade(const Graph& graph) {
    return static_cast<int>(std::count_if(graph.nodes.begin(), graph.nodes.end(), [](const GraphNode& node) {
        const auto* profile = nodeOf<Profile>(node);
        return profile != nullptr && profile->table.made();
    }));
}

}  // namespace

class TestDeferredTables : public QObject {
    Q_OBJECT

  private slots:
    void bindingMakesNone() {
        const auto graph = bound(designWith(40));
        QVERIFY(graph);
        QCOMPARE(tablesMade(*graph), 0);
        for (const GraphNode& node : graph->nodes) {
            if (const auto* convolution = nodeOf<Convolution>(node)) QVERIFY(!convolution->way.made());
        }
    }

    void theirSizeIsKnownBefore() {
        const auto graph = bound(designWith(3));
        QVERIFY(graph);
        const std::size_t profiles = std::size_t{3} * (1023 * 1023 + 1) * sizeof(float);
        const std::size_t spectrum = std::size_t{2} * 256 * 256 * sizeof(double);
        const std::size_t bytes = residentBytes(*graph);
        QVERIFY2(bytes >= profiles + spectrum, qPrintable(QString::number(bytes)));
        QVERIFY2(bytes < profiles + 3 * spectrum, qPrintable(QString::number(bytes)));
        QCOMPARE(tablesMade(*graph), 0);
    }

    void computingMakesThem() {
        const auto graph = bound(designWith(2));
        QVERIFY(graph);
        MemoryBudget budget(std::size_t{256} << 20U);
        TileCache cache(budget);
        CpuBackend cpu(budget, cache, 2);
        RenderRequest request;
        request.graph = graph;
        request.area = graph->top().extent.rect();
        request.consume = [](const Rect&, const SamplesView&) {};
        renderAndWait(cpu, std::move(request));
        QCOMPARE(tablesMade(*graph), 2);
    }

    /// The tables of `example` take long, and few edits of the node change them.
    void anEditedNodeHasTheTablesOfTheOldOne() {
        const Design before = designWithExample("patch: 9");
        const auto graph = bound(before);
        QVERIFY(graph);
        exampleIn(*graph)->prepare({});
        const YamlValue changed = designWithExample("patch: 9, seed: 5").document;
        const Design after = reviseDesign(changed, ".", {}, kinds(), &before);
        const auto edited = bound(after);
        QVERIFY(edited);
        QCOMPARE(exampleIn(*edited)->parameters.seed, 5U);
        QVERIFY(exampleIn(*edited)->held->blended.made());
        const Design alone = reviseDesign(changed, ".", {}, kinds(), nullptr);
        const auto first = bound(alone);
        QVERIFY(first);
        QVERIFY(!exampleIn(*first)->held->blended.made());
    }

    /// Neither the tables nor the functions that make them may keep each other alive.
    void theTablesOfANodeGoWithItsDesigns() {
        std::weak_ptr<ExampleTables> tables;
        {
            const Design before = designWithExample("patch: 9");
            const YamlValue changed = designWithExample("patch: 8").document;
            const Design after = reviseDesign(changed, ".", {}, kinds(), &before);
            const auto graph = bound(after);
            QVERIFY(graph);
            exampleIn(*graph)->prepare({});
            tables = exampleIn(*graph)->tables();
        }
        QVERIFY(tables.expired());
    }

    void whatIsStoppedMakesNone() {
        const auto graph = bound(designWith(2));
        QVERIFY(graph);
        std::stop_source stop;
        stop.request_stop();
        for (const GraphNode& node : graph->nodes) {
            if (nodeOf<Profile>(node) == nullptr) continue;
            QVERIFY_THROWS_EXCEPTION(Cancelled, node.operation->prepare(stop.get_token()));
        }
        QCOMPARE(tablesMade(*graph), 0);
    }
};

BURIN_TEST(TestDeferredTables)
#include "test_deferred_tables.moc"
