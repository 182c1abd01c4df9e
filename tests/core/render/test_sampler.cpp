// SPDX-License-Identifier: GPL-3.0-or-later

// A sampler computes the nodes that many samples read in advance, a few at a time.

#include "core/render/cpu_backend.hpp"
#include "core/render/sampler.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

using namespace burin;

namespace {

constexpr int preparedFilters = 40;

/// A graph with many small filters of one node.
std::shared_ptr<const Graph> manyFilters() {
    std::string links;
    std::string nodes;
    for (int i = 0; i < preparedFilters; ++i) {
        const std::string number = std::to_string(i);
        links += (i > 0 ? ", " : "") + ("{data: m" + number + "}");
        nodes +=
            "  m" + number + ": {kind: median, radius: 1, inputs: [{data: dots, at: [" + number + ", 0]}]}\n";
    }
    const Design design = parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 100, height: 20, inputs: [" +
            links + "]}\n" + nodes +
            "  dots: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n",
        ".");
    BoundGraph bound = bindGraph(design, *design.root, {});
    return bound.graph ? std::make_shared<const Graph>(std::move(*bound.graph)) : nullptr;
}

/// Counts the requests, and the graphs that exist when one begins.
class GraphCountingBackend final : public Backend {
  public:
    explicit GraphCountingBackend(Backend& behind) : behind_(behind) {}

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        ++requests;
        // Each graph refers to the operation of the first node.
        most = std::max(most, request.graph->nodes.front().operation.use_count());
        behind_.start(std::move(request), std::move(done));
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

    int requests = 0;
    long most = 0;

  private:
    Backend& behind_;
};

}  // namespace

class TestSampler : public QObject {
    Q_OBJECT

  private slots:
    /// A graph of thousands of nodes is large, and each request has its own.
    void fewGraphsExistAtATime() {
        const std::shared_ptr<const Graph> graph = manyFilters();
        QVERIFY(graph != nullptr);
        MemoryBudget budget(std::size_t{256} << 20U);
        TileCache cache(budget);
        CpuBackend behind(budget, cache, 2);
        GraphCountingBackend backend(behind);
        const Sampler sampler(backend, budget, graph, {});
        QVERIFY2(backend.requests >= preparedFilters, qPrintable(QString::number(backend.requests)));
        QVERIFY2(backend.most < preparedFilters, qPrintable(QString::number(backend.most)));
    }
};

BURIN_TEST(TestSampler)
#include "test_sampler.moc"
