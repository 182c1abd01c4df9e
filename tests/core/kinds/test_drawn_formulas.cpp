// SPDX-License-Identifier: GPL-3.0-or-later

// Shapes and path data against formulas that say for a point whether it is inside.

#include "core/design/design.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/outlines/path_formulas.hpp"
#include "support/outlines/shape_formulas.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// How a point lies to the edges of an outline, in steps.
struct Place {
    double nearest = HUGE_VAL;
    bool filled = false;
};

Place placeOf(const std::vector<ResolvedEdge>& edges, double x, double y) {
    Place place;
    std::int32_t value = 0;
    for (const ResolvedEdge& edge : edges) {
        const PlanePoint a{static_cast<double>(edge.a.x), static_cast<double>(edge.a.y)};
        const PlanePoint e{edge.b.x - a.x, edge.b.y - a.y};
        const PlanePoint w{x - a.x, y - a.y};
        const double share = std::clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
        place.nearest = std::min(place.nearest, length(w - e * share));
        if (edge.a.y <= y && y < edge.b.y && cross(e, w) < 0) value += edge.right - edge.left;
    }
    place.filled = value != 0;
    return place;
}

/// Compares an outline with `contains` at points, most of them near its corners, where most errors are
/// likely. An outline is at most 1/128 px from the drawing, so points that are nearer to it are left out.
/// \return the first point that is on the wrong side, in pixels
std::optional<PlanePoint> wrongPoint(const std::vector<ResolvedEdge>& edges, Random& random,
                                     const std::function<bool(double x, double y)>& contains) {
    if (edges.empty()) return {};
    for (int i = 0; i < 400; ++i) {
        const auto last = static_cast<std::int64_t>(edges.size()) - 1;
        const StepPoint near = edges[static_cast<std::size_t>(random.between(0, last))].a;
        const double reach = random.pick<double>({4, 30, 1500});
        const double x = near.x + random.real(-reach, reach);
        const double y = near.y + random.real(-reach, reach);
        const Place place = placeOf(edges, x, y);
        if (place.nearest > 2 && place.filled != contains(x / 256, y / 256))
            return PlanePoint{x / 256, y / 256};
    }
    return {};
}

QString told(std::uint64_t seed, const std::string& keys, PlanePoint at) {
    return QString("seed %1: %2 at %3, %4").arg(seed).arg(QString::fromStdString(keys)).arg(at.x).arg(at.y);
}

}  // namespace

class TestDrawnFormulas : public QObject {
    Q_OBJECT

  private slots:
    void shapes();
    void pathData();
};

void TestDrawnFormulas::shapes() {
    const DrawnNode nodes("kind: shape", "10 um");
    for (const std::uint64_t seed : seedsOfTest(60)) {
        Random random(seed);
        ShapeFormula shape = randomShapeFormula(random);
        if (random.chance(0.7)) shape = placedRandomly(shape, random);
        const auto operation = DrawnNode::operationOf(nodes.designOf(shape.keys));
        QVERIFY2(operation != nullptr, shape.keys.c_str());
        const auto wrong = wrongPoint(operation->outline()->resolved(), random, shape.contains);
        if (wrong) QFAIL(qPrintable(told(seed, shape.keys, *wrong)));
    }
}

void TestDrawnFormulas::pathData() {
    const DrawnNode nodes("kind: path", "10 um");
    for (const std::uint64_t seed : seedsOfTest(40)) {
        Random random(seed);
        const PathFormula path = randomPathFormula(random);
        const bool evenOdd = random.chance(0.5);
        const std::string keys = "d: \"" + path.data + "\"" + (evenOdd ? ", fill_rule: evenodd" : "");
        const auto operation = DrawnNode::operationOf(nodes.designOf(keys));
        QVERIFY2(operation != nullptr, keys.c_str());
        const auto contains = [&](double x, double y) {
            const int turns = path.winding(x, y);
            return evenOdd ? turns % 2 != 0 : turns != 0;
        };
        const auto wrong = wrongPoint(operation->outline()->resolved(), random, contains);
        if (wrong) QFAIL(qPrintable(told(seed, keys, *wrong)));
    }
}

BURIN_TEST(TestDrawnFormulas)
#include "test_drawn_formulas.moc"
