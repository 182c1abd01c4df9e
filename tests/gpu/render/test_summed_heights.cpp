// SPDX-License-Identifier: GPL-3.0-or-later

// Sums over depths have the same bits on a card as on the processor, for the same samples; and a measurement
// is the same whether the sums or the samples leave the card.

#include "core/base/cancelled.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "gpu/device/cuda_stream.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/measuring/summed_heights.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "support/engine_run.hpp"
#include "support/measuring/summed_blocks.hpp"
#include "support/testing.hpp"

#include <cuda_runtime_api.h>

#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr std::size_t oneMebibyte = std::size_t{1} << 20U;

float anyDepth(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return static_cast<float>(h >> 8U) * 0x1p-24F;
}

using DepthAt = std::function<float(std::int64_t x, std::int64_t y)>;

/// The sums of samples that are `offset` samples behind an aligned address.
BlockHeights sumsOnCard(const std::vector<float>& samples, const Size& read, const HeightsTarget& target,
                        std::size_t offset) {
    gpu::CudaStream cudaStream;
    const std::int64_t stride = read.width + 3;
    gpu::DeviceMemory depths((static_cast<std::size_t>(stride * read.height) + offset) * sizeof(float));
    float* const data = reinterpret_cast<float*>(depths.data()) + offset;
    const std::size_t rowBytes = static_cast<std::size_t>(read.width) * sizeof(float);
    gpu::check(cudaMemcpy2D(data, static_cast<std::size_t>(stride) * sizeof(float), samples.data(), rowBytes,
                            rowBytes, static_cast<std::size_t>(read.height), cudaMemcpyHostToDevice));
    // Copies return once they are staged, and the test's CUDA stream does not wait for other streams.
    gpu::check(cudaStreamSynchronize(cudaStreamLegacy));
    const gpu::SummedHeights sums(target.size);
    gpu::DeviceMemory memory(sums.bytes());
    gpu::PinnedMemory host(sums.hostBytes());
    sums.queue(cudaStream, target, {data, stride, read.width, read.height}, memory.data(), host.data());
    BlockHeights found;
    sums.take(cudaStream, memory.data(), host.data(), found);
    return found;
}

/// Depths that are read from a card and summed on the processor.
class OnlyReadDepths final : public HeightMap {
  public:
    explicit OnlyReadDepths(std::shared_ptr<const HeightMap> depths) : depths_(std::move(depths)) {}
    [[nodiscard]] Extent extent() const override { return depths_->extent(); }
    void read(const Rect& area, SamplesView out) const override { depths_->read(area, out); }

  private:
    std::shared_ptr<const HeightMap> depths_;
};

/// All results of a measurement as one text.
std::string allOf(const std::shared_ptr<const HeightMap>& heights, const Rect& region) {
    MeasuringOptions options;
    options.region = region;
    options.fullDepthUm = 40;
    options.threads = 2;
    const MeasuredSurface found = measureHeights(heights, options);
    return measurementJson(found, options, {}) + bearingCsv(found.histogram, 40);
}

std::shared_ptr<const Graph> graphOfWaves(const char* expression) {
    return bindText(
        std::string("burin: 1\npixel: 1 um\nnodes:\n"
                    "  surface: {kind: root, width: 6000, height: 6000, inputs: [{data: waves}]}\n"
                    "  waves: {kind: math2d, expression: \"") +
            expression + "\"}\n",
        {}, {.tileSide = 256});
}

}  // namespace

class TestSummedHeights : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void haveTheBitsOfTheProcessor_data() {
        QTest::addColumn<Size>("size");
        QTest::addColumn<Size>("more");
        QTest::newRow("one sample") << Size{1, 1} << Size{0, 0};
        QTest::newRow("one column") << Size{1, 40} << Size{0, 1};
        QTest::newRow("one row") << Size{1500, 1} << Size{1, 0};
        QTest::newRow("a part of a block") << Size{517, 33} << Size{0, 0};
        QTest::newRow("a block and what is behind it") << Size{1024, 1024} << Size{1, 1};
        QTest::newRow("four blocks, the last ones cut short") << Size{1500, 1101} << Size{0, 0};
        QTest::newRow("four blocks and the row behind them") << Size{2048, 2048} << Size{0, 1};
        QTest::newRow("four blocks and what is behind them") << Size{2048, 2048} << Size{1, 1};
        QTest::newRow("eight blocks in two rows, and the column behind them")
            << Size{4096, 1030} << Size{1, 0};
    }
    void haveTheBitsOfTheProcessor() {
        QFETCH(Size, size);
        QFETCH(Size, more);
        constexpr float noNumber = std::numeric_limits<float>::quiet_NaN();
        const std::pair<const char*, DepthAt> surfaces[] = {
            {"noise", &anyDepth},
            {"flat", [](auto, auto) { return 0.3F; }},
            {"untouched", [](auto, auto) { return 0.0F; }},
            {"two depths", [](auto x, auto y) { return (x + y) % 3 == 0 ? 0.0F : 1.0F; }},
            {"a shallow slope",
             [](auto x, auto y) {
                 return 0.1F + 1e-6F * static_cast<float>(x) + 2e-6F * static_cast<float>(y);
             }},
            {"shallow beside steep",
             [](auto x, auto y) { return x < 600 ? 1e-7F * static_cast<float>(x) : anyDepth(x, y); }},
            {"beyond the full depth", [](auto x, auto y) { return 3 * anyDepth(x, y) - 1; }},
            {"with holes", [](auto x, auto y) { return (x + 7 * y) % 11 == 0 ? noNumber : anyDepth(x, y); }}};
        const Size read{size.width + more.width, size.height + more.height};
        for (const auto& [name, depth] : surfaces) {
            std::vector<float> samples;
            for (std::int64_t y = 0; y < read.height; ++y) {
                for (std::int64_t x = 0; x < read.width; ++x)
                    samples.push_back(depth(x, y));
            }
            HeightsTarget target;
            target.size = size;
            target.factors = {1600, 900};
            target.scale = 0x1p36;  // 65,536 bins from 0 to 1
            BlockHeights found = sumsOnCard(samples, read, target, static_cast<std::size_t>(size.width % 4));
            heightKernels().clamp(samples.data(), static_cast<std::int64_t>(samples.size()));
            const BlockHeights expected =
                summedBlocks({samples.data(), read.width, read.width, read.height}, target);
            const QString wrong = differenceOfBlocks(found, expected);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString(name) + ": " + wrong));
        }
    }

    void binsMayLieAnywhere() {
        std::vector<float> samples;
        for (std::int64_t i = 0; i < 900 * 20; ++i)
            samples.push_back(anyDepth(i, 3));
        for (const auto& [lowest, span] :
             {std::pair(-1.0, 2.0), std::pair(0.4, 0.01), std::pair(0.999, 3.0)}) {
            HeightsTarget target;
            target.size = {900, 20};
            target.lowest = lowest;
            target.scale = 0x1p36 / span;
            BlockHeights found = sumsOnCard(samples, target.size, target, 1);
            const QString wrong =
                differenceOfBlocks(found, summedBlocks({samples.data(), 900, 900, 20}, target));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    void measurementsAreTheSame_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<int>("mebibytes");
        QTest::newRow("waves") << "0.5 + 0.3 * sin(x / 9) * cos(y / 31)" << 512;
        // If the card has much memory, a request has sixteen blocks.
        QTest::newRow("waves, most of the card") << "0.5 + 0.3 * sin(x / 9) * cos(y / 31)" << 0;
        // A request does not fit at once.
        QTest::newRow("waves, little memory") << "0.5 + 0.3 * sin(x / 9) * cos(y / 31)" << 36;
        QTest::newRow("low waves, in two passes") << "0.5 + 0.003 * sin(x / 9) * cos(y / 31)" << 512;
        QTest::newRow("hashes") << "hash(floor(x / 3), y, 1)" << 512;
    }
    void measurementsAreTheSame() {
        QFETCH(QString, expression);
        QFETCH(int, mebibytes);
        gpu::CudaBackend cuda({{0}, static_cast<std::size_t>(mebibytes) * oneMebibyte});
        QVERIFY(cuda.sumsHeights());
        const auto graph = graphOfWaves(qPrintable(expression));
        const auto summed = std::make_shared<const DesignedHeights>(cuda, graph, std::stop_token());
        QVERIFY(summed->sumsAtOnce() > 0);
        const auto read = std::make_shared<const OnlyReadDepths>(summed);
        std::vector<Rect> regions = {{37, 51, 2100, 1100}, {0, 0, 5, 3}, {3000, 900, 3000, 2050}};
        if (mebibytes == 0) regions = {{300, 200, 5200, 4150}};
        for (const Rect& region : regions)
            QCOMPARE(allOf(summed, region), allOf(read, region));
        QVERIFY(cuda.heapPeakBytes() <= cuda.heapBytes());
    }

    void needMemory() {
        gpu::CudaBackend tiny({{0}, 16 * oneMebibyte});
        QVERIFY(!tiny.sumsHeights());
        const auto read =
            std::make_shared<const DesignedHeights>(tiny, graphOfWaves("hash(x, y, 1)"), std::stop_token());
        QCOMPARE(read->sumsAtOnce(), 0);
        gpu::CudaBackend usual({{0}, 256 * oneMebibyte});
        const auto summed =
            std::make_shared<const DesignedHeights>(usual, graphOfWaves("hash(x, y, 1)"), std::stop_token());
        QCOMPARE(allOf(summed, {0, 0, 300, 200}), allOf(read, {0, 0, 300, 200}));
    }

    void isStopped() {
        gpu::CudaBackend cuda({{0}, 256 * oneMebibyte});
        std::stop_source stop;
        stop.request_stop();
        const DesignedHeights depths(cuda, graphOfWaves("0.5"), stop.get_token());
        HeightsTarget target;
        target.size = {64, 64};
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(depths.sums({0, 0, 64, 64}, target)), Cancelled);
    }
};

BURIN_TEST(TestSummedHeights)
#include "test_summed_heights.moc"
