// SPDX-License-Identifier: GPL-3.0-or-later

// If a node promises that its samples fit into 8 or 16 bits, they fit exactly. A node that only passes on
// images must make this promise.

#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>

#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

bool fits(float sample, int bits) {
    const auto most = static_cast<float>((1 << bits) - 1);
    const float level = std::round(sample * most);
    return level >= 0 && level <= most && !std::signbit(sample) && sample == level / most;
}

}  // namespace

class TestNarrowSamples : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
        writeImage("gray8.tif", 8);
        writeImage("gray16.tif", 16);
        writeImage("white0.tif", 8, 1, PHOTOMETRIC_MINISWHITE);
        writeImage("bits.tif", 1);
        writeImage("colour.tif", 8, 3, PHOTOMETRIC_RGB);
        writeImage("float.tif", 32);
    }
    void bits_data();
    void bits();
    void randomDesigns();

  private:
    void writeImage(const char* name, int bits, int samples = 1, int photometric = PHOTOMETRIC_MINISBLACK) {
        TiffSpec spec;
        spec.bits = bits;
        spec.samples = samples;
        spec.photometric = photometric;
        Component component = noiseOf(spec);
        if (bits == 32) {
            spec.format = SAMPLEFORMAT_IEEEFP;
            component = [](auto, auto, int) { return 0x3E800001U; };  // slightly above 1/4
        }
        TiffWriter(folder_.filePath(name).toStdString(), spec, component);
    }

    QTemporaryDir folder_;
};

void TestNarrowSamples::bits_data() {
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<int>("bits");
    const auto row = [](const char* name, const char* nodes, int bits) {
        QTest::newRow(name)
            << QString(
                   "burin: 1\npixel: 1 um\nnodes:\n"
                   "  surface: {kind: root, width: 200, height: 150, inputs: [{data: a}]}\n") +
                   nodes
            << bits;
    };
    row("gray of 8 bits", "  a: {kind: tiff, file: gray8.tif}\n", 8);
    row("gray of 16 bits", "  a: {kind: tiff, file: gray16.tif}\n", 16);
    row("white is 0", "  a: {kind: tiff, file: white0.tif}\n", 8);
    row("single bits", "  a: {kind: tiff, file: bits.tif}\n", 8);
    row("colours are weighted", "  a: {kind: tiff, file: colour.tif}\n", 32);
    row("floats", "  a: {kind: tiff, file: float.tif}\n", 32);
    row("repeats are passed on",
        "  a: {kind: stitching, u: [70, 0], v: [9, 60], inputs: [{pattern: b}]}\n"
        "  b: {kind: tiff, file: gray8.tif}\n",
        8);
    row("the larger of overlapping repeats",
        "  a: {kind: stitching, u: [40, 0], v: [9, 30], blend: max, inputs: [{pattern: b}]}\n"
        "  b: {kind: tiff, file: gray16.tif}\n",
        16);
    row("the mean of overlapping repeats",
        "  a: {kind: stitching, u: [40, 0], v: [9, 30], blend: mean, inputs: [{pattern: b}]}\n"
        "  b: {kind: tiff, file: gray8.tif}\n",
        32);
    row("repeats behind a mask",
        "  a: {kind: stitching, u: [70, 0], v: [9, 60], inputs: [{pattern: b}, {mask: b}]}\n"
        "  b: {kind: tiff, file: gray8.tif}\n",
        32);
    row("muted",
        "  a: {kind: median, radius: 1, muted: true, inputs: [{data: b}]}\n"
        "  b: {kind: tiff, file: gray16.tif}\n",
        16);
    row("filtered",
        "  a: {kind: median, radius: 1, inputs: [{data: b}]}\n  b: {kind: tiff, file: gray8.tif}\n", 32);
}

void TestNarrowSamples::bits() {
    QFETCH(QString, nodes);
    QFETCH(int, bits);
    const EngineOptions options;
    const std::string yaml = nodes.toStdString();
    const auto graph = bindText(yaml, folder_.path().toStdString(), options, "a");
    QCOMPARE(graph->top().bits, bits);
    if (bits == 32) return;
    for (const float sample : EngineRun(options).samples(graph, {-5, -5, 210, 160}))
        QVERIFY2(fits(sample, bits), qPrintable(QString::number(sample, 'g', 12)));
}

void TestNarrowSamples::randomDesigns() {
    const std::filesystem::path folder = folder_.path().toStdString();
    const EngineOptions options;
    EngineRun run(options);
    int checked = 0;
    for (const std::uint64_t seed : seedsOfTest(60)) {
        const RandomDesign design = randomDesign(seed, {.folder = folder, .far = seed % 3 == 0});
        const std::string yaml = yamlOf(design.tree);
        const auto whole = bindText(yaml, folder, options);
        for (const GraphNode& node : whole->nodes) {
            if (node.bits == 32) continue;
            const auto graph = bindText(yaml, folder, options, node.name);
            const Rect area = node.extent.clip({-40, -40, 160, 160});
            if (area.empty()) continue;
            for (const float sample : run.samples(graph, area)) {
                QVERIFY2(fits(sample, node.bits), qPrintable(QString("seed %1, %2: %3")
                                                                 .arg(seed)
                                                                 .arg(QString::fromStdString(node.name))
                                                                 .arg(double(sample), 0, 'g', 12)));
            }
            ++checked;
        }
    }
    qInfo("%d nodes of 8 or 16 bits", checked);
    QVERIFY(checked > 0);
}

BURIN_TEST(TestNarrowSamples)
#include "test_narrow_samples.moc"
