// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of rare lengths in a TIFF: floats of 16 and 64 bits, colours of floats, and colours of 10, 12 and
// 14 bits with alpha.
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <bit>
#include <cmath>
#include <limits>

using namespace burin;
using namespace burin::test;

Q_DECLARE_METATYPE(burin::test::TiffSpec)

namespace {

/// The value of a component: of the bits of a float, or of an integer.
double valueOf(const TiffSpec& spec, std::uint32_t v) {
    if (spec.format != SAMPLEFORMAT_IEEEFP) return v;
    if (spec.bits != 16) return static_cast<double>(std::bit_cast<float>(v));
    const int exponent = static_cast<int>(v >> 10U & 31U);
    const int fraction = static_cast<int>(v & 1023U);
    const double sign = v >> 15U == 0 ? 1 : -1;
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// Equal, also in the sign of 0, or both NaN.
bool alike(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

float joined(double red, double green, double blue, double maximum) {
    const double two = 0.299 * red + 0.587 * green;
    return static_cast<float>((two + 0.114 * blue) / maximum);
}

std::vector<float> allSamples(const TiffReader& reader) {
    const Size size = reader.size();
    std::vector<float> samples(static_cast<std::size_t>(size.width * size.height));
    reader.read({0, 0, size.width, size.height}, {samples.data(), size.width, size.width, size.height});
    return samples;
}

/// Adds rows of floats in each layout.
void addFloats(int samples) {
    const auto add = [samples](const char* layout, auto change) {
        for (const int bits : {16, 32, 64}) {
            TiffSpec spec;
            spec.bits = bits;
            spec.format = SAMPLEFORMAT_IEEEFP;
            spec.samples = samples;
            if (samples >= 3) spec.photometric = PHOTOMETRIC_RGB;
            change(spec);
            QTest::addRow("%s, %d bits", layout, bits) << spec;
        }
    };
    add("strips", [](TiffSpec&) {});
    add("big endian tiles", [](TiffSpec& spec) {
        spec.mode = "wb";
        spec.tileWidth = spec.tileHeight = 16;
    });
    add("planes", [](TiffSpec& spec) { spec.separate = true; });
    for (const char* const mode : {"wl", "wb"}) {
        for (const int predictor : {PREDICTOR_NONE, PREDICTOR_HORIZONTAL, PREDICTOR_FLOATINGPOINT}) {
            // libtiff reads big-endian files with this predictor, but writes their bytes in the wrong order.
            if (predictor == PREDICTOR_FLOATINGPOINT && mode[1] == 'b') continue;
            add(qPrintable(QString("LZW, %1, predictor %2").arg(mode).arg(predictor)), [=](TiffSpec& spec) {
                spec.mode = mode;
                spec.compression = COMPRESSION_LZW;
                spec.predictor = predictor;
            });
        }
    }
    add("deflated planes in tiles, predictor 3", [](TiffSpec& spec) {
        spec.compression = COMPRESSION_ADOBE_DEFLATE;
        spec.predictor = PREDICTOR_FLOATINGPOINT;
        spec.separate = true;
        spec.tileWidth = spec.tileHeight = 32;
    });
}

}  // namespace

class TestTiffNumbers : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path() const { return folder_.filePath("page.tif").toStdString(); }

  private slots:
    void floatsOfEachLengthAreKept_data() {
        QTest::addColumn<TiffSpec>("spec");
        addFloats(1);
        addFloats(2);
    }
    /// Any bits: infinities and NaN too.
    void floatsOfEachLengthAreKept() {
        QFETCH(TiffSpec, spec);
        const Component component = noiseOf(spec);
        TiffWriter(path(), spec, component);
        const TiffReader reader(path());
        QVERIFY(reader.holdsFloats());
        QVERIFY(reader.mayHoldDust());
        const std::vector<float> samples = allSamples(reader);
        for (std::int64_t y = 0; y < spec.height; ++y) {
            for (std::int64_t x = 0; x < spec.width; ++x)
                QVERIFY(alike(samples[static_cast<std::size_t>(y * spec.width + x)],
                              static_cast<float>(valueOf(spec, component(x, y, 0)))));
        }
    }

    void coloursOfFloatsAreMixed_data() {
        QTest::addColumn<TiffSpec>("spec");
        addFloats(3);
        addFloats(4);
    }
    void coloursOfFloatsAreMixed() {
        QFETCH(TiffSpec, spec);
        // Numbers below 2, because a mixture of infinities means nothing.
        const Component component = [noise = noiseOf(spec), bits = spec.bits](std::int64_t x, std::int64_t y,
                                                                              int c) {
            return noise(x, y, c) & (bits == 16 ? 0x3FFFU : 0x3FFFFFFFU);
        };
        TiffWriter(path(), spec, component);
        const TiffReader reader(path());
        QVERIFY(!reader.holdsFloats());  // only gray floats can be heights
        const std::vector<float> samples = allSamples(reader);
        for (std::int64_t y = 0; y < spec.height; ++y) {
            for (std::int64_t x = 0; x < spec.width; ++x) {
                const auto value = [&](int c) { return valueOf(spec, component(x, y, c)); };
                QVERIFY(samples[static_cast<std::size_t>(y * spec.width + x)] ==
                        joined(value(0), value(1), value(2), 1));
            }
        }
    }

    void coloursOfPackedBitsHaveAlpha_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<bool>("separate");
        QTest::addColumn<bool>("associated");
        for (const int bits : {2, 4, 10, 12, 14}) {
            for (const bool separate : {false, true}) {
                for (const bool associated : {false, true})
                    QTest::addRow("%d bits, %s, %s", bits, separate ? "planes" : "joined",
                                  associated ? "multiplied already" : "not multiplied")
                        << bits << separate << associated;
            }
        }
    }
    void coloursOfPackedBitsHaveAlpha() {
        QFETCH(int, bits);
        QFETCH(bool, separate);
        QFETCH(bool, associated);
        TiffSpec spec;
        spec.bits = bits;
        spec.samples = 4;
        spec.separate = separate;
        spec.photometric = PHOTOMETRIC_RGB;
        spec.compression = COMPRESSION_LZW;
        spec.tags = [associated](TIFF* tif) {
            const std::uint16_t kind = associated ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
            TIFFSetField(tif, TIFFTAG_EXTRASAMPLES, 1, &kind);
        };
        const Component component = noiseOf(spec);
        TiffWriter(path(), spec, component);
        const std::vector<float> samples = allSamples(TiffReader(path()));
        const double maximum = (1 << bits) - 1;
        for (std::int64_t y = 0; y < spec.height; ++y) {
            for (std::int64_t x = 0; x < spec.width; ++x) {
                const double two = 0.299 * component(x, y, 0) + 0.587 * component(x, y, 1);
                double value = (two + 0.114 * component(x, y, 2)) / maximum;
                if (!associated) value *= component(x, y, 3) / maximum;
                QVERIFY(samples[static_cast<std::size_t>(y * spec.width + x)] == static_cast<float>(value));
            }
        }
    }

    void aDoubleThatMeansNothingIsMissing_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("a number") << QByteArray("-9999") << -9999.0;
        QTest::newRow("the least float, with fewer digits")
            << QByteArray("-3.40282346638529e+38")
            << static_cast<double>(std::numeric_limits<float>::lowest());
        QTest::newRow("the least double, which no float can be")
            << QByteArray("-1.7976931348623157e+308") << std::numeric_limits<double>::lowest();
    }
    void aDoubleThatMeansNothingIsMissing() {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        TIFF* const tif = TIFFOpen(path().c_str(), "w");
        TIFFSetField(tif, TIFFTAG_IMAGEWIDTH, 3);
        TIFFSetField(tif, TIFFTAG_IMAGELENGTH, 2);
        TIFFSetField(tif, TIFFTAG_BITSPERSAMPLE, 64);
        TIFFSetField(tif, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
        TIFFSetField(tif, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tif, TIFFTAG_ROWSPERSTRIP, 1);
        setNoData(tif, text.constData());
        std::vector<double> row = {0.1, value, -2.5};
        QVERIFY(TIFFWriteEncodedStrip(tif, 0, row.data(), 24) == 24);
        TIFFClose(tif);  // the second strip is not in the file
        const float none = std::numeric_limits<float>::quiet_NaN();
        for (const float hole : {0.0F, none}) {
            const std::vector<float> wanted = {0.1F, hole, -2.5F, hole, hole, hole};
            const std::vector<float> got = allSamples(TiffReader(path(), {}, {.holeSample = hole}));
            for (std::size_t i = 0; i < wanted.size(); ++i)
                QVERIFY2(alike(got[i], wanted[i]),
                         qPrintable(QString("sample %1: %2").arg(i).arg(double(got[i]))));
        }
    }

    void aDoubleBeyondAllFloatsIsInfinite() {
        for (const double value : {0x1.ffffffp127, 1e300, std::numeric_limits<double>::infinity()}) {
            QCOMPARE(narrowed(value), std::numeric_limits<float>::infinity());
            QCOMPARE(narrowed(-value), -std::numeric_limits<float>::infinity());
        }
        QCOMPARE(narrowed(0x1.fffffefp127), std::numeric_limits<float>::max());
        QVERIFY(std::isnan(narrowed(std::numeric_limits<double>::quiet_NaN())));
        QVERIFY(std::signbit(narrowed(-1e-300)));
    }
};

BURIN_TEST(TestTiffNumbers)
#include "test_tiff_numbers.moc"
