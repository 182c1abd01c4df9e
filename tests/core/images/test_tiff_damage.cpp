// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged TIFFs and TIFFs with false headers give either an error or the right samples.
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <thread>

using namespace burin;
using namespace burin::test;

Q_DECLARE_METATYPE(burin::test::TiffSpec)

namespace {

using Bytes = std::vector<char>;

Bytes readBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeBytes(const std::filesystem::path& path, const Bytes& bytes) {
    std::filesystem::remove(path);  // on some file systems, overwriting a file waits for the disk
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// All samples of page 0, or of its upper left corner if it claims to be huge; nothing after an ImageError.
/// Other exceptions pass through.
std::optional<std::vector<float>> readAll(const std::filesystem::path& path) {
    try {
        const TiffReader reader(path, 0);
        const Size size = reader.size();
        const Rect area{0, 0, std::min<std::int64_t>(size.width, 512),
                        std::min<std::int64_t>(size.height, 512)};
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        reader.read(area, {samples.data(), area.width, area.width, area.height});
        // Read the far corner too: a false header points outside of the file there.
        float last = 0;
        reader.read({size.width - 1, size.height - 1, 1, 1}, {&last, 1, 1, 1});
        return samples;
    } catch (const ImageError&) {
        return std::nullopt;
    }
}

/// Builds a little-endian TIFF with one directory, tag by tag.
class HandMadeTiff {
  public:
    HandMadeTiff& tag(std::uint16_t id, std::uint16_t type, std::uint32_t count, std::uint32_t value) {
        put(id, 2);
        put(type, 2);
        put(count, 4);
        put(value, 4);
        ++tags_;
        return *this;
    }
    [[nodiscard]] Bytes bytes() const {
        const Bytes header = {'I', 'I', 42, 0, 8, 0, 0, 0, static_cast<char>(tags_), 0};
        Bytes file(header.size() + entries_.size() + 4 + 64);
        std::copy(entries_.begin(), entries_.end(), std::copy(header.begin(), header.end(), file.begin()));
        return file;
    }

  private:
    void put(std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i)
            entries_.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
    }

    Bytes entries_;
    int tags_ = 0;
};

constexpr std::uint16_t kShort = 3;
constexpr std::uint16_t kLong = 4;

}  // namespace

class TestTiffDamage : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    static void addFiles() {
        QTest::addColumn<TiffSpec>("spec");
        const auto row = [](const char* name, auto change) {
            TiffSpec spec;
            change(spec);
            QTest::newRow(name) << spec;
        };
        row("plain strips", [](TiffSpec&) {});
        row("plain BigTIFF tiles, big endian", [](TiffSpec& s) {
            s.mode = "wb8";
            s.bits = 16;
            s.tileWidth = s.tileHeight = 32;
        });
        row("LZW tiles", [](TiffSpec& s) {
            s.compression = COMPRESSION_LZW;
            s.tileWidth = s.tileHeight = 32;
        });
        row("deflate strips of differences", [](TiffSpec& s) {
            s.compression = COMPRESSION_ADOBE_DEFLATE;
            s.predictor = PREDICTOR_HORIZONTAL;
        });
        row("PackBits", [](TiffSpec& s) { s.compression = COMPRESSION_PACKBITS; });
        row("CCITT group 4", [](TiffSpec& s) {
            s.compression = COMPRESSION_CCITTFAX4;
            s.bits = 1;
        });
        row("CCITT group 3", [](TiffSpec& s) {
            s.compression = COMPRESSION_CCITTFAX3;
            s.bits = 1;
        });
        row("JPEG YCbCr", [](TiffSpec& s) {
            s.compression = COMPRESSION_JPEG;
            s.photometric = PHOTOMETRIC_YCBCR;
            s.samples = 3;
        });
        row("plain YCbCr", [](TiffSpec& s) {
            s.photometric = PHOTOMETRIC_YCBCR;
            s.samples = 3;
            s.subsampling = {2, 2};
        });
        row("palette", [](TiffSpec& s) {
            s.bits = 4;
            s.photometric = PHOTOMETRIC_PALETTE;
            s.palette.assign(48, 12345);
        });
        row("Zstandard", [](TiffSpec& s) { s.compression = COMPRESSION_ZSTD; });
    }

    /// The files of addFiles(), and one whose only strip is decoded band by band.
    static void addOpenFiles() {
        addFiles();
        QTest::newRow("a strip that is too long to be held") << longStrip();
    }
    static TiffSpec longStrip() {
        TiffSpec spec;
        spec.compression = COMPRESSION_ADOBE_DEFLATE;
        spec.width = 9000;
        spec.rowsPerStrip = spec.height = 8000;
        return spec;
    }
    /// Noise, or for a large page distinct rows that compress well.
    static Component picture(const TiffSpec& spec) {
        if (spec.width < 1000) return noiseOf(spec);
        return [](std::int64_t x, std::int64_t y, int) {
            return static_cast<std::uint32_t>((x / 512 + y) & 0xFF);
        };
    }
    /// Writes picture() of one of addOpenFiles(). The long strip takes a second, so it is written only once.
    void writePicture(const char* name, const TiffSpec& spec) const {
        if (spec.width < 1000) {
            TiffWriter(path(name), spec, picture(spec));
            return;
        }
        if (!std::filesystem::exists(path("long.tif"))) TiffWriter(path("long.tif"), spec, picture(spec));
        std::filesystem::copy_file(path("long.tif"), path(name),
                                   std::filesystem::copy_options::overwrite_existing);
    }
    static std::vector<float> middleOf(const TiffReader& reader) {
        const Size size = reader.size();
        const Rect area{0, size.height / 2, std::min<std::int64_t>(size.width, 512),
                        std::min<std::int64_t>(size.height / 2, 64)};
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        reader.read(area, {samples.data(), area.width, area.width, area.height});
        return samples;
    }

  private slots:
    void cutShortGivesAnErrorOrTheRightSamples_data() { addFiles(); }
    void cutShortGivesAnErrorOrTheRightSamples() {
        QFETCH(TiffSpec, spec);
        TiffWriter(path("whole.tif"), spec, noiseOf(spec));
        const Bytes whole = readBytes(path("whole.tif"));
        const auto wanted = readAll(path("whole.tif"));
        QVERIFY(wanted.has_value());
        for (std::size_t length = 0; length < whole.size(); length += 97) {
            writeBytes(path("cut.tif"),
                       Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
            const auto got = readAll(path("cut.tif"));
            if (got) QVERIFY2(*got == *wanted, qPrintable(QString("cut at %1").arg(length)));
        }
    }

    /// If the only strip is too short or misplaced, libtiff assumes that it is as long as its rows need.
    void theDirectoryIsNoPicture() {
        TiffSpec spec;
        spec.width = 9;
        spec.height = 7;
        spec.rowsPerStrip = 7;
        TiffWriter(path("whole.tif"), spec, noiseOf(spec));
        const Bytes whole = readBytes(path("whole.tif"));
        const auto number = [](const Bytes& bytes, std::size_t at, std::size_t count) {
            std::uint32_t value = 0;
            for (std::size_t i = count; i-- > 0;)
                value = value << 8U | static_cast<std::uint8_t>(bytes[at + i]);
            return value;
        };
        const std::size_t directory = number(whole, 4, 4);
        std::size_t offset = 0;  // the place of the strip's offset
        for (std::size_t tag = 0; tag < number(whole, directory, 2); ++tag) {
            const std::size_t entry = directory + 2 + 12 * tag;
            if (number(whole, entry, 2) == TIFFTAG_STRIPOFFSETS) offset = entry + 8;
        }
        QVERIFY(offset != 0);
        QVERIFY(readAll(path("whole.tif")).has_value());
        for (const std::size_t at : {directory - 62, directory - 1, directory, directory + 20}) {
            Bytes moved = whole;
            moved[offset] = static_cast<char>(at);
            moved.resize(whole.size() + 200);
            writeBytes(path("moved.tif"), moved);
            QVERIFY2(!readAll(path("moved.tif")), qPrintable(QString::number(at)));
        }
    }

    void anyByteMayBeWrong_data() { addFiles(); }
    void anyByteMayBeWrong() {
        QFETCH(TiffSpec, spec);
        TiffWriter(path("whole.tif"), spec, noiseOf(spec));
        const Bytes whole = readBytes(path("whole.tif"));
        std::mt19937 random(7);
        int errors = 0;
        for (int round = 0; round < 400; ++round) {
            Bytes damaged = whole;
            // libtiff writes the directory at the end.
            for (int i = 0; i < 3; ++i) {
                const std::size_t from = round % 2 == 0 ? whole.size() - 300 : 0;
                damaged[from + random() % (whole.size() - from)] = static_cast<char>(random());
            }
            writeBytes(path("damaged.tif"), damaged);
            if (!readAll(path("damaged.tif"))) ++errors;
        }
        QVERIFY(errors > 0);
    }

    void aFileThatShrinksIsAnErrorThatNamesIt_data() { addOpenFiles(); }
    void aFileThatShrinksIsAnErrorThatNamesIt() {
        QFETCH(TiffSpec, spec);
        writePicture("shrinks.tif", spec);
        const TiffReader reader(path("shrinks.tif"), 0);
        std::filesystem::resize_file(path("shrinks.tif"), 16);  // leaves only the header
        try {
            static_cast<void>(middleOf(reader));
            QFAIL("samples that are not there were read");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains("shrinks.tif"), error.what());
        }
    }

    /// Samples of two versions of a picture would be mixed.
    void aFileThatIsWrittenWhileItIsOpenIsRefused_data() { addOpenFiles(); }
    void aFileThatIsWrittenWhileItIsOpenIsRefused() {
        QFETCH(TiffSpec, spec);
        writePicture("open.tif", spec);
        const TiffReader reader(path("open.tif"), 0);
        const std::vector<float> wanted = middleOf(reader);
        // Another name for the file changes nothing in it.
        std::filesystem::rename(path("open.tif"), path("written.tif"));
        QVERIFY(middleOf(reader) == wanted);
        const auto opened = std::filesystem::last_write_time(path("written.tif"));
        std::filesystem::last_write_time(path("written.tif"), opened + std::chrono::seconds(1));
        try {
            static_cast<void>(middleOf(reader));
            QFAIL("samples of another version were read");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains("has changed since it was opened"), error.what());
        }
        float sample = 0;
        const Point corner{0, 0};
        QVERIFY_THROWS_EXCEPTION(ImageError, reader.readAt(&corner, 1, &sample));
    }

    /// The file shrinks before, between and during reads.
    void aFileMayShrinkWhileItIsRead_data() { addOpenFiles(); }
    void aFileMayShrinkWhileItIsRead() {
        QFETCH(TiffSpec, spec);
        writePicture("whole.tif", spec);
        const auto bytes = std::filesystem::file_size(path("whole.tif"));
        const std::vector<float> wanted = middleOf(TiffReader(path("whole.tif"), 0));
        std::mt19937 random(11);
        for (int round = 0; round < (spec.width > 1000 ? 3 : 20); ++round) {
            std::filesystem::copy_file(path("whole.tif"), path("shrinks.tif"),
                                       std::filesystem::copy_options::overwrite_existing);
            std::atomic<bool> done = false;
            std::jthread shrinking([&, delay = random() % 3000, length = random() % bytes] {
                std::this_thread::sleep_for(std::chrono::microseconds(delay));
                std::filesystem::resize_file(path("shrinks.tif"), length);
                done = true;
            });
            try {
                while (!done)
                    QVERIFY(middleOf(TiffReader(path("shrinks.tif"), 0)) == wanted);
            } catch (const ImageError& error) {
                QVERIFY2(QString(error.what()).contains("shrinks.tif"), error.what());
            }
        }
    }

    /// The last rows of the strip are refused.
    void theChecksumOfALongStripIsCompared() {
        writePicture("summed.tif", longStrip());
        QVERIFY(readAll(path("summed.tif")).has_value());
        Bytes bytes = readBytes(path("summed.tif"));
        TIFF* const tif = TIFFOpen(path("summed.tif").c_str(), "r");
        const std::uint64_t end = TIFFGetStrileOffset(tif, 0) + TIFFGetStrileByteCount(tif, 0);
        TIFFClose(tif);
        bytes[end - 1] = static_cast<char>(bytes[end - 1] ^ 1);
        writeBytes(path("summed.tif"), bytes);
        QVERIFY(!readAll(path("summed.tif")).has_value());
    }

    void rowsThatADecoderMakesUpAreAnError() {
        TiffSpec spec;
        spec.compression = COMPRESSION_JPEG;
        spec.rowsPerStrip = spec.height = 48;
        TiffWriter(path("jpeg.tif"), spec, noiseOf(spec));
        Bytes bytes = readBytes(path("jpeg.tif"));
        QVERIFY(readAll(path("jpeg.tif")).has_value());
        // An end marker in the middle of the strip: libjpeg warns and continues in gray.
        bytes[bytes.size() / 2] = static_cast<char>(0xFF);
        bytes[bytes.size() / 2 + 1] = static_cast<char>(0xD9);
        writeBytes(path("jpeg.tif"), bytes);
        QVERIFY(!readAll(path("jpeg.tif")).has_value());
    }

    /// libjpeg warns, but decodes every row as it is.
    void oddFieldsOfAJpegStripChangeNoSample() {
        TiffSpec spec;
        spec.compression = COMPRESSION_JPEG;
        TiffWriter(path("jpeg.tif"), spec, noiseOf(spec));
        const auto wanted = readAll(path("jpeg.tif"));
        Bytes bytes = readBytes(path("jpeg.tif"));
        int scans = 0;
        for (std::size_t i = 0; i + 9 < bytes.size(); ++i) {
            const bool scan = bytes[i] == static_cast<char>(0xFF) && bytes[i + 1] == static_cast<char>(0xDA);
            if (!scan || bytes[i + 8] != 0x3F) continue;
            bytes[i + 8] = 0;  // the last coefficient of a scan of one component
            ++scans;
        }
        QVERIFY(scans > 0);
        writeBytes(path("jpeg.tif"), bytes);
        QVERIFY(wanted.has_value() && readAll(path("jpeg.tif")) == wanted);
    }

    void anErrorWhileReadingNamesFileAndRectangle() {
        TiffSpec spec;
        spec.compression = COMPRESSION_ADOBE_DEFLATE;
        TiffWriter(path("named.tif"), spec, noiseOf(spec));
        Bytes bytes = readBytes(path("named.tif"));
        std::fill(bytes.begin() + 20, bytes.begin() + 60, '\x55');
        writeBytes(path("named.tif"), bytes);
        const TiffReader reader(path("named.tif"), 0);
        float sample = 0;
        try {
            reader.read({3, 4, 1, 1}, {&sample, 1, 1, 1});
            QFAIL("the damage was not found");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains("named.tif"), error.what());
            QVERIFY2(QString(error.what()).contains("[3, 4) x [4, 5)"), error.what());
        }
        // Other strips still read correctly.
        reader.read({3, 20, 1, 1}, {&sample, 1, 1, 1});
        QVERIFY(sample == static_cast<float>(noiseOf(spec)(3, 20, 0)) / 255);
    }

    void lyingHeadersAreErrors_data() {
        QTest::addColumn<QByteArray>("file");
        const auto add = [](const char* name, const HandMadeTiff& tiff) {
            const Bytes bytes = tiff.bytes();
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
        };
        const auto gray = [](std::uint32_t width, std::uint32_t height, std::uint16_t compression) {
            HandMadeTiff tiff;
            tiff.tag(256, kLong, 1, width).tag(257, kLong, 1, height).tag(258, kShort, 1, 8);
            return tiff.tag(259, kShort, 1, compression).tag(262, kShort, 1, 1);
        };
        add("no width", HandMadeTiff().tag(257, kLong, 1, 4));
        add("2^32 - 1 pixels a side, plain",
            gray(0xFFFFFFFF, 0xFFFFFFFF, 1).tag(273, kLong, 1, 8).tag(279, kLong, 1, 9));
        add("2^31 - 1 pixels a side, LZW",
            gray(0x7FFFFFFF, 0x7FFFFFFF, 5).tag(273, kLong, 1, 8).tag(279, kLong, 1, 9));
        add("2^31 - 1 rows in strips of one",
            gray(1, 0x7FFFFFFF, 5).tag(273, kLong, 1, 8).tag(278, kLong, 1, 1).tag(279, kLong, 1, 9));
        add("a strip of 100000 x 100000 in nine bytes",
            gray(100000, 100000, 5).tag(273, kLong, 1, 8).tag(278, kLong, 1, 100000).tag(279, kLong, 1, 9));
        add("tiles of no width", gray(64, 64, 5)
                                     .tag(322, kLong, 1, 0)
                                     .tag(323, kLong, 1, 16)
                                     .tag(324, kLong, 1, 8)
                                     .tag(325, kLong, 1, 9));
        add("tiles of no height", gray(64, 64, 1)
                                      .tag(322, kLong, 1, 16)
                                      .tag(323, kLong, 1, 0)
                                      .tag(324, kLong, 1, 8)
                                      .tag(325, kLong, 1, 9));
        add("one tile of 2^31 - 1 a side", gray(64, 64, 8)
                                               .tag(322, kLong, 1, 0x7FFFFFFF)
                                               .tag(323, kLong, 1, 0x7FFFFFFF)
                                               .tag(324, kLong, 1, 8)
                                               .tag(325, kLong, 1, 9));
        add("a strip of no rows",
            gray(64, 64, 5).tag(273, kLong, 1, 8).tag(278, kLong, 1, 0).tag(279, kLong, 1, 9));
        add("a strip that ends outside of the file",
            gray(64, 1, 5).tag(273, kLong, 1, 8).tag(279, kLong, 1, 0xFFFFFFF0));
        add("an unknown compression", gray(8, 1, 60000).tag(273, kLong, 1, 8).tag(279, kLong, 1, 8));
        add("a directory that follows itself", HandMadeTiff().tag(254, kLong, 1, 0));
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("these bytes are not an image");
        QTest::newRow("a header alone") << QByteArray("II*\0\x08\0\0\0", 8);
    }
    void lyingHeadersAreErrors() {
        QFETCH(QByteArray, file);
        writeBytes(path("lying.tif"), Bytes(file.begin(), file.end()));
        QVERIFY(!readAll(path("lying.tif")).has_value());
    }

    void noRegularFileIsAnError() {
        QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader(path("missing.tif"), 0));
        QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader(folder_.path().toStdString(), 0));
        QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader("/dev/zero", 0));
    }
};

BURIN_TEST(TestTiffDamage)
#include "test_tiff_damage.moc"
