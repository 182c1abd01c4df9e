// SPDX-License-Identifier: GPL-3.0-or-later
// What tags of a TIFF do to its samples: orientation, alpha, values and blocks that are missing, pages.
#include "core/images/formats/tiff_directory.hpp"
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <bit>
#include <fstream>
#include <random>
#include <span>

using namespace burin;
using namespace burin::test;

namespace {

struct Page {
    Size size;
    std::vector<float> samples;

    explicit Page(const TiffReader& reader)
        : size(reader.size()), samples(static_cast<std::size_t>(size.width * size.height)) {
        reader.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
    }
    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const {
        return samples[static_cast<std::size_t>(y * size.width + x)];
    }
};

QString remarksOf(const TiffReader& reader) {
    QString all;
    for (const Problem& remark : reader.remarks())
        all += QString::fromStdString(remark.text()) + "\n";
    return all;
}

void setExtra(TIFF* tif, std::uint16_t kind) {
    TIFFSetField(tif, TIFFTAG_EXTRASAMPLES, 1, &kind);
}

/// A classic TIFF of one strip whose data lie directly behind the directory.
class SmallTiff {
  public:
    explicit SmallTiff(bool big) : big_(big) {}

    /// \param value  or the place of the values if they are many
    SmallTiff& tag(std::uint16_t id, std::uint16_t type, std::uint32_t value, std::uint32_t count = 1) {
        entries_ += number(id, 2) + number(type, 2) + number(count, 4);
        entries_ += type == 3 && count == 1 ? number(value, 2) + number(0, 2) : number(value, 4);
        ++count_;
        return *this;
    }
    /// The offset of the data once all `tags` tags are set.
    static std::uint32_t dataAt(std::uint32_t tags) { return 8 + 2 + 12 * tags + 4; }
    [[nodiscard]] std::string with(const std::string& data) const {
        return (big_ ? "MM" : "II") + number(42, 2) + number(8, 4) + number(count_, 2) + entries_ +
               number(0, 4) + data;
    }

  private:
    [[nodiscard]] std::string number(std::uint32_t value, int bytes) const {
        std::string text;
        for (int i = 0; i < bytes; ++i)
            text += static_cast<char>(value >> (8 * (big_ ? bytes - 1 - i : i)) & 0xFF);
        return text;
    }

    bool big_;
    std::string entries_;
    std::uint32_t count_ = 0;
};

}  // namespace

class TestTiffTags : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const char* name = "page.tif") const {
        return folder_.filePath(name).toStdString();
    }
    void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }

    /// Four pixels of two samples, or of four, with the given meaning of the last.
    void writeWithAlpha(const std::vector<std::uint32_t>& components, int samples, std::uint16_t extra,
                        bool separate = false) const {
        TiffSpec spec;
        spec.width = static_cast<std::int64_t>(components.size()) / samples;
        spec.height = 1;
        spec.samples = samples;
        spec.separate = separate;
        spec.photometric = samples == 4 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
        spec.tags = [extra](TIFF* tif) { setExtra(tif, extra); };
        TiffWriter(path(), spec, [&](std::int64_t x, std::int64_t, int c) {
            return components[static_cast<std::size_t>(x * samples + c)];
        });
    }
    std::vector<float> read(AlphaUse alpha) const {
        return Page(TiffReader(path(), {}, {.alpha = alpha})).samples;
    }

  private slots:
    void aPageIsShownAsItsOrientationSays_data() {
        QTest::addColumn<int>("orientation");
        QTest::addColumn<int>("tile");
        QTest::addColumn<bool>("packed");
        for (int orientation = 1; orientation <= 8; ++orientation) {
            QTest::addRow("orientation %d, plain strips", orientation) << orientation << 0 << false;
            QTest::addRow("orientation %d, plain tiles", orientation) << orientation << 32 << false;
            QTest::addRow("orientation %d, LZW", orientation) << orientation << 32 << true;
        }
    }
    void aPageIsShownAsItsOrientationSays() {
        QFETCH(int, orientation);
        QFETCH(int, tile);
        QFETCH(bool, packed);
        TiffSpec spec;
        spec.width = 150;
        spec.height = 97;
        spec.tileWidth = spec.tileHeight = tile;
        if (packed) spec.compression = COMPRESSION_LZW;
        spec.tags = [=](TIFF* tif) { TIFFSetField(tif, TIFFTAG_ORIENTATION, orientation); };
        const Component component = noiseOf(spec);
        TiffWriter(path(), spec, component);
        const TiffReader reader(path());
        const TiffReader asStored(path(), {}, {.turned = false});
        QCOMPARE(asStored.size(), (Size{150, 97}));
        QCOMPARE(remarksOf(asStored).contains("orientation"), orientation != 1);
        QCOMPARE(reader.size(), orientation >= 5 ? (Size{97, 150}) : (Size{150, 97}));
        const Page stored(asStored);
        // TIFF 6.0: what the first row and column of the file are on the page as shown.
        const bool rowsAcross = orientation >= 5;
        const bool firstRowLast =
            orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
        const bool firstColumnLast =
            orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
        const auto wanted = [&](Point shown) {
            std::int64_t row = rowsAcross ? shown.x : shown.y;
            std::int64_t column = rowsAcross ? shown.y : shown.x;
            if (firstRowLast) row = 96 - row;
            if (firstColumnLast) column = 149 - column;
            return stored.at(column, row);
        };
        std::mt19937 random(5);
        const Size size = reader.size();
        for (int round = 0; round < 30; ++round) {
            const auto below = [&](std::int64_t n) {
                return static_cast<std::int64_t>(random() % static_cast<unsigned>(n));
            };
            const Point corner{below(size.width), below(size.height)};
            const Rect area{corner.x, corner.y, 1 + below(size.width - corner.x),
                            1 + below(size.height - corner.y)};
            std::vector<float> samples(static_cast<std::size_t>(area.area()));
            reader.read(area, SamplesView{samples.data(), area.width, area.width, area.height});
            std::vector<std::uint8_t> levels(samples.size());
            reader.read(area, BytesView{levels.data(), area.width, area.width, area.height});
            std::vector<Point> places;
            for (std::int64_t i = 0; i < area.area(); ++i) {
                const Point place{area.x + i % area.width, area.y + i / area.width};
                places.push_back(place);
                QVERIFY(samples[static_cast<std::size_t>(i)] == wanted(place));
                QVERIFY(static_cast<float>(levels[static_cast<std::size_t>(i)]) / 255 == wanted(place));
            }
            std::shuffle(places.begin(), places.end(), random);
            reader.readAt(places.data(), area.area(), samples.data());
            for (std::size_t i = 0; i < places.size(); ++i)
                QVERIFY(samples[i] == wanted(places[i]));
        }
    }

    void orientationIsANumberOfAnyIntegerType_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("BYTE") << 1;
        QTest::newRow("SHORT") << 3;
        QTest::newRow("LONG") << 4;
        QTest::newRow("SLONG") << 9;
    }
    void orientationIsANumberOfAnyIntegerType() {
        QFETCH(int, type);
        for (const bool big : {false, true}) {
            const std::uint32_t value = type == 1 && big ? 6U << 24U : 6;
            SmallTiff tiff(big);
            tiff.tag(256, 4, 3).tag(257, 4, 1).tag(258, 3, 8).tag(259, 3, 1).tag(262, 3, 1);
            tiff.tag(273, 4, SmallTiff::dataAt(7)).tag(274, static_cast<std::uint16_t>(type), value);
            write(tiff.with("abc"));
            QCOMPARE(TiffReader(path()).size(), (Size{1, 3}));
        }
    }

    void alphaIsUsedAsAskedFor_data() {
        QTest::addColumn<bool>("colour");
        QTest::addColumn<bool>("separate");
        for (const bool colour : {false, true}) {
            for (const bool separate : {false, true})
                QTest::addRow("%s, %s", colour ? "colour" : "gray", separate ? "planes" : "joined")
                    << colour << separate;
        }
    }
    void alphaIsUsedAsAskedFor() {
        QFETCH(bool, colour);
        QFETCH(bool, separate);
        const std::vector<std::uint32_t> alphas = {0, 255, 51, 102};
        std::vector<std::uint32_t> components;
        for (const std::uint32_t a : alphas) {
            for (int c = 0; c < (colour ? 3 : 1); ++c)
                components.push_back(204);
            components.push_back(a);
        }
        writeWithAlpha(components, colour ? 4 : 2, EXTRASAMPLE_UNASSALPHA, separate);
        const double value = 204.0 / 255;
        const auto near = [](const std::vector<float>& got, const std::vector<double>& wanted) {
            for (std::size_t i = 0; i < wanted.size(); ++i)
                if (std::abs(static_cast<double>(got[i]) - wanted[i]) > 1e-7) return false;
            return got.size() == wanted.size();
        };
        QVERIFY(near(read(AlphaUse::multiply), {0, value, value * 0.2, value * 0.4}));
        QVERIFY(near(read(AlphaUse::white), {1, value, value * 0.2 + 0.8, value * 0.4 + 0.6}));
        QVERIFY(near(read(AlphaUse::only), {0, 1, 0.2, 0.4}));
        QVERIFY(near(read(AlphaUse::ignore), {value, value, value, value}));
        writeWithAlpha(components, colour ? 4 : 2, EXTRASAMPLE_ASSOCALPHA, separate);
        QVERIFY(near(read(AlphaUse::multiply), {value, value, value, value}));
        QVERIFY(near(read(AlphaUse::white), {value + 1, value, value + 0.8, value + 0.6}));
        QVERIFY(near(read(AlphaUse::only), {0, 1, 0.2, 0.4}));
        writeWithAlpha(components, colour ? 4 : 2, EXTRASAMPLE_UNSPECIFIED, separate);
        QVERIFY(near(read(AlphaUse::multiply), {value, value, value, value}));
        QVERIFY(near(read(AlphaUse::only), {1, 1, 1, 1}));
    }

    /// Samples between the colour and alpha have no meaning, even if they are in planes of their own.
    void alphaMayFollowOtherSamples() {
        for (const bool separate : {false, true}) {
            TiffSpec spec;
            spec.width = 2;
            spec.height = 1;
            spec.samples = 5;
            spec.separate = separate;
            spec.photometric = PHOTOMETRIC_RGB;
            spec.tags = [](TIFF* tif) {
                std::uint16_t kinds[] = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA};
                TIFFSetField(tif, TIFFTAG_EXTRASAMPLES, 2, kinds);
            };
            TiffWriter(path(), spec, [](std::int64_t x, std::int64_t, int c) {
                return c < 3 ? 255U : c == 3 ? 77U : x == 0 ? 0U : 51U;
            });
            const std::vector<float> values = read(AlphaUse::multiply);
            QCOMPARE(values.size(), std::size_t{2});
            QCOMPARE(values[0], 0.0F);
            QVERIFY2(std::abs(values[1] - 0.2F) < 1e-6F, separate ? "planes" : "joined");
        }
    }

    void remarksSayWhatAlphaDoes() {
        writeWithAlpha({0, 255, 0, 128}, 2, EXTRASAMPLE_UNASSALPHA);
        const TiffReader black(path());
        QVERIFY2(remarksOf(black).contains("alpha: multiply"), qPrintable(remarksOf(black)));
        QVERIFY2(remarksOf(black).contains("alpha: only"), qPrintable(remarksOf(black)));
        for (const Problem& remark : black.remarks())
            QCOMPARE(remark.subject, path().string());  // beside the node, which the graph names
        writeWithAlpha({9, 255, 0, 128}, 2, EXTRASAMPLE_UNASSALPHA);
        QVERIFY(!remarksOf(TiffReader(path())).contains("alpha: only"));
        QVERIFY(remarksOf(TiffReader(path(), {}, {.alpha = AlphaUse::white})).contains("alpha: white"));
        TiffWriter(path(), {}, noiseOf({}));
        QVERIFY(remarksOf(TiffReader(path())).isEmpty());
    }

    /// The values are used as they are, with a remark if the writer seems to have meant others.
    void palettesOfEightBitsAreNamed_data() {
        QTest::addColumn<quint32>("white");
        QTest::addColumn<quint32>("grey");
        QTest::addColumn<QString>("remark");
        QTest::newRow("16 bits") << 65535U << 32768U << QString();
        QTest::newRow("8 bits") << 255U << 128U << QString("no colour of the palette exceeds 255 of 65535");
        QTest::newRow("8 bits times 256")
            << 65280U << 32768U << QString("the brightest colour of the palette is 65280 of 65535");
        QTest::newRow("16 bits, white by chance") << 65280U << 32769U << QString();
    }
    void palettesOfEightBitsAreNamed() {
        QFETCH(quint32, white);
        QFETCH(quint32, grey);
        QFETCH(QString, remark);
        TiffSpec spec;
        spec.width = 2;
        spec.height = 1;
        spec.photometric = PHOTOMETRIC_PALETTE;
        spec.palette.assign(3 * 256, 0);
        for (std::size_t c = 0; c < 3; ++c) {
            spec.palette[c * 256 + 1] = static_cast<std::uint16_t>(grey);
            spec.palette[c * 256 + 2] = static_cast<std::uint16_t>(white);
        }
        TiffWriter(path(), spec,
                   [](std::int64_t x, std::int64_t, int) { return static_cast<std::uint32_t>(x + 1); });
        const TiffReader reader(path());
        QVERIFY(std::abs(Page(reader).at(1, 0) - static_cast<float>(white) / 65535) < 1e-6F);
        const QString said = remarksOf(reader);
        QVERIFY2(remark.isEmpty() ? !said.contains("palette") : said.contains(remark), qPrintable(said));
    }

    /// White is the last colour that a palette may have. libtiff itself takes only 256 colours, and calls the
    /// pixels gray if there are fewer.
    void pixelsBeyondThePaletteAreBlack_data() {
        QTest::addColumn<int>("colours");
        QTest::addColumn<bool>("remark");
        QTest::newRow("one colour") << 1 << true;
        QTest::newRow("three colours") << 3 << true;
        QTest::newRow("as many as the pixels may name") << 256 << false;
        QTest::newRow("more than the pixels may name") << 300 << false;
    }
    void pixelsBeyondThePaletteAreBlack() {
        QFETCH(int, colours);
        QFETCH(bool, remark);
        const int white = std::min(colours, 256) - 1;
        for (const bool big : {false, true}) {
            std::string map;
            for (int i = 0; i < 3 * colours; ++i)
                map += std::string(2, i % colours == white ? '\xFF' : '\0');
            const std::string pixels("\0\1\2\3\4\xFD\xFE\xFF", 8);
            const std::uint32_t data = SmallTiff::dataAt(8);
            SmallTiff file(big);
            file.tag(256, 3, 8).tag(257, 3, 1).tag(258, 3, 8).tag(259, 3, 1).tag(262, 3, 3);
            file.tag(273, 4, data).tag(279, 4, 8);
            file.tag(320, 3, data + 8, static_cast<std::uint32_t>(3 * colours));
            write(file.with(pixels + map));
            const TiffReader reader(path());
            const Page page(reader);
            for (int x = 0; x < 8; ++x) {
                const int index = static_cast<unsigned char>(pixels[static_cast<std::size_t>(x)]);
                QCOMPARE(page.at(x, 0), index == white ? 1.0F : 0.0F);
            }
            const QString said = remarksOf(reader);
            QVERIFY2(said.contains("beyond the palette are black") == remark, qPrintable(said));
        }
    }

    /// libtiff's own programs do the same, but silently.
    void aPaletteWithoutColoursIsGray() {
        const std::uint32_t data = SmallTiff::dataAt(7);
        SmallTiff file(false);
        file.tag(256, 3, 2).tag(257, 3, 1).tag(258, 3, 8).tag(259, 3, 1).tag(262, 3, 3);
        write(file.tag(273, 4, data).tag(279, 4, 2).with("\xFF\x33"));
        const TiffReader reader(path());
        QVERIFY(Page(reader).at(0, 0) == 1 && Page(reader).at(1, 0) == 0.2F);
        QVERIFY(remarksOf(reader).contains("its pixels are read as gray"));
    }

    /// Pixels of fewer bits are refused by libtiff.
    void aShortPaletteOfFourBitsNamesTheFile() {
        const std::uint32_t data = SmallTiff::dataAt(8);
        SmallTiff file(false);
        file.tag(256, 3, 2).tag(257, 3, 1).tag(258, 3, 4).tag(259, 3, 1).tag(262, 3, 3);
        file.tag(273, 4, data).tag(279, 4, 1).tag(320, 3, data, 3);
        write(file.with(std::string(8, '\1')));
        try {
            const TiffReader reader(path());
            QFAIL("it was not refused");
        } catch (const ImageError& error) {
            QVERIFY2(
                QString(error.what()).contains("page.tif: ") && QString(error.what()).contains("olormap"),
                error.what());
        }
    }

    void aPaletteOfUnequalPartsIsRefused() {
        const std::uint32_t data = SmallTiff::dataAt(8);
        for (const std::uint32_t count : {4U, 196'611U}) {
            SmallTiff file(false);
            file.tag(256, 3, 2).tag(257, 3, 1).tag(258, 3, 8).tag(259, 3, 1).tag(262, 3, 3);
            file.tag(273, 4, data).tag(279, 4, 2).tag(320, 3, data, count);
            write(file.with(std::string(8, '\1')));
            try {
                const TiffReader reader(path());
                QFAIL("it was not refused");
            } catch (const ImageError& error) {
                QVERIFY2(QString(error.what())
                             .contains("page.tif: its palette does not have equal numbers of red"),
                         error.what());
            }
        }
    }

    void aValueThatMeansNothingIsZero_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("format");
        QTest::addColumn<quint32>("value");
        const auto pattern = [](float v) { return std::bit_cast<quint32>(v); };
        QTest::newRow("floats") << QByteArray("-9999") << 32 << SAMPLEFORMAT_IEEEFP << pattern(-9999);
        QTest::newRow("the least float, with fewer digits")
            << QByteArray("-3.40282346638529e+38 ") << 32 << SAMPLEFORMAT_IEEEFP
            << pattern(std::numeric_limits<float>::lowest());
        QTest::newRow("bytes") << QByteArray("255") << 8 << SAMPLEFORMAT_UINT << 255U;
        QTest::newRow("16 bits") << QByteArray("65535") << 16 << SAMPLEFORMAT_UINT << 65535U;
        QTest::newRow("32 bits") << QByteArray("4294967295") << 32 << SAMPLEFORMAT_UINT << 4294967295U;
    }
    void aValueThatMeansNothingIsZero() {
        QFETCH(QByteArray, text);
        QFETCH(int, bits);
        QFETCH(int, format);
        QFETCH(quint32, value);
        TiffSpec spec;
        spec.bits = bits;
        spec.format = format;
        spec.tags = [&](TIFF* tif) { setNoData(tif, text.constData()); };
        const std::uint32_t other = format == SAMPLEFORMAT_IEEEFP ? std::bit_cast<std::uint32_t>(0.5F) : 100;
        TiffWriter(path(), spec,
                   [&](std::int64_t x, std::int64_t y, int) { return (x + y) % 3 == 0 ? value : other; });
        const TiffReader reader(path());
        QVERIFY2(remarksOf(reader).contains("GDAL_NODATA"), qPrintable(remarksOf(reader)));
        const Page page(reader);
        for (std::int64_t y = 0; y < spec.height; ++y) {
            for (std::int64_t x = 0; x < spec.width; ++x)
                QCOMPARE(page.at(x, y) == 0.0F, (x + y) % 3 == 0);
        }
    }

    void aColourIsMissingIfAllOfItIs() {
        TiffSpec spec;
        spec.width = 3;
        spec.height = 1;
        spec.samples = 3;
        spec.photometric = PHOTOMETRIC_RGB;
        spec.tags = [](TIFF* tif) { setNoData(tif, "7"); };
        TiffWriter(path(), spec,
                   [](std::int64_t x, std::int64_t, int c) { return c == 2 && x == 1 ? 8U : 7U; });
        const Page page((TiffReader(path())));
        QVERIFY(page.at(0, 0) == 0 && page.at(1, 0) > 0 && page.at(2, 0) == 0);
    }

    void aNoDataTextThatIsNoNumberIsARemark() {
        TiffSpec spec;
        spec.tags = [](TIFF* tif) { setNoData(tif, "none"); };
        TiffWriter(path(), spec, noiseOf(spec));
        QVERIFY(remarksOf(TiffReader(path())).contains("not a number"));
    }

    void blocksThatAreNotInTheFileAreZero_data() {
        QTest::addColumn<int>("compression");
        QTest::addColumn<bool>("tiled");
        QTest::addColumn<int>("photometric");
        for (const int compression : {COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE}) {
            for (const bool tiled : {false, true}) {
                for (const int photometric : {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE})
                    QTest::addRow("compression %d, %s, 0 is %s", compression, tiled ? "tiles" : "strips",
                                  photometric == PHOTOMETRIC_MINISBLACK ? "black" : "white")
                        << compression << tiled << photometric;
            }
        }
    }
    void blocksThatAreNotInTheFileAreZero() {
        QFETCH(int, compression);
        QFETCH(bool, tiled);
        QFETCH(int, photometric);
        TIFF* const tif = TIFFOpen(path().c_str(), "w");
        const std::uint32_t side = 96;
        const std::uint32_t block = 32;
        TIFFSetField(tif, TIFFTAG_IMAGEWIDTH, side);
        TIFFSetField(tif, TIFFTAG_IMAGELENGTH, side);
        TIFFSetField(tif, TIFFTAG_BITSPERSAMPLE, 16);
        TIFFSetField(tif, TIFFTAG_COMPRESSION, compression);
        TIFFSetField(tif, TIFFTAG_PHOTOMETRIC, photometric);
        TIFFSetField(tif, tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, block);
        if (tiled) TIFFSetField(tif, TIFFTAG_TILEWIDTH, block);
        std::vector<std::uint16_t> pixels(std::size_t{block} * (tiled ? block : side), 30000);
        const auto bytes = static_cast<tmsize_t>(pixels.size() * 2);
        if (tiled) {
            QVERIFY(TIFFWriteEncodedTile(tif, 4, pixels.data(), bytes) == bytes);
        } else {
            QVERIFY(TIFFWriteEncodedStrip(tif, 1, pixels.data(), bytes) == bytes);
        }
        TIFFClose(tif);
        const TiffReader reader(path());
        QVERIFY2(remarksOf(reader).contains("are not in the file"), qPrintable(remarksOf(reader)));
        const Page page(reader);
        for (std::int64_t y = 0; y < side; ++y) {
            for (std::int64_t x = 0; x < side; ++x) {
                const bool there = y / block == 1 && (!tiled || x / block == 1);
                QCOMPARE(page.at(x, y) != 0, there);
            }
        }
    }

    /// Such a strip is decoded band by band.
    void aLongStripThatIsNotInTheFileIsZeroWhateverItsPalette() {
        constexpr std::uint16_t deflate = 8;
        constexpr std::uint16_t palette = 3;
        SmallTiff tiff(false);
        tiff.tag(256, 4, 9000).tag(257, 4, 8000).tag(258, 3, 8).tag(259, 3, deflate).tag(262, 3, palette);
        tiff.tag(273, 4, 0).tag(278, 4, 8000).tag(279, 4, 0).tag(320, 3, SmallTiff::dataAt(9), 768);
        write(tiff.with(std::string(768 * 2, '\x80')));
        const TiffReader reader(path());
        QVERIFY2(remarksOf(reader).contains("are not in the file"), qPrintable(remarksOf(reader)));
        std::vector<float> samples(4, -1);
        reader.read({10, 4000, 4, 1}, {samples.data(), 4, 4, 1});
        QCOMPARE(samples, std::vector<float>(4, 0.0F));
    }

    void aThumbnailIsReadOnlyIfItIsAskedFor() {
        TiffSpec spec;
        spec.pages = 3;
        int page = 0;
        spec.tags = [&](TIFF* tif) {
            TIFFSetField(tif, TIFFTAG_SUBFILETYPE, page++ == 0 ? FILETYPE_REDUCEDIMAGE : 0);
        };
        TiffWriter(path(), spec, noiseOf(spec));
        const TiffReader reader(path());
        QCOMPARE(reader.page(), 1);
        QVERIFY2(remarksOf(reader).contains("page 1 of its 3"), qPrintable(remarksOf(reader)));
        QVERIFY(Page(reader).at(5, 7) == static_cast<float>(noiseOf(spec)(6, 7, 0)) / 255);
        QCOMPARE(TiffReader(path(), 0).page(), 0);
        QVERIFY(remarksOf(TiffReader(path(), 0)).isEmpty());
        spec.pages = 1;
        page = 0;
        TiffWriter(path(), spec, noiseOf(spec));
        QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader{path()});
        QCOMPARE(TiffReader(path(), 0).page(), 0);
    }

    void directoriesThatLeadInACircleAreCountedOnce() {
        SmallTiff tiff(false);
        tiff.tag(256, 4, 3).tag(257, 4, 1).tag(258, 3, 8).tag(259, 3, 1).tag(262, 3, 1);
        std::string file = tiff.tag(273, 4, SmallTiff::dataAt(6)).with("abc");
        file[SmallTiff::dataAt(6) - 4] = 8;  // the next directory is the first
        write(file);
        const TiffReader reader(path());
        QVERIFY(!remarksOf(reader).contains("page"));
    }

    /// Reading them all would take time that grows with the square of the file's length.
    void directoriesThatOverlapAreNotPages() {
        constexpr std::size_t entries = 1000;
        constexpr std::size_t directories = 50;
        std::string file("II*\0\x08\0\0\0", 8);
        file.resize(8 + 4 * directories + 2 + 12 * entries);
        const auto put = [&file](std::size_t at, std::size_t value) {
            file[at] = static_cast<char>(value & 0xFF);
            file[at + 1] = static_cast<char>(value >> 8);
        };
        for (std::size_t i = 0; i < directories; ++i) {
            const std::size_t at = 8 + 4 * i;
            put(at, entries);
            if (i + 1 < directories) put(at + 2 + 12 * entries, at + 4);
        }
        const TiffPages pages = pagesOf(ByteReader(std::as_bytes(std::span(file))));
        QCOMPARE(pages.count, 1);
        QCOMPARE(pages.firstFull, std::optional<std::int64_t>(0));
    }

    /// Searching as many entries as a sparse file may claim would take hours.
    void aDirectoryThatClaimsTooManyEntriesHasNone() {
        const auto subfileTypeAmong = [](std::size_t entries) {
            std::string file("II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0", 16);
            for (int shift = 0; shift < 64; shift += 8)
                file += static_cast<char>(entries >> shift & 0xFF);
            file += std::string("\xFE\0\x04\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0", 20);
            file.resize(16 + 8 + 20 * entries + 8);
            const ByteReader bytes(std::as_bytes(std::span(file)));
            const auto directory = TiffDirectory::first(bytes);
            return directory ? directory->integer(TIFFTAG_SUBFILETYPE) : std::nullopt;
        };
        QCOMPARE(subfileTypeAmong(65535), std::optional<std::uint64_t>(1));
        QCOMPARE(subfileTypeAmong(65536), std::optional<std::uint64_t>());
    }

    void dataMayLieRightBehindTheDirectory() {
        SmallTiff bits(false);
        bits.tag(256, 3, 9).tag(257, 3, 2).tag(262, 3, 1);
        write(bits.tag(273, 4, SmallTiff::dataAt(5)).tag(279, 4, 4).with(std::string("\x80\x80\0\0", 4)));
        const Page page((TiffReader(path())));
        QVERIFY(page.at(0, 0) == 1 && page.at(1, 0) == 0 && page.at(8, 0) == 1 && page.at(0, 1) == 0);
        SmallTiff over(false);
        over.tag(256, 3, 9).tag(257, 3, 2).tag(262, 3, 1);
        write(over.tag(273, 4, SmallTiff::dataAt(5) - 1).tag(279, 4, 4).with("four"));
        QVERIFY_THROWS_EXCEPTION(ImageError, TiffReader{path()});
    }

    void theUndefinedFormatIsUnsigned() {
        TiffSpec spec;
        spec.format = SAMPLEFORMAT_VOID;
        TiffWriter(path(), spec, noiseOf(spec));
        QVERIFY(Page(TiffReader(path())).at(3, 4) == static_cast<float>(noiseOf(spec)(3, 4, 0)) / 255);
    }

    void floatsOfWhichZeroIsWhiteAreARemark() {
        TiffSpec spec;
        spec.bits = 32;
        spec.format = SAMPLEFORMAT_IEEEFP;
        spec.photometric = PHOTOMETRIC_MINISWHITE;
        TiffWriter(path(), spec, noiseOf(spec));
        QVERIFY(remarksOf(TiffReader(path())).contains("read unchanged"));
    }
};

BURIN_TEST(TestTiffTags)
#include "test_tiff_tags.moc"
