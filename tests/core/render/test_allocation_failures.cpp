// SPDX-License-Identifier: GPL-3.0-or-later

// The system may refuse any allocation on any thread. Here operator new refuses one allocation after another:
// each time the request ends, the process survives, and the budget's figures stay correct.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

/// How many allocations succeed before one is refused; negative: all succeed.
std::atomic<long> allowed{-1};
/// Whether all later allocations are refused as well.
std::atomic<bool> forGood{false};
std::atomic<bool> refusedAny{false};

bool refuses() {
    if (allowed.load(std::memory_order_relaxed) < 0) return false;
    long left = allowed.load();
    while (left > 0) {
        if (allowed.compare_exchange_weak(left, left - 1)) return false;
    }
    if (left < 0) return false;
    refusedAny = true;
    if (!forGood) allowed.compare_exchange_strong(left, -1);
    return true;
}

}  // namespace

void* operator new(std::size_t bytes) {
    if (refuses()) throw std::bad_alloc();
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return refuses() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace burin;

namespace {

/// Nodes in tiles, in a cell and inlined; a table, formulas and edges.
constexpr const char* designText = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface:
    kind: root
    width: 100
    height: 70
    inputs:
      - data: blurred
      - data: bevels
        at: [20, 30]
      - mask: wave
  wave: {kind: math2d, width: 100, height: 70, expression: "0.5 + 0.5 * sin(x / 7)"}
  blurred:
    kind: convolution
    kernel: {gaussian: 2}
    inputs: [{data: sharp}]
  sharp: {kind: convolution, kernel: {sharpen: 2}, inputs: [{data: wave}]}
  bevels:
    kind: profile
    distance_max: 9
    inputs: [{mask: dots}]
  dots:
    kind: stitching
    u: [20, 0]
    v: [3, 17]
    width: 70
    height: 60
    inputs: [{pattern: dot}]
  dot: {kind: math2d, width: 9, height: 9, expression: "x"}
)yaml";

std::shared_ptr<const Graph> graphOfDesign() {
    const Design parsed = parseDesign(designText, ".");
    GraphOptions options;
    options.tileSide = 32;
    BoundGraph bound = parsed.root ? bindGraph(parsed, *parsed.root, options) : BoundGraph{};
    for (const Diagnostic& d : parsed.diagnostics)
        qWarning("%s", d.text().c_str());
    if (!bound.graph) qFatal("the test's design is wrong");
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

/// A budget and the backend that uses it.
struct Bench {
    MemoryBudget budget{std::size_t{64} << 20U};
    TileCache cache{budget};
    CpuBackend cpu{budget, cache, 2};

    /// An allocation that is refused after renderAndWait has begun either fails the request or is thrown
    /// here.
    std::vector<float> samples(const std::shared_ptr<const Graph>& graph) {
        const Rect area = graph->top().extent.rect();
        std::vector<float> all(static_cast<std::size_t>(area.area()));
        RenderRequest request;
        request.graph = graph;
        request.area = area;
        request.consume = [&all, &area](const Rect& part, const SamplesView& samples) {
            for (std::int64_t y = 0; y < part.height; ++y)
                std::copy_n(samples.row(y), part.width, all.data() + (part.y + y) * area.width + part.x);
        };
        renderAndWait(cpu, std::move(request));
        return all;
    }
    /// Whether the whole budget can be reserved again once idle memory gives way.
    bool allIsFree() {
        Reservation all = budget.tryReserve(budget.limit());
        const bool free = static_cast<bool>(all);
        all.release();
        return free && budget.used() == 0;
    }
};

/// Ends each request at once, without any allocation.
class EmptyBackend final : public Backend {
  public:
    void start(RenderRequest, std::function<void(std::exception_ptr)> done) override {
        ++requests;
        done(nullptr);
    }
    [[nodiscard]] std::string name() const override { return {}; }
    [[nodiscard]] std::string description() const override { return {}; }
    [[nodiscard]] int concurrency() const override { return 1; }
    void countNodes(const Graph&) override {}
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return counters_; }
    [[nodiscard]] std::size_t peakBytes(const GraphNode&) const override { return 0; }
    [[nodiscard]] std::string memoryText() const override { return {}; }

    int requests = 0;

  private:
    std::vector<NodeCounters> counters_;
};

}  // namespace

class TestAllocationFailures : public QObject {
    Q_OBJECT

  private slots:
    void cleanup() { allowed = -1; }

    void everyAllocationMayBeRefused_data() {
        QTest::addColumn<bool>("lasting");
        QTest::newRow("one is refused, the next ones succeed") << false;
        QTest::newRow("all later ones are refused too") << true;
    }

    void everyAllocationMayBeRefused() {
        QFETCH(bool, lasting);
        const std::vector<float> expected = Bench().samples(graphOfDesign());
        int refusals = 0;
        for (long count = 0;; ++count) {
            QVERIFY2(count < 20000, "the allocations of one request do not end");
            const auto graph = graphOfDesign();  // its tables are not computed yet
            Bench bench;
            forGood = lasting;
            refusedAny = false;
            std::vector<float> result;
            bool refused = false;
            allowed = count;
            try {
                result = bench.samples(graph);
            } catch (const OutOfMemory& error) {
                refused = true;
                allowed = -1;
                QVERIFY2(error.refused, error.what());
            } catch (const std::bad_alloc&) {
                refused = true;
            }
            allowed = -1;
            if (refused) ++refusals;
            if (!refused) QVERIFY(result == expected);
            QVERIFY2(bench.allIsFree(), qPrintable(QStringLiteral("after allocation %1").arg(count)));
            // A repeated request succeeds.
            if (refused && count % 16 == 0) QVERIFY(bench.samples(graph) == expected);
            if (!refusedAny) break;
        }
        QVERIFY2(refusals > 100, qPrintable(QString::number(refusals)));
    }

    /// Running requests refer to the function's frame, so it must not end early with an exception.
    void startingSeveralRequestsAllocatesNothing() {
        EmptyBackend backend;
        std::vector<RenderRequest> requests(3);
        forGood = false;
        refusedAny = false;
        allowed = 0;
        try {
            renderAllAndWait(backend, std::move(requests));
        } catch (const std::bad_alloc&) {
        }
        allowed = -1;
        QVERIFY(!refusedAny);
        QCOMPARE(backend.requests, 3);
    }
};

QTEST_APPLESS_MAIN(TestAllocationFailures)
#include "test_allocation_failures.moc"
