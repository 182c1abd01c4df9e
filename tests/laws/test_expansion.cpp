// SPDX-License-Identifier: GPL-3.0-or-later

// A design with groups is equal to the flat design that writes out its instances.

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "support/design_reader.hpp"
#include "support/engine_run.hpp"
#include "support/group_reference.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr const char* unreached = "this node is not connected to the surface";

/// The diagnostics of a design, without places, instances, and nodes that the root does not reach.
std::multiset<std::string> saidOf(const Design& design) {
    std::multiset<std::string> said;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.what().starts_with(unreached)) continue;
        said.insert((d.severity == Severity::error ? "error " : "warning ") + d.node + ": " + d.parameter +
                    ": " + d.what().substr(0, d.what().find(", in instance ")) + "; " + d.remedy());
    }
    return said;
}

/// The names of the nodes and instances that the root does not reach.
std::set<std::string> unreachedIn(const Design& design) {
    std::set<std::string> names;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.what().starts_with(unreached)) names.insert(d.node);
    }
    return names;
}

/// `said` with each instance replaced by its nodes in the flat design.
std::set<std::string> withoutInstances(const std::set<std::string>& said, const Design& flat) {
    std::set<std::string> names;
    for (const DesignNode& node : flat.nodes) {
        std::string name = node.name;
        while (!said.contains(name) && name.find('/') != std::string::npos)
            name.resize(name.rfind('/'));
        if (said.contains(name)) names.insert(node.name);
    }
    return names;
}

/// The names of the `else` nodes of all instances, and of the nodes that those read.
std::set<std::string> belowStandIns(const Design& design, const Design& flat) {
    std::set<std::string> names;
    const YamlValue* groups = design.document.find("groups");
    for (const DesignInstance& instance : design.instances) {
        const YamlValue* sockets = groups->find(instance.group)->find("inputs");
        if (sockets == nullptr) continue;
        for (const YamlValue& socket : sockets->items) {
            const YamlValue* otherwise = socket.find("else");
            const auto node =
                otherwise == nullptr ? std::nullopt : design.find(instance.name + "/" + otherwise->scalar);
            const auto written = node ? flat.find(design.nodes[*node].name) : std::nullopt;
            if (!written) continue;
            for (const NodeIndex below : flat.closure(*written))
                names.insert(flat.nodes[below].name);
        }
    }
    return names;
}

std::string joined(const std::multiset<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts)
        result += text + "\n";
    return result;
}

std::string hashOf(const Design& design) {
    const BoundGraph bound = bindGraph(design, *design.root, {});
    return bound.graph ? designHash(*bound.graph) : bound.errors.empty() ? "none" : bound.errors[0].what();
}

/// A node other than the root, and some of those below it.
std::vector<std::string> someBelow(const Design& design, Random& random) {
    const auto last = static_cast<std::int64_t>(design.nodes.size()) - 1;
    const auto top = static_cast<NodeIndex>(random.between(0, last));
    std::vector<std::string> names;
    for (const NodeIndex node : design.closure(top)) {
        if (node != design.root && (node == top || random.chance(0.8)))
            names.push_back(design.nodes[node].name);
    }
    return names;
}

}  // namespace

class TestExpansion : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        writeGroupPictures(folder());
    }

    void expansion_data() { addSeeds(100); }
    void expansion() {
        QFETCH(quint64, seed);
        const std::string text = randomGroupDesign(seed, seed % 6 == 0);
        const std::string flat = expandedByHand(text);
        const Design design = parsed(text);
        const Design expected = parsed(flat);
        const std::string both = text + "is by hand\n" + flat;
        QVERIFY2(!design.refused && !expected.refused && design.root && expected.root, both.c_str());
        QVERIFY2(!design.instances.empty(), both.c_str());
        QVERIFY2(saidOf(design) == saidOf(expected),
                 (both + "said\n" + joined(saidOf(design)) + "by hand\n" + joined(saidOf(expected))).c_str());
        // A node that a link replaces is not reported, because that is what the group means.
        std::set<std::string> warned = withoutInstances(unreachedIn(design), expected);
        const std::set<std::string> unread = unreachedIn(expected);
        QVERIFY2(std::includes(unread.begin(), unread.end(), warned.begin(), warned.end()), both.c_str());
        warned.merge(belowStandIns(design, expected));
        QVERIFY2(std::includes(warned.begin(), warned.end(), unread.begin(), unread.end()), both.c_str());
        const bool sound = expected.errorsOf(*expected.root).empty();
        QCOMPARE(design.errorsOf(*design.root).empty(), sound);
        if (!sound) return;
        ++sound_;
        const std::string hash = hashOf(expected);
        QCOMPARE(hash.size(), std::size_t{64});
        QVERIFY2(hashOf(design) == hash, both.c_str());
        if (!hashes_.insert(hash).second) return;
        QVERIFY2(bytesOf(design) == bytesOf(expected), both.c_str());
        ++rendered_;
    }

    void theOrderOfParametersMeansNothing() {
        const auto hashWith = [](const std::string& parameters) {
            return hashOf(
                parseDesign("burin: 2\npixel: 1 um\nnodes:\n"
                            "  s: {kind: root, width: 9, height: 9, inputs: [data: m, data: p]}\n"
                            "  m: {kind: math2d, expression: \"a + b * x\", parameters: {" +
                                parameters +
                                "}}\n"
                                "  p: {kind: profile, distance_max: 5, profile: \"a - b * d\", "
                                "parameters: {" +
                                parameters + "}, inputs: [mask: m]}\n",
                            "."));
        };
        QCOMPARE(hashWith("b: 2, a: 1"), hashWith("a: 1, b: 2"));
        QVERIFY(hashWith("b: 1, a: 2") != hashWith("a: 1, b: 2"));
    }

    /// The flat design, read by the reference, allows each sample of the design with groups.
    void reference_data() { addSeeds(24); }
    void reference() {
        QFETCH(quint64, seed);
        const Point corner = seed % 2 == 0 ? Point{} : Point{1'999'910, 1'999'930};
        const std::string text = randomGroupDesign(seed, false, corner);
        const Design design = parsed(text);
        if (design.refused || !design.root || !design.errorsOf(*design.root).empty()) return;
        const std::filesystem::path file = folder() / "flat.burin";
        std::ofstream(file) << expandedByHand(text);
        const Tree tree = readTree(file);
        Reference reference(tree);
        const EngineOptions options;
        const auto graph = bindDesign(design, options);
        EngineRun run(options);
        const Rect area{corner.x + 37, corner.y + 33, 53, 37};  // up to the surface's corner
        const std::vector<int> written = run.written(graph, area);
        std::size_t next = 0;
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                const auto [low, high] = reference.written({x, y});
                const int value = written[next++];
                ++samples_;
                if (low == high && value != 0) ++narrow_;
                QVERIFY2(low <= value && value <= high,
                         (text + "at " + std::to_string(x) + ", " + std::to_string(y) + ": " +
                          std::to_string(value) + ", allowed " + std::to_string(low) + " to " +
                          std::to_string(high))
                             .c_str());
            }
        }
        // Any region equals that part of the whole surface.
        const EngineOptions small{.tileSide = 16, .largestCellBytes = 0};
        Random random(seed);
        const Point at{random.between(0, 40), random.between(0, 30)};
        const Rect part{area.x + at.x, area.y + at.y, random.between(1, 53 - at.x),
                        random.between(1, 37 - at.y)};
        const std::vector<int> crop = EngineRun(small).written(bindDesign(design, small), part);
        for (std::int64_t y = 0; y < part.height; ++y) {
            const auto row = written.begin() + (y + at.y) * area.width + at.x;
            QVERIFY2(std::equal(row, row + part.width, crop.begin() + y * part.width), text.c_str());
        }
    }

    /// Ungrouping all instances, one after the other, keeps the design hash at each step.
    void ungrouping_data() { addSeeds(30); }
    void ungrouping() {
        QFETCH(quint64, seed);
        Design design = parsed(randomGroupDesign(seed, false));
        const std::string hash = hashOf(design);
        while (!design.instances.empty()) {
            DesignEdit edit(design.document);
            QVERIFY(!edit.ungroup(design.instances[0].name).empty());
            design = parsed(writeYaml(edit.take()));
            QVERIFY(!design.refused && design.root);
            QVERIFY2(hashOf(design) == hash, saveDesign(design).c_str());
        }
    }

    /// Ungrouping an inner instance in its group changes no byte.
    void ungroupingInside_data() { addSeeds(40); }
    void ungroupingInside() {
        QFETCH(quint64, seed);
        // Instances that contain a value for `muted`, or that compute the offset of a child, cannot be
        // written out, so they stay instances.
        const std::regex stays(R"((c: =c\}), muted: [^,]*, inputs: \[(\{data: [^,]*), at: [^}]*\})");
        const std::string text =
            std::regex_replace(randomGroupDesign(seed, false), stays, "$1, inputs: [$2}");
        const Design design = parsed(text);
        if (!design.errorsOf(*design.root).empty()) return;
        YamlValue document = design.document;
        bool changed = false;
        for (const auto& [group, body] : design.document.find("groups")->entries) {
            for (const auto& [name, node] : body.find("nodes")->entries) {
                DesignEdit edit(document, group.scalar);
                if (!name.scalar.starts_with("inner") || edit.ungroup(name.scalar).empty()) continue;
                changed = true;
                document = edit.take();
            }
        }
        if (!changed) return;
        ++ungrouped_;
        const std::string after = writeYaml(document);
        const std::string both = text + "after ungrouping\n" + after;
        const Design ungrouped = parsed(after);
        QVERIFY2(ungrouped.errorsOf(*ungrouped.root).empty(), (both + joined(saidOf(ungrouped))).c_str());
        QVERIFY2(bytesOf(ungrouped) == bytesOf(design), both.c_str());
    }

    void anInnerInstanceKeepsItsMeaning_data() {
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("keys");
        const auto row = [](const char* name, const char* values, const char* keys) {
            QTest::newRow(name) << values << keys;
        };
        row("a length as a number", "l: 0.012 mm", "expression: \"x / 9\", parameters: {a: =l}");
        row("a number as true or false", "n: 3", "expression: \"x / 9\", muted: =n");
        row("a calculation that is true or false", "t: \"= k - 4\"",
            "expression: \"x * t / 99\", parameters: {a: \"= t + 1\"}");
        row("a seed that is too large", "s: \"= k * 1e9\"",
            "expression: \"hash(x, y, s)\", parameters: {a: \"= s / 3\"}");
        row("a choice of equal choices", "c: =c", "expression: \"x * c / 99\", parameters: {a: \"= c + 1\"}");
        row("a default that is rounded", "n: 3",
            "expression: \"x * a / 900\", parameters: {a: \"= floor(r)\"}");
        row("the square of a negative number", "n: -3",
            "expression: \"x * a / 900\", parameters: {a: \"= n ^ 2\"}");
        row("half a pixel to the left", "n: 3", "expression: \"in1\", inputs: [{data: $x, at: [-0.5, 0]}]");
        row("a parameter of the node that is one of the group outside", "n: 3",
            "expression: \"x * k / 99\", parameters: {k: \"= n + 1\"}");
        row("a name that means something else outside", "c: v", "expression: \"x * c / 300 + c / 99\"");
    }
    void anInnerInstanceKeepsItsMeaning() {
        QFETCH(QString, values);
        QFETCH(QString, keys);
        const std::string text = R"yaml(burin: 2
pixel: 1 um
groups:
  outer:
    parameters: {k: {type: integer, default: 6}, c: {type: choice, choices: [u, v], default: v}}
    inputs: [data: x]
    output: i
    nodes:
      i: {kind: group, group: inner, values: {)yaml" +
                                 values.toStdString() + R"yaml(}, inputs: [{data: $x, at: [1, 1]}]}
  inner:
    parameters:
      l: {type: length, default: 3}
      n: {type: number, default: 2}
      t: {type: boolean, default: true}
      s: {type: seed, default: 1}
      c: {type: choice, choices: [u, v], default: u}
      m: {type: number, default: 100}
      r: {type: number, default: "= 0.29 * m"}
    inputs: [data: x]
    output: f
    nodes:
      f: {kind: math2d, width: 50, height: 40, )yaml" +
                                 keys.toStdString() + R"yaml(}
nodes:
  s: {kind: root, width: 90, height: 60, inputs: [{data: w, at: [20, 15]}]}
  w: {kind: group, group: outer, inputs: [data: d]}
  d: {kind: math2d, width: 9, height: 9, expression: "y / 9"}
)yaml";
        const Design design = parsed(text);
        const std::string hash = hashOf(design);
        QCOMPARE(hash.size(), std::size_t{64});
        DesignEdit edit(design.document, "outer");
        QVERIFY(!edit.ungroup("i").empty());
        const std::string after = writeYaml(edit.take());
        const Design ungrouped = parsed(after);
        QVERIFY2(bytesOf(ungrouped) == bytesOf(design), after.c_str());
        // The names of a node's parameters are a part of the hash.
        if (after.find("_2:") == std::string::npos) QVERIFY2(hashOf(ungrouped) == hash, after.c_str());
    }

    /// Both the inner path and the outer group have a parameter m; in the curve, m is the parameter of the
    /// path.
    void aCurveOfAnInnerInstanceKeepsItsMeaning() {
        const std::string text = R"yaml(burin: 2
pixel: 1 um
groups:
  outer:
    parameters: {m: {type: number, default: 4}}
    output: i
    nodes:
      i: {kind: group, group: inner, values: {n: =m}}
  inner:
    parameters: {n: {type: number, default: 1}}
    output: p
    nodes:
      p: {kind: path, curve: {x: "30 + m * cos(t)", y: "30 + (m + n) * sin(t)", from: 0, to: 6, closed: true}, parameters: {m: 20}}
nodes:
  s: {kind: root, width: 60, height: 60, inputs: [data: w]}
  w: {kind: group, group: outer}
)yaml";
        const Design design = parsed(text);
        QVERIFY2(design.errorsOf(*design.root).empty(), joined(saidOf(design)).c_str());
        DesignEdit edit(design.document, "outer");
        QVERIFY(!edit.ungroup("i").empty());
        const std::string after = writeYaml(edit.take());
        QVERIFY2(bytesOf(parsed(after)) == bytesOf(design), after.c_str());
    }

    /// If the outer link is missing, the inner group's `else` has to replace it.
    void aNodeThatStandsInStaysInItsGroup() {
        DesignEdit edit(parseDesign("burin: 2\npixel: 1 um\ngroups:\n"
                                    "  outer: {inputs: [{data: o, optional: true}], output: i, nodes: {i: "
                                    "{kind: group, group: inner, inputs: [data: $o]}}}\n"
                                    "  inner: {inputs: [{data: x, else: e}], output: u, nodes: {u: {kind: "
                                    "union, inputs: [data: $x]}, e: {kind: math2d, expression: \"1\"}}}\n"
                                    "nodes: {s: {kind: root, width: 9, height: 9}}\n",
                                    ".")
                            .document,
                        "outer");
        QVERIFY(edit.ungroup("i").empty());
    }

    /// The first link of `m` is left out, and the second still goes to the second socket.
    void aLinkThatIsLeftOutKeepsItsPlace() {
        const std::string head = "burin: 2\npixel: 1 um\n";
        const Design design = parsed(head + R"yaml(groups:
  g:
    inputs: [data: x, {data: o, optional: true}]
    output: m
    nodes: {m: {kind: group, group: h, inputs: [{data: $o, at: [7, 7]}, data: $x]}}
  h:
    inputs: [{data: a, else: e}, {data: b, optional: true}]
    output: u
    nodes:
      u: {kind: union, operation: add, inputs: [{data: $a, at: [1, 0]}, {data: $b, at: [0, 2]}]}
      e: {kind: math2d, expression: "y / 9"}
nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: i]}
  i: {kind: group, group: g, inputs: [data: d]}
  d: {kind: math2d, expression: "x / 9"}
)yaml");
        const Design flat = parsed(head + R"yaml(nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: u]}
  u: {kind: union, operation: add, inputs: [{data: e, at: [1, 0]}, {data: d, at: [0, 2]}]}
  e: {kind: math2d, expression: "y / 9"}
  d: {kind: math2d, expression: "x / 9"}
)yaml");
        QCOMPARE(hashOf(design).size(), std::size_t{64});
        QCOMPARE(hashOf(design), hashOf(flat));
    }

    /// If `j` lost its first link, the second one would go to another socket.
    void anInstanceThatWouldLoseAPlaceIsNotWrittenOut() {
        const auto ungrouped = [](const std::string& links) {
            DesignEdit edit(
                parseDesign("burin: 2\npixel: 1 um\ngroups:\n"
                            "  outer: {output: i, nodes: {i: {kind: group, group: middle}}}\n"
                            "  middle: {inputs: [{data: o, optional: true}], output: j, nodes: "
                            "{j: {kind: group, group: inner, inputs: [" +
                                links +
                                "]}, e: {kind: math2d, expression: \"1\"}}}\n"
                                "  inner: {inputs: [{data: x, optional: true}, {data: y, optional: "
                                "true}, {mask: z, optional: true}], output: u, nodes: "
                                "{u: {kind: union, inputs: [data: $x, data: $y, mask: $z]}}}\n"
                                "nodes: {s: {kind: root, width: 9, height: 9}}\n",
                            ".")
                    .document,
                "outer");
            return !edit.ungroup("i").empty();
        };
        QVERIFY(!ungrouped("data: $o, data: e"));
        QVERIFY(ungrouped("data: e, data: $o"));
        QVERIFY(ungrouped("data: $o, mask: e"));
    }

    /// Grouping nodes of a flat design keeps its hash. So does ungrouping them again.
    void grouping_data() { addSeeds(60); }
    void grouping() {
        QFETCH(quint64, seed);
        const Design design = parsed(expandedByHand(randomGroupDesign(seed, false)));
        const std::string hash = hashOf(design);
        Random random(seed);
        DesignEdit edit(design.document);
        GroupObstacle obstacle = GroupObstacle::noNodes;
        for (int attempt = 0; attempt < 10 && obstacle != GroupObstacle::none; ++attempt) {
            obstacle = edit.groupNodes(someBelow(design, random), "made", "made of them");
            if (obstacle != GroupObstacle::none) QVERIFY(edit.document() == design.document);
        }
        if (obstacle != GroupObstacle::none) return;
        ++grouped_;
        const Design made = parsed(writeYaml(edit.take()));
        QCOMPARE(QString::fromStdString(hashOf(made)), QString::fromStdString(hash));
        DesignEdit back(made.document);
        QVERIFY(!back.ungroup("made of them").empty());
        QCOMPARE(QString::fromStdString(hashOf(parsed(writeYaml(back.take())))),
                 QString::fromStdString(hash));
    }

    /// Designs that are all unsound, or all the same, would prove nothing.
    void cleanupTestCase() {
        if (!whyNoTestBackend().empty()) return;
        qInfo("%d sound designs, %zu different, %d rendered, %d grouped, %d ungrouped in groups", sound_,
              hashes_.size(), rendered_, grouped_, ungrouped_);
        qInfo("%lld samples compared with the reference; in %lld of them it allows one value that is not 0",
              samples_, narrow_);
        if (std::getenv("BURIN_TEST_SEEDS") != nullptr) return;
        QVERIFY(sound_ > 45 && hashes_.size() > 30 && rendered_ > 30 && grouped_ > 25);
        QVERIFY(ungrouped_ > 5);
        QVERIFY(samples_ > 25'000 && narrow_ > 8'000);
    }

  private:
    static void addSeeds(std::uint64_t count) {
        QTest::addColumn<quint64>("seed");
        for (const std::uint64_t seed : seedsOfTest(count))
            QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
    }

    [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
    [[nodiscard]] Design parsed(const std::string& text) const { return parseDesign(text, folder()); }
    /// Some samples of the surface, as written.
    [[nodiscard]] static std::vector<int> bytesOf(const Design& design) {
        const EngineOptions options;
        return EngineRun(options).written(bindDesign(design, options), {20, 15, 60, 40});
    }

    int sound_ = 0;
    int rendered_ = 0;
    int grouped_ = 0;
    int ungrouped_ = 0;
    long long samples_ = 0;
    long long narrow_ = 0;
    QTemporaryDir folder_;
    std::set<std::string> hashes_;
};

BURIN_TEST(TestExpansion)
#include "test_expansion.moc"
