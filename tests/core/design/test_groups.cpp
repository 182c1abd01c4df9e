// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/groups/plain_pixels.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

#include <algorithm>

using namespace burin;

namespace {

Design parse(const std::string& text) {
    return parseDesign(text, ".", "x.burin");
}

std::string problemsOf(const Design& design) {
    std::string text;
    for (const Diagnostic& d : design.diagnostics)
        text += d.text() + "\n";
    return text;
}

bool sameValue(const Value& a, const Value& b) {
    const auto* x = std::get_if<std::shared_ptr<const Alternative>>(&a);
    const auto* y = std::get_if<std::shared_ptr<const Alternative>>(&b);
    if (x == nullptr || y == nullptr) return a == b;
    return (*x)->key == (*y)->key && sameValue((*x)->value, (*y)->value);
}

/// The difference between two flat designs; empty if they are equal.
std::string difference(const Design& a, const Design& b) {
    std::vector<std::string> names[2];
    for (const DesignNode& node : a.nodes)
        names[0].push_back(node.name);
    for (const DesignNode& node : b.nodes)
        names[1].push_back(node.name);
    std::sort(names[0].begin(), names[0].end());
    std::sort(names[1].begin(), names[1].end());
    if (names[0] != names[1]) {
        std::string text = "other nodes:";
        for (const std::string& name : names[0])
            text += " " + name;
        return text;
    }
    for (const DesignNode& m : a.nodes) {
        const DesignNode& n = b.nodes[*b.find(m.name)];
        if (m.kind != n.kind || m.size != n.size || m.muted != n.muted || m.sound != n.sound) return m.name;
        if (m.links.size() != n.links.size()) return m.name + " has other links";
        for (std::size_t k = 0; k < m.links.size(); ++k) {
            const DesignLink& l = m.links[k];
            const DesignLink& r = n.links[k];
            if (l.trait != r.trait || l.childName != r.childName || l.at != r.at)
                return m.name + " links otherwise";
        }
        if (m.values.all().size() != n.values.all().size()) return m.name + " has other keys";
        for (const auto& [key, value] : m.values.all()) {
            if (!sameValue(value, n.values[key])) return m.name + " has another " + key;
        }
    }
    return {};
}

const std::string head = "burin: 2\npixel: 2 um\n";
const std::string root = "  s: {kind: root, width: 50, height: 40, inputs: [data: i]}\n";

/// A group of one math2d `m`, with these parameters and this text of the node.
std::string oneNode(const std::string& parameters, const std::string& node, const std::string& values) {
    return head + "groups:\n  g:\n    parameters: {" + parameters +
           "}\n    output: m\n    nodes:\n      m: {kind: math2d, " + node + "}\nnodes:\n" + root +
           "  i: {kind: group, group: g, values: {" + values + "}}\n";
}

std::string flatNode(const std::string& node) {
    return head +
           "nodes:\n  s: {kind: root, width: 50, height: 40, inputs: [data: i/m]}\n  i/m: {kind: math2d, " +
           node + "}\n";
}

/// A design that has a line for every mistake of a group.
const std::string spoilable = R"yaml(burin: 2
pixel: 1 um
groups:
  inner:
    parameters:
      r: {type: number, default: 1, minimum: 0, maximum: 9}
    inputs:
      - data: a
      - mask: m
        optional: true
    output: p
    nodes:
      p:
        kind: union
        inputs:
          - data: $a
            at: [1, 2]
          - mask: $m
  outer:
    parameters:
      n: {type: integer, default: 3}
      k: {type: number, default: "= n / 2"}
    inputs:
      - data: b
    output: q
    nodes:
      q:
        kind: group
        group: inner
        values: {r: = k * 2}
        inputs:
          - data: t
          - mask: $b2
      t:
        kind: math2d
        width: =n
        height: 7
        expression: "x / k"
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: w]}
  w:
    kind: group
    group: outer
    values: {n: 5}
    inputs:
      - data: d
  d: {kind: math2d, expression: "1"}
)yaml";

std::string spoilt(const std::string& from, const std::string& to) {
    std::string text = spoilable;
    const auto mend = [&text](const std::string& a, const std::string& b) {
        const std::size_t at = text.find(a);
        if (at == std::string::npos) qFatal("'%s' is missing, so it cannot be spoilt", a.c_str());
        text.replace(at, a.size(), b);
    };
    mend("          - mask: $b2\n", "          - mask: t\n");
    if (!from.empty()) mend(from, to);
    return text;
}

}  // namespace

class TestGroups : public QObject {
    Q_OBJECT

  private slots:
    void whatAnInstanceMeans_data() {
        QTest::addColumn<QByteArray>("design");
        QTest::addColumn<QByteArray>("flat");
        const auto row = [](const char* name, const std::string& design, const std::string& flat) {
            QTest::newRow(name) << QByteArray::fromStdString(design) << QByteArray::fromStdString(flat);
        };
        row("a length stays as it is written",
            oneNode("a: {type: length}", "width: =a, height: 3, expression: \"1\"", "a: 0.1 mm"),
            flatNode("width: 0.1 mm, height: 3, expression: \"1\""));
        row("a length in a formula is its pixels",
            oneNode("a: {type: length}", "width: = a * 2, height: 3, expression: \"1\"", "a: 10 um"),
            flatNode("width: 10, height: 3, expression: \"1\""));
        row("a default is a formula of those above",
            oneNode("a: {type: number, default: 4}, b: {type: number, default: = a + 1}",
                    "width: = a * b, height: 3, expression: \"1\"", ""),
            flatNode("width: 20, height: 3, expression: \"1\""));
        row("sizes round as lengths do",
            oneNode("a: {type: number, default: 2.5}", "width: =a, height: = a - 0.01, expression: \"1\"",
                    ""),
            flatNode("width: 3, height: 2, expression: \"1\""));
        row("expressions name parameters",
            oneNode("a: {type: number, default: 4}, b: {type: length, default: 3 um}, c: {type: number, "
                    "default: 9}",
                    "parameters: {own: 2}, expression: \"x * b + own * a\"", ""),
            flatNode("parameters: {own: 2, a: 4, b: 1.5}, expression: \"x * b + own * a\""));
        row("a choice is its place, a boolean 1 or 0",
            oneNode("a: {type: choice, choices: [u, v, w], default: w}, b: {type: boolean, default: true}",
                    "width: = a + b, height: 1, expression: \"a + b\"", ""),
            flatNode("width: 3, height: 1, parameters: {a: 2, b: 1}, expression: \"a + b\""));
        row("true-or-false keys take 0 as false",
            oneNode("a: {type: number, default: 0}", "muted: = a * 2, expression: \"1\"", ""),
            flatNode("muted: false, expression: \"1\""));
        row("and other numbers as true",
            oneNode("a: {type: number, default: 2}", "muted: =a, expression: \"1\"", ""),
            flatNode("muted: true, expression: \"1\""));
        row("um is the pitch, and formulas have no units",
            oneNode("a: {type: number, default: 3}", "width: 9, height: = 6 / um, expression: \"1\"", ""),
            flatNode("width: 9, height: 3, expression: \"1\""));
        row("an instance without a size muted by a formula", head + R"yaml(groups:
  g:
    parameters: {off: {type: boolean, default: true}}
    inputs: [data: x, mask: y]
    output: m
    nodes:
      m: {kind: group, group: h, muted: =off, inputs: [data: $x]}
  h:
    inputs: [data: x]
    output: u
    nodes:
      u: {kind: union, inputs: [data: $x]}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i, data: j]}
  i: {kind: group, group: g, inputs: [{data: d, at: [3, 4]}, mask: d]}
  j: {kind: group, group: g, values: {off: false}, muted: true, inputs: [mask: d, {data: d, at: [5, 6]}]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/m, data: j]}
  i/m: {kind: union, muted: true, inputs: [{data: d, at: [3, 4]}]}
  j: {kind: union, muted: true, inputs: [{data: d, at: [5, 6]}]}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("a muted instance whose first link is left out", head + R"yaml(groups:
  g:
    inputs: [data: x, {data: o, optional: true}]
    output: m
    nodes:
      m: {kind: group, group: h, muted: true, inputs: [data: $o, {data: $x, at: [1, 2]}]}
  h:
    inputs: [{data: a, optional: true}, {data: b, optional: true}]
    output: u
    nodes:
      u: {kind: union, inputs: [data: $a, data: $b]}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i]}
  i: {kind: group, group: g, inputs: [data: d]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/m]}
  i/m: {kind: union, muted: true, inputs: [{data: d, at: [1, 2]}]}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("offsets add up, each rounded before", head + R"yaml(groups:
  g:
    parameters: {a: {type: length, default: 3 um}}
    inputs: [data: x, mask: y]
    output: u
    nodes:
      u: {kind: union, inputs: [{data: $x, at: [=a, 1]}, {data: $x, at: [= a * 3, 0]}, mask: $y]}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [{data: i, at: [100, 0]}]}
  i: {kind: group, group: g, inputs: [{mask: d}, {data: d, at: [0.5, 7]}]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [{data: i/u, at: [100, 0]}]}
  i/u: {kind: union, inputs: [{data: d, at: [3, 8]}, {data: d, at: [6, 7]}, mask: d]}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("sockets by trait, with else and optional", head + R"yaml(groups:
  g:
    inputs: [data: a, {mask: b, else: own}, {data: c, optional: true}]
    output: u
    nodes:
      u: {kind: union, inputs: [data: $a, mask: $b, {data: $c, at: [1, 1]}]}
      own: {kind: math2d, expression: "2"}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i, data: j]}
  i: {kind: group, group: g, inputs: [data: d]}
  j: {kind: group, group: g, inputs: [{data: d}, mask: d, data: i]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/u, data: j/u]}
  i/u: {kind: union, inputs: [data: d, mask: i/own]}
  i/own: {kind: math2d, expression: "2"}
  j/u: {kind: union, inputs: [data: d, mask: d, {data: i/u, at: [1, 1]}]}
  j/own: {kind: math2d, expression: "2"}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("groups in groups", head + R"yaml(groups:
  in:
    parameters: {v: {type: curve}, s: {type: seed, default: 0}, l: {type: length, default: 9}}
    inputs: [mask: k]
    output: p
    nodes:
      p: {kind: profile, distance_max: =l, profile: =v, threshold: =s, inputs: [mask: $k]}
  out:
    parameters: {z: {type: number, default: 4}, c: {type: curve, default: [[0, 1], [3, 0]]}}
    inputs: [mask: k]
    output: a
    nodes:
      a: {kind: group, group: in, values: {v: =c, s: = 2 ^ 32 + z, l: = z * 2}, inputs: [{mask: b, at: [1, 0]}]}
      b: {kind: union, inputs: [data: c, mask: $k]}
      c: {kind: math2d, expression: "z"}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i]}
  i: {kind: group, group: out, values: {z: 6}, inputs: [mask: d]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/a/p]}
  i/a/p: {kind: profile, distance_max: 12, profile: [[0, 1], [3, 0]], threshold: 6, inputs: [{mask: i/b, at: [1, 0]}]}
  i/b: {kind: union, inputs: [data: i/c, mask: d]}
  i/c: {kind: math2d, parameters: {z: 6}, expression: "z"}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("profiles name parameters too", head + R"yaml(groups:
  g:
    parameters: {bow: {type: number, default: 2}}
    inputs: [mask: k]
    output: p
    nodes:
      p: {kind: profile, distance_max: 9, profile: "bow * d / D", inputs: [mask: $k]}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i]}
  i: {kind: group, group: g, inputs: [mask: d]}
  d: {kind: math2d, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/p]}
  i/p: {kind: profile, distance_max: 9, profile: "bow * d / D", parameters: {bow: 2}, inputs: [mask: d]}
  d: {kind: math2d, expression: "1"}
)yaml");
        row("formulas inside maps and lists", head + R"yaml(groups:
  g:
    parameters: {a: {type: number, default: 3}, t: {type: choice, choices: [x, y], default: y}}
    inputs: [data: k]
    output: p
    nodes:
      p: {kind: convolution, kernel: {matrix: [[1, =a, 1]]}, inputs: [data: q]}
      q: {kind: convolution, kernel: {sobel: =t}, inputs: [data: $k]}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i]}
  i: {kind: group, group: g, inputs: [data: d]}
  d: {kind: math2d, width: 9, height: 9, expression: "1"}
)yaml",
            head + R"yaml(nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: i/p]}
  i/p: {kind: convolution, kernel: {matrix: [[1, 3, 1]]}, inputs: [data: i/q]}
  i/q: {kind: convolution, kernel: {sobel: y}, inputs: [data: d]}
  d: {kind: math2d, width: 9, height: 9, expression: "1"}
)yaml");
    }
    void whatAnInstanceMeans() {
        QFETCH(QByteArray, design);
        QFETCH(QByteArray, flat);
        const Design expanded = parse(design.toStdString());
        const Design expected = parse(flat.toStdString());
        QVERIFY2(expected.root && expected.errorsOf(*expected.root).empty(), problemsOf(expected).c_str());
        QVERIFY2(expanded.root && expanded.errorsOf(*expanded.root).empty(), problemsOf(expanded).c_str());
        QCOMPARE(QString::fromStdString(difference(expanded, expected)), QString());
    }

    /// Ungrouping writes out the nodes of the instance; the design stays equal.
    void ungroupingKeepsTheMeaning_data() { whatAnInstanceMeans_data(); }
    void ungroupingKeepsTheMeaning() {
        QFETCH(QByteArray, design);
        const Design before = parse(design.toStdString());
        YamlValue document = before.document;
        for (const DesignInstance& instance : before.instances) {
            if (instance.parent) continue;
            DesignEdit edit(std::move(document));
            QVERIFY(!edit.ungroup(instance.name).empty());
            document = edit.take();
        }
        eraseIn(document, "groups");
        const Design after = parse(writeYaml(document));
        QVERIFY2(after.instances.empty() && after.errorsOf(*after.root).empty(), problemsOf(after).c_str());
        QCOMPARE(QString::fromStdString(difference(after, before)), QString());
    }

    void whatIsWrongIsSaidWhereItIs_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* from, const char* to, const char* expected) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(expected);
        };
        row("an unknown group", "group: outer", "group: outr",
            "43:12: w: group: the group 'outr' does not exist; did you mean 'outer'?");
        row("no group", "    group: outer\n", "", "41:3: w: group: the group is missing");
        row("an unknown parameter", "values: {n: 5}", "values: {m: 5}",
            "44:14: w: m: group 'outer' (line 19) has no parameter 'm'");
        row("a value of another type", "values: {n: 5}", "values: {n: 5.5}",
            "44:17: w: n: '5.5' is not a whole number for 'n' of group 'outer' (line 19)");
        row("a missing value", "{type: integer, default: 3}", "{type: integer}", "");
        row("a value out of range, inside", "values: {n: 5}", "values: {n: 10}",
            "30:21: w/q: r: '10' is out of range for 'r' of group 'inner' (line 4), in instance 'w' (line "
            "41)");
        row("a missing link", "    inputs:\n      - data: d\n", "",
            "41:3: w: inputs: the data link to 'b' is missing; group 'outer' (line 19) takes data 'b'");
        row("a surplus link", "      - data: d\n", "      - data: d\n      - data: d\n",
            "47:15: w: inputs: a surplus data link; group 'outer' (line 19) takes data 'b'");
        row("a size", "    group: outer\n", "    group: outer\n    width: 5\n",
            "44:5: w: width: an instance takes no width");
        row("an unknown key", "    group: outer\n", "    group: outer\n    gruop: 5\n",
            "44:5: w: gruop: unknown key 'gruop'; did you mean 'group'?");
        row("a formula that does not parse", "= k * 2", "= k * ",
            "group outer: q: values: the expression ends before its last operand");
        row("the column of that", "width: =n", "width: =n +% 2", "36:20: group outer: t: width: ");
        row("a formula with an unknown name", "width: =n", "width: = m * 2",
            "36:18: group outer: t: width: unknown name 'm'");
        row("a default of one below", "\"= n / 2\"", "\"= k / 2\"",
            "22:37: group outer: k: unknown name 'k'");
        row("a default of one that follows", "      n: {type",
            "      z: {type: integer, default: \"= 1 + n\"}\n      n: {type",
            "21:42: group outer: z: 'n' is declared below this parameter; declare it above");
        row("a result that is not a number", "width: =n", "width: = (n - 5) / (n - 5)",
            "36:16: w/t: width: the formula '= (n - 5) / (n - 5)' does not give a number, in instance 'w' "
            "(line "
            "41)");
        row("an infinite result", "width: =n", "width: = n / (n - 5)", "gives an infinite number");
        row("a size out of range", "width: =n", "width: = n - 9",
            "36:16: w/t: width: '-4' is out of range, in instance 'w' (line 41)");
        row("a node inside that is wrong", "height: 7", "hight: 7",
            "37:9: w/t: hight: unknown key 'hight', in instance 'w' (line 41); did you mean 'height'?");
        row("a group in itself", "group: inner", "group: outer",
            "19:3: group outer: the group contains itself: outer > outer");
        row("a circle", "kind: union\n        inputs:", "kind: group\n        group: outer\n        inputs:",
            "4:3: group inner: the group contains itself: inner > outer > inner");
        row("a root in a group", "kind: math2d\n        width", "kind: root\n        width",
            "35:15: group outer: t: a group cannot contain a surface");
        row("an output that is not a node", "output: q", "output: z",
            "group outer: output: 'z' is not one of its nodes");
        row("no output", "    output: q\n", "", "19:3: group outer: output: the output is missing");
        row("a name that begins with $", "      t:\n",
            "      $t: {kind: math2d, expression: \"1\"}\n      t:\n",
            "group outer: $t: the name of a node begins with $");
        row("a link to a node outside", "- data: t\n", "- data: d\n",
            "32:19: group outer: q: inputs: the group has no node 'd'");
        row("a link to no socket", "- data: t\n", "- data: $z\n",
            "32:19: group outer: q: inputs: the group has no socket '$z'");
        row("a link of another trait", "- data: t\n          - mask: t", "- data: t\n          - mask: $b",
            "the socket '$b' carries data");
        row("two sockets of a name", "      - data: b\n", "      - data: b\n      - mask: b\n",
            "another socket already has the name 'b'");
        row("a socket behind an optional one", "        optional: true\n",
            "        optional: true\n      - mask: z\n", "is required but follows one that is optional");
        row("else names no node", "        optional: true\n", "        else: z\n",
            "10:15: group inner: inputs: the group has no node 'z'");
        row("an unknown type", "      n: {type", "      z: {type: intger}\n      n: {type",
            "unknown type 'intger'; did you mean 'integer'?");
        row("a parameter that is a function", "      n: {type",
            "      sin: {type: number, default: 1}\n      n: {type",
            "21:7: group outer: sin: 'sin' is a constant or function");
        row("a parameter that is a variable", "      n: {type",
            "      in1: {type: number, default: 1}\n      n: {type", "'in1' is a variable of expressions");
        row("a parameter that is a key", "      n: {type",
            "      values: {type: number, default: 1}\n      n: {type", "'values' is a key of instances");
        row("a parameter that is not an identifier", "      n: {type",
            "      n-1: {type: number, default: 1}\n      n: {type",
            "'n-1' is not a name that expressions can contain");
        row("a default out of range", "default: 1, minimum: 0", "default: 10, minimum: 0",
            "group inner: r: default: '10' is out of range");
        row("limits of a boolean", "{type: integer, default: 3}",
            "{type: boolean, default: true, minimum: 0}", "a boolean takes no minimum");
        row("a choice without choices", "{type: integer, default: 3}", "{type: choice, default: a}",
            "the choices are missing");
        row("an empty list of choices", "{type: integer, default: 3}",
            "{type: choice, default: a, choices: []}",
            "the list of choices is empty; write `choices: [a, b, ");
        row("choices that are not a list", "{type: integer, default: 3}",
            "{type: choice, default: a, choices: a}", "'a' is not a list of choices");
        row("an unknown key of a parameter", "{type: integer, default: 3}", "{type: integer, defualt: 3}",
            "unknown key 'defualt'; did you mean 'default'?");
        row("an unknown key of a group", "    output: q\n", "    output: q\n    outputs: q\n",
            "unknown key 'outputs'");
        row("a name in parameters and in the group", "expression: \"x / k\"",
            "parameters: {k: 1}\n        expression: \"x / k\"", "'k' is a parameter of the group too");
        row("a curve in an expression", "k: {type: number, default: \"= n / 2\"}",
            "k: {type: text, default: a}", "38:26: group outer: t: expression: 'k' has no number");
        row("a text in a formula", "k: {type: number, default: \"= n / 2\"}", "k: {type: text, default: a}",
            "30:21: group outer: q: values: 'k' has no number");
        row("two nodes of a name", "  d: {kind", "  w/t: {kind: math2d, expression: \"1\"}\n  d: {kind",
            "41:3: w: the instance would add a second node 'w/t'");
        row("version 1", "burin: 2", "burin: 1", "3:1: s: groups: 'groups' needs `burin: 2`");
        row("an instance in version 1", "burin: 2", "burin: 1", "42:11: w: kind: 'group' needs `burin: 2`");
        row("a muted that is neither", "    group: outer\n", "    group: outer\n    muted: maybe\n",
            "w: muted: 'maybe' is not true or false");
    }
    void whatIsWrongIsSaidWhereItIs() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, expected);
        const Design design = parse(spoilt(from.toStdString(), to.toStdString()));
        QVERIFY(!design.refused && design.root);
        Diagnostics errors = design.errorsOf(*design.root);
        std::string texts;
        for (const Diagnostic& error : errors)
            texts += error.text() + "\n";
        if (expected.isEmpty()) {
            QCOMPARE(QString::fromStdString(texts), QString());  // the instance has all required values
            return;
        }
        QVERIFY2(texts.find(expected.toStdString()) != std::string::npos, texts.c_str());
        // The mistake causes few further errors.
        QVERIFY2(errors.size() <= 2, texts.c_str());
        for (const Diagnostic& error : design.diagnostics)
            QVERIFY2(error.mark.line > 0, error.text().c_str());
    }

    void theDesignThatIsSpoiltIsSound() {
        const Design design = parse(spoilt("", ""));
        QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
        QCOMPARE(design.instances.size(), std::size_t{2});
        QCOMPARE(design.instances[1].name, std::string("w/q"));
        QCOMPARE(design.instances[1].parent, std::optional<std::size_t>(0));
        QCOMPARE(design.instances[0].output, std::string("w/q/p"));
        QCOMPARE(design.instances[0].values[1].first, std::string("k"));
        QCOMPARE(design.instances[0].values[1].second.scalar, std::string("2.5"));
        QCOMPARE(design.find("w"), design.find("w/q/p"));
        QCOMPARE(design.nodes[*design.find("w/q/p")].instance, std::optional<std::size_t>(1));
    }

    void aBrokenGroupThatTheRootDoesNotReachIsNoObstacle() {
        for (const char* group :
             {"  bad: 5\n", "  bad: {output: a, nodes: {a: {kind: group, group: bad}}}\n",
              "  bad: {output: a, nodes: {a: {kind: math2d, width: =q, expression: \"1\"}}}\n"}) {
            const Design design = parse(spoilt("groups:\n", std::string("groups:\n") + group));
            QVERIFY2(design.errorsOf(*design.root).empty(), problemsOf(design).c_str());
            QVERIFY(std::any_of(design.diagnostics.begin(), design.diagnostics.end(),
                                [](const Diagnostic& d) { return d.group == "bad"; }));
        }
    }

    void anErrorOfAGroupIsSaidOnce() {
        std::string text = spoilt("width: =n", "width: = m * 2");
        text +=
            "  w2: {kind: group, group: outer, inputs: [data: d]}\n  w3: {kind: group, group: outer, inputs: "
            "[data: d]}\n";
        const Design design = parse(text);
        QCOMPARE(std::count_if(design.diagnostics.begin(), design.diagnostics.end(),
                               [](const Diagnostic& d) { return d.severity == Severity::error; }),
                 std::ptrdiff_t{1});
        QVERIFY(!design.errorsOf(*design.find("w2")).empty());
    }

    /// An optional data socket of a math2d may only be its last.
    void childrenKeepTheirNumbers() {
        const std::string text = head + R"yaml(groups:
  g:
    inputs: [data: a, {data: b, optional: true}]
    output: m
    nodes:
      m: {kind: math2d, expression: "in1", inputs: [data: $b, data: $a]}
nodes:
  s: {kind: root, width: 5, height: 5, inputs: [data: i]}
  i: {kind: group, group: g, inputs: [data: d]}
  d: {kind: math2d, expression: "1"}
)yaml";
        const Design design = parse(text);
        const Diagnostics errors = design.errorsOf(*design.root);
        QCOMPARE(errors.size(), std::size_t{1});
        QVERIFY2(errors[0].what().find("stands before other data") != std::string::npos,
                 errors[0].text().c_str());
    }

    void aStopEndsTheExpansion() {
        std::stop_source stop;
        stop.request_stop();
        const Design design = parse(spoilt("", ""));
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(reviseDesign(design.document, ".", "x.burin", kinds(),
                                                                nullptr, stop.get_token())),
                                 Cancelled);
    }

    void whatIsUnchangedIsNotBoundAgain() {
        const Design before = parse(spoilt("", ""));
        const Design after = parse(spoilt("", ""));
        const Design revised = reviseDesign(after.document, ".", "x.burin", kinds(), &before);
        // except the last node: nothing reads it, which is reported again
        for (NodeIndex i = 0; i + 1 < before.nodes.size(); ++i)
            QVERIFY2(revised.nodes[i].operation == before.nodes[i].operation, before.nodes[i].name.c_str());
        QCOMPARE(revised.instances.size(), before.instances.size());
    }

    void lengthsThatArePlainNumbersAreFound() {
        const Design design = parse(R"yaml(burin: 2
pixel: 1 um
groups:
  stone:
    parameters: {gap: {type: length, default: 3}}
    output: s
    nodes:
      s: {kind: shape, shape: rectangle, size: [20, 9 um], stroke: {width: 2, dash: [4, 5 um, 6]}}
      r: {kind: rough, sq: 0.1, sal: 7}
      t: {kind: shape, shape: star, points: 5, diameter: 20 um, inner: 0.4}
nodes:
  r: {kind: root, width: 9 um, height: 9 um, inputs: [data: i]}
  i: {kind: group, group: stone}
)yaml");
        const std::vector<std::string> expected = {"stone: gap.default 3",    "stone: s.size 20",
                                                   "stone: s.stroke.width 2", "stone: s.stroke.dash 4",
                                                   "stone: s.stroke.dash 6",  "stone: r.sal 7"};
        QCOMPARE(plainPixelsOfNodes(design.document, kinds()), expected);
    }

    void savingKeepsTheNumberAndTheGroups() {
        const std::string text = spoilt("", "");
        const Design design = parse(text);
        const std::string saved = saveDesign(design);
        QVERIFY(saved.starts_with("burin: 2\n"));
        QVERIFY(parse(saved).document == design.document);
    }
};

BURIN_TEST(TestGroups)
#include "test_groups.moc"
