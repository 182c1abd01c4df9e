// SPDX-License-Identifier: GPL-3.0-or-later

// Compares shapes, path data, strokes and curves of formulas with references that say whether a point is
// inside.

#include "core/design/design.hpp"
#include "support/outlines/curve_formulas.hpp"
#include "support/outlines/drawn_check.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/outlines/path_formulas.hpp"
#include "support/outlines/placing.hpp"
#include "support/outlines/shape_formulas.hpp"
#include "support/outlines/stroke_formulas.hpp"
#include "support/testing.hpp"

#include <string>

using namespace burin;
using namespace burin::test;

namespace {

QString told(std::uint64_t seed, const std::string& keys, PlanePoint at) {
    return QString("seed %1: %2 at %3, %4").arg(seed).arg(QString::fromStdString(keys)).arg(at.x).arg(at.y);
}

}  // namespace

class TestDrawnFormulas : public QObject {
    Q_OBJECT

  private slots:
    void shapes();
    void pathData();
    void strokes();
    void curves();
    void distancesOfCurves();
};

void TestDrawnFormulas::shapes() {
    const DrawnNode nodes("kind: shape", "10 um");
    for (const std::uint64_t seed : seedsOfTest(30)) {
        Random random(seed);
        ShapeFormula shape = randomShapeFormula(random);
        if (random.chance(0.7)) shape = placedRandomly(shape, random);
        const auto operation = DrawnNode::operationOf(nodes.designOf(shape.keys));
        QVERIFY2(operation != nullptr, shape.keys.c_str());
        const auto wrong = wrongPoint(*operation, random, shape.contains);
        if (wrong) QFAIL(qPrintable(told(seed, shape.keys, *wrong)));
    }
}

void TestDrawnFormulas::pathData() {
    const DrawnNode nodes("kind: path", "10 um");
    for (const std::uint64_t seed : seedsOfTest(40)) {
        Random random(seed);
        PathFormula path = randomPathFormula(random);
        path.picture.evenOdd = random.chance(0.5);
        const std::string keys =
            "d: \"" + path.data + "\"" + (path.picture.evenOdd ? ", fill_rule: evenodd" : "");
        const auto operation = DrawnNode::operationOf(nodes.designOf(keys));
        QVERIFY2(operation != nullptr, keys.c_str());
        const auto contains = [&](double x, double y) { return path.picture.contains(x, y); };
        const auto wrong = wrongPoint(*operation, random, contains);
        if (wrong) QFAIL(qPrintable(told(seed, keys, *wrong)));
    }
}

void TestDrawnFormulas::strokes() {
    const DrawnNode nodes("kind: path", "10 um");
    for (const std::uint64_t seed : seedsOfTest(50)) {
        Random random(seed);
        const StrokeFormula stroke = randomStroke(random);
        Placing placing;
        if (random.chance(0.5)) placing = randomPlacing(random);
        const std::string keys = "d: \"" + stroke.data + "\"" + stroke.keys + placing.keys;
        const auto operation = DrawnNode::operationOf(nodes.designOf(keys));
        QVERIFY2(operation != nullptr, keys.c_str());
        const auto wrong = wrongPoint(*operation, random, [&](double x, double y) {
            const auto [ownX, ownY] = placing.back(x, y);
            return stroke.contains(ownX, ownY);
        });
        if (wrong) QFAIL(qPrintable(told(seed, keys, *wrong)));
    }
}

/// A stroke with round joins and ends consists of the points at most half of its width from the line.
void TestDrawnFormulas::curves() {
    const DrawnNode nodes("kind: path", "10 um");
    for (const std::uint64_t seed : seedsOfTest(30)) {
        Random random(seed);
        const CurveFormula curve = randomCurveFormula(random, 10);
        const Placing placing = randomPlacing(random);
        const bool filled = curve.closed && random.chance(0.8);
        const bool stroked = !filled || random.chance(0.2);
        const double width = static_cast<double>(random.between(1, 24)) / 4;
        std::string keys = curve.keys + placing.keys;
        if (!filled) keys += ", fill: false";
        if (stroked) keys += ", stroke: {width: " + std::to_string(width) + ", join: round, cap: round}";
        const auto operation = DrawnNode::operationOf(nodes.designOf(keys));
        QVERIFY2(operation != nullptr, keys.c_str());
        const PolygonPicture picture{{curve.line}};
        const auto contains = [&](double x, double y) {
            const auto [ownX, ownY] = placing.back(x, y);
            return (filled && picture.contains(ownX, ownY)) ||
                   (stroked && distanceFromLine(curve.line, ownX, ownY) < width / 2);
        };
        auto wrong = wrongPoint(*operation, random, contains);
        if (!wrong) wrong = wrongFill(*operation, random, contains);
        if (wrong) QFAIL(qPrintable(told(seed, keys, *wrong)));
    }
}

void TestDrawnFormulas::distancesOfCurves() {
    const DrawnNode nodes("kind: path", "10 um");
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        const CurveFormula curve = randomCurveFormula(random, 10);
        if (!curve.closed) continue;
        const std::string keys = curve.keys + ", output: distance, distance_max: 7, profile: d";
        const auto operation = DrawnNode::operationOf(nodes.designOf(keys));
        QVERIFY2(operation != nullptr, keys.c_str());
        const PolygonPicture picture{{curve.line}};
        const auto wrong = wrongDistance(*operation, random, [&](double x, double y, double beside) {
            return picture.distance(x, y, 7, beside);
        });
        if (wrong) QFAIL(qPrintable(told(seed, keys, *wrong)));
    }
}

BURIN_TEST(TestDrawnFormulas)
#include "test_drawn_formulas.moc"
