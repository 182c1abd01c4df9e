// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/length.hpp"
#include "support/testing.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

using namespace burin;

class TestLength : public QObject {
    Q_OBJECT

  private slots:
    void aNumberIsRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        const double infinity = std::numeric_limits<double>::infinity();
        const auto add = [](const char* text, double value) {
            QTest::newRow(text) << QString(text) << value;
        };
        add("0", 0);
        add("12", 12);
        add("+12", 12);
        add("-12", -12);
        add("010", 10);
        add(".5", 0.5);
        add("-.5", -0.5);
        add("5.", 5);
        add("0.1", 0.1);
        add("1e3", 1000);
        add("1E3", 1000);
        add("1e+3", 1000);
        add("25e-1", 2.5);
        add("1.7976931348623157e308", 1.7976931348623157e308);
        QTest::newRow("four hundred zeros") << "1" + QString(400, '0') << infinity;
        QTest::newRow("four hundred zeros and back") << "1" + QString(400, '0') + "e-400" << 1.0;
        QTest::newRow("four hundred zeros behind the point") << "0." + QString(400, '0') + "1" << 0.0;
        add("1e308", 1e308);
        add("1e309", infinity);
        add("-1e309", -infinity);
        add("0.1e310", infinity);
        add("100e307", infinity);
        add("1e99999999999999999999999999", infinity);
        add("0e99999999999999999999999999", 0);
        add("1e-400", 0);
        add("1000e-400", 0);
        add("1e-99999999999999999999999999", 0);
        add("4.9406564584124654e-324", std::numeric_limits<double>::denorm_min());
    }
    void aNumberIsRead() {
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto read = parseNumber(text.toStdString());
        QVERIFY(read);
        QVERIFY2(*read == value, qPrintable(QString::number(*read, 'g', 17)));
    }

    void anythingElseIsNoNumber_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"",         " ",   "+",     "-",    ".",    "+.",    "e5",      "1e",  "1e+",
              ".e1",      "1 ",  " 1",    "1 2",  "1,5",  "1.2.3", "--1",     "+-1", "0x10",
              "0o17",     "0b1", "1_000", "1:30", ".inf", "-.inf", ".nan",    "inf", "nan",
              "infinity", "1f",  "1d",    "1L",   "one",  "1e3.5", "\xD9\xA1"}) {
            QTest::newRow(text) << QString::fromUtf8(text);
        }
    }
    void anythingElseIsNoNumber() {
        QFETCH(QString, text);
        QVERIFY(!parseNumber(text.toStdString()));
        QVERIFY(!parseLength(text.toStdString()));
    }

    /// Law: numbers that the library prints read back exactly.
    void aPrintedNumberReadsBack() {
        std::mt19937_64 random(20);
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t bits = random();
            double value = 0;
            std::memcpy(&value, &bits, sizeof value);
            if (!std::isfinite(value)) continue;
            char text[32];
            const auto end = std::to_chars(text, text + sizeof text, value);
            const auto read = parseNumber({text, static_cast<std::size_t>(end.ptr - text)});
            QVERIFY(read && *read == value);
        }
    }

    void aLengthIsRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("unit");
        const auto add = [](const char* text, double value, LengthUnit unit) {
            QTest::newRow(text) << QString::fromUtf8(text) << value << static_cast<int>(unit);
        };
        add("12", 12, LengthUnit::pixel);
        add("12px", 12, LengthUnit::pixel);
        add("12 px", 12, LengthUnit::pixel);
        add("12.5 mm", 12.5, LengthUnit::millimetre);
        add("12.5mm", 12.5, LengthUnit::millimetre);
        add("12.5 \t mm", 12.5, LengthUnit::millimetre);
        add("-1 um", -1, LengthUnit::micrometre);
        add("1 \u00b5m", 1, LengthUnit::micrometre);
        add("1 \u03bcm", 1, LengthUnit::micrometre);
        add("1e3 cm", 1000, LengthUnit::centimetre);
        add("1e3m", 1000, LengthUnit::metre);
        add(".5in", 0.5, LengthUnit::inch);
    }
    void aLengthIsRead() {
        QFETCH(QString, text);
        QFETCH(double, value);
        QFETCH(int, unit);
        const auto read = parseLength(text.toStdString());
        QVERIFY(read);
        QCOMPARE(read->value, value);
        QCOMPARE(static_cast<int>(read->unit), unit);
    }

    void anythingElseIsNoLength_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"mm", "1 MM", "1 Mm", "1 km", "1 m m", "1 mm 2", "1 mm ", " 1 mm", "1em",
                                 "1 inch", "1\"", "1 \u00b5", "1 µm²", "1 %", "m1", "1 um,"}) {
            QTest::newRow(text) << QString::fromUtf8(text);
        }
    }
    void anythingElseIsNoLength() {
        QFETCH(QString, text);
        QVERIFY(!parseLength(text.toStdString()));
    }

    void aLengthBecomesPixels_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("pitchUm");
        QTest::addColumn<double>("whole");
        QTest::addColumn<double>("micrometres");
        const auto add = [](const char* name, const char* text, double pitch, double whole, double um) {
            QTest::newRow(name) << QString(text) << pitch << whole << um;
        };
        add("two metres at 1 um", "2 m", 1, 2e6, 2e6);
        add("a plain number is pixels", "7", 3, 7, 21);
        add("a plain half is rounded up", "7.5", 3, 8, 22.5);
        add("a negative half is rounded up", "-7.5", 3, -7, -22.5);
        add("half a pixel is rounded up", "1 um", 2, 1, 1);
        add("less than half is rounded down", "0.99 um", 2, 0, 0.99);
        add("an inch at 1200 dpi", "1 in", 25400.0 / 1200, 1200, 25400);
        add("a tenth of a millimetre at 2.54 um", "0.1 mm", 2.54, 39, 100);
        add("far away", "-1e9 m", 1, -1e15, -1e15);
    }
    void aLengthBecomesPixels() {
        QFETCH(QString, text);
        QFETCH(double, pitchUm);
        QFETCH(double, whole);
        QFETCH(double, micrometres);
        const auto length = parseLength(text.toStdString());
        QVERIFY(length);
        QCOMPARE(length->wholePixels(pitchUm), whole);
        QCOMPARE(length->micrometres(pitchUm), micrometres);
    }

    /// The order of operations is fixed: multiply by the unit's micrometres, divide by the pitch, add a half.
    void theOrderOfOperationsIsTheFormats() {
        std::mt19937_64 random(21);
        std::uniform_real_distribution<double> values(0.001, 5000);
        bool otherOrderDiffers = false;
        for (int i = 0; i < 100000; ++i) {
            const double value = values(random);
            const double pitch = values(random) / 500;
            const Length length{value, LengthUnit::millimetre};
            const volatile double product = value * 1000.0;
            const volatile double quotient = product / pitch;
            QVERIFY(length.pixels(pitch) == quotient);
            QVERIFY(length.wholePixels(pitch) == std::floor(quotient + 0.5));
            const volatile double perPixel = 1000.0 / pitch;
            otherOrderDiffers = otherOrderDiffers || value * perPixel != quotient;
        }
        QVERIFY(otherOrderDiffers);
    }
};

BURIN_TEST(TestLength)
#include "test_length.moc"
