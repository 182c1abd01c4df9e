// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

using namespace burin;

namespace {

const std::string flat = R"yaml(burin: 1
pixel: 1 um
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [{data: u, at: [5, 5]}, mask: m]}
  u: {kind: union, inputs: [data: c, {mask: m, at: [1, 2]}, data: m]}
  c: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: d]}
  d: {kind: math2d, width: 9, height: 9, expression: "x * k", parameters: {k: 2}}
  m: {kind: math2d, expression: "1"}
editor:
  u: {x: 10, y: 20}
  c: {x: 0, y: 30}
)yaml";

YamlValue documentOf(const std::string& text) {
    return std::get<YamlValue>(parseYaml(text));
}

std::string problemsOf(const Design& design) {
    std::string text;
    for (const Diagnostic& d : design.diagnostics)
        text += d.text() + "\n";
    return text;
}

GroupObstacle grouped(DesignEdit& edit, std::vector<std::string> names) {
    return edit.groupNodes(names, "g", "i");
}

GroupObstacle exposed(DesignEdit& edit, std::string_view node, std::vector<std::string> path,
                      std::string_view name) {
    const std::vector<std::vector<std::string>> paths = {std::move(path)};
    return edit.exposeValues("g", node, paths, name);
}

/// Groups g1, g2 and so on; each contains the one before.
std::string nested(int levels) {
    std::string text =
        "burin: 2\npixel: 1 um\ngroups:\n  g1: {output: a, nodes: {a: {kind: math2d, expression: 1}}}\n";
    for (int level = 2; level <= levels; ++level) {
        text += "  g" + std::to_string(level) + ": {output: a, nodes: {a: {kind: group, group: g" +
                std::to_string(level - 1) + "}}}\n";
    }
    return text +
           "nodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: p]}\n  p: {kind: group, group: "
           "g" +
           std::to_string(levels) + "}\n";
}

}  // namespace

class TestGroupEdit : public QObject {
    Q_OBJECT

  private slots:
    /// Open links become sockets named after their former children.
    void nodesBecomeAGroup() {
        DesignEdit edit(documentOf(flat));
        QCOMPARE(grouped(edit, {"u", "c", "d"}), GroupObstacle::none);
        const YamlValue expected = documentOf(R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    inputs: [mask: m, data: m 2]
    output: u
    nodes:
      u: {kind: union, inputs: [data: c, {mask: $m, at: [1, 2]}, data: $m 2]}
      c: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: d]}
      d: {kind: math2d, width: 9, height: 9, expression: "x * k", parameters: {k: 2}}
    editor:
      u: {x: 10, y: 20}
      c: {x: 0, y: 30}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [{data: i, at: [5, 5]}, mask: m]}
  i: {kind: group, group: g, inputs: [mask: m, data: m]}
  m: {kind: math2d, expression: "1"}
editor:
  i: {x: 10, y: 20}
)yaml");
        const YamlValue made = edit.take();
        for (const char* key : {"burin", "nodes", "editor"})
            QVERIFY2(*made.find(key) == *expected.find(key), writeYaml(made).c_str());
        const YamlValue& group = *made.find("groups")->find("g");
        const YamlValue& wanted = *expected.find("groups")->find("g");
        for (const char* key : {"inputs", "output", "nodes", "editor"})
            QVERIFY2(*group.find(key) == *wanted.find(key), writeYaml(made).c_str());
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
    }

    void groupsAreNestedAtMost16Deep() {
        DesignEdit edit(documentOf(nested(15)));
        QCOMPARE(grouped(edit, {"p"}), GroupObstacle::none);
        DesignEdit full(documentOf(nested(16)));
        QCOMPARE(grouped(full, {"p"}), GroupObstacle::tooDeep);
        full.setScope("g1");  // below all others
        QCOMPARE(full.groupNodes(std::vector<std::string>{"a"}, "g", "b"), GroupObstacle::tooDeep);
        full.setScope("g9");
        QCOMPARE(full.groupNodes(std::vector<std::string>{"a"}, "g", "b"), GroupObstacle::tooDeep);
        QVERIFY(full.take() == documentOf(nested(16)));
    }

    void whatCannotBecomeAGroup() {
        const auto obstacle = [](const std::string& text, std::vector<std::string> names) {
            DesignEdit edit(documentOf(text));
            const GroupObstacle found = grouped(edit, std::move(names));
            // An edit that is not possible changes nothing.
            return edit.take() == documentOf(text) ? found : GroupObstacle::none;
        };
        QCOMPARE(obstacle(flat, {}), GroupObstacle::noNodes);
        QCOMPARE(obstacle(flat, {"u", "z"}), GroupObstacle::noNodes);
        QCOMPARE(obstacle(flat, {"s", "u"}), GroupObstacle::root);
        QCOMPARE(obstacle(flat, {"u", "m"}), GroupObstacle::severalOutputs);
        QCOMPARE(obstacle(flat, {"u", "d"}), GroupObstacle::severalOutputs);
        std::string text = flat;
        QCOMPARE(obstacle(text.replace(text.find("  m: {"), 0, "  $x: {kind: math2d, expression: \"1\"}\n"),
                          {"$x"}),
                 GroupObstacle::nameOfSocket);
        text = flat;
        QCOMPARE(obstacle(text.replace(text.find("  m: {"), 0, "  t: {kind: tiff, file: =a.tif}\n"), {"t"}),
                 GroupObstacle::textLikeFormula);
        text = flat;
        text.replace(text.find("data: u, at"), 7, "data: u");
        DesignEdit edit(documentOf(text));
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"c"}, "g", "u"), GroupObstacle::nameTaken);
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"c"}, "g", "c"), GroupObstacle::none);
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"u"}, "g", "v"), GroupObstacle::nameTaken);
    }

    /// A node between two nodes of the group would read the group, and the group would read it.
    void aNodeBetweenIsNoPartOfAGroup() {
        const std::string text = R"yaml(burin: 1
pixel: 1 um
nodes:
  s: {kind: root, width: 5, height: 5, inputs: [data: a]}
  a: {kind: union, inputs: [data: b, data: c]}
  b: {kind: union, inputs: [data: c]}
  c: {kind: math2d, expression: "1"}
)yaml";
        DesignEdit edit(documentOf(text));
        QCOMPARE(grouped(edit, {"a", "c"}), GroupObstacle::severalOutputs);
        DesignEdit chain(documentOf(std::string(text).replace(text.find("data: b, data: c"), 16, "data: b")));
        QVERIFY(grouped(chain, {"a", "c"}) != GroupObstacle::none);
    }

    /// A node that a socket reads if it is not linked is read from outside of each group that it comes into.
    void theNodeOfASocketIsAnOutput() {
        const std::string text = R"yaml(burin: 2
pixel: 1 um
groups:
  tile:
    inputs: [{mask: edge, else: plain}]
    output: sum
    nodes:
      sum: {kind: union, inputs: [data: cut, data: dust]}
      cut: {kind: union, inputs: [data: dust, mask: $edge]}
      dust: {kind: math2d, expression: "1"}
      plain: {kind: union, inputs: [data: dust]}
nodes:
  s: {kind: root, width: 5, height: 5, inputs: [data: a]}
  a: {kind: group, group: tile}
)yaml";
        const auto obstacle = [&](std::vector<std::string> names) {
            DesignEdit edit(documentOf(text));
            edit.setScope("tile");
            const GroupObstacle found = grouped(edit, std::move(names));
            return edit.take() == documentOf(text) ? found : GroupObstacle::none;
        };
        QCOMPARE(obstacle({"cut", "plain"}), GroupObstacle::severalOutputs);
        QCOMPARE(obstacle({"sum", "cut", "dust", "plain"}), GroupObstacle::severalOutputs);
        QCOMPARE(obstacle({"plain", "dust"}), GroupObstacle::severalOutputs);

        DesignEdit edit(documentOf(text));
        edit.setScope("tile");
        QCOMPARE(grouped(edit, {"plain"}), GroupObstacle::none);
        const Design design = parseDesign(writeYaml(edit.take()), ".");
        QCOMPARE(problemsOf(design), std::string());
        QCOMPARE(design.document.find("groups")->find("tile")->find("inputs")->items[0].find("else")->scalar,
                 std::string("i"));
    }

    void aGroupDoesNotReadItselfThroughASocket() {
        const std::string text = R"yaml(burin: 2
pixel: 1 um
groups:
  tile:
    inputs: [{mask: edge, else: plain}]
    output: sum
    nodes:
      sum: {kind: union, inputs: [data: cut]}
      cut: {kind: union, inputs: [data: plain, mask: $edge]}
      plain: {kind: math2d, expression: "1"}
      loose: {kind: union, inputs: [data: plain, mask: $edge]}
nodes:
  s: {kind: root, width: 5, height: 5, inputs: [data: a]}
  a: {kind: group, group: tile}
)yaml";
        DesignEdit edit(documentOf(text));
        edit.setScope("tile");
        QCOMPARE(grouped(edit, {"loose", "plain"}), GroupObstacle::nodeBetween);
        QVERIFY(edit.take() == documentOf(text));
    }

    void valuesBecomeParameters() {
        DesignEdit edit(documentOf(flat));
        QCOMPARE(grouped(edit, {"u", "c", "d"}), GroupObstacle::none);
        QCOMPARE(exposed(edit, "d", {"width"}, "k"), GroupObstacle::nameTaken);  // d has a parameter k
        QCOMPARE(exposed(edit, "d", {"width"}, "size"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "d", {"parameters", "k"}, "k"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "c", {"kernel", "gaussian"}, "blur"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "u", {"operation"}, "how"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "d", {"height"}, "size"), GroupObstacle::nameTaken);
        QCOMPARE(exposed(edit, "d", {"height"}, "sin"), GroupObstacle::nameTaken);
        QCOMPARE(exposed(edit, "d", {"width"}, "again"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "d", {"kernel"}, "no"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "d", {"expression"}, "no"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "z", {"width"}, "no"), GroupObstacle::noNodes);
        const YamlValue made = edit.take();
        const YamlValue& parameters = *made.find("groups")->find("g")->find("parameters");
        QVERIFY2(parameters ==
                     documentOf("size: {type: length, default: 9}\nk: {type: number, default: 2}\n"
                                "blur: {type: number, default: 2, maximum: 42, unit: px, title: Gaussian}\n"
                                "how: {type: choice, choices: [max, min, add, subtract, multiply, "
                                "mean, over], default: max, title: Operation}\n"),
                 writeYaml(parameters).c_str());
        QVERIFY(made.find("groups")->find("g")->find("nodes")->find("d")->find("parameters") == nullptr);
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
        const Design before = parseDesign(flat, ".");
        QCOMPARE(design.nodes[*design.find("i/d")].values.as<NumberMap>("parameters"),
                 before.nodes[*before.find("d")].values.as<NumberMap>("parameters"));
    }

    /// The formulas of a curve find the group's parameter, also if the group calls it t like their variable.
    void numbersOfACurveBecomeParameters() {
        const std::string text = R"yaml(burin: 2
pixel: 1 um
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: p]}
  p: {kind: path, curve: {x: "20 + m * cos(t)", y: "20 + m * sin(t)", from: 0, to: 6, closed: true}, parameters: {m: 9}}
)yaml";
        DesignEdit edit(documentOf(text));
        QCOMPARE(grouped(edit, {"p"}), GroupObstacle::none);
        QCOMPARE(exposed(edit, "p", {"parameters", "m"}, "m"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "p", {"curve", "to"}, "t"), GroupObstacle::none);
        const YamlValue made = edit.take();
        const YamlValue& group = *made.find("groups")->find("g");
        QVERIFY2(*group.find("parameters") ==
                     documentOf("m: {type: number, default: 9}\nt: {type: number, default: 6, title: To}\n"),
                 writeYaml(made).c_str());
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
        const DesignNode& inner = design.nodes[*design.find("i/p")];
        QVERIFY((inner.values.as<NumberMap>("parameters") == NumberMap{{"m", 9.0}}));
    }

    /// A value that the node does not have begins with its default, which is written with it.
    void absentValuesBecomeParameters() {
        const std::string text = R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    output: s
    nodes:
      s: {kind: stitching, u: [9, 0], v: [0, 9], inputs: [pattern: d]}
      t: {kind: stitching, u: [9, 0], v: [0, 9], vary: {turn: half}, inputs: [pattern: d]}
      c: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: s]}
      d: {kind: math2d, width: 9, height: 9, expression: "x"}
nodes:
  r: {kind: root, width: 50, height: 40, inputs: [data: i]}
  i: {kind: group, group: g}
)yaml";
        DesignEdit edit(documentOf(text));
        QCOMPARE(exposed(edit, "s", {"vary", "gain", "0"}, "low"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "t", {"vary", "seed"}, "seed"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "t", {"vary", "nothing"}, "no"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "c", {"inputs", "0", "at", "1"}, "down"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "c", {"inputs", "1", "at", "1"}, "no"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "c", {"inputs", "0", "data"}, "no"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "c", {"kernel", "box"}, "no"), GroupObstacle::noParameter);
        const YamlValue made = edit.take();
        const YamlValue& group = *made.find("groups")->find("g");
        const YamlValue& nodes = *group.find("nodes");
        QVERIFY2(*nodes.find("s")->find("vary") == documentOf("{gain: [=low, 1]}"), writeYaml(made).c_str());
        QVERIFY2(*nodes.find("t")->find("vary") == documentOf("{turn: half, seed: =seed}"),
                 writeYaml(made).c_str());
        QVERIFY2(
            *group.find("parameters") ==
                documentOf("low: {type: number, default: 1, minimum: -16, maximum: 16}\n"
                           "seed: {type: seed, default: 0, title: Seed}\ndown: {type: length, default: 0}\n"),
            writeYaml(made).c_str());
        QVERIFY2(*nodes.find("c") == documentOf("{kind: convolution, kernel: {gaussian: 2}, "
                                                "inputs: [{data: s, at: [0, =down]}]}"),
                 writeYaml(made).c_str());
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
    }

    void oneParameterDrivesSeveralValues_data() {
        QTest::addColumn<QString>("sides");
        QTest::addColumn<QString>("height");
        QTest::newRow("equal") << "width: 90, height: 90"
                               << "=size";
        QTest::newRow("equal in another unit") << "width: 90, height: 0.09 mm"
                                               << "=size";
        QTest::newRow("a whole proportion") << "width: 90, height: 60"
                                            << "= size * 2 / 3";
        QTest::newRow("half") << "width: 0.1 mm, height: 50 um"
                              << "= size / 2";
        QTest::newRow("twice") << "width: 45, height: 90"
                               << "= size * 2";
        QTest::newRow("not whole") << "width: 1.25 um, height: 5.5 um"
                                   << "= size * 4.4";
    }

    /// The values keep their proportion, and the group its samples.
    void oneParameterDrivesSeveralValues() {
        QFETCH(QString, sides);
        QFETCH(QString, height);
        std::string text = flat;
        text.replace(text.find("width: 9, height: 9"), 19, sides.toStdString());
        DesignEdit edit(documentOf(text));
        QCOMPARE(grouped(edit, {"c", "d"}), GroupObstacle::none);
        const std::vector<std::vector<std::string>> both = {{"width"}, {"height"}};
        QCOMPARE(edit.exposeValues("g", "d", both, "size"), GroupObstacle::none);
        const YamlValue made = edit.take();
        const YamlValue& node = *made.find("groups")->find("g")->find("nodes")->find("d");
        QCOMPARE(node.find("width")->scalar, std::string("=size"));
        QCOMPARE(node.find("height")->scalar, height.toStdString());
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
        const Design before = parseDesign(text, ".");
        QCOMPARE(design.nodes[*design.find("i/d")].size, before.nodes[*before.find("d")].size);
    }

    /// The new parameter takes over type, limits and words of the one that the instance sets.
    void aValueOfAnInstanceBecomesAParameter() {
        DesignEdit edit(documentOf(R"yaml(burin: 2
pixel: 1 um
groups:
  dot:
    parameters:
      size: {type: length, default: 9, minimum: 1, title: Size}
      gap: {type: length, default: "= size * 2"}
      form: {type: choice, choices: [flat, round], default: round}
    output: it
    nodes:
      it: {kind: math2d, width: =size, height: =size, expression: "size / 100"}
  g:
    output: d
    nodes:
      d: {kind: group, group: dot, values: {size: 12}}
nodes:
  surface: {kind: root, width: 40, height: 40, inputs: [data: i]}
  i: {kind: group, group: g}
)yaml"));
        QCOMPARE(exposed(edit, "d", {"values", "size"}, "dot"), GroupObstacle::none);
        QCOMPARE(exposed(edit, "d", {"values", "gap"}, "gap"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "d", {"values", "size"}, "again"), GroupObstacle::noParameter);
        QCOMPARE(exposed(edit, "d", {"values", "none"}, "none"), GroupObstacle::noParameter);
        const YamlValue made = edit.take();
        const YamlValue& group = *made.find("groups")->find("g");
        const YamlValue expected =
            documentOf(R"yaml(dot: {type: length, default: 12, minimum: 1, title: Size})yaml");
        QCOMPARE(writeYaml(*group.find("parameters")), writeYaml(expected));
        QCOMPARE(group.find("nodes")->find("d")->find("values")->find("size")->scalar, std::string("=dot"));
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
        QCOMPARE(design.nodes[*design.find("i/d/it")].size->width, std::int64_t{12});
    }

    /// The share of a star has no unit as a parameter either.
    void aShareBecomesANumber() {
        DesignEdit edit(documentOf(R"yaml(burin: 2
pixel: 1 um
groups:
  g: {output: s, nodes: {s: {kind: shape, shape: star, points: 5, diameter: 20, inner: 0.4}}}
nodes:
  r: {kind: root, width: 30, height: 30, inputs: [data: i]}
  i: {kind: group, group: g}
)yaml"));
        QCOMPARE(exposed(edit, "s", {"inner"}, "share"), GroupObstacle::none);
        const YamlValue made = edit.take();
        const YamlValue& share = *made.find("groups")->find("g")->find("parameters")->find("share");
        QCOMPARE(share.find("type")->scalar, std::string("number"));
        QCOMPARE(share.find("maximum")->scalar, std::string("1"));
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
    }

    void whatIsNoNumberCannotFollowAParameter() {
        DesignEdit edit(documentOf(flat));
        QCOMPARE(grouped(edit, {"c", "d"}), GroupObstacle::none);
        const YamlValue before = edit.document();
        const std::vector<std::vector<std::string>> mixed = {{"width"}, {"expression"}};
        QCOMPARE(edit.exposeValues("g", "d", mixed, "size"), GroupObstacle::noParameter);
        QVERIFY2(edit.document() == before, "what cannot be done changes nothing");
    }

    /// The first edit that adds something of version 2 changes the version from 1 to 2; nothing lowers it
    /// again.
    void theVersionRises() {
        DesignEdit untouched(documentOf(flat));
        untouched.setMuted("d", true);
        QCOMPARE(untouched.take().find("burin")->scalar, std::string("1"));
        DesignEdit edit(documentOf(flat));
        QCOMPARE(grouped(edit, {"c", "d"}), GroupObstacle::none);
        YamlValue document = edit.take();
        QCOMPARE(document.find("burin")->scalar, std::string("2"));
        DesignEdit back(std::move(document));
        QVERIFY(!back.ungroup("i").empty());
        QCOMPARE(back.take().find("burin")->scalar, std::string("2"));
        DesignEdit key(documentOf(flat));
        key.addNode("p", "profile");
        key.setValue("p", "parameters", documentOf("{a: 1}"));
        QCOMPARE(key.take().find("burin")->scalar, std::string("2"));
        // An edit does not raise the number if the document needed it before the edit.
        DesignEdit wrong(documentOf(flat + "groups: {}\n"));
        wrong.setMuted("d", true);
        QCOMPARE(wrong.take().find("burin")->scalar, std::string("1"));
    }

    void fragmentsCarryTheirGroups() {
        DesignEdit edit(documentOf(flat));
        QVERIFY(edit.fragment(std::vector<std::string>{"c"}).starts_with("burin-fragment: 1\n"));
        QCOMPARE(grouped(edit, {"c", "d"}), GroupObstacle::none);
        const std::string piece = edit.fragment(std::vector<std::string>{"i", "m"});
        const YamlValue fragment = documentOf(piece);
        QCOMPARE(fragment.find("burin-fragment")->scalar, std::string("2"));
        QVERIFY(fragment.find("groups")->find("g") != nullptr);

        // A pasted node uses the group that the design already has; a different group of the same name is
        // added under a new name.
        QCOMPARE(edit.paste(piece, {}), (std::vector<std::string>{"i 2", "m 2"}));
        QCOMPARE(edit.groupNames(), std::vector<std::string>{"g"});
        DesignEdit other(documentOf(flat + "groups: {g: {output: a, nodes: {a: {kind: union}}}}\n"));
        QCOMPARE(other.paste(piece, {}), (std::vector<std::string>{"i", "m 2"}));
        QCOMPARE(other.groupNames(), (std::vector<std::string>{"g", "g 2"}));
        QCOMPARE(other.node("i")->find("group")->scalar, std::string("g 2"));
        other.paste(piece, {});
        QCOMPARE(other.groupNames(), (std::vector<std::string>{"g", "g 2"}));
        DesignEdit fresh(documentOf(flat));
        fresh.paste(piece, {});
        const YamlValue made = fresh.take();
        QCOMPARE(made.find("burin")->scalar, std::string("2"));
        const Design design = parseDesign(writeYaml(made), ".");
        QVERIFY2(design.errorsOf(*design.find("i")).empty(), problemsOf(design).c_str());
    }

    void pathsOfFragmentsFollowIntoAnotherFolder() {
        DesignEdit edit(documentOf(flat));
        QVERIFY(edit.fragment(std::vector<std::string>{"c"}, "/a").find("folder") == std::string::npos);
        edit.addNode("f", "image");
        edit.setValue("f", "file", yamlScalar("f.png"));
        edit.addNode("h", "tiff");
        edit.setValue("h", "file", yamlScalar("/h.tif"));
        QCOMPARE(grouped(edit, {"f"}), GroupObstacle::none);
        const std::string piece = edit.fragment(std::vector<std::string>{"i", "h"}, "/a/b");
        const auto fileIn = [](const DesignEdit& pasted) {
            const YamlValue* group = pasted.document().find("groups")->find("g");
            return group->find("nodes")->find("f")->find("file")->scalar;
        };
        DesignEdit here(documentOf(flat));
        here.paste(piece, {}, "/a/b");
        QCOMPARE(fileIn(here), std::string("f.png"));
        DesignEdit elsewhere(documentOf(flat));
        elsewhere.paste(piece, {}, "/a/c");
        QCOMPARE(fileIn(elsewhere), std::string("../b/f.png"));
        QCOMPARE(elsewhere.node("h")->find("file")->scalar, std::string("/h.tif"));
        DesignEdit unsaved(documentOf(flat));
        unsaved.paste(piece, {});
        QCOMPARE(fileIn(unsaved), std::string("/a/b/f.png"));
    }

    void takenGroupsAreRenamedWithinTheCopies() {
        const YamlValue library =
            documentOf(R"yaml(outer: {title: Outer, output: i, nodes: {i: {kind: group, group: inner}}}
inner: {output: m, nodes: {m: {kind: math2d, expression: "1"}}}
unused: {output: m, nodes: {m: {kind: math2d, expression: "1"}}}
)yaml");
        DesignEdit edit(documentOf(
            flat + "groups: {inner: {output: m, nodes: {m: {kind: math2d, expression: \"2\"}}}}\n"));
        const auto names = edit.takeGroups(library, std::vector<std::string>{"outer"});
        QCOMPARE(names.at("outer"), std::string("outer"));
        QCOMPARE(names.at("inner"), std::string("inner 2"));
        QCOMPARE(edit.groupNames(), (std::vector<std::string>{"inner", "inner 2", "outer"}));
        const YamlValue& outer = *edit.document().find("groups")->find("outer");
        QCOMPARE(outer.find("nodes")->find("i")->find("group")->scalar, std::string("inner 2"));
    }

    void aGroupIsRenamedInAllInstances() {
        DesignEdit edit(documentOf(R"yaml(burin: 2
groups:
  outer: {output: it, nodes: {it: {kind: group, group: group}, group: {kind: math2d, expression: "1"}}}
  group: {output: a, nodes: {a: {kind: math2d, expression: "1"}}}
nodes:
  group: {kind: group, group: group}
  other: {kind: group, group: outer}
)yaml"));
        QVERIFY(edit.renameGroup("group", "outer") == GroupObstacle::nameTaken);
        QVERIFY(edit.renameGroup("group", "") == GroupObstacle::nameTaken);
        QVERIFY(edit.renameGroup("none", "stone") == GroupObstacle::noNodes);
        edit.setScope("group");
        QVERIFY(edit.renameGroup("group", "stone") == GroupObstacle::none);
        QCOMPARE(edit.scope(), std::string("stone"));
        const QString after = QString::fromStdString(writeYaml(edit.document()));
        QCOMPARE(after.count("group: stone"), 2);
        QVERIFY2(!after.contains("group: group"), qPrintable(after));
        QVERIFY2(after.contains("group: {kind: math2d"), qPrintable(after));  // a node of that name
        QCOMPARE(edit.groupNames(), (std::vector<std::string>{"outer", "stone"}));
    }

    /// New texts are put before the other keys, so that a reader of the file sees them first.
    void aGroupIsDescribed() {
        DesignEdit edit(documentOf("groups: {a: {output: b, nodes: {b: {kind: math2d, expression: '1'}}}}"));
        const auto group = [&] { return QString::fromStdString(writeYaml(edit.document())); };
        const QString before = group();
        edit.describeGroup("a", "", "All ones.");
        edit.describeGroup("a", "Ones", "All ones.");
        const qsizetype title = group().indexOf("Ones");
        QVERIFY2(title > 0 && title < group().indexOf("All ones."), qPrintable(group()));
        QVERIFY2(group().indexOf("All ones.") < group().indexOf("output"), qPrintable(group()));
        edit.describeGroup("a", "Two", "All ones.");
        QVERIFY2(group().contains("Two") && !group().contains("Ones"), qPrintable(group()));
        edit.describeGroup("a", "", "");
        QCOMPARE(group(), before);
        edit.describeGroup("none", "Ones", "");
        QCOMPARE(group(), before);
    }
};

BURIN_TEST(TestGroupEdit)
#include "test_group_edit.moc"
