// SPDX-License-Identifier: GPL-3.0-or-later

// Compares random designs of all kinds with an evaluator that was written from the format's page alone.

#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/reference.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <algorithm>

using namespace burin;
using namespace burin::test;

namespace {

std::string placeText(Point p) {
    return std::to_string(p.x) + "," + std::to_string(p.y);
}

bool hasExample(const Tree& tree) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const TreeNode& node) { return node.as<ExampleNode>() != nullptr && !node.muted; });
}

/// Counts of all compared samples.
struct Tally {
    std::int64_t samples = 0;
    std::int64_t exact = 0;     ///< samples for which only one value was allowed
    std::int64_t narrow = 0;    ///< samples for which at most three values were allowed
    int largestDifference = 0;  ///< of the narrow samples, from the middle of their bounds
    int examples = 0;           ///< designs with an endless texture
};

}  // namespace

class TestReference : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
    }
    void randomDesigns_data();
    void randomDesigns();
    void cleanupTestCase();

  private:
    std::string firstWrongNode(const RandomDesign& design, const std::string& yaml);
    std::string wrongSample(const Tree& tree, std::size_t node, const Rect& area, const std::string& yaml);

    QTemporaryDir folder_;
    Tally tally_;
};

void TestReference::randomDesigns_data() {
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("far");
    for (const std::uint64_t seed : seedsOfTest(120)) {
        const bool far = seed % 3 == 0;
        QTest::addRow("design %llu, %s", static_cast<unsigned long long>(seed),
                      far ? "in the last corner of 2,000,000 x 2,000,000" : "near the origin")
            << quint64(seed) << far;
    }
}

void TestReference::randomDesigns() {
    QFETCH(quint64, seed);
    QFETCH(bool, far);
    const std::filesystem::path folder = folder_.path().toStdString();
    const RandomDesign design = randomDesign(seed, {.folder = folder, .far = far});
    const std::string yaml = yamlOf(design.tree);
    const EngineOptions options;
    std::vector<int> written;
    try {
        written = EngineRun(options).written(bindText(yaml, folder, options), design.region);
    } catch (const std::exception& e) {
        QFAIL((yaml + e.what()).c_str());
    }
    if (hasExample(design.tree)) ++tally_.examples;
    Reference reference(design.tree);
    std::size_t next = 0;
    for (std::int64_t y = design.region.y; y < design.region.bottom(); ++y) {
        for (std::int64_t x = design.region.x; x < design.region.right(); ++x) {
            const auto [low, high] = reference.written({x, y});
            const int value = written[next++];
            if (value < low || value > high) {
                QFAIL((yaml + "written at " + placeText({x, y}) + ": " + std::to_string(value) +
                       ", allowed " + std::to_string(low) + " to " + std::to_string(high) + "\n" +
                       firstWrongNode(design, yaml))
                          .c_str());
            }
            ++tally_.samples;
            if (low == high) ++tally_.exact;
            if (high - low > 2) continue;
            ++tally_.narrow;
            tally_.largestDifference =
                std::max(tally_.largestDifference, std::max(value - low, high - value));
        }
    }
}

/// Finds the deepest wrong node, over at most the area that the root's region reads.
std::string TestReference::firstWrongNode(const RandomDesign& design, const std::string& yaml) {
    std::vector<std::vector<Rect>> read(design.tree.nodes.size());
    read.back().push_back(design.region);
    for (std::size_t n = design.tree.nodes.size(); n-- > 0;) {
        for (const Rect& area : read[n]) {
            for (const TreeLink& link : design.tree.nodes[n].links) {
                if (read[link.child].size() < 4)
                    read[link.child].push_back(area.translated(-link.at).grown(4));
            }
        }
    }
    for (std::size_t n = 0; n < design.tree.nodes.size(); ++n) {
        for (const Rect& area : read[n]) {
            const std::string wrong = wrongSample(design.tree, n, area, yaml);
            if (!wrong.empty()) return wrong;
        }
        const Bounds bounds = boundsOf(design.tree, n);
        if (!bounds || bounds->empty() || bounds->area() > 10000) continue;
        const std::string wrong = wrongSample(design.tree, n, bounds->grown(2), yaml);
        if (!wrong.empty()) return wrong;
    }
    return "every node by itself is right at the samples checked";
}

std::string TestReference::wrongSample(const Tree& tree, std::size_t node, const Rect& area,
                                       const std::string& yaml) {
    const EngineOptions options;
    const std::string& name = tree.nodes[node].name;
    std::vector<float> samples;
    try {
        samples =
            EngineRun(options).samples(bindText(yaml, folder_.path().toStdString(), options, name), area);
    } catch (const std::exception& e) {
        return name + ": " + e.what();
    }
    Reference reference(tree);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto width = static_cast<std::size_t>(area.width);
        const Point p{area.x + static_cast<std::int64_t>(i % width),
                      area.y + static_cast<std::int64_t>(i / width)};
        const Range allowed = reference.sample(node, p);
        if (samples[i] >= allowed.low && samples[i] <= allowed.high) continue;
        return name + " at " + placeText(p) + " gives " + numberTextOf(static_cast<double>(samples[i])) +
               ", allowed " + numberTextOf(static_cast<double>(allowed.low)) + " to " +
               numberTextOf(static_cast<double>(allowed.high));
    }
    return {};
}

/// Bounds that allow everything would prove nothing.
void TestReference::cleanupTestCase() {
    const double samples = static_cast<double>(tally_.samples);
    const double exact = 100 * static_cast<double>(tally_.exact) / samples;
    const double narrow = 100 * static_cast<double>(tally_.narrow) / samples;
    qInfo("%lld samples, %.1f %% allowed one value, %.1f %% at most three; largest difference %d",
          static_cast<long long>(tally_.samples), exact, narrow, tally_.largestDifference);
    if (tally_.samples > 100'000) {
        QVERIFY(tally_.examples > 0);
        QVERIFY(exact > 50);
        QVERIFY(narrow > 90);
    }
}

BURIN_TEST(TestReference)
#include "test_reference.moc"
