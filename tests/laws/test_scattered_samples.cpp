// SPDX-License-Identifier: GPL-3.0-or-later

// Single samples, as previews take them, equal those of the surface. The processor computes them even if a
// card computes the surface. In that case only kinds without a tolerance have the same bits on both.

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

  private:
    static bool agree(float sample, float wanted, const Range& allowed);

    QTemporaryDir folder_;
};

void TestScatteredSamples::areThoseOfTheSurface_data() {
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("prepared");
    for (const std::uint64_t seed : seedsOfTest(60)) {
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

BURIN_TEST(TestScatteredSamples)
#include "test_scattered_samples.moc"
