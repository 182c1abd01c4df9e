// SPDX-License-Identifier: GPL-3.0-or-later
// WebP files that are animations: the first picture is read as if it were alone.
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

using namespace burin;

namespace {

constexpr int lossless = 101;  // a quality of OpenCV

QByteArray number(std::int64_t value, int bytes) {
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> 8 * i & 0xFF);
    return text;
}

QByteArray chunk(const char* type, const QByteArray& data) {
    return type + number(data.size(), 4) + data + QByteArray(data.size() % 2, '\0');
}

QByteArray webp(int flags, const cv::Mat& canvas, const QByteArray& chunks) {
    const QByteArray all =
        "WEBP" + chunk("VP8X", number(flags, 4) + number(canvas.cols - 1, 3) + number(canvas.rows - 1, 3)) +
        chunks;
    return "RIFF" + number(all.size(), 4) + all;
}

/// The chunks of a picture, without the headers of a file.
QByteArray pictureChunks(const cv::Mat& image, int quality) {
    std::vector<unsigned char> file;
    cv::imencode(".webp", image, file, {cv::IMWRITE_WEBP_QUALITY, quality});
    const QByteArray bytes(reinterpret_cast<const char*>(file.data()), static_cast<qsizetype>(file.size()));
    return bytes.mid(bytes.mid(12, 4) == "VP8X" ? 30 : 12);
}

QByteArray frame(const cv::Mat& image, int quality, cv::Point at = {0, 0}) {
    const QByteArray head = number(at.x / 2, 3) + number(at.y / 2, 3) + number(image.cols - 1, 3) +
                            number(image.rows - 1, 3) + number(100, 3) + number(0, 1);
    return chunk("ANMF", head + pictureChunks(image, quality));
}

QByteArray animation(int flags, const cv::Mat& canvas, const QByteArray& frames) {
    return webp(flags | 2, canvas, chunk("ANIM", number(0, 6)) + frames);
}

cv::Mat noise(cv::Size size, int channels) {
    cv::Mat image(size, CV_8UC(channels));
    cv::randu(image, cv::Scalar::all(0), cv::Scalar::all(256));
    return image;
}

/// EXIF data with an orientation.
QByteArray turned(int orientation = 6) {
    QByteArray exif = QByteArray::fromHex("49492a00080000000100120103000100000006000000");
    exif[18] = static_cast<char>(orientation);
    return chunk("EXIF", exif + QByteArray(4, '\0'));
}

}  // namespace

class TestWebp : public QObject {
    Q_OBJECT

  private slots:
    void theFirstPictureIsRead_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("quality");
        QTest::newRow("lossless") << 3 << lossless;
        QTest::newRow("lossless with alpha") << 4 << lossless;
        QTest::newRow("lossy") << 3 << 80;
        QTest::newRow("lossy with alpha") << 4 << 80;
    }
    void theFirstPictureIsRead() {
        QFETCH(int, channels);
        QFETCH(int, quality);
        const cv::Mat image = noise({43, 31}, channels);
        const int flags = channels == 4 ? 0x10 : 0;
        const QByteArray frames = frame(image, quality) + frame(noise({43, 31}, channels), quality);
        const DecodedImage moving(file(animation(flags, image, frames)));
        QCOMPARE(moving.size(), (Size{43, 31}));
        QVERIFY2(remarksOf(moving).contains("the WebP is an animation; its first picture is read"),
                 qPrintable(remarksOf(moving)));
        const std::vector<float> samples = samplesOf(moving);
        const DecodedImage still(file(webp(flags, image, pictureChunks(image, quality))));
        QVERIFY(!remarksOf(still).contains("animation"));
        QVERIFY(samples == samplesOf(still));
    }

    /// Most pictures change only a part of the canvas, and some first pictures cover only a part of it.
    void aFirstPictureLeavesTheRestOfTheCanvasTransparent_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<bool>("turn");
        QTest::newRow("opaque") << 3 << false;
        QTest::newRow("with alpha") << 4 << false;
        QTest::newRow("turned") << 3 << true;
    }
    void aFirstPictureLeavesTheRestOfTheCanvasTransparent() {
        QFETCH(int, channels);
        QFETCH(bool, turn);
        const cv::Mat image = noise({20, 10}, channels);
        cv::Mat canvas(30, 40, CV_8UC4, cv::Scalar::all(0));
        cv::Mat part = canvas(cv::Rect{6, 14, image.cols, image.rows});
        for (int y = 0; y < image.rows; ++y) {
            for (int x = 0; x < image.cols; ++x) {
                const unsigned char* const from = image.ptr(y) + x * channels;
                part.at<cv::Vec4b>(y, x) = {from[0], from[1], from[2],
                                            channels == 4 ? from[3] : static_cast<unsigned char>(255)};
            }
        }
        const QByteArray exif = turn ? turned() : QByteArray();
        const int flags = turn ? 8 : 0;
        const DecodedImage still(file(webp(flags | 0x10, canvas, pictureChunks(canvas, lossless) + exif)));
        const std::vector<float> samples = samplesOf(still);
        const QByteArray frames = frame(image, lossless, {6, 14}) + frame(noise({40, 30}, 3), lossless);
        const int alpha = channels == 4 ? 0x10 : 0;
        const DecodedImage moving(file(animation(flags | alpha, canvas, frames + exif)));
        QCOMPARE(moving.size(), turn ? (Size{30, 40}) : (Size{40, 30}));
        QVERIFY(samplesOf(moving) == samples);
    }

    void theFirstExifCounts() {
        const cv::Mat image = noise({20, 10}, 3);
        const QByteArray picture = pictureChunks(image, lossless);
        QCOMPARE(DecodedImage(file(webp(8, image, picture + turned(6) + turned(1)))).size(), (Size{10, 20}));
        QCOMPARE(DecodedImage(file(webp(8, image, picture + turned(1) + turned(6)))).size(), (Size{20, 10}));
    }

    /// libwebp reads the head of the container only there. Millions of such chunks may follow.
    void aHeadThatIsNotTheFirstChunkIsIgnored() {
        const cv::Mat image = noise({20, 10}, 3);
        const int profile = 0x20;
        const QByteArray head = chunk("VP8X", number(profile, 4) + number(99, 3) + number(99, 3));
        const QByteArray picture = pictureChunks(image, lossless);
        const DecodedImage decoded(file(webp(profile, image, head + head + picture + head)));
        QCOMPARE(decoded.size(), (Size{20, 10}));
        QCOMPARE(remarksOf(decoded).count("ICC profile"), 1);
    }

    void anAnimationWithoutAFirstPictureIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");
        const cv::Mat image = noise({43, 31}, 3);
        const QByteArray whole = animation(0, image, frame(image, lossless));
        const QByteArray none = "an animation without a first picture";
        QTest::newRow("no picture") << animation(0, image, {}) << none;
        QTest::newRow("a picture without headers")
            << animation(0, image, chunk("ANMF", number(0, 8))) << none;
        QTest::newRow("beyond the canvas") << animation(0, image, frame(image, lossless, {2, 0})) << none;
        QTest::newRow("cut short") << whole.left(whole.size() - 20) << QByteArray("cut short");
        QTest::newRow("another size than that of its headers")
            << QByteArray(whole).replace(52 + 6, 3, number(20, 3)) << QByteArray("cannot decode");
    }
    void anAnimationWithoutAFirstPictureIsRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, words);
        try {
            const DecodedImage image(file(bytes));
            QFAIL("it is read");
        } catch (const ImageError& error) {
            QVERIFY2(error.problem().text().find(words.toStdString()) != std::string::npos, error.what());
        }
    }

    void anyByteMayBeWrong() {
        const cv::Mat image = noise({12, 9}, 4);
        const QByteArray whole = animation(0x10, image, frame(image, lossless) + frame(image, 80));
        // All bytes of the headers, and some of the rest.
        for (qsizetype at = 0; at < whole.size(); at += at < 120 ? 1 : 11) {
            for (const char wrong : {'\0', '\x7F', '\xFF'}) {
                QByteArray bytes = whole;
                bytes[at] = wrong;
                try {
                    const DecodedImage damaged(file(bytes));
                    if (damaged.size().width * damaged.size().height < 1 << 20) (void)samplesOf(damaged);
                } catch (const ImageError&) {
                }
            }
        }
    }

  private:
    std::filesystem::path file(const QByteArray& bytes) const {
        QFile written(folder_.filePath("a.webp"));
        if (!written.open(QIODevice::WriteOnly) || written.write(bytes) != bytes.size())
            qFatal("not written");
        return written.fileName().toStdString();
    }
    static std::vector<float> samplesOf(const DecodedImage& image) {
        const Size size = image.size();
        std::vector<float> samples(static_cast<std::size_t>(size.width * size.height));
        image.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
        return samples;
    }
    static QString remarksOf(const DecodedImage& image) {
        QString all;
        for (const Problem& remark : image.remarks())
            all += QString::fromStdString(remark.text()) + "\n";
        return all;
    }

    QTemporaryDir folder_;
};

BURIN_TEST(TestWebp)
#include "test_webp.moc"
