// SPDX-License-Identifier: GPL-3.0-or-later

// Compares voronoi with the definition on the format's page, sample by sample: a search of 9 x 9 cells.

#include "core/kinds/generate/voronoi.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/texture_test.hpp"
#include "support/textures/voronoi_reference.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

/// The profile d gives distances as samples.
Voronoi voronoiOf(const VoronoiNode& node, const std::string& profile = "d") {
    Values values;
    std::vector<ParameterProblem> problems;
    Voronoi::Parameters all;
    all.cells = {node.pitch, node.stretch, node.rotate, node.closes};
    all.seed = static_cast<std::uint32_t>(node.seed);
    all.jitter = node.jitter;
    all.feature = node.feature == "f1"      ? Voronoi::Feature::first
                  : node.feature == "f2"    ? Voronoi::Feature::second
                  : node.feature == "f2-f1" ? Voronoi::Feature::secondMinusFirst
                  : node.feature == "edge"  ? Voronoi::Feature::edge
                                            : Voronoi::Feature::id;
    all.distanceMaxPx = node.distanceMax == 0 ? node.pitch : node.distanceMax;
    const BindContext context{.values = values, .size = {}, .links = {}, .folder = {}, .problems = problems};
    if (node.feature != "id") all.profile = DistanceProfile::bound(context, all.distanceMaxPx, profile);
    return Voronoi(all);
}

/// Whether a sample is what the page allows.
bool allowed(const VoronoiNode& node, Point p, float found) {
    if (node.feature == "id") {
        const std::vector<double> ids = voronoiIdsOfPage(node, p);
        return std::any_of(ids.begin(), ids.end(),
                           [&](double id) { return std::abs(static_cast<double>(found) - id) < 1e-6; });
    }
    const double wanted = voronoiDistanceOfPage(node, p);
    // A distance is a sample here, which has 24 bits.
    return std::abs(static_cast<double>(found) - wanted) <= 1e-5 * node.pitch + 1e-7 * wanted;
}

}  // namespace

class TestVoronoi : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() { addCorners(); }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        for (const std::uint64_t seed : seedsOfTest(100)) {
            Random random(seed);
            const VoronoiNode node = randomVoronoi(random);
            const OwnedSamples image = samplesOf(voronoiOf(node), {corner.x, corner.y, 37, 11});
            for (std::int64_t y = corner.y; y < corner.y + 11; ++y) {
                for (std::int64_t x = corner.x; x < corner.x + 37; ++x) {
                    if (!allowed(node, {x, y}, image.at(x, y))) {
                        QFAIL(qPrintable(QString("seed %1, %2 at (%3, %4): %5")
                                             .arg(seed)
                                             .arg(node.feature.c_str())
                                             .arg(x)
                                             .arg(y)
                                             .arg(static_cast<double>(image.at(x, y)))));
                    }
                }
            }
        }
    }

    void manyDistantSamplesAreRight() {
        // Sparse places over 2 m find the rare cells that a smaller search gets wrong.
        for (const char* feature : {"f1", "f2", "edge"}) {
            VoronoiNode node;
            node.pitch = 3;
            node.seed = 5;
            node.feature = feature;
            const Voronoi voronoi = voronoiOf(node);
            std::vector<Point> places;
            Random random(7);
            for (int i = 0; i < 5000; ++i)
                places.push_back({random.between(0, 1'999'999), random.between(0, 1'999'999)});
            std::vector<float> found(places.size());
            voronoi.beginAt({}, places.data(), static_cast<std::int64_t>(places.size()), found.data());
            for (std::size_t i = 0; i < places.size(); ++i)
                QVERIFY(allowed(node, places[i], found[i]));
        }
    }

    void aRegularLatticeHasStraightBorders() {
        VoronoiNode node;
        node.pitch = 10;
        node.jitter = 0;
        node.feature = "edge";
        const OwnedSamples image = samplesOf(voronoiOf(node), {0, 0, 10, 10});
        QVERIFY(std::abs(image.at(5, 5) - 5) < 1e-4F);
        QVERIFY(std::abs(image.at(5, 2) - 2) < 1e-4F);
        QCOMPARE(image.at(0, 3), 0.0F);
    }

    void theProfileShapesTheDistance() {
        VoronoiNode node;
        node.pitch = 12;
        node.distanceMax = 4;
        const OwnedSamples distances = samplesOf(voronoiOf(node), {0, 0, 40, 9});
        const OwnedSamples image = samplesOf(voronoiOf(node, "1 - min(1, d / D)"), {0, 0, 40, 9});
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            QVERIFY(std::abs(image.samples[i] - (1 - std::min(1.0F, distances.samples[i] / 4))) < 1e-5F);
    }

    void anyRegionIsTheCrop() {
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            expectCrops(voronoiOf(randomVoronoi(random)), random);
        }
    }

    void aClosedVoronoiRepeatsToTheBit() {
        for (const std::uint64_t seed : seedsOfTest(60)) {
            Random random(seed);
            const VoronoiNode node = randomVoronoi(random);
            if (node.closes == Size{}) continue;
            expectRepeats(voronoiOf(node), node.closes, random);
        }
    }

    void whatClosingChangesIsReported() {
        VoronoiNode node;
        node.pitch = 17.3;
        node.closes = {211, 160};
        QCOMPARE(voronoiOf(node).remarks({}).size(), std::size_t{1});
        QCOMPARE(voronoiOf(node).period({}, Lattice{}), (std::optional<Lattice>{{211, 160, 0}}));
        QVERIFY(voronoiOf({}).remarks({}).empty());
        QVERIFY(!voronoiOf({}).period({}, Lattice{}));
    }

    void fingerprintsTellValuesApart() {
        Random random(1);
        std::set<std::string> all;
        for (int i = 0; i < 50; ++i)
            all.insert(voronoiOf(randomVoronoi(random)).fingerprint());
        all.insert(voronoiOf({}, "d").fingerprint());
        all.insert(voronoiOf({}, "D").fingerprint());
        QCOMPARE(all.size(), std::size_t{52});
    }
};

BURIN_TEST(TestVoronoi)
#include "test_voronoi.moc"
