// SPDX-License-Identifier: GPL-3.0-or-later

// A picture of a dithered surface is the mean of the bits that an export writes.

#include "core/preview/preview.hpp"
#include "support/engine_run.hpp"
#include "support/system/standing_clocks.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace burin;
using namespace burin::test;

class TestDitheredPreview : public QObject {
    Q_OBJECT

  private slots:
    void isTheMeanOfWhatIsWritten_data();
    void isTheMeanOfWhatIsWritten();
    void comesCloseWhereItIsSampled();
};

namespace {

std::string surfaceOf(int side, const std::string& dither, const std::string& node) {
    const std::string size = std::to_string(side);
    return "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + size + ", height: " + size +
           ", depth: 1, dither: " + dither + ", inputs: [data: part]}\n" + node;
}

/// A brick pattern that interferes with the matrices.
const std::string bricks =
    "  part: {kind: stitching, u: [12, 0], v: [5, 8], inputs: [pattern: brick]}\n"
    "  brick: {kind: math2d, width: 9, height: 7, expression: \"0.1 + x * y / 80\"}\n";
const std::string slope = "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 700) * cos(y / 900)\"}\n";

/// The mean of the written bits of a block.
float meanOf(Backend& backend, const std::shared_ptr<const Graph>& graph, Point block, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    const std::vector<int> bits = writtenBy(backend, graph, {block.x * side, block.y * side, side, side});
    const auto set = std::count(bits.begin(), bits.end(), 1);
    return static_cast<float>(set) / static_cast<float>(bits.size());
}

}  // namespace

void TestDitheredPreview::isTheMeanOfWhatIsWritten_data() {
    QTest::addColumn<QString>("dither");
    QTest::addColumn<QString>("node");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("level");
    for (const char* dither : {"ordered", "blue_noise"}) {
        const auto row = [&](const char* name, const std::string& node, int side, int level) {
            QTest::addRow("%s, %s", dither, name) << dither << QString::fromStdString(node) << side << level;
        };
        row("the surface itself", slope, 4000, 0);
        row("averaged sample by sample", slope, 4096, 5);
        row("from the sums of one cell", bricks, 16384, 6);
    }
}

void TestDitheredPreview::isTheMeanOfWhatIsWritten() {
    QFETCH(QString, dither);
    QFETCH(QString, node);
    QFETCH(int, side);
    QFETCH(int, level);
    const EngineOptions options;
    MemoryBudget budget(options.memoryBytes);
    TileCache cache(budget);
    const std::unique_ptr<Backend> backend = openTestBackend(options, budget, cache);
    PreviewRequest request;
    request.graph = bindText(surfaceOf(side, dither.toStdString(), node.toStdString()), ".", options);
    // At level 0 a part of the surface that is not aligned to a matrix, otherwise the whole surface.
    request.area = level == 0 ? Rect{1003, 2005, 90, 80} : Rect{0, 0, side >> level, side >> level};
    request.level = level;
    const Picture picture = renderPreview(*backend, budget, request);
    QVERIFY(picture.exact);
    for (std::int64_t y = 0; y < picture.area.height; y += 13) {
        for (std::int64_t x = 0; x < picture.area.width; x += 11) {
            const Point block{picture.area.x + x, picture.area.y + y};
            const float mean = meanOf(*backend, request.graph, block, level);
            QVERIFY2(std::fabs(picture.row(y)[x] - mean) < 1e-6F,
                     qPrintable(QString("%1, %2").arg(block.x).arg(block.y)));
        }
    }
}

/// A first picture of more samples than can be averaged. It is correct in the mean over 32 x 32 of its
/// pixels: there the bits of such a smooth surface tend to the value itself.
void TestDitheredPreview::comesCloseWhereItIsSampled() {
    const EngineOptions options;
    MemoryBudget budget(options.memoryBytes);
    TileCache cache(budget);
    const std::unique_ptr<Backend> backend = openTestBackend(options, budget, cache);
    const std::string wave = "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 90000)\"}\n";
    PreviewPart part;
    part.area = {400, 500, 32, 32};
    part.level = 11;
    part.patience = std::chrono::seconds(0);
    const Picture picture =
        PreviewSource(*backend, budget, bindText(surfaceOf(2'000'000, "ordered", wave), ".", options),
                      nullptr, {}, standingClocks())
            .render(part);
    QVERIFY(!picture.exact);
    const double shown = std::accumulate(picture.values.begin(), picture.values.end(), 0.0) / 1024;
    double mean = 0;
    for (int k = 0; k < 32; ++k)
        mean += (0.5 + 0.4 * std::sin((400.5 + k) * 2048 / 90000)) / 32;
    QVERIFY2(std::fabs(shown - mean) < 6.0 / 255, qPrintable(QString("%1, not %2").arg(shown).arg(mean)));
}

BURIN_TEST(TestDitheredPreview)
#include "test_dithered_preview.moc"
