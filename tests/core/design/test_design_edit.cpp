// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "support/testing.hpp"

#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace burin {

namespace {

constexpr const char* start = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: blur}, {mask: rim}]}
  blur: {kind: median, radius: 1, inputs: [{data: dots, at: [3, 4]}]}
  dots: {kind: stitching, inputs: [{pattern: dot}]}
  dot: {kind: math2d, width: 8, height: 8, expression: "x / 8"}
  rim: {kind: math2d, expression: "1"}
editor:
  dot: {x: 40, y: 120}
)";

DesignEdit edit(const char* text = start) {
    return DesignEdit(std::get<YamlValue>(parseYaml(text)));
}

Design revised(const DesignEdit& edit, const Design* before = nullptr) {
    return reviseDesign(edit.document(), {}, {}, kinds(), before);
}

/// "kind(trait:child, ...)" of a node, for comparison.
QString shape(const Design& design, const char* name) {
    const DesignNode& node = design.nodes.at(design.find(name).value());
    QStringList links;
    for (const DesignLink& link : node.links) {
        links << QString::fromStdString(std::string(traitName(link.trait)) + ":" + link.childName);
    }
    return QString::fromUtf8(node.kind->description.name.data()) + "(" + links.join(", ") + ")";
}

}  // namespace

class TestDesignEdit : public QObject {
    Q_OBJECT

  private slots:
    void aNewDesignHasARootAndNoErrors() {
        const Design design = revised(DesignEdit(newDesign()));
        QVERIFY(!design.refused);
        QVERIFY(design.root.has_value());
        QVERIFY(design.errorsOf(*design.root).empty());
    }

    /// Most users export their first design as it is, so it is a matter of seconds and of less than 1 GB.
    void aNewDesignIsExportedInSeconds() {
        const Design design = revised(DesignEdit(newDesign()));
        const Size size = design.nodes[design.root.value()].size.value();
        const std::int64_t samples = size.width * size.height;
        QVERIFY2(samples >= 100'000'000, "there is room for a logo");
        QVERIFY2(samples <= 1'000'000'000, "the first export takes minutes");
    }

    void removedNodesAreHealedOver() {
        DesignEdit change = edit();
        const std::string gone[] = {"blur"};
        change.removeNodes(gone, true);
        const Design design = revised(change);
        QCOMPARE(shape(design, "surface"), "root(data:dots, mask:rim)");
        QVERIFY(!design.find("blur"));
    }

    void aMaskIsHealedToo() {
        DesignEdit change = edit(R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{data: dot}, {mask: blur, at: [1, 2]}]}
  blur: {kind: median, radius: 1, inputs: [{data: dot}]}
  dot: {kind: math2d, width: 8, height: 8, expression: "x / 8"}
)");
        const std::string gone[] = {"blur"};
        change.removeNodes(gone, true);
        QCOMPARE(shape(revised(change), "surface"), "root(data:dot, mask:dot)");
    }

    void anEmptyListOfAnotherNodeStays() {
        DesignEdit change = edit(R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{data: dot}]}
  rim: {kind: math2d, width: 9, height: 9, expression: "1", inputs: []}
  dot: {kind: math2d, width: 9, height: 9, expression: "1"}
)");
        const std::string gone[] = {"dot"};
        change.removeNodes(gone, false);
        QVERIFY(change.node("rim")->find("inputs") != nullptr);
        QVERIFY(change.node("surface")->find("inputs") == nullptr);
    }

    void removedNodesTakeTheirLinksAlong() {
        DesignEdit change = edit();
        const std::string gone[] = {"dots", "rim"};
        change.removeNodes(gone, false);
        const Design design = revised(change);
        QCOMPARE(shape(design, "surface"), "root(data:blur)");
        QCOMPARE(shape(design, "blur"), "median()");
        QVERIFY(change.node("blur")->find("inputs") == nullptr);
    }

    void aMaskIsNotHealed() {
        DesignEdit change = edit();
        const std::string gone[] = {"rim"};
        change.removeNodes(gone, true);
        QCOMPARE(shape(revised(change), "surface"), "root(data:blur)");
    }

    void placesAreAddedWhereThereAreNone() {
        DesignEdit change = edit();
        change.setNote("rim", "routes", yamlSequence());
        const std::vector<std::pair<std::string, CanvasPoint>> places = {
            {"dot", {1, 1}}, {"rim", {2, 2}}, {"blur", {3, 3}}, {"blur", {4, 4}}};
        change.addPlaces(places);
        QVERIFY(change.place("dot") == (CanvasPoint{40, 120}));
        QVERIFY(change.place("rim") == (CanvasPoint{2, 2}));
        QVERIFY(change.note("rim", "routes") != nullptr);
        QVERIFY(change.place("blur") == (CanvasPoint{3, 3}));
        QCOMPARE(change.document().find("editor")->entries.size(), std::size_t{3});
    }

    void newPlacesComeInTheOrderOfTheNodes() {
        std::vector<std::pair<std::string, CanvasPoint>> places = {
            {"$z", {5, 5}}, {"rim", {2, 2}}, {"blur", {3, 3}}, {"$a", {4, 4}}};
        DesignEdit change = edit();
        change.addPlaces(places);
        std::reverse(places.begin(), places.end());
        DesignEdit other = edit();
        other.addPlaces(places);
        QCOMPARE(keptYaml(change.document()), keptYaml(other.document()));
        const std::vector<YamlEntry>& notes = change.document().find("editor")->entries;
        QCOMPARE(notes[notes.size() - 2].key.scalar, "$a");
        QCOMPARE(notes.back().key.scalar, "$z");
    }

    void noPlacesMakeNoNotes() {
        DesignEdit change(newDesign());
        change.addPlaces({});
        QVERIFY(change.document().find("editor") == nullptr);
    }

    void renamingFollowsLinksAndPlaces() {
        DesignEdit change = edit();
        change.renameNode("dot", "lens");
        const Design design = revised(change);
        QCOMPARE(shape(design, "dots"), "stitching(pattern:lens)");
        QVERIFY(change.place("lens") == (CanvasPoint{40, 120}));
        QVERIFY(!change.place("dot"));
        QCOMPARE(change.nodeNames()[3], std::string("lens"));
    }

    void renamingFollowsBookmarks() {
        DesignEdit change = edit(R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{data: dot}]}
  dot: {kind: math2d, width: 8, height: 8, expression: "x / 8"}
editor:
  bookmarks:
    - {name: both, node: dot, region: [0, 0, 9, 9], compared: {node: dot, mode: line}}
    - {name: inside, node: dot/part, region: [0, 0, 9, 9]}
    - {name: dot, node: dots, region: [0, 0, 9, 9]}
)");
        change.renameNode("dot", "lens");
        const YamlValue document = change.document();
        const YamlValue& bookmarks = *document.find("editor")->find("bookmarks");
        QCOMPARE(bookmarks.items[0].find("node")->scalar, std::string("lens"));
        QCOMPARE(bookmarks.items[0].find("compared")->find("node")->scalar, std::string("lens"));
        QCOMPARE(bookmarks.items[1].find("node")->scalar, std::string("lens/part"));
        QCOMPARE(bookmarks.items[2].find("node")->scalar, std::string("dots"));
        QCOMPARE(bookmarks.items[2].find("name")->scalar, std::string("dot"));
    }

    void bookmarksFollowTheNodesOfGroups_data() {
        using Change = std::function<void(DesignEdit&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* what, const char* names, const Change& change) {
            QTest::newRow(what) << change << QString(names);
        };
        const std::string dots[] = {"dot"};
        row("none", "a/dot a/dot/part out/in/dot dot a", [](DesignEdit&) {});
        row("a node of a group", "a/lens a/lens/part out/in/lens dot a", [](DesignEdit& edit) {
            edit.setScope("net");
            edit.renameNode("dot", "lens");
        });
        row("an instance in a group", "a/dot a/dot/part out/net/dot dot a", [](DesignEdit& edit) {
            edit.setScope("outer");
            edit.renameNode("in", "net");
        });
        row("an instance", "b/dot b/dot/part out/in/dot dot b",
            [](DesignEdit& edit) { edit.renameNode("a", "b"); });
        row("a group", "a/dot a/dot/part out/in/dot dot a",
            [](DesignEdit& edit) { edit.renameGroup("net", "mesh"); });
        row("grouped", "a/dot a/dot/part out/in/dot new/dot a",
            [=](DesignEdit& edit) { edit.groupNodes(dots, "more", "new"); });
        row("grouped in a group", "a/new/dot a/new/dot/part out/in/new/dot dot a", [=](DesignEdit& edit) {
            edit.setScope("net");
            edit.groupNodes(dots, "more", "new");
        });
        row("ungrouped", "a/dot a/dot/part out/in/dot dot a/dot",
            [](DesignEdit& edit) { edit.ungroup("a"); });
        row("ungrouped in a group", "a/dot a/dot/part out/in/dot dot a", [](DesignEdit& edit) {
            edit.setScope("outer");
            edit.ungroup("in");
        });
    }

    /// They name the nodes of groups by their instances.
    void bookmarksFollowTheNodesOfGroups() {
        QFETCH(std::function<void(DesignEdit&)>, change);
        QFETCH(QString, names);
        DesignEdit changed = edit(R"(burin: 2
pixel: 1 um
groups:
  net: {output: dot, nodes: {dot: {kind: math2d, width: 8, height: 8, expression: "x / 8"}}}
  outer: {output: in, nodes: {in: {kind: group, group: net}}}
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{data: dot}, {data: a}, {data: out}]}
  dot: {kind: math2d, width: 8, height: 8, expression: "x / 8"}
  a: {kind: group, group: net}
  out: {kind: group, group: outer}
editor:
  bookmarks:
    - {name: 1, node: a/dot, region: [0, 0, 9, 9], compared: {node: a/dot, mode: line}}
    - {name: 2, node: a/dot/part, region: [0, 0, 9, 9]}
    - {name: 3, node: out/in/dot, region: [0, 0, 9, 9]}
    - {name: 4, node: dot, region: [0, 0, 9, 9]}
    - {name: 5, node: a, region: [0, 0, 9, 9]}
)");
        change(changed);
        QStringList found;
        const YamlValue document = changed.document();
        const YamlValue& bookmarks = *document.find("editor")->find("bookmarks");
        for (const YamlValue& one : bookmarks.items)
            found << QString::fromStdString(one.find("node")->scalar);
        QCOMPARE(found.join(' '), names);
        QCOMPARE(bookmarks.items[0].find("compared")->find("node")->scalar, found[0].toStdString());
    }

    void aNodeIsPutOnAWire() {
        DesignEdit change = edit();
        change.addNode("soft", "convolution");
        change.insertOnLink("surface", 0, "soft", Trait::data);
        const Design design = revised(change);
        QCOMPARE(shape(design, "surface"), "root(data:soft, mask:rim)");
        QCOMPARE(shape(design, "soft"), "convolution(data:blur)");
    }

    void linksComeGoAndMove() {
        DesignEdit change = edit();
        change.link("surface", Trait::data, "dots", 0);
        change.link("surface", Trait::mask, "dot");
        change.moveLink("surface", 3, 1);
        QCOMPARE(shape(revised(change), "surface"), "root(data:dots, mask:dot, data:blur, mask:rim)");
        change.unlink("surface", 2);
        change.relink("surface", 0, Trait::mask, "rim");
        QCOMPARE(shape(revised(change), "surface"), "root(mask:rim, mask:dot, mask:rim)");
    }

    void relinkingKeepsTheOffset() {
        DesignEdit change = edit();
        change.relink("blur", 0, Trait::data, "rim");
        const Design design = revised(change);
        QVERIFY((design.nodes[*design.find("blur")].links[0].at == Point{3, 4}));
        change.setOffset("blur", 0, {});
        QVERIFY(writeYaml(change.document()).find("at:") == std::string::npos);
    }

    void namesThatAreNotThereChangeNothing() {
        DesignEdit change = edit();
        const YamlValue before = change.document();
        change.setValue("missing", "radius", yamlScalar("3"));
        change.link("missing", Trait::data, "dot");
        change.unlink("surface", 7);
        change.moveLink("surface", 0, 9);
        change.setOffset("surface", 9, yamlScalar("1"));
        change.renameNode("missing", "renamed");
        QVERIFY(change.document() == before);
    }

    void freeNamesAreFree() {
        QCOMPARE(edit().freeName("dot"), std::string("dot 2"));
        QCOMPARE(edit().freeName("new"), std::string("new"));
        // Under these names, `editor` holds something other than the places of nodes.
        for (const std::string key : {"bookmarks", "comments", "frames", "measured_rectangle", "words"})
            QCOMPARE(edit().freeName(key), key + " 2");
    }

    void fragmentsKeepTheirLinksAndGetNewNames() {
        DesignEdit change = edit();
        const std::string chosen[] = {"dots", "dot"};
        const std::string text = change.fragment(chosen);
        QVERIFY(text.starts_with("burin-fragment: 1\n"));
        const auto names = change.paste(text, {10, 20});
        QCOMPARE(names.size(), std::size_t{2});
        const Design design = revised(change);
        QCOMPARE(shape(design, "dots 2"), "stitching(pattern:dot 2)");
        QVERIFY(change.place("dot 2") == (CanvasPoint{50, 140}));
        QVERIFY(edit("burin: 1").paste("no fragment", {}).empty());
    }

    /// The pitch matters only if lengths are plain numbers.
    void fragmentsNoteThePitchOfPlainNumbers() {
        DesignEdit change(std::get<YamlValue>(
            parseYaml("burin: 1\npixel: 2 um\nnodes:\n  a: {kind: math2d, width: 9, expression: \"1\"}\n"
                      "  b: {kind: math2d, width: 9 um, expression: \"9\"}\n")));
        QVERIFY(change.fragment(std::vector<std::string>{"a", "b"}).find("pixel: 2 um") != std::string::npos);
        const std::string alone = change.fragment(std::vector<std::string>{"b"});
        QVERIFY2(alone.find("pixel") == std::string::npos, alone.c_str());
    }

    void aSecondRootIsNotPasted() {
        DesignEdit change = edit();
        const std::string chosen[] = {"surface", "dot"};
        const std::string text = change.fragment(chosen);
        QCOMPARE(change.paste(text, {}), std::vector<std::string>{"dot 2"});
        const Design design = revised(change);
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        QCOMPARE(design.diagnostics[0].what(), std::string("this node is not connected to the surface"));
        // If the design has no surface, the pasted one is added.
        const std::string root[] = {"surface"};
        change.removeNodes(root, false);
        QVERIFY(!change.hasRoot());
        QCOMPARE(change.paste(text, {}).size(), std::size_t{2});
        QVERIFY(change.hasRoot());
    }

    void aWiresRouteStaysWithItsEntry() {
        DesignEdit change = edit();
        const std::vector<CanvasPoint> route = {{8, 16}, {24, 32.5}};
        change.setRoute("surface", 1, route);
        QVERIFY(change.route("surface", 1) == route);
        QVERIFY(change.route("surface", 0).empty());
        change.moveLink("surface", 1, 0);
        QVERIFY(change.route("surface", 0) == route);
        change.link("surface", Trait::mask, "dot", 0);
        QVERIFY(change.route("surface", 1) == route);
        change.unlink("surface", 0);
        QVERIFY(change.route("surface", 0) == route);
        const std::string blur[] = {"blur"};
        change.removeNodes(blur, false);
        QVERIFY(change.route("surface", 0) == route);
        change.setRoute("surface", 0, {});
        QVERIFY(change.note("surface", "routes") == nullptr);
        change.setRoute("surface", 7, route);
        QVERIFY(change.note("surface", "routes") == nullptr);
    }

    void aRouteMovesBehindAnEntryWithoutOne() {
        DesignEdit change = edit();
        const std::vector<CanvasPoint> route = {{8, 16}};
        change.setRoute("surface", 0, route);
        change.moveLink("surface", 0, 1);
        QVERIFY(change.route("surface", 0).empty());
        QVERIFY(change.route("surface", 1) == route);
    }

    void aRemovedNodeTakesTheRoutesOfItsLinksAlong() {
        DesignEdit change = edit();
        const std::vector<CanvasPoint> route = {{8, 16}};
        change.setRoute("surface", 0, route);
        const std::string gone[] = {"blur"};
        change.removeNodes(gone, false);
        QVERIFY(change.route("surface", 0).empty());
    }

    void pastedNodesReadOnlyEachOther() {
        DesignEdit change = edit();
        const std::string chosen[] = {"blur"};
        change.paste(change.fragment(chosen), {});
        QCOMPARE(shape(revised(change), "blur 2"), "median()");
    }

    void aRevisionIsWhatTheLoaderSays_data() {
        QTest::addColumn<int>("what");
        for (int i = 0; i < 6; ++i)
            QTest::addRow("edit %d", i) << i;
    }

    /// Parts that are reused from the previous design must equal the text.
    void aRevisionIsWhatTheLoaderSays() {
        QFETCH(int, what);
        DesignEdit change = edit();
        const Design before = revised(change);
        const std::string dots[] = {"dots"};
        if (what == 0) change.setValue("dot", "expression", yamlScalar("y / 8", true));
        if (what == 1) change.setTop("pixel", yamlScalar("2 um"));
        if (what == 2) change.removeNodes(dots, false);
        if (what == 3) change.renameNode("dot", "lens");
        if (what == 4) change.link("dot", Trait::mask, "surface");  // makes a cycle
        if (what == 5) change.setValue("dot", "expression", yamlScalar("y / ", true));
        const Design design = revised(change, &before);
        const Design read = parseDesign(writeYaml(change.document()), {});
        QCOMPARE(design.nodes.size(), read.nodes.size());
        QCOMPARE(design.diagnostics.size(), read.diagnostics.size());
        for (std::size_t i = 0; i < design.nodes.size(); ++i) {
            const DesignNode& a = design.nodes[i];
            const DesignNode& b = read.nodes[i];
            QCOMPARE(a.name, b.name);
            QCOMPARE(a.sound, b.sound);
            QCOMPARE(a.operation == nullptr, b.operation == nullptr);
            if (a.operation) QCOMPARE(a.operation->fingerprint(), b.operation->fingerprint());
            QCOMPARE(a.links.size(), b.links.size());
            for (std::size_t k = 0; k < a.links.size(); ++k)
                QVERIFY(a.links[k].child == b.links[k].child && a.links[k].entry == k);
        }
        const bool unchanged = what == 0 || what == 3;
        const auto operation = [&](const Design& of) { return of.nodes[*of.find("rim")].operation; };
        QCOMPARE(operation(design) == operation(before), unchanged || what == 2 || what == 4 || what == 5);
    }
};

}  // namespace burin

BURIN_TEST(burin::TestDesignEdit)
#include "test_design_edit.moc"
