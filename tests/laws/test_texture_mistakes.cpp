// SPDX-License-Identifier: GPL-3.0-or-later

// Every parameter of the texture kinds refuses wrong values with one error, which names the place, the node
// and the correct values.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/spoilt_design.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

namespace {

/// A correct node of the kind, and lines that its parameters may need.
struct Example {
    const char* kind;
    const char* lines;
    int children;
};

constexpr Example examples[] = {
    {"noise", "    pitch: 9\n", 0},
    {"voronoi", "    pitch: 9\n", 0},
    {"rough", "    sal: 9\n    sq: 0.1\n", 0},
    {"rough", "    sal: 9\n    vdi: 20\n    full_depth: 20\n", 0},
    {"example", "    patch: 9\n", 1},
    {"example", "    method: cut\n    patch: 16\n    colours: 3\n", 1},
    {"curve", "    points: [[0, 0], [1, 1]]\n", 1},
    {"curve", "    levels: {black: 0.1}\n", 1},
    {"curve", "    threshold: 0.5\n", 1},
    {"morphology", "    radius: 2\n    shape: ball\n    full_depth: 5\n", 1},
    {"warp", "    amplitude: 4\n", 3},
    {"warp", "    amplitude: 4\n    by: angle\n    angle: 30\n    center: 0\n", 2},
    {"warp", "    amplitude: 4\n    by: slope\n    full_slope: 0.1\n", 2},
    {"flow", "    length: 9\n    angle: 30\n", 1},
    {"flow", "    length: 9\n    along: map\n", 2},
};

std::string designOf(const Example& example, const std::string& lines) {
    std::string inputs = example.children == 0 ? "" : "    inputs:\n";
    for (int i = 0; i < example.children; ++i)
        inputs += "      - data: plain\n";
    return "burin: 2\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 40\n    height: 30\n"
           "    inputs:\n      - data: made\n  made:\n    kind: " +
           std::string(example.kind) + "\n" + lines + inputs +
           "  plain:\n    kind: math2d\n    width: 40\n    height: 40\n    expression: \"x / w\"\n";
}

const DesignText::Node& nodeMade(const DesignText& text) {
    return *std::find_if(text.nodes().begin(), text.nodes().end(),
                         [](const DesignText::Node& node) { return node.name == "made"; });
}

}  // namespace

class TestTextureMistakes : public QObject {
    Q_OBJECT

  private slots:
    void theExamplesAreGood() {
        for (const Example& example : examples) {
            const Diagnostics found = errorsOf(designOf(example, example.lines));
            QVERIFY2(found.empty(), found.empty() ? "" : found.front().text().c_str());
        }
    }

    void aTextureMayCloseOneWayOnly() {
        for (const Example& example : examples) {
            const auto& parameters = findKind(example.kind)->description.parameters;
            if (std::none_of(parameters.begin(), parameters.end(),
                             [](const ParameterDescription& parameter) { return parameter.key == "closes"; }))
                continue;
            for (const std::string closes : {"[0, 96]", "[96, 0]", "[0, 0]"}) {
                const std::string lines = example.lines + ("    closes: " + closes + "\n");
                const Diagnostics found = errorsOf(designOf(example, lines));
                QVERIFY2(found.empty(), found.empty() ? "" : found.front().text().c_str());
            }
        }
    }

    void everyParameterRefusesWrongValues_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < std::size(examples); ++i)
            QTest::addRow("%s, example %zu", examples[i].kind, i) << static_cast<int>(i);
    }
    void everyParameterRefusesWrongValues() {
        QFETCH(int, index);
        const Example& example = examples[index];
        for (const ParameterDescription& parameter : findKind(example.kind)->description.parameters) {
            for (const std::string& value : brokenValues(parameter)) {
                DesignText text(designOf(example, example.lines));
                const DesignText::Node node = nodeMade(text);
                const ExpectedPlace place = text.set(node, std::string(parameter.key), value);
                const std::string objected = objection(errorsOf(text.text()), place, "made");
                QVERIFY2(objected.empty(), (std::string(parameter.key) + ": " + value + objected).c_str());
            }
        }
    }

    void parametersThatDoNotFitEachOther_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("parameter");
        const auto row = [](const char* what, const char* kind, const char* lines, const char* parameter) {
            QTest::newRow(what) << kind << lines << parameter;
        };
        row("a ball without full_depth", "morphology", "    radius: 2\n    shape: ball\n", "full_depth");
        row("a disc with full_depth", "morphology", "    radius: 2\n    full_depth: 5\n", "full_depth");
        row("ids with a profile", "voronoi", "    pitch: 9\n    feature: id\n    profile: \"d\"\n",
            "profile");
        row("a Hurst exponent of a Gaussian surface", "rough", "    sal: 9\n    sq: 0.1\n    hurst: 0.8\n",
            "hurst");
        row("a cut with a sharpness", "example", "    method: cut\n    patch: 16\n    sharpness: 2\n",
            "sharpness");
        row("a cut that varies", "example", "    method: cut\n    patch: 16\n    vary: none\n", "vary");
        row("a blend of some colours", "example", "    patch: 9\n    colours: 8\n", "colours");
        row("a profile of an unknown name", "voronoi", "    pitch: 9\n    profile: \"x\"\n", "profile");
        row("cells larger than a repeat", "voronoi", "    pitch: 90\n    closes: [40, 300]\n", "closes");
        row("no roughness", "rough", "    sal: 9\n", "sq");
        row("two roughnesses", "rough", "    sal: 9\n    sq: 0.1\n    vdi: 20\n", "vdi");
        row("a length without full_depth", "rough", "    sal: 9\n    sa: 2 um\n", "full_depth");
        row("samples with full_depth", "rough", "    sal: 9\n    sa: 0.2\n    full_depth: 9\n", "full_depth");
        row("rougher than full_depth", "rough", "    sal: 9\n    vdi: 40\n    full_depth: 9\n", "vdi");
        row("moments that no surface has", "rough", "    sal: 9\n    sq: 0.1\n    skew: 2\n", "kurtosis");
        row("bumps larger than a repeat", "rough", "    sal: 90\n    sq: 0.1\n    closes: [10, 300]\n",
            "closes");
        row("patches larger than the example", "example", "    patch: 30\n", "patch");
        row("cells larger than half the example", "example", "    method: cut\n    patch: 21\n", "patch");
        row("cells too small to cut", "example", "    method: cut\n    patch: 9\n", "patch");
        row("seams that take too long", "example", "    method: cut\n    patch: 999\n", "patch");
        row("no curve", "curve", "    range: [0, 1]\n", "points");
        row("two curves", "curve", "    threshold: 1\n    levels: {}\n", "threshold");
        row("a threshold through points", "curve", "    threshold: 1\n    through: monotone\n", "through");
        row("points with a range", "curve", "    points: [[0, 0], [1, 1]]\n    range: [0, 1]\n", "range");
        row("points that are one in 32 bits", "curve", "    points: [[1, 0], [1.000000001, 1]]\n", "points");
        row("a point beyond 32 bits", "curve", "    points: [[-1e39, 0], [0, 1]]\n", "points");
        row("a result beyond 32 bits", "curve", "    points: [[0, 0], [1, 1e39]]\n", "points");
        row("points too far apart for 32 bits", "curve", "    points: [[-3e38, 0], [3e38, 1]]\n", "points");
        row("a curve too steep for 32 bits", "curve",
            "    points: [[0, 0], [1e-20, 1e20], [1, 0]]\n    through: monotone\n", "points");
        row("black beyond 32 bits", "curve", "    levels: {black: -1e46}\n", "levels");
        row("a warp along an angle with two maps", "warp", "    amplitude: 4\n    by: angle\n", "inputs");
        row("a warp along x and y with an angle", "warp", "    amplitude: 4\n    angle: 30\n", "angle");
        row("a warp along x and y with a slope", "warp", "    amplitude: 4\n    full_slope: 1\n",
            "full_slope");
        row("a flow along contours without a map", "flow", "    length: 9\n    along: contour\n", "inputs");
        row("black is white", "curve", "    levels: {black: 1}\n", "levels");
    }
    void parametersThatDoNotFitEachOther() {
        QFETCH(QString, kind);
        QFETCH(QString, lines);
        QFETCH(QString, parameter);
        const Example* example = std::find_if(std::begin(examples), std::end(examples),
                                              [&](const Example& one) { return kind == one.kind; });
        const Diagnostics found = errorsOf(designOf(*example, lines.toStdString()));
        QVERIFY(!found.empty());
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].node, std::string("made"));
        QCOMPARE(found[0].parameter, parameter.toStdString());
        QVERIFY(!found[0].what().empty() && !found[0].remedy().empty());
    }
};

BURIN_TEST(TestTextureMistakes)
#include "test_texture_mistakes.moc"
