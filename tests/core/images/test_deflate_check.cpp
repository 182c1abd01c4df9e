// SPDX-License-Identifier: GPL-3.0-or-later
// The checksums of deflated strips and tiles.
#include "core/images/formats/deflate_check.hpp"
#include "core/images/image_error.hpp"
#include "core/images/tiff_handle.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <zlib.h>
#include <QTemporaryDir>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

using DeflatedBytes = std::vector<std::uint8_t>;

/// The number that begins with its highest byte at the end of some data.
std::uint32_t lastNumber(const DeflatedBytes& bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = bytes.size() - 4; i < bytes.size(); ++i)
        number = number << 8U | bytes[i];
    return number;
}

void turnBits(const TiffSpec& spec, DeflatedBytes& bytes) {
    if (spec.fillOrder == FILLORDER_LSB2MSB) TIFFReverseBits(bytes.data(), std::ssize(bytes));
}

DeflatedBytes dataOf(const TiffSpec& spec, TIFF* tif, std::uint32_t block) {
    DeflatedBytes bytes(TIFFGetStrileByteCount(tif, block));
    const auto got = spec.tileWidth > 0 ? TIFFReadRawTile(tif, block, bytes.data(), std::ssize(bytes))
                                        : TIFFReadRawStrip(tif, block, bytes.data(), std::ssize(bytes));
    if (got != std::ssize(bytes)) throw std::runtime_error("cannot read the data");
    turnBits(spec, bytes);
    return bytes;
}

/// Repeats the start of the first block behind its end. These bytes do not belong to any row.
/// \param difference  of their checksum from the right one
void lengthenFirstBlock(const TiffSpec& spec, const std::filesystem::path& path, std::uint8_t difference) {
    TIFF* const tif = TIFFOpen(path.c_str(), "r+");
    const DeflatedBytes data = dataOf(spec, tif, 0);
    DeflatedBytes bytes(std::size_t{1} << 20U);
    uLongf count = bytes.size();
    if (uncompress(bytes.data(), &count, data.data(), data.size()) != Z_OK)
        throw std::runtime_error("cannot inflate the data");
    bytes.resize(count);
    const DeflatedBytes start(bytes.begin(),
                              bytes.begin() + std::min<std::ptrdiff_t>(300, std::ssize(bytes)));
    bytes.insert(bytes.end(), start.begin(), start.end());
    DeflatedBytes longer(compressBound(bytes.size()));
    count = longer.size();
    if (compress(longer.data(), &count, bytes.data(), bytes.size()) != Z_OK)
        throw std::runtime_error("cannot deflate the data");
    longer.resize(count);
    longer.back() ^= difference;
    turnBits(spec, longer);
    const auto written = spec.tileWidth > 0 ? TIFFWriteRawTile(tif, 0, longer.data(), std::ssize(longer))
                                            : TIFFWriteRawStrip(tif, 0, longer.data(), std::ssize(longer));
    TIFFClose(tif);
    if (written != std::ssize(longer)) throw std::runtime_error("cannot write the data");
}

/// The problem of reading the upper left corner, or "none".
QString problemOfCorner(const std::filesystem::path& path) {
    float sample = 0;
    try {
        TiffReader(path, 0).read({0, 0, 1, 1}, {&sample, 1, 1, 1});
    } catch (const ImageError& error) {
        return QString::fromStdString(error.what());
    }
    return "none";
}

std::vector<float> allSamples(const std::filesystem::path& path) {
    const TiffReader reader(path, 0);
    const Size size = reader.size();
    std::vector<float> samples(static_cast<std::size_t>(size.width * size.height));
    reader.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
    return samples;
}

}  // namespace

class TestDeflateCheck : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path() const { return folder_.filePath("a.tif").toStdString(); }

    static void addDeflated() {
        QTest::addColumn<TiffSpec>("spec");
        const auto row = [](const char* name, int predictor, int bits, auto change) {
            TiffSpec spec;
            spec.compression = COMPRESSION_ADOBE_DEFLATE;
            spec.predictor = predictor;
            spec.bits = bits;
            change(spec);
            QTest::newRow(name) << spec;
        };
        const auto plain = [](TiffSpec&) {};
        const auto swapped = [](TiffSpec& s) { s.mode = "wb"; };
        const auto floats = [](TiffSpec& s) { s.format = SAMPLEFORMAT_IEEEFP; };
        const auto colours = [](TiffSpec& s) {
            s.photometric = PHOTOMETRIC_RGB;
            s.samples = 3;
        };
        row("bits", PREDICTOR_NONE, 1, plain);
        row("bytes", PREDICTOR_NONE, 8, plain);
        row("bytes by the old number", PREDICTOR_NONE, 8,
            [](TiffSpec& s) { s.compression = COMPRESSION_DEFLATE; });
        row("bytes whose first bit is the lowest", PREDICTOR_NONE, 8,
            [](TiffSpec& s) { s.fillOrder = FILLORDER_LSB2MSB; });
        row("tiles", PREDICTOR_HORIZONTAL, 8, [](TiffSpec& s) { s.tileWidth = s.tileHeight = 32; });
        row("differences of bytes", PREDICTOR_HORIZONTAL, 8, plain);
        row("differences of long rows", PREDICTOR_HORIZONTAL, 8, [](TiffSpec& s) { s.width = 9000; });
        row("differences of colours", PREDICTOR_HORIZONTAL, 8, colours);
        row("differences of planes", PREDICTOR_HORIZONTAL, 8, [&](TiffSpec& s) {
            colours(s);
            s.separate = true;
        });
        row("16 bits, big endian", PREDICTOR_NONE, 16, swapped);
        row("differences of 16 bits", PREDICTOR_HORIZONTAL, 16, plain);
        row("differences of 16 bits, big endian", PREDICTOR_HORIZONTAL, 16, swapped);
        row("differences of 32 bits, big endian", PREDICTOR_HORIZONTAL, 32, swapped);
        row("differences of doubles", PREDICTOR_HORIZONTAL, 64, floats);
        row("floats", PREDICTOR_FLOATINGPOINT, 32, floats);
        row("floats, big endian", PREDICTOR_FLOATINGPOINT, 32, [&](TiffSpec& s) {
            floats(s);
            swapped(s);
        });
        row("colours of floats", PREDICTOR_FLOATINGPOINT, 16, [&](TiffSpec& s) {
            floats(s);
            colours(s);
        });
        row("doubles in long rows", PREDICTOR_FLOATINGPOINT, 64, [&](TiffSpec& s) {
            floats(s);
            s.width = 3000;
        });
        row("clumps of YCbCr", PREDICTOR_NONE, 8, [](TiffSpec& s) {
            s.photometric = PHOTOMETRIC_YCBCR;
            s.samples = 3;
            s.subsampling = {2, 2};
        });
    }

  private slots:
    void theRowsTellTheChecksum_data() { addDeflated(); }
    void theRowsTellTheChecksum() {
        QFETCH(TiffSpec, spec);
        TiffWriter(path(), spec, noiseOf(spec));
        const auto file = std::make_shared<const InputFile>(path());
        TiffHandle handle(file, 0);
        const TiffLayout layout = readLayout(handle, *file, {});
        const auto check = DeflateCheck::of(handle.get(), layout);
        QVERIFY(check.has_value());
        const auto blocks = static_cast<std::uint32_t>(spec.tileWidth > 0 ? TIFFNumberOfTiles(handle.get())
                                                                          : TIFFNumberOfStrips(handle.get()));
        for (std::uint32_t block = 0; block < blocks; ++block) {
            std::vector<std::byte> rows(std::size_t{1} << 20U);
            const std::int64_t got =
                spec.tileWidth > 0 ? TIFFReadEncodedTile(handle.get(), block, rows.data(), std::ssize(rows))
                                   : TIFFReadEncodedStrip(handle.get(), block, rows.data(), std::ssize(rows));
            QVERIFY(got > 0);
            const std::uint32_t sum = check->add(DeflateCheck::start, rows.data(), got);
            QCOMPARE(sum, lastNumber(dataOf(spec, handle.get(), block)));
            DeflateCheck::Place data{static_cast<std::int64_t>(TIFFGetStrileOffset(handle.get(), block)),
                                     static_cast<std::int64_t>(TIFFGetStrileByteCount(handle.get(), block))};
            QVERIFY(check->endsWith(sum, *file, data));
            QVERIFY(!check->endsWith(sum + 1, *file, data));
            std::vector<std::byte> inflated(static_cast<std::size_t>(got));
            QCOMPARE(check->inflate(*file, data, inflated).value_or(-1), std::int64_t{got});
            // The same rows come from data that are not compressed.
            DeflatedBytes stored = check->deflated(inflated);
            std::vector<std::byte> again(rows.size());
            QCOMPARE(TIFFReadFromUserBuffer(handle.get(), block, stored.data(), std::ssize(stored),
                                            again.data(), got),
                     1);
            QVERIFY(again == rows);
            --data.bytes;  // a checksum that is not complete
            QVERIFY(!check->inflate(*file, data, {}));
        }
    }

    void otherPagesHaveNoChecksum() {
        TiffSpec spec;
        spec.compression = COMPRESSION_LZW;
        TiffWriter(path(), spec, noiseOf(spec));
        const auto file = std::make_shared<const InputFile>(path());
        TiffHandle handle(file, 0);
        QVERIFY(!DeflateCheck::of(handle.get(), readLayout(handle, *file, {})));
    }

    void dataThatEndBehindTheBlockAreCompared_data() { addDeflated(); }
    void dataThatEndBehindTheBlockAreCompared() {
        QFETCH(TiffSpec, spec);
        TiffWriter(path(), spec, noiseOf(spec));
        QCOMPARE(problemOfCorner(path()), QString("none"));
        lengthenFirstBlock(spec, path(), 0);
        QCOMPARE(problemOfCorner(path()), QString("none"));
        lengthenFirstBlock(spec, path(), 1);
        const QString problem = problemOfCorner(path());
        const QString block = spec.tileWidth > 0 ? "tile 0" : "strip 0";
        QVERIFY2(problem.contains("cannot decode " + block + " of page 0"), qPrintable(problem));
        QVERIFY2(problem.contains("its checksum differs"), qPrintable(problem));
    }

    /// In some files, the last strip has as many rows as the others, although the picture ends before.
    void moreDataLeaveTheRowsAsTheyAre_data() { addDeflated(); }
    void moreDataLeaveTheRowsAsTheyAre() {
        QFETCH(TiffSpec, spec);
        const auto even = [](std::uint32_t bits) {
            return [bits](std::int64_t, std::int64_t, int) { return bits; };
        };
        const std::uint32_t half = spec.bits == 1    ? 1
                                   : spec.bits == 8  ? 0x80
                                   : spec.bits == 16 ? 0x3800
                                                     : 0x3F000000;
        TiffWriter(path(), spec, even(half));
        lengthenFirstBlock(spec, path(), 0);
        // Memory that is not set then holds other rows.
        const std::filesystem::path black = folder_.filePath("black.tif").toStdString();
        TiffWriter(black, spec, even(0));
        static_cast<void>(allSamples(black));
        const std::vector<float> samples = allSamples(path());
        QVERIFY(samples.back() > 0);
        QCOMPARE(std::count(samples.begin(), samples.end(), samples.back()), std::ssize(samples));
    }
};

BURIN_TEST(TestDeflateCheck)
#include "test_deflate_check.moc"
