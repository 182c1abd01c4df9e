// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the moments of height distributions with sums over twenty thousand places, which share nothing
// with the solver.

#include "core/kinds/methods/height_distribution.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <functional>

using namespace burin;

namespace {

/// E g(z) of a standard normal z, by the midpoint rule.
double meanOver(const std::function<double(double z)>& g) {
    constexpr int steps = 20'000;
    constexpr double step = 30.0 / steps;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double z = -15 + (i + 0.5) * step;
        sum += g(z) * std::exp(-z * z / 2) * step;
    }
    return sum / std::sqrt(2 * 3.141592653589793);
}

/// The mean of f(x) f(y) for normal numbers x and y with the correlation rho.
double correlationOf(const HeightDistribution& f, double rho) {
    constexpr int steps = 400;
    constexpr double step = 22.0 / steps;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        for (int j = 0; j < steps; ++j) {
            const double x = -11 + (i + 0.5) * step;
            const double other = -11 + (j + 0.5) * step;
            const double y = rho * x + std::sqrt(1 - rho * rho) * other;
            sum += f(x) * f(y) * std::exp(-(x * x + other * other) / 2);
        }
    }
    return sum * step * step / (2 * 3.141592653589793);
}

}  // namespace

class TestHeightDistribution : public QObject {
    Q_OBJECT

  private slots:
    void momentsAreMet_data() {
        QTest::addColumn<double>("skewness");
        QTest::addColumn<double>("kurtosis");
        const auto row = [](double skewness, double kurtosis) {
            QTest::addRow("skewness %g, kurtosis %g", skewness, kurtosis) << skewness << kurtosis;
        };
        for (const double kurtosis : {2.2, 2.5, 3.0, 3.0001, 6.0, 15.0})
            row(0, kurtosis);
        for (const double kurtosis : {2.5, 4.0, 10.0})
            row(0.5, kurtosis);
        for (const double kurtosis : {4.0, 10.0})
            row(1, kurtosis);
        for (const double kurtosis : {6.0, 15.0})
            row(-1.5, kurtosis);
        row(-0.8, 4);
    }
    void momentsAreMet() {
        QFETCH(double, skewness);
        QFETCH(double, kurtosis);
        const auto f = HeightDistribution::withMoments(skewness, kurtosis);
        QVERIFY(f.has_value());
        const auto power = [&](int n) { return meanOver([&](double z) { return std::pow((*f)(z), n); }); };
        QVERIFY(std::abs(power(1)) < 1e-8);
        QVERIFY(std::abs(power(2) - 1) < 1e-8);
        QVERIFY(std::abs(power(3) - skewness) < 1e-8);
        QVERIFY(std::abs(power(4) - kurtosis) < 1e-8);
        const double magnitude = meanOver([&](double z) { return std::abs((*f)(z)); });
        QVERIFY(std::abs(f->meanMagnitude() - magnitude) < 1e-6);
        QVERIFY(std::abs(correlationOf(*f, f->normalCorrelation(0.2)) - 0.2) < 1e-6);
        for (double z = -6; z < 6; z += 0.1)
            QVERIFY((*f)(z) < (*f)(z + 0.1));
    }

    void momentsThatNothingHasAreRefused() {
        QVERIFY(!HeightDistribution::withMoments(2, 4.5));
        QVERIFY(!HeightDistribution::withMoments(0.5, 2.2));
    }

    void aNormalSurfaceStaysAsItIs() {
        const auto f = HeightDistribution::withMoments(0, 3);
        QVERIFY(f && f->plain());
        QCOMPARE((*f)(1.25), 1.25);
        QCOMPARE(f->normalCorrelation(0.2), 0.2);
    }
};

BURIN_TEST(TestHeightDistribution)
#include "test_height_distribution.moc"
