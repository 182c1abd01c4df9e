// SPDX-License-Identifier: GPL-3.0-or-later

// Saving loses nothing, and the invalidation by an edit covers everything that the edit changes.

#include "core/design/design.hpp"
#include "laws/quick_seeds.hpp"
#include "support/engine_run.hpp"
#include "support/random_design.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <map>

using namespace burin;
using namespace burin::test;

class TestEdits : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void saving_data() { addSeeds(); }
    void saving();
    void invalidation_data() { addSeeds(); }
    void invalidation();
    void cleanupTestCase();

  private:
    /// A design whose files are in a folder of its own.
    struct Made {
        std::filesystem::path folder;
        RandomDesign design;
    };
    /// The rough nodes of design 2 take three times as long as all others.
    static std::vector<std::uint64_t> seeds() { return quickSeedsOfTest(72, {2}); }
    static void addSeeds();
    Made made(const std::string& name, std::uint64_t seed, bool far) const;

    QTemporaryDir folder_;
    std::map<std::uint64_t, Made> forSaving_;
    std::map<std::uint64_t, Made> forInvalidation_;
    int changedSurfaces_ = 0;
    int edits_ = 0;
};

TestEdits::Made TestEdits::made(const std::string& name, std::uint64_t seed, bool far) const {
    std::filesystem::path folder = folder_.filePath(QString::fromStdString(name)).toStdString();
    std::filesystem::create_directory(folder);
    RandomDesign design = randomDesign(seed, {.folder = folder, .far = far});
    return {std::move(folder), std::move(design)};
}

/// Writes all files first and waits once. Before that, each opening of a new file has another identity: see
/// FileContent::identity().
void TestEdits::initTestCase() {
    QVERIFY(folder_.isValid());
    for (const std::uint64_t seed : seeds()) {
        const std::string number = std::to_string(seed);
        forSaving_.emplace(seed, made("saving" + number, seed, seed % 2 == 0));
        forInvalidation_.emplace(seed, made("invalidation" + number, seed, seed % 4 == 0));
    }
    QTest::qWait(150);
}

void TestEdits::addSeeds() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seeds())
        QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

namespace {

std::map<std::string, std::string> digests(const Graph& graph) {
    std::map<std::string, std::string> result;
    for (const GraphNode& node : graph.nodes)
        result[node.name] = node.digest;
    return result;
}

}  // namespace

void TestEdits::saving() {
    QFETCH(quint64, seed);
    const auto& [folder, design] = forSaving_.at(seed);
    const std::string yaml = yamlOf(design.tree);
    const Design loaded = parseDesign(yaml, folder);
    const std::string saved = saveDesign(loaded);
    const Design again = parseDesign(saved, folder);
    QVERIFY2(again.document == loaded.document, (yaml + "was saved as\n" + saved).c_str());
    QCOMPARE(QString::fromStdString(saveDesign(again)), QString::fromStdString(saved));
    QCOMPARE(again.nodes.size(), loaded.nodes.size());
    const auto before = bindDesign(loaded, {});
    const auto after = bindDesign(again, {});
    QCOMPARE(designHash(*after), designHash(*before));
    QVERIFY(digests(*after) == digests(*before));
}

/// One cache before and after an edit: a changed node that kept its hash would bring back stale tiles.
void TestEdits::invalidation() {
    QFETCH(quint64, seed);
    const EngineOptions options{.tileSide = 32};
    auto& [folder, design] = forInvalidation_.at(seed);
    Random random(seed);
    EngineRun warm(options);
    std::string yaml = yamlOf(design.tree);
    auto graph = bindText(yaml, folder, options);
    std::vector<float> samples = warm.samples(graph, design.region);
    for (int edit = 0; edit < 5; ++edit) {
        const std::size_t edited = mutate(design.tree, random);
        const std::string text = yamlOf(design.tree);
        const auto changed = bindText(text, folder, options);
        const std::vector<float> expected = EngineRun(options).samples(changed, design.region);
        const std::string what = yaml + "with another " + design.tree.nodes[edited].name + ":\n" + text;
        QVERIFY2(warm.samples(changed, design.region) == expected, what.c_str());
        if (expected != samples) {
            QVERIFY2(designHash(*changed) != designHash(*graph), what.c_str());
            ++changedSurfaces_;
        }
        ++edits_;
        // Nodes that do not depend on the edited one keep their hash, so the edit costs no more than
        // necessary.
        const auto before = digests(*graph);
        for (const GraphNode& node : changed->nodes) {
            const auto found = before.find(node.name);
            if (found == before.end() || found->second == node.digest) continue;
            const std::size_t index = &node - changed->nodes.data();
            bool reaches = node.name == design.tree.nodes[edited].name;
            for (const std::size_t child : changed->nodes[index].children) {
                const auto old = before.find(changed->nodes[child].name);
                reaches = reaches || old == before.end() || old->second != changed->nodes[child].digest;
            }
            QVERIFY2(reaches, (node.name + " changed its hash\n" + what).c_str());
        }
        yaml = text;
        graph = changed;
        samples = expected;
    }
}

/// If no edit changed anything, the test would prove nothing. About one edit in five is visible, because the
/// region is small.
void TestEdits::cleanupTestCase() {
    qInfo("%d edits, %d changed the surface", edits_, changedSurfaces_);
    if (edits_ >= 100) QVERIFY(changedSurfaces_ > edits_ / 8);
}

BURIN_TEST(TestEdits)
#include "test_edits.moc"
