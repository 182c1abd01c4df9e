// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancelled.hpp"
#include "core/engraving/photograph/odd_features.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace burin {

namespace {

constexpr Size size{400, 320};
constexpr Point middle{150, 170};

/// Grain of a few px, and what `odd` adds.
std::vector<float> grain(const std::function<double(double x, double y)>& odd) {
    test::Random random(5);
    std::vector<double> noise(static_cast<std::size_t>((size.width + 2) * (size.height + 2)));
    for (double& one : noise)
        one = random.real(-1, 1);
    std::vector<float> samples;
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x) {
            double sum = 0;
            for (std::int64_t i = 0; i < 9; ++i)
                sum += noise[static_cast<std::size_t>((y + i / 3) * (size.width + 2) + x + i % 3)];
            const double value = 0.5 + 0.06 * sum + odd(static_cast<double>(x), static_cast<double>(y));
            samples.push_back(static_cast<float>(std::clamp(value, 0.0, 1.0)));
        }
    }
    return samples;
}

double nothing(double, double) {
    return 0;
}

/// A dark bead.
double bead(double x, double y) {
    return std::hypot(x - double(middle.x), y - double(middle.y)) < 9 ? -0.4 : 0;
}

std::vector<OddFeature> featuresOf(const std::vector<float>& samples) {
    MemoryBudget ample(std::size_t{1} << 30U);
    return oddFeatures(samples, size, ample, {});
}

double apart(Point a, Point b) {
    return std::hypot(double(a.x - b.x), double(a.y - b.y));
}

}  // namespace

class TestOddFeatures : public QObject {
    Q_OBJECT

  private slots:
    void anEvenPhotographHasNone() { QVERIFY(featuresOf(grain(nothing)).empty()); }

    void aFeatureIsFoundOnce() {
        const std::vector<OddFeature> found = featuresOf(grain(bead));
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(apart(found[0].at, middle) <= 6);
        QVERIFY(found[0].radiusPx > 18);
        QVERIFY(apart(found[0].at, found[0].cover) >= 2 * double(found[0].radiusPx));
    }

    /// Discs cover a scratch along its whole length, except for the ends that fade.
    void aLongFeatureIsFoundAsSeveral() {
        const std::vector<OddFeature> found = featuresOf(grain([](double x, double y) {
            return x > 140 && x < 240 && std::abs(y - 160 - 0.1 * (x - 190)) < 3 ? -0.45 : 0;
        }));
        QVERIFY(found.size() >= 2);
        for (std::int64_t x = 150; x < 230; ++x) {
            const auto covers = [x](const OddFeature& one) {
                return coverShare(apart(one.at, {x, 160 + (x - 190) / 10}), double(one.radiusPx)) > 0.5;
            };
            QVERIFY2(std::any_of(found.begin(), found.end(), covers), qPrintable(QString::number(x)));
        }
    }

    void theSearchIsBounded() {
        const std::vector<OddFeature> found = featuresOf(grain([](double x, double y) {
            return std::hypot(std::fmod(x, 97) - 48, std::fmod(y, 83) - 41) < 5 + 0.02 * x ? -0.4 : 0;
        }));
        QVERIFY(found.size() <= mostOddFeatures);
    }

    void aCoverFadesAtItsRim() {
        QCOMPARE(coverShare(0, 24), 1.0);
        QCOMPARE(coverShare(18, 24), 1.0);
        QCOMPARE(coverShare(21, 24), 0.5);
        QCOMPARE(coverShare(24, 24), 0.0);
        QCOMPARE(coverShare(30, 24), 0.0);
    }

    void aSmallOrPlainPhotographHasNone() {
        MemoryBudget ample(std::size_t{1} << 30U);
        QVERIFY(oddFeatures(std::vector<float>(159 * 159, 0.5F), {159, 159}, ample, {}).empty());
        QCOMPARE(ample.peak(), std::size_t{0});
        QVERIFY(oddFeatures(std::vector<float>(160 * 160, 0.5F), {160, 160}, ample, {}).empty());
    }

    void memoryIsReserved() {
        MemoryBudget ample(std::size_t{1} << 30U);
        static_cast<void>(oddFeatures(grain(nothing), size, ample, {}));
        QCOMPARE(ample.peak(), oddFeatureBytes(size));
        QCOMPARE(ample.used(), std::size_t{0});
        MemoryBudget little(oddFeatureBytes(size) - 1);
        QVERIFY_THROWS_EXCEPTION(OutOfMemory,
                                 static_cast<void>(oddFeatures(grain(nothing), size, little, {})));
    }

    void itCanBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        MemoryBudget ample(std::size_t{1} << 30U);
        QVERIFY_THROWS_EXCEPTION(
            Cancelled, static_cast<void>(oddFeatures(grain(nothing), size, ample, stop.get_token())));
    }
};

}  // namespace burin

BURIN_TEST(burin::TestOddFeatures)
#include "test_odd_features.moc"
