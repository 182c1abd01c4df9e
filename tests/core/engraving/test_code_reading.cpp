// SPDX-License-Identifier: GPL-3.0-or-later

// Codes are read back from the samples of the design that draws them.

#include "core/design/design.hpp"
#include "core/engraving/code_reading.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <memory>
#include <optional>
#include <string>

using namespace burin;

namespace {

/// Reads the node `c` of a design whose surface has these inputs.
std::optional<CodeReading> readingOf(const std::string& inputs, const std::string& nodes) {
    const Design design =
        parseDesign("burin: 2\npixel: 10 um\nnodes:\n  s: {kind: root, width: 600, height: 600, inputs: [" +
                        inputs + "]}\n" + nodes,
                    ".");
    const auto graph = std::make_shared<const Graph>(bindGraph(design, *design.root, {}).graph.value());
    MemoryBudget budget(std::size_t{64} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    return codeReading(backend, budget, graph, "c", {});
}

std::string codeNode(const std::string& keys) {
    return "  c: {kind: code, data: Burin, " + keys + "}\n";
}

std::string plainCode() {
    return codeNode("code: qr, module: 4");
}

}  // namespace

class TestCodeReading : public QObject {
    Q_OBJECT

  private slots:
    void goodCodesReadBack_data();
    void goodCodesReadBack();
    void aGoodCodeIsSaid();
    void whatIsWrongIsSaid_data();
    void whatIsWrongIsSaid();
    void narrowModulesAreLost();
    void aCodeThatIsTurnedByAnotherNodeIsReadItself();
    void theFirstOfASeriesIsRead();
    void otherKindsHaveNone();
};

void TestCodeReading::goodCodesReadBack_data() {
    QTest::addColumn<QString>("keys");
    QTest::newRow("qr") << "code: qr, module: 4";
    QTest::newRow("a module of one pixel") << "code: qr, module: 1";
    QTest::newRow("light modules") << "code: qr, module: 4, ink: light";
    QTest::newRow("datamatrix") << "code: datamatrix, module: 3";
    QTest::newRow("aztec") << "code: aztec, module: 3";
    QTest::newRow("rows of three modules") << "code: pdf417, module: 2";
    QTest::newRow("bars") << "code: code128, module: 2";
    QTest::newRow("scaled") << "code: qr, module: 2, scale: 2.6";
    QTest::newRow("turned") << "code: qr, module: 6, rotate: 33";
    QTest::newRow("turned by a quarter") << "code: datamatrix, module: 2, rotate: 90";
    QTest::newRow("a distance") << "code: qr, module: 4, output: distance, distance_max: 2";
}

void TestCodeReading::goodCodesReadBack() {
    QFETCH(const QString, keys);
    const auto reading = readingOf("{data: c, at: [70, 50]}", codeNode(keys.toStdString()));
    QVERIFY(reading.has_value());
    QVERIFY(reading->onTop);
    QVERIFY(reading->visible);
    QCOMPARE(reading->lost, std::size_t{0});
    QCOMPARE(reading->covered, std::size_t{0});
    QVERIFY2(reading->good(), reading->words().text().c_str());
}

void TestCodeReading::aGoodCodeIsSaid() {
    const auto reading = readingOf("{data: c, at: [70, 50]}", plainCode()).value();
    QCOMPARE(reading.words().text(), std::string("the code can be read: 21 x 21 modules of 40 um"));
    const auto turned = readingOf("{data: c}", codeNode("code: qr, module: 4, scale: 2, rotate: 90")).value();
    QCOMPARE(turned.words().text(), std::string("the code can be read: 21 x 21 modules of 80 um"));
}

void TestCodeReading::whatIsWrongIsSaid_data() {
    QTest::addColumn<QString>("inputs");
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& inputs, const std::string& nodes,
                        const char* said) {
        QTest::newRow(name) << QString::fromStdString(inputs) << QString::fromStdString(nodes) << said;
    };
    const auto patch = [](const char* size) {
        return plainCode() + "  p: {kind: shape, shape: rectangle, size: " + size + "}\n";
    };
    row("a mask hides it", "{data: c}, {mask: p, at: [400, 400]}", patch("[8, 8]"),
        "the code cannot be read: its dark and light modules have the same depth");
    row("another node lies in the quiet zone", "{data: c, at: [20, 30]}, {data: p, at: [22, 60]}",
        patch("[8, 40]"), "other nodes cover a part of the quiet zone");
    row("the quiet zone is small", "{data: c}", codeNode("code: qr, module: 4, quiet: 1"),
        "the quiet zone is too small: readers need 4 modules around the code");
    row("it is mirrored", "{data: c}", codeNode("code: qr, module: 4, mirror: x"),
        "the code is mirrored, which many readers refuse");
}

void TestCodeReading::whatIsWrongIsSaid() {
    QFETCH(const QString, inputs);
    QFETCH(const QString, nodes);
    QFETCH(const QString, said);
    const auto reading = readingOf(inputs.toStdString(), nodes.toStdString());
    QVERIFY(reading.has_value());
    QVERIFY(!reading->good());
    QCOMPARE(QString::fromStdString(reading->words().text()), said);
    QVERIFY(!reading->words().adviceText().empty());
}

/// A pixel shows four modules at once.
void TestCodeReading::narrowModulesAreLost() {
    const auto reading = readingOf("{data: c}", codeNode("code: qr, module: 1, scale: 0.5")).value();
    QVERIFY(!reading.good());
    QVERIFY(reading.lost > 20);
    QCOMPARE(reading.words().text(),
             std::to_string(reading.lost) + " of 441 modules are lost: a module is 0.5 px wide");
    QCOMPARE(reading.words().adviceText(), std::string("make the code larger"));
    // The middle of the code has at least four light modules.
    const auto covered = readingOf("{data: c}, {data: p, at: [40, 40]}",
                                   plainCode() + "  p: {kind: shape, shape: rectangle, size: [30, 30]}\n")
                             .value();
    QVERIFY(covered.lost > 4);
    QCOMPARE(covered.words().text(), std::to_string(covered.lost) + " of 441 modules are lost");
}

void TestCodeReading::aCodeThatIsTurnedByAnotherNodeIsReadItself() {
    const auto reading =
        readingOf("{data: t}", plainCode() + "  t: {kind: transform, rotate: 10, inputs: [{data: c}]}\n")
            .value();
    QVERIFY(!reading.onTop);
    QVERIFY(reading.good());
    QCOMPARE(reading.words().text(), std::string("the code itself can be read: 21 x 21 modules of 40 um; it "
                                                 "was not read together with the other nodes"));
}

void TestCodeReading::theFirstOfASeriesIsRead() {
    const std::string series =
        "  c: {kind: code, code: datamatrix, data: \"SN{n:04}\", module: 3, series: {u: [70, 0], v: [0, 70], "
        "origin: [15, 10], columns: 3, rows: 2, inset: [9, 5], start: 8}}\n";
    const auto reading = readingOf("{data: c, at: [40, 20]}", series).value();
    QVERIFY2(reading.good(), reading.words().text().c_str());
    QCOMPARE(reading.words().text(), std::string("the code can be read: 12 x 12 modules of 30 um"));
}

void TestCodeReading::otherKindsHaveNone() {
    QVERIFY(!readingOf("{data: c}", "  c: {kind: shape, shape: ellipse, size: 40}\n"));
}

BURIN_TEST(TestCodeReading)
#include "test_code_reading.moc"
