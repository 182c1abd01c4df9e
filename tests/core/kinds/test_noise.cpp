// SPDX-License-Identifier: GPL-3.0-or-later

// Compares noise with the definition on the format's page, sample by sample.

#include "core/kinds/generate/noise.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/noise_reference.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/texture_test.hpp"

#include <algorithm>
#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

Noise noiseOf(const NoiseNode& node) {
    Noise::Parameters all;
    all.type = node.type == "value" ? NoiseType::value : NoiseType::gradient;
    all.cells = {node.pitch, node.stretch, node.rotate, node.closes};
    all.seed = static_cast<std::uint32_t>(node.seed);
    all.octaves = node.octaves;
    all.lacunarity = node.lacunarity;
    all.gain = node.gain;
    all.shape = node.shape == "ridged"   ? NoiseShape::ridged
                : node.shape == "billow" ? NoiseShape::billow
                                         : NoiseShape::plain;
    all.contrast = node.contrast;
    all.low = node.range.x;
    all.high = node.range.y;
    return Noise(all);
}

/// A closed noise of several octaves, turned.
NoiseNode closedNoise() {
    NoiseNode node;
    node.pitch = 17.3;
    node.stretch = 2.5;
    node.rotate = 33;
    node.octaves = 4;
    node.closes = {211, 160};
    return node;
}

double meanStep(const OwnedSamples& image, std::int64_t x) {
    double sum = 0;
    for (std::int64_t y = image.area.y; y < image.area.bottom(); ++y)
        sum += std::abs(static_cast<double>(image.at(x, y)) - static_cast<double>(image.at(x - 1, y)));
    return sum;
}

}  // namespace

class TestNoise : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() { addCorners(); }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        double worst = 0;
        for (const std::uint64_t seed : seedsOfTest(500)) {
            Random random(seed);
            const NoiseNode node = randomNoise(random);
            const OwnedSamples image = samplesOf(noiseOf(node), {corner.x, corner.y, 37, 19});
            for (std::int64_t y = corner.y; y < corner.y + 19; ++y) {
                for (std::int64_t x = corner.x; x < corner.x + 37; ++x) {
                    const double wanted = noiseOfPage(node, {x, y});
                    const float found = image.at(x, y);
                    const double off = std::abs(static_cast<double>(found) - wanted);
                    if (off > 1e-5 || (std::abs(wanted) < 0x1p-21 && found != 0)) {
                        QFAIL(qPrintable(QString("seed %1, (%2, %3): %4 instead of %5")
                                             .arg(seed)
                                             .arg(x)
                                             .arg(y)
                                             .arg(static_cast<double>(found))
                                             .arg(wanted)));
                    }
                    if (found != 0) worst = std::max(worst, off);
                }
            }
        }
        qInfo("the largest difference is %.2g", worst);
    }

    void anyRegionIsTheCrop() {
        for (const std::uint64_t seed : seedsOfTest(30)) {
            Random random(seed);
            expectCrops(noiseOf(randomNoise(random)), random);
        }
    }

    void aClosedNoiseRepeatsToTheBit() {
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            NoiseNode node = randomNoise(random);
            if (node.closes == Size{}) continue;
            expectRepeats(noiseOf(node), node.closes, random);
        }
    }

    void theJointIsAsSmoothAsTheRest() {
        const NoiseNode node = closedNoise();
        const OwnedSamples image =
            samplesOf(noiseOf(node), {0, 0, 2 * node.closes.width, node.closes.height});
        std::vector<double> inner;
        for (std::int64_t x = 1; x < node.closes.width; ++x)
            inner.push_back(meanStep(image, x));
        std::nth_element(inner.begin(), inner.begin() + 100, inner.end());
        QVERIFY(meanStep(image, node.closes.width) < 3 * inner[100]);
    }

    void whatClosingChangesIsReported() {
        const auto remarks = noiseOf(closedNoise()).remarks({});
        QCOMPARE(remarks.size(), std::size_t{1});
        QVERIFY2(remarks[0].text().starts_with("closes makes the largest cells "), remarks[0].text().c_str());
        NoiseNode whole;
        whole.pitch = 20;
        whole.closes = {100, 60};
        QVERIFY(noiseOf(whole).remarks({}).empty());
    }

    void onlyAClosedNoiseHasAPeriod() {
        QCOMPARE(noiseOf(closedNoise()).period({}, Lattice{}), (std::optional<Lattice>{{211, 160, 0}}));
        QVERIFY(!noiseOf(NoiseNode{}).period({}, Lattice{}));
    }

    void aSideOfZeroNeedNotClose() {
        const auto closesFrom = [](double width, double height) {
            Values values;
            values.set("pitch", 20.0);
            values.set("stretch", 1.0);
            values.set("rotate", 0.0);
            values.set("closes", Vector{width, height});
            return CellShape::bound(values);
        };
        QVERIFY(!closesFrom(0, 0).repeats());
        const CellShape around = closesFrom(0, 300);
        QCOMPARE(around.closes.height, std::int64_t{300});
        QVERIFY(around.closes.width >= (std::int64_t{1} << 31) - 1);
        QVERIFY(CellLattice(around).possible());
        QVERIFY(CellLattice(around).remarks().empty());  // 300 px are 15 cells
    }

    void closingNeedsCells() {
        QVERIFY(!CellLattice({100, 1, 0, {40, 300}}).possible());
        QVERIFY(CellLattice({100, 1, 0, {60, 300}}).possible());
        QVERIFY(CellLattice({2, 1, 30, {2'000'000, 2'000'000}}).possible());
    }

    void pointsThatRepeatShareTheirName() {
        // 0.5 and 0.866 of a million cells: products of their numbers exceed 64 bits.
        const CellLattice lattice({2, 1, 30, {2'000'001, 1'999'999}});
        const Point right{866026, -500000};
        const Point down{500000, 866025};
        for (const Point at : {Point{0, 0}, Point{-7, 3}, Point{1'000'000, -1'366'000}}) {
            QCOMPARE(lattice.name(at + right), lattice.name(at));
            QCOMPARE(lattice.name(at + down), lattice.name(at));
            QVERIFY(lattice.name(at + Point{1, 0}) != lattice.name(at));
        }
    }

    void namesOfARowFollowEachOther() {
        Random random(8);
        for (int k = 0; k < 200; ++k) {
            const Lattice repeats{random.between(1, 40), random.between(1, 40), random.between(0, 39)};
            for (const CellNames& names : {CellNames(repeats), CellNames()}) {
                const Point at{random.between(-200, 200), random.between(-200, 200)};
                QCOMPARE(names.right(names.of(at)), names.of(at + Point{1, 0}));
            }
        }
    }

    void fingerprintsTellValuesApart() {
        Random random(1);
        std::vector<std::string> all;
        for (int i = 0; i < 50; ++i)
            all.push_back(noiseOf(randomNoise(random)).fingerprint());
        std::sort(all.begin(), all.end());
        QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    }
};

BURIN_TEST(TestNoise)
#include "test_noise.moc"
