// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "support/system/bytes_read.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <fstream>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <random>

using namespace burin;
using burin::test::bytesRead;

Q_DECLARE_METATYPE(cv::Mat)

namespace {

float luma(double red, double green, double blue, double maximum) {
    const double two = 0.299 * red + 0.587 * green;
    return static_cast<float>((two + 0.114 * blue) / maximum);
}

/// The sample for a pixel of an OpenCV image, whose order is blue first; alpha multiplies.
float sampleOf(const cv::Mat& image, int x, int y) {
    const int channels = image.channels();
    const bool wide = image.depth() == CV_16U;
    const auto component = [&](int c) {
        const int index = x * channels + c;
        return static_cast<double>(wide ? image.ptr<std::uint16_t>(y)[index]
                                        : image.ptr<std::uint8_t>(y)[index]);
    };
    const double maximum = wide ? 65535 : 255;
    if (channels < 3) return static_cast<float>(component(0) / maximum);
    if (channels == 3) return luma(component(2), component(1), component(0), maximum);
    const double two = 0.299 * component(2) + 0.587 * component(1);
    return static_cast<float>((two + 0.114 * component(0)) / maximum * (component(3) / maximum));
}

std::vector<float> samplesOf(const DecodedImage& image) {
    const Size size = image.size();
    std::vector<float> samples(static_cast<std::size_t>(size.width * size.height));
    image.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
    return samples;
}

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

cv::Mat noise(int type) {
    cv::Mat image(31, 43, type);
    cv::randu(image, cv::Scalar::all(0), cv::Scalar::all(image.depth() == CV_16U ? 65536 : 256));
    return image;
}

/// A gradient that stays distinguishable in all eight orientations after JPEG and WebP.
cv::Mat ramp(int channels) {
    cv::Mat image(24, 40, channels == 1 ? CV_8UC1 : CV_8UC3);
    for (int y = 0; y < image.rows; ++y) {
        for (int x = 0; x < image.cols * channels; ++x)
            image.ptr<std::uint8_t>(y)[x] =
                static_cast<std::uint8_t>(4 * (x / channels) + 3 * y + 20 * (x % channels));
    }
    return image;
}

std::string exifBlock(int orientation, bool big) {
    std::string exif = big ? std::string("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0", 26)
                           : std::string("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0", 26);
    exif[big ? 19 : 18] = static_cast<char>(orientation);
    return exif;
}

/// The JPEG with an APP1 segment inserted after its first marker.
Bytes withExif(const Bytes& jpeg, int orientation, bool big) {
    const std::string payload = std::string("Exif\0\0", 6) + exifBlock(orientation, big);
    Bytes file(jpeg.begin(), jpeg.begin() + 2);
    const std::size_t length = payload.size() + 2;
    for (const int byte : {0xFF, 0xE1, static_cast<int>(length >> 8), static_cast<int>(length & 0xFF)})
        file.push_back(static_cast<char>(byte));
    file.insert(file.end(), payload.begin(), payload.end());
    file.insert(file.end(), jpeg.begin() + 2, jpeg.end());
    return file;
}

/// The place in the file of the pixel that is shown at (x, y) (EXIF 2.3, table 6).
Point storedPlace(int orientation, Point shown, Size stored) {
    const std::int64_t right = stored.width - 1;
    const std::int64_t bottom = stored.height - 1;
    switch (orientation) {
        case 2:
            return {right - shown.x, shown.y};
        case 3:
            return {right - shown.x, bottom - shown.y};
        case 4:
            return {shown.x, bottom - shown.y};
        case 5:
            return {shown.y, shown.x};
        case 6:
            return {shown.y, bottom - shown.x};
        case 7:
            return {right - shown.y, bottom - shown.x};
        case 8:
            return {right - shown.y, shown.x};
        default:
            return shown;
    }
}

}  // namespace

class TestDecodedImage : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    static void compare(const DecodedImage& image, const cv::Mat& wanted) {
        QCOMPARE(image.size(), (Size{wanted.cols, wanted.rows}));
        const std::vector<float> samples = samplesOf(image);
        for (int y = 0; y < wanted.rows; ++y) {
            for (int x = 0; x < wanted.cols; ++x) {
                const float got = samples[static_cast<std::size_t>(y * wanted.cols + x)];
                QVERIFY(got == sampleOf(wanted, x, y));  // exact: QCOMPARE is fuzzy
                const Point place{x, y};
                float again = -1;
                image.readAt(&place, 1, &again);
                QVERIFY(again == got);
            }
        }
    }

  private slots:
    void losslessTypesComeBack_data() {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<int>("type");
        for (const char* suffix : {"png", "bmp", "pgm", "ppm"}) {
            const bool gray = QString(suffix) == "pgm";
            const bool colour = QString(suffix) == "ppm";
            if (!colour) QTest::addRow("%s gray", suffix) << suffix << CV_8UC1;
            if (!gray) QTest::addRow("%s colour", suffix) << suffix << CV_8UC3;
            if (QString(suffix) == "bmp") continue;
            if (!colour) QTest::addRow("%s gray 16-bit", suffix) << suffix << CV_16UC1;
            if (!gray) QTest::addRow("%s colour 16-bit", suffix) << suffix << CV_16UC3;
        }
        QTest::addRow("png with alpha") << "png" << CV_8UC4;
        QTest::addRow("png with alpha 16-bit") << "png" << CV_16UC4;
        QTest::addRow("bmp with alpha") << "bmp" << CV_8UC4;
    }
    void losslessTypesComeBack() {
        QFETCH(QString, suffix);
        QFETCH(int, type);
        cv::Mat image = noise(type);
        cv::imwrite(path("image." + suffix).string(), image);
        // OpenCV writes no mask for the alpha of a BMP, so that the file has none.
        if (suffix == "bmp" && type == CV_8UC4)
            image = cv::imread(path("image.bmp").string(), cv::IMREAD_COLOR);
        const DecodedImage decoded(path("image." + suffix));
        compare(decoded, image);
        QCOMPARE(decoded.remarks().empty(), image.channels() != 4);
    }

    void lossyTypesComeBackAsTheCodecGivesThem_data() {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<int>("channels");
        QTest::addRow("JPEG gray") << "jpg" << 1;
        QTest::addRow("JPEG colour") << "jpg" << 3;
        QTest::addRow("WebP colour") << "webp" << 3;
    }
    void lossyTypesComeBackAsTheCodecGivesThem() {
        QFETCH(QString, suffix);
        QFETCH(int, channels);
        const std::string name = path("image." + suffix).string();
        cv::imwrite(name, ramp(channels));
        compare(DecodedImage(name), cv::imread(name, cv::IMREAD_UNCHANGED));
    }

    void orientationIsApplied_data() {
        QTest::addColumn<int>("orientation");
        QTest::addColumn<bool>("big");
        for (int orientation = 1; orientation <= 8; ++orientation) {
            QTest::addRow("orientation %d, little endian", orientation) << orientation << false;
            QTest::addRow("orientation %d, big endian", orientation) << orientation << true;
        }
    }
    void orientationIsApplied() {
        QFETCH(int, orientation);
        QFETCH(bool, big);
        cv::imwrite(path("plain.jpg").string(), ramp(3));
        writeBytes(path("turned.jpg"), withExif(readBytes(path("plain.jpg")), orientation, big));
        const DecodedImage plain(path("plain.jpg"));
        const DecodedImage turned(path("turned.jpg"));
        const Size stored = plain.size();
        const Size shown = turned.size();
        QCOMPARE(shown, orientation >= 5 ? (Size{stored.height, stored.width}) : stored);
        const std::vector<float> from = samplesOf(plain);
        const std::vector<float> to = samplesOf(turned);
        for (std::int64_t y = 0; y < shown.height; ++y) {
            for (std::int64_t x = 0; x < shown.width; ++x) {
                const Point place = storedPlace(orientation, {x, y}, stored);
                QVERIFY(to[static_cast<std::size_t>(y * shown.width + x)] ==
                        from[static_cast<std::size_t>(place.y * stored.width + place.x)]);
            }
        }
    }

    /// libexif and browsers also read the first one. Other segments of the same marker do not count.
    void theFirstExifOfAJpegCounts() {
        cv::imwrite(path("plain.jpg").string(), ramp(1));
        const Bytes plain = readBytes(path("plain.jpg"));
        const std::string name = "http://ns.adobe.com/xap/1.0/";
        const auto withXmp = [&](const Bytes& jpeg) {
            const std::string segment =
                "\xFF\xE1" + std::string(1, '\0') + static_cast<char>(name.size() + 2 + 1 + 4) + name;
            Bytes file(jpeg.begin(), jpeg.begin() + 2);
            for (const char c : segment + std::string("\0<x/>", 5))
                file.push_back(c);
            file.insert(file.end(), jpeg.begin() + 2, jpeg.end());
            return file;
        };
        const auto sizeOf = [&](const Bytes& jpeg) {
            writeBytes(path("several.jpg"), jpeg);
            return DecodedImage(path("several.jpg")).size();
        };
        const Size stored{40, 24};
        const Size turned{24, 40};
        QCOMPARE(sizeOf(withExif(withExif(plain, 1, false), 6, true)), turned);
        QCOMPARE(sizeOf(withExif(withExif(plain, 6, false), 1, true)), stored);
        QCOMPARE(sizeOf(withExif(withXmp(withExif(plain, 1, true)), 8, false)), turned);
        QCOMPARE(sizeOf(withExif(withXmp(withExif(plain, 8, true)), 1, false)), stored);
        QCOMPARE(sizeOf(withXmp(withExif(withExif(plain, 3, true), 6, false))), turned);
    }

    void orientationIsANumberOfAnyIntegerType() {
        const std::string start("MM\0*\0\0\0\x08\0\x01\x01\x12\0", 13);
        const auto orientation = [&](char type, std::string_view value) {
            std::string exif = start + type;
            exif.append("\0\0\0\x01", 4).append(value).append(4, '\0');
            return exifOrientation(std::as_bytes(std::span(exif)));
        };
        using namespace std::string_view_literals;
        QCOMPARE(orientation(1, "\x06\0\0\0"sv), 6);
        QCOMPARE(orientation(3, "\0\x06\0\0"sv), 6);
        QCOMPARE(orientation(4, "\0\0\0\x06"sv), 6);
        QCOMPARE(orientation(9, "\0\0\0\x06"sv), 6);
        QCOMPARE(orientation(9, "\xFF\xFF\xFF\xFA"sv), 1);
        QCOMPARE(orientation(2, "6\0\0\0"sv), 1);
    }

    void exifThatMakesNoSenseIsOrientationOne() {
        const auto orientation = [](const std::string& exif) {
            return exifOrientation(std::as_bytes(std::span(exif)));
        };
        QCOMPARE(orientation(exifBlock(6, false)), 6);
        QCOMPARE(orientation(exifBlock(0, false)), 1);
        QCOMPARE(orientation(exifBlock(9, true)), 1);
        QCOMPARE(orientation(""), 1);
        QCOMPARE(orientation("II*"), 1);
        QCOMPARE(orientation(exifBlock(6, false).substr(0, 15)), 1);
        QCOMPARE(orientation(std::string("II*\0\xFF\xFF\xFF\xFF", 8)), 1);
    }

    void netpbmIsDividedByItsMaximum_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QVector<double>>("wanted");
        const QVector<double> bits = {0, 1, 1, 0, 0, 1};
        QTest::newRow("plain bitmap, digits joined") << QByteArray("P1\n3 2\n100\n110") << bits;
        QTest::newRow("raw bitmap") << QByteArray("P4 3 2\n\x9F\xDF") << bits;
        QTest::newRow("plain gray with comments")
            << QByteArray("P2 # two\n2 1 # wide\n10\n# row\n3 10\n") << QVector<double>{0.3, 1};
        QTest::newRow("raw gray of 100") << QByteArray("P5 2 1 100\n\x32\x64") << QVector<double>{0.5, 1};
        QTest::newRow("raw gray of 1000, two bytes each")
            << QByteArray("P5 2 1 1000\n\x01\xF4\x03\xE8", 16) << QVector<double>{0.5, 1};
        QTest::newRow("raw gray behind CR and LF")
            << QByteArray("P5 2 1 10\r\n\x05\x0A") << QVector<double>{0.5, 1};
        QTest::newRow("raw gray behind a comment that ends the header")
            << QByteArray("P5 2 1 10#ten\n\x05\x0A") << QVector<double>{0.5, 1};
        QTest::newRow("plain gray behind such a comment")
            << QByteArray("P2 2 1 10#ten\n5 10") << QVector<double>{0.5, 1};
        QTest::newRow("raw gray that begins like LF")
            << QByteArray("P5 2 1 10\r\n\x05") << QVector<double>{1, 0.5};
        QTest::newRow("raw bitmap behind CR and LF") << QByteArray("P4 3 2\r\n\x9F\xDF") << bits;
        QTest::newRow("plain colour") << QByteArray("P3 1 1 10 10 10 10") << QVector<double>{1};
    }
    void netpbmIsDividedByItsMaximum() {
        QFETCH(QByteArray, file);
        QFETCH(QVector<double>, wanted);
        writeBytes(path("image.pnm"), Bytes(file.begin(), file.end()));
        const std::vector<float> samples = samplesOf(DecodedImage(path("image.pnm")));
        QCOMPARE(samples.size(), static_cast<std::size_t>(wanted.size()));
        for (std::size_t i = 0; i < samples.size(); ++i)
            QVERIFY(samples[i] == static_cast<float>(wanted[static_cast<qsizetype>(i)]));
    }

    void severalPnmsInAFileAreNamed() {
        const std::string one = "P5 2 1 255\n\x40\xFF";
        for (const bool several : {false, true}) {
            const std::string file = several ? one + one : one;
            std::ofstream(path("image.pgm"), std::ios::binary) << file;
            const DecodedImage image(path("image.pgm"));
            QCOMPARE(image.size(), (Size{2, 1}));
            QCOMPARE(image.remarks().size(), several ? std::size_t{1} : std::size_t{0});
        }
    }

    void cutShortIsAnErrorOrTheRightSamples_data() {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"png", "jpg", "bmp", "pgm", "webp"})
            QTest::newRow(suffix) << suffix;
    }
    void cutShortIsAnErrorOrTheRightSamples() {
        QFETCH(QString, suffix);
        cv::imwrite(path("whole." + suffix).string(), noise(suffix == "pgm" ? CV_8UC1 : CV_8UC3));
        const Bytes whole = readBytes(path("whole." + suffix));
        const std::vector<float> wanted = samplesOf(DecodedImage(path("whole." + suffix)));
        int errors = 0;
        for (std::size_t length = 0; length < whole.size(); length += length < 64 ? 1 : 97) {
            writeBytes(path("cut"),
                       Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
            try {
                const std::vector<float> got = samplesOf(DecodedImage(path("cut")));
                QVERIFY2(got == wanted, qPrintable(QString("cut at %1").arg(length)));
            } catch (const ImageError&) {
                ++errors;
            }
        }
        QVERIFY(errors > 0);
    }

    void aJpegWithoutAnEndMarkerIsReadIfItIsWhole_data() {
        QTest::addColumn<bool>("progressive");
        QTest::newRow("baseline") << false;
        QTest::newRow("progressive") << true;
    }
    void aJpegWithoutAnEndMarkerIsReadIfItIsWhole() {
        QFETCH(bool, progressive);
        cv::imwrite(path("whole.jpg").string(), noise(CV_8UC3),
                    {cv::IMWRITE_JPEG_PROGRESSIVE, progressive ? 1 : 0});
        Bytes bytes = readBytes(path("whole.jpg"));
        const std::vector<float> wanted = samplesOf(DecodedImage(path("whole.jpg")));
        bytes.resize(bytes.size() - 2);
        writeBytes(path("cut.jpg"), bytes);
        const DecodedImage cut(path("cut.jpg"));
        QVERIFY(samplesOf(cut) == wanted);
        QCOMPARE(cut.remarks().size(), std::size_t{1});
        QCOMPARE(cut.remarks()[0].subject, path("cut.jpg").string());
        // Without its last scans the picture would be read, but coarse.
        for (std::size_t at = bytes.size() - 1; progressive && at > 600; --at) {
            if (bytes[at] != static_cast<char>(0xFF) || bytes[at + 1] != static_cast<char>(0xC4)) continue;
            writeBytes(path("cut.jpg"),
                       Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at)));
            QVERIFY_THROWS_EXCEPTION(ImageError, DecodedImage(path("cut.jpg")));
        }
    }

    /// Such a segment changes no pixel, but a scan that ends early does.
    void aSegmentBehindTheLastScanOfAJpegMayBeCutShort() {
        cv::imwrite(path("whole.jpg").string(), noise(CV_8UC3));
        Bytes bytes = readBytes(path("whole.jpg"));
        const std::vector<float> wanted = samplesOf(DecodedImage(path("whole.jpg")));
        bytes.resize(bytes.size() - 2);
        const std::string comment("\xFF\xFE\x01\x03words", 9);
        for (std::size_t length = 1; length <= comment.size(); ++length) {
            Bytes cut = bytes;
            cut.insert(cut.end(), comment.begin(), comment.begin() + static_cast<std::ptrdiff_t>(length));
            writeBytes(path("cut.jpg"), cut);
            const DecodedImage image(path("cut.jpg"));
            QVERIFY(samplesOf(image) == wanted);
            QCOMPARE(image.remarks().size(), std::size_t{1});
            cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(bytes.size() - 40),
                      cut.begin() + static_cast<std::ptrdiff_t>(bytes.size()));
            writeBytes(path("cut.jpg"), cut);
            QVERIFY_THROWS_EXCEPTION(ImageError, DecodedImage(path("cut.jpg")));
        }
    }

    void strayBytesBetweenTheSegmentsOfAJpegAreSkipped_data() {
        QTest::addColumn<QByteArray>("stray");
        QTest::newRow("zeros") << QByteArray(6, '\0');
        QTest::newRow("words") << QByteArray("hello");
        QTest::newRow("a byte that looks like a marker, but is none") << QByteArray("\xFF\0x", 3);
    }
    void strayBytesBetweenTheSegmentsOfAJpegAreSkipped() {
        QFETCH(QByteArray, stray);
        cv::imwrite(path("whole.jpg").string(), noise(CV_8UC3));
        for (const std::ptrdiff_t at : {2, 20}) {  // before and behind the first segment, JFIF
            Bytes bytes = readBytes(path("whole.jpg"));
            bytes.insert(bytes.begin() + at, stray.begin(), stray.end());
            writeBytes(path("padded.jpg"), bytes);
            const DecodedImage padded(path("padded.jpg"));
            QVERIFY(samplesOf(padded) == samplesOf(DecodedImage(path("whole.jpg"))));
            QCOMPARE(padded.remarks().size(), std::size_t{1});  // the remark is about the header; libjpeg's
                                                                // own remark is not added
            QCOMPARE(padded.remarks()[0].subject, path("padded.jpg").string());
        }
    }

    /// Fields in the heads that libjpeg warns about leave all pixels intact.
    void oddFieldsInTheHeadsOfAJpegAreRemarks_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a later version of JFIF") << QByteArray("JFIF\0\1", 6) << QByteArray("JFIF\0\2", 6);
        QTest::newRow("a scan of no coefficients")
            << QByteArray("\x03\x11\0\x3F\0", 5) << QByteArray("\x03\x11\0\0\0", 5);
    }
    void oddFieldsInTheHeadsOfAJpegAreRemarks() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        cv::imwrite(path("whole.jpg").string(), noise(CV_8UC3));
        const Bytes whole = readBytes(path("whole.jpg"));
        QByteArray bytes(whole.data(), static_cast<qsizetype>(whole.size()));
        QCOMPARE(bytes.count(before), 1);
        bytes.replace(before, after);
        writeBytes(path("odd.jpg"), Bytes(bytes.begin(), bytes.end()));
        const DecodedImage odd(path("odd.jpg"));
        QVERIFY(samplesOf(odd) == samplesOf(DecodedImage(path("whole.jpg"))));
        QCOMPARE(odd.remarks().size(), std::size_t{1});
        QCOMPARE(odd.remarks()[0].subject, path("odd.jpg").string());
    }

    void theAlphaOfAWebpIsUsed() {
        cv::Mat image(8, 8, CV_8UC4, cv::Scalar(255, 255, 255, 0));
        image.row(3).setTo(cv::Scalar(255, 255, 255, 255));
        cv::imwrite(path("alpha.webp").string(), image, {cv::IMWRITE_WEBP_QUALITY, 101});
        const auto read = [this](AlphaUse alpha) {
            return samplesOf(
                DecodedImage(path("alpha.webp"), DecodedImage::decodedAtOnceBytes, {.alpha = alpha}));
        };
        const std::vector<float> multiplied = read(AlphaUse::multiply);
        for (std::size_t i = 0; i < multiplied.size(); ++i)
            QVERIFY(multiplied[i] == (i / 8 == 3 ? 1.0F : 0.0F));
        QVERIFY(read(AlphaUse::only) == multiplied);
        QVERIFY(read(AlphaUse::white) == std::vector<float>(64, 1.0F));
    }

    /// The bits of its samples are known from its header, for which a graph asks before there is a budget.
    void thePixelsOfAGrayPnmAreReadOnlyWhenTheyAreNeeded() {
        for (const int maximum : {15, 255, 1000, 65535}) {
            std::string file = "P5 40 30 " + std::to_string(maximum) + "\n";
            file.resize(file.size() + std::size_t{2400}, '\0');
            writeBytes(path("gray.pgm"), Bytes(file.begin(), file.end()));
            const DecodedImage image(path("gray.pgm"), 100);
            QCOMPARE(image.bits(), maximum == 65535 ? 16 : maximum == 255 ? 8 : 32);
            QCOMPARE(image.heldBytes(), 0);
        }
    }

    void aDamagedJpegIsAnErrorNotAGuess() {
        cv::imwrite(path("sound.jpg").string(), noise(CV_8UC3));
        Bytes bytes = readBytes(path("sound.jpg"));
        // A restart marker in a wrong place: libjpeg warns and fills in.
        bytes[bytes.size() / 2] = static_cast<char>(0xFF);
        bytes[bytes.size() / 2 + 1] = static_cast<char>(0xD3);
        writeBytes(path("damaged.jpg"), bytes);
        QVERIFY_THROWS_EXCEPTION(ImageError, DecodedImage(path("damaged.jpg")));
    }

    void anyByteMayBeWrong_data() { cutShortIsAnErrorOrTheRightSamples_data(); }
    void anyByteMayBeWrong() {
        QFETCH(QString, suffix);
        cv::imwrite(path("whole." + suffix).string(), noise(suffix == "pgm" ? CV_8UC1 : CV_8UC3));
        const Bytes whole = readBytes(path("whole." + suffix));
        std::mt19937 random(3);
        int errors = 0;
        for (int round = 0; round < 200; ++round) {
            Bytes damaged = whole;
            for (int i = 0; i < 3; ++i)
                damaged[random() % std::min<std::size_t>(whole.size(), 200)] = static_cast<char>(random());
            writeBytes(path("damaged"), damaged);
            try {
                static_cast<void>(DecodedImage(path("damaged")));
            } catch (const ImageError&) {
                ++errors;
            }
        }
        QVERIFY(errors > 0);
    }

    void hugeSizesAreRefusedBeforeDecoding_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("PGM") << QByteArray("P5 1000000 1000000 255\nxx");
        QByteArray png("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\x0F\0\0\0\x0F\0\0\x08\0\0\0\0\0\0\0\0", 33);
        png.append("\0\0\0\0IEND\0\0\0\0", 12);
        QTest::newRow("PNG") << png;
    }
    void hugeSizesAreRefusedBeforeDecoding() {
        QFETCH(QByteArray, file);
        writeBytes(path("huge"), Bytes(file.begin(), file.end()));
        QVERIFY_THROWS_EXCEPTION(ImageError, DecodedImage(path("huge")));
    }

    void otherTypesAreRefusedWithAdvice() {
        const auto remedyFor = [this](const QByteArray& file) {
            writeBytes(path("other"), Bytes(file.begin(), file.end()));
            try {
                const DecodedImage image(path("other"));
            } catch (const ImageError& error) {
                return QString::fromStdString(error.problem().adviceText());
            }
            return QString("not refused");
        };
        QVERIFY(remedyFor(QByteArray("II*\0\x08\0\0\0", 8)).contains("kind: tiff"));
        QVERIFY(remedyFor(QByteArray("MM\0+\0\x08\0\0", 8)).contains("kind: tiff"));
        QVERIFY(remedyFor("GIF89a and more than sixteen bytes").contains("kind: tiff"));
        QVERIFY(remedyFor("").contains("kind: tiff"));
    }

    /// The problem keeps the file, the pattern of its message and the values separately.
    void aProblemIsData() {
        const QByteArray flat("P5 99 0 255\n");
        writeBytes(path("flat"), Bytes(flat.begin(), flat.end()));
        try {
            const DecodedImage image(path("flat"));
        } catch (const ImageError& error) {
            const Problem expected{.subject = path("flat").string(),
                                   .reason = "the image is %1 x %2 pixels",
                                   .details = {"99", "0"},
                                   .advice = "use a complete file"};
            QVERIFY2(error.problem() == expected, error.what());
            return;
        }
        QFAIL("it was read");
    }

    void isHeldAsNarrowAsItIsStored() {
        const auto bytes = [this](int type) {
            cv::imwrite(path("narrow.png").string(), cv::Mat(1000, 1000, type, cv::Scalar::all(9)));
            return DecodedImage(path("narrow.png")).residentBytes();
        };
        constexpr std::size_t table = 65536 * sizeof(float);
        QCOMPARE(bytes(CV_8UC1), 1'000'000 + table);
        QCOMPARE(bytes(CV_16UC1), 2'000'000 + table);
        QCOMPARE(bytes(CV_8UC3), 3'000'000 + table);
    }

    void theHeaderOfALongFileIsFoundWithoutReadingItAll() {
        if (!bytesRead()) QSKIP("the system does not count the bytes that a process reads");
        cv::imwrite(path("long.png"), noise(CV_8UC1));
        Bytes bytes = readBytes(path("long.png"));
        // A private chunk before the last one, with a length of 512 MiB that consists of a hole.
        const std::uint32_t length = std::uint32_t{512} << 20;
        const Bytes end(bytes.end() - 12, bytes.end());
        bytes.resize(bytes.size() - 12);
        const auto chunk = static_cast<std::streamoff>(bytes.size());
        for (const int shift : {24, 16, 8, 0})
            bytes.push_back(static_cast<char>(length >> shift));
        for (const char letter : {'b', 'u', 'r', 'n'})
            bytes.push_back(letter);
        writeBytes(path("long.png"), bytes);
        {
            std::fstream file(path("long.png"), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(chunk + 12 + std::streamoff{length});
            file.write(end.data(), static_cast<std::streamsize>(end.size()));
            QVERIFY(file.good());
        }
        const std::int64_t before = *bytesRead();
        const DecodedImage image(path("long.png"));
        QVERIFY2(*bytesRead() - before < (1 << 20),
                 qPrintable(QString("%1 bytes are read").arg(*bytesRead() - before)));
        QVERIFY(image.size() == (Size{43, 31}));
        QVERIFY(image.residentBytes() > length);  // decoding it later needs all of it
    }

    void whatFindsNoRoomIsDecodedWhenItIsFirstUsed() {
        cv::imwrite(path("later.png"), noise(CV_8UC1));
        const DecodedImage later(path("later.png"), 100);
        QCOMPARE(later.heldBytes(), 0);
        const DecodedImage atOnce(path("later.png"));
        QCOMPARE(atOnce.heldBytes(), 43 * 31);
        QVERIFY(samplesOf(later) == samplesOf(atOnce));
        QCOMPARE(later.heldBytes(), 43 * 31);
    }
};

BURIN_TEST(TestDecodedImage)
#include "test_decoded_image.moc"
