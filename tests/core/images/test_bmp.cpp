// SPDX-License-Identifier: GPL-3.0-or-later
// BMP files of every sort, made byte by byte: bits, masks, run lengths, headers of Windows and OS/2.
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <cmath>
#include <fstream>

using namespace burin;

namespace {

std::string little(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
}

struct BmpSpec {
    std::int32_t width = 1;
    std::int32_t height = 1;
    std::uint32_t bits = 24;
    std::uint32_t compression = 0;
    std::uint32_t headerBytes = 40;
    std::string extra = {};  ///< masks and palette
};

std::string bmpOf(const BmpSpec& spec, const std::string& pixels) {
    const auto width = static_cast<std::uint32_t>(spec.width);
    const auto height = static_cast<std::uint32_t>(spec.height);
    std::string header = little(spec.headerBytes, 4);
    if (spec.headerBytes == 12) {
        header += little(width, 2) + little(height, 2) + little(1, 2) + little(spec.bits, 2);
    } else {
        header += little(width, 4) + little(height, 4) + little(1, 2) + little(spec.bits, 2) +
                  little(spec.compression, 4) + std::string(20, '\0');
        header.resize(40);
        header += spec.extra.substr(0, spec.headerBytes - std::min(spec.headerBytes, 40U));
        header.resize(spec.headerBytes);
    }
    const std::size_t inHeader = spec.headerBytes > 40 ? spec.headerBytes - 40 : 0;
    const std::string behind = spec.extra.size() > inHeader ? spec.extra.substr(inHeader) : "";
    const auto data = static_cast<std::uint32_t>(14 + header.size() + behind.size());
    return "BM" + little(static_cast<std::uint32_t>(data + pixels.size()), 4) + little(0, 4) +
           little(data, 4) + header + behind + pixels;
}

std::string masks(std::initializer_list<std::uint32_t> values) {
    std::string text;
    for (const std::uint32_t mask : values)
        text += little(mask, 4);
    return text;
}

double luma(double red, double green, double blue) {
    return 0.299 * red + 0.587 * green + 0.114 * blue;
}

}  // namespace

class TestBmp : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path() const { return folder_.filePath("picture.bmp").toStdString(); }
    std::vector<float> samplesOf(const std::string& file, AlphaUse alpha = AlphaUse::multiply) const {
        std::ofstream(path(), std::ios::binary) << file;
        const DecodedImage image(path(), DecodedImage::decodedAtOnceBytes, {.alpha = alpha});
        const auto [width, height] = image.size();
        std::vector<float> samples(static_cast<std::size_t>(width * height));
        image.read({0, 0, width, height}, {samples.data(), width, width, height});
        return samples;
    }

    static bool near(const std::vector<float>& got, const std::vector<double>& wanted) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (i >= got.size() || std::abs(static_cast<double>(got[i]) - wanted[i]) > 1e-7) return false;
        return got.size() == wanted.size();
    }

  private slots:
    void everyChannelSpansTheWholeRange_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<QVector<quint32>>("channels");
        const auto row = [](const char* name, int bits, QVector<quint32> channels) {
            QTest::newRow(name) << bits << channels;
        };
        row("16 bits without masks", 16, {});
        row("5, 6 and 5 bits", 16, {0xF800, 0x7E0, 0x1F});
        row("5, 5 and 5 bits", 16, {0x7C00, 0x3E0, 0x1F});
        row("4 bits each, blue first", 16, {0xF, 0xF0, 0xF00});
        row("32 bits without masks", 32, {});
        row("32 bits, red and blue exchanged", 32, {0xFF, 0xFF00, 0xFF0000});
        row("10 bits each", 32, {0x3FF00000, 0xFFC00, 0x3FF});
        row("11, 11 and 10 bits", 32, {0xFFE00000, 0x1FFC00, 0x3FF});
        row("no green", 32, {0xFF0000, 0, 0xFF});
        row("8, 16 and 8 bits", 32, {0xFF000000, 0xFFFF00, 0xFF});
    }
    void everyChannelSpansTheWholeRange() {
        QFETCH(int, bits);
        QFETCH(QVector<quint32>, channels);
        const bool given = !channels.isEmpty();
        if (!given)
            channels =
                bits == 16 ? QVector<quint32>{0x7C00, 0x3E0, 0x1F} : QVector<quint32>{0xFF0000, 0xFF00, 0xFF};
        BmpSpec spec{.width = 4, .height = 64, .bits = static_cast<std::uint32_t>(bits)};
        if (given) {
            spec.compression = 3;
            spec.extra = masks({channels[0], channels[1], channels[2]});
        }
        std::string pixels;
        std::vector<double> wanted;
        for (std::int64_t i = 0; i < 256; ++i) {
            const auto pixel = static_cast<quint32>(i == 0 ? 0 : i == 1 ? 0xFFFFFFFF : i * 2654435761);
            pixels += little(pixel, bits / 8);
        }
        for (std::int64_t i = 0; i < 256; ++i) {
            const std::int64_t from = (63 - i / 4) * 4 + i % 4;  // rows run upwards
            quint32 pixel = static_cast<quint32>(from == 0 ? 0 : from == 1 ? 0xFFFFFFFF : from * 2654435761);
            if (bits == 16) pixel &= 0xFFFF;
            double value[3] = {};
            for (int c = 0; c < 3; ++c)
                if (channels[c] != 0) value[c] = static_cast<double>(pixel & channels[c]) / channels[c];
            wanted.push_back(luma(value[0], value[1], value[2]));
        }
        const std::vector<float> got = samplesOf(bmpOf(spec, pixels));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const bool exact =
                channels[0] != 0xFFE00000 && channels[0] != 0xFF000000;  // a common scale of 16 bits
            QVERIFY2(std::abs(static_cast<double>(got[i]) - wanted[i]) < (exact ? 1e-7 : 8e-6),
                     qPrintable(QString::number(i)));
        }
        if (channels[1] != 0) QVERIFY(got[253] == 1.0F);  // white
    }

    void alphaCountsIfTheFileHasAMaskForIt() {
        const std::string pixels = little(0x00FFFFFF, 4) + little(0xFFFFFFFF, 4) + little(0x33FFFFFF, 4);
        BmpSpec spec{.width = 3, .bits = 32};
        QVERIFY(near(samplesOf(bmpOf(spec, pixels)), {1, 1, 1}));
        spec.compression = 3;
        spec.headerBytes = 108;
        spec.extra = masks({0xFF0000, 0xFF00, 0xFF, 0xFF000000});
        QVERIFY(near(samplesOf(bmpOf(spec, pixels)), {0, 1, 0.2}));
        QVERIFY(near(samplesOf(bmpOf(spec, pixels), AlphaUse::ignore), {1, 1, 1}));
        spec.headerBytes = 40;
        spec.compression = 6;
        QVERIFY(near(samplesOf(bmpOf(spec, pixels)), {0, 1, 0.2}));
    }

    void indicesHaveTheirColours_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<QByteArray>("row");
        QTest::newRow("1 bit") << 1 << QByteArray::fromHex("50000000");
        QTest::newRow("2 bits") << 2 << QByteArray::fromHex("11000000");
        QTest::newRow("4 bits") << 4 << QByteArray::fromHex("01010000");
        QTest::newRow("8 bits") << 8 << QByteArray::fromHex("00010001");
    }
    void indicesHaveTheirColours() {
        QFETCH(int, bits);
        QFETCH(QByteArray, row);
        const std::string colours = little(0x0000FF, 4) + little(0xFFFFFF, 4);
        BmpSpec spec{.width = 4, .bits = static_cast<std::uint32_t>(bits), .extra = colours};
        QVERIFY(near(samplesOf(bmpOf(spec, row.toStdString())), {0.114, 1, 0.114, 1}));
    }

    void headersOfOs2AreRead() {
        // The header has 12 bytes, and each colour has three.
        std::string file = bmpOf({.width = 2, .height = 1, .bits = 1, .headerBytes = 12}, "");
        file += std::string("\0\0\0\xFF\xFF\xFF", 6) + std::string("\x40\0\0\0", 4);
        file.replace(10, 4, little(32, 4));
        QVERIFY(near(samplesOf(file), {0, 1}));
        // The header has 16 bytes, so all other fields have their defaults.
        BmpSpec spec{.width = 2, .bits = 8, .headerBytes = 16};
        file = bmpOf(spec, "");
        file += little(0, 4) + little(0xFFFFFF, 4) + std::string("\1\0\0\0", 4);
        file.replace(10, 4, little(38, 4));
        QVERIFY(near(samplesOf(file), {1, 0}));
    }

    void rowsMayRunDownwards() {
        const std::string pixels = little(0, 4) + little(0xFFFFFF, 4);
        QVERIFY(near(samplesOf(bmpOf({.width = 1, .height = 2, .bits = 32}, pixels)), {1, 0}));
        QVERIFY(near(samplesOf(bmpOf({.width = 1, .height = -2, .bits = 32}, pixels)), {0, 1}));
    }

    void runLengthsAreUnpacked_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("compression");
        QTest::addColumn<int>("header");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QVector<double>>("wanted");
        const auto row = [](const char* name, int bits, int compression, int header, const char* data,
                            QVector<double> wanted) {
            QTest::newRow(name) << bits << compression << header << QByteArray::fromHex(data) << wanted;
        };
        row("8 bits: a run, a mark, three as they are", 8, 1, 40, "0301 0000 0003 000100 00 0001",
            {0, 1, 0, 1, 1, 1});
        row("8 bits: a jump leaves the first colour", 8, 1, 40, "0101 0002 0101 0101 0001",
            {0, 0, 1, 1, 0, 0});
        row("8 bits without a last mark", 8, 1, 40, "0301 0000 0300", {0, 0, 0, 1, 1, 1});
        row("4 bits: two colours take turns", 4, 2, 40, "0310 0000 0003 0110 0001", {0, 1, 1, 1, 0, 1});
        row("24 bits", 24, 4, 64, "03FFFFFF 0000 01000000 02FFFFFF 0001", {0, 1, 1, 1, 1, 1});
    }
    void runLengthsAreUnpacked() {
        QFETCH(int, bits);
        QFETCH(int, compression);
        QFETCH(int, header);
        QFETCH(QByteArray, data);
        QFETCH(QVector<double>, wanted);
        BmpSpec spec{.width = 3,
                     .height = 2,
                     .bits = static_cast<std::uint32_t>(bits),
                     .compression = static_cast<std::uint32_t>(compression),
                     .headerBytes = static_cast<std::uint32_t>(header)};
        if (bits <= 8) spec.extra = little(0, 4) + little(0xFFFFFF, 4);
        const std::string file = bmpOf(spec, data.toStdString());
        QVERIFY(near(samplesOf(file), std::vector<double>(wanted.begin(), wanted.end())));
        for (std::size_t length = file.size() - static_cast<std::size_t>(data.size());
             length + 2 < file.size(); ++length)
            QVERIFY_THROWS_EXCEPTION(ImageError, samplesOf(file.substr(0, length)));
    }

    void runsThatLeaveTheirRowAreRemarkedOn_data() {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<int>("remarks");
        QTest::newRow("as long as the row") << QByteArray::fromHex("0301 0000 0301 0001") << 0;
        QTest::newRow("a run") << QByteArray::fromHex("0401 0000 0301 0001") << 1;
        QTest::newRow("pixels as they are") << QByteArray::fromHex("0301 0000 0004 01010101 0001") << 1;
    }
    void runsThatLeaveTheirRowAreRemarkedOn() {
        QFETCH(QByteArray, data);
        QFETCH(int, remarks);
        BmpSpec spec{.width = 3, .height = 2, .bits = 8, .compression = 1};
        spec.extra = little(0, 4) + little(0xFFFFFF, 4);
        QVERIFY(near(samplesOf(bmpOf(spec, data.toStdString())), {1, 1, 1, 1, 1, 1}));
        QCOMPARE(static_cast<int>(DecodedImage(path()).remarks().size()), remarks);
    }

    /// Rows run upwards, so the second pixel of the upper row is the first beyond the palette.
    void pixelsBeyondThePaletteAreBlackAndNamed_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("compression");
        QTest::addColumn<QByteArray>("data");
        QTest::newRow("2 bits") << 2 << 0 << QByteArray::fromHex("50000000 70000000");
        QTest::newRow("4 bits") << 4 << 0 << QByteArray::fromHex("11000000 13000000");
        QTest::newRow("8 bits") << 8 << 0 << QByteArray::fromHex("01010000 01030000");
        QTest::newRow("8 bits in runs") << 8 << 1 << QByteArray::fromHex("0201 0000 0101 0103 0001");
        QTest::newRow("4 bits in runs") << 4 << 2 << QByteArray::fromHex("0211 0000 0213 0001");
    }
    void pixelsBeyondThePaletteAreBlackAndNamed() {
        QFETCH(int, bits);
        QFETCH(int, compression);
        QFETCH(QByteArray, data);
        BmpSpec spec{.width = 2,
                     .height = 2,
                     .bits = static_cast<std::uint32_t>(bits),
                     .compression = static_cast<std::uint32_t>(compression)};
        spec.extra = little(0x808080, 4) + little(0xFFFFFF, 4);
        std::string file = bmpOf(spec, data.toStdString());
        file.replace(46, 4, little(2, 4));  // two colours
        QVERIFY(near(samplesOf(file), {1, 0, 1, 1}));
        const auto remarks = DecodedImage(path()).remarks();
        QCOMPARE(remarks.size(), std::size_t{1});
        const std::string said = remarks.front().text();
        QVERIFY2(said.find("pixel (1, 0) has colour 3, but its palette has 2 colours") != std::string::npos,
                 said.c_str());
    }

    /// Pixels that are said to begin inside the headers follow them, as other programs read it.
    void aPlaceInsideTheHeadersMeansBehindThem() {
        const std::string colours = little(0x000000, 4) + little(0xFFFFFF, 4);
        for (const std::uint32_t place : {0U, 54U}) {
            std::string gray = bmpOf({.width = 2, .bits = 8, .extra = colours}, std::string("\1\0\0\0", 4));
            gray.replace(46, 4, little(2, 4));  // two colours
            gray.replace(10, 4, little(place, 4));
            QVERIFY(near(samplesOf(gray), {1, 0}));
            QVERIFY(!DecodedImage(path()).remarks().empty());
        }
        std::string colour = bmpOf({}, std::string("\xFF\xFF\xFF\0", 4));
        colour.replace(10, 4, little(0, 4));
        QVERIFY(near(samplesOf(colour), {1}));
        const std::string white("\xFF\0\0\0", 4);
        std::string masked = bmpOf({.bits = 32, .compression = 3, .extra = masks({0xFF, 0xFF, 0xFF})}, white);
        masked.replace(10, 4, little(54, 4));
        QVERIFY(near(samplesOf(masked), {1}));
    }

    /// The sum of its length and that of the file's header needs more than 32 bits.
    void aHeaderThatIsLongerThanTheFileIsRefused() {
        std::string file = bmpOf({}, std::string("\xFF\xFF\xFF\0", 4));
        file.replace(14, 4, "\xFF\xFF\xFF\xFF");
        QVERIFY_THROWS_EXCEPTION(ImageError, samplesOf(file));
    }

    void theLastRowNeedsNoFilling() {
        QVERIFY(near(samplesOf(bmpOf({}, "\xFF\xFF\xFF")), {1}));
        QVERIFY_THROWS_EXCEPTION(ImageError, samplesOf(bmpOf({}, "\xFF\xFF")));
    }

    /// Such a picture would be black.
    void masksWithoutColoursAreRefused_data() {
        QTest::addColumn<quint32>("bits");
        QTest::addColumn<quint32>("red");
        QTest::addColumn<bool>("refused");
        QTest::newRow("no bits at all") << 32U << 0U << true;
        QTest::newRow("bits beyond the pixel") << 16U << 0x1F0000U << true;
        QTest::newRow("red alone") << 16U << 0x1FU << false;
    }
    void masksWithoutColoursAreRefused() {
        QFETCH(quint32, bits);
        QFETCH(quint32, red);
        QFETCH(bool, refused);
        const std::string file = bmpOf({.bits = bits, .compression = 3, .extra = masks({red, 0, 0})},
                                       std::string("\x1F\0\0\0", 4));
        try {
            static_cast<void>(samplesOf(file));
            QVERIFY(!refused);
        } catch (const ImageError& error) {
            QVERIFY2(refused && QString(error.what()).contains("leave no bits"), error.what());
        }
    }

    void whatIsNotReadSaysSo() {
        try {
            static_cast<void>(samplesOf(bmpOf({.bits = 0, .compression = 5}, std::string(16, '\0'))));
            QFAIL("it was not refused");
        } catch (const ImageError& error) {
            QVERIFY2(QString(error.what()).contains("compression 5"), error.what());
        }
    }
};

BURIN_TEST(TestBmp)
#include "test_bmp.moc"
