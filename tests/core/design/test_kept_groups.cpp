// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes in braces keep their lines and comments if nodes are grouped, ungrouped, pasted or moved.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

YamlValue readBraces(const std::string& text) {
    auto read = parseYaml(text);
    if (const auto* problem = std::get_if<Diagnostic>(&read))
        qFatal("%s\n%s", problem->text().c_str(), text.c_str());
    return std::get<YamlValue>(std::move(read));
}

/// The text after an edit of the document in `text`. It must read back as the edited document.
std::string bracesEdited(const std::string& text, const std::function<void(DesignEdit&)>& change) {
    DesignEdit edit(readBraces(text));
    change(edit);
    const YamlValue document = edit.take();
    const std::string kept = keptYaml(document);
    if (readBraces(kept) != document) qFatal("reads back as another document:\n%s", kept.c_str());
    return kept;
}

void groupIn(DesignEdit& edit, const std::string& name, const std::string& group) {
    const std::string names[] = {name};
    if (edit.groupNodes(names, group, group) != GroupObstacle::none) qFatal("not grouped");
}

void duplicateIn(DesignEdit& edit, const std::string& name) {
    const std::string names[] = {name};
    edit.paste(edit.fragment(names), {});
}

QByteArray windowsLines(const std::string& text) {
    return QByteArray::fromStdString(text).replace("\n", "\r\n");
}

const std::string nodesOfPlate =
    "  surface: {kind: root, width: 200, height: 120, inputs: [{data: a}, {data: b}]},  # c1 the plate\n"
    "  # above a\n"
    "  a: {kind: math2d, width: 40,  # c2 the ramp\n"
    "      height: 30, expression: \"x / 40\"},  # c3 of a\n"
    "  b: {kind: math2d, width: 60, height: 50, expression: \"y / 50\"},  # c4 the wall\n";

}  // namespace

class TestKeptGroups : public QObject {
    Q_OBJECT

  private slots:
    void groupingLeavesTheOtherNodes();
    void groupingInADesignInBraces();
    void ungroupingLeavesTheOtherNodes();
    void aPastedNodeBringsItsLineEnds();
    void aChildThatStaysKeepsItsQuotes();
    void anyEditOfNodesInBracesKeepsComments_data();
    void anyEditOfNodesInBracesKeepsComments();
};

void TestKeptGroups::groupingLeavesTheOtherNodes() {
    const std::string text = "burin: 2\npixel: 1 um\nnodes: {\n" + nodesOfPlate + "}\n";
    const std::string wanted =
        "burin: 2\npixel: 1 um\ngroups:\n  g:\n    output: a\n    nodes:\n"
        "      # above a\n"
        "      a: {kind: math2d, width: 40,  # c2 the ramp\n"
        "          height: 30, expression: \"x / 40\"}  # c3 of a\n"
        "nodes: {\n"
        "  surface: {kind: root, width: 200, height: 120, inputs: [{data: g}, {data: b}]},  # c1 the plate\n"
        "  g: {kind: group, group: g},\n"
        "  b: {kind: math2d, width: 60, height: 50, expression: \"y / 50\"},  # c4 the wall\n"
        "}\n";
    const auto change = [](DesignEdit& e) { groupIn(e, "a", "g"); };
    QCOMPARE(QByteArray::fromStdString(bracesEdited(text, change)), QByteArray::fromStdString(wanted));
    QCOMPARE(QByteArray::fromStdString(bracesEdited(windowsLines(text).toStdString(), change)),
             windowsLines(wanted));
}

void TestKeptGroups::groupingInADesignInBraces() {
    const std::string text = "{burin: 2, pixel: 1 um,\n nodes: {\n" + nodesOfPlate + "}}  # end\n";
    const std::string wanted =
        "{burin: 2, pixel: 1 um,\n"
        " groups: {g: {output: a, nodes: {\n"
        "       # above a\n"
        "       a: {kind: math2d, width: 40,  # c2 the ramp\n"
        "           height: 30, expression: \"x / 40\"}  # c3 of a\n"
        "       }}},\n"
        " nodes: {\n"
        "  surface: {kind: root, width: 200, height: 120, inputs: [{data: g}, {data: b}]},  # c1 the plate\n"
        "  g: {kind: group, group: g},\n"
        "  b: {kind: math2d, width: 60, height: 50, expression: \"y / 50\"},  # c4 the wall\n"
        "}}  # end\n";
    const auto change = [](DesignEdit& e) { groupIn(e, "a", "g"); };
    QCOMPARE(QByteArray::fromStdString(bracesEdited(text, change)), QByteArray::fromStdString(wanted));
    QCOMPARE(QByteArray::fromStdString(bracesEdited(windowsLines(text).toStdString(), change)),
             windowsLines(wanted));
}

void TestKeptGroups::ungroupingLeavesTheOtherNodes() {
    const std::string first = "  surface: {kind: root, width: 9, height: 9, inputs: [{data: i}]},  # c1\n";
    const std::string last = "  # above b\n  b: {kind: math2d, expression: \"x\"},  # c3\n";
    const std::string text =
        "burin: 2\npixel: 1 um\ngroups:\n  net:\n    output: o\n    nodes:\n"
        "      o: {kind: math2d, expression: \"y\"}  # in\n"
        "nodes: {\n" +
        first + "  i: {kind: group, group: net},  # c2\n" + last + "}\n";
    const std::string kept = bracesEdited(text, [](DesignEdit& e) { QVERIFY(!e.ungroup("i").empty()); });
    for (const char* line : {"inputs: [{data: i/o}]},  # c1\n", last.c_str(), "nodes: {\n", "  # in\n"})
        QVERIFY2(kept.find(line) != std::string::npos, kept.c_str());
}

void TestKeptGroups::aPastedNodeBringsItsLineEnds() {
    const std::string text =
        "burin: 2\nnodes:\n  surface: {kind: root}\n  b: {kind: math2d, width: 60,  # c1\n    height: 50}  # "
        "c2\n";
    const std::string kept =
        bracesEdited(windowsLines(text).toStdString(), [](DesignEdit& e) { duplicateIn(e, "b"); });
    QCOMPARE(std::count(kept.begin(), kept.end(), '\n'), std::count(kept.begin(), kept.end(), '\r'));
    for (const char* comment : {"# c1", "# c2"})
        QCOMPARE(QByteArray::fromStdString(kept).count(comment), 2);
}

void TestKeptGroups::aChildThatStaysKeepsItsQuotes() {
    const std::string text =
        "burin: 1\nnodes:\n  surface:\n    kind: root\n    inputs:\n      - data: '070'\n";
    QByteArray wanted = QByteArray::fromStdString(text);
    wanted.replace("data:", "mask:");
    QCOMPARE(QByteArray::fromStdString(
                 bracesEdited(text, [](DesignEdit& e) { e.relink("surface", 0, Trait::mask, "070"); })),
             wanted);
}

void TestKeptGroups::anyEditOfNodesInBracesKeepsComments_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(200))
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

namespace {

/// A design whose nodes are in braces. Every node has comments above it, in it and on its last line.
std::string randomBraces(Random& random, int count) {
    const bool whole = random.chance(0.5);
    std::string text = whole ? "{burin: 2, pixel: 1 um,  # top\n nodes: {  # all\n"
                             : "burin: 2\npixel: 1 um  # top\nnodes: {  # all\n";
    text += "  surface: {kind: root, width: 9, height: 9,  # on surface\n    inputs: [\n";
    for (int i = 0; i < count; ++i)
        text += "      {data: n" + std::to_string(i) + "},  # link " + std::to_string(i) + "\n";
    text += "    ]},\n";
    for (int i = 0; i < count; ++i) {
        const std::string name = std::to_string(i);
        text += "  # above " + name + "\n  n" + name + ": {kind: math2d,  # in " + name + "\n";
        text += random.chance(0.5) ? "    # deep " + name + "\n" : "";
        text += std::string(random.chance(0.5) ? "  " : "       ") + "expression: \"" + name + "\"}";
        text += std::string(i + 1 < count || random.chance(0.5) ? "," : "") + "  # on " + name + "\n";
    }
    return text + (whole ? "  }}  # end\n" : "  }  # end\n");
}

QByteArrayList commentsIn(const std::string& text) {
    QByteArrayList comments;
    for (const QByteArray& line : QByteArray::fromStdString(text).split('\n')) {
        if (line.contains('#')) comments += line.mid(line.indexOf('#')).trimmed();
    }
    return comments;
}

void editBraces(DesignEdit& edit, Random& random, int count, int number) {
    const auto any = [&] { return random.between(0, count - 1); };
    const std::string node = "n" + std::to_string(any());
    const std::string group = "g" + std::to_string(number);
    switch (random.between(0, 3)) {
        case 0:
            if (edit.node(node) != nullptr) groupIn(edit, node, group);
            break;
        case 1:
            if (edit.node(node) != nullptr) duplicateIn(edit, node);
            break;
        case 2:
            for (const std::string& name : edit.nodeNames()) {
                if (name.starts_with('g') && random.chance(0.5)) edit.ungroup(name);
            }
            break;
        default:
            edit.moveLink("surface", static_cast<std::size_t>(any()), static_cast<std::size_t>(any()));
    }
}

}  // namespace

void TestKeptGroups::anyEditOfNodesInBracesKeepsComments() {
    QFETCH(quint64, seed);
    Random random(seed);
    const int count = static_cast<int>(random.between(1, 5));
    std::string text = randomBraces(random, count);
    if (random.chance(0.3)) text = windowsLines(text).toStdString();
    const bool windows = text.find('\r') != std::string::npos;
    for (int i = 0; i < 5; ++i) {
        const std::string before = text;
        text = bracesEdited(before, [&](DesignEdit& e) { editBraces(e, random, count, i); });
        const QByteArrayList kept = commentsIn(text);
        for (const QByteArray& comment : commentsIn(before))
            QVERIFY2(kept.contains(comment),
                     ("lost " + comment.toStdString() + "\n" + before + text).c_str());
        if (windows)
            QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::count(text.begin(), text.end(), '\r'));
    }
}

BURIN_TEST(TestKeptGroups)
#include "test_kept_groups.moc"
