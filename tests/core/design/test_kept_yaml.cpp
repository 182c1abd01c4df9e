// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/layout/yaml_file.hpp"
#include "core/design/layout/yaml_text.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

YamlValue parsed(const std::string& text) {
    auto read = parseYaml(text);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) qFatal("%s", problem->text().c_str());
    return std::get<YamlValue>(std::move(read));
}

/// The text after an edit of the document in `text`. It must read back as the edited document.
std::string edited(const std::string& text, const std::function<void(DesignEdit&)>& change,
                   std::string_view group = {}) {
    DesignEdit edit(parsed(text), group);
    change(edit);
    const YamlValue document = edit.take();
    const std::string kept = keptYaml(document);
    if (parsed(kept) != document) qFatal("reads back as another document:\n%s", kept.c_str());
    return kept;
}

const std::string handWritten = R"(# A plate.

burin: 2   # groups
pixel:   1 um

# -- what is engraved --

nodes:   # in the order of the drawing
  # the surface
  surface:
    kind: root
    width: 2 m      # of the plate
    height: 2 m
    inputs:
    # first
    - data: cells   # one
    # second
    - mask: dot
      # where
      at: [10 mm, 10 mm]  # from the corner
    # depth: 16
  # the cells
  cells:
    kind: stitching
    u: [100,
        0]  # to the right
    inputs:
      - pattern: dot

  'dot':
    kind: math2d
    expression: max(0,
       1 - x)   # folded
    help: |
      a text
      # no comment

    # the end of dot

# about the job
job: {spot: 8 um, # the laser
   field: [2.1 m, 2.1 m]}
# the end
)";

std::string replaced(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    if (at == std::string::npos) qFatal("no %s", before.c_str());
    return text.replace(at, before.size(), after);
}

}  // namespace

class TestKeptYaml : public QObject {
    Q_OBJECT

  private slots:
    void unchanged_data();
    void unchanged();
    void changed_data();
    void changed();
    void nodesInBraces_data();
    void nodesInBraces();
    void keysBehindAQuestionMark_data();
    void keysBehindAQuestionMark();
    void aNewKeyKeepsTheValue_data();
    void aNewKeyKeepsTheValue();
    void linesThatAreLostAreSaid();
    void aMovedLinkTakesItsComments();
    void aNodeInAGroupTakesItsComments();
    void aChangedNodeInAGroupKeepsItsKeys();
    void aPastedNodeBringsItsComments();
    void aTextThatIsTooLong();
    void aRenamedKeyReplacesAStaleOne();
    void aKeyThatIsGivenTwiceIsRefused();
    void aLongNameInBraces();
    void anyChangeReadsBack_data();
    void anyChangeReadsBack();
};

void TestKeptYaml::unchanged_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("written by hand") << QByteArray::fromStdString(handWritten);
    QByteArray windows = QByteArray::fromStdString(handWritten);
    windows.replace("\n", "\r\n");
    QTest::newRow("lines of Windows, byte order mark") << "\xEF\xBB\xBF" + windows;
    QTest::newRow("no end of the last line") << QByteArray("burin: 1\npixel: 1 um # c");
    QTest::newRow("in brackets") << QByteArray("{burin: 1,  # c\n pixel: '1 um'}  # d\n");
    QTest::newRow("directive and marks") << QByteArray("%YAML 1.2\n--- # c\nburin: 1\n...\n# d\n");
    QTest::newRow("nothing under the keys") << QByteArray("burin:\n\n# c\nnodes:  # d\n  a:\n  b: ~\n");
    QTest::newRow("key with a question mark") << QByteArray("burin: 1\n? nodes # c\n: a: 1 # d\n");
    QTest::newRow("text of several lines, no end") << QByteArray("burin: 1\nhelp: |+\n  a\n\n  # b\n\n");
    QTest::newRow("line ends of two systems") << QByteArray("burin: 1\r\n# a\n\r\npixel: 1 um\n# b\r\n");
    QTest::newRow("blanks at the ends of lines")
        << QByteArray("burin: 1  \n   \nnodes: \n  a:   \n    kind: root \t# c \n\n \n");
    QTest::newRow("a comment behind the mark of a block")
        << QByteArray("burin: 1\nhelp: |- # c\n  a\n  # b\nnodes: {}\n");
    QTest::newRow("comments that are indented otherwise")
        << QByteArray("burin: 1\nnodes:\n# a\n      # b\n  a:\n # c\n    kind: root\n  # d\n# e\n");
    QTest::newRow("lists in lists") << QByteArray(
        "burin: 1\na:\n- - 1 # c\n  # d\n  - 2\n-\n  # e\n  b: 3\n");
}

void TestKeptYaml::unchanged() {
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(keptYaml(parsed(text.toStdString()))), text);
    QCOMPARE(QByteArray::fromStdString(yamlForFile(parsed(text.toStdString())).text), text);
}

void TestKeptYaml::changed_data() {
    using Change = std::function<void(DesignEdit&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* after, Change change) {
        QTest::newRow(name) << std::move(change) << QString(before) << QString(after);
    };
    row("a value", "width: 2 m      #", "width: 3 m      #",
        [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("3 m")); });
    row("a value of two lines", "max(0,\n       1 - x)   #", "\"x\"   #",
        [](DesignEdit& e) { e.setValue("dot", "expression", yamlScalar("x", true)); });
    row("a value that becomes a list", "height: 2 m\n", "height: [1, 2]\n", [](DesignEdit& e) {
        const std::string texts[] = {"1", "2"};
        e.setValue("surface", "height", yamlList(texts));
    });
    row("a part of a list", "[100,\n        0]", "[100,\n        7]", [](DesignEdit& e) {
        YamlValue u = *e.node("cells")->find("u");
        u.items[1] = yamlScalar("7");
        e.setValue("cells", "u", u);
    });
    row("a list made anew", "[100,\n        0]", "[100,\n        9]", [](DesignEdit& e) {
        const std::string texts[] = {"100", "9"};
        e.setValue("cells", "u", yamlList(texts));
    });
    row("a text of a block", "|\n      a text\n      # no comment\n", "b\n",
        [](DesignEdit& e) { e.setValue("dot", "help", yamlScalar("b")); });
    row("a new value", "10 mm]  # from the corner\n", "10 mm]  # from the corner\n    depth: 8\n",
        [](DesignEdit& e) { e.setValue("surface", "depth", yamlScalar("8")); });
    row("a value is removed with its comment", "    width: 2 m      # of the plate\n", "",
        [](DesignEdit& e) { e.setValue("surface", "width", {}); });
    row("a part of a link is removed", "      # where\n      at: [10 mm, 10 mm]  # from the corner\n", "",
        [](DesignEdit& e) { e.setOffset("surface", 1, {}); });
    row("a link is removed", "    # first\n    - data: cells   # one\n", "",
        [](DesignEdit& e) { e.unlink("surface", 0); });
    row("a new link", "      - pattern: dot\n", "      - pattern: dot\n      - mask: dot\n",
        [](DesignEdit& e) { e.link("cells", Trait::mask, "dot"); });
    row("a node is removed",
        "  # the cells\n  cells:\n    kind: stitching\n    u: [100,\n        0]  # to the right\n    "
        "inputs:\n"
        "      - pattern: dot\n",
        "", [](DesignEdit& e) {
            e.unlink("surface", 0);
            e.link("surface", Trait::data, "cells", 0);
            const std::vector<std::string> names = {"cells"};
            e.removeNodes(names, false);
            e.link("surface", Trait::data, "cells", 0);
        });
    row("a new node", "    # the end of dot\n", "    # the end of dot\n  ring:\n    kind: math2d\n",
        [](DesignEdit& e) { e.addNode("ring", "math2d"); });
    row("a top value", "pixel:   1 um", "pixel:   2 um",
        [](DesignEdit& e) { e.setTop("pixel", yamlScalar("2 um")); });
    row("the job", "spot: 8 um,", "spot: 9 um,", [](DesignEdit& e) {
        YamlValue job = *e.document().find("job");
        valueAt(job, "spot") = yamlScalar("9 um");
        e.setTop("job", job);
    });
    row("a new part of the editor", "2.1 m]}\n", "2.1 m]}\neditor:\n  dot: {x: 1, y: 2}\n",
        [](DesignEdit& e) {
            e.setPlace("dot", {1, 2});
        });
}

void TestKeptYaml::changed() {
    QFETCH(std::function<void(DesignEdit&)>, change);
    QFETCH(QString, before);
    QFETCH(QString, after);
    for (const bool windows : {false, true}) {
        std::string text = handWritten;
        std::string wanted = replaced(handWritten, before.toStdString(), after.toStdString());
        if (windows) {
            text = QString::fromStdString(text).replace("\n", "\r\n").toStdString();
            wanted = QString::fromStdString(wanted).replace("\n", "\r\n").toStdString();
        }
        QCOMPARE(QString::fromStdString(edited(text, change)), QString::fromStdString(wanted));
    }
}

void TestKeptYaml::nodesInBraces_data() {
    using Change = std::function<void(DesignEdit&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* after, Change change) {
        QTest::newRow(name) << std::move(change) << QString(before) << QString(after);
    };
    row("a value", "width: 1", "width: 2", [](DesignEdit& e) { e.setValue("a", "width", yamlScalar("2")); });
    row("a new value", "{kind: union}", "{kind: union, width: 5}",
        [](DesignEdit& e) { e.setValue("b", "width", yamlScalar("5")); });
    row("a value is removed", "width: 1, ", "", [](DesignEdit& e) { e.setValue("a", "width", {}); });
    row("a link is removed", "{data: b}, ", "", [](DesignEdit& e) { e.unlink("a", 0); });
    row("a new link", "{mask: c}]", "{mask: c}, {data: c}]",
        [](DesignEdit& e) { e.link("a", Trait::data, "c"); });
    row("a value behind a comment", "'1'", "\"2\"",
        [](DesignEdit& e) { e.setValue("c", "expression", yamlScalar("2", true)); });
}

void TestKeptYaml::nodesInBraces() {
    QFETCH(std::function<void(DesignEdit&)>, change);
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string text =
        "burin: 1\nnodes:\n  a: {kind: root, width: 1, inputs: [{data: b}, {mask: c}]}  # one\n"
        "  b: {kind: union}  # two\n  c: {kind: math2d,  # three\n      expression: '1'}  # four\n# five\n";
    QCOMPARE(QString::fromStdString(edited(text, change)),
             QString::fromStdString(replaced(text, before.toStdString(), after.toStdString())));
}

void TestKeptYaml::keysBehindAQuestionMark_data() {
    using Change = std::function<void(DesignEdit&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* after, Change change) {
        QTest::newRow(name) << std::move(change) << QString(before) << QString(after);
    };
    row("a value in braces", "width: 9", "width: 8",
        [](DesignEdit& e) { e.setValue("surface", "width", yamlScalar("8")); });
    row("a value", ": 1 um # f", ": 2 um # f", [](DesignEdit& e) { e.setTop("pixel", yamlScalar("2 um")); });
    row("a value of a node", "expression: x # i", "expression: \"y\" # i",
        [](DesignEdit& e) { e.setValue("dot", "expression", yamlScalar("y", true)); });
    row("a value behind a question mark", "  : 7 # l", "  : 5 # l",
        [](DesignEdit& e) { e.setValue("dot", "width", yamlScalar("5")); });
    row("a node below its colon", "      muted: true # n\n", "",
        [](DesignEdit& e) { e.setValue("ring", "muted", std::nullopt); });
    row("a name", "  ? dot # g", "  ? spot # g", [](DesignEdit& e) { e.renameNode("dot", "spot"); });
    row("a value without a colon", "? job # o\n", "# o\njob: {spot: 8 um}\n", [](DesignEdit& e) {
        YamlValue job = yamlMap();
        job.flow = true;
        valueAt(job, "spot") = yamlScalar("8 um");
        e.setTop("job", job);
    });
    row("a block in place of a text", "? pixel # e\n: 1 um # f\n", "# e\n# f\npixel:\n  a: 1\n",
        [](DesignEdit& e) {
            YamlValue pixel = yamlMap();
            valueAt(pixel, "a") = yamlScalar("1");
            e.setTop("pixel", pixel);
        });
    row("a new node", "      muted: true # n\n", "      muted: true # n\n  new:\n    kind: union\n",
        [](DesignEdit& e) { e.addNode("new", "union"); });
}

void TestKeptYaml::keysBehindAQuestionMark() {
    QFETCH(std::function<void(DesignEdit&)>, change);
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string text =
        "burin: 1\n# a\n? pixel # e\n: 1 um # f\n? job # o\n? nodes # c\n# d\n:\n"
        "  surface: {kind: root, width: 9, height: 9} # d\n"
        "  ? dot # g\n  # h\n  : kind: math2d\n    expression: x # i\n    # j\n    ? width # k\n"
        "    : 7 # l\n  ?\n    ring\n  : # m\n      kind: union\n      muted: true # n\n# p\n";
    for (const char* lineEnd : {"\n", "\r\n"}) {
        const auto with = [&](QString lines) { return lines.replace("\n", lineEnd); };
        QCOMPARE(QString::fromStdString(edited(with(QString::fromStdString(text)).toStdString(), change)),
                 with(QString::fromStdString(replaced(text, before.toStdString(), after.toStdString()))));
    }
}

void TestKeptYaml::aNewKeyKeepsTheValue_data() {
    using Change = std::function<void(DesignEdit&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("changes");
    const auto row = [](const char* name, const QStringList& changes, const Change& change) {
        QTest::newRow(name) << change << changes;
    };
    row("a node",
        {"\"a\":{", "rim: {", "\"a\": {", "rim: {", "{data: a,", "{data: rim,", "- data: a", "- data: rim"},
        [](DesignEdit& e) { e.renameNode("a", "rim"); });
    row("a node with signs of YAML",
        {"\"a\":{", "\"x, y\": {", "\"a\": {", "x, y: {", "{data: a,", "{data: \"x, y\",", "- data: a",
         "- data: x, y"},
        [](DesignEdit& e) { e.renameNode("a", "x, y"); });
    row("a node in braces on one line", {"'b' : {", "rim : {", "data: b ", "data: rim "},
        [](DesignEdit& e) { e.renameNode("b", "rim"); });
    row("a group", {"net: {parameters", "mesh: {parameters", "group: net", "group: mesh"},
        [](DesignEdit& e) { e.renameGroup("net", "mesh"); });
    row("a parameter", {"{d: {", "{far: {", "values: {d", "values: {far"},
        [](DesignEdit& e) { e.renameParameter("net", "d", "far"); });
    row("a trait in braces", {"{data: a, # l", "{mask: a, # l"},
        [](DesignEdit& e) { e.relink("surface", 0, Trait::mask, "a"); });
    row("traits of a block", {"- data: a   # m", "- mask: a   # m", "data: b # n", "mask: a # n"},
        [](DesignEdit& e) { e.relink("i", 0, Trait::mask, "a"), e.relink("i", 1, Trait::mask, "a"); });
    row("one of two values in braces is removed", {"{kind: math2d, width: 40", "{width: 40", "30}", "31}"},
        [](DesignEdit& e) {
            e.setValue("a", "kind", {});
            e.setValue("a", "height", yamlScalar("31"));
        });
}

void TestKeptYaml::aNewKeyKeepsTheValue() {
    QFETCH(std::function<void(DesignEdit&)>, change);
    QFETCH(QStringList, changes);
    const std::string groups =
        "groups: {net: {parameters: {d: {default: 1, # p\n     min: 0}}, # g\n"
        "   nodes: {o: {kind: math2d, # h\n     width: 1}}}}";
    const std::string nodes =
        "{surface: {kind: root, inputs: [{data: a, # l\n    at: [1, 2]}]},\n"
        "  \"a\":{kind: math2d, width: 40, # c\n    height: 30}, # e\n  'b' : {kind: math2d}, # f\n";
    const std::string flow =
        "{burin: 2,\n " + groups + ",\n nodes: " + nodes +
        "  i: {kind: group, group: net, values: {d: 2}, # v\n    muted: false}\n }} # z\n";
    const std::string block =
        "burin: 2\nnodes:\n  i:\n    inputs:\n      # k\n      - data: a   # m\n        at: [1, 2]\n"
        "      - at: [1, 2]\n        data: b # n\n  \"a\": {kind: math2d, # c\n    height: 3} # o\n"
        "  'b' : {kind: math2d} # q\n";
    for (const std::string& text : {flow, block}) {
        std::string wanted = text;
        for (qsizetype i = 0; i < changes.size(); i += 2) {
            const std::string before = changes[i].toStdString();
            if (wanted.find(before) != std::string::npos)
                wanted = replaced(wanted, before, changes[i + 1].toStdString());
        }
        if (wanted != text)
            QCOMPARE(QString::fromStdString(edited(text, change)), QString::fromStdString(wanted));
    }
}

/// A document whose earlier text cannot be read again.
void TestKeptYaml::linesThatAreLostAreSaid() {
    YamlValue document = parsed(handWritten);
    QVERIFY(yamlForFile(document).keptLines);
    document.source = std::make_shared<const YamlText>("# a comment\na: [", false);
    const YamlFile file = yamlForFile(document);
    QVERIFY(!file.keptLines);
    QVERIFY(file.document == document);
}

void TestKeptYaml::aMovedLinkTakesItsComments() {
    const std::string first = "    # first\n    - data: cells   # one\n";
    const std::string second =
        "    # second\n    - mask: dot\n      # where\n      at: [10 mm, 10 mm]  # from the corner\n";
    QCOMPARE(edited(handWritten, [](DesignEdit& e) { e.moveLink("surface", 0, 1); }),
             replaced(handWritten, first + second, second + first));
}

void TestKeptYaml::aNodeInAGroupTakesItsComments() {
    const std::string text = edited(handWritten, [](DesignEdit& e) {
        const std::vector<std::string> names = {"dot"};
        QVERIFY(e.groupNodes(names, "dots", "a dot") == GroupObstacle::none);
    });
    for (const char* line : {"\n           1 - x)   # folded\n", "\n        # the end of dot\n",
                             "\n    - mask: a dot\n      # where\n", "\n    # first\n"})
        QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
}

/// The node is indented deeper there, and reads a socket.
void TestKeptYaml::aChangedNodeInAGroupKeepsItsKeys() {
    const std::string text = edited(handWritten, [](DesignEdit& e) {
        const std::vector<std::string> names = {"cells"};
        QVERIFY(e.groupNodes(names, "grid", "a grid") == GroupObstacle::none);
    });
    for (const char* line :
         {"\n      # the cells\n      cells:\n", "\n        inputs:\n", "\n          - pattern: $"})
        QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
}

void TestKeptYaml::aPastedNodeBringsItsComments() {
    const DesignEdit from(parsed(handWritten));
    const std::vector<std::string> names = {"cells"};
    const std::string fragment = from.fragment(names);
    QVERIFY2(fragment.find("  # the cells\n  cells:\n") != std::string::npos, fragment.c_str());
    const std::string text = edited("burin: 1\r\nnodes:\r\n    a:\r\n        kind: root\r\n",
                                    [&](DesignEdit& e) { e.paste(fragment, {}); });
    QVERIFY2(text.find("\r\n    # the cells\r\n    cells:\r\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find("0]  # to the right\r\n") != std::string::npos, text.c_str());
}

void TestKeptYaml::aTextThatIsTooLong() {
    const auto with = [](const std::string& text) {
        YamlValue document = yamlMap();
        valueAt(document, "burin") = yamlScalar("1");
        valueAt(document, "text") = yamlScalar(text, true);
        return document;
    };
    // A line end is written as two bytes, and the quotes as two more.
    for (const std::size_t size : {longestDesignText / 2 - 1, longestDesignText / 2}) {
        const YamlValue document = with(std::string(size, '\n'));
        const bool fits = size < longestDesignText / 2;
        QCOMPARE(tooLongText(document) == nullptr, fits);
        QVERIFY(!fits || std::holds_alternative<YamlValue>(parseYaml(keptYaml(document))));
        QCOMPARE(reviseDesign(document, {}, {}, {}, nullptr).refused, !fits);
    }
}

void TestKeptYaml::aRenamedKeyReplacesAStaleOne() {
    const std::string head = "burin: 2\npixel: 1 um\n";
    const auto compare = [&](const std::string& before, const std::string& after, const auto& change,
                             std::string_view group = {}) {
        QCOMPARE(QString::fromStdString(edited(head + before, change, group)),
                 QString::fromStdString(head + after));
    };
    const std::string places = "editor:\n  a: {x: 1}  # c3\n  b: {x: 3}  # gone\n  c: {x: 4}  # c4\n";
    const std::string renamed = "editor:\n  b: {x: 1}  # c3\n  c: {x: 4}  # c4\n";
    const auto toB = [](DesignEdit& e) { e.renameNode("a", "b"); };
    compare("nodes:\n  a: {kind: math2d}  # c2\n" + places, "nodes:\n  b: {kind: math2d}  # c2\n" + renamed,
            toB);
    // A place of a node that is gone must not become the place of another one.
    compare("nodes:\n  a: {kind: math2d}\neditor: {c: {x: 1}, b: {x: 3}}\n",
            "nodes:\n  b: {kind: math2d}\neditor: {c: {x: 1}}\n", toB);
    compare("groups:\n  g: {nodes: {a: {kind: math2d}}, editor: {a: {x: 1}, b: {x: 3}}}\nnodes: {}\n",
            "groups:\n  g: {nodes: {b: {kind: math2d}}, editor: {b: {x: 1}}}\nnodes: {}\n", toB, "g");
    const auto parameter = [](const char* name, const char* values) {
        return "groups:\n  g:\n    parameters: {" + std::string(name) +
               ": {type: number}}\n    nodes: {}\nnodes:\n  i: {kind: group, group: g, values: " + values +
               "}  # c\n";
    };
    const auto toK = [](DesignEdit& e) { QVERIFY(e.renameParameter("g", "kk", "k") == GroupObstacle::none); };
    compare(parameter("kk", "{kk: 0.3, k: 0.7}"), parameter("k", "{k: 0.3}"), toK);
    compare(parameter("kk", "{m: 1, k: 0.7}"), parameter("k", "{m: 1}"), toK);
    const auto toMask = [](DesignEdit& e) { e.relink("s", 0, Trait::mask, "a"); };
    compare("nodes:\n  s:\n    inputs:\n    - {data: a, mask: b}  # c\n",
            "nodes:\n  s:\n    inputs:\n    - {mask: a}  # c\n", toMask);
}

void TestKeptYaml::aKeyThatIsGivenTwiceIsRefused() {
    YamlValue document = parsed("burin: 1\npixel: 1 um\nnodes:\n  a: {kind: root, width: 9, height: 9}\n");
    QVERIFY(repeatedKey(document) == nullptr);
    YamlValue& body = document.entries[2].value.entries[0].value;
    body.entries.push_back({yamlScalar("width"), yamlScalar("8")});
    QCOMPARE(repeatedKey(document), &body.entries.back().key);
    const Design design = reviseDesign(document, {}, {}, {}, nullptr);
    QVERIFY(design.refused);
    QCOMPARE(design.diagnostics.front().what(), "the key 'width' is given a second time");
    const YamlFile file = yamlForFile(document);
    QVERIFY(file.problem);
    QCOMPARE(file.problem->text(), "the key 'width' is given a second time");
}

void TestKeptYaml::aLongNameInBraces() {
    const std::string text = "{burin: 1,  # c1\n nodes: {a: {kind: root},  # c2\n  b: {kind: math2d}}}\n";
    for (const std::size_t size : {std::size_t{900}, std::size_t{1100}, std::size_t{5000}}) {
        const std::string after =
            edited(text, [&](DesignEdit& e) { e.renameNode("b", std::string(size, 'n')); });
        QVERIFY2(after.find("# c1\n") != std::string::npos, after.c_str());
        QVERIFY2(after.find("# c2\n") != std::string::npos, after.c_str());
    }
}

namespace {

/// All lists and maps of a document that are not empty.
void collect(YamlValue& value, std::vector<YamlValue*>& found) {
    if (!value.items.empty() || !value.entries.empty()) found.push_back(&value);
    for (YamlValue& item : value.items)
        collect(item, found);
    for (YamlEntry& entry : value.entries)
        collect(entry.value, found);
}

/// Changes a document in a way that no editor would.
void changeAnything(YamlValue& document, Random& random, int number) {
    std::vector<YamlValue*> all;
    collect(document, all);
    YamlValue& place =
        *all[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(all.size()) - 1))];
    const YamlValue other =
        *all[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(all.size()) - 1))];
    const auto count = static_cast<std::int64_t>(place.isMap() ? place.entries.size() : place.items.size());
    const std::int64_t at = random.between(0, count - 1);
    const std::int64_t to = random.between(0, count - 1);
    const auto name = yamlScalar("new " + std::to_string(number));
    const YamlValue made = random.chance(0.3) ? other
                           : random.chance(0.5)
                               ? yamlScalar(random.pick({"1", "a: b", "- #", "x\ny", ""}), true)
                           : random.chance(0.5) ? YamlValue()
                                                : yamlScalar("2 mm");
    if (random.chance(0.1)) place.flow = !place.flow;
    if (place.isSequence()) {
        auto& items = place.items;
        switch (random.between(0, 3)) {
            case 0:
                items.erase(items.begin() + at);
                break;
            case 1:
                items.insert(items.begin() + at, made);
                break;
            case 2:
                items[static_cast<std::size_t>(at)] = made;
                break;
            default:
                std::swap(items[static_cast<std::size_t>(at)], items[static_cast<std::size_t>(to)]);
        }
        return;
    }
    auto& entries = place.entries;
    switch (random.between(0, 5)) {
        case 0:
            entries.erase(entries.begin() + at);
            break;
        case 1:
            entries.insert(entries.begin() + at, {name, made});
            break;
        case 2:
            entries[static_cast<std::size_t>(at)].value = made;
            break;
        case 3:
            std::swap(entries[static_cast<std::size_t>(at)], entries[static_cast<std::size_t>(to)]);
            break;
        case 4:
            entries[static_cast<std::size_t>(at)].key = name;
            break;
        default: {
            YamlEntry moved = std::move(entries[static_cast<std::size_t>(at)]);
            entries.erase(entries.begin() + at);
            if (document.entries.empty() || document.find(moved.key.scalar) != nullptr) moved.key = name;
            document.entries.push_back(std::move(moved));
        }
    }
}

}  // namespace

void TestKeptYaml::anyChangeReadsBack_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(200))
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

/// This holds even without the check of the whole text that saving makes.
void TestKeptYaml::anyChangeReadsBack() {
    QFETCH(quint64, seed);
    Random random(seed);
    std::string text = handWritten;
    if (random.chance(0.3)) text = text.substr(0, text.size() - 1);
    if (random.chance(0.3)) text = QString::fromStdString(text).replace("\n", "\r\n").toStdString();
    YamlValue document = parsed(text);
    for (int i = 0; i < 12; ++i) {
        changeAnything(document, random, i);
        if (document.entries.empty()) break;
        const std::string kept = keptYaml(document);
        const auto read = parseYaml(kept);
        const auto* value = std::get_if<YamlValue>(&read);
        QVERIFY2(value != nullptr && *value == document, kept.c_str());
        QCOMPARE(keptYaml(*value), kept);
    }
}

BURIN_TEST(TestKeptYaml)
#include "test_kept_yaml.moc"
