// SPDX-License-Identifier: GPL-3.0-or-later

// Designs of several hundred nodes with one mistake each: the error names exactly the line and the node of
// the mistake. The program reports the same error; only some of the designs check this, except in the long
// run.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/random.hpp"
#include "support/spoilt_design.hpp"
#include "support/testing.hpp"

#include <QProcess>
#include <QTemporaryDir>
#include <fstream>

using namespace burin;
using namespace burin::test;

namespace {

constexpr std::int64_t nodeCount = 400;

/// The body of a node with two children: any kind except images, all bounded.
std::string bodyOf(Random& random, const std::string& first, const std::string& second) {
    const std::string size = "    width: 40\n    height: 30 um\n";
    const std::string data = "    inputs:\n      - data: " + first + "\n        at: [-3, 5 um]\n";
    const std::string mask = "      - mask: " + second + "\n";
    const std::string other = "      - data: " + second + "\n";
    switch (random.between(0, 6)) {
        case 0:
            return "    kind: math2d\n" + size + "    expression: \"in1 / 2 + hypot(x, y) / 99\"\n" + data +
                   mask;
        case 1:
            return "    kind: union\n" + size + "    operation: mean\n" + data + other;
        case 2:
            return "    kind: stitching\n" + size +
                   "    u: [41, 2]\n    v: [-7, 50 um]\n    blend: max\n    inputs:\n      - pattern: " +
                   first + "\n" + mask;
        case 3:
            return "    kind: profile\n" + size +
                   "    distance_max: 7 um\n    threshold: 0.5\n    inputs:\n      - mask: " + first + "\n" +
                   other;
        case 4:
            return "    kind: median\n" + size + "    radius: 2\n    edge: wrap\n" + data + mask;
        case 5:
            return "    kind: convolution\n" + size + "    kernel: {gaussian: 1.5}\n    normalize: false\n" +
                   data;
        default:
            return "    kind: transform\n    rotate: 90\n    mirror: y\n" + data + mask;
    }
}

/// Node k is called nk and reads two of the next five nodes; the last five nodes read none.
DesignText largeDesign(Random& random) {
    const auto name = [](std::int64_t k) { return "n" + std::to_string(k); };
    std::string text =
        "burin: 2\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 2 m\n    height: 1000\n"
        "    inputs:\n";
    for (std::int64_t k = 0; k < 5; ++k)
        text += "      - data: " + name(k) + "\n";
    for (std::int64_t k = 0; k < nodeCount; ++k) {
        const bool leaf = k + 5 >= nodeCount;
        text += "  " + name(k) + ":\n";
        text += leaf ? "    kind: math2d\n    width: 9\n    height: 9\n    expression: \"x / w\"\n"
                     : bodyOf(random, name(k + 1), name(k + random.between(2, 5)));
    }
    return DesignText(text);
}

/// A way to break a whole line, without a known column.
struct Slip {
    const char* name;
    const char* replaced;  ///< the first occurrence in the line
    const char* by;
};

constexpr Slip slips[] = {{"a tag", ": ", ": !!float "},
                          {"an anchor", ": ", ": &here "},
                          {"an alias", ": ", ": *here #"},
                          {"an open bracket", ": ", ": ["},
                          {"an open quote", ": ", ": \"[\"\" "},
                          {"a second colon", ": ", ": x: "},
                          {"no colon", ": ", " "},
                          {"a tab", "    ", "\t"},
                          {"a blank too many", "    ", "     "},
                          {"a bad byte", ": ", ": \xFF"},
                          {"a control character", ": ", ": \x02"},
                          {"a merge key", "width", "<<"}};

}  // namespace

class TestOneMistake : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QVERIFY(QDir::setCurrent(folder_.path())); }
    void theDesignItselfIsGood();
    void aValue_data();
    void aValue();
    void aLink_data() { aValue_data(); }
    void aLink();
    void aSlip_data();
    void aSlip();

  private:
    /// \param mayBeRefused  the whole file may be refused, instead of the node
    static void expectFound(quint64 seed, const DesignText& text, const ExpectedPlace& place,
                            const std::string& node, bool mayBeRefused = false);

    QTemporaryDir folder_;
};

void TestOneMistake::expectFound(quint64 seed, const DesignText& text, const ExpectedPlace& place,
                                 const std::string& node, bool mayBeRefused) {
    const std::string whole = text.text();
    const Diagnostics found = errorsOf(whole);
    const bool refused = !found.empty() && found.front().node.empty();
    const std::string objected = objection(found, place, refused && mayBeRefused ? "" : node);
    const std::string& line = text.lines[static_cast<std::size_t>(place.line) - 1];
    QVERIFY2(objected.empty(), (node + ": " + line + ": " + objected).c_str());
    if (seed % 8 != 1 && !isLongRun()) return;
    std::ofstream("x.burin", std::ios::binary) << whole;
    QProcess process;
    process.start(burinProgram, {"check", "x.burin"});
    QVERIFY(process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().contains(QByteArray::fromStdString(found.front().text())));
}

void TestOneMistake::theDesignItselfIsGood() {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        const DesignText text = largeDesign(random);
        QCOMPARE(text.nodes().size(), std::size_t{nodeCount + 1});
        const Diagnostics found = errorsOf(text.text());
        QVERIFY2(found.empty(), found.empty() ? "" : found.front().text().c_str());
    }
}

void TestOneMistake::aValue_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(40))
        QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

void TestOneMistake::aValue() {
    QFETCH(quint64, seed);
    Random random(seed);
    DesignText text = largeDesign(random);
    const DesignText::Node node = text.nodes()[static_cast<std::size_t>(random.between(1, nodeCount - 6))];
    const auto& parameters = findKind(node.kind)->description.parameters;
    const ParameterDescription& parameter = parameters[static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(parameters.size()) - 1))];
    const std::vector<std::string> values = brokenValues(parameter);
    const std::string value =
        values[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(values.size()) - 1))];
    const ExpectedPlace place = text.set(node, std::string(parameter.key), value);
    expectFound(seed, text, place, node.name);
}

void TestOneMistake::aLink() {
    QFETCH(quint64, seed);
    Random random(seed);
    DesignText text = largeDesign(random);
    const DesignText::Node node = text.nodes()[static_cast<std::size_t>(random.between(1, nodeCount - 6))];
    const std::size_t line = text.links(node).front();
    const std::string whole = text.lines[line];
    const std::string trait = whole.substr(8, whole.find(':') - 8);
    const ExpectedPlace place =
        random.chance(0.2)
            ? text.relink(line, "texture", "n399")
            : text.relink(line, trait,
                          random.pick<std::string>({"missing", "surface", node.name, "[n1]", "~"}));
    expectFound(seed, text, place, node.name);
}

void TestOneMistake::aSlip_data() {
    QTest::addColumn<int>("slip");
    QTest::addColumn<quint64>("seed");
    int index = 0;
    for (const Slip& slip : slips) {
        for (quint64 seed = 1; seed <= 3; ++seed)
            QTest::addRow("%s, design %llu", slip.name, seed) << index << seed;
        ++index;
    }
}

void TestOneMistake::aSlip() {
    QFETCH(int, slip);
    QFETCH(quint64, seed);
    const Slip& made = slips[slip];
    Random random(seed);
    DesignText text = largeDesign(random);
    std::size_t line = 0;
    DesignText::Node node;
    do {
        node = text.nodes()[static_cast<std::size_t>(random.between(1, nodeCount - 6))];
        line = node.first + 2;  // below the line of its kind
    } while (text.lines[line].find(made.replaced) == std::string::npos);
    std::string& spoilt = text.lines[line];
    spoilt.replace(spoilt.find(made.replaced), std::string_view(made.replaced).size(), made.by);
    expectFound(seed, text, {static_cast<int>(line) + 1, 1, static_cast<int>(spoilt.size()) + 1}, node.name,
                true);
}

BURIN_TEST(TestOneMistake)
#include "test_one_mistake.moc"
