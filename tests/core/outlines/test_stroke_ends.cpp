// SPDX-License-Identifier: GPL-3.0-or-later

// Strokes where curves end: caps, joins and the ends of dashes follow the curve's tangent, not its last
// chord.

#include "core/outlines/outline_meter.hpp"
#include "core/outlines/path_data.hpp"
#include "core/outlines/resolved_outline.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace burin;

namespace {

/// The corners of a stroke of path data, in steps.
std::vector<StepPoint> cornersOf(const std::string& data, const StrokeStyle& style) {
    ContourList list;
    OutlineMeter meter;
    if (parsePathData(data, list, meter)) return {};
    Outline outline;
    outline.paint(std::move(list));
    outline.applyStroke(false, style);
    std::vector<StepPoint> corners;
    for (const ResolvedEdge& edge : resolve(snap(outline, Affine())).edges) {
        corners.push_back(edge.a);
        corners.push_back(edge.b);
    }
    return corners;
}

bool contain(const std::vector<StepPoint>& corners, double x, double y) {
    const StepPoint wanted{static_cast<std::int32_t>(std::lround(256 * x)),
                           static_cast<std::int32_t>(std::lround(256 * y))};
    return std::find(corners.begin(), corners.end(), wanted) != corners.end();
}

}  // namespace

class TestStrokeEnds : public QObject {
    Q_OBJECT

  private slots:
    void buttEnds_data();
    void buttEnds();
    void squareEnds();
    void mitres_data();
    void mitres();
    void aCurveThatTurnsWithinItsLastChordIsRoundThere();
    void dashesEndSquareToTheCurve();
};

void TestStrokeEnds::buttEnds_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<double>("x");  // the end, which is square to the x axis
    QTest::addColumn<double>("y");
    QTest::newRow("arc") << "M68 48A20 20 0 0 0 48 28" << 48.0 << 28.0;
    QTest::newRow("arc, its start") << "M48 28A20 20 0 0 1 68 48" << 48.0 << 28.0;
    QTest::newRow("cubic") << "M0 0C0 40 40 80 80 80" << 80.0 << 80.0;
    QTest::newRow("cubic, its start") << "M80 80C40 80 0 40 0 0" << 80.0 << 80.0;
    QTest::newRow("quadratic") << "M0 0Q0 60 50 60" << 50.0 << 60.0;
    QTest::newRow("cubic whose last two points are one") << "M0 0C0 30 50 30 50 30" << 50.0 << 30.0;
    QTest::newRow("cubic whose first two points are one") << "M50 30C50 30 0 30 0 0" << 50.0 << 30.0;
}

void TestStrokeEnds::buttEnds() {
    QFETCH(QString, data);
    QFETCH(double, x);
    QFETCH(double, y);
    const std::vector<StepPoint> corners = cornersOf(data.toStdString(), {.width = 10});
    QVERIFY(contain(corners, x, y - 5));
    QVERIFY(contain(corners, x, y + 5));
}

void TestStrokeEnds::squareEnds() {
    const std::vector<StepPoint> corners =
        cornersOf("M0 0C0 40 40 80 80 80", {.width = 12, .cap = StrokeCap::square});
    QVERIFY(contain(corners, 86, 74));
    QVERIFY(contain(corners, 86, 86));
    QVERIFY(contain(corners, -6, -6));
    QVERIFY(contain(corners, 6, -6));
}

void TestStrokeEnds::mitres_data() {
    QTest::addColumn<QString>("data");
    QTest::newRow("arc, line") << "M0 40A40 40 0 0 1 40 0L40 60";
    QTest::newRow("line, arc") << "M40 60L40 0A40 40 0 0 0 0 40";
    QTest::newRow("cubic, line") << "M0 40C0 18 18 0 40 0L40 60";
    QTest::newRow("closed after an arc") << "M40 0L40 40L0 40A40 40 0 0 1 40 0z";
    QTest::newRow("closed before an arc") << "M40 0A40 40 0 0 0 0 40L40 40z";
    QTest::newRow("a line without length between them") << "M0 40A40 40 0 0 1 40 0L40 0L40 60";
}

/// The corner is square: its mitre is 1.41421 times as long as the stroke is wide.
void TestStrokeEnds::mitres() {
    QFETCH(QString, data);
    QVERIFY(contain(cornersOf(data.toStdString(), {.width = 10, .miterLimit = 1.4143}), 45, -5));
    const std::vector<StepPoint> bevel = cornersOf(data.toStdString(), {.width = 10, .miterLimit = 1.4142});
    QVERIFY(!contain(bevel, 45, -5));
    QVERIFY(contain(bevel, 40, -5));
    QVERIFY(contain(bevel, 45, 0));
}

/// The curve goes left, and turns to the right in its last 0.0003 px. It counts as ended at this turn, so the
/// stroke ends with half a circle there, and the end itself is square to the right.
void TestStrokeEnds::aCurveThatTurnsWithinItsLastChordIsRoundThere() {
    const std::vector<StepPoint> corners = cornersOf("M90 10C90 10 9.8 10 10 10", {.width = 10});
    QVERIFY(!corners.empty());
    const auto [least, most] = std::minmax_element(corners.begin(), corners.end(),
                                                   [](StepPoint a, StepPoint b) { return a.x < b.x; });
    QVERIFY(std::abs(least->x - 5 * 256) <= 2);
    QVERIFY(std::abs(most->x - 90 * 256) <= 2);
    for (const StepPoint corner : corners) {
        QVERIFY(corner.y >= 5 * 256 && corner.y <= 15 * 256);
        const double fromEnd = std::hypot(corner.x - 10 * 256, corner.y - 10 * 256);
        QVERIFY(corner.x >= 10 * 256 || std::fabs(fromEnd - 5 * 256) <= 2);
    }
}

/// A dash of 13 px on a circle of 20 px ends at 0.65 radians; its end is on a line through the centre. If the
/// last chord is short, the chord before it extends beyond it on the inner side, by half of the turn between
/// them: 0.02 px here.
void TestStrokeEnds::dashesEndSquareToTheCurve() {
    const std::vector<StepPoint> corners =
        cornersOf("M20 0A20 20 0 0 1 0 20", {.width = 10, .dash = {13, 99}});
    bool inner = false;
    bool outer = false;
    for (const StepPoint corner : corners) {
        const double beyond = corner.y * std::cos(0.65) - corner.x * std::sin(0.65);
        const double radius = std::hypot(corner.x, corner.y);
        QVERIFY2(beyond <= 6, qPrintable(QString::number(beyond)));
        inner = inner || (beyond >= -2 && std::fabs(radius - 15 * 256) <= 2);
        outer = outer || (beyond >= -2 && std::fabs(radius - 25 * 256) <= 2);
    }
    QVERIFY(inner);
    QVERIFY(outer);
    QVERIFY(contain(corners, 15, 0));
    QVERIFY(contain(corners, 25, 0));
}

BURIN_TEST(TestStrokeEnds)
#include "test_stroke_ends.moc"
