// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/curve.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace burin;

namespace {

using Points = std::vector<std::pair<double, double>>;

float applied(const Curve& curve, float v) {
    curve.apply(&v, 1);
    return v;
}

/// The root's formula for one sample; searches the segment from the start.
float slow(const Points& points, float v) {
    std::vector<std::pair<float, float>> p;
    for (const auto& [in, out] : points)
        p.emplace_back(static_cast<float>(in), static_cast<float>(out));
    if (v <= p.front().first) return p.front().second;
    if (v >= p.back().first) return p.back().second;
    std::size_t i = 0;
    while (v >= p[i + 1].first)
        ++i;
    const float slope = (p[i + 1].second - p[i].second) / (p[i + 1].first - p[i].first);
    return p[i].second + (v - p[i].first) * slope;
}

}  // namespace

class TestCurve : public QObject {
    Q_OBJECT

  private slots:
    void values_data() {
        QTest::addColumn<double>("in");
        QTest::addColumn<double>("out");
        QTest::newRow("before the first point") << -1.0 << 1.0;
        QTest::newRow("at the first point") << 0.25 << 1.0;
        QTest::newRow("half-way down") << 0.375 << 0.5;
        QTest::newRow("at the point in the middle") << 0.5 << 0.0;
        QTest::newRow("half-way up") << 0.625 << 1.0;
        QTest::newRow("at the last point") << 0.75 << 2.0;
        QTest::newRow("behind the last point") << 9.0 << 2.0;
        QTest::newRow("at infinity") << std::numeric_limits<double>::infinity() << 2.0;
        QTest::newRow("at minus infinity") << -std::numeric_limits<double>::infinity() << 1.0;
    }
    void values() {
        QFETCH(double, in);
        QFETCH(double, out);
        const Curve curve({{0.25, 1}, {0.5, 0}, {0.75, 2}});
        QCOMPARE(curve(in), out);
        QCOMPARE(applied(curve, static_cast<float>(in)), static_cast<float>(out));
    }

    void samplesAreComputedInBinary32() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> unit(0, 1);
        for (const int count : {2, 3, 17, 1024}) {
            Points points;
            for (int i = 0; i < count; ++i)
                points.emplace_back((i + unit(random) * 0.9) / count, unit(random));
            const Curve curve(points);
            std::vector<float> values;
            for (int i = 0; i < 20000; ++i)
                values.push_back(static_cast<float>(unit(random) * 1.2 - 0.1));
            for (const auto& [in, out] : points)
                values.push_back(static_cast<float>(in));
            std::vector<float> result = values;
            curve.apply(result.data(), static_cast<std::int64_t>(result.size()));
            for (std::size_t i = 0; i < values.size(); ++i)
                QCOMPARE(result[i], slow(points, values[i]));
        }
    }

    void numbersAreComputedInBinary64() {
        const Curve curve({{0, 0.1}, {3, 0.7}});
        QCOMPARE(curve(1.1), 0.1 + (1.1 - 0) * ((0.7 - 0.1) / (3 - 0)));
    }

    void pointsThatFallTogetherInBinary32() {
        const double next = 0.5 + 1e-12;
        const Curve curve({{0, 0}, {0.5, 0.25}, {next, 0.75}, {1, 1}});
        QCOMPARE(applied(curve, 0.25F), 0.125F);
        QCOMPARE(applied(curve, 0.5F), 0.75F);
        QCOMPARE(applied(curve, 0.75F), 0.875F);
        QVERIFY(applied(curve, std::nextafter(0.5F, 0.0F)) <= 0.25F);
        QCOMPARE(curve(0.5), 0.25);
        QCOMPARE(curve(next), 0.75);
    }

    void allPointsFallTogetherInBinary32() {
        const Curve curve({{0.5, 0.25}, {0.5 + 1e-12, 0.75}});
        QCOMPARE(applied(curve, 0.4F), 0.25F);
        QCOMPARE(applied(curve, 0.6F), 0.75F);
    }

    void aStepTooSteepForBinary32() {
        const Curve curve({{0, 0}, {1e-41, 0.5}, {2e-41, 1}, {1, 1}});
        QCOMPARE(applied(curve, static_cast<float>(1e-41)), 0.5F);
        QCOMPARE(applied(curve, 0.5F), 1.0F);
    }

    void notANumberStaysOne() {
        const Curve curve({{0, 0}, {1, 1}});
        QVERIFY(std::isnan(curve(std::nan(""))));
        QVERIFY(std::isnan(applied(curve, std::nanf(""))));
    }

    void theTextHasAllDigits() {
        QCOMPARE(Curve({{0, 0.1}, {1, 1.0 / 3}}).canonical(),
                 std::string("0:0.10000000000000001,1:0.33333333333333331"));
    }
};

BURIN_TEST(TestCurve)
#include "test_curve.moc"
