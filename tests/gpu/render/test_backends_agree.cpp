// SPDX-License-Identifier: GPL-3.0-or-later

// Law 2 on whole trees: if every kind is exact, CUDA and the processor give the same bytes.

#include "core/render/cpu_backend.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "support/engine_run.hpp"
#include "support/places.hpp"
#include "support/random_design.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace burin;
using namespace burin::test;

namespace {

/// Replaces everything that has a tolerance by something exact: formulas and noise by hashes, transforms by
/// mirrors and quarter turns, profiles by the default one. Convolutions, flows and compensations pass on
/// their child.
void makeExact(Tree& tree) {
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        TreeNode& node = tree.nodes[n];
        if (node.as<NoiseNode>() != nullptr || node.as<RoughNode>() != nullptr) node.kind = MathNode{};
        if (auto* math = std::any_cast<MathNode>(&node.kind)) {
            const std::string seed = std::to_string(n);
            math->parameters.clear();
            math->expression = n % 2 == 0 ? "hash(x, y, " + seed + ")"
                                          : "hash(floor(x / 8), floor(y / 8), " + seed + ") > 0.7";
        } else if (auto* voronoi = std::any_cast<VoronoiNode>(&node.kind)) {
            voronoi->expression.clear();
            if (voronoi->feature == "edge") voronoi->feature = "f2";
        } else if (auto* curve = std::any_cast<CurveNode>(&node.kind)) {
            curve->gamma = 1;
        } else if (node.as<ConvolutionNode>() != nullptr) {
            node.muted = true;
        } else if (auto* transform = std::any_cast<TransformNode>(&node.kind)) {
            transform->scale = {1, 1};
            transform->size.reset();
            transform->rotate = 90 * std::round(transform->rotate / 90);
        } else if (auto* warp = std::any_cast<WarpNode>(&node.kind)) {
            warp->interpolation = "nearest";
        } else if (node.as<FlowNode>() != nullptr || node.as<CompensateNode>() != nullptr) {
            node.muted = true;
        }
    }
}

}  // namespace

class TestBackendsAgree : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
    }
    void exactTrees();
    void scans();
    void tallNodes_data();
    void tallNodes();

  private:
    QTemporaryDir folder_;
};

void TestBackendsAgree::exactTrees() {
    const std::filesystem::path folder = folder_.path().toStdString();
    const EngineOptions options;
    MemoryBudget budget(options.memoryBytes);
    TileCache cache(budget);
    CpuBackend cpu(budget, cache, options.threads);
    gpu::CudaBackend cuda({{0}, std::size_t{256} << 20U});
    int compared = 0;
    int invalid = 0;
    for (const std::uint64_t seed : seedsOfTest(200)) {
        RandomDesign design = randomDesign(seed, {.folder = folder, .far = seed % 3 == 0});
        makeExact(design.tree);
        const std::string yaml = yamlOf(design.tree);
        std::shared_ptr<const Graph> graph;
        try {
            graph = bindText(yaml, folder, options);
        } catch (const std::runtime_error&) {
            ++invalid;  // after a turn the child may be smaller than its parent needs
            continue;
        }
        if (!graph->whyNotOnCards.empty()) continue;
        const std::vector<float> expected = samplesOf(cpu, graph, design.region);
        const std::vector<float> actual = samplesOf(cuda, graph, design.region);
        if (std::memcmp(expected.data(), actual.data(), expected.size() * sizeof(float)) != 0) {
            QFAIL(("seed " + std::to_string(seed) + "\n" + yaml).c_str());
        }
        if (writtenBy(cpu, graph, design.region) != writtenBy(cuda, graph, design.region)) {
            QFAIL(("written, seed " + std::to_string(seed) + "\n" + yaml).c_str());
        }
        ++compared;
    }
    qInfo("%d designs compared, %d became invalid", compared, invalid);
    QVERIFY(compared > 10 * invalid);
}

void TestBackendsAgree::scans() {
    const std::filesystem::path folder = inTree("tests/golden/scan").toStdString();
    std::ifstream file(folder / "formats.burin");
    const std::string yaml{std::istreambuf_iterator<char>(file), {}};
    const EngineOptions options;
    MemoryBudget budget(options.memoryBytes);
    TileCache cache(budget);
    CpuBackend cpu(budget, cache, options.threads);
    gpu::CudaBackend cuda({{0}, std::size_t{256} << 20U});
    for (const char* node : {"", "measured", "empty", "cut", "valid", "floats", "deep"}) {
        const std::shared_ptr<const Graph> graph = bindText(yaml, folder, options, node);
        QVERIFY2(graph->whyNotOnCards.empty(), graph->whyNotOnCards.c_str());
        const Rect region{-7, -3, 190, 90};
        const std::vector<float> expected = samplesOf(cpu, graph, region);
        QVERIFY2(std::any_of(expected.begin(), expected.end(), [](float v) { return v > 0; }), node);
        const std::vector<float> actual = samplesOf(cuda, graph, region);
        QVERIFY2(std::memcmp(expected.data(), actual.data(), expected.size() * sizeof(float)) == 0, node);
    }
}

void TestBackendsAgree::tallNodes_data() {
    QTest::addColumn<QByteArray>("node");
    QTest::newRow("a median") << QByteArray("median, radius: 1, inputs: [{data: dots}]");
    QTest::newRow("a profile") << QByteArray(
        "profile, distance_max: 3, threshold: 0.9, inputs: [{mask: dots}]");
}

/// A bounded node that two parents read is stored as a whole. It may have more rows than a launch has blocks.
void TestBackendsAgree::tallNodes() {
    QFETCH(QByteArray, node);
    const EngineOptions options;
    const std::shared_ptr<const Graph> graph = bindText(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 40, height: 2000000, inputs: [{data: both}]}\n"
        "  both: {kind: union, operation: add, inputs: [{data: strip}, {data: strip, at: [9, 5]}]}\n"
        "  strip: {kind: " +
            node.toStdString() +
            "}\n"
            "  dots: {kind: math2d, width: 20, height: 600000, expression: \"hash(x, y, 1)\"}\n",
        folder_.path().toStdString(), options);
    MemoryBudget budget(options.memoryBytes);
    TileCache cache(budget);
    CpuBackend cpu(budget, cache, options.threads);
    gpu::CudaBackend cuda({{0}, std::size_t{512} << 20U});
    for (const std::int64_t y : {0, 32700, 599900}) {
        const Rect region{0, y, 40, 150};
        const std::vector<float> expected = samplesOf(cpu, graph, region);
        QVERIFY(std::any_of(expected.begin(), expected.end(), [](float v) { return v > 0; }));
        const std::vector<float> actual = samplesOf(cuda, graph, region);
        QVERIFY(std::memcmp(expected.data(), actual.data(), expected.size() * sizeof(float)) == 0);
    }
}

BURIN_TEST(TestBackendsAgree)
#include "test_backends_agree.moc"
