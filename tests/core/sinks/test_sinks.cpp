// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of all sinks: every sample of the region at its place, for every depth, size and scan.
#include <opencv2/imgcodecs.hpp>  // before tiffio.h, whose names clash with it

#include "core/base/errors.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <tiffio.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

using namespace burin;
using namespace burin::test;

namespace {

/// How many files that an export has not finished are open in this process.
std::int64_t openParts() {
    std::int64_t count = 0;
    std::error_code error;
    for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fd", error)) {
        const std::filesystem::path file = std::filesystem::read_symlink(descriptor.path(), error);
        count += file.extension() == ".part" ? 1 : 0;
    }
    return count;
}

/// Reads a TIFF with another library and compares every sample.
/// \param strips  whether it must have strips; otherwise tiles
/// \param samples  the samples of the part, as in a raw file
QString tiffProblem(const std::string& path, const SurfaceInfo& surface, const Rect& part, bool strips,
                    const QByteArray& samples) {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), &TIFFClose);
    if (!tiff) return "libtiff cannot open it";
    std::uint32_t width = 0, height = 0, tileWidth = 0, tileHeight = 0, rowsPerStrip = 0;
    std::uint16_t bits = 0, photometric = 9, unit = 0;
    float resolution = 0;
    const char* description = nullptr;
    const char* date = nullptr;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff.get(), TIFFTAG_TILEWIDTH, &tileWidth);
    TIFFGetField(tiff.get(), TIFFTAG_TILELENGTH, &tileHeight);
    TIFFGetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetField(tiff.get(), TIFFTAG_PHOTOMETRIC, &photometric);
    TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &resolution);
    TIFFGetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, &description);
    if (width != part.width || height != part.height || bits != surface.depth) return "wrong size or depth";
    TIFFGetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, &rowsPerStrip);
    const auto covering = [](std::uint32_t side) { return std::min(1024U, (side + 15) / 16 * 16); };
    if ((TIFFIsTiled(tiff.get()) == 0) != strips) return "strips, or tiles, that were not wanted";
    if (!strips && (tileWidth != covering(width) || tileHeight != covering(height))) return "wrong tiles";
    if (strips && (rowsPerStrip < 1 || rowsPerStrip > height)) return "wrong strips";
    if (photometric != PHOTOMETRIC_MINISBLACK || unit != RESUNIT_INCH || resolution != 25400)
        return "wrong tags";
    if (description == nullptr || surface.designHash != description) return "no design hash";
    if (TIFFGetField(tiff.get(), TIFFTAG_DATETIME, &date) != 0) return "a date";
    const std::uint32_t blockWidth = strips ? width : tileWidth;
    const std::uint32_t blockHeight = strips ? rowsPerStrip : tileHeight;
    const std::size_t stride = packedBytes(blockWidth, surface.depth);
    std::vector<std::byte> block(stride * blockHeight);
    std::uint32_t number = 0;
    for (std::uint32_t top = 0; top < height; top += blockHeight) {
        for (std::uint32_t left = 0; left < width; left += blockWidth) {
            const std::uint32_t rows = strips ? std::min(blockHeight, height - top) : blockHeight;
            block.assign(stride * rows, std::byte{1});
            const auto bytes = static_cast<tmsize_t>(block.size());
            const tmsize_t got = strips ? TIFFReadEncodedStrip(tiff.get(), number++, block.data(), bytes)
                                        : TIFFReadTile(tiff.get(), block.data(), left, top, 0, 0);
            if (got != bytes) return "a block cannot be read";
            std::vector<std::byte> expected(block.size());
            const std::size_t before = packedBytes(left, surface.depth);  // tiles begin at a whole byte
            const std::size_t inside = packedBytes(std::min(blockWidth, width - left), surface.depth);
            for (std::size_t y = 0; y < std::min(blockHeight, height - top); ++y) {
                const char* const row = samples.constData() + (top + y) * packedBytes(width, surface.depth);
                std::memcpy(expected.data() + y * stride, row + before, inside);
            }
            if (block != expected) return QString("wrong samples in the block at %1, %2").arg(left).arg(top);
        }
    }
    return {};
}

/// Like the function above, with OpenCV, which only reads files within its own limits.
QString pictureProblem(const std::string& path, const SurfaceInfo& surface, const QByteArray& rows) {
    const cv::Mat picture = cv::imread(path, cv::IMREAD_UNCHANGED);
    if (picture.cols != surface.region.width || picture.rows != surface.region.height) return "wrong size";
    if (picture.type() != (surface.depth == 16 ? CV_16UC1 : CV_8UC1)) return "wrong type";
    const auto* row = reinterpret_cast<const std::uint8_t*>(rows.constData());
    for (int y = 0; y < picture.rows; ++y) {
        for (int x = 0; x < picture.cols; ++x) {
            const int found =
                surface.depth == 16 ? picture.at<std::uint16_t>(y, x) : picture.at<std::uint8_t>(y, x);
            const int expected = surface.depth == 16  ? row[2 * x] | row[2 * x + 1] << 8
                                 : surface.depth == 8 ? row[x]
                                                      : 255 * (row[x / 8] >> (7 - x % 8) & 1);
            if (found != expected) return "a wrong sample";
        }
        row += packedBytes(surface.region.width, surface.depth);
    }
    return {};
}

struct Case {
    const char* name;
    Size size;
};
constexpr Case sizes[] = {{"one sample", {1, 1}},
                          {"a row", {77, 1}},
                          {"a column", {1, 77}},
                          {"whole bytes", {64, 9}},
                          {"one bit over", {65, 9}},
                          {"a tile and its neighbours, cut short", {1025, 1023}},
                          {"whole rows in a piece", {5003, 130}},
                          {"wider than a piece", {33003, 9}}};

void addSizesAndDepths() {
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::addColumn<int>("depth");
    for (const Case& one : sizes) {
        for (const int depth : {1, 8, 16}) {
            QTest::addRow("%s, %d bits", one.name, depth)
                << qint64{one.size.width} << qint64{one.size.height} << depth;
        }
    }
}

}  // namespace

class TestSinks : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }
    void verifyOnly(const QString& name, const QStringList& beside) const {
        QStringList files = QDir(folder_.path()).entryList(QDir::Files, QDir::Name);
        files = files.filter(name.left(name.lastIndexOf('.')));
        QCOMPARE(files, beside);
    }

  private slots:
    void raw_data() {
        QTest::addColumn<SurfaceInfo>("surface");
        QTest::addColumn<Scan>("scan");
        for (const Case& one : sizes) {
            for (const int depth : {1, 8, 16}) {
                for (const Scan& scan :
                     {Scan{}, Scan{0, true}, Scan{8, false}, Scan{7, true}, Scan{4100, true}}) {
                    QTest::addRow("%s, %d bits, scan %lld%s", one.name, depth,
                                  static_cast<long long>(scan.swathWidth),
                                  scan.serpentine ? " serpentine" : "")
                        << surfaceOf(one.size.width, one.size.height, depth) << scan;
                }
            }
        }
    }
    void raw() {
        QFETCH(SurfaceInfo, surface);
        QFETCH(Scan, scan);
        SinkOptions options;
        options.scan = scan;
        options.policy.force = true;
        exportFormula(path("x.RAW"), surface, options);
        QVERIFY(contentsOf(path("x.RAW")) == expectedRaw(surface, scan));
    }

    void rawHasASidecar() {
        SinkOptions options;
        options.scan = {100, true};
        SurfaceInfo surface = surfaceOf(300, 20, 16);
        surface.pitchUm = 0.5;
        exportFormula(path("side.raw"), surface, options);
        QCOMPARE(contentsOf(path("side.raw.yaml")),
                 QByteArray("width: 300\nheight: 20\ndepth: 16\npitch: 0.5 um\nscan: swaths:100\n"
                            "serpentine: true\ndesign: \"0123456789abcdef\"\n"));
        verifyOnly("side.raw", {"side.raw", "side.raw.yaml"});
    }

    void tiff_data() { addSizesAndDepths(); }
    void tiff() {
        QFETCH(qint64, width);
        QFETCH(qint64, height);
        QFETCH(int, depth);
        const SurfaceInfo surface = surfaceOf(width, height, depth);
        const QByteArray rows = expectedRaw(surface, {});
        for (const auto compression :
             {Compression::none, Compression::deflate, Compression::lzw, Compression::zstd}) {
            if (instrumented && compression > Compression::deflate) continue;  // the same threads
            for (const auto blocks : {TiffBlocks::strips, TiffBlocks::tiles}) {
                for (const bool big : {false, true}) {
                    SinkOptions options;
                    options.compression = compression;
                    options.blocks = blocks;
                    options.bigTiff = big;
                    options.policy.force = true;
                    exportFormula(path("x.tif"), surface, options);
                    const QByteArray file = contentsOf(path("x.tif"));
                    QCOMPARE(file.left(4), big ? QByteArray("II\x2B\0", 4) : QByteArray("II\x2A\0", 4));
                    const bool strips = blocks == TiffBlocks::strips;
                    QCOMPARE(tiffProblem(path("x.tif"), surface, surface.region, strips, rows), QString());
                    if (compression != Compression::zstd)
                        QCOMPARE(pictureProblem(path("x.tif"), surface, rows), QString());
                    // Blocks in another order give the same bytes, even if the sink itself chooses the
                    // layout.
                    if (strips != big) options.blocks = TiffBlocks::automatic;
                    exportFormula(path("again.TIFF"), surface, options, 7);
                    QVERIFY(contentsOf(path("again.TIFF")) == file);
                }
            }
        }
    }

    /// Strips of a file that is not compressed hold what a raw file holds.
    void stripsAreRawSamples() {
        const SurfaceInfo surface = surfaceOf(5003, 1130, 16);
        exportFormula(path("strips.tif"), surface);
        const QByteArray raw = expectedRaw(surface, {});
        QVERIFY(contentsOf(path("strips.tif")).endsWith(raw));
        QCOMPARE(contentsOf(path("strips.tif")).size(), 4096 + raw.size());
    }

    void aSmallTiffIsSmall() {
        for (const auto blocks : {TiffBlocks::strips, TiffBlocks::tiles}) {
            SinkOptions options;
            options.blocks = blocks;
            options.policy.force = true;
            exportFormula(path("small.tif"), surfaceOf(1, 1, 8), options);
            QCOMPARE(contentsOf(path("small.tif")).size(), 4096 + (blocks == TiffBlocks::tiles ? 256 : 1));
        }
    }

    void automaticBlocksAreStripsIfEveryProgramReadsThem() {
        const auto blocksOf = [this](std::int64_t width, std::int64_t height, const SinkOptions& options) {
            const auto sink = openSink(path("auto.tif"), surfaceOf(width, height, 8), options);
            return sink->grid().layout().padded ? TiffBlocks::tiles : TiffBlocks::strips;
        };
        SinkOptions shard;  // joined shards are the file of one process
        shard.shard = {1, 2};
        SinkOptions deflate;
        deflate.compression = Compression::deflate;
        QCOMPARE(blocksOf(60000, 67000, {}), TiffBlocks::strips);
        QCOMPARE(blocksOf(67000, 67000, {}), TiffBlocks::tiles);  // BigTIFF
        QCOMPARE(blocksOf(600, 600, shard), TiffBlocks::strips);
        QCOMPARE(blocksOf(2000000000, 2, {}), TiffBlocks::strips);
        QCOMPARE(blocksOf(2000000000, 2, deflate), TiffBlocks::tiles);  // one strip would take 2 GB of memory
        QCOMPARE(blocksOf(10000000, 2, deflate), TiffBlocks::strips);
    }

    void numberedSwaths_data() {
        QTest::addColumn<Compression>("compression");
        QTest::addColumn<TiffBlocks>("blocks");
        QTest::addColumn<qint64>("width");
        for (const qint64 width : {2750, 2603}) {
            QTest::addRow("strips, %lld", width) << Compression::none << TiffBlocks::automatic << width;
            QTest::addRow("tiles, %lld", width) << Compression::none << TiffBlocks::tiles << width;
            QTest::addRow("compressed strips, %lld", width)
                << Compression::deflate << TiffBlocks::strips << width;
            QTest::addRow("compressed tiles, %lld", width)
                << Compression::deflate << TiffBlocks::tiles << width;
        }
    }
    void numberedSwaths() {
        QFETCH(Compression, compression);
        QFETCH(TiffBlocks, blocks);
        QFETCH(qint64, width);
        const SurfaceInfo surface = surfaceOf(width, 1100, 8);
        SinkOptions options;
        options.scan.swathWidth = 1300;
        options.compression = compression;
        options.blocks = blocks;
        const std::string folder = path(QTest::currentDataTag());
        exportFormula(folder + "/%05d.tif", surface, options);
        QCOMPARE(QDir(QString::fromStdString(folder)).entryList(QDir::Files, QDir::Name),
                 (QStringList{"00000.tif", "00001.tif", "00002.tif"}));
        for (int swath = 0; swath < 3; ++swath) {
            Rect part = surface.region;
            part.x += swath * 1300;
            part.width = std::min<std::int64_t>(1300, surface.region.right() - part.x);
            SurfaceInfo own = surface;
            own.region = part;
            QCOMPARE(tiffProblem(folder + "/0000" + std::to_string(swath) + ".tif", surface, part,
                                 blocks != TiffBlocks::tiles, expectedRaw(own, {})),
                     QString());
        }
    }

    /// However fast they are computed, and also if the export is resumed.
    void manyNumberedSwathsTakeFewDescriptors() {
        const SurfaceInfo surface = surfaceOf(400, 6, 8);
        SinkOptions options;
        options.scan.swathWidth = 1;
        const std::string name = path("many") + "/%d.tif";
        std::atomic<std::int64_t> most = 0;
        const auto note = [&most] {
            const std::int64_t now = openParts();
            for (std::int64_t before = most; before < now && !most.compare_exchange_weak(before, now);) {
            }
        };
        const auto run = [&](std::int64_t failAt) {
            const auto sink = openSink(name, surface, options);
            exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
                source.failAt = failAt;
                source.afterBlock = note;
            });
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, run(300));
        options.policy.resume = true;
        run(0);
        QVERIFY2(most > 0 && most < 100, qPrintable(QString::number(most.load())));
        QVERIFY(verifyExport(name).sound());
    }

    void png_data() { addSizesAndDepths(); }
    void png() {
        QFETCH(qint64, width);
        QFETCH(qint64, height);
        QFETCH(int, depth);
        const SurfaceInfo surface = surfaceOf(width, height, depth);
        SinkOptions options;
        options.policy.force = true;
        exportFormula(path("x.png"), surface, options);
        QCOMPARE(pictureProblem(path("x.png"), surface, expectedRaw(surface, {})), QString());
    }

    void standardOutput_data() { raw_data(); }
    void standardOutput() {
        QFETCH(SurfaceInfo, surface);
        QFETCH(Scan, scan);
        const int descriptor = ::open(path("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        SinkOptions options;
        options.scan = scan;
        options.outputDescriptor = descriptor;
        options.bandBytes = 2 << 20;
        exportFormula("-", surface, options);
        ::close(descriptor);
        QVERIFY(contentsOf(path("out")) == expectedRaw(surface, scan));
    }

    void nullTakesEverything() {
        const SurfaceInfo surface = surfaceOf(3001, 2001, 8);
        const auto result = exportFormula("null:", surface);
        QCOMPARE(result.doneSamples, 3001 * 2001);
    }

    void whatDoesNotGoTogetherIsRefused_data() {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<SinkOptions>("options");
        const auto row = [](const char* name, const char* spec,
                            const std::function<void(SinkOptions&)>& change) {
            SinkOptions options;
            change(options);
            QTest::newRow(name) << spec << options;
        };
        const auto swaths = [](SinkOptions& o) { o.scan.swathWidth = 10; };
        const auto serpentine = [](SinkOptions& o) { o.scan.serpentine = true; };
        const auto shard = [](SinkOptions& o) { o.shard = {1, 2}; };
        const auto deflate = [](SinkOptions& o) { o.compression = Compression::deflate; };
        const auto big = [](SinkOptions& o) { o.bigTiff = true; };
        const auto resume = [](SinkOptions& o) { o.policy.resume = true; };
        const auto nothing = [](SinkOptions&) {};
        row("no suffix", "picture", nothing);
        row("an unknown suffix", "picture.bmp", nothing);
        row("nothing at all", "", nothing);
        row("a folder that is not there", "no/such/folder/x.tif", nothing);
        row("swaths into one tif", "x.tif", swaths);
        row("swaths into a png", "x.png", swaths);
        row("serpentine tif", "x.tif", serpentine);
        row("serpentine png", "x.png", serpentine);
        row("a shard of a png", "x.png", shard);
        row("a shard of standard output", "-", shard);
        row("a shard of nothing", "null:", shard);
        row("a shard of a compressed tif", "x.tif", [&](SinkOptions& o) { deflate(o), shard(o); });
        row("a compressed raw", "x.raw", deflate);
        row("a compressed png", "x.png", deflate);
        row("bigtiff for raw", "x.raw", big);
        row("strips for png", "x.png", [](SinkOptions& o) { o.blocks = TiffBlocks::strips; });
        row("resuming standard output", "-", resume);
        row("resuming nothing", "null:", resume);
        row("numbered files without swaths", "%05d.tif", nothing);
        row("numbered files, serpentine", "%05d.tif", [&](SinkOptions& o) { swaths(o), serpentine(o); });
        row("numbered files in shards", "%05d.tif", [&](SinkOptions& o) { swaths(o), shard(o); });
        row("numbered files that are raw", "%05d.raw", swaths);
    }
    void whatDoesNotGoTogetherIsRefused() {
        QFETCH(QString, spec);
        QFETCH(SinkOptions, options);
        const QString before = QDir::currentPath();
        QTemporaryDir empty;
        QDir::setCurrent(empty.path());
        QVERIFY_THROWS_EXCEPTION(
            UsageError, static_cast<void>(openSink(spec.toStdString(), surfaceOf(9, 9, 8), options)));
        QCOMPARE(QDir(empty.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QDir::setCurrent(before);
    }

    void aPngIsNotWiderThanItMayBe() {
        QVERIFY_THROWS_EXCEPTION(UsageError,
                                 static_cast<void>(openSink(path("w.png"), surfaceOf(65536, 2, 8), {})));
        QVERIFY_THROWS_EXCEPTION(UsageError,
                                 static_cast<void>(openSink(path("w.png"), surfaceOf(2, 65536, 8), {})));
        QVERIFY(openSink(path("w.png"), surfaceOf(65535, 65535, 8), {}) != nullptr);
    }

    void piecesAreWholeRowsUnlessTheseAreLow_data() {
        QTest::addColumn<qint64>("width");
        QTest::addColumn<Size>("piece");
        const auto row = [](qint64 width, Size piece) { QTest::addRow("%lld", width) << width << piece; };
        row(1, {1, 8192});
        row(1000, {1000, 1048});
        row(4096, {4096, 256});
        row(5003, {5003, 256});
        row(20000, {20000, 209});
        row(32768, {32768, 128});
        row(32769, {16384, 256});
        row(2000000, {16384, 256});
    }
    void piecesAreWholeRowsUnlessTheseAreLow() {
        QFETCH(qint64, width);
        QFETCH(Size, piece);
        SinkOptions strips;
        strips.blocks = TiffBlocks::strips;
        const SurfaceInfo surface = surfaceOf(width, 10000, 8);
        QCOMPARE(openSink(path("p.tif"), surface, strips)->grid().layout().chunk, piece);
        QCOMPARE(openSink(path("p.raw"), surface, {})->grid().layout().chunk, piece);
    }

    /// Half of the memory is for bands.
    void aBandThatDoesNotFitNamesEnoughMemoryAndSwaths_data() {
        QTest::addColumn<int>("memory");
        QTest::newRow("far too little memory") << 40;
        QTest::newRow("nearly enough memory") << 122;
    }
    void aBandThatDoesNotFitNamesEnoughMemoryAndSwaths() {
        QFETCH(int, memory);
        SinkOptions options;
        options.bandBytes = static_cast<std::size_t>(memory) << 19U;
        const SurfaceInfo wide = surfaceOf(2000000, 1000, 8);
        try {
            static_cast<void>(openSink("-", wide, options));
            QFAIL("it must not succeed");
        } catch (const UsageError& error) {
            QCOMPARE(std::string(error.what()), "-: needs 123 MiB of memory for bands of rows; " +
                                                    std::to_string(memory) + " MiB are available");
            const std::vector<Remedy> both{{Remedy::Way::scanSwaths}, {Remedy::Way::moreMemory}};
            QVERIFY(error.problem().remedies == both);
        }
        options.bandBytes = std::size_t{123} << 19U;
        QCOMPARE(openSink("-", wide, options)->grid().layout().chunk, (Size{2000000, 16}));
        options.bandBytes = 20 << 20;
        options.scan.swathWidth = 100000;
        QCOMPARE(openSink("-", wide, options)->grid().layout().chunk, (Size{100000, 64}));
    }
};

BURIN_TEST(TestSinks)
#include "test_sinks.moc"
