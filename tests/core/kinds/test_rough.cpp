// SPDX-License-Identifier: GPL-3.0-or-later

// Compares rough with the definition on the format's page, sample by sample, and its surfaces with the
// roughness that is specified.

#include "core/kinds/generate/rough.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/rough_reference.hpp"
#include "support/textures/texture_test.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

Rough roughOf(const RoughNode& node) {
    Rough::Parameters all;
    all.heights = *HeightDistribution::withMoments(node.skew, node.kurtosis);
    all.sq = node.measure == "vdi" ? 0.1 * std::pow(10, node.value / 20) : node.value;
    if (node.fullDepth != 0) all.sq /= node.fullDepth;
    if (node.measure != "sq") all.sq /= all.heights.meanMagnitude();
    all.salPx = node.sal;
    all.str = node.str;
    all.rotate = node.rotate;
    all.closes = node.closes;
    all.seed = static_cast<std::uint32_t>(node.seed);
    all.spectrum = node.spectrum == "gaussian"      ? Rough::Spectrum::gaussian
                   : node.spectrum == "exponential" ? Rough::Spectrum::exponential
                                                    : Rough::Spectrum::selfAffine;
    all.hurst = node.hurst;
    all.mean = node.mean;
    return Rough(all);
}

/// The moments of all samples of an image.
struct Moments {
    double sq = 0;
    double sa = 0;
    double skew = 0;
    double kurtosis = 0;

    Moments() = default;
    explicit Moments(const OwnedSamples& image) {
        const auto count = static_cast<double>(image.samples.size());
        double mean = 0;
        for (const float sample : image.samples)
            mean += static_cast<double>(sample) / count;
        double powers[5] = {};
        for (const float sample : image.samples) {
            const double away = static_cast<double>(sample) - mean;
            sa += std::abs(away) / count;
            for (int n = 2; n < 5; ++n)
                powers[n] += std::pow(away, n) / count;
        }
        sq = std::sqrt(powers[2]);
        skew = powers[3] / std::pow(sq, 3);
        kurtosis = powers[4] / std::pow(sq, 4);
    }
};

/// The autocorrelation over a distance.
double correlation(const OwnedSamples& image, Point step) {
    double products = 0;
    double squares = 0;
    for (std::int64_t y = image.area.y; y + step.y < image.area.bottom(); ++y) {
        for (std::int64_t x = image.area.x; x + step.x < image.area.right(); ++x) {
            const double here = static_cast<double>(image.at(x, y)) - 0.5;
            products += here * (static_cast<double>(image.at(x + step.x, y + step.y)) - 0.5);
            squares += here * here;
        }
    }
    return products / squares;
}

}  // namespace

class TestRough : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() { addCorners(); }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        double worst = 0;
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            const RoughNode node = randomRough(random);
            const OwnedSamples image = samplesOf(roughOf(node), {corner.x, corner.y, 23, 9});
            for (std::int64_t y = corner.y; y < corner.y + 9; y += 2) {
                for (std::int64_t x = corner.x; x < corner.x + 23; ++x) {
                    const double wanted = roughOfPage(node, {x, y}, 1);
                    const auto found = static_cast<double>(image.at(x, y));
                    const double off = std::abs(found - wanted);
                    if (off > 1e-5) {
                        QFAIL(qPrintable(QString("seed %1, (%2, %3): %4 instead of %5")
                                             .arg(seed)
                                             .arg(x)
                                             .arg(y)
                                             .arg(found)
                                             .arg(wanted)));
                    }
                    worst = std::max(worst, off);
                }
            }
        }
        qInfo("the largest difference is %.2g", worst);
    }

    void lengthsAreThePages() {
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            const RoughNode node = randomRough(random);
            QCOMPARE(roughOf(node).lengthPx, roughLengthOfPage(node));
        }
    }

    void anyRegionIsTheCrop() {
        for (const std::uint64_t seed : seedsOfTest(30)) {
            Random random(seed);
            expectCrops(roughOf(randomRough(random)), random);
        }
    }

    void aClosedSurfaceRepeatsToTheBit() {
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            RoughNode node = randomRough(random);
            if (node.closes == Size{}) continue;
            expectRepeats(roughOf(node), node.closes, random);
        }
    }

    void numbersAreReached_data() {
        QTest::addColumn<QString>("spectrum");
        QTest::addColumn<double>("skew");
        QTest::addColumn<double>("kurtosis");
        QTest::addColumn<double>("str");
        QTest::newRow("gaussian") << "gaussian" << 0.0 << 3.0 << 1.0;
        QTest::newRow("with pits") << "gaussian" << -0.8 << 4.0 << 1.0;
        QTest::newRow("stretched") << "gaussian" << 0.0 << 3.0 << 0.25;
        QTest::newRow("exponential") << "exponential" << 0.0 << 3.0 << 1.0;
    }
    void numbersAreReached() {
        QFETCH(QString, spectrum);
        QFETCH(double, skew);
        QFETCH(double, kurtosis);
        QFETCH(double, str);
        RoughNode node;
        node.spectrum = spectrum.toStdString();
        node.skew = skew;
        node.kurtosis = kurtosis;
        node.str = str;
        node.sal = 4;
        const int surfaces = 4;
        Moments sum;
        double across = 0;
        double along = 0;
        for (node.seed = 0; node.seed < surfaces; ++node.seed) {
            const OwnedSamples image = samplesOf(roughOf(node), {0, 0, 300, 200});
            const Moments found(image);
            sum.sq += found.sq / surfaces;
            sum.sa += found.sa / surfaces;
            sum.skew += found.skew / surfaces;
            sum.kurtosis += found.kurtosis / surfaces;
            across += correlation(image, {0, 4}) / surfaces;
            along += correlation(image, {static_cast<std::int64_t>(4 / str), 0}) / surfaces;
        }
        // A small surface has fewer bumps than the numbers stand for.
        QVERIFY2(std::abs(sum.sq / 0.1 - 1) < 0.05, qPrintable(QString::number(sum.sq)));
        const double sa = 0.1 * heightsOfPage(skew, kurtosis).meanMagnitude;
        QVERIFY2(std::abs(sum.sa / sa - 1) < 0.05, qPrintable(QString::number(sum.sa)));
        QVERIFY2(std::abs(sum.skew - skew) < 0.2, qPrintable(QString::number(sum.skew)));
        QVERIFY2(std::abs(sum.kurtosis - kurtosis) < 0.5, qPrintable(QString::number(sum.kurtosis)));
        const Rough::Reached reached = roughOf(node).reached();
        QVERIFY2(std::abs(reached.sq - 0.1) < 1e-4, qPrintable(QString::number(reached.sq)));
        QVERIFY2(std::abs(reached.sa / sa - 1) < 1e-3, qPrintable(QString::number(reached.sa)));
        QVERIFY2(std::abs(reached.salPx - 4) < 2e-3, qPrintable(QString::number(reached.salPx)));
        QVERIFY2(std::abs(across - 0.2) < 0.06, qPrintable(QString::number(across)));
        QVERIFY2(std::abs(along - 0.2) < 0.06, qPrintable(QString::number(along)));
    }

    void whatIsCutOffIsReported() {
        RoughNode node;
        QVERIFY(roughOf(node).remarks({}).empty());
        node.value = 0.25;  // 2 deviations either way
        QVERIFY(std::abs(roughOf(node).clampedShare() - 0.0455) < 1e-4);
        QCOMPARE(roughOf(node).remarks({}).size(), std::size_t{1});
        QVERIFY(roughOf(node).remarks({})[0].text().starts_with("4.55 % of the samples are cut off"));
        node.value = 1e6;
        QVERIFY(roughOf(node).remarks({})[0].text().starts_with("100 % of the samples are cut off"));
    }

    /// Cut off samples are less rough, and cells that are fitted to `closes` have another size.
    void whatIsReachedIsSaid() {
        RoughNode node;
        node.sal = 6;
        node.value = 0.4;
        const Moments cut(samplesOf(roughOf(node), {0, 0, 900, 700}));
        const Rough::Reached low = roughOf(node).reached();
        QVERIFY2(std::abs(cut.sq / low.sq - 1) < 0.03, qPrintable(QString::number(low.sq)));
        QVERIFY2(std::abs(cut.sa / low.sa - 1) < 0.03, qPrintable(QString::number(low.sa)));
        QVERIFY(low.sq < 0.36);
        node.value = 0.1;
        node.closes = {40, 40};
        const double sal = roughOf(node).reached().salPx;
        QVERIFY2(std::abs(sal - 6) > 0.02 && std::abs(sal - 6) < 1, qPrintable(QString::number(sal)));
    }

    void whatClosingChangesIsReported() {
        RoughNode node;
        node.closes = {211, 160};
        QCOMPARE(roughOf(node).remarks({}).size(), std::size_t{1});
        QCOMPARE(roughOf(node).period({}, Lattice{}), (std::optional<Lattice>{{211, 160, 0}}));
        QVERIFY(!roughOf({}).period({}, Lattice{}));
    }

    void fingerprintsTellValuesApart() {
        Random random(1);
        std::set<std::string> all;
        for (int i = 0; i < 30; ++i)
            all.insert(roughOf(randomRough(random)).fingerprint());
        QCOMPARE(all.size(), std::size_t{30});
    }
};

BURIN_TEST(TestRough)
#include "test_rough.moc"
