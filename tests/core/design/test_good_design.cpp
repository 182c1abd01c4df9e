// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/core/design/sample_kinds.hpp"

#include <algorithm>
#include <random>

using namespace burin;

namespace {

Design parse(std::string_view text) {
    return parseDesign(text, ".", "x.burin", samples::kinds());
}

const std::string head =
    "burin: 1\npixel: 2 um\nnodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: n]}\n";

/// The values of the node `n` of kind `odd`, which has one line of values.
DesignNode oddNode(const std::string& line) {
    const Design design = parse(head + "  n:\n    kind: odd\n    " + line + "\n");
    for (const Diagnostic& d : design.diagnostics)
        QTest::qFail(d.text().c_str(), __FILE__, __LINE__);
    return design.nodes[*design.find("n")];
}

Alternative shapeOf(const std::string& line) {
    return *oddNode(line).values.as<std::shared_ptr<const Alternative>>("shape");
}

/// A chain of `count` nodes, listed from the root down or in reverse order.
std::string chain(int count, bool rootFirst) {
    std::vector<std::string> nodes;
    for (int i = 0; i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        const std::string next = i + 1 < count ? ", inputs: [data: n" + std::to_string(i + 1) + "]" : "";
        nodes.push_back("  " + name + ": {kind: " + (i == 0 ? "root, width: 5, height: 5" : "odd") + next +
                        "}\n");
    }
    if (!rootFirst) std::reverse(nodes.begin(), nodes.end());
    std::string text = "burin: 1\npixel: 1 um\nnodes:\n";
    for (const std::string& node : nodes)
        text += node;
    return text;
}

bool valuesEqual(const Value& a, const Value& b) {
    const auto* x = std::get_if<std::shared_ptr<const Alternative>>(&a);
    const auto* y = std::get_if<std::shared_ptr<const Alternative>>(&b);
    if (x == nullptr || y == nullptr) return a == b;
    return (*x)->key == (*y)->key && valuesEqual((*x)->value, (*y)->value);
}

/// Whether two designs are equal except for their places in the file.
bool sameDesign(const Design& a, const Design& b) {
    if (a.refused != b.refused || a.pixelUm != b.pixelUm || a.root != b.root) return false;
    if (a.nodes.size() != b.nodes.size() || a.diagnostics.size() != b.diagnostics.size()) return false;
    for (NodeIndex i = 0; i < a.nodes.size(); ++i) {
        const DesignNode& m = a.nodes[i];
        const DesignNode& n = b.nodes[i];
        if (m.name != n.name || m.kind != n.kind || m.size != n.size || m.muted != n.muted) return false;
        if (m.sound != n.sound || m.links.size() != n.links.size()) return false;
        for (std::size_t k = 0; k < m.links.size(); ++k) {
            if (m.links[k].trait != n.links[k].trait || m.links[k].child != n.links[k].child) return false;
            if (m.links[k].at != n.links[k].at || m.links[k].childName != n.links[k].childName) return false;
        }
        if (m.values.all().size() != n.values.all().size()) return false;
        for (const auto& [key, value] : m.values.all()) {
            if (!valuesEqual(value, n.values[key])) return false;
        }
    }
    return a.document == b.document;
}

}  // namespace

class TestGoodDesign : public QObject {
    Q_OBJECT

  private slots:
    void everyShapeOfAValueIsRead() {
        QCOMPARE(oddNode("level: .25").values.as<double>("level"), 0.25);
        QCOMPARE(oddNode("level: +1e-1").values.as<double>("level"), 0.1);
        QCOMPARE(oddNode("weight: 1e300").values.as<double>("weight"), 1e300);
        QCOMPARE(oddNode("count: 3.1e1").values.as<std::int64_t>("count"), std::int64_t{31});
        QCOMPARE(oddNode("side: 255").values.as<std::int64_t>("side"), std::int64_t{255});
        QCOMPARE(oddNode("flag: false").values.as<bool>("flag"), false);
        QCOMPARE(oddNode("reach: 5").values.as<std::int64_t>("reach"), std::int64_t{5});
        QCOMPARE(oddNode("reach: 25 um").values.as<std::int64_t>("reach"), std::int64_t{13});
        QCOMPARE(oddNode("reach: \"25 um\"").values.as<std::int64_t>("reach"), std::int64_t{13});
        QCOMPARE(oddNode("thickness: 0.5 mm").values.as<double>("thickness"), 500.0);
        QCOMPARE(oddNode("thickness: 5").values.as<double>("thickness"), 10.0);
        QCOMPARE(oddNode("u: [-1.5, 3 um]").values.as<Vector>("u"), (Vector{-1.5, 1.5}));
        QCOMPARE(oddNode("mode: mean").values.as<std::string>("mode"), std::string("mean"));
        QCOMPARE(oddNode("mode: \"add\"").values.as<std::string>("mode"), std::string("add"));
        QCOMPARE(oddNode("label: 5").values.as<std::string>("label"), std::string("5"));
        QCOMPARE(oddNode("label: \"\"").values.as<std::string>("label"), std::string());
        QCOMPARE(oddNode("picture: ../a b.tif").values.as<std::string>("picture"), std::string("../a b.tif"));
        QCOMPARE(oddNode("names: {b: 2, a: -1}").values.as<NumberMap>("names"),
                 (NumberMap{{"a", -1}, {"b", 2}}));
        QCOMPARE(oddNode("names: {}").values.as<NumberMap>("names"), NumberMap{});
        QCOMPARE(oddNode("curve: [[0, 1], [1, 0]]").values.as<std::vector<Vector>>("curve"),
                 (std::vector<Vector>{{0, 1}, {1, 0}}));
        QCOMPARE(oddNode("ramp: d / 2").values.as<std::string>("ramp"), std::string("d / 2"));
        QCOMPARE(oddNode("ramp: [[0, 1], [7, -5]]").values.as<std::vector<Vector>>("ramp"),
                 (std::vector<Vector>{{0, 1}, {7, -5}}));
        QCOMPARE(oddNode("scale: 2").values.as<Vector>("scale"), (Vector{2, 2}));
        QCOMPARE(oddNode("scale: [2, .5]").values.as<Vector>("scale"), (Vector{2, 0.5}));
        QCOMPARE(oddNode("target: [30 mm, 7]").values.as<Vector>("target"), (Vector{15000, 7}));
    }

    void theOneChosenKeyIsRead() {
        const Alternative box = shapeOf("shape: {box: 7}");
        QCOMPARE(box.key, std::string("box"));
        QCOMPARE(std::get<std::int64_t>(box.value), std::int64_t{7});
        QCOMPARE(std::get<double>(shapeOf("shape: {gaussian: 1.5}").value), 1.5);
        QCOMPARE(std::get<std::string>(shapeOf("shape: {laplacian: 8.0}").value), std::string("8"));
        const Matrix matrix = std::get<Matrix>(shapeOf("shape: {matrix: [[1, 2, 3]]}").value);
        QCOMPARE(matrix, (Matrix{1, 3, {1, 2, 3}}));
    }

    void defaultsAreFilledIn() {
        const Values values = oddNode("count: 1").values;
        QCOMPARE(values.as<double>("level"), 0.5);
        QCOMPARE(values.as<bool>("flag"), true);
        QCOMPARE(values.as<Vector>("u"), (Vector{0, 0}));
        QCOMPARE(values.as<std::string>("mode"), std::string("over"));
        QCOMPARE(values.as<std::string>("ramp"), std::string("1 - d / D"));
        QCOMPARE(values.as<Vector>("scale"), (Vector{1, 1}));
        QVERIFY(!values.has("weight") && !values.has("shape") && !values.has("names"));
    }

    void sizesLinksAndMuted() {
        const Design design =
            parse(head +
                  "  n:\n    kind: odd\n    width: 1 mm\n    height: 2.5\n    muted: true\n    inputs:\n"
                  "      - {mask: 12, at: [-3 um, 1099511627776]}\n      - data: null\n"
                  "  12: {kind: odd}\n  null: {kind: odd}\n");
        QVERIFY(design.diagnostics.empty());
        const DesignNode& node = design.nodes[1];
        QCOMPARE(*node.size, (Size{500, 3}));
        QVERIFY(node.muted && node.sound && node.operation != nullptr);
        QCOMPARE(node.links.size(), std::size_t{2});
        QCOMPARE(node.links[0].trait, Trait::mask);
        QCOMPARE(node.links[0].at, (Point{-1, std::int64_t{1} << 40}));
        QCOMPARE(design.nodes[*node.links[0].child].name, std::string("12"));
        QCOMPARE(design.nodes[*node.links[1].child].name, std::string("null"));
        QCOMPARE(design.nodes[0].mark, (SourceMark{4, 3}));
    }

    void theTopLevelIsRead() {
        const Design design = parse(head +
                                    "  n: {kind: odd}\njob: {spot: 8 um, field: [2.1 m, 2.1 m], overscan: 0, "
                                    "bidirectional_offset: -3 um, "
                                    "swath: 10 mm}\neditor: {n: {x: 1}, anything: [~, {a: b}]}\n");
        QVERIFY2(design.diagnostics.empty(),
                 design.diagnostics.empty() ? "" : design.diagnostics[0].text().c_str());
        QCOMPARE(design.pixelUm, 2.0);
        QCOMPARE(*design.root, NodeIndex{0});
        QVERIFY(!design.find("job") && !design.find("editor"));
    }

    void aNodeThatTheRootDoesNotReachIsAWarning() {
        const Design design = parse(head + "  n: {kind: odd}\n  far: {kind: odd, inputs: [data: n]}\n");
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        QCOMPARE(design.diagnostics[0].severity, Severity::warning);
        QCOMPARE(design.diagnostics[0].text(),
                 std::string("x.burin:6:3: far: warning: this node is not connected to the surface; link it, "
                             "or remove it if "
                             "it is not needed"));
        QVERIFY(design.errorsOf(0).empty());
    }

    void anInstanceThatTheRootDoesNotReachIsOneWarning() {
        const Design design = parse(
            "burin: 2\npixel: 2 um\ngroups:\n  pair:\n    output: a\n    nodes:\n"
            "      a: {kind: odd, inputs: [data: b]}\n      b: {kind: odd}\n      spare: {kind: odd}\n"
            "nodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: used]}\n"
            "  used: {kind: group, group: pair}\n  far: {kind: group, group: pair}\n");
        std::string said;
        for (const Diagnostic& d : design.diagnostics)
            said += d.node + ": " + d.what() + "\n";
        QCOMPARE(said,
                 std::string(
                     "used/spare: this node is not connected to the surface, in instance 'used' (line 12)\n"
                     "far: this node is not connected to the surface\n"));
    }

    /// A link replaces the node `even`, which a missing link would use. The node and what it reads are part
    /// of the group.
    void aStandInThatALinkReplacesIsNoWarning() {
        const Design design = parse(
            "burin: 2\npixel: 2 um\ngroups:\n  soft:\n    inputs: [{data: in, else: even}]\n    output: a\n"
            "    nodes:\n      a: {kind: odd, inputs: [data: $in]}\n"
            "      even: {kind: odd, inputs: [data: deep]}\n      deep: {kind: odd}\n      spare: {kind: "
            "odd}\n"
            "nodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: used]}\n"
            "  used: {kind: group, group: soft, inputs: [data: n]}\n  n: {kind: odd}\n"
            "  far: {kind: group, group: soft}\n");
        std::string said;
        for (const Diagnostic& d : design.diagnostics)
            said += d.node + ": " + d.what() + "\n";
        QCOMPARE(said,
                 std::string(
                     "used/spare: this node is not connected to the surface, in instance 'used' (line 14)\n"
                     "far: this node is not connected to the surface\n"));
    }

    /// An instance that an edit has just added has no line yet.
    void anInstanceWithoutALineIsNamedAlone() {
        std::vector<DesignInstance> instances(1);
        instances[0].name = "used";
        QCOMPARE(instanceTrace(instances, 0), std::string(", in instance 'used'"));
        instances[0].mark = {12, 3};
        QCOMPARE(instanceTrace(instances, 0), std::string(", in instance 'used' (line 12)"));
    }

    void anErrorBelongsToWhatDependsOnItsNode() {
        const Design design = parse(
            "burin: 1\npixel: 2 um\nnodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: a]}\n"
            "  a: {kind: odd, inputs: [data: bad, mask: good]}\n  bad: {kind: odd, level: 2}\n  good: {kind: "
            "odd}\n");
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        for (const auto& [name, errors] : {std::pair{"s", 1}, {"a", 1}, {"bad", 1}, {"good", 0}}) {
            const NodeIndex node = *design.find(name);
            QCOMPARE(design.errorsOf(node).size(), static_cast<std::size_t>(errors));
            QCOMPARE(design.nodes[node].sound, std::string_view(name) != "bad");
        }
    }

    /// Lengths in pixels need no pitch, so only nodes that convert a length are affected by the missing line.
    void aMissingPitchBelongsToTheRootAndToLengthsWithUnits() {
        const Design design = parse(
            "burin: 1\nnodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: mm]}\n"
            "  mm: {kind: odd, reach: 3 mm}\n  px: {kind: odd, reach: 3}\n  um: {kind: odd, thickness: 3 "
            "px}\n");
        QCOMPARE(design.errorsOf(*design.find("s")).size(), std::size_t{1});
        QCOMPARE(design.errorsOf(*design.find("mm")).size(), std::size_t{1});
        QCOMPARE(design.errorsOf(*design.find("um")).size(), std::size_t{1});
        QVERIFY(design.errorsOf(*design.find("px")).empty());
        QVERIFY(design.nodes[*design.find("px")].sound && !design.nodes[*design.find("mm")].sound);
    }

    /// Law: if a node has no errors, its whole closure can be computed.
    void aClosureListsChildrenBeforeParents() {
        std::mt19937 random(3);
        for (int i = 0; i < 200; ++i) {
            std::string text = "burin: 1\npixel: 1 um\nnodes:\n";
            const int count = 2 + static_cast<int>(random() % 20);
            for (int n = 0; n < count; ++n) {
                text += "  n" + std::to_string(n) +
                        ": {kind: " + (n == 0 ? "root, width: 1, height: 1" : "odd") + ", inputs: [";
                for (std::size_t k = random() % 4; k > 0 && n + 1 < count; --k) {
                    text += "data: n" +
                            std::to_string(n + 1 + static_cast<int>(random()) % (count - n - 1) % count) +
                            ", ";
                }
                text += random() % 8 == 0 ? "mask: n" + std::to_string(random() % 25) + "]" : "]";
                text += random() % 10 == 0 ? ", flag: 5}\n" : "}\n";
            }
            const Design design = parse(text);
            QVERIFY(!design.refused);
            for (NodeIndex n = 0; n < design.nodes.size(); ++n) {
                const std::vector<NodeIndex> closure = design.closure(n);
                QCOMPARE(closure.back(), n);
                std::vector<int> place(design.nodes.size(), -1);
                for (std::size_t k = 0; k < closure.size(); ++k) {
                    QCOMPARE(place[closure[k]], -1);
                    place[closure[k]] = static_cast<int>(k);
                }
                const bool computable = design.errorsOf(n).empty();
                bool sound = true;
                for (const NodeIndex member : closure) {
                    const DesignNode& node = design.nodes[member];
                    sound = sound && node.sound && node.operation != nullptr;
                    for (const DesignLink& link : node.links) {
                        sound = sound && link.child;
                        if (!link.child) continue;
                        QVERIFY(place[*link.child] >= 0);
                        if (computable) QVERIFY(place[*link.child] < place[member]);
                    }
                }
                QCOMPARE(computable, sound);
            }
        }
    }

    void aTreeOf512LevelsIsRead_data() {
        QTest::addColumn<int>("levels");
        QTest::addColumn<bool>("rootFirst");
        QTest::newRow("512 levels, from the root on") << 512 << true;
        QTest::newRow("512 levels, to the root") << 512 << false;
        QTest::newRow("513 levels, from the root on") << 513 << true;
        QTest::newRow("513 levels, to the root") << 513 << false;
        QTest::newRow("10,000 levels, from the root on") << 10000 << true;
        QTest::newRow("10,000 levels, to the root") << 10000 << false;
    }
    void aTreeOf512LevelsIsRead() {
        QFETCH(int, levels);
        QFETCH(bool, rootFirst);
        const Design design = parse(chain(levels, rootFirst));
        if (levels <= 512) {
            QVERIFY(design.diagnostics.empty());
            return;
        }
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        QVERIFY(design.diagnostics[0].text().find("the tree is deeper than 512") != std::string::npos);
        const std::string culprit = "n" + std::to_string(levels - 513);
        QCOMPARE(design.diagnostics[0].node, culprit);
        QCOMPARE(design.errorsOf(*design.root).size(), std::size_t{1});
        QVERIFY(design.errorsOf(*design.find("n" + std::to_string(levels - 512))).empty());
        QCOMPARE(design.closure(*design.root).size(), static_cast<std::size_t>(levels));
    }

    void aLongCycleIsNamedByItsEnds() {
        std::string text =
            "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: 1, height: 1, inputs: [data: n0]}\n";
        for (int i = 0; i < 300; ++i) {
            text += "  n" + std::to_string(i) + ": {kind: odd, inputs: [data: n" +
                    std::to_string((i + 1) % 300) + "]}\n";
        }
        const Design design = parse(text);
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        QCOMPARE(design.diagnostics[0].mark.line, 304);
        QCOMPARE(
            design.diagnostics[0].what(),
            std::string(
                "this link closes a cycle: 'n0' -> 'n1' -> 'n2' -> 'n3' -> (292 more nodes) -> 'n296' -> "
                "'n297' -> 'n298' -> 'n299' -> 'n0'"));
        QCOMPARE(design.errorsOf(*design.root).size(), std::size_t{1});
        QCOMPARE(design.errorsOf(*design.find("n150")).size(), std::size_t{1});
    }

    void tenThousandNodesAreRead() {
        std::string text =
            "burin: 1\npixel: 1 um\nnodes:\n  s:\n    kind: root\n    width: 5\n    height: 5\n    inputs:\n";
        for (int i = 1; i < 4097; ++i)
            text += "      - data: node" + std::to_string(i) + "\n        at: [" + std::to_string(i) +
                    ", 3 mm]\n";
        for (int i = 1; i < 10000; ++i) {
            text += "  node" + std::to_string(i) +
                    ":\n    kind: odd\n    level: 0.5\n    u: [1, 2 um]\n    inputs:\n      - mask: node" +
                    std::to_string(std::min(9999, i + 4096)) + "\n";
            if (i == 9999) text += "      - data: leaf\n";
        }
        const auto last = text.rfind("      - mask: node9999\n");
        text.erase(last, std::string("      - mask: node9999\n").size());
        Design design = parse(text);
        QCOMPARE(design.nodes.size(), std::size_t{10000});
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        QCOMPARE(design.diagnostics[0].what(), std::string("the node 'leaf' does not exist"));
        QCOMPARE(design.closure(0).size(), std::size_t{10000});
    }

    void savingKeepsWhatThePersonWrote() {
        const std::string text =
            "editor:\n  n: {x: 40, y: -1e3, note: \"a: b\"}\nburin: 1\npixel: 2 um\nfuture: {key: [1, '2', "
            "~]}\nnodes:\n"
            "  s:\n    kind: root\n    height: 9\n    width: 18 um\n    inputs:\n      - at: [1 mm, -2]\n    "
            "    data: n\n"
            "  n:\n    kind: formula\n    expression: \"max(0, 1 - x)\"\n    parameters: {k: 1}\n"
            "  'odd one':\n    kind: unheard of\n    power: [1, {a: 0x1F}]\n    level: \"5\"\n";
        const Design design = parse(text);
        QCOMPARE(QByteArray::fromStdString(saveDesign(design)), QByteArray::fromStdString(text));
    }

    /// Expressions that were written by hand stay as they are.
    void newExpressionsAreSavedInQuotes() {
        const Design read =
            parse(head +
                  "  n: {kind: formula, expression: x + 1}\n  m:\n    kind: odd\n    ramp: 1 - d\n    label: "
                  "x + 1\n    shape:\n      formula: y\n  o: {kind: odd, ramp: [[0, 1], [1, 0]]}\n");
        DesignEdit edit(read.document);
        edit.setValue("n", "expression", yamlScalar("x + 2"));
        edit.setValue("o", "ramp", yamlScalar("1 - d"));
        edit.setValue("o", "label", yamlScalar("x + 2"));
        const Design design = reviseDesign(edit.take(), ".", "x.burin", samples::kinds(), nullptr);
        const std::string saved = saveDesign(design);
        for (const char* part :
             {"{kind: formula, expression: \"x + 2\"}\n", "ramp: 1 - d\n", "label: x + 1\n", "formula: y\n",
              "{kind: odd, ramp: \"1 - d\", label: x + 2}\n"})
            QVERIFY2(saved.find(part) != std::string::npos, (part + saved).c_str());
        QVERIFY(sameDesign(parse(saved), design));
    }

    /// Law: loading what was saved is the identity, broken designs included.
    void loadAfterSaveIsTheIdentity() {
        const std::vector<std::string> lines = {
            "kind: odd",
            "kind: formula",
            "kind: unheard of",
            "expression: x > 1 ? y",
            "expression: \"a\\tb\"",
            "level: .5",
            "level: \"0.5\"",
            "level: ~",
            "width: 1e3 um",
            "width: 3",
            "height: 4",
            "muted: true",
            "muted: 'true'",
            "inputs: [data: a, mask: b]",
            "inputs:\n      - mask: a\n        at: [1, 2 mm]\n      - pattern: c",
            "inputs:",
            "shape: {box: 5}",
            "shape:\n      matrix:\n        - [1, 2, 3]",
            "names: {a: 1, 'b': -2e-3}",
            "curve: [[0, 0], [1, 1]]",
            "label: |\n      two\n      lines",
            "label: 'it''s # no comment'",
            "label: -x",
            "colour: [{deep: [~, \"\"]}]",
            "u: [1, 2 um]"};
        std::mt19937 random(11);
        for (int i = 0; i < 1500; ++i) {
            std::string text = head;
            for (const char* name : {"a", "b", "\"c: d\"", "5", "true"}) {
                text += std::string("  ") + name + ":\n";
                std::vector<std::string> shuffled = lines;
                std::shuffle(shuffled.begin(), shuffled.end(), random);
                std::string keys;
                for (std::size_t k = 0; k < random() % 8; ++k) {
                    const std::string key = shuffled[k].substr(0, shuffled[k].find(':') + 1);
                    if (keys.find("|" + key) != std::string::npos) continue;
                    keys += "|" + key;
                    text += "    " + shuffled[k] + "\n";
                }
            }
            const Design design = parse(text);
            QVERIFY2(!design.refused, text.c_str());
            const std::string saved = saveDesign(design);
            const Design again = parse(saved);
            QVERIFY2(sameDesign(design, again), (text + "\n=>\n" + saved).c_str());
            QCOMPARE(saveDesign(again), saved);
        }
    }
};

BURIN_TEST(TestGoodDesign)
#include "test_good_design.moc"
