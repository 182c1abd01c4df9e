// SPDX-License-Identifier: GPL-3.0-or-later

// The promises of every backend, tested on CUDA: concurrent, stopped and oversized requests, memory within
// the budget, and CUDA running out of memory.

#include "core/export/root_blocks.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "support/engine_run.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <new>

using namespace burin;
using namespace burin::test;

// The linker redirects every allocation of the backend to these functions.
namespace {
std::atomic<int> allocationsUntilFailure{-1};  // negative: no allocation fails

bool failsNow() {
    return allocationsUntilFailure >= 0 && allocationsUntilFailure-- == 0;
}
}  // namespace

extern "C" {
cudaError_t __real_cudaMalloc(void** memory, std::size_t bytes);
cudaError_t __real_cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags);
cudaError_t __real_cudaHostRegister(void* memory, std::size_t bytes, unsigned flags);

cudaError_t __wrap_cudaMalloc(void** memory, std::size_t bytes) {
    return failsNow() ? cudaErrorMemoryAllocation : __real_cudaMalloc(memory, bytes);
}
cudaError_t __wrap_cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
    return failsNow() ? cudaErrorMemoryAllocation : __real_cudaHostAlloc(memory, bytes, flags);
}
cudaError_t __wrap_cudaHostRegister(void* memory, std::size_t bytes, unsigned flags) {
    return failsNow() ? cudaErrorMemoryAllocation : __real_cudaHostRegister(memory, bytes, flags);
}
}

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

const char* const design =
    "burin: 1\n"
    "pixel: 1 um\n"
    "nodes:\n"
    "  surface: {kind: root, width: 2000000, height: 2000000, inputs: [{data: both}]}\n"
    "  both: {kind: union, inputs: [{data: rim}, {data: dots}]}\n"
    "  rim: {kind: profile, distance_max: 15, inputs: [{mask: dots}]}\n"
    "  dots: {kind: stitching, u: [100, 0], v: [50, 86.6025], inputs: [{pattern: dot}]}\n"
    "  dot: {kind: math2d, width: 80, height: 80, expression: \"hash(x, y, 1)\"}\n";

std::shared_ptr<const Graph> graphOf(std::int32_t tileSide) {
    return bindText(design, {}, {.tileSide = tileSide});
}

std::future<std::exception_ptr> start(Backend& backend, RenderRequest request) {
    auto ended = std::make_shared<std::promise<std::exception_ptr>>();
    std::future<std::exception_ptr> result = ended->get_future();
    backend.start(std::move(request), [ended](std::exception_ptr why) { ended->set_value(why); });
    return result;
}

}  // namespace

class TestCudaBackend : public QObject {
    Q_OBJECT

    /// Compares an export with pictures. A picture keeps areas that are read more than once as tiles; an
    /// export with a small border computes them again for each request.
    static void compareExport(const std::string& nodes, const std::filesystem::path& folder) {
        const auto graph = bindText(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9000, height: 4000, inputs: [{data: both}]}\n" +
                nodes,
            folder, {.tileSide = 512});
        gpu::CudaBackend pictures({{0}, 64 * mebibyte});
        gpu::CudaBackend exports({{0}, 64 * mebibyte});
        for (const Rect& area :
             {Rect{0, 0, 1024, 1024}, Rect{1024, 512, 1000, 777}, Rect{37, 1201, 1501, 803},
              Rect{1999, 1700, 333, 444}, Rect{8000, 3000, 1000, 1000}, Rect{512, 512, 40, 30}}) {
            const std::vector<float> samples = samplesOf(pictures, graph, area);
            std::vector<int> expected;
            std::vector<float> row(static_cast<std::size_t>(area.width));
            std::vector<std::byte> packed(row.size());
            for (std::int64_t y = 0; y < area.height; ++y) {
                std::copy_n(samples.begin() + y * area.width, area.width, row.begin());
                rootOf(*graph)->pack(row.data(), {area.x, area.y + y}, packed.data(), area.width);
                for (const std::byte level : packed)
                    expected.push_back(std::to_integer<int>(level));
            }
            QVERIFY(writtenBy(exports, graph, area) == expected);
        }
    }

    /// Samples as a root writes them, with a byte for each bit; those of another node as they are.
    static std::vector<std::byte> writtenSamples(const Graph& graph, std::vector<float> samples,
                                                 const Rect& area) {
        const Root* root = rootOf(graph);
        std::vector<std::byte> all;
        std::vector<std::byte> row(static_cast<std::size_t>(area.width) * sizeof(float));
        for (std::int64_t y = 0; y < area.height; ++y) {
            float* const from = samples.data() + y * area.width;
            if (root == nullptr) {
                std::memcpy(row.data(), from, row.size());
                all.insert(all.end(), row.begin(), row.end());
                continue;
            }
            root->pack(from, {area.x, area.y + y}, row.data(), area.width);
            for (std::int64_t x = 0; x < area.width * std::max(1, root->depth / 8); ++x) {
                const auto at = static_cast<std::size_t>(x);
                all.push_back(root->depth == 1 ? row[at / 8] >> (7 - x % 8) & std::byte{1} : row[at]);
            }
        }
        return all;
    }

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }
    void cleanup() { allocationsUntilFailure = -1; }

    void requestsSideBySideGiveWhatOneAloneGives() {
        const auto graph = graphOf(256);
        gpu::CudaBackend alone({{0}, 64 * mebibyte});
        gpu::CudaBackend busy({{0}, 64 * mebibyte});
        std::vector<std::future<std::vector<float>>> results;
        for (int i = 0; i < 12; ++i) {
            results.push_back(std::async(std::launch::async, [&, i] {
                return samplesOf(busy, graph, {1999000 - 150 * i, 1999000, 900, 700});
            }));
        }
        for (int i = 0; i < 12; ++i) {
            QVERIFY(results[static_cast<std::size_t>(i)].get() ==
                    samplesOf(alone, graph, {1999000 - 150 * i, 1999000, 900, 700}));
        }
        QVERIFY(busy.heapPeakBytes() <= busy.heapBytes());
    }

    /// Lanes and memory for two backends that share a queue, here on one card.
    void severalDevicesGiveWhatOneGives() {
        const auto graph = graphOf(256);
        gpu::CudaBackend one({{0}, 64 * mebibyte});
        gpu::CudaBackend two({{0, 0}, 64 * mebibyte});
        std::vector<std::future<std::vector<int>>> results;
        for (int i = 0; i < 16; ++i) {
            results.push_back(std::async(std::launch::async, [&, i] {
                return writtenBy(two, graph, {700 * i, 500, 901, 800});
            }));
        }
        for (int i = 0; i < 16; ++i) {
            QVERIFY(results[static_cast<std::size_t>(i)].get() ==
                    writtenBy(one, graph, {700 * i, 500, 901, 800}));
        }
    }

    /// Neighbouring requests that wait at the same time are computed as one rectangle if there is enough
    /// memory.
    void smallRequestsTogetherGiveWhatOneGives() {
        const auto graph = graphOf(256);
        const Rect area{1998000, 700, 1920, 600};
        gpu::CudaBackend large({{0}, 64 * mebibyte});
        const std::vector<int> expected = writtenBy(large, graph, area);
        gpu::CudaBackend small({{0}, 3 * mebibyte});
        for (Backend* backend : {static_cast<Backend*>(&large), static_cast<Backend*>(&small)}) {
            for (const Size piece : {Size{320, 50}, Size{128, 200}, Size{64, 100}}) {
                std::vector<std::byte> packed(static_cast<std::size_t>(area.area()));
                RootBlocks blocks(*backend, graph, {});
                std::vector<std::future<void>> ended;
                for (std::int64_t y = 0; y < area.height; y += piece.height) {
                    for (std::int64_t x = 0; x < area.width; x += piece.width) {
                        const auto done = std::make_shared<std::promise<void>>();
                        ended.push_back(done->get_future());
                        blocks.start(
                            {area.x + x, area.y + y, piece.width, piece.height},
                            [out = packed.data() + y * area.width + x] { return out; },
                            static_cast<std::size_t>(area.width),
                            [done](std::exception_ptr error) {
                                error ? done->set_exception(error) : done->set_value();
                            });
                    }
                }
                for (std::future<void>& one : ended)
                    one.get();
                for (std::size_t i = 0; i < packed.size(); ++i)
                    QCOMPARE(std::to_integer<int>(packed[i]), expected[i]);
            }
        }
    }

    void whatIsReadTwiceIsTheSameInAnExport_data() {
        QTest::addColumn<QByteArray>("nodes");
        QTest::newRow("around and in place") << QByteArray(
            "  both: {kind: union, inputs: [{data: rim}, {data: dots}]}\n"
            "  rim: {kind: profile, distance_max: 3, inputs: [{mask: dots}]}\n"
            "  dots: {kind: math2d, expression: \"hash(x, y, 1)\"}\n");
        QTest::newRow("at places far from each other") << QByteArray(
            "  both: {kind: union, inputs: [{data: dots, at: [5000, 0]}, {data: dots}]}\n"
            "  dots: {kind: math2d, expression: \"hash(x, y, 1)\"}\n");
        QTest::newRow("through each other") << QByteArray(
            "  both: {kind: union, operation: add, inputs: [{data: fine}, {data: coarse}]}\n"
            "  coarse: {kind: convolution, kernel: {box: 9}, inputs: [{data: fine}]}\n"
            "  fine: {kind: median, radius: 1, inputs: [{data: dots}, {mask: dots, at: [7, 3]}]}\n"
            "  dots: {kind: math2d, expression: \"hash(x, y, 1)\"}\n");
        QTest::newRow("continued at its edges") << QByteArray(
            "  both: {kind: union, operation: add, inputs: [{data: soft}, {data: dots}]}\n"
            "  soft: {kind: convolution, kernel: {gaussian: 3}, edge: wrap, inputs: [{data: "
            "dots}]}\n"
            "  dots: {kind: math2d, width: 2100, height: 1900, expression: \"hash(x, y, 1)\"}\n");
        QTest::newRow("moved, turned and as a mask") << QByteArray(
            "  both: {kind: union, operation: max, inputs: [{data: turned}, {data: dots}, {mask: "
            "dots, at: [-40, 9]}]}\n"
            "  turned: {kind: transform, rotate: 90, inputs: [{data: dots}]}\n"
            "  dots: {kind: math2d, expression: \"round(hash(x, y, 1))\"}\n");
    }
    void whatIsReadTwiceIsTheSameInAnExport() {
        QFETCH(QByteArray, nodes);
        compareExport(nodes.toStdString(), {});
    }

    void anExportComputesWhatIsReadTwiceOncePerRequest() {
        const auto graph = graphOf(512);
        std::size_t dots = 0;
        while (graph->nodes[dots].name != "dots")
            ++dots;
        gpu::CudaBackend backend({{0}, 256 * mebibyte});
        backend.countNodes(*graph);
        for (int i = 0; i < 4; ++i)
            static_cast<void>(writtenBy(backend, graph, {2048 * i, 2048, 2048, 2048}));
        QCOMPARE(backend.counters()[dots].tiles, std::uint64_t{4});
        QCOMPARE(backend.counters()[dots].hits, std::uint64_t{0});
        QVERIFY(backend.peakBytes(graph->nodes[dots]) >= std::size_t{2048 * 2048} * sizeof(float));
        // The border is too large a part of small requests.
        static_cast<void>(writtenBy(backend, graph, {600, 600, 100, 100}));
        static_cast<void>(writtenBy(backend, graph, {700, 600, 100, 100}));
        QCOMPARE(backend.counters()[dots].tiles, std::uint64_t{5});
        QCOMPARE(backend.counters()[dots].hits, std::uint64_t{1});
    }

    /// Images are kept in as few bits as their files have.
    void whatIsNarrowAndReadTwiceIsTheSameInAnExport() {
        QTemporaryDir folder;
        constexpr int width = 3000;  // together more than an eighth of the memory
        constexpr int height = 3100;
        std::ofstream image(folder.filePath("dots.pgm").toStdString(), std::ios::binary);
        image << "P5\n" << width << ' ' << height << "\n255\n";
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x)
                image.put(static_cast<char>(x * 7 + y * 13 + x * y / 64));
        }
        image.close();
        QVERIFY(image.good());
        compareExport(
            "  both: {kind: union, operation: add, inputs: [{data: rim}, {data: dots}]}\n"
            "  rim: {kind: profile, distance_max: 3, threshold: 0.5, inputs: [{mask: dots}]}\n"
            "  dots: {kind: image, file: dots.pgm}\n",
            folder.path().toStdString());
    }

    void samplesOnACardAreThoseOnTheComputer_data() {
        QTest::addColumn<int>("depth");
        for (const int depth : {1, 8, 16})
            QTest::addRow("%d bits", depth) << depth;
        QTest::newRow("a node that is not a root") << 32;
    }
    void samplesOnACardAreThoseOnTheComputer() {
        QFETCH(int, depth);
        const auto graph = bindText(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 5000, height: 7000, depth: " +
                std::to_string(depth == 32 ? 8 : depth) +
                ", inputs: [{data: dots}]}\n"
                "  dots: {kind: math2d, width: 5000, height: 7000, expression: \"hash(x, y, 1)\"}\n",
            {}, {}, depth == 32 ? "dots" : "surface");
        gpu::CudaBackend backend({{0}, 64 * mebibyte});
        for (const Rect& area : {Rect{0, 0, 5000, 7000}, Rect{13, 7, 1, 3}, Rect{4001, 100, 999, 2}}) {
            const gpu::CardSamples found = backend.computeOnCard(graph, area, {});
            const std::size_t sampleBytes = static_cast<std::size_t>(std::max(1, depth / 8));
            std::vector<std::byte> bytes(static_cast<std::size_t>(area.area()) * sampleBytes);
            QCOMPARE(cudaMemcpy(bytes.data(), found.data.get(), bytes.size(), cudaMemcpyDeviceToHost),
                     cudaSuccess);
            QVERIFY(bytes == writtenSamples(*graph, samplesOf(backend, graph, area), area));
        }
    }

    void aSmallHeapGivesTheSameSamples() {
        gpu::CudaBackend large({{0}, 512 * mebibyte});
        const Rect area{1000, 2000, 1500, 1100};
        const std::vector<float> expected = samplesOf(large, graphOf(2048), area);
        for (const std::size_t mebibytes : {3, 5, 17, 60}) {  // four tiles of 256 px take one MiB
            gpu::CudaBackend small({{0}, mebibytes * mebibyte});
            for (const std::int32_t side : {64, 256})
                QVERIFY(samplesOf(small, graphOf(side), area) == expected);
            QVERIFY(small.heapPeakBytes() <= small.heapBytes());
        }
    }

    void whatCannotFitIsSaid() {
        gpu::CudaBackend tiny({{0}, 4096});
        try {
            static_cast<void>(samplesOf(tiny, graphOf(2048), {0, 0, 64, 64}));
            QFAIL("it fitted");
        } catch (const OutOfMemory& error) {
            QVERIFY(error.needed > error.budget);
            QVERIFY(std::string(error.what()).find("surface") != std::string::npos);
        }
    }

    void aStoppedRequestEndsAsCancelled() {
        gpu::CudaBackend backend({{0}, 256 * mebibyte});
        std::stop_source stop;
        std::atomic<int> parts{0};
        RenderRequest request;
        request.graph = graphOf(512);
        request.area = {0, 0, 40000, 40000};
        request.stop = stop.get_token();
        request.consume = [&](const Rect&, const SamplesView&) {
            ++parts;
            stop.request_stop();
        };
        const std::exception_ptr why = start(backend, std::move(request)).get();
        QVERIFY(why != nullptr);
        QVERIFY_EXCEPTION_THROWN(std::rethrow_exception(why), Cancelled);
        QVERIFY(parts > 0);
    }

    void urgentRequestsComeFirst() {
        gpu::CudaBackend backend({{0}, 256 * mebibyte});
        std::atomic<int> order{0};
        std::vector<std::future<std::exception_ptr>> slow;
        std::vector<int> places(40, -1);
        int urgent = -1;
        const auto graph = graphOf(512);
        const auto request = [&](int priority, int& place) {
            RenderRequest r;
            r.graph = graph;
            r.area = {0, 0, 3000, 3000};
            r.priority = priority;
            r.consume = [](const Rect&, const SamplesView&) {};
            auto ended = std::make_shared<std::promise<std::exception_ptr>>();
            auto result = ended->get_future();
            backend.start(std::move(r), [&order, &place, ended](std::exception_ptr why) {
                place = order++;
                ended->set_value(why);
            });
            return result;
        };
        for (int& place : places)
            slow.push_back(request(0, place));
        auto first = request(1, urgent);
        QVERIFY(first.get() == nullptr);
        for (auto& result : slow)
            QVERIFY(result.get() == nullptr);
        QVERIFY2(urgent < 20, qPrintable(QString::number(urgent)));
    }

    /// Each allocation fails once: the request ends with a clear error and the next one succeeds.
    void allocationsThatFail() {
        const Rect area{0, 0, 600, 500};
        gpu::CudaBackend good({{0}, 64 * mebibyte});
        const std::vector<float> expected = samplesOf(good, graphOf(256), area);
        int failures = 0;
        for (int n = 0; n < 40; ++n) {
            allocationsUntilFailure = n;
            try {
                gpu::CudaBackend backend({{0}, 64 * mebibyte});
                try {
                    QVERIFY(samplesOf(backend, graphOf(256), area) == expected);
                } catch (const OutOfMemory& error) {
                    ++failures;
                    const QByteArray text(error.what());
                    QVERIFY2(text.contains("device") && !text.contains("needs 0"), text);
                }
                allocationsUntilFailure = -1;
                QVERIFY(samplesOf(backend, graphOf(256), area) == expected);
            } catch (const std::bad_alloc&) {
                ++failures;  // Without a backend, the program uses the processor
            }
            allocationsUntilFailure = -1;
        }
        QVERIFY2(failures >= 3, qPrintable(QString::number(failures)));
    }

    /// The tables of earlier graphs stay on the card only while there is memory for those of a new one.
    void tablesOfEarlierGraphsGiveWay() {
        const auto graphWith = [](int distance) {
            return bindText(
                "burin: 1\npixel: 1 um\nnodes:\n"
                "  surface: {kind: root, width: 300, height: 300, inputs: [{data: rim}]}\n"
                "  rim: {kind: profile, distance_max: " +
                    std::to_string(distance) +
                    ", inputs: [{mask: dots}]}\n"
                    "  dots: {kind: math2d, width: 300, height: 300, expression: \"hash(x, y, 1) > 0.99\"}\n",
                {}, {});
        };
        const Rect area{0, 0, 300, 300};
        gpu::CudaBackend good({{0}, 64 * mebibyte});
        const auto graph = graphWith(40);
        const std::vector<float> expected = samplesOf(good, graph, area);
        gpu::CudaBackend backend({{0}, 64 * mebibyte});
        static_cast<void>(samplesOf(backend, graphWith(30), area));
        allocationsUntilFailure = 0;
        QVERIFY(samplesOf(backend, graph, area) == expected);
        QVERIFY(allocationsUntilFailure < 0);  // an allocation has failed
    }

    void aDeviceThatIsNotThereIsRefused() {
        QVERIFY_EXCEPTION_THROWN(gpu::CudaBackend({{99}, mebibyte}), std::runtime_error);
    }
};

QTEST_APPLESS_MAIN(TestCudaBackend)
#include "test_cuda_backend.moc"
