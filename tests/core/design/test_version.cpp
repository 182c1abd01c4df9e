// SPDX-License-Identifier: GPL-3.0-or-later

// Files of older format versions cannot use newer features, according to the `since` of the kinds.

#include "core/design/design.hpp"
#include "core/design/version.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "tests/core/design/sample_kinds.hpp"

using namespace burin;

namespace {

/// The sample kinds, with something new in version 2 of every sort.
const std::vector<Kind>& newerKinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds(samples::kinds().begin(), samples::kinds().end());
        for (Kind& kind : kinds) {
            if (kind.description.name != "odd") continue;
            for (ParameterDescription& parameter : kind.description.parameters) {
                if (parameter.key == "label") parameter.since = 2;
                for (ParameterDescription& alternative : parameter.alternatives) {
                    if (alternative.key == "box") alternative.since = 2;
                }
            }
            for (LinkDescription& link : kind.description.links) {
                link.since = 2;
                link.maximumBefore = link.trait == Trait::mask ? 0 : 1;
            }
            Kind newer = kind;
            newer.description.name = "newer";
            newer.description.since = 2;
            kinds.push_back(newer);
            break;
        }
        return kinds;
    }();
    return all;
}

std::string designOf(int version, const std::string& node) {
    return "burin: " + std::to_string(version) +
           "\npixel: 2 um\nnodes:\n  s: {kind: root, width: 9, height: 9, inputs: [data: n]}\n  n: " + node +
           "\n  a: {kind: odd}\n  b: {kind: odd}\n";
}

}  // namespace

class TestVersion : public QObject {
    Q_OBJECT

  private slots:
    void whatVersionTwoBrought_data() {
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("complaint");
        QTest::newRow("a key") << QByteArray("{kind: odd, label: x}")
                               << QByteArray("5:18: n: label: 'label' needs `burin: 2`");
        QTest::newRow("a key of a map") << QByteArray("{kind: odd, shape: {box: 5}}")
                                        << QByteArray("5:26: n: shape: 'box' needs `burin: 2`");
        QTest::newRow("a kind") << QByteArray("{kind: newer}")
                                << QByteArray("5:13: n: kind: 'newer' needs `burin: 2`");
        QTest::newRow("a second link") << QByteArray("{kind: odd, inputs: [data: a, data: b]}")
                                       << QByteArray("5:42: n: inputs: 'b' needs `burin: 2`");
        QTest::newRow("a trait") << QByteArray("{kind: odd, inputs: [data: a, mask: b]}")
                                 << QByteArray("5:36: n: inputs: 'mask' needs `burin: 2`");
    }
    void whatVersionTwoBrought() {
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, complaint);
        for (const int version : {1, 2}) {
            const Design design =
                parseDesign(designOf(version, node.toStdString()), ".", "x.burin", newerKinds());
            QVERIFY(!design.refused && design.root);
            const Diagnostics errors = design.errorsOf(*design.root);
            QCOMPARE(errors.size(), version == 1 ? std::size_t{1} : std::size_t{0});
            if (version == 1)
                QVERIFY2(errors[0].text().find(complaint.toStdString()) != std::string::npos,
                         errors[0].text().c_str());
            QCOMPARE(versionNeeded(design.document, newerKinds()), 2);
            QCOMPARE(versionOf(design.document), version);
        }
    }

    /// A file of version 1 keeps its meaning when its number is raised.
    void raisingTheNumberChangesNothing() {
        const std::string node = "{kind: odd, level: 0.25, shape: {gaussian: 2}, inputs: [data: a]}";
        const Design one = parseDesign(designOf(1, node), ".", "x.burin", newerKinds());
        const Design two = parseDesign(designOf(2, node), ".", "x.burin", newerKinds());
        QCOMPARE(one.diagnostics.size(), two.diagnostics.size());
        QVERIFY(one.errorsOf(*one.root).empty());
        QCOMPARE(versionNeeded(one.document, newerKinds()), 1);
        for (NodeIndex i = 0; i < one.nodes.size(); ++i)
            QVERIFY(one.nodes[i].values.all().size() == two.nodes[i].values.all().size() &&
                    one.nodes[i].size == two.nodes[i].size);
    }

    void versionsThatAreNone() {
        for (const char* version : {"0", "3", "1.5", "two", "\"2\""}) {
            const Design design =
                parseDesign(std::string("burin: ") + version + "\npixel: 1 um\nnodes: {}\n", ".");
            QVERIFY2(design.refused, version);
        }
    }

    void profilesTakeParametersInVersionTwo() {
        const auto errors = [](int version) {
            const Design design = parseDesign("burin: " + std::to_string(version) + R"yaml(
pixel: 1 um
nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: p]}
  p: {kind: profile, distance_max: 5, profile: "d * bow", parameters: {bow: 0.1}, inputs: [mask: m]}
  m: {kind: math2d, expression: "x > 4"}
)yaml",
                                              ".");
            return design.errorsOf(*design.root);
        };
        QVERIFY(errors(2).empty());
        QVERIFY(!errors(1).empty());
        QVERIFY(errors(1)[0].what().find("needs `burin: 2`") != std::string::npos);
    }

    void gradientIsAFunctionOfVersionTwo() {
        const auto designOfFormula = [](int version, const std::string& formula) {
            return parseDesign("burin: " + std::to_string(version) + R"yaml(
pixel: 1 um
nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: n]}
  n: {kind: math2d, )yaml" + formula +
                                   "}\n",
                               ".");
        };
        const auto firstError = [&](int version, const std::string& formula) {
            const Design design = designOfFormula(version, formula);
            const Diagnostics errors = design.errorsOf(*design.root);
            return errors.empty() ? std::string() : errors[0].text();
        };
        const std::string called = "expression: \"gradient(x / 9, y / 9, 1)\"";
        const std::string named = "expression: \"x * gradient\", parameters: {gradient: 0.1}";
        QCOMPARE(firstError(2, called), std::string());
        QCOMPARE(firstError(1, named), std::string());
        QVERIFY(firstError(1, called).find("5:34: n: expression: 'gradient' needs `burin: 2`") !=
                std::string::npos);
        QVERIFY(firstError(2, named).find("'gradient' is a function since version 2") != std::string::npos);
        QCOMPARE(versionNeeded(designOfFormula(1, called).document, kinds()), 2);
        QCOMPARE(versionNeeded(designOfFormula(1, named).document, kinds()), 1);
    }
};

BURIN_TEST(TestVersion)
#include "test_version.moc"
