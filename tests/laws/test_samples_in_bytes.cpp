// SPDX-License-Identifier: GPL-3.0-or-later

// Surfaces that are computed in bytes equal those that are computed in floats.

#include "support/engine_run.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include "core/kinds/root.hpp"
#include "core/render/byte_evaluator.hpp"
#include "core/render/written_samples.hpp"

#include <QTemporaryDir>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

class TestSamplesInBytes : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::shared_ptr<const Graph> bound(const std::string& surface, const std::string& nodes,
                                       const EngineOptions& options = {}) const {
        const std::string yaml =
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 301, height: 203, " + surface +
            "}\n" + nodes;
        return bindText(yaml, folder_.path().toStdString(), options);
    }

    /// The values that Root::pack() makes of the samples.
    static std::vector<int> fromFloats(EngineRun& engine, const std::shared_ptr<const Graph>& graph,
                                       const Rect& area) {
        std::vector<float> samples = engine.samples(graph, area);
        std::vector<std::byte> packed(samples.size());
        for (std::int64_t y = 0; y < area.height; ++y) {
            rootOf(*graph)->pack(samples.data() + y * area.width, {area.x, area.y + y},
                                 packed.data() + y * area.width, area.width);
        }
        std::vector<int> written;
        for (const std::byte b : packed)
            written.push_back(std::to_integer<int>(b));
        return written;
    }

  private slots:
    void initTestCase() {
        const auto write = [this](const char* name, auto change) {
            TiffSpec spec;
            spec.width = 190;
            spec.height = 150;
            change(spec);
            TiffWriter(folder_.filePath(name).toStdString(), spec, noiseOf(spec));
        };
        write("strips.tif", [](TiffSpec&) {});
        write("tiles.tif", [](TiffSpec& s) { s.tileWidth = s.tileHeight = 64; });
        write("deflate.tif", [](TiffSpec& s) { s.compression = COMPRESSION_ADOBE_DEFLATE; });
        write("white_is_zero.tif", [](TiffSpec& s) { s.photometric = PHOTOMETRIC_MINISWHITE; });
        write("alpha.tif", [](TiffSpec& s) { s.samples = 2; });
        write("bits.tif", [](TiffSpec& s) { s.bits = 1; });
        write("large.tif", [](TiffSpec& s) { s.width = 3000; });
        // Every window of `side` contains the same values: just below or just above half of them are one
        // level higher.
        for (const int side : {25, 31}) {
            for (const int level : {0, 127, 254}) {
                for (const int more : {0, 1}) {
                    const QString name = QString("middle_%1_%2_%3.tif")
                                             .arg(side)
                                             .arg(level)
                                             .arg(more == 0 ? "below" : "above");
                    TiffSpec spec;
                    spec.width = 190;
                    spec.height = 150;
                    TiffWriter(
                        folder_.filePath(name).toStdString(), spec, [=](std::int64_t x, std::int64_t y, int) {
                            const std::int64_t place = y % side * side + x % side;
                            return static_cast<std::uint32_t>(level +
                                                              (place < side * side / 2 + more ? 1 : 0));
                        });
                }
            }
        }
    }

    void theyAreTheSame_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<QString>("nodes");
        const QString median = "  m: {kind: median, radius: 1, inputs: [{data: i}]}\n";
        for (const char* file : {"strips", "tiles", "deflate", "white_is_zero", "alpha", "bits", "large"}) {
            const QString image = QString("  i: {kind: tiff, file: %1.tif}\n").arg(file);
            QTest::addRow("%s", file) << "inputs: [{data: i}]" << image;
            QTest::addRow("the median of %s", file) << "inputs: [{data: m}]" << median + image;
        }
        const QString image = "  i: {kind: tiff, file: strips.tif}\n";
        for (const char* edge : {"extend", "mirror", "wrap"}) {
            QTest::addRow("a median that continues by %s", edge)
                << "inputs: [{data: m, at: [7, -9]}]"
                << QString(
                       "  m: {kind: median, radius: 1, edge: %1, width: 260, height: 190, inputs: [{data: i, "
                       "at: "
                       "[11, 5]}]}\n")
                           .arg(edge) +
                       image;
        }
        QTest::addRow("medians of medians")
            << "inputs: [{data: n}]"
            << "  n: {kind: median, radius: 1, edge: wrap, inputs: [{data: m}]}\n" + median + image;
        QTest::addRow("several images, one over the other, on a background")
            << "background: 0.2, inputs: [{data: i, at: [-20, 3]}, {data: m, at: [50, 60]}, {data: b}]"
            << "  b: {kind: tiff, file: bits.tif}\n  m: {kind: median, radius: 1, inputs: [{data: t}]}\n"
               "  t: {kind: tiff, file: tiles.tif}\n" +
                   image;
        QTest::addRow("inverted, with curves") << "invert: true, material_curve: [[0, 1], [0.3, 0.1], [1, "
                                                  "0.7]], machine_curve: [[0, 0.1], [1, 1]], "
                                                  "inputs: [{data: m}]"
                                               << median + image;
    }
    void theyAreTheSame() {
        QFETCH(QString, surface);
        QFETCH(QString, nodes);
        const auto graph = bound(surface.toStdString(), nodes.toStdString());
        QVERIFY(ByteEvaluator::takes(*graph));
        EngineRun engine({});
        for (const Rect& area : {Rect{0, 0, 301, 203}, Rect{13, 140, 250, 40}, Rect{188, 148, 3, 3}})
            QVERIFY(engine.written(graph, area) == fromFloats(engine, graph, area));
    }

    void meansOfBoxesAreTheSame_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<QString>("box");
        QTest::addColumn<QString>("file");
        for (const char* file : {"strips", "tiles", "deflate", "white_is_zero", "alpha", "bits", "large"})
            QTest::addRow("of 25 x 25 of %s", file) << "inputs: [{data: m}]"
                                                    << "{box: 25}" << file;
        for (const int side : {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 27, 29, 31})
            QTest::addRow("of %d x %d", side, side)
                << "inputs: [{data: m}]" << QString("{box: %1}").arg(side) << "strips";
        for (const char* edge : {"mirror", "wrap"}) {
            QTest::addRow("that continue by %s", edge)
                << "inputs: [{data: m, at: [7, -9]}]" << QString("{box: 25}, edge: %1").arg(edge) << "strips";
        }
        QTest::newRow("with an image over them") << "inputs: [{data: m}, {data: j, at: [30, 40]}]"
                                                 << "{box: 25}"
                                                 << "strips";
        for (const int side : {25, 31}) {
            for (const int level : {0, 127, 254}) {
                for (const char* from : {"below", "above"}) {
                    QTest::addRow("of %d x %d that lie closest to the middle of level %d, %s", side, side,
                                  level, from)
                        << "inputs: [{data: m}]" << QString("{box: %1}").arg(side)
                        << QString("middle_%1_%2_%3").arg(side).arg(level).arg(from);
                }
            }
        }
    }
    void meansOfBoxesAreTheSame() {
        QFETCH(QString, surface);
        QFETCH(QString, box);
        QFETCH(QString, file);
        const QString nodes = QString(
                                  "  m: {kind: convolution, kernel: %1, inputs: [{data: i}]}\n"
                                  "  i: {kind: tiff, file: %2.tif}\n  j: {kind: tiff, file: bits.tif}\n")
                                  .arg(box, file);
        const EngineOptions options{.tileSide = 512};
        const auto graph = bound(surface.toStdString(), nodes.toStdString(), options);
        if (box != "{box: 3}") QVERIFY(ByteEvaluator::takes(*graph));  // it is computed tap by tap
        EngineRun engine(options);
        for (const Rect& area : {Rect{0, 0, 301, 203}, Rect{13, 140, 250, 40}, Rect{188, 148, 3, 3}})
            QVERIFY(engine.written(graph, area) == fromFloats(engine, graph, area));
    }

    void boxesThatAreMoreThanRoundedAreLeftToFloats_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<QString>("nodes");
        const QString box = "  m: {kind: convolution, kernel: {box: 25}, inputs: [{data: i}]}\n";
        QTest::newRow("too large") << "inputs: [{data: m}]"
                                   << "  m: {kind: convolution, kernel: {box: 33}, inputs: [{data: i}]}\n";
        QTest::newRow("not a mean")
            << "inputs: [{data: m}]"
            << "  m: {kind: convolution, kernel: {box: 25}, normalize: false, inputs: [{data: i}]}\n";
        QTest::newRow("masked")
            << "inputs: [{data: m}]"
            << "  m: {kind: convolution, kernel: {box: 25}, inputs: [{data: i}, {mask: j}]}\n";
        QTest::newRow("inverted") << "invert: true, inputs: [{data: m}]" << box;
        QTest::newRow("on a background") << "background: 0.2, inputs: [{data: m}]" << box;
        QTest::newRow("over another image") << "inputs: [{data: j}, {data: m}]" << box;
        QTest::newRow("below a median") << "inputs: [{data: n}]"
                                        << "  n: {kind: median, radius: 1, inputs: [{data: m}]}\n" + box;
    }
    void boxesThatAreMoreThanRoundedAreLeftToFloats() {
        QFETCH(QString, surface);
        QFETCH(QString, nodes);
        const EngineOptions options{.tileSide = 512};
        const QString images = "  i: {kind: tiff, file: strips.tif}\n  j: {kind: tiff, file: bits.tif}\n";
        const auto graph = bound(surface.toStdString(), (nodes + images).toStdString(), options);
        QVERIFY(!ByteEvaluator::takes(*graph));
        EngineRun engine(options);
        const Rect area{0, 0, 301, 203};
        QVERIFY(engine.written(graph, area) == fromFloats(engine, graph, area));
    }

    void whatIsNoByteIsLeftToFloats_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<QString>("nodes");
        const QString image = "  i: {kind: tiff, file: strips.tif}\n";
        QTest::newRow("a wider median") << "inputs: [{data: m}]"
                                        << "  m: {kind: median, radius: 2, inputs: [{data: i}]}\n" + image;
        QTest::newRow("a mask") << "inputs: [{data: i}, {mask: i}]" << image;
        QTest::newRow("a masked median") << "inputs: [{data: m}]"
                                         << "  m: {kind: median, radius: 1, inputs: [{data: i}, {mask: j}]}\n"
                                            "  j: {kind: tiff, file: bits.tif}\n" +
                                                image;
        QTest::newRow("a background between two levels") << "background: 0.3, inputs: [{data: i}]" << image;
        QTest::newRow("a formula") << "inputs: [{data: f}]"
                                   << "  f: {kind: math2d, expression: \"in1 / 2\", inputs: [{data: i}]}\n" +
                                          image;
        QTest::newRow("an image that two nodes read")
            << "inputs: [{data: i}, {data: m}]"
            << "  m: {kind: median, radius: 1, inputs: [{data: i}]}\n" + image;
    }
    void whatIsNoByteIsLeftToFloats() {
        QFETCH(QString, surface);
        QFETCH(QString, nodes);
        const auto graph = bound(surface.toStdString(), nodes.toStdString());
        QVERIFY(!ByteEvaluator::takes(*graph));
        EngineRun engine({});
        const Rect area{0, 0, 301, 203};
        QVERIFY(engine.written(graph, area) == fromFloats(engine, graph, area));
    }
};

BURIN_TEST(TestSamplesInBytes)
#include "test_samples_in_bytes.moc"
