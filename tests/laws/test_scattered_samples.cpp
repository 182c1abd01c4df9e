// SPDX-License-Identifier: GPL-3.0-or-later

// Single samples, as previews read them, equal those of the surface. The processor computes them even if a
// card computes the surface; in that case only kinds without a tolerance have the same bits on both.

#include "core/render/sampler.hpp"
#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/reference.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <algorithm>
#include <cstring>

using namespace burin;
using namespace burin::test;

class TestScatteredSamples : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
    }
    void areThoseOfTheSurface_data();
    void areThoseOfTheSurface();
    void ofLargePatternsAreThoseOfTheSurface_data();
    void ofLargePatternsAreThoseOfTheSurface();

  private:
    static bool agree(float sample, float wanted, const Range& allowed);

    QTemporaryDir folder_;
};

void TestScatteredSamples::areThoseOfTheSurface_data() {
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("prepared");
    for (const std::uint64_t seed : seedsOfTest(30)) {
        for (const bool prepared : {true, false}) {
            QTest::addRow("design %llu, %s", static_cast<unsigned long long>(seed),
                          prepared ? "what is read often is there" : "no room for anything")
                << quint64(seed) << prepared;
        }
    }
}

/// Whether a processor's and a card's sample are both results that the format's page allows.
bool TestScatteredSamples::agree(float sample, float wanted, const Range& allowed) {
    return !allowed.exact() && std::min(sample, wanted) >= allowed.low &&
           std::max(sample, wanted) <= allowed.high;
}

/// For the root and for any other node; some positions lie outside of it.
void TestScatteredSamples::areThoseOfTheSurface() {
    QFETCH(quint64, seed);
    QFETCH(bool, prepared);
    const std::filesystem::path folder = folder_.path().toStdString();
    const RandomDesign design = randomDesign(seed, {.folder = folder, .far = seed % 3 == 0});
    const std::string yaml = yamlOf(design.tree);
    Random random(seed);
    const EngineOptions options;
    EngineRun run(options);
    const bool onCard = run.backend().name() != "cpu";
    Reference reference(design.tree);
    for (const bool surface : {true, false}) {
        const auto nodes = static_cast<std::int64_t>(design.tree.nodes.size());
        const auto any = static_cast<std::size_t>(random.between(0, nodes - 1));
        const std::size_t top = surface ? design.tree.nodes.size() - 1 : any;
        const auto graph = bindText(yaml, folder, options, design.tree.nodes[top].name);
        const Rect& region = design.region;
        const std::vector<float> expected = run.samples(graph, region);
        MemoryBudget budget(prepared ? options.memoryBytes : 0);
        const Sampler sampler(run.backend(), budget, graph, {});
        std::vector<Point> places(60);
        for (Point& place : places) {
            place = {region.x + random.between(0, region.width - 1),
                     region.y + random.between(0, region.height - 1)};
        }
        std::vector<float> samples(places.size());
        sampler.sample(places.data(), static_cast<std::int64_t>(places.size()), samples.data());
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Point in = places[k] - region.origin();
            const float wanted = expected[static_cast<std::size_t>(in.y * region.width + in.x)];
            if (std::memcmp(&samples[k], &wanted, sizeof wanted) == 0) continue;
            if (onCard && agree(samples[k], wanted, reference.sample(top, places[k]))) continue;
            QFAIL(("at " + std::to_string(places[k].x) + "," + std::to_string(places[k].y) + " of '" +
                   graph->top().name + "': " + numberTextOf(static_cast<double>(samples[k])) + ", not " +
                   numberTextOf(static_cast<double>(wanted)) + "\n" + yaml)
                      .c_str());
        }
    }
}

void TestScatteredSamples::ofLargePatternsAreThoseOfTheSurface_data() {
    QTest::addColumn<QString>("node");
    QTest::newRow("scattered, turned, with a map of densities")
        << "kind: scatter, pitch: 150, seed: 3, blend: max, vary: {turn: any, scale: [0.4, 1], mirror: "
           "both}, "
           "inputs: [pattern: plate, data: map]";
    QTest::newRow("scattered and added, with a map and a mask")
        << "kind: scatter, pitch: 140, blend: add, vary: {gain: [-1, 1]}, inputs: [pattern: plate, mask: "
           "map, "
           "data: dense]";
    QTest::newRow("a lattice that is turned by quarters")
        << "kind: stitching, u: [300, 20], v: [-10, 310], blend: mean, vary: {turn: quarter, seed: 4}, "
           "inputs: "
           "[pattern: plate, pattern: bar]";
}

/// Patterns that are too large to be read as a whole.
void TestScatteredSamples::ofLargePatternsAreThoseOfTheSurface() {
    QFETCH(QString, node);
    const std::string yaml =
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 3000, height: 3000, depth: 16, inputs: [data: part]}\n"
        "  part: {" +
        node.toStdString() +
        "}\n"
        "  plate: {kind: math2d, width: 700, height: 500, expression: \"0.1 + x * y / 500000\"}\n"
        "  bar: {kind: math2d, width: 900, height: 400, expression: \"0.2 + 0.5 * hash(x, y, 1)\"}\n"
        "  map: {kind: math2d, expression: \"0.5 + 0.5 * sin(x / 100)\"}\n"
        "  dense: {kind: noise, pitch: 300}\n";
    const EngineOptions options;
    EngineRun run(options);
    if (run.backend().name() != "cpu") QSKIP("cards interpolate differently");
    const auto graph = bindText(yaml, folder_.path().toStdString(), options, "surface");
    const Rect region{900, 700, 300, 200};
    const std::vector<float> expected = run.samples(graph, region);
    QVERIFY(*std::max_element(expected.begin(), expected.end()) > 0);
    for (const bool prepared : {true, false}) {
        MemoryBudget budget(prepared ? options.memoryBytes : 0);
        const Sampler sampler(run.backend(), budget, graph, {});
        std::vector<Point> places;
        for (std::int64_t k = 0; k < 300; ++k)
            places.push_back({region.x + k * 97 % region.width, region.y + k * 61 % region.height});
        std::vector<float> samples(places.size());
        sampler.sample(places.data(), static_cast<std::int64_t>(places.size()), samples.data());
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Point in = places[k] - region.origin();
            QCOMPARE(samples[k], expected[static_cast<std::size_t>(in.y * region.width + in.x)]);
        }
    }
}

BURIN_TEST(TestScatteredSamples)
#include "test_scattered_samples.moc"
