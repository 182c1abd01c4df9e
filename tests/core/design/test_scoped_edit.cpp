// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "support/testing.hpp"

using namespace burin;

namespace {

const std::string pebbles = R"yaml(burin: 2
pixel: 1 um
groups:
  pebbles:
    parameters:
      size: {type: length, default: 12}
      gap: {type: length, default: "= size * 2"}
    inputs: [mask: outline, {data: ground, optional: true}]
    output: bed
    nodes:
      bed: {kind: union, inputs: [data: rows, data: $ground]}
      rows: {kind: stitching, u: [=gap, 0], v: ["= gap / 2", =gap], inputs: [pattern: stone, mask: $outline]}
      stone: {kind: math2d, width: =size, height: =size, expression: "x / size"}
    editor:
      rows: {x: 10, y: 20}
nodes:
  surface: {kind: root, width: 90, height: 90, inputs: [data: wall, data: other]}
  wall: {kind: group, group: pebbles, values: {size: 8}, inputs: [mask: sheet]}
  other: {kind: group, group: pebbles, inputs: [mask: sheet, data: rows]}
  sheet: {kind: math2d, expression: "1"}
  rows: {kind: math2d, expression: "2"}
editor:
  rows: {x: 1, y: 2}
)yaml";

YamlValue documentOf(const std::string& text) {
    return std::get<YamlValue>(parseYaml(text));
}

DesignEdit inside() {
    return DesignEdit(documentOf(pebbles), "pebbles");
}

/// A group of three sockets of one trait and one of another, and an instance that links all of them.
DesignEdit threeSockets() {
    return DesignEdit(documentOf(R"yaml(burin: 2
pixel: 1 um
groups:
  three:
    inputs: [data: a, data: b, mask: m, data: c]
    output: sum
    nodes:
      sum: {kind: union, inputs: [data: $a, data: $b, data: $c, data: flat, mask: $m]}
      flat: {kind: math2d, expression: "0.5"}
nodes:
  surface: {kind: root, width: 90, height: 90, inputs: [data: all]}
  all: {kind: group, group: three, inputs: [data: x, mask: m, data: y, data: z]}
  x: {kind: math2d, expression: "x / 100"}
  y: {kind: math2d, expression: "y / 100"}
  z: {kind: math2d, expression: "0.1"}
  m: {kind: math2d, expression: "0.2"}
)yaml"),
                      "three");
}

const YamlValue& group(const DesignEdit& edit, const char* name = "pebbles") {
    return *edit.document().find("groups")->find(name);
}

QString problemsOf(DesignEdit edit) {
    const Design design = parseDesign(writeYaml(edit.take()), ".");
    std::string text;
    for (const Diagnostic& d : design.diagnostics)
        text += d.severity == Severity::error ? d.text() + "\n" : "";
    return QString::fromStdString(text);
}

/// "trait:child, trait:child" of a node.
std::string inputsOf(const DesignEdit& edit, std::string_view name) {
    std::string text;
    const YamlValue* inputs = edit.node(name)->find("inputs");
    for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i) {
        const YamlEntry& child = *childIn(inputs->items[i]);
        text += (i == 0 ? "" : ", ") + child.key.scalar + ":" + child.value.scalar;
    }
    return text;
}

}  // namespace

class TestScopedEdit : public QObject {
    Q_OBJECT

  private slots:
    /// In a scope, the functions change the nodes of the group, and not those of the design.
    void functionsMeanTheNodesOfTheGroup() {
        DesignEdit edit = inside();
        const YamlValue nodes = *edit.document().find("nodes");
        const YamlValue notes = *edit.document().find("editor");
        QCOMPARE(edit.nodeNames(), (std::vector<std::string>{"bed", "rows", "stone"}));
        QCOMPARE(edit.freeName("sheet"), std::string("sheet"));
        QCOMPARE(edit.freeName("rows"), std::string("rows 2"));
        edit.addNode("grain", "math2d");
        edit.setValue("grain", "expression", yamlScalar("3"));
        edit.link("bed", Trait::data, "grain", 1);
        edit.setMuted("rows", true);
        edit.setPlace("rows", {30, 40});
        edit.setRoute("bed", 0, std::vector<CanvasPoint>{{5, 6}});
        edit.setList("frames", yamlSequence());
        QCOMPARE(inputsOf(edit, "bed"), std::string("data:rows, data:grain, data:$ground"));
        QVERIFY(group(edit).find("nodes")->find("rows")->find("muted") != nullptr);
        QCOMPARE(edit.place("rows")->x, 30.0);
        QCOMPARE(edit.route("bed", 0).size(), std::size_t{1});
        QVERIFY(group(edit).find("editor")->find("frames") != nullptr);
        QVERIFY(*edit.document().find("nodes") == nodes);
        QVERIFY(*edit.document().find("editor") == notes);
        QCOMPARE(problemsOf(edit), QString());
    }

    void aGroupThatDoesNotExistIsLeftAlone() {
        DesignEdit edit(documentOf(pebbles), "no such group");
        QVERIFY(edit.nodeNames().empty());
        edit.addNode("a", "union");
        edit.setPlace("a", {1, 2});
        edit.setNote("a", "k", yamlScalar("1"));
        edit.setList("frames", yamlSequence());
        edit.editList("frames", [](std::vector<YamlValue>& items) { items.emplace_back(); });
        edit.removeNodes(std::vector<std::string>{"a"}, true);
        edit.renameNode("a", "b");
        edit.setOutput("a");
        QVERIFY(edit.addSocket(Trait::data, "a", true).empty());
        QVERIFY(edit.document() == documentOf(pebbles));
    }

    /// The output, and the node in place of a link, follow renamed and removed nodes.
    void theOutputFollows() {
        DesignEdit edit = inside();
        edit.renameNode("bed", "ground");
        QCOMPARE(edit.output(), std::string("ground"));
        edit.removeNodes(std::vector<std::string>{"ground"}, true);
        QCOMPARE(edit.output(), std::string("rows"));
        QCOMPARE(problemsOf(edit), QString());
        edit.removeNodes(std::vector<std::string>{"rows"}, true);
        QCOMPARE(edit.output(), std::string("stone"));
        edit.removeNodes(std::vector<std::string>{"stone"}, true);
        QCOMPARE(edit.output(), std::string());
    }

    void theOutputIsALink() {
        DesignEdit edit = inside();
        QCOMPARE(edit.links(outputBlock), std::size_t{1});
        edit.link(outputBlock, Trait::data, "rows");
        QCOMPARE(edit.output(), std::string("rows"));
        edit.addNode("soft", "median");
        edit.setValue("soft", "radius", yamlScalar("1"));
        edit.insertOnLink(outputBlock, 0, "soft", Trait::data);
        QCOMPARE(edit.output(), std::string("soft"));
        QCOMPARE(inputsOf(edit, "soft"), std::string("data:rows"));
        edit.unlink(outputBlock, 0);
        QCOMPARE(edit.links(outputBlock), std::size_t{0});
        edit.relink(outputBlock, 0, Trait::data, "bed");
        QCOMPARE(problemsOf(edit), QString());
    }

    void socketsAreAddedByLinks() {
        DesignEdit edit = inside();
        edit.link("bed", Trait::mask, newSocket);
        edit.link("stone", Trait::mask, newSocket);
        QCOMPARE(inputsOf(edit, "bed"), std::string("data:rows, data:$ground, mask:$mask"));
        QCOMPARE(inputsOf(edit, "stone"), std::string("mask:$mask 2"));
        // Instances need no link to them.
        QCOMPARE(problemsOf(edit), QString());
        // The pattern is required, so an instance without it has a problem.
        edit.addNode("more", "stitching");
        edit.link("more", Trait::pattern, newSocket);
        edit.setOutput("more");
        QVERIFY(problemsOf(edit).contains("pattern"));
        // Behind an optional socket of its trait, a socket is optional too.
        QCOMPARE(edit.addSocket(Trait::data, "last", false), std::string("last"));
        QVERIFY(group(edit).find("inputs")->items.back().find("optional") != nullptr);
    }

    void socketsAreRenamedAndRemoved() {
        DesignEdit edit = inside();
        edit.renameSocket("outline", "edge");
        QCOMPARE(inputsOf(edit, "rows"), std::string("pattern:stone, mask:$edge"));
        QCOMPARE(problemsOf(edit), QString());
        edit.removeSocket("edge");
        QCOMPARE(edit.scope(), std::string("pebbles"));
        QCOMPARE(inputsOf(edit, "rows"), std::string("pattern:stone"));
        QCOMPARE(problemsOf(edit), QString());
        edit.setScope({});
        QVERIFY(edit.node("wall")->find("inputs") == nullptr);
        QCOMPARE(inputsOf(edit, "other"), std::string("data:rows"));
    }

    /// The links of instances follow their sockets; links of other traits keep their places.
    void socketsAreMoved() {
        DesignEdit edit = threeSockets();
        QCOMPARE(edit.socketsLike("b"), (std::vector<std::string>{"a", "b", "c"}));
        edit.setScope({});
        edit.setRoute("all", 2, std::vector<CanvasPoint>{{2, 2}});
        edit.setRoute("all", 3, std::vector<CanvasPoint>{{3, 3}});
        edit.setScope("three");
        QVERIFY(!edit.moveSocket("c", 0));
        QCOMPARE(edit.socketsLike("b"), (std::vector<std::string>{"c", "a", "b"}));
        edit.setScope({});
        QCOMPARE(inputsOf(edit, "all"), std::string("data:z, mask:m, data:x, data:y"));
        QCOMPARE(edit.route("all", 0).front(), (CanvasPoint{3, 3}));
        QCOMPARE(edit.route("all", 3).front(), (CanvasPoint{2, 2}));
        QCOMPARE(problemsOf(edit), QString());
    }

    /// A link cannot follow its socket to a place behind a missing link. In that case nothing changes.
    void socketsAreNotMovedIfLinksCannotFollow() {
        DesignEdit edit = threeSockets();
        for (const char* name : {"a", "b", "c"})
            QVERIFY(!edit.setSocketNeed(name, {.optional = true}));
        QCOMPARE(edit.socketsLike("a"), (std::vector<std::string>{"c", "b", "a"}));
        edit.setScope({});
        edit.unlink("all", 3);
        edit.setScope("three");
        const YamlValue before = edit.document();
        const std::optional<MissingLink> missing = edit.moveSocket("b", 2);
        QVERIFY(missing);
        QCOMPARE(missing->instance, std::string("all"));
        QCOMPARE(missing->missing, std::string("a"));
        QCOMPARE(missing->linked, std::string("b"));
        QCOMPARE(edit.scope(), std::string("three"));
        QVERIFY(edit.document() == before);
        QVERIFY(!edit.moveSocket("b", 0));
        QCOMPARE(problemsOf(edit), QString());
        edit.setScope({});
        QCOMPARE(inputsOf(edit, "all"), std::string("data:y, mask:m, data:z"));
    }

    /// A socket that becomes optional moves to the end. A socket that becomes required moves before the
    /// optional ones.
    void socketsThatNeedNoLinkComeLast() {
        DesignEdit edit = threeSockets();
        QVERIFY(!edit.setSocketNeed("a", {.otherwise = "flat"}));
        QCOMPARE(edit.socketNeed("a"), (SocketNeed{false, "flat"}));
        QCOMPARE(edit.socketsLike("a"), (std::vector<std::string>{"b", "c", "a"}));
        QCOMPARE(problemsOf(edit), QString());
        QVERIFY(!edit.setSocketNeed("b", {.optional = true}));
        QCOMPARE(edit.socketsLike("a"), (std::vector<std::string>{"c", "b", "a"}));
        QVERIFY(!edit.setSocketNeed("a", {}));
        QCOMPARE(edit.socketsLike("a"), (std::vector<std::string>{"c", "a", "b"}));
        QCOMPARE(edit.socketNeed("a"), SocketNeed());
        edit.setScope({});
        QCOMPARE(inputsOf(edit, "all"), std::string("data:z, mask:m, data:x, data:y"));
        edit.unlink("all", 3);
        QCOMPARE(problemsOf(edit), QString());
    }

    void nodesThatReadASocketCannotStandInForIt() {
        DesignEdit edit = threeSockets();
        QCOMPARE(edit.nodesWithout("a"), std::vector<std::string>{"flat"});
        QCOMPARE(edit.nodesWithout("m"), std::vector<std::string>{"flat"});
        edit.link("flat", Trait::mask, "$m");
        QVERIFY(edit.nodesWithout("m").empty());
        QCOMPARE(edit.nodesWithout("a"), std::vector<std::string>{"flat"});
        QVERIFY(!edit.setSocketNeed("a", {.otherwise = "flat"}));
        edit.addNode("top", "union");
        edit.link("top", Trait::data, "$a");
        QVERIFY(edit.nodesWithout("m").empty());
    }

    void aGroupTakesNeitherASurfaceNorItself() {
        DesignEdit edit = inside();
        QVERIFY(edit.wouldContainItself("pebbles"));
        QVERIFY(!edit.wouldContainItself("another"));
        const DesignEdit outside(documentOf(pebbles));
        QVERIFY(!outside.wouldContainItself("pebbles"));
        const std::string piece = outside.fragment(std::vector<std::string>{"surface", "wall", "sheet"});
        QCOMPARE(edit.paste(piece, {}), std::vector<std::string>{"sheet"});
        QCOMPARE(edit.paste("burin-fragment: 1\nnodes: {$x: {kind: union}}\n", {}),
                 std::vector<std::string>{"x"});
        QCOMPARE(problemsOf(edit), QString());
    }

    /// At the top level, a text that begins with = is a text. In a group it would be a formula.
    void aGroupTakesNoTextThatWouldBecomeAFormula() {
        const std::vector<std::string> sum = {"sum"};
        DesignEdit outside(documentOf(pebbles));
        outside.addNode("sum", "text");
        outside.setValue("sum", "text", yamlScalar("=1+1", true));
        const std::string piece = outside.fragment(sum);
        QVERIFY(inside().paste(piece, {}).empty());
        QCOMPARE(outside.paste(piece, {}), std::vector<std::string>{"sum 2"});
        const std::string formulas = inside().fragment(std::vector<std::string>{"stone"});
        QCOMPARE(inside().paste(formulas, {}), std::vector<std::string>{"stone 2"});
    }

    /// A group in a group gets the parameters that its nodes use; after ungrouping, its formulas are as
    /// before.
    void groupsInGroups() {
        DesignEdit edit = inside();
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"rows", "stone"}, "inner", "tiles"),
                 GroupObstacle::none);
        QVERIFY(*group(edit, "inner").find("inputs") == documentOf("[mask: outline]"));
        QVERIFY2(*edit.node("tiles") == documentOf("{kind: group, group: inner, values: {size: =size, gap: "
                                                   "=gap}, inputs: [mask: $outline]}"),
                 writeYaml(*edit.node("tiles")).c_str());
        QCOMPARE(problemsOf(edit), QString());
        const auto names = edit.ungroup("tiles");
        QCOMPARE(names, (std::vector<std::string>{"tiles/rows", "tiles/stone"}));
        const YamlValue& rows = *edit.node("tiles/rows");
        QVERIFY2(*rows.find("v") == documentOf("[\"= gap / 2\", =gap]"), writeYaml(rows).c_str());
        QCOMPARE(inputsOf(edit, "tiles/rows"), std::string("pattern:tiles/stone, mask:$outline"));
        QCOMPARE(edit.node("tiles/stone")->find("parameters"), nullptr);
        QCOMPARE(problemsOf(edit), QString());
    }

    /// The instance's own formulas and numbers are inserted into those of the nodes.
    void valuesOfAnInnerInstanceAreWrittenOut() {
        DesignEdit edit = inside();
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"rows", "stone"}, "inner", "tiles"),
                 GroupObstacle::none);
        edit.setValue("tiles", "values", documentOf("{size: \"= size / 2\", gap: 30}"));
        QCOMPARE(edit.ungroup("tiles").size(), std::size_t{2});
        const YamlValue& rows = *edit.node("tiles/rows");
        QVERIFY2(*rows.find("v") == documentOf("[\"= 30 / 2\", 30]"), writeYaml(rows).c_str());
        QCOMPARE(edit.node("tiles/stone")->find("width")->scalar, std::string("= size / 2"));
    }

    /// The output of a group counts as read from outside.
    void theOutputOfAGroupIsRead() {
        DesignEdit edit = inside();
        QCOMPARE(edit.groupNodes(std::vector<std::string>{"bed", "rows"}, "inner", "tiles"),
                 GroupObstacle::none);
        QCOMPARE(edit.output(), std::string("tiles"));
        QCOMPARE(problemsOf(edit), QString());
        QVERIFY(!edit.ungroup("tiles").empty());
        QCOMPARE(edit.output(), std::string("tiles/bed"));
    }
};

BURIN_TEST(TestScopedEdit)
#include "test_scoped_edit.moc"
