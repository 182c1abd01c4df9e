// SPDX-License-Identifier: GPL-3.0-or-later

// A kind is computed in bytes because of its ByteReduction, not because the engine knows it.

#include "core/design/design.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/render/byte_evaluator.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/written_samples.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace burin;

namespace {

std::uint8_t levelAt(std::int64_t x, std::int64_t y) {
    return static_cast<std::uint8_t>((7 * x + 5 * y) & 255);
}

/// A kind that is in no list of kinds.
struct Stripes : KindBase {
    ByteTwin twin = ByteTwin::exact;
    std::shared_ptr<std::atomic<int>> inFloats = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<std::atomic<int>> inBytes = std::make_shared<std::atomic<int>>(0);

    /// Added to each level if the bytes are only its rounding.
    [[nodiscard]] float more() const { return twin == ByteTwin::exact ? 0.0F : 0.25F; }
    void begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
        ++*inFloats;
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                value.row(y)[x] = (static_cast<float>(levelAt(area.x + x, area.y + y)) + more()) / 255.0F;
        }
    }
    [[nodiscard]] std::string fingerprint() const { return "stripes"; }
};

/// Stripes without a ByteReduction.
struct FloatStripes : Stripes {};

}  // namespace

namespace burin {

template <>
struct ByteReduction<Stripes> {
    static ByteTwin twin(const Stripes& node) { return node.twin; }
    static void apply(const Stripes& node, const ByteCall& call) {
        ++*node.inBytes;
        for (std::int64_t y = 0; y < call.area.height; ++y) {
            for (std::int64_t x = 0; x < call.area.width; ++x)
                call.value.row(y)[x] = levelAt(call.area.x + x, call.area.y + y);
        }
    }
};

}  // namespace burin

class TestByteEvaluator : public QObject {
    Q_OBJECT

  private:
    static constexpr Rect area_{0, 0, 160, 120};

    /// A surface of two nodes, `s` and `t`, which are replaced by stripes.
    template <class KindType>
    static std::shared_ptr<Graph> graphOf(const std::string& surface, const KindType& stripes) {
        const Design design = parseDesign(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 160, height: 120, " + surface +
                "}\n  s: {kind: math2d, width: 150, height: 110, expression: \"x / 150\"}\n"
                "  t: {kind: math2d, width: 70, height: 60, expression: \"y / 60\"}\n",
            ".");
        BoundGraph bound = bindGraph(design, *design.root, {});
        if (!bound.graph) return nullptr;
        auto graph = std::make_shared<Graph>(std::move(*bound.graph));
        for (GraphNode& node : graph->nodes) {
            if (node.name == "s" || node.name == "t")
                node.operation = std::make_shared<OperationOf<KindType>>(stripes);
        }
        return graph;
    }

    static std::vector<std::uint8_t> written(const std::shared_ptr<const Graph>& graph) {
        MemoryBudget budget(std::size_t{64} << 20U);
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 1);
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(area_.area()));
        RenderRequest request;
        request.graph = graph;
        request.area = area_;
        request.packed =
            PackedTarget{rootOf(*graph), [&bytes] { return reinterpret_cast<std::byte*>(bytes.data()); },
                         static_cast<std::size_t>(area_.width)};
        renderAndWait(backend, std::move(request));
        return bytes;
    }

  private slots:
    void aHugeBackgroundStaysANumber() {
        for (const char* const sign : {"", "-"}) {
            const Design design = parseDesign(
                std::string(
                    "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: 9, height: 9, background: ") +
                    sign + "1e39}\n",
                ".");
            const BoundGraph bound = bindGraph(design, *design.root, {});
            QVERIFY(bound.graph);
            const float largest = std::numeric_limits<float>::max();
            QCOMPARE(rootOf(*bound.graph)->background, *sign == '-' ? -largest : largest);
        }
    }

    void theKindDecides_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<bool>("exact");  // whether exact bytes are taken
        QTest::addColumn<bool>("rounded");
        QTest::newRow("a surface") << "inputs: [{data: s}]" << true << true;
        QTest::newRow("moved") << "inputs: [{data: s, at: [9, -4]}]" << true << true;
        QTest::newRow("two of them") << "inputs: [{data: s}, {data: t, at: [30, 40]}]" << true << false;
        QTest::newRow("inverted") << "invert: true, inputs: [{data: s}]" << true << false;
        QTest::newRow("on a background") << "background: 0.2, inputs: [{data: s}]" << true << false;
        QTest::newRow("on a background between two levels")
            << "background: 0.3, inputs: [{data: s}]" << false << false;
        QTest::newRow("masked") << "inputs: [{data: s}, {mask: t}]" << false << false;
    }
    void theKindDecides() {
        QFETCH(QString, surface);
        QFETCH(bool, exact);
        QFETCH(bool, rounded);
        for (const ByteTwin twin : {ByteTwin::exact, ByteTwin::rounded, ByteTwin::none}) {
            Stripes stripes;
            stripes.twin = twin;
            FloatStripes floats;
            floats.twin = twin;
            const auto graph = graphOf(surface.toStdString(), stripes);
            const auto inFloats = graphOf(surface.toStdString(), floats);
            QVERIFY(graph && inFloats);
            const bool taken = twin == ByteTwin::exact ? exact : twin == ByteTwin::rounded && rounded;
            QCOMPARE(ByteEvaluator::takes(*graph), taken);
            QVERIFY(!ByteEvaluator::takes(*inFloats));

            QVERIFY(written(graph) == written(inFloats));
            QCOMPARE(*stripes.inBytes > 0, taken);
            QCOMPARE(*stripes.inFloats > 0, !taken);
        }
    }
};

BURIN_TEST(TestByteEvaluator)
#include "test_byte_evaluator.moc"
