// SPDX-License-Identifier: GPL-3.0-or-later

// Tiles, threads, memory, folding, order and cache contents do not change any sample.

#include "laws/quick_seeds.hpp"
#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <cstring>

using namespace burin;
using namespace burin::test;

namespace {

/// Bitwise comparison: 0 and -0 differ.
std::string difference(const std::vector<float>& a, const std::vector<float>& b, const Rect& area) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::memcmp(&a[i], &b[i], sizeof(float)) == 0) continue;
        const auto width = static_cast<std::size_t>(area.width);
        return "at " + std::to_string(area.x + static_cast<std::int64_t>(i % width)) + "," +
               std::to_string(area.y + static_cast<std::int64_t>(i / width)) + ": " +
               numberTextOf(static_cast<double>(a[i])) + " and " + numberTextOf(static_cast<double>(b[i]));
    }
    return {};
}

}  // namespace

class TestInvariance : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        QVERIFY(folder_.isValid());
    }
    void options_data() { addDesigns(); }
    void options();
    void largeTiles();
    void order_data() { addDesigns(); }
    void order();
    void memory_data() { addDesigns(); }
    void memory();

  private:
    static void addDesigns();
    RandomDesign fetchDesign();

    QTemporaryDir folder_;
    std::string yaml_;
};

void TestInvariance::addDesigns() {
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("far");
    // The rough nodes of design 2 take ten times as long as all others.
    for (const std::uint64_t seed : quickSeedsOfTest(40, {2})) {
        const bool far = seed % 3 == 0;
        QTest::addRow("design %llu, %s", static_cast<unsigned long long>(seed),
                      far ? "in the last corner of 2,000,000 x 2,000,000" : "near the origin")
            << quint64(seed) << far;
    }
}

RandomDesign TestInvariance::fetchDesign() {
    const quint64 seed = *static_cast<quint64*>(QTest::qData("seed", QMetaType::ULongLong));
    const bool far = *static_cast<bool*>(QTest::qData("far", QMetaType::Bool));
    RandomDesign design = randomDesign(seed, {.folder = folder_.path().toStdString(), .far = far});
    yaml_ = yamlOf(design.tree);
    return design;
}

/// Tile sides, threads and folding (with 0 bytes for a cell nothing is folded).
void TestInvariance::options() {
    const Rect region = fetchDesign().region;
    const std::filesystem::path folder = folder_.path().toStdString();
    const EngineOptions usual;
    const Design design = parseDesign(yaml_, folder);
    const std::vector<float> expected = EngineRun(usual).samples(bindDesign(design, usual), region);
    struct Variant {
        const char* name;
        EngineOptions options;
    };
    const Variant variants[] = {
        {"tiles of 100", {.tileSide = 100}},
        {"tiles of 257", {.tileSide = 257}},
        {"tiles of 700", {.tileSide = 700, .memoryBytes = std::size_t{1} << 30U}},
        {"one thread", {.threads = 1}},
        {"four threads, tiles of 16", {.tileSide = 16, .threads = 4}},
        {"nothing folded", {.largestCellBytes = 0}},
        {"nothing folded, tiles of 16", {.tileSide = 16, .largestCellBytes = 0}},
        {"small cells folded only", {.tileSide = 33, .largestCellBytes = 20'000}},
    };
    for (const Variant& v : variants) {
        // Tables that belong to the design are made by the first run; with another number of threads, they
        // have to be made again.
        const auto graph = v.options.threads == usual.threads ? bindDesign(design, v.options)
                                                              : bindText(yaml_, folder, v.options);
        const auto samples = EngineRun(v.options).samples(graph, region);
        const std::string wrong = difference(expected, samples, region);
        if (!wrong.empty()) QFAIL((v.name + (": " + wrong + "\n") + yaml_).c_str());
    }
}

/// Tiles that are much larger than the requested area.
void TestInvariance::largeTiles() {
    const std::filesystem::path folder = folder_.path().toStdString();
    for (const std::uint64_t seed : seedsOfTest(4)) {
        const RandomDesign design = randomDesign(seed, {.folder = folder, .far = seed % 2 == 0, .depth = 4});
        const std::string yaml = yamlOf(design.tree);
        const EngineOptions usual;
        const EngineOptions large{.tileSide = 4096, .memoryBytes = std::size_t{4} << 30U};
        const std::vector<float> expected =
            EngineRun(usual).samples(bindText(yaml, folder, usual), design.region);
        const std::string wrong = difference(
            expected, EngineRun(large).samples(bindText(yaml, folder, large), design.region), design.region);
        if (!wrong.empty()) QFAIL((wrong + "\n" + yaml).c_str());
    }
}

/// A warm cache, a cache filled by other regions, and regions in parts.
void TestInvariance::order() {
    const Rect region = fetchDesign().region;
    const std::filesystem::path folder = folder_.path().toStdString();
    const EngineOptions options{.tileSide = 32};
    const auto graph = bindText(yaml_, folder, options);
    const std::vector<float> expected = EngineRun(options).samples(graph, region);
    EngineRun run(options);
    const Rect root = graph->top().extent.rect();
    for (const Point by : {Point{-7, 11}, Point{-40, -3}, Point{5, -25}}) {
        const Rect other = intersection(region.translated(by), root);
        if (!other.empty()) (void)run.samples(graph, other);
    }
    std::string wrong = difference(expected, run.samples(graph, region), region);
    if (!wrong.empty()) QFAIL(("after other regions: " + wrong + "\n" + yaml_).c_str());

    std::vector<float> parts(expected.size());
    const std::int64_t columns = std::max<std::int64_t>(1, region.width * 2 / 5);
    const std::int64_t rows = std::max<std::int64_t>(1, region.height / 3);
    EngineRun fresh(options);
    for (std::int64_t y = (region.height - 1) / rows * rows; y >= 0; y -= rows) {
        for (std::int64_t x = 0; x < region.width; x += columns) {
            const Rect part = intersection({region.x + x, region.y + y, columns, rows}, region);
            const std::vector<float> samples = fresh.samples(graph, part);
            for (std::int64_t row = 0; row < part.height; ++row) {
                std::copy_n(samples.begin() + row * part.width, part.width,
                            parts.begin() + (y + row) * region.width + x);
            }
        }
    }
    wrong = difference(expected, parts, region);
    if (!wrong.empty()) QFAIL(("in parts: " + wrong + "\n" + yaml_).c_str());
}

/// The budget is kept, however small: requests that fit give the right samples, others are refused.
void TestInvariance::memory() {
    const Rect region = fetchDesign().region;
    const std::filesystem::path folder = folder_.path().toStdString();
    const EngineOptions usual{.tileSide = 32};
    const auto graph = bindText(yaml_, folder, usual);
    const std::vector<float> expected = EngineRun(usual).samples(graph, region);
    int fitted = 0;
    for (const std::size_t kibibytes : {2, 8, 24, 50, 100, 200, 500, 1500, 6000, 65536}) {
        EngineOptions options = usual;
        options.memoryBytes = kibibytes << 10U;
        EngineRun run(options);
        std::string wrong;
        try {
            wrong = difference(expected, run.samples(graph, region), region);
            ++fitted;
        } catch (const OutOfMemory& e) {
            const std::string said = e.what();
            const bool complete =
                said.find("needs ") != std::string::npos && said.find("the budget is ") != std::string::npos;
            if (!complete) wrong = "the message is '" + said + "'";
            if (e.needed <= e.budget) wrong = "refused what fits: " + said;
        }
        if (!wrong.empty()) QFAIL((std::to_string(kibibytes) + " KiB: " + wrong + "\n" + yaml_).c_str());
        QVERIFY2(run.budget().peak() <= run.budget().limit(), yaml_.c_str());
    }
    QVERIFY2(fitted > 0, yaml_.c_str());
}

BURIN_TEST(TestInvariance)
#include "test_invariance.moc"
