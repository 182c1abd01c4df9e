// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the trigonometric functions with the C library's in a wider type.

#include "core/outlines/trigonometry.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <random>

using namespace burin;

namespace {

/// The distance of two numbers in units of the last place of `wanted`.
double ulps(double got, long double wanted) {
    const double rounded = static_cast<double>(wanted);
    if (rounded == 0) return got == 0 ? 0 : 1e9;
    const double spacing = std::nextafter(std::fabs(rounded), INFINITY) - std::fabs(rounded);
    return static_cast<double>(std::fabs(static_cast<long double>(got) - wanted)) / spacing;
}

}  // namespace

class TestTrigonometry : public QObject {
    Q_OBJECT

  private slots:
    void functionsAreWithinOneUlp();
    void quarterTurnsAreExact();
    void degreesAreWithinOneUlp();
};

void TestTrigonometry::functionsAreWithinOneUlp() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-40, 18);
    std::uniform_real_distribution<double> unit(-1, 1);
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double x = unit(random) * std::exp2(exponent(random));
        const double y = unit(random) * std::exp2(exponent(random));
        const SineCosine got = sineCosine(x);
        const long double wide = x;
        worst = std::max(worst, ulps(got.sine, std::sin(wide)));
        worst = std::max(worst, ulps(got.cosine, std::cos(wide)));
        worst = std::max(worst, ulps(tangentOf(x), std::tan(wide)));
        worst = std::max(worst, ulps(arcTangent(y, x), std::atan2(static_cast<long double>(y), wide)));
    }
    QVERIFY2(worst < 1, qPrintable(QString::number(worst)));
    QCOMPARE(arcTangent(0, -1), piNumber);
    QCOMPARE(arcTangent(-1, 0), -piNumber / 2);
    QCOMPARE(arcTangent(0, 0), 0.0);
}

void TestTrigonometry::quarterTurnsAreExact() {
    for (int i = -9; i <= 9; ++i) {
        const SineCosine got = sineCosineOfDegrees(90.0 * i);
        QCOMPARE(got.cosine, (i & 1) != 0 ? 0.0 : (i & 2) != 0 ? -1.0 : 1.0);
        QCOMPARE(got.sine, (i & 1) == 0 ? 0.0 : (i & 2) != 0 ? -1.0 : 1.0);
    }
}

void TestTrigonometry::degreesAreWithinOneUlp() {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> degrees(-720, 720);
    const long double unit = 3.14159265358979323846264338327950288L / 180;
    double worst = 0;
    for (int i = 0; i < 50'000; ++i) {
        const double d = degrees(random);
        const long double reduced = std::fmod(static_cast<long double>(d), 360.0L) * unit;
        if (std::fabs(std::sin(2 * reduced)) < 0.2L)
            continue;  // near the zeros of sine and cosine the
                       // comparison is too coarse
        const SineCosine got = sineCosineOfDegrees(d);
        worst = std::max({worst, ulps(got.sine, std::sin(reduced)), ulps(got.cosine, std::cos(reduced))});
    }
    QVERIFY2(worst < 1, qPrintable(QString::number(worst)));
}

BURIN_TEST(TestTrigonometry)
#include "test_trigonometry.moc"
