// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff/tiff_file_layout.hpp"
#include "support/testing.hpp"

#include "core/base/errors.hpp"

#include <tiffio.h>
#include <QTemporaryDir>
#include <cmath>
#include <memory>
#include <vector>

using namespace burin;

namespace {

TiffFileLayout::Image imageOf(std::int64_t width, std::int64_t height, int depth) {
    return {.size = {width, height}, .depth = depth, .pitchUm = 1.0, .description = "hash"};
}

}  // namespace

class TestTiffFileLayout : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void resolutionIsExact_data() {
        QTest::addColumn<double>("pitchUm");
        QTest::addColumn<quint32>("numerator");
        QTest::addColumn<quint32>("denominator");
        const auto row = [](const char* name, double pitch, quint32 n, quint32 d) {
            QTest::newRow(name) << pitch << n << d;
        };
        row("1 um", 1.0, 25400, 1);
        row("half a um", 0.5, 50800, 1);
        row("a tenth, which is not exact in binary", 0.1, 254000, 1);
        row("0.3 um has no finite decimal", 0.3, 254000, 3);
        row("a thousandth of an inch", 25.4, 1000, 1);
        row("1.2345 um", 1.2345, 50800000, 2469);
        row("1 mm", 1000, 127, 5);
        row("1 m", 1e6, 127, 5000);
        row("1 nm", 1e-3, 25400000, 1);
    }
    void resolutionIsExact() {
        QFETCH(double, pitchUm);
        QFETCH(quint32, numerator);
        QFETCH(quint32, denominator);
        QCOMPARE(pixelsPerInch(pitchUm), (std::pair<std::uint32_t, std::uint32_t>(numerator, denominator)));
    }

    void otherResolutionsAreClose() {
        for (const double pitch : {1.0 / 3, M_PI, 1e-3 * M_PI, 1e5 / 7, 12.345678901234567}) {
            const auto [numerator, denominator] = pixelsPerInch(pitch);
            const double value = static_cast<double>(numerator) / denominator;
            QVERIFY(std::abs(value * pitch / 25400 - 1) < 1e-9);
        }
        QVERIFY(pixelsPerInch(1e-300).second > 0);
        QVERIFY(pixelsPerInch(1e300).second > 0);
    }

    void whatNoTagCanSayIsLeftOut_data() {
        QTest::addColumn<double>("pitchUm");
        QTest::addColumn<int>("unit");
        QTest::addColumn<float>("resolution");
        QTest::newRow("the finest pitch") << 6e-6 << RESUNIT_INCH << 25400 / 6e-6F;
        QTest::newRow("a finer one") << 5e-6 << RESUNIT_NONE << 1.0F;
    }
    /// Both pitches of the tags say 1 then, without a unit.
    void whatNoTagCanSayIsLeftOut() {
        QFETCH(double, pitchUm);
        QFETCH(int, unit);
        QFETCH(float, resolution);
        TiffFileLayout::Image image = imageOf(16, 16, 8);
        image.pitchUm = pitchUm;
        const TiffFileLayout layout(image, false);
        const std::string path = folder_.filePath("fine.tif").toStdString();
        OutputFile file(path, OutputFile::Mode::create);
        file.resize(layout.fileBytes());
        layout.writeUncompressedHead(file);
        const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), &TIFFClose);
        QVERIFY(tiff != nullptr);
        std::uint16_t foundUnit = 0;
        float across = 0;
        float down = 0;
        QVERIFY(TIFFGetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &foundUnit) == 1);
        QVERIFY(TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &across) == 1);
        QVERIFY(TIFFGetField(tiff.get(), TIFFTAG_YRESOLUTION, &down) == 1);
        QCOMPARE(int{foundUnit}, unit);
        QVERIFY(std::abs(across / resolution - 1) < 1e-6F);
        QCOMPARE(down, across);
    }

    void bigOnlyWhereItIsNeeded() {
        // 60 x 67 and 60 x 68 tiles of 1 MiB: with the header, below and above the limit of 4032 MiB.
        QVERIFY(!TiffFileLayout::needsBig(imageOf(60 * 1024, 67 * 1024, 8)));
        QVERIFY(TiffFileLayout::needsBig(imageOf(63 * 1024, 64 * 1024, 8)));
        QVERIFY(!TiffFileLayout::needsBig(imageOf(63 * 1024, 64 * 1024, 1)));
        QVERIFY(TiffFileLayout::needsBig(imageOf(60 * 1024, 67 * 1024, 16)));
        TiffFileLayout::Image noisy = imageOf(60 * 1024, 50 * 1024, 8);
        QVERIFY(!TiffFileLayout::needsBig(noisy));
        noisy.compression = Compression::lzw;
        QVERIFY(TiffFileLayout::needsBig(noisy));
    }

    void classicEndsBelowItsLimit() {
        const TiffFileLayout largest(imageOf(60 * 1024, 67 * 1024, 8), false);
        QVERIFY(largest.fileBytes() < (std::uint64_t{4} << 30) - (std::uint64_t{64} << 20));
    }

    /// The surface of a roller: 4 TB that are never written, but every tile has its place.
    void theWidestSurfaceOpensAnywhere() {
        const std::int64_t side = 2000000;
        const TiffFileLayout layout(imageOf(side, side, 8), true);
        QCOMPARE(layout.blocksAcross(), 1954);
        QCOMPARE(layout.blockCount(), 1954 * 1954);
        const std::string path = folder_.filePath("wide.tif").toStdString();
        const std::vector<std::int64_t> written = {0, 1953, 1954, 2000000, 1954 * 1954 - 1};
        try {
            OutputFile file(path, OutputFile::Mode::create);
            file.resize(layout.fileBytes());
            layout.writeUncompressedHead(file);
            for (const std::int64_t tile : written) {
                const std::vector<std::byte> samples(std::size_t{1} << 20,
                                                     static_cast<std::byte>(tile % 251 + 1));
                file.writeAt(samples, layout.fixedPlace(tile).offset);
            }
        } catch (const SinkError& error) {
            QSKIP(error.what());
        }
        const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), &TIFFClose);
        QVERIFY(tiff != nullptr);
        std::vector<std::byte> found(std::size_t{1} << 20);
        for (const std::int64_t tile : written) {
            const auto column = static_cast<std::uint32_t>(tile % 1954);
            const auto row = static_cast<std::uint32_t>(tile / 1954);
            QVERIFY(TIFFReadTile(tiff.get(), found.data(), column * 1024, row * 1024, 0, 0) > 0);
            QVERIFY(found == std::vector<std::byte>(found.size(), static_cast<std::byte>(tile % 251 + 1)));
        }
    }

    void placesOfCompressedTilesAreKept() {
        for (const bool big : {false, true}) {
            const TiffFileLayout layout(imageOf(3000, 3000, 8), big);
            OutputFile file(folder_.filePath("places").toStdString(), OutputFile::Mode::create);
            file.resize(layout.base());
            for (std::int64_t tile = 0; tile < 9; ++tile) {
                layout.writePlace(file, tile,
                                  {layout.base() + static_cast<std::uint64_t>(tile) * 17,
                                   17U + static_cast<std::uint64_t>(tile)});
            }
            for (std::int64_t tile = 0; tile < 9; ++tile) {
                const auto place = layout.readPlace(file, tile);
                QCOMPARE(place.offset, layout.base() + static_cast<std::uint64_t>(tile) * 17);
                QCOMPARE(place.bytes, 17U + static_cast<std::uint64_t>(tile));
            }
        }
    }
};

BURIN_TEST(TestTiffFileLayout)
#include "test_tiff_file_layout.moc"
