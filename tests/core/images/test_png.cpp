// SPDX-License-Identifier: GPL-3.0-or-later
// PNG files that libpng writes here: alpha, transparency, interlacing, texts, long rows.
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "support/testing.hpp"

#include <png.h>
#include <zlib.h>

#include <QTemporaryDir>
#include <algorithm>
#include <functional>
#include <utility>

using namespace burin;

namespace {

using Bytes = std::vector<std::uint8_t>;

struct PngSpec {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    int bits = 8;
    int colourType = PNG_COLOR_TYPE_GRAY;
    int interlace = PNG_INTERLACE_NONE;
    std::function<void(png_structp, png_infop)> chunks = {};
};

/// \param rows  packed as the file has them, row by row
void writePng(const std::filesystem::path& path, const PngSpec& spec, const Bytes& rows) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_init_io(png, file);
    png_set_IHDR(png, info, spec.width, spec.height, spec.bits, spec.colourType, spec.interlace,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    if (spec.chunks) spec.chunks(png, info);
    png_write_info(png, info);
    const std::size_t rowBytes = png_get_rowbytes(png, info);
    std::vector<png_bytep> starts;
    for (std::uint32_t y = 0; y < spec.height; ++y)
        starts.push_back(const_cast<png_bytep>(rows.data()) + y * rowBytes);
    png_write_image(png, starts.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
}

std::vector<float> samplesOf(const DecodedImage& image) {
    const Size size = image.size();
    std::vector<float> samples(static_cast<std::size_t>(size.width * size.height));
    image.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
    return samples;
}

QString remarksOf(const DecodedImage& image) {
    QString all;
    for (const Problem& remark : image.remarks())
        all += QString::fromStdString(remark.text()) + "\n";
    return all;
}

/// An EXIF block that names only an orientation, a big-endian LONG.
std::string exifOf(int orientation) {
    std::string exif("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x04\0\0\0\x01\0\0\0\0\0\0\0\0", 26);
    exif[21] = static_cast<char>(orientation);
    return exif;
}

/// An EXIF profile in the text form that ImageMagick writes.
std::string profileOf(const std::string& exif) {
    std::string text = "\nexif\n      " + std::to_string(exif.size()) + "\n";
    for (std::size_t i = 0; i < exif.size(); ++i) {
        text += QByteArray(1, exif[i]).toHex().toStdString();
        if (i % 36 == 35) text += "\n";
    }
    return text + "\n";
}

QByteArray chunkOf(const std::string& type, const std::string& data) {
    const std::string body = type + data;
    const auto number = [](unsigned long value) {
        QByteArray four;
        for (int shift = 24; shift >= 0; shift -= 8)
            four += static_cast<char>(value >> shift & 0xFF);
        return four;
    };
    const auto* const start = reinterpret_cast<const Bytef*>(body.data());
    return number(data.size()) + QByteArray::fromStdString(body) +
           number(crc32(0, start, static_cast<uInt>(body.size())));
}

}  // namespace

class TestPng : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path() const { return folder_.filePath("picture.png").toStdString(); }
    std::vector<float> read(AlphaUse alpha) const {
        return samplesOf(DecodedImage(path(), DecodedImage::decodedAtOnceBytes, {.alpha = alpha}));
    }
    /// Writes a picture of 2 x 1 pixels with these chunks behind its header. \return whether it was written
    bool writeWith(const QByteArray& chunks) const {
        writePng(path(), {.width = 2}, {0, 255});
        QFile file(QString::fromStdString(path().string()));
        if (!file.open(QIODevice::ReadWrite)) return false;
        QByteArray bytes = file.readAll();
        bytes.insert(33, chunks);
        return file.seek(0) && file.write(bytes) == bytes.size();
    }

  private slots:
    void grayWithAlphaIsUsedAsAskedFor() {
        writePng(path(), {.width = 3, .colourType = PNG_COLOR_TYPE_GRAY_ALPHA}, {255, 0, 255, 255, 255, 51});
        QCOMPARE(read(AlphaUse::multiply), (std::vector<float>{0, 1, 0.2F}));
        QCOMPARE(read(AlphaUse::white), (std::vector<float>{1, 1, 1}));
        QCOMPARE(read(AlphaUse::only), (std::vector<float>{0, 1, 0.2F}));
        QCOMPARE(read(AlphaUse::ignore), (std::vector<float>{1, 1, 1}));
    }

    /// White pixels of alpha 0 around a black logo.
    void aBlackLogoOnNothingNamesTheWayOut() {
        writePng(path(), {.width = 2, .colourType = PNG_COLOR_TYPE_RGBA}, {255, 255, 255, 0, 0, 0, 0, 255});
        QCOMPARE(read(AlphaUse::multiply), (std::vector<float>{0, 0}));
        QCOMPARE(read(AlphaUse::only), (std::vector<float>{0, 1}));
        QVERIFY(remarksOf(DecodedImage(path())).contains("alpha: only"));
        writePng(path(), {.width = 2, .colourType = PNG_COLOR_TYPE_RGBA}, {255, 255, 255, 0, 9, 9, 9, 255});
        QVERIFY(!remarksOf(DecodedImage(path())).contains("alpha: only"));
        QVERIFY(remarksOf(DecodedImage(path())).contains("alpha: multiply"));
    }

    /// The picture is decoded only when it is needed, but searched before that, row by row.
    void aLargeEmptyPictureNamesTheWayOutBeforeItIsDecoded() {
        for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
            for (const std::uint8_t last : {0, 9}) {
                Bytes rows(std::size_t{40} * 30 * 4);
                rows[rows.size() - 2] = last;
                rows.back() = 255;
                writePng(
                    path(),
                    {.width = 40, .height = 30, .colourType = PNG_COLOR_TYPE_RGBA, .interlace = interlace},
                    rows);
                const DecodedImage image(path(), 100);
                QCOMPARE(image.heldBytes(), 0);
                QCOMPARE(remarksOf(image).contains("alpha: only"), last == 0);
                QCOMPARE(image.heldBytes(), 0);
            }
        }
    }

    void transparencyOfAPaletteIsAlpha() {
        const auto chunks = [](png_structp png, png_infop info) {
            const png_color colours[] = {{255, 255, 255}, {255, 255, 255}};
            const png_byte alpha[] = {0, 255};
            png_set_PLTE(png, info, colours, 2);
            png_set_tRNS(png, info, alpha, 2, nullptr);
        };
        writePng(path(), {.width = 2, .bits = 1, .colourType = PNG_COLOR_TYPE_PALETTE, .chunks = chunks},
                 {0x40});
        QCOMPARE(read(AlphaUse::multiply), (std::vector<float>{0, 1}));
        QCOMPARE(read(AlphaUse::ignore), (std::vector<float>{1, 1}));
    }

    /// libpng silently shows such pixels as opaque black.
    void pixelsBeyondThePaletteAreBlackAndNamed_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("interlace");
        for (const int bits : {2, 4, 8}) {
            QTest::addRow("%d bits", bits) << bits << PNG_INTERLACE_NONE;
            QTest::addRow("%d bits, interlaced", bits) << bits << PNG_INTERLACE_ADAM7;
        }
    }
    void pixelsBeyondThePaletteAreBlackAndNamed() {
        QFETCH(int, bits);
        QFETCH(int, interlace);
        const auto chunksOf = [](int colours, bool alpha) {
            return [=](png_structp png, png_infop info) {
                const png_color palette[] = {{51, 51, 51}, {255, 255, 255}, {255, 255, 255}, {255, 255, 255}};
                const png_byte alphas[] = {0};
                png_set_PLTE(png, info, palette, colours);
                if (alpha) png_set_tRNS(png, info, alphas, 1, nullptr);
                png_set_check_for_invalid_index(png, 0);
            };
        };
        for (const bool alpha : {false, true}) {
            for (const int colours : {2, 4}) {
                PngSpec spec{.width = 11,
                             .height = 9,
                             .bits = bits,
                             .colourType = PNG_COLOR_TYPE_PALETTE,
                             .interlace = interlace,
                             .chunks = chunksOf(colours, alpha)};
                const std::size_t rowBytes = (11 * static_cast<std::size_t>(bits) + 7) / 8;
                Bytes rows(rowBytes * 9);
                std::vector<float> wanted;
                for (std::size_t y = 0; y < 9; ++y) {
                    for (std::size_t x = 0; x < 11; ++x) {
                        const std::size_t index = x == 10 && y >= 7 ? 3 : (x + y) % 2;
                        const std::size_t bit = x * static_cast<std::size_t>(bits);
                        rows[y * rowBytes + bit / 8] = static_cast<std::uint8_t>(
                            rows[y * rowBytes + bit / 8] | index << (8 - bits - static_cast<int>(bit % 8)));
                        const float first = alpha ? 0.0F : 0.2F;
                        wanted.push_back(index == 0 ? first : index == 3 && colours == 2 ? 0.0F : 1.0F);
                    }
                }
                writePng(path(), spec, rows);
                const DecodedImage image(path());
                QCOMPARE(samplesOf(image), wanted);
                const QString said = remarksOf(image);
                QVERIFY2(
                    said.contains(", but its palette has 2 colours; pixels beyond the palette are black") ==
                        (colours == 2),
                    qPrintable(said));
                const QString place = interlace == PNG_INTERLACE_NONE ? "pixel (10, 7)" : "pixel (10, 8)";
                QVERIFY2(colours == 4 || said.contains(place + " has colour 3"), qPrintable(said));
                if (alpha) QVERIFY(read(AlphaUse::only).back() == 1);
            }
        }
    }

    void aTransparentGrayIsAlpha() {
        const auto chunks = [](png_structp png, png_infop info) {
            const png_color_16 key = {0, 0, 0, 0, 3};
            png_set_tRNS(png, info, nullptr, 0, &key);
        };
        writePng(path(), {.width = 4, .bits = 2, .chunks = chunks}, {0b11100100});
        QCOMPARE(read(AlphaUse::multiply), (std::vector<float>{0, 170 / 255.0F, 85 / 255.0F, 0}));
        QCOMPARE(read(AlphaUse::only), (std::vector<float>{0, 1, 1, 1}));
    }

    void sixteenBitsKeepThem() {
        writePng(path(), {.width = 2, .bits = 16}, {0x01, 0x02, 0xFF, 0xFF});
        QCOMPARE(read(AlphaUse::multiply), (std::vector<float>{258 / 65535.0F, 1}));
        QCOMPARE(DecodedImage(path()).bits(), 16);
    }

    void interlacedRowsAreTurnedToo() {
        Bytes rows;
        for (int i = 0; i < 11 * 13; ++i)
            rows.push_back(static_cast<std::uint8_t>(i));
        PngSpec spec{.width = 11, .height = 13, .interlace = PNG_INTERLACE_ADAM7};
        writePng(path(), spec, rows);
        std::vector<float> wanted;
        for (const std::uint8_t v : rows)
            wanted.push_back(static_cast<float>(v) / 255);
        QCOMPARE(read(AlphaUse::multiply), wanted);
        const std::string exif = exifOf(3);
        spec.chunks = [&](png_structp png, png_infop info) {
            png_set_eXIf_1(png, info, static_cast<png_uint_32>(exif.size()),
                           reinterpret_cast<png_bytep>(const_cast<char*>(exif.data())));
        };
        writePng(path(), spec, rows);
        std::reverse(wanted.begin(), wanted.end());
        QCOMPARE(read(AlphaUse::multiply), wanted);
    }

    void oldTextsOfImageMagickHoldTheOrientation_data() {
        QTest::addColumn<int>("compression");
        QTest::addColumn<QByteArray>("keyword");
        for (const char* keyword : {"Raw profile type exif", "Raw profile type APP1"}) {
            QTest::addRow("%s, compressed", keyword) << PNG_TEXT_COMPRESSION_zTXt << QByteArray(keyword);
            QTest::addRow("%s, plain", keyword) << PNG_TEXT_COMPRESSION_NONE << QByteArray(keyword);
        }
    }
    void oldTextsOfImageMagickHoldTheOrientation() {
        QFETCH(int, compression);
        QFETCH(QByteArray, keyword);
        std::string exif = exifOf(6);
        exif.insert(0, "Exif\0\0", 6);
        std::string profile = profileOf(exif);
        const auto chunks = [&](png_structp png, png_infop info) {
            png_text text = {};
            text.compression = compression;
            text.key = keyword.data();
            text.text = profile.data();
            text.text_length = profile.size();
            png_set_text(png, info, &text, 1);
        };
        writePng(path(), {.width = 2, .chunks = chunks}, {0, 255});
        QCOMPARE(DecodedImage(path()).size(), (Size{1, 2}));
        const DecodedImage asStored(path(), DecodedImage::decodedAtOnceBytes, {.turned = false});
        QCOMPARE(asStored.size(), (Size{2, 1}));
        QVERIFY(remarksOf(asStored).contains("orientation 6 is ignored"));
    }

    /// libpng and browsers also read the first one; ImageMagick's text counts only if the file has no
    /// eXIf.
    void theFirstExifCounts() {
        const auto sizeWith = [&](const std::vector<std::pair<std::string, int>>& chunks) {
            QByteArray added;
            for (const auto& [type, orientation] : chunks) {
                const std::string data = type == "eXIf" ? exifOf(orientation)
                                                        : std::string("Raw profile type exif\0", 22) +
                                                              profileOf(exifOf(orientation));
                added += chunkOf(type, data);
            }
            if (!writeWith(added)) return Size{};
            const DecodedImage image(path());
            static_cast<void>(samplesOf(image));
            return image.size();
        };
        const Size stored{2, 1};
        const Size turned{1, 2};
        QCOMPARE(sizeWith({{"eXIf", 6}, {"eXIf", 1}}), turned);
        QCOMPARE(sizeWith({{"eXIf", 1}, {"eXIf", 6}}), stored);
        QCOMPARE(sizeWith({{"tEXt", 6}, {"tEXt", 1}}), turned);
        QCOMPARE(sizeWith({{"tEXt", 6}, {"eXIf", 1}}), stored);
        QCOMPARE(sizeWith({{"eXIf", 6}, {"tEXt", 1}, {"eXIf", 1}}), turned);
    }

    /// A file may hold millions of such chunks, each of 12 bytes.
    void aChunkThatIsRepeatedIsNamedOnce() {
        const QByteArray profile = chunkOf("iCCP", "");
        const QByteArray animation = chunkOf("acTL", "");
        QVERIFY(writeWith(profile + animation + profile + animation));
        const DecodedImage unread(path(), 0);
        QCOMPARE(unread.remarks().size(), std::size_t{2});
        QVERIFY(remarksOf(unread).contains("the ICC profile is ignored"));
    }

    void aMillionPixelsASideAndMoreAreRead() {
        const std::uint32_t width = 1'000'001;
        Bytes row(width, 0);
        row.back() = 255;
        writePng(path(), {.width = width}, row);
        const DecodedImage image(path());
        QCOMPARE(image.size(), (Size{width, 1}));
        QVERIFY(samplesOf(image).back() == 1);
    }

    void anAnimationIsNamed() {
        writePng(path(),
                 {.width = 1,
                  .chunks =
                      [](png_structp png, png_infop info) {
                          png_byte frames[8] = {0, 0, 0, 2, 0, 0, 0, 0};
                          png_unknown_chunk chunk{{'a', 'c', 'T', 'L', 0}, frames, 8, PNG_HAVE_IHDR};
                          png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, nullptr, 0);
                          png_set_unknown_chunks(png, info, &chunk, 1);
                      }},
                 {7});
        QVERIFY(remarksOf(DecodedImage(path())).contains("is an animation; its still picture is read"));
        QCOMPARE(samplesOf(DecodedImage(path())), (std::vector<float>{7 / 255.0F}));
    }

    /// Viewers read such a file too: all of its pixels are there.
    void aPngWithoutItsEndIsReadIfItIsWhole() {
        writePng(path(), {.width = 3, .height = 2}, {1, 2, 3, 4, 5, 6});
        const std::vector<float> wanted = samplesOf(DecodedImage(path()));
        QFile file(QString::fromStdString(path().string()));
        QVERIFY(file.resize(file.size() - 12));
        const DecodedImage cut(path());
        QCOMPARE(samplesOf(cut), wanted);
        QVERIFY2(remarksOf(cut).contains("the PNG has no end"), qPrintable(remarksOf(cut)));
        QVERIFY(file.resize(file.size() - 6));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(DecodedImage(path())));
    }

    /// Some programs write such files: the data refer to bytes farther back than their head says.
    void aHeadThatNamesTooSmallAWindowChangesNoPixel() {
        const PngSpec spec{.width = 64, .height = 64};
        Bytes rows(64 * 64);
        std::uint32_t state = 1;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            state = state * 1664525 + 1013904223;
            rows[i] =
                i < rows.size() / 2 ? static_cast<std::uint8_t>(state >> 24) : rows[i - rows.size() / 2];
        }
        writePng(path(), spec, rows);
        QFile file(QString::fromStdString(path().string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        const qsizetype type = bytes.indexOf("IDAT");
        const auto length = static_cast<qsizetype>(static_cast<unsigned char>(bytes[type - 2]) * 256 +
                                                   static_cast<unsigned char>(bytes[type - 1]));
        QVERIFY2(length < 3000, "the rows do not refer to each other");
        bytes.replace(type + 4, 2, QByteArray::fromHex("081D"));  // a window of 256 bytes
        const auto sum = static_cast<std::uint32_t>(crc32(
            0, reinterpret_cast<const Bytef*>(bytes.constData() + type), static_cast<uInt>(length + 4)));
        for (int i = 0; i < 4; ++i)
            bytes[type + 4 + length + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xFF);
        file.seek(0);
        file.write(bytes);
        file.close();
        const std::vector<float> samples = samplesOf(DecodedImage(path()));
        for (std::size_t i = 0; i < rows.size(); ++i)
            QVERIFY(samples[i] == static_cast<float>(rows[i]) / 255);
    }

    void whatLibpngSaysNamesTheFile() {
        // A profile that libpng warns of: it is too short.
        writePng(path(), {.width = 1}, {7});
        QFile file(QString::fromStdString(path().string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes.insert(33, QByteArray::fromHex("00000003") + "tRNS" + QByteArray::fromHex("000000") +
                             QByteArray::fromHex("00000000"));
        file.seek(0);
        file.write(bytes);
        file.close();
        const DecodedImage image(path());
        QVERIFY2(remarksOf(image).contains("picture.png: "), qPrintable(remarksOf(image)));
        QCOMPARE(samplesOf(image), (std::vector<float>{7 / 255.0F}));
        bytes[bytes.indexOf("IDAT") + 6] = static_cast<char>(bytes[bytes.indexOf("IDAT") + 6] ^ 0x55);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        try {
            const DecodedImage damaged(path());
            QFAIL("the damage was not found");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains("picture.png: "), error.what());
        }
    }
};

BURIN_TEST(TestPng)
#include "test_png.moc"
