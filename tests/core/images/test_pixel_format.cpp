// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/pixel_format.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace burin;

namespace {

/// Whether `sample` is v / maximum rounded once, that is, no float is nearer. Compares integers.
bool isNearest(float sample, std::uint64_t v, std::uint64_t maximum) {
    // |sample - v / maximum| * maximum * 2^60, exact for the samples used here
    const auto error = [&](float f) {
        const auto scaled = static_cast<__int128>(std::ldexp(static_cast<long double>(f), 60));
        const __int128 difference =
            scaled * static_cast<__int128>(maximum) - (static_cast<__int128>(v) << 60);
        return difference < 0 ? -difference : difference;
    };
    const float below = std::nextafter(sample, -1.0F);
    const float above = std::nextafter(sample, 2.0F);
    return error(sample) <= error(below) && error(sample) <= error(above);
}

template <class T>
float sampleOf(PixelFormat format, T v) {
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, &v, sizeof(T));
    float sample = -1;
    PixelConverter(std::move(format)).convert({bytes, bytes, bytes}, 0, 1, &sample);
    return sample;
}

PixelFormat gray(ComponentType type, double maximum) {
    PixelFormat format;
    format.type = type;
    format.maximum = maximum;
    return format;
}

}  // namespace

class TestPixelFormat : public QObject {
    Q_OBJECT

  private slots:
    void integersAreRoundedOnce() {
        const PixelConverter converter(gray(ComponentType::u16, 65535));
        for (unsigned v = 0; v < 65536; ++v) {
            const auto component = static_cast<std::uint16_t>(v);
            std::byte bytes[2];
            std::memcpy(bytes, &component, 2);
            float sample = -1;
            converter.convert({bytes, nullptr, nullptr}, 0, 1, &sample);
            QVERIFY(isNearest(sample, v, 65535));
        }
    }

    /// In binary64 the last two round to a tie, which binary32 then rounds the wrong way.
    void integersOf32BitsAreRoundedOnce_data() {
        QTest::addColumn<quint32>("v");
        for (const quint32 v :
             {0U, 1U, 3U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU, 0x01234567U, 0xFFFFFD7FU, 0xFFFFFF7FU}) {
            QTest::addRow("%08x", v) << v;
        }
    }
    void integersOf32BitsAreRoundedOnce() {
        QFETCH(quint32, v);
        PixelFormat format = gray(ComponentType::u32, 4294967295.0);
        QVERIFY(isNearest(sampleOf(format, v), v, 0xFFFFFFFFU));
        format.inverted = true;
        QVERIFY(isNearest(sampleOf(format, v), 0xFFFFFFFFU - v, 0xFFFFFFFFU));
    }

    /// Gray where 0 is white, multiplied by alpha: opaque white, opaque black, half white, half black,
    /// nothing.
    void multipliedGrayWhereZeroIsWhite() {
        PixelFormat format = gray(ComponentType::u8, 255);
        format.stride = 2;
        format.place = {0, 0, 0, 1};
        format.inverted = true;
        format.alpha = PixelFormat::Alpha::associated;
        const std::vector<std::uint8_t> pixels{0, 255, 255, 255, 0, 51, 51, 51, 0, 0};
        const auto* row = reinterpret_cast<const std::byte*>(pixels.data());
        const auto samplesOf = [&](AlphaUse use) {
            format.alphaUse = use;
            std::vector<float> samples(5, -1);
            PixelConverter(format).convert({row, row, row, row}, 0, 5, samples.data());
            return samples;
        };
        QCOMPARE(samplesOf(AlphaUse::multiply), (std::vector<float>{1, 0, 0.2F, 0, 0}));
        QCOMPARE(samplesOf(AlphaUse::white), (std::vector<float>{1, 0, 1, 0.8F, 1}));
        QCOMPARE(samplesOf(AlphaUse::only), (std::vector<float>{1, 1, 0.2F, 0.2F, 0}));
    }

    void theEndsAreExact() {
        QVERIFY(sampleOf(gray(ComponentType::u8, 255), std::uint8_t{255}) == 1.0F);
        QVERIFY(sampleOf(gray(ComponentType::u16, 1000), std::uint16_t{1000}) == 1.0F);
        QVERIFY(sampleOf(gray(ComponentType::u32, 4294967295.0), 0xFFFFFFFFU) == 1.0F);
        QVERIFY(!std::signbit(sampleOf(gray(ComponentType::u8, 255), std::uint8_t{0})));
    }

    void floatsPassAsTheyAre() {
        QVERIFY(std::isnan(sampleOf(gray(ComponentType::f32, 1), std::numeric_limits<float>::quiet_NaN())));
        QVERIFY(sampleOf(gray(ComponentType::f32, 1), -7.5F) == -7.5F);
    }

    void coloursAreWeightedLeftToRight() {
        PixelFormat format = gray(ComponentType::u8, 255);
        format.model = PixelFormat::Model::colour;
        format.stride = 3;
        const PixelConverter converter(format);
        for (int v = 0; v < 256 * 256; ++v) {
            const std::byte rgb[3] = {static_cast<std::byte>(v), static_cast<std::byte>(v >> 8),
                                      static_cast<std::byte>(v * 7)};
            const double red = 0.299 * std::to_integer<int>(rgb[0]);
            const double green = 0.587 * std::to_integer<int>(rgb[1]);
            const double blue = 0.114 * std::to_integer<int>(rgb[2]);
            const double two = red + green;
            float sample = -1;
            converter.convert({rgb, rgb + 1, rgb + 2}, 0, 1, &sample);
            QVERIFY(sample == static_cast<float>((two + blue) / 255));  // exact: QCOMPARE is fuzzy
        }
    }

    /// Each value of 8 bits gives the same level as its sample.
    void levelsAreThoseOfTheSamples_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("stride");
        QTest::addColumn<bool>("inverted");
        QTest::addColumn<double>("maximum");
        const auto row = [](const char* name, ComponentType type, int stride, bool inverted, double maximum) {
            QTest::newRow(name) << static_cast<int>(type) << stride << inverted << maximum;
        };
        row("bytes", ComponentType::u8, 1, false, 255);
        row("bytes with alpha", ComponentType::u8, 2, false, 255);
        row("bytes, 0 is white", ComponentType::u8, 1, true, 255);
        row("single bits", ComponentType::u1, 1, false, 1);
        row("bits, 0 is white", ComponentType::u1, 1, true, 1);
    }
    void levelsAreThoseOfTheSamples() {
        QFETCH(int, type);
        QFETCH(int, stride);
        QFETCH(bool, inverted);
        QFETCH(double, maximum);
        PixelFormat format = gray(static_cast<ComponentType>(type), maximum);
        format.stride = stride;
        format.inverted = inverted;
        const PixelConverter converter(format);
        QCOMPARE(converter.bits(), 8);
        std::vector<std::byte> bytes;
        for (int v = 0; v < 256 * stride; ++v)
            bytes.push_back(static_cast<std::byte>(v));
        for (const std::int64_t first : {0, 3}) {
            const std::int64_t count = 256 - first;
            std::vector<float> samples(static_cast<std::size_t>(count));
            std::vector<std::uint8_t> levels(static_cast<std::size_t>(count));
            converter.convert({bytes.data(), nullptr, nullptr}, first, count, samples.data());
            converter.convert({bytes.data(), nullptr, nullptr}, first, count, levels.data());
            for (std::size_t i = 0; i < levels.size(); ++i)
                QVERIFY(samples[i] == static_cast<float>(levels[i]) / 255.0F);
        }
    }

    void packedBitsStartAnywhere() {
        const std::byte bytes[] = {std::byte{0b10110001}, std::byte{0b01000000}};
        const std::vector<float> all = {1, 0, 1, 1, 0, 0, 0, 1, 0, 1};
        const PixelConverter converter(gray(ComponentType::u1, 1));
        for (std::int64_t first = 0; first < 10; ++first) {
            std::vector<float> samples(static_cast<std::size_t>(10 - first));
            converter.convert({bytes, nullptr, nullptr}, first, 10 - first, samples.data());
            QCOMPARE(samples, std::vector<float>(all.begin() + first, all.end()));
        }
    }
};

BURIN_TEST(TestPixelFormat)
#include "test_pixel_format.moc"
