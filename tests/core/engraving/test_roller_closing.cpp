// SPDX-License-Identifier: GPL-3.0-or-later

// What closes a surface round its roller, and what stays open.

#include "core/engraving/roller_closing.hpp"

#include "core/design/design_edit.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/open_repeats.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/combine/stitching.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <cmath>

using namespace burin;

namespace {

/// 314 samples round a roller of 0.1 mm, 37 along it.
QByteArray onRoller(const char* axis, const QByteArray& inputs, const QByteArray& nodes) {
    const bool alongX = QByteArray(axis) == "y";
    return "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: " + QByteArray(alongX ? "314" : "37") +
           ", height: " + QByteArray(alongX ? "37" : "314") + ", inputs: [" + inputs + "]}\n" + nodes +
           "  d: {kind: math2d, width: 9, height: 9, expression: \"hypot(x - 4, y - 4) < 4\"}\n"
           "job: {roller: {diameter: 0.1 mm, axis: " +
           axis + "}}\n";
}

struct Closed {
    RollerClosing closing;
    Design design;  ///< with the changes

    explicit Closed(const QByteArray& text) {
        const Design before = parseDesign(text.toStdString(), ".");
        closing = closingRound(before, ".", kinds());
        DesignEdit edit(before.document);
        closeRound(edit, closing.changes);
        design = reviseDesign(edit.take(), ".", {}, kinds(), &before);
    }
    [[nodiscard]] bool sound() const { return design.root && design.errorsOf(*design.root).empty(); }
    /// A value of a node as it is written.
    [[nodiscard]] QByteArray written(const char* node, const char* key) const {
        const YamlValue* value = design.document.find("nodes")->find(node)->find(key);
        return value == nullptr ? QByteArray() : QByteArray::fromStdString(writeYaml(*value)).trimmed();
    }
    [[nodiscard]] Vector vector(const char* node, const char* key) const {
        return design.nodes[*design.find(node)].values.as<Vector>(key);
    }
    [[nodiscard]] QByteArrayList changed() const {
        QByteArrayList all;
        for (const ClosingChange& change : closing.changes)
            all << QByteArray::fromStdString(change.node + " " + std::string(change.key()));
        return all;
    }
    [[nodiscard]] QByteArray open() const {
        QByteArray all;
        for (const Finding& finding : closing.open)
            all += QByteArray::fromStdString(finding.text()) + '\n';
        return all;
    }
    [[nodiscard]] std::size_t repeatsThatPreflightFinds() const {
        const auto graph = bindGraph(design, *design.root, {}).graph;
        std::vector<Problem> unseen;
        return findOpenRepeats(*graph, design.pixelUm, rollerOf(design.job), unseen).size();
    }
};

}  // namespace

class TestRollerClosing : public QObject {
    Q_OBJECT

  private slots:
    /// The solution that the page describes, computed independently. (a, b) solves a u + b v = T and is
    /// rounded. Both vectors take a share of the rest.
    void theNearestVectorsAreTaken_data() {
        QTest::addColumn<QByteArray>("axis");
        QTest::addColumn<QList<double>>("vectors");
        QTest::newRow("columns round the roller") << QByteArray("y") << QList<double>{31, 0, 0, 16};
        QTest::newRow("rows round the roller") << QByteArray("x") << QList<double>{31, 0, 0, 16};
        QTest::newRow("hexagons") << QByteArray("x") << QList<double>{20, 0, 10, 17.3205};
        QTest::newRow("hexagons, the other way") << QByteArray("y") << QList<double>{20, 0, 10, 17.3205};
        QTest::newRow("turned") << QByteArray("y") << QList<double>{12, 5, -5, 12};
    }
    void theNearestVectorsAreTaken() {
        QFETCH(QByteArray, axis);
        QFETCH(QList<double>, vectors);
        const Vector u{vectors[0], vectors[1]};
        const Vector v{vectors[2], vectors[3]};
        const auto text = [](Vector w) {
            return '[' + QByteArray::number(w.x, 'g', 17) + ", " + QByteArray::number(w.y, 'g', 17) + ']';
        };
        const Closed closed(onRoller(
            axis, "{data: a}",
            "  a: {kind: stitching, u: " + text(u) + ", v: " + text(v) + ", inputs: [{pattern: d}]}\n"));
        const Vector once = axis == "y" ? Vector{314, 0} : Vector{0, 314};
        const double det = u.x * v.y - u.y * v.x;
        const double a = std::round((once.x * v.y - once.y * v.x) / det);
        const double b = std::round((u.x * once.y - u.y * once.x) / det);
        const auto moved = [&](double from, double times, double target, double x, double y) {
            return from + times * (target - a * x - b * y) / (a * a + b * b);
        };
        const Vector closedU = closed.vector("a", "u");
        const Vector closedV = closed.vector("a", "v");
        QVERIFY(std::abs(closedU.x - moved(u.x, a, once.x, u.x, v.x)) < 1e-9);
        QVERIFY(std::abs(closedU.y - moved(u.y, a, once.y, u.y, v.y)) < 1e-9);
        QVERIFY(std::abs(closedV.x - moved(v.x, b, once.x, u.x, v.x)) < 1e-9);
        QVERIFY(std::abs(closedV.y - moved(v.y, b, once.y, u.y, v.y)) < 1e-9);
        QCOMPARE(closed.changed(), QByteArrayList{"a closes"});
        QCOMPARE(closed.written("a", "closes"), QByteArray(axis == "y" ? "[314, 0]" : "[0, 314]"));
        QCOMPARE(closed.open(), QByteArray());
        QVERIFY(closed.sound());
        QCOMPARE(closed.repeatsThatPreflightFinds(), std::size_t{0});
    }

    void whatIsClosedStays_data() {
        QTest::addColumn<QByteArray>("node");
        QTest::newRow("whole pixels")
            << QByteArray("stitching, u: [157, 0], v: [0, 16], inputs: [{pattern: d}]");
        QTest::newRow("half of it closes")
            << QByteArray("stitching, u: [15.7, 0], v: [0, 16], closes: [157, 0], inputs: [{pattern: d}]");
        QTest::newRow("a texture") << QByteArray("noise, pitch: 9, closes: [314, 50]");
        QTest::newRow("a node that cannot") << QByteArray("math2d, expression: \"x / 400\"");
        QTest::newRow("a muted one") << QByteArray("noise, pitch: 9, muted: true");
        QTest::newRow("one that reaches one side") << QByteArray("noise, pitch: 9, width: 300, height: 37");
    }
    void whatIsClosedStays() {
        QFETCH(QByteArray, node);
        const Closed closed(onRoller("y", "{data: a}", "  a: {kind: " + node + "}\n"));
        QCOMPARE(closed.changed(), QByteArrayList());
        QCOMPARE(closed.open(), QByteArray());
        QVERIFY(closed.closing.errors.empty());
    }

    void texturesAndPointsClose() {
        const Closed closed(
            onRoller("y", "{data: n}, {data: p}, {mask: m}",
                     "  n: {kind: noise, pitch: 9}\n"
                     "  p: {kind: scatter, pitch: 15, closes: [0, 40 um], inputs: [{pattern: d}]}\n"
                     "  m: {kind: stitching, u: [157, 0], v: [0, 16], inputs: [{pattern: d}, {mask: r}]}\n"
                     "  r: {kind: voronoi, pitch: 11}\n"));
        QCOMPARE(closed.changed(), (QByteArrayList{"n closes", "p closes", "r closes"}));
        QCOMPARE(closed.written("n", "closes"), QByteArray("[314, 0]"));
        QCOMPARE(closed.written("p", "closes"), QByteArray("[314, 40 um]"));
        QVERIFY(closed.sound());
        QCOMPARE(closed.open(), QByteArray());
    }

    void vectorsKeepTheirUnit() {
        const Closed closed(
            onRoller("y", "{data: a}",
                     "  a: {kind: stitching, u: [0.031 mm, 0], v: [0 um, 16], inputs: [{pattern: d}]}\n"));
        QCOMPARE(closed.written("a", "u"), QByteArray("[0.0314 mm, 0]"));
        QCOMPARE(closed.written("a", "v"), QByteArray("[0 um, 16]"));
    }

    void vectorsOfThePatternAreWritten() {
        const Closed closed(onRoller("y", "{data: a}", "  a: {kind: stitching, inputs: [{pattern: d}]}\n"));
        const Vector u = closed.vector("a", "u");
        QVERIFY(std::abs(u.x * 35 - 314) < 1e-9 && u.y == 0);
        QCOMPARE(closed.written("a", "v"), QByteArray());
    }

    void theSideComesFirst() {
        const QByteArray text = onRoller("y", "{data: n}", "  n: {kind: noise, pitch: 9}\n");
        const Closed closed(QByteArray(text).replace("width: 314", "width: 300"));
        QCOMPARE(closed.changed(), (QByteArrayList{"s width", "n closes"}));
        QCOMPARE(closed.written("s", "width"), QByteArray("314"));
        QVERIFY(closed.sound());
    }

    void groupsCloseByTheirParameters() {
        const QByteArray groups =
            "groups:\n"
            "  g:\n"
            "    parameters: {closes_x: {type: length, default: 0}}\n"
            "    output: n\n"
            "    nodes:\n"
            "      n: {kind: union, inputs: [{data: one}, {data: two}]}\n"
            "      one: {kind: noise, pitch: 9, closes: [=closes_x, 0]}\n"
            "      two: {kind: noise, pitch: 7, closes: [=closes_x, 0]}\n"
            "  loose:\n"
            "    parameters: {closes_x: {type: length, default: 0}}\n"
            "    output: n\n"
            "    nodes: {n: {kind: noise, pitch: 9}}\n"
            "  fixed:\n"
            "    output: n\n"
            "    nodes: {n: {kind: noise, pitch: 9}}\n";
        const QByteArray text = onRoller("y", "{data: i}, {data: k}, {data: l}",
                                         "  i: {kind: group, group: g}\n  k: {kind: group, group: loose}\n"
                                         "  l: {kind: group, group: fixed}\n");
        const Closed closed(QByteArray(text).replace("nodes:\n  s:", groups + "nodes:\n  s:"));
        QCOMPARE(closed.changed(), QByteArrayList{"i closes_x"});
        QVERIFY2(closed.written("i", "values").contains("closes_x: 314 px"), closed.written("i", "values"));
        QVERIFY(closed.sound());
        const QByteArray open = closed.open();
        QCOMPARE(open.count('\n'), 2);
        QVERIFY2(open.contains("k/n: the parameter `closes_x` of the group 'loose' does not close it"), open);
        QVERIFY2(open.contains("l/n: it is part of the group 'fixed', which has no parameter"), open);
        QVERIFY(closingRound(closed.design, ".", kinds()).changes.empty());
    }

    /// One node of a group does not take the length that would close the other one.
    void aRefusedParameterIsTheReason() {
        const QByteArray group =
            "groups:\n"
            "  g:\n"
            "    parameters: {closes_x: {type: length, default: 0}}\n"
            "    output: n\n"
            "    nodes:\n"
            "      n: {kind: union, inputs: [{data: one}, {data: two}]}\n"
            "      one: {kind: noise, pitch: 5000, closes: [=closes_x, 0]}\n"
            "      two: {kind: noise, pitch: 7, closes: [=closes_x, 0]}\n";
        const QByteArray text = onRoller("y", "{data: i}", "  i: {kind: group, group: g}\n");
        const Closed closed(QByteArray(text).replace("nodes:\n  s:", group + "nodes:\n  s:"));
        QCOMPARE(closed.changed(), QByteArrayList());
        const QByteArray open = closed.open();
        QCOMPARE(open.count('\n'), 2);
        QVERIFY2(open.contains("warning: i/one: no whole number of cells fits into closes"), open);
        QVERIFY2(open.contains("warning: i/two: i/one: no whole number of cells fits into closes"), open);
    }

    /// A texture whose cells are larger than the roller cannot close.
    void whatCannotCloseIsSaid() {
        const Closed closed(onRoller("y", "{data: n}, {data: m}",
                                     "  n: {kind: noise, pitch: 5000}\n  m: {kind: noise, pitch: 9}\n"));
        QCOMPARE(closed.changed(), QByteArrayList{"m closes"});
        QVERIFY2(closed.open().contains("n: no whole number of cells fits into closes"), closed.open());
        QVERIFY(closed.sound());
    }

    void problemsComeFirst() {
        const Closed closed(
            onRoller("y", "{data: n}, {data: b}",
                     "  n: {kind: noise, pitch: 9}\n  b: {kind: math2d, expression: \"x +\"}\n"));
        QCOMPARE(closed.changed(), QByteArrayList());
        QVERIFY(!closed.closing.errors.empty());
        QCOMPARE(closed.closing.errors.front().node, std::string("b"));
    }

    void withoutARollerNothingIsFound() {
        const QByteArray text = onRoller("y", "{data: n}", "  n: {kind: noise, pitch: 9}\n");
        const Closed closed(text.left(text.indexOf("job:")));
        QCOMPARE(closed.changed(), QByteArrayList());
        QCOMPARE(closed.open(), QByteArray());
        QVERIFY(closed.closing.errors.empty());
    }

    /// On a roller of 200 mm, the rows beyond each end equal those at the other end, byte for byte.
    void closedRowsRepeatExactly_data() {
        QTest::addColumn<QByteArray>("node");
        QTest::newRow("a lattice") << QByteArray(
            "stitching, u: [120, 0], v: [60, 103.923], blend: max, "
            "inputs: [{pattern: d}]");
        QTest::newRow("a varied lattice") << QByteArray(
            "stitching, u: [31, 0], v: [0, 17.3], vary: {seed: 4, turn: quarter}, "
            "inputs: [{pattern: d}]");
        QTest::newRow("scattered patterns")
            << QByteArray("scatter, pitch: 13.7, seed: 5, inputs: [{pattern: d}]");
        QTest::newRow("noise") << QByteArray("noise, pitch: 37.3, octaves: 3");
    }
    void closedRowsRepeatExactly() {
        QFETCH(QByteArray, node);
        constexpr std::int64_t round = 628319;
        const Closed closed(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 400, height: 628319, inputs: [{data: a}]}\n"
            "  a: {kind: " +
            node +
            "}\n"
            "  d: {kind: math2d, width: 9, height: 9, expression: \"hypot(x - 3, y - 4) / 6\"}\n"
            "job: {roller: {diameter: 200 mm, axis: x}}\n");
        QVERIFY(closed.sound());
        QCOMPARE(closed.changed(), QByteArrayList{"a closes"});
        const auto graph =
            std::make_shared<const Graph>(*bindGraph(closed.design, *closed.design.find("a"), {}).graph);
        MemoryBudget budget(std::size_t{256} << 20U);
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 2);
        const DesignedHeights heights(backend, graph, {});
        const auto rows = [&heights](std::int64_t first) {
            const HeightBuffer samples(heights, {0, first, 400, 200});
            QByteArray bytes;
            for (std::int64_t y = 0; y < 200; ++y)
                bytes.append(reinterpret_cast<const char*>(samples.view().row(y)), 400 * sizeof(float));
            return bytes;
        };
        QVERIFY(rows(round) == rows(0));
        QVERIFY(rows(-200) == rows(round - 200));
        QVERIFY(rows(0) != rows(200));
    }
};

BURIN_TEST(TestRollerClosing)
#include "test_roller_closing.moc"
