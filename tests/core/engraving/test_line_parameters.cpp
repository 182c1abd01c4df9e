// SPDX-License-Identifier: GPL-3.0-or-later

// Line parameters of profiles with known results.

#include "core/engraving/measuring/height_profile.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <numbers>
#include <vector>

using namespace burin;

class TestLineParameters : public QObject {
    Q_OBJECT

  private slots:
    void isThatOfAKnownProfile_data();
    void isThatOfAKnownProfile();
    void rzIsTheMeanOfFiveSections();
    void aSingleHeightHasNone();
};

namespace {

constexpr int count = 10000;

std::vector<double> profileOf(double (*height)(double)) {
    std::vector<double> heights(count);
    for (int k = 0; k < count; ++k)
        heights[static_cast<std::size_t>(k)] = height((k + 0.5) / count);
    return heights;
}

ProfileParameters parametersOf(const std::vector<double>& heights) {
    return profileParameters(heights, 1, 1e-6);
}

}  // namespace

void TestLineParameters::isThatOfAKnownProfile_data() {
    QTest::addColumn<QVector<double>>("heights");
    QTest::addColumn<double>("ra");
    QTest::addColumn<double>("rq");
    QTest::addColumn<double>("rz");
    const auto row = [](const char* name, double (*height)(double), double ra, double rq, double rz) {
        const std::vector<double> heights = profileOf(height);
        QTest::addRow("%s", name) << QVector<double>(heights.begin(), heights.end()) << ra << rq << rz;
    };
    row(
        "a level line", [](double) { return 7.0; }, 0, 0, 0);
    row(
        "a slope is not roughness", [](double x) { return 3 - 20 * x; }, 0, 0, 0);
    row(
        "a sine of amplitude 2: Ra is 2 A / pi, Rq is A / sqrt 2",
        [](double x) { return 5 + 2 * std::sin(200 * std::numbers::pi * x); }, 4 / std::numbers::pi,
        std::sqrt(2.0), 4);
    row(
        "steps of 3: both are half of them", [](double x) { return std::fmod(100 * x, 1) < 0.5 ? 0.0 : 3.0; },
        1.5, 1.5, 3);
    row(
        "teeth of height 1: Ra is a quarter, Rq is 1 / sqrt 12",
        [](double x) { return std::fmod(100 * x, 1); }, 0.25, 1 / std::sqrt(12.0), 0.99);
    row(
        "a sine on a slope", [](double x) { return 90 * x + 2 * std::sin(200 * std::numbers::pi * x); },
        4 / std::numbers::pi, std::sqrt(2.0), 4);
}

void TestLineParameters::isThatOfAKnownProfile() {
    QFETCH(QVector<double>, heights);
    QFETCH(double, ra);
    QFETCH(double, rq);
    QFETCH(double, rz);
    const ProfileParameters found = parametersOf({heights.begin(), heights.end()});
    const auto near = [](double a, double b) { return std::fabs(a - b) <= 1e-2 * std::max(b, 0.01); };
    QVERIFY2(near(found.Ra, ra), qPrintable(QString::number(found.Ra)));
    QVERIFY2(near(found.Rq, rq), qPrintable(QString::number(found.Rq)));
    QVERIFY2(near(found.Rz, rz), qPrintable(QString::number(found.Rz)));
}

/// One deep scratch raises Rz by a fifth of its depth.
void TestLineParameters::rzIsTheMeanOfFiveSections() {
    std::vector<double> heights(1000);
    for (std::size_t k = 0; k < heights.size(); ++k)
        heights[k] = k % 2 == 0 ? 0 : 1;
    const double before = parametersOf(heights).Rz;
    heights[500] = -10;
    const double after = parametersOf(heights).Rz;
    QVERIFY(std::fabs(before - 1) < 1e-2);
    QVERIFY2(std::fabs(after - 3) < 2e-2, qPrintable(QString::number(after)));
}

void TestLineParameters::aSingleHeightHasNone() {
    QCOMPARE(parametersOf({3}).Ra, 0.0);
    QCOMPARE(parametersOf({3}).Rz, 0.0);
}

BURIN_TEST(TestLineParameters)
#include "test_line_parameters.moc"
