// SPDX-License-Identifier: GPL-3.0-or-later

// A plan of very many small tiles counts the memory that it needs besides the tiles. A plan that is only made
// to count is freed in a few pieces, so that a command which is stopped during planning ends at once. The
// operators new and delete of this file count allocations.

#include "core/render/plan.hpp"
#include "support/testing.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

namespace {

std::atomic<std::size_t> held = 0;
std::atomic<std::size_t> most = 0;
std::atomic<std::size_t> freed = 0;

void* counted(std::size_t bytes) noexcept {
    void* const memory = std::malloc(bytes);
    if (memory == nullptr) return nullptr;
    const std::size_t now = held += malloc_usable_size(memory);
    std::size_t before = most;
    while (before < now && !most.compare_exchange_weak(before, now)) {
    }
    return memory;
}

void uncounted(void* memory) noexcept {
    if (memory == nullptr) return;
    held -= malloc_usable_size(memory);
    ++freed;
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
    void* const memory = counted(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return counted(bytes);
}
void operator delete(void* memory) noexcept {
    uncounted(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    uncounted(memory);
}

using namespace burin;

namespace {

/// Gaussians in a row; each reads far beyond its own tiles.
std::shared_ptr<const Graph> chain(int count) {
    std::string text =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  slope: {kind: math2d, width: 4000, height: 4000, expression: \"x / 4000\"}\n";
    std::string below = "slope";
    for (int i = 0; i < count; ++i) {
        const std::string name = "g" + std::to_string(i);
        text +=
            "  " + name + ": {kind: convolution, kernel: {gaussian: 9}, inputs: [{data: " + below + "}]}\n";
        below = name;
    }
    text += "  surface: {kind: root, width: 4000, height: 4000, inputs: [{data: " + below + "}]}\n";
    const Design design = parseDesign(text, ".");
    if (!design.root) return nullptr;
    BoundGraph bound = bindGraph(design, *design.root, {.tileSide = 16});
    return bound.graph ? std::make_shared<const Graph>(std::move(*bound.graph)) : nullptr;
}

constexpr Rect block{1000, 1000, 1024, 1024};
constexpr std::size_t unlimited = std::size_t{1} << 40U;

}  // namespace

class TestPlan : public QObject {
    Q_OBJECT

  private slots:
    void aCountingPlanIsFreedInAFewPieces_data() {
        QTest::addColumn<int>("nodes");
        QTest::newRow("some tiles") << 3;
        QTest::newRow("many times as many") << 12;
    }
    void aCountingPlanIsFreedInAFewPieces() {
        QFETCH(int, nodes);
        const auto graph = chain(nodes);
        QVERIFY(graph);
        std::size_t tiles = 0;
        std::size_t before = 0;
        {
            Plan plan(*graph, graph->nodes.size() - 1, block, nullptr, unlimited);
            tiles = plan.tiles().size();
            before = freed;
        }
        QVERIFY2(tiles > static_cast<std::size_t>(nodes) * 4000, qPrintable(QString::number(tiles)));
        QVERIFY2(freed - before < 8, qPrintable(QString::number(freed - before)));
    }

    void bothPlansCountTheSame() {
        const auto graph = chain(10);
        QVERIFY(graph);
        MemoryBudget budget(unlimited);
        TileCache cache(budget);
        const Plan real(*graph, graph->nodes.size() - 1, block, &cache, unlimited);
        const Plan counting(*graph, graph->nodes.size() - 1, block, nullptr, unlimited);
        QCOMPARE(counting.tileBytes(), real.tileBytes());
        QCOMPARE(counting.ownBytes(), real.ownBytes());
        QCOMPARE(counting.scratchBytes(), real.scratchBytes());
    }

    void aPlanSaysWhatItTakes() {
        const auto graph = chain(10);
        QVERIFY(graph);
        MemoryBudget budget(unlimited);
        TileCache cache(budget);
        const std::size_t before = held;
        most = before;
        const Plan plan(*graph, graph->nodes.size() - 1, block, &cache, unlimited);
        const std::size_t taken = most - before;
        QVERIFY2(taken <= plan.ownBytes() + (1 << 20),
                 qPrintable(QString("%1 taken, %2 counted").arg(taken).arg(plan.ownBytes())));
        // The plan's own memory counts towards its limit.
        const std::size_t all = plan.tileBytes() + plan.scratchBytes() + plan.ownBytes();
        QVERIFY(!Plan(*graph, graph->nodes.size() - 1, block, nullptr, all).excess());
        QVERIFY(Plan(*graph, graph->nodes.size() - 1, block, nullptr, all - 1).excess());
    }
};

QTEST_GUILESS_MAIN(TestPlan)
#include "test_plan.moc"
