// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/system/bytes_read.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <random>
#include <thread>

using namespace burin;
using namespace burin::test;

Q_DECLARE_METATYPE(burin::test::TiffSpec)

namespace {

using Real = long double;

/// The sample for the page's components according to the format.
float expected(const TiffSpec& spec, const Component& component, std::int64_t x, std::int64_t y) {
    const std::uint32_t v = component(x, y, 0);
    if (spec.format == SAMPLEFORMAT_IEEEFP) return std::bit_cast<float>(v);
    const double maximum = static_cast<double>((std::uint64_t{1} << spec.bits) - 1);
    const auto luma = [](double r, double g, double b, double most) {
        const double sum = 0.299 * r + 0.587 * g;
        return static_cast<float>((sum + 0.114 * b) / most);
    };
    if (spec.photometric == PHOTOMETRIC_PALETTE) {
        const std::size_t entries = spec.palette.size() / 3;
        return luma(spec.palette[v], spec.palette[entries + v], spec.palette[2 * entries + v], 65535);
    }
    if (spec.photometric == PHOTOMETRIC_RGB) return luma(v, component(x, y, 1), component(x, y, 2), maximum);
    const Real value = spec.photometric == PHOTOMETRIC_MINISWHITE ? static_cast<Real>(maximum) - v : v;
    return static_cast<float>(value / static_cast<Real>(maximum));
}

struct Samples {
    Size size;
    std::vector<float> values;

    explicit Samples(Size s) : size(s), values(static_cast<std::size_t>(s.width * s.height), -1.0F) {}
    SamplesView view() { return {values.data(), size.width, size.width, size.height}; }
    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const {
        return values[static_cast<std::size_t>(y * size.width + x)];
    }
};

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

std::vector<std::uint16_t> paletteOf(int bits) {
    std::vector<std::uint16_t> palette(std::size_t{3} << bits);
    for (std::size_t i = 0; i < palette.size(); ++i)
        palette[i] = static_cast<std::uint16_t>(i * 40503U + 977U);
    return palette;
}

void compressWith(TiffSpec& spec, int compression, int predictor = PREDICTOR_NONE) {
    spec.compression = compression;
    spec.predictor = predictor;
}

}  // namespace

class TestTiffReader : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Reads the whole page with TIFFReadRGBAImage, another path through libtiff, with 8 bits per component.
    static Samples wholePage(const std::filesystem::path& path, Size size, bool colour) {
        Samples page(size);
        std::vector<std::uint32_t> raster(page.values.size());
        TIFF* tif = TIFFOpen(path.c_str(), "r");
        const int done = TIFFReadRGBAImageOriented(tif, static_cast<std::uint32_t>(size.width),
                                                   static_cast<std::uint32_t>(size.height), raster.data(),
                                                   ORIENTATION_TOPLEFT, 1);
        TIFFClose(tif);
        if (done != 1) throw std::runtime_error("libtiff cannot read its own file");
        for (std::size_t i = 0; i < raster.size(); ++i) {
            const double r = TIFFGetR(raster[i]);
            const double two = 0.299 * r + 0.587 * TIFFGetG(raster[i]);
            page.values[i] = static_cast<float>((colour ? two + 0.114 * TIFFGetB(raster[i]) : r) / 255);
        }
        return page;
    }

    /// Compares random rectangles and scattered positions with `reference`.
    static void compareRegions(const TiffReader& reader, const Samples& reference) {
        std::mt19937 random(1);
        const auto upTo = [&random](std::int64_t n) {
            return std::uniform_int_distribution<std::int64_t>(0, n)(random);
        };
        for (int round = 0; round < 40; ++round) {
            const std::int64_t x = upTo(reference.size.width - 1);
            const std::int64_t y = upTo(reference.size.height - 1);
            Rect area{x, y, 1 + upTo(reference.size.width - x - 1), 1 + upTo(reference.size.height - y - 1)};
            if (round == 0) area = {0, 0, reference.size.width, reference.size.height};
            Samples got({area.width, area.height});
            reader.read(area, got.view());
            for (std::int64_t j = 0; j < area.height; ++j) {
                for (std::int64_t i = 0; i < area.width; ++i) {
                    const float want = reference.at(area.x + i, area.y + j);
                    if (same(got.at(i, j), want)) continue;
                    QFAIL(qPrintable(QString("at %1, %2: %3 in place of %4")
                                         .arg(area.x + i)
                                         .arg(area.y + j)
                                         .arg(static_cast<double>(got.at(i, j)))
                                         .arg(static_cast<double>(want))));
                }
            }
        }
        comparePlaces(reader, reference, random);
    }

    static void comparePlaces(const TiffReader& reader, const Samples& reference, std::mt19937& random) {
        std::vector<Point> places;
        for (int i = 0; i < 300; ++i) {
            const Point last = places.empty() ? Point{} : places.back();
            // Most places continue along the row, as in previews; some are anywhere.
            Point next{last.x + static_cast<std::int64_t>(random() % 5), last.y};
            if (next.x >= reference.size.width || random() % 20 == 0) {
                next = {static_cast<std::int64_t>(random() % static_cast<unsigned>(reference.size.width)),
                        static_cast<std::int64_t>(random() % static_cast<unsigned>(reference.size.height))};
            }
            places.push_back(next);
        }
        std::vector<float> got(places.size());
        reader.readAt(places.data(), static_cast<std::int64_t>(places.size()), got.data());
        for (std::size_t i = 0; i < places.size(); ++i)
            QVERIFY(same(got[i], reference.at(places[i].x, places[i].y)));
    }

    static void addLayouts() {
        const auto row = [](const char* name, auto change) {
            TiffSpec spec;
            change(spec);
            QTest::newRow(name) << spec;
        };
        row("gray 8-bit strips", [](TiffSpec&) {});
        row("gray 1-bit, rows end inside a byte", [](TiffSpec& s) { s.bits = 1; });
        row("gray 1-bit tiles, last column cut short", [](TiffSpec& s) {
            s.bits = 1;
            s.tileWidth = s.tileHeight = 16;
        });
        row("gray 1-bit, first bit lowest", [](TiffSpec& s) {
            s.bits = 1;
            s.fillOrder = FILLORDER_LSB2MSB;
        });
        row("gray 16-bit big endian, first bit lowest", [](TiffSpec& s) {
            s.bits = 16;
            s.mode = "wb";
            s.fillOrder = FILLORDER_LSB2MSB;
        });
        row("gray 16-bit big endian", [](TiffSpec& s) {
            s.bits = 16;
            s.mode = "wb";
        });
        row("gray 16-bit BigTIFF tiles", [](TiffSpec& s) {
            s.bits = 16;
            s.mode = "w8";
            s.tileWidth = 32;
            s.tileHeight = 16;
        });
        row("gray 32-bit", [](TiffSpec& s) { s.bits = 32; });
        row("gray 32-bit big endian BigTIFF", [](TiffSpec& s) {
            s.bits = 32;
            s.mode = "wb8";
        });
        row("float, any bits: infinities and NaN too", [](TiffSpec& s) {
            s.bits = 32;
            s.format = SAMPLEFORMAT_IEEEFP;
        });
        row("float big endian", [](TiffSpec& s) {
            s.bits = 32;
            s.format = SAMPLEFORMAT_IEEEFP;
            s.mode = "wb";
        });
        row("float where 0 is white is as it is", [](TiffSpec& s) {
            s.bits = 32;
            s.format = SAMPLEFORMAT_IEEEFP;
            s.photometric = PHOTOMETRIC_MINISWHITE;
        });
        for (const int bits : {2, 4, 10, 12, 14}) {
            row(qPrintable(QString("gray %1-bit").arg(bits)), [bits](TiffSpec& s) { s.bits = bits; });
        }
        for (const int bits : {1, 4, 8, 12, 16, 32}) {
            row(qPrintable(QString("gray %1-bit where 0 is white").arg(bits)), [bits](TiffSpec& s) {
                s.bits = bits;
                s.photometric = PHOTOMETRIC_MINISWHITE;
            });
        }
        row("gray with alpha", [](TiffSpec& s) { s.samples = 2; });
        row("gray 1-bit with a second sample", [](TiffSpec& s) {
            s.bits = 1;
            s.samples = 2;
        });
        row("gray with alpha in a plane of its own", [](TiffSpec& s) {
            s.samples = 2;
            s.separate = true;
        });
        for (const int bits : {1, 2, 4, 8, 16}) {
            row(qPrintable(QString("palette of %1 bits").arg(bits)), [bits](TiffSpec& s) {
                s.bits = bits;
                s.photometric = PHOTOMETRIC_PALETTE;
                s.palette = paletteOf(bits);
            });
        }
        for (const int bits : {1, 2, 4, 8, 10, 12, 14, 16, 32}) {
            for (const bool separate : {false, true}) {
                for (const int samples : {3, 4}) {
                    row(qPrintable(QString("RGB %1-bit, %2 samples, %3 planes")
                                       .arg(bits)
                                       .arg(samples)
                                       .arg(separate ? "separate" : "joined")),
                        [=](TiffSpec& s) {
                            s.bits = bits;
                            s.samples = samples;
                            s.separate = separate;
                            s.photometric = PHOTOMETRIC_RGB;
                            if (bits == 12 || bits == 16) s.tileWidth = s.tileHeight = 16;
                        });
                }
            }
        }
        row("one strip", [](TiffSpec& s) { s.rowsPerStrip = s.height; });
        row("a strip for each row", [](TiffSpec& s) { s.rowsPerStrip = 1; });
        row("one pixel", [](TiffSpec& s) { s.width = s.height = 1; });
    }

    static void addCompressions() {
        struct Named {
            const char* name;
            int compression;
        };
        const Named lossless[] = {{"LZW", COMPRESSION_LZW},
                                  {"deflate", COMPRESSION_ADOBE_DEFLATE},
                                  {"old deflate", COMPRESSION_DEFLATE},
                                  {"PackBits", COMPRESSION_PACKBITS},
                                  {"LZMA", COMPRESSION_LZMA},
                                  {"Zstandard", COMPRESSION_ZSTD},
                                  {"LERC", COMPRESSION_LERC}};
        for (const Named& codec : lossless) {
            if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(codec.compression)) == 0) continue;
            for (const bool tiled : {false, true}) {
                TiffSpec spec;
                compressWith(spec, codec.compression);
                if (tiled) spec.tileWidth = spec.tileHeight = 32;
                QTest::addRow("%s %s", codec.name, tiled ? "tiles" : "strips") << spec;
                spec.bits = 32;
                spec.format = SAMPLEFORMAT_IEEEFP;
                if (codec.compression == COMPRESSION_LERC) continue;  // compresses numbers, not their bits
                QTest::addRow("%s %s of floats", codec.name, tiled ? "tiles" : "strips") << spec;
            }
        }
        for (const Named& codec :
             {Named{"CCITT RLE", COMPRESSION_CCITTRLE}, Named{"CCITT group 3", COMPRESSION_CCITTFAX3},
              Named{"CCITT group 4", COMPRESSION_CCITTFAX4}, Named{"JBIG", COMPRESSION_JBIG}}) {
            TiffSpec spec;
            spec.bits = 1;
            spec.photometric = PHOTOMETRIC_MINISWHITE;
            if (codec.compression == COMPRESSION_JBIG) spec.rowsPerStrip = spec.height;
            compressWith(spec, codec.compression);
            QTest::addRow("%s", codec.name) << spec;
            if (codec.compression == COMPRESSION_JBIG) continue;
            spec.fillOrder = FILLORDER_LSB2MSB;
            QTest::addRow("%s, first bit lowest", codec.name) << spec;
        }
        TiffSpec spec;
        spec.bits = 16;
        spec.samples = 3;
        spec.photometric = PHOTOMETRIC_RGB;
        compressWith(spec, COMPRESSION_LZW, PREDICTOR_HORIZONTAL);
        QTest::addRow("LZW of differences, RGB 16-bit") << spec;
        spec.separate = true;
        spec.mode = "wb";
        QTest::addRow("LZW of differences, RGB 16-bit in planes, big endian") << spec;
        spec = {};
        spec.bits = 32;
        spec.format = SAMPLEFORMAT_IEEEFP;
        compressWith(spec, COMPRESSION_ADOBE_DEFLATE, PREDICTOR_FLOATINGPOINT);
        QTest::addRow("deflate of float differences") << spec;
    }

  private slots:
    void readsEveryLayout_data() {
        QTest::addColumn<TiffSpec>("spec");
        addLayouts();
        addCompressions();
    }

    void readsEveryLayout() {
        QFETCH(TiffSpec, spec);
        const Component component = noiseOf(spec);
        TiffWriter(path("layout.tif"), spec, component);
        const TiffReader reader(path("layout.tif"), 0);
        QCOMPARE(reader.size(), (Size{spec.width, spec.height}));
        Samples reference(reader.size());
        for (std::int64_t y = 0; y < spec.height; ++y)
            for (std::int64_t x = 0; x < spec.width; ++x)
                reference.values[static_cast<std::size_t>(y * spec.width + x)] =
                    expected(spec, component, x, y);
        compareRegions(reader, reference);
    }

    /// Lossy codecs: expects what libtiff gives for the whole page.
    void readsWhatTheCodecGives_data() {
        QTest::addColumn<TiffSpec>("spec");
        TiffSpec spec;
        spec.compression = COMPRESSION_JPEG;
        QTest::addRow("JPEG gray") << spec;
        spec.samples = 3;
        spec.photometric = PHOTOMETRIC_RGB;
        QTest::addRow("JPEG RGB") << spec;
        spec.separate = true;
        QTest::addRow("JPEG RGB in planes") << spec;
        spec.separate = false;
        spec.photometric = PHOTOMETRIC_YCBCR;
        for (const std::uint16_t across : {1, 2}) {
            for (const std::uint16_t down : {1, 2}) {
                spec.compression = COMPRESSION_JPEG;
                spec.subsampling = {across, down};
                spec.tileWidth = spec.tileHeight = 0;
                QTest::addRow("JPEG YCbCr %d x %d", across, down) << spec;
                spec.tileWidth = spec.tileHeight = 32;
                QTest::addRow("JPEG YCbCr %d x %d tiles", across, down) << spec;
                spec.compression = COMPRESSION_NONE;
                QTest::addRow("plain YCbCr %d x %d tiles", across, down) << spec;
                spec.compression = COMPRESSION_LZW;
                spec.tileWidth = spec.tileHeight = 0;
                QTest::addRow("LZW YCbCr %d x %d", across, down) << spec;
            }
        }
        if (TIFFIsCODECConfigured(COMPRESSION_WEBP) != 0) {
            spec = {};
            spec.samples = 3;
            spec.photometric = PHOTOMETRIC_RGB;
            spec.compression = COMPRESSION_WEBP;
            QTest::addRow("WebP RGB") << spec;
        }
    }

    void readsWhatTheCodecGives() {
        QFETCH(TiffSpec, spec);
        const auto smooth = [](std::int64_t x, std::int64_t y, int c) {
            return static_cast<std::uint32_t>(120 + 60 * std::sin(0.1 * static_cast<double>(x + 7 * c)) +
                                              50 * std::cos(0.13 * static_cast<double>(y - 3 * c)));
        };
        TiffWriter(path("lossy.tif"), spec, smooth);
        compareRegions(TiffReader(path("lossy.tif"), 0),
                       wholePage(path("lossy.tif"), {spec.width, spec.height}, spec.samples == 3));
    }

    /// libtiff cannot write this format any more, so the tags are added to a JPEG by hand.
    void readsOldStyleJpeg() {
        std::vector<std::uint8_t> jpeg;
        cv::Mat image(48, 64, CV_8UC3);
        for (int i = 0; i < 48 * 64 * 3; ++i)
            image.data[i] = static_cast<std::uint8_t>(i / 97 + 40 * (i % 3));
        QVERIFY(cv::imencode(".jpg", image, jpeg));
        const auto length = static_cast<std::uint32_t>(jpeg.size());
        struct Tag {
            std::uint16_t id, type;
            std::uint32_t count, value;
        };
        constexpr std::uint32_t bitsAt = 8 + 2 + 12 * 13 + 4;
        constexpr std::uint32_t jpegAt = bitsAt + 8;
        const std::vector<Tag> tags = {
            {256, 4, 1, 64},     {257, 4, 1, 48},     {258, 3, 3, bitsAt}, {259, 3, 1, COMPRESSION_OJPEG},
            {262, 3, 1, 6},      {273, 4, 1, jpegAt}, {277, 3, 1, 3},      {278, 4, 1, 48},
            {279, 4, 1, length}, {512, 3, 1, 1},      {513, 4, 1, jpegAt}, {514, 4, 1, length},
            {530, 3, 2, 0x20002}};
        QCOMPARE(tags.size(), std::size_t{13});
        std::string file("II*\0\x08\0\0\0\x0D\0", 10);
        for (const Tag& tag : tags)
            file.append(reinterpret_cast<const char*>(&tag), sizeof(tag));
        file.append("\0\0\0\0\x08\0\x08\0\x08\0\0\0", 12);
        file.append(jpeg.begin(), jpeg.end());
        std::ofstream(path("old.tif"), std::ios::binary) << file;
        compareRegions(TiffReader(path("old.tif"), 0), wholePage(path("old.tif"), {64, 48}, true));
    }

    void readsStripsTooLongToHoldByRows_data() {
        QTest::addColumn<TiffSpec>("spec");
        TiffSpec spec;
        spec.width = 9001;
        spec.height = 8200;
        spec.rowsPerStrip = 8000;
        compressWith(spec, COMPRESSION_ADOBE_DEFLATE);
        QTest::addRow("deflate") << spec;
        compressWith(spec, COMPRESSION_PACKBITS);
        spec.mode = "wb";
        spec.bits = 16;
        spec.width = 4501;
        QTest::addRow("PackBits of 16-bit big endian") << spec;
    }

    void readsStripsTooLongToHoldByRows() {
        QFETCH(TiffSpec, spec);
        // Distinct rows that compress well.
        const Component component = [](std::int64_t x, std::int64_t y, int) {
            return static_cast<std::uint32_t>((x / 512 + y) & 0xFF);
        };
        TiffWriter(path("long.tif"), spec, component);
        const TiffReader reader(path("long.tif"), 0);
        QVERIFY(!reader.remarks().empty());
        // Forwards, across the border of strips, and back.
        for (const Rect& area : {Rect{0, 0, 300, 40}, Rect{4000, 7900, 501, 200}, Rect{100, 3000, 64, 64},
                                 Rect{0, 8199, 700, 1}, Rect{4500, 0, 1, 1}}) {
            Samples got({area.width, area.height});
            reader.read(area, got.view());
            for (std::int64_t y = 0; y < area.height; ++y)
                for (std::int64_t x = 0; x < area.width; ++x)
                    QVERIFY(same(got.at(x, y), expected(spec, component, area.x + x, area.y + y)));
        }
    }

    void pagesAreCountedFromZero() {
        TiffSpec spec;
        spec.pages = 3;
        const Component component = noiseOf(spec);
        TiffWriter(path("pages.tif"), spec, component);
        for (std::int64_t page = 0; page < 3; ++page) {
            const TiffReader reader(path("pages.tif"), page);
            Samples got(reader.size());
            reader.read({0, 0, spec.width, spec.height}, got.view());
            QVERIFY(same(got.at(5, 7), expected(spec, component, 5 + page, 7)));
        }
        for (const std::int64_t page : {std::int64_t{3}, std::int64_t{70000}, std::int64_t{1} << 40})
            QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader(path("pages.tif"), page));
    }

    void threadsReadTheSameSamples() {
        TiffSpec spec;
        spec.width = 700;
        spec.height = 600;
        spec.tileWidth = spec.tileHeight = 64;
        compressWith(spec, COMPRESSION_LZW);
        const Component component = noiseOf(spec);
        TiffWriter(path("threads.tif"), spec, component);
        const TiffReader reader(path("threads.tif"), 0);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (unsigned seed = 0; seed < 8; ++seed) {
            threads.emplace_back([&, seed] {
                std::mt19937 random(seed);
                for (int round = 0; round < 60; ++round) {
                    const Rect area{static_cast<std::int64_t>(random() % 600),
                                    static_cast<std::int64_t>(random() % 500), 100, 100};
                    Samples got({area.width, area.height});
                    reader.read(area, got.view());
                    for (std::int64_t i = 0; i < 100; ++i)
                        if (!same(got.at(i, i), expected(spec, component, area.x + i, area.y + i))) ++wrong;
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }

    /// Reads like an export of a large page: squares with a halo, lane by lane, up and down.
    void aPageIsReadOnceWhateverLanesItIsReadIn() {
        if (!bytesRead()) QSKIP("the system does not count the bytes that a process reads");
        TiffSpec spec;
        spec.width = 16384;
        spec.height = 3072;
        const Component component = noiseOf(spec);
        TiffWriter(path("lanes.tif"), spec, component);
        QVERIFY(waitFor([this] { return InputFile(path("lanes.tif")).settled(); }));
        const TiffReader reader(path("lanes.tif"), 0);
        constexpr std::int64_t side = 1024;
        constexpr std::int64_t columns = 8;
        const Rect page{0, 0, spec.width, spec.height};
        std::vector<std::uint8_t> bytes((side + 2) * (side + 2));
        const std::int64_t start = *bytesRead();
        std::int64_t wrong = 0;
        for (std::int64_t lane = 0; lane < spec.width / side / columns; ++lane) {
            for (std::int64_t i = 0; i < spec.height / side; ++i) {
                const std::int64_t row = lane % 2 == 0 ? i : spec.height / side - 1 - i;
                for (std::int64_t c = 0; c < columns; ++c) {
                    const Rect square{(lane * columns + c) * side, row * side, side, side};
                    const Rect area = intersection(square.grown(1), page);
                    reader.read(area, BytesView{bytes.data(), area.width, area.width, area.height});
                    for (std::int64_t k = 0; k < area.area(); k += 37) {
                        const std::int64_t x = area.x + k % area.width;
                        const std::int64_t y = area.y + k / area.width;
                        if (bytes[static_cast<std::size_t>(k)] != component(x, y, 0)) ++wrong;
                    }
                }
            }
        }
        QCOMPARE(wrong, 0);
        const double times = static_cast<double>(*bytesRead() - start) / static_cast<double>(page.area());
        QVERIFY2(times < 1.1, qPrintable(QString("it is read %1 times").arg(times)));
    }

    void aNarrowColumnOfShortRowsTakesFewCalls() {
        const auto before = readCalls();
        if (!before) QSKIP("the system does not count the calls of a process");
        TiffSpec spec;
        spec.width = spec.height = spec.tileWidth = spec.tileHeight = 1024;
        TiffWriter(path("column.tif"), spec, noiseOf(spec));
        std::vector<std::uint8_t> bytes(1024);
        TiffReader(path("column.tif"), 0).read({512, 0, 1, 1024}, BytesView{bytes.data(), 1, 1, 1024});
        QVERIFY2(*readCalls() - *before < 100, "a row is a call");
        for (std::int64_t y = 0; y < 1024; ++y)
            QCOMPARE(std::uint32_t{bytes[static_cast<std::size_t>(y)]}, noiseOf(spec)(512, y, 0));
    }

    void refusesWhatHasNoDepths_data() {
        QTest::addColumn<TiffSpec>("spec");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* says, auto change) {
            TiffSpec spec;
            change(spec);
            QTest::newRow(name) << spec << QString(says);
        };
        row("signed integers", "8-bit signed gray", [](TiffSpec& s) { s.format = SAMPLEFORMAT_INT; });
        row("24-bit floats", "24-bit float gray", [](TiffSpec& s) {
            s.bits = 24;
            s.format = SAMPLEFORMAT_IEEEFP;
        });
        row("colours of 24-bit floats", "24-bit float RGB", [](TiffSpec& s) {
            s.bits = 24;
            s.samples = 3;
            s.format = SAMPLEFORMAT_IEEEFP;
            s.photometric = PHOTOMETRIC_RGB;
        });
        row("CMYK", "CMYK", [](TiffSpec& s) {
            s.samples = 4;
            s.photometric = PHOTOMETRIC_SEPARATED;
        });
        row("Lab", "Lab", [](TiffSpec& s) {
            s.samples = 3;
            s.photometric = PHOTOMETRIC_CIELAB;
        });
        row("RGB of two samples", "2 samples per pixel", [](TiffSpec& s) {
            s.samples = 2;
            s.photometric = PHOTOMETRIC_RGB;
        });
    }

    void refusesWhatHasNoDepths() {
        QFETCH(TiffSpec, spec);
        QFETCH(QString, says);
        TiffWriter(path("refused.tif"), spec, noiseOf(spec));
        try {
            const TiffReader reader(path("refused.tif"), 0);
            QFAIL("it was not refused");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains(says), error.what());
            QVERIFY(QString(error.what()).contains("refused.tif"));
            QVERIFY(!error.problem().advice.empty());
        }
    }

    void remarksSayWhatIsIgnored() {
        TiffSpec spec;
        spec.samples = 4;
        spec.photometric = PHOTOMETRIC_RGB;
        spec.tags = [](TIFF* tif) {
            const char profile[] = "profile";
            TIFFSetField(tif, TIFFTAG_ICCPROFILE, 8, profile);
            TIFFSetField(tif, TIFFTAG_ORIENTATION, ORIENTATION_RIGHTTOP);
        };
        TiffWriter(path("remarks.tif"), spec, noiseOf(spec));
        QCOMPARE(TiffReader(path("remarks.tif"), 0).remarks().size(), std::size_t{2});
        spec = {};
        TiffWriter(path("remarks.tif"), spec, noiseOf(spec));
        QVERIFY(TiffReader(path("remarks.tif"), 0).remarks().empty());
    }

    void memoryIsBoundedByTheImageAndByACap() {
        TiffSpec spec;
        compressWith(spec, COMPRESSION_LZW);
        TiffWriter(path("small.tif"), spec, noiseOf(spec));
        QVERIFY(TiffReader(path("small.tif"), 0).residentBytes() < 200'000);
        spec.width = 9000;
        spec.height = 8000;
        spec.rowsPerStrip = 64;
        TiffWriter(path("large.tif"), spec, [](auto, auto, int) { return 1U; });
        QVERIFY(TiffReader(path("large.tif"), 0).residentBytes() < 64U << 20);
    }
};

BURIN_TEST(TestTiffReader)
#include "test_tiff_reader.moc"
