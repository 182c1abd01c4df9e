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
    void ungroupingLeavesTheCommentsInTheGroup();
    void aPastedNodeBringsItsLineEnds();
    void aBlockIsPastedIntoBraces();
    void bracesArePastedIntoABlock();
    void aBlockIsGroupedIntoBraces();
    void aNodeThatIsReadTwiceIsRemoved();
    void aMovedLinkInBracesTakesItsLines();
    void aCommentAboveANodeGoesWithIt();
    void commentsOfNodesInBracesOfAnyStyle_data();
    void commentsOfNodesInBracesOfAnyStyle();
    void aBraceBelowItsNameKeepsComments();
    void aMovedParameterInBracesTakesItsLines();
    void aChildThatStaysKeepsItsQuotes();
    void aNewValueOnOneLineLeavesTheQuotes();
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

void TestKeptGroups::ungroupingLeavesTheCommentsInTheGroup() {
    const std::string text =
        "burin: 2\npixel: 1 um\ngroups:\n  net:\n    inputs:\n      - data: b\n    output: o\n    nodes:\n"
        "      o: {kind: math2d, width: 1, height: 1,  # c1\n        expression: \"y\", inputs: [\n"
        "          {data: $b,  # c2\n           at: [1,  # c3\n                2]}]}  # c4\n"
        "nodes: {s: {kind: root, width: 9, height: 9, inputs: [{data: i}]},\n"
        "  i: {kind: group, group: net, inputs: [{data: b}]},\n  b: {kind: math2d, width: 1, height: 1,\n"
        "    expression: x}}\n";
    const std::string kept = bracesEdited(text, [](DesignEdit& e) { QVERIFY(!e.ungroup("i").empty()); });
    for (const char* comment : {"# c1", "# c2", "# c3", "# c4"})
        QCOMPARE(QByteArray::fromStdString(kept).count(comment), 1);
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

namespace {

const std::string blockOfA =
    "  # above a\n  a:  # c1 the ramp\n    kind: math2d\n    width: '40'\n    # above height\n"
    "    height: 30   # c2 high\n    expression: \"x / 40\"\n\n    # apart\n\n    inputs:  # c3 all\n"
    "      # above the link\n      - data: b  # c4\n      - data: b\n        at: [1,  # c5\n             2]  "
    "# "
    "c6\n    # below a\n";
const std::string bracesOfA =
    "  # above a\n  NAME: {  # c1 the ramp\n    kind: math2d, width: '40',\n    # above height\n"
    "    height: 30,   # c2 high\n    expression: \"x / 40\",\n    # apart\n    inputs: [  # c3 all\n"
    "      # above the link\n      {data: b},  # c4\n      {data: b,\n        at: [1,  # c5\n             2] "
    " # "
    "c6\n        }]\n    # below a\n    }";

/// \param by  blanks before each line
std::string inBraces(const std::string& name, int by) {
    QByteArray text = QByteArray::fromStdString("\n" + bracesOfA).replace("NAME", name.c_str());
    text.replace("\n", "\n" + QByteArray(by, ' '));
    return text.mid(1).toStdString();
}

/// The nodes of one design in another one, whose `nodes:` are as given.
std::string pastedInto(const std::string& nodes, const std::string& from) {
    const std::vector<std::string> names = {"a", "b"};
    const std::string fragment = DesignEdit(readBraces(from)).fragment(names);
    return bracesEdited(nodes, [&](DesignEdit& e) { e.paste(fragment, {}); });
}

}  // namespace

void TestKeptGroups::aBlockIsPastedIntoBraces() {
    const std::string head = "burin: 2\npixel: 1 um\nnodes: ";
    const std::string from =
        head + "\n  s: {kind: root}\n" + blockOfA + "  b: {kind: math2d,  # c7\n    width: 1}  # c8\n";
    const std::string b = "  b: {kind: math2d,  # c7\n    width: 1}";
    for (const char* comma : {"", ","}) {
        const std::string before = head + "{\n  # above s\n  s: {kind: root}";
        const std::string wanted =
            before + ",  # on s\n" + inBraces("a", 0) + ",\n" + b + comma + "  # c8\n}\n";
        const std::string text = before + comma + "  # on s\n}\n";
        QCOMPARE(QByteArray::fromStdString(pastedInto(text, from)), QByteArray::fromStdString(wanted));
        QCOMPARE(QByteArray::fromStdString(pastedInto(windowsLines(text).toStdString(), from)),
                 windowsLines(wanted));
    }
    // Braces without lines of their own get them.
    for (const char* braces : {"{}", "{s: {kind: root}}"}) {
        const std::string kept = pastedInto(head + braces + "  # end\n", from);
        QVERIFY2(kept.find(inBraces("a", 0)) != std::string::npos, kept.c_str());
        QVERIFY2(kept.find(b + "  # c8\n") != std::string::npos, kept.c_str());
        QVERIFY2(kept.find("}  # end\n") != std::string::npos, kept.c_str());
    }
}

void TestKeptGroups::bracesArePastedIntoABlock() {
    const std::string head = "burin: 2\npixel: 1 um\nnodes:";
    const std::string nodes = inBraces("a", 0) + ",  # c9\n  # above b\n  b: {kind: math2d},  # c8\n";
    const std::string block = head + "\n  s: {kind: root}\n";
    QByteArray wanted = QByteArray::fromStdString(block + nodes);
    wanted.replace("},  # c", "}  # c").replace("b}  # c4", "b},  # c4");
    const std::string kept = pastedInto(block, head + " {\n" + nodes + "}\n");
    QCOMPARE(QByteArray::fromStdString(kept), wanted);
}

void TestKeptGroups::aBlockIsGroupedIntoBraces() {
    const std::string rest = "  b: {kind: math2d}  # c7\n";
    const std::string nodes = "nodes:\n  s: {kind: root, inputs: [{data: a}]}  # on s\n" + blockOfA + rest;
    for (const char* groups : {"{}", "{\n  net: {output: o, nodes: {o: {kind: math2d}}}  # net\n}",
                               "{net: {output: o, nodes: {o: {kind: math2d}}}}"}) {
        const std::string text =
            "burin: 2\npixel: 1 um\ngroups: " + std::string(groups) + "  # all groups\n" + nodes;
        const std::string names[] = {"a", "b"};
        const std::vector<int> shifts = {2, 4, 6, 8};
        const std::string kept = bracesEdited(
            text, [&](DesignEdit& e) { QVERIFY(e.groupNodes(names, "g", "g") == GroupObstacle::none); });
        for (const char* line : {"  # c7\n", "}  # all groups\n", "[{data: g}]}  # on s\n"})
            QVERIFY2(kept.find(line) != std::string::npos, kept.c_str());
        const bool whole = std::any_of(shifts.begin(), shifts.end(), [&](int by) {
            return kept.find(inBraces("a", by)) != std::string::npos;
        });
        QVERIFY2(whole, kept.c_str());
    }
}

void TestKeptGroups::aNodeThatIsReadTwiceIsRemoved() {
    const std::string lines[] = {
        "      {data: a},             # c1 the ramp\n", "      {data: b, at: [1, 2]}, # c2 the wall\n",
        "      {data: c},             # c3 the rim\n", "      {data: a, at: [9, 9]}, # c4 the ramp again\n",
        "      {data: d}              # c5 the edge\n"};
    const std::string nodeOfA = "  a: {kind: math2d},  # of a\n";
    const std::string head = "burin: 2\nnodes: {\n  s: {kind: root, inputs: [\n";
    const std::string tail = "  ]},\n  b: {kind: math2d},\n  c: {kind: math2d},\n  d: {kind: math2d},\n}\n";
    QByteArray before =
        QByteArray::fromStdString(head + lines[0] + lines[1] + lines[2] + lines[3] + lines[4] + tail);
    before.replace("  b: {", QByteArray::fromStdString(nodeOfA) + "  b: {");
    const std::string wanted = head + lines[1] + lines[2] + lines[4] + tail;
    const std::string names[] = {"a"};
    QCOMPARE(QByteArray::fromStdString(
                 bracesEdited(before.toStdString(), [&](DesignEdit& e) { e.removeNodes(names, false); })),
             QByteArray::fromStdString(wanted));
}

void TestKeptGroups::aMovedLinkInBracesTakesItsLines() {
    const std::string first =
        "      # above\n      {data: a,\n       at:  [ # c1\n         25, 23 # c2\n       ]},  # c3\n";
    const std::string second = "      {data: b, at: [1, 2]},  # c4 the wall\n";
    const std::string third = "      {data: c},  # c5\n";
    const std::string head = "burin: 2\nnodes: {\n  s: {kind: root, inputs: [\n";
    const std::string tail = "  ]},\n}\n";
    const auto moved = [&](std::size_t from, std::size_t to) {
        return bracesEdited(head + first + second + third + tail,
                            [&](DesignEdit& e) { e.moveLink("s", from, to); });
    };
    QCOMPARE(moved(0, 1), head + second + first + third + tail);
    QCOMPARE(moved(1, 0), head + second + first + third + tail);
    QCOMPARE(moved(0, 2), head + second + third + first + tail);
    QCOMPARE(moved(2, 0), head + third + first + second + tail);
}

void TestKeptGroups::aCommentAboveANodeGoesWithIt() {
    const std::string above = "  # above a\n";
    const std::string node = "a: {kind: math2d,  # c1\n    width: 1}";
    for (const char* rest : {",}\n", "}\n", ", b: {kind: math2d}}\n"}) {
        const std::string text =
            "burin: 2\npixel: 1 um\nnodes: {\n  s: {kind: root},  # on s\n" + above + "  " + node + rest;
        const std::string names[] = {"a"};
        const std::string removed = bracesEdited(text, [&](DesignEdit& e) { e.removeNodes(names, false); });
        QVERIFY2(removed.find(above) == std::string::npos, removed.c_str());
        QVERIFY2(removed.find("  # on s\n") != std::string::npos, removed.c_str());
        const std::string more = bracesEdited(text, [](DesignEdit& e) { e.addNode("c", "math2d"); });
        QVERIFY2(
            more.find("\n  c: {kind: math2d}") != std::string::npos || text.find("b: {") != std::string::npos,
            more.c_str());
        const std::string grouped = bracesEdited(text, [](DesignEdit& e) { groupIn(e, "a", "g"); });
        QVERIFY2(grouped.find("      # above a\n      " + node.substr(0, 20)) != std::string::npos,
                 grouped.c_str());
    }
}

void TestKeptGroups::commentsOfNodesInBracesOfAnyStyle_data() {
    QTest::addColumn<QByteArray>("nodes");
    QTest::addColumn<QByteArray>("name");
    const auto rows = [](const QByteArray& style, const QByteArray& start, const QByteArray& sign,
                         const QByteArray& comma) {
        const QByteArray node = "NAME: {kind: math2d}";
        const auto one = [&](const char* name, const QByteArray& before, const QByteArray& behind) {
            return before + QByteArray(node).replace("NAME", name) + behind + "   # on " + name + "\n";
        };
        QByteArray nodes = one("a", start, comma);
        for (const char* name : {"b", "c", "d"}) {
            nodes += QByteArray("  # above ") + name + "\n";
            nodes += one(name, sign, *name == 'd' ? QByteArray() : comma);
        }
        for (const char* name : {"a", "b", "c", "d"})
            QTest::newRow(style + ": " + name) << nodes + "  }" << QByteArray(name);
    };
    rows("commas lead", " { ", "  , ", "");
    rows("commas lead, and the brace has a comment", " { # all\n    ", "  , ", "");
    rows("commas lead, and the brace is below the name", "  # all\n  # below\n  {\n    ", "  , ", "");
    rows("the first is on the line of the brace", " { ", "  ", ",");
    rows("the brace has a comment", " { # all\n  ", "  ", ",");
    rows("the brace is below the name", "  # all\n  # below\n  {\n  ", "  ", ",");
}

void TestKeptGroups::commentsOfNodesInBracesOfAnyStyle() {
    QFETCH(QByteArray, nodes);
    QFETCH(QByteArray, name);
    const std::string own = name.toStdString();
    const QByteArray above = name == "a" ? QByteArray() : "      # above " + name + "\n";
    const QByteArray inGroup = above + "      " + name + ": {kind: math2d}   # on " + name + "\n";
    for (const char* lineEnd : {"\n", "\r\n"}) {
        const QByteArray text =
            QByteArray("burin: 2\npixel: 1 um\nnodes:" + nodes + "  # end\n").replace("\n", lineEnd);
        const auto edited = [&](const std::function<void(DesignEdit&)>& change) {
            return QByteArray::fromStdString(bracesEdited(text.toStdString(), change));
        };
        QCOMPARE(edited([&](DesignEdit& e) { e.renameNode(own, "new"); }),
                 QByteArray(text).replace(name + ": {", "new: {"));
        QCOMPARE(edited([&](DesignEdit& e) { e.setValue(own, "width", yamlScalar("5")); }),
                 QByteArray(text).replace(name + ": {kind: math2d", name + ": {kind: math2d, width: 5"));
        const QByteArray grouped = edited([&](DesignEdit& e) { groupIn(e, own, "g"); });
        QVERIFY2(grouped.contains(QByteArray(inGroup).replace("\n", lineEnd)), grouped);
        QCOMPARE(grouped.count('#'), text.count('#'));
        const QByteArray twice = edited([&](DesignEdit& e) { duplicateIn(e, own); });
        QVERIFY2(twice.contains(name + " 2: {kind: math2d}   # on " + name), twice);
        QCOMPARE(twice.count('#'), text.count('#') + inGroup.count('#'));
        const std::string names[] = {own};
        const QByteArray less = edited([&](DesignEdit& e) { e.removeNodes(names, false); });
        QCOMPARE(less.count('#'), text.count('#') - inGroup.count('#'));
        QVERIFY2(!less.contains("# on " + name) && !less.contains("# above " + name), less);
    }
}

void TestKeptGroups::aBraceBelowItsNameKeepsComments() {
    const std::string head = "burin: 2\npixel: 1 um\n";
    const std::string nodes = "nodes: { s: {kind: root}   # on s\n";
    const std::string a = "  # above a\n  , a: # of a\n      {kind: math2d}   # on a\n";
    const std::string b = "  , b: # of b\n      {kind: math2d, inputs: [{data: a}]} }\n";
    const std::string g = "  , g: {kind: group, group: g";
    const std::string groups = "groups:\n  g:\n";
    const auto compare = [&](const std::function<void(DesignEdit&)>& change, const std::string& wanted) {
        const std::string text = head + nodes + a + b;
        QCOMPARE(QByteArray::fromStdString(bracesEdited(text, change)), QByteArray::fromStdString(wanted));
        QCOMPARE(QByteArray::fromStdString(bracesEdited(windowsLines(text).toStdString(), change)),
                 windowsLines(wanted));
    };
    const std::string names[] = {"a"};
    compare([&](DesignEdit& e) { e.removeNodes(names, false); },
            head + nodes + "  , b: # of b\n      {kind: math2d} }\n");
    compare(
        [](DesignEdit& e) { groupIn(e, "a", "g"); },
        head + groups +
            "    output: a\n    nodes:\n      # above a\n      # of a\n      a: {kind: math2d}   # on a\n" +
            nodes + g + "}\n" + "  , b: # of b\n      {kind: math2d, inputs: [{data: g}]} }\n");
    compare([](DesignEdit& e) { groupIn(e, "b", "g"); },
            head + groups +
                "    inputs:\n      - data: a\n    output: b\n    nodes:\n      # of b\n"
                "      b: {kind: math2d, inputs: [{data: $a}]}\n" +
                nodes + a + g + ", inputs: [{data: a}]} }\n");
}

void TestKeptGroups::aMovedParameterInBracesTakesItsLines() {
    const std::string first = "    size: {type: number, default: 1},  # c1\n";
    const std::string second = "    # above k\n    k: {type: number,   # c2\n        default: 0.5},  # c3\n";
    const std::string third = "    s: {type: number, default: 2},  # c4\n";
    for (const bool braces : {false, true}) {
        const std::string head = braces ? "{burin: 2, groups: {net: {parameters: {\n"
                                        : "burin: 2\ngroups:\n  net:\n    parameters: {\n";
        const std::string tail = braces ? "  }}}}\n" : "  }\n";
        const auto moved = [&](std::size_t from, std::size_t to) {
            return bracesEdited(head + first + second + third + tail,
                                [&](DesignEdit& e) { e.moveParameter("net", from, to); });
        };
        QCOMPARE(moved(0, 1), head + second + first + third + tail);
        QCOMPARE(moved(1, 0), head + second + first + third + tail);
        QCOMPARE(moved(0, 2), head + second + third + first + tail);
        QCOMPARE(moved(2, 0), head + third + first + second + tail);
    }
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

void TestKeptGroups::aNewValueOnOneLineLeavesTheQuotes() {
    const std::string text = "burin: 2\nnodes: {a: {kind: math2d, width: '51',  u: ['7',  \"8\"]}}  # c\n";
    QByteArray wanted = QByteArray::fromStdString(text).replace("\"8\"]", "\"8\"], muted: true");
    wanted.replace(",  u", ", u");
    QCOMPARE(QByteArray::fromStdString(bracesEdited(text, [](DesignEdit& e) { e.setMuted("a", true); })),
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
