// SPDX-License-Identifier: GPL-3.0-or-later

// Whole designs whose repeats differ: the loader's messages, folding, and memory.

#include "core/design/design.hpp"
#include "support/engine_run.hpp"
#include "support/testing.hpp"

#include <algorithm>

using namespace burin;
using namespace burin::test;

namespace {

/// A design with a node `s` with that body, and children to read.
std::string designOf(const std::string& body) {
    return "burin: 2\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 400, height: 300, depth: 16, inputs: [{data: s}]}\n"
           "  s: {" +
           body +
           "}\n"
           "  a: {kind: math2d, width: 23, height: 17, expression: \"0.2 + x / 50\"}\n"
           "  b: {kind: math2d, width: 11, height: 29, expression: \"0.9 - y / 50\"}\n"
           "  plane: {kind: math2d, expression: \"0.5\"}\n"
           "  map: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 20)\"}\n";
}

const std::string both = "inputs: [{pattern: a}, {pattern: b}]";

/// All messages about a design as text.
std::string saidOf(const std::string& body) {
    const Design design = parseDesign(designOf(body), {});
    std::string said;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.severity == Severity::error) said += d.text() + "\n";
    }
    if (!said.empty()) return said;
    const BoundGraph bound = bindGraph(design, *design.root, {});
    for (const Diagnostic& d : bound.errors)
        said += d.text() + "\n";
    for (const Problem& remark : bound.remarks)
        said += remark.text() + "\n";
    return said;
}

std::string hashOfDesign(const std::string& body) {
    return designHash(*bindText(designOf(body), {}, {}));
}

}  // namespace

class TestRepeats : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }
    void whatIsWrongIsSaid_data();
    void whatIsWrongIsSaid();
    void onlyWhatVariesChangesTheHash();
    void foldingChangesNoByte_data();
    void foldingChangesNoByte();
    void manyLargePatternsFitIntoMemory();
};

void TestRepeats::whatIsWrongIsSaid_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("said");
    const auto add = [](const char* name, const std::string& body, const char* said) {
        QTest::newRow(name) << QString::fromStdString(body) << said;
    };
    const std::string stitching = "kind: stitching, u: [30, 0], v: [0, 30], ";
    add("a mean of numbers", stitching + "blend: mean, value: id, " + both,
        "the numbers of repeats cannot be combined by their mean");
    add("a sum of numbers", "kind: scatter, pitch: 9, blend: add, value: id, " + both,
        "the numbers of repeats cannot be combined by their sum");
    add("an unknown rule", stitching + "vary: {pik: first}, " + both, "unknown key 'pik'");
    add("an unknown choice of a rule", stitching + "vary: {turn: quarters}, " + both,
        "'quarters' is unknown");
    add("a range that is turned over", stitching + "vary: {gain: [2, 1]}, " + both, "2 is greater than 1");
    add("a scale out of range", stitching + "vary: {scale: [0.05, 1]}, " + both, "'0.05' is out of range");
    add("an offset out of range", stitching + "vary: {offset: [0, 65537]}, " + both,
        "'65537' is out of range");
    add("a seed of scatter's variation", "kind: scatter, pitch: 9, vary: {seed: 1}, " + both,
        "unknown key 'seed'");
    add("a second pattern that is unbounded", stitching + "inputs: [{pattern: a}, {pattern: plane}]",
        "pattern 2 is unbounded");
    add("a second map", "kind: scatter, pitch: 9, inputs: [{pattern: a}, {data: map}, {data: plane}]",
        "a surplus data link");
    add("a pitch of less than 2", "kind: scatter, pitch: 1.9, " + both, "'1.9' is out of range");
    add("a distance of more than 4 pitches", "kind: scatter, pitch: 5, distance: 20.5, " + both,
        "more than 4 pitches");
    add("a point whose own repeat is too near",
        "kind: scatter, pitch: 5, distance: 12, closes: [300, 11], " + both,
        "the surface repeats after 11 px, which is less than the distance; write at least 12 px");
    add("no pitch", "kind: scatter, " + both, "no value is given");
    add("what does not close", "kind: stitching, u: [30.1, 0], v: [0, 30], closes: [300, 0], " + both,
        "the nearest vectors that do are u: [30, 0], v: [0, 30]");
    add("too many repeats to close",
        "kind: stitching, u: [2, 0], v: [0, 2], closes: [2000000000, 0], inputs: [{pattern: a}]",
        "there are too many repeats within 2000000000 px along x");
    add("too many repeats over a pixel",
        "kind: stitching, u: [1, 0], v: [0, 1], vary: {offset: [60, 60]}, " + both,
        "about 21307 repeats lie over one pixel");  // (23 + 120) x (29 + 120)
    add("a pick that does not fit", stitching + "vary: {pick: rows}, closes: [0, 90], " + both,
        "`pick` does not fit `closes`");
}

void TestRepeats::whatIsWrongIsSaid() {
    QFETCH(QString, body);
    QFETCH(QString, said);
    const std::string all = saidOf(body.toStdString());
    QVERIFY2(QString::fromStdString(all).contains(said), all.c_str());
}

void TestRepeats::onlyWhatVariesChangesTheHash() {
    const std::string plain = "kind: stitching, u: [30, 1], v: [0, 30], ";
    const std::string one = "inputs: [{pattern: a}]";
    const std::string hash = hashOfDesign(plain + one);
    QCOMPARE(hashOfDesign(plain + "vary: {seed: 5, pick: sequence}, value: sample, " + one), hash);
    QCOMPARE(hashOfDesign(plain + "closes: [0, 0], vary: {}, " + one), hash);
    QCOMPARE(hashOfDesign(plain + "vary: {offset: [0.5, 0.25], seed: 3}, " + one), hash);
    QVERIFY(hashOfDesign(plain + "vary: {offset: [0.75, 0]}, " + one) != hash);
    QVERIFY(hashOfDesign(plain + "vary: {turn: half}, " + one) != hash);
    QVERIFY(hashOfDesign(plain + "vary: {turn: half}, " + one) !=
            hashOfDesign(plain + "vary: {turn: half, seed: 1}, " + one));
    QCOMPARE(hashOfDesign(plain + "vary: {pick: first, seed: 1}, " + both),
             hashOfDesign(plain + "vary: {pick: first}, " + both));
}

void TestRepeats::foldingChangesNoByte_data() {
    QTest::addColumn<QString>("body");
    const auto add = [](const char* name, const std::string& body) {
        QTest::newRow(name) << QString::fromStdString(body);
    };
    add("in sequence", "kind: stitching, u: [21, 2], v: [-3, 19], vary: {pick: sequence}, " + both);
    add("in rows, scaled alike",
        "kind: stitching, u: [21, 2], v: [-3, 19], blend: mean, vary: {pick: rows, scale: [1.5, 1.5]}, " +
            both);
    add("random, closed both ways",
        "kind: stitching, u: [20.003, 0], v: [5.002, 14.998], closes: [60, 60], vary: {turn: quarter, "
        "offset: [4, 4]}, " +
            both);
    add("not varied, closed both ways",
        "kind: stitching, u: [20.003, 0], v: [0, 14.998], closes: [60, 60], " + both);
    add("scattered, closed both ways",
        "kind: scatter, pitch: 9, distance: 8, closes: [151, 160], vary: {mirror: both}, inputs: [{pattern: "
        "a}, {pattern: b}, {data: map}]");
}

/// Folded, unfolded, and with tiles of another size, the samples are the same.
void TestRepeats::foldingChangesNoByte() {
    QFETCH(QString, body);
    const Rect area{0, 0, 400, 300};
    const std::string text = designOf(body.toStdString());
    EngineOptions folded;
    EngineOptions unfolded;
    unfolded.largestCellBytes = 0;
    unfolded.tileSide = 47;
    const auto graph = bindText(text, {}, folded);
    QVERIFY(std::any_of(graph->nodes.begin(), graph->nodes.end(), [](const GraphNode& node) {
        return node.name == "s" && node.residence == Residence::cell;
    }));
    const auto samples = EngineRun(folded).samples(graph, area);
    QVERIFY(samples == EngineRun(unfolded).samples(bindText(text, {}, unfolded), area));
    QVERIFY(std::count(samples.begin(), samples.end(), 0.0F) < 100'000);
}

/// A long strip reads only parts of 64 patterns of 4096 x 4096.
void TestRepeats::manyLargePatternsFitIntoMemory() {
    std::string text =
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: s}]}\n"
        "  s:\n    kind: stitching\n    u: [2000.5, 30]\n    v: [-100, 2100]\n    vary: {turn: quarter}\n    "
        "inputs:\n";
    for (int k = 0; k < 64; ++k)
        text += "      - pattern: p" + std::to_string(k) + "\n";
    for (int k = 0; k < 64; ++k) {
        text += "  p" + std::to_string(k) + ": {kind: math2d, width: 4096, height: 4096, expression: \"" +
                std::to_string((k + 1) / 100.0) + " + x / 20000\"}\n";
    }
    EngineOptions options;
    options.memoryBytes = std::size_t{512} << 20U;
    options.tileSide = 512;
    const Rect strip{1'990'000, 1'998'000, 9000, 64};
    const auto samples = EngineRun(options).samples(bindText(text, {}, options), strip);
    QVERIFY(std::find(samples.begin(), samples.end(), 0.0F) == samples.end());
    // With a quarter of the memory the result is the same.
    options.memoryBytes /= 4;
    const Rect part{strip.x + 3000, strip.y + 10, 500, 30};
    const auto again = EngineRun(options).samples(bindText(text, {}, options), part);
    for (std::int64_t y = 0; y < part.height; ++y) {
        const auto row = samples.begin() + (y + 10) * strip.width + 3000;
        QVERIFY(std::equal(row, row + part.width, again.begin() + y * part.width));
    }
}

BURIN_TEST(TestRepeats)
#include "test_repeats.moc"
