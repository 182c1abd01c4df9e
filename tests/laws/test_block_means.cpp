// SPDX-License-Identifier: GPL-3.0-or-later

// For any request, the means of a backend equal the means of the samples that it returns.

#include "core/render/written_samples.hpp"
#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <cmath>
#include <cstring>

using namespace burin;
using namespace burin::test;

namespace {

/// A requested picture, and the samples that it covers.
struct Wanted {
    std::shared_ptr<const Graph> graph;
    Rect blocks;
    int level = 0;

    [[nodiscard]] Rect samplesOfBlock(std::int64_t x, std::int64_t y) const {
        const std::int64_t side = std::int64_t{1} << level;
        return graph->top().extent.clip({x * side, y * side, side, side});
    }
};

std::vector<float> meansOf(Backend& backend, const Wanted& wanted) {
    std::vector<float> means(static_cast<std::size_t>(wanted.blocks.area()), -1);
    const std::int64_t side = std::int64_t{1} << wanted.level;
    RenderRequest request;
    request.graph = wanted.graph;
    request.area = wanted.graph->top().extent.clip({wanted.blocks.x * side, wanted.blocks.y * side,
                                                    wanted.blocks.width * side, wanted.blocks.height * side});
    request.means = MeansTarget{wanted.level, wanted.blocks, means.data(), wanted.blocks.width};
    renderAndWait(backend, std::move(request));
    return means;
}

/// The mean of one block: for a root the written values divided by the number of steps, otherwise clamped
/// samples.
double meanOfSamples(Backend& backend, const Wanted& wanted, const Rect& samples) {
    if (samples.empty()) return 0;
    double sum = 0;
    if (const Root* root = rootOf(*wanted.graph)) {
        for (const int written : writtenBy(backend, wanted.graph, samples))
            sum += written / (std::exp2(root->depth) - 1);
    } else {
        for (const float sample : samplesOf(backend, wanted.graph, samples))
            sum += std::fmin(1, std::fmax(0, sample));
    }
    return sum / static_cast<double>(samples.area());
}

}  // namespace

class TestBlockMeans : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
    }
    void areThoseOfTheSamples_data();
    void areThoseOfTheSamples();
    void ofLargeBlocksInLittleMemory();

  private:
    QTemporaryDir folder_;
};

void TestBlockMeans::areThoseOfTheSamples_data() {
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<int>("level");
    for (const std::uint64_t seed : seedsOfTest(60)) {
        const int level = static_cast<int>(seed % 8);
        QTest::addRow("design %llu at level %d", static_cast<unsigned long long>(seed), level)
            << quint64(seed) << level;
    }
}

void TestBlockMeans::areThoseOfTheSamples() {
    QFETCH(quint64, seed);
    QFETCH(int, level);
    const RandomDesign design =
        randomDesign(seed, {.folder = folder_.path().toStdString(), .far = seed % 3 == 0});
    const std::string yaml = yamlOf(design.tree);
    Random random(seed);
    const EngineOptions options{.tileSide = 100};
    EngineRun run(options);
    for (const bool surface : {true, false}) {
        const auto nodes = static_cast<std::int64_t>(design.tree.nodes.size());
        const std::string& any =
            design.tree.nodes[static_cast<std::size_t>(random.between(0, nodes - 1))].name;
        Wanted wanted{
            bindText(yaml, folder_.path().toStdString(), options, surface ? std::string() : any), {}, level};
        const std::int64_t side = std::int64_t{1} << level;
        wanted.blocks = {floorDiv(design.region.x, side) - 1, floorDiv(design.region.y, side) - 1,
                         std::min<std::int64_t>(9, design.region.width / side + 2),
                         std::min<std::int64_t>(7, design.region.height / side + 2)};
        const std::vector<float> means = meansOf(run.backend(), wanted);
        for (std::int64_t y = 0; y < wanted.blocks.height; ++y) {
            for (std::int64_t x = 0; x < wanted.blocks.width; ++x) {
                const Point block{wanted.blocks.x + x, wanted.blocks.y + y};
                const double expected =
                    meanOfSamples(run.backend(), wanted, wanted.samplesOfBlock(block.x, block.y));
                const double mean = means[static_cast<std::size_t>(y * wanted.blocks.width + x)];
                if (!(std::fabs(mean - expected) <= 0x1p-22 * expected + 0x1p-40)) {
                    QFAIL(("block " + std::to_string(block.x) + "," + std::to_string(block.y) + ": " +
                           numberTextOf(mean) + ", not " + numberTextOf(expected) + "\n" + yaml)
                              .c_str());
                }
                const Wanted alone{wanted.graph, {block.x, block.y, 1, 1}, level};
                const float again = meansOf(run.backend(), alone).front();
                QVERIFY2(std::fabs(again - means[static_cast<std::size_t>(y * wanted.blocks.width + x)]) <=
                             0x1p-24F * again,
                         yaml.c_str());
            }
        }
    }
}

/// Blocks that are split because of little memory have the same mean.
void TestBlockMeans::ofLargeBlocksInLittleMemory() {
    const std::string yaml =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 20000, height: 9000, inputs: [data: part]}\n"
        "  part: {kind: math2d, expression: \"hash(x, y, 5)\"}\n";
    std::vector<float> first;
    for (const std::size_t mebibytes : {256, 24}) {
        const EngineOptions options{.memoryBytes = mebibytes << 20U};
        EngineRun run(options);
        const std::vector<float> means =
            meansOf(run.backend(), {bindText(yaml, {}, options), {1, 1, 4, 2}, 12});
        for (std::size_t k = 0; k < means.size(); ++k) {  // the last row is mostly outside
            QVERIFY2(std::fabs(means[k] - 0.5F) < 0.001F, qPrintable(QString::number(means[k])));
        }
        if (first.empty()) first = means;
        QVERIFY(means == first);
    }
}

BURIN_TEST(TestBlockMeans)
#include "test_block_means.moc"
