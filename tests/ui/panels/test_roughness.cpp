// SPDX-License-Identifier: GPL-3.0-or-later

// Roughness of profiles with known results.

#include "support/testing.hpp"
#include "ui/panels/roughness.hpp"

#include <cmath>
#include <numbers>
#include <vector>

using namespace burin::ui;

class TestRoughness : public QObject {
    Q_OBJECT

  private slots:
    void isThatOfAKnownProfile_data();
    void isThatOfAKnownProfile();
    void rzIsTheMeanOfFiveSections();
    void tooFewHeightsHaveNone();
};

namespace {

constexpr int count = 10000;

std::vector<double> profileOf(double (*height)(double)) {
    std::vector<double> heights(count);
    for (int k = 0; k < count; ++k)
        heights[static_cast<std::size_t>(k)] = height((k + 0.5) / count);
    return heights;
}

}  // namespace

void TestRoughness::isThatOfAKnownProfile_data() {
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
        "a slope is no roughness", [](double x) { return 3 - 20 * x; }, 0, 0, 0);
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

void TestRoughness::isThatOfAKnownProfile() {
    QFETCH(QVector<double>, heights);
    QFETCH(double, ra);
    QFETCH(double, rq);
    QFETCH(double, rz);
    const Roughness roughness = roughnessOf(std::vector<double>(heights.begin(), heights.end()));
    const auto near = [](double a, double b) { return std::fabs(a - b) <= 1e-2 * std::max(b, 0.01); };
    QVERIFY2(near(roughness.ra, ra), qPrintable(QString::number(roughness.ra)));
    QVERIFY2(near(roughness.rq, rq), qPrintable(QString::number(roughness.rq)));
    QVERIFY2(near(roughness.rz, rz), qPrintable(QString::number(roughness.rz)));
}

/// One deep scratch raises Rz by a fifth of its depth.
void TestRoughness::rzIsTheMeanOfFiveSections() {
    std::vector<double> heights(1000);
    for (std::size_t k = 0; k < heights.size(); ++k)
        heights[k] = k % 2 == 0 ? 0 : 1;
    const double before = roughnessOf(heights).rz;
    heights[500] = -10;
    const double after = roughnessOf(heights).rz;
    QVERIFY(std::fabs(before - 1) < 1e-2);
    QVERIFY2(std::fabs(after - 3) < 2e-2, qPrintable(QString::number(after)));
}

void TestRoughness::tooFewHeightsHaveNone() {
    QCOMPARE(roughnessOf({}).ra, 0.0);
    QCOMPARE(roughnessOf(std::vector<double>{3}).rz, 0.0);
}

BURIN_TEST(TestRoughness)
#include "test_roughness.moc"
