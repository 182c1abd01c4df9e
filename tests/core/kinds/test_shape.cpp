// SPDX-License-Identifier: GPL-3.0-or-later

// The outlines of shapes and paths: areas against formulas, strokes against distances, extents, exact turns,
// and what is refused.

#include "core/design/design.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace burin;

namespace {

constexpr double pi = 3.14159265358979323846;

Design designOf(const std::string& keys) {
    return parseDesign(
        "burin: 2\npixel: 10 um\nnodes:\n  top: {kind: root, width: 1, height: 1, inputs: [{data: n}]}\n"
        "  n: {" +
            keys + "}\n",
        {}, "x.burin");
}

class DrawnNode {
  public:
    explicit DrawnNode(const std::string& keys) : design_(designOf(keys)) {
        operation_ = design_.nodes[*design_.find("n")].operation;
    }
    [[nodiscard]] bool good() const { return operation_ != nullptr; }
    [[nodiscard]] std::string problems() const {
        std::string all;
        for (const Diagnostic& d : design_.diagnostics)
            all += d.text() + "\n";
        return all;
    }
    [[nodiscard]] const DrawnOutline& outline() const { return *operation_->outline(); }
    [[nodiscard]] Rect extent() const { return operation_->extent({}).rect(); }
    [[nodiscard]] std::vector<float> samples(const Rect& area) const {
        std::vector<float> out(static_cast<std::size_t>(area.area()));
        operation_->begin({}, area, {out.data(), area.width, area.width, area.height});
        return out;
    }
    [[nodiscard]] double sum() const {
        double sum = 0;
        const Rect area = extent();
        for (const float sample : samples(area))
            sum += static_cast<double>(sample);
        return sum;
    }
    [[nodiscard]] std::string fingerprint() const { return operation_->fingerprint(); }

  private:
    Design design_;
    std::shared_ptr<const Operation> operation_;
};

}  // namespace

class TestShape : public QObject {
    Q_OBJECT

  private slots:
    void areas_data();
    void areas();
    void extents_data();
    void extents();
    void aRectangleCoversItsPixels();
    void quarterTurnsAreExact();
    void strokesFollowTheirContours();
    void strokesHaveNoSlits_data();
    void strokesHaveNoSlits();
    void dashes();
    void pathsAndShapesAgree();
    void distances();
    void refusals_data();
    void refusals();
    void commasThatSeemDecimal_data();
    void commasThatSeemDecimal();
};

void TestShape::areas_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<double>("area");
    const auto row = [](const char* name, const char* keys, double area) {
        QTest::newRow(name) << keys << area;
    };
    row("rectangle", "shape: rectangle, size: [30.5, 20.25]", 30.5 * 20.25);
    row("a length", "shape: rectangle, size: 0.2 mm", 400);
    row("round corners", "shape: rectangle, size: [30, 20], radius: 5", 600 - 25 * (4 - pi));
    row("radius beyond half", "shape: rectangle, size: [30, 20], radius: 500", 600 - 100 * (4 - pi));
    row("ellipse", "shape: ellipse, size: [40, 25]", pi * 250);
    row("hexagon across corners", "shape: polygon, sides: 6, diameter: 40", 400 * 1.5 * std::sqrt(3.0));
    row("square across flats", "shape: polygon, sides: 4, diameter: 30, across: flats", 900);
    row("star", "shape: star, points: 5, diameter: 40", 5 * 20 * 10 * std::sin(pi / 5));
    row("ring", "shape: ring, diameter: 40, inner: 20", pi * 300);
    row("cross", "shape: cross, size: [30, 20], thickness: 6", 6 * 30 + 6 * 20 - 36);
    row("line, butt", "shape: line, from: [5, 5], to: [35, 45], thickness: 4", 200);
    row("line, square", "shape: line, from: [5, 5], to: [35, 45], thickness: 4, cap: square", 216);
    row("line, round", "shape: line, from: [5, 5], to: [35, 45], thickness: 4, cap: round", 200 + 4 * pi);
    row("arrow", "shape: arrow, from: [0, 10], to: [50, 10], thickness: 4, head: [20, 16]", 4 * 30 + 160);
    row("scaled", "shape: ellipse, size: 20, scale: [2, 0.5], rotate: 31", pi * 100);
    row("mirrored", "shape: polygon, sides: 3, diameter: 40, mirror: both", 400 * 0.75 * std::sqrt(3.0));
}

void TestShape::areas() {
    QFETCH(QString, keys);
    QFETCH(double, area);
    const DrawnNode node("kind: shape, " + keys.toStdString());
    QVERIFY2(node.good(), node.problems().c_str());
    QVERIFY2(std::fabs(node.sum() - area) < 0.2, qPrintable(QString::number(node.sum(), 'g', 12)));
}

void TestShape::extents_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QRect>("extent");
    const auto row = [](const char* name, const char* keys, QRect extent) {
        QTest::newRow(name) << keys << extent;
    };
    row("box", "kind: shape, shape: rectangle, size: [30.5, 20]", {0, 0, 31, 20});
    row("the diameter's square", "kind: shape, shape: star, points: 3, diameter: 20, inner: 0.1",
        {0, 0, 20, 20});
    row("nearly whole", "kind: shape, shape: rectangle, size: [30.0005, 20]", {0, 0, 30, 20});
    row("a turned box has its corner at 0", "kind: shape, shape: rectangle, size: [30, 20], rotate: 90",
        {0, 0, 20, 30});
    row("no box", "kind: shape, shape: line, from: [-5, 3], to: [10, 3], thickness: 2", {-5, 2, 15, 2});
    row("no box, turned about 0", "kind: path, d: \"M1 2h10v5z\", rotate: 90", {-7, 1, 5, 10});
    row("a stroke sticks out", "kind: shape, shape: rectangle, size: 20, stroke: {width: 4}",
        {-2, -2, 24, 24});
    row("a distance", "kind: path, d: \"M1 2h10v5z\", output: distance, distance_max: 3", {-2, -1, 16, 11});
}

void TestShape::extents() {
    QFETCH(QString, keys);
    const DrawnNode node(keys.toStdString());
    QVERIFY2(node.good(), node.problems().c_str());
    const Rect r = node.extent();
    QTEST(QRect(static_cast<int>(r.x), static_cast<int>(r.y), static_cast<int>(r.width),
                static_cast<int>(r.height)),
          "extent");
}

void TestShape::aRectangleCoversItsPixels() {
    const DrawnNode node("kind: shape, shape: rectangle, size: 100");
    QCOMPARE(node.samples({0, 0, 100, 100}), std::vector<float>(10'000, 1.0F));
    QCOMPARE(node.samples({100, 0, 1, 1})[0], 0.0F);
    const DrawnNode half("kind: shape, shape: rectangle, size: [0.5, 1]");
    QCOMPARE(half.samples({0, 0, 1, 1})[0], 0.5F);
}

void TestShape::quarterTurnsAreExact() {
    const std::string star = "kind: shape, shape: star, points: 5, diameter: 40";
    const DrawnNode plain(star);
    const DrawnNode turned(star + ", rotate: 90");
    const DrawnNode back(star + ", rotate: -270");
    QCOMPARE(turned.fingerprint(), back.fingerprint());
    const std::vector<float> a = plain.samples({0, 0, 40, 40});
    const std::vector<float> b = turned.samples({0, 0, 40, 40});
    double largest = 0;
    for (std::size_t y = 0; y < 40; ++y) {
        for (std::size_t x = 0; x < 40; ++x)
            largest = std::max(largest, std::fabs(static_cast<double>(a[y * 40 + x] - b[x * 40 + 39 - y])));
    }
    QVERIFY(largest < 0.01);  // halves of steps are rounded up on both axes
}

/// With round joins and caps, a stroke covers everything nearer to the contour than half of its width.
void TestShape::strokesFollowTheirContours() {
    const DrawnNode node(
        "kind: path, d: \"M5 30 L40 10 L45 40\", fill: false, stroke: {width: 8, join: round, cap: round}");
    QVERIFY2(node.good(), node.problems().c_str());
    const Rect area = node.extent();
    const std::vector<float> samples = node.samples(area);
    const auto distance = [](double x, double y, double ax, double ay, double bx, double by) {
        const double ex = bx - ax, ey = by - ay;
        const double t = std::clamp(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
        return std::hypot(x - ax - t * ex, y - ay - t * ey);
    };
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            const double px = static_cast<double>(area.x + x) + 0.5,
                         py = static_cast<double>(area.y + y) + 0.5;
            const double d = std::min(distance(px, py, 5, 30, 40, 10), distance(px, py, 40, 10, 45, 40)) - 4;
            const float sample = samples[static_cast<std::size_t>(y * area.width + x)];
            if (d < -0.75) QCOMPARE(sample, 1.0F);
            if (d > 0.75) QCOMPARE(sample, 0.0F);
        }
    }
    const DrawnNode miter("kind: path, d: \"M0 0 L20 0 L20 20\", fill: false, stroke: {width: 4}");
    QVERIFY(std::fabs(miter.sum() - (80 + 80 + 0)) < 0.1);
    const DrawnNode bevel(
        "kind: path, d: \"M0 0 L20 0 L20 20\", fill: false, stroke: {width: 4, join: bevel}");
    QVERIFY(std::fabs(bevel.sum() - 158) < 0.1);
    const DrawnNode limited(
        "kind: path, d: \"M0 0 L20 0 L20 20\", fill: false, stroke: {width: 4, miter_limit: 1.4}");
    QCOMPARE(limited.fingerprint(), bevel.fingerprint());
    const DrawnNode square("kind: path, d: \"M0 0 L20 0\", fill: false, stroke: {width: 4, cap: square}");
    QVERIFY(std::fabs(square.sum() - 96) < 0.1);
    const DrawnNode dot("kind: path, d: \"M5 5z\", fill: false, stroke: {width: 4, cap: round}");
    QVERIFY(std::fabs(dot.sum() - 4 * pi) < 0.1);
}

void TestShape::strokesHaveNoSlits_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("sx");
    QTest::addColumn<double>("sy");
    const auto row = [](const char* name, const char* shape, double width, double sx = 1, double sy = 1) {
        QTest::newRow(name) << shape << width << sx << sy;
    };
    row("a curve", "shape: ellipse, size: 60", 8);
    row("a thin curve", "shape: ellipse, size: 33.3", 0.25);
    row("a curve that is stretched", "shape: ellipse, size: 30", 5, 4, 0.25);
    row("joins", "shape: polygon, sides: 11, diameter: 60", 7);
    row("sharp joins, stretched", "shape: star, points: 9, diameter: 60, inner: 0.2", 3, 0.5, 2);
}

/// The pieces of a stroke cover it without slits: all edges of the outline lie at half of the width.
void TestShape::strokesHaveNoSlits() {
    QFETCH(QString, shape);
    QFETCH(double, width);
    QFETCH(double, sx);
    QFETCH(double, sy);
    const std::string plain = "kind: shape, " + shape.toStdString();
    const DrawnNode contour(plain);
    const DrawnNode stroked(plain + ", fill: false, stroke: {width: " + std::to_string(width) +
                            ", join: round}, scale: [" + std::to_string(sx) + ", " + std::to_string(sy) +
                            "]");
    QVERIFY2(stroked.good(), stroked.problems().c_str());
    const double tolerance = 0.02 / std::min(sx, sy);
    for (const ResolvedEdge& edge : stroked.outline().resolved()) {
        const PlanePoint middle{(edge.a.x + edge.b.x) / (512 * sx), (edge.a.y + edge.b.y) / (512 * sy)};
        double nearest = HUGE_VAL;  // squared, because std::hypot would take most of the time
        for (const ResolvedEdge& part : contour.outline().resolved()) {
            const PlanePoint a{part.a.x / 256.0, part.a.y / 256.0};
            const PlanePoint along = PlanePoint{part.b.x / 256.0, part.b.y / 256.0} - a;
            const double share = dot(middle - a, along) / dot(along, along);
            const PlanePoint beside = middle - a - along * std::clamp(share, 0.0, 1.0);
            nearest = std::min(nearest, dot(beside, beside));
        }
        nearest = std::sqrt(nearest);
        QVERIFY2(nearest > width / 2 - tolerance, qPrintable(QString::number(nearest)));
    }
}

void TestShape::dashes() {
    const auto sumOf = [](const std::string& d, const std::string& stroke) {
        return DrawnNode("kind: path, d: \"" + d + "\", fill: false, stroke: {width: 2, " + stroke + "}")
            .sum();
    };
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: [5, 3]") - 2 * 20) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: 5") - 30) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: [5, 3], dash_offset: 6") - 2 * (5 + 5 + 5 + 4)) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: [5, 3], dash_offset: -2") - 2 * (5 * 3 + 4)) < 0.1);
    // A dash that is on at the end and the start of a closed contour has a join there: a whole corner.
    QVERIFY(std::fabs(sumOf("M0 0h30v30h-30z", "dash: [10, 20], dash_offset: 5") - 2 * 40) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30v30h-30z", "dash: [1000, 1]") - 240) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: [0, 10], cap: square") - 4 * 4) < 0.1);
    QVERIFY(std::fabs(sumOf("M0 0h30", "dash: [5, 3], dash_offset: 4000006") - 2 * (5 + 5 + 5 + 4)) < 0.1);
    // A chord that is too short for its square.
    QVERIFY(std::fabs(sumOf("M0 0L1e-200 0H30", "join: bevel") - 60) < 0.1);
}

void TestShape::pathsAndShapesAgree() {
    const auto hash = [](const std::string& keys) {
        const DrawnNode node(keys);
        return node.good() ? node.fingerprint() : node.problems();
    };
    QCOMPARE(hash("kind: path, d: \"M0 0h30v20H0z\""), hash("kind: shape, shape: rectangle, size: [30, 20]"));
    QCOMPARE(hash("kind: path, d: \"M0 0h30v20H0\""), hash("kind: path, d: \"M30 0V20H0V0\""));
    QVERIFY(hash("kind: path, d: \"M0 0h30v20H0z\"") != hash("kind: path, d: \"M0 0h30v21H0z\""));
    QCOMPARE(hash("kind: path, d: \"M0 0h30v30h-30zM5 5h10v10h-10z\", fill_rule: evenodd"),
             hash("kind: path, d: \"M0 0h30v30h-30zM5 5v10h10v-10z\""));
}

void TestShape::distances() {
    const DrawnNode node(
        "kind: shape, shape: rectangle, size: 40, output: distance, distance_max: 8, profile: \"d\"");
    QVERIFY2(node.good(), node.problems().c_str());
    QCOMPARE(node.extent(), (Rect{-8, -8, 56, 56}));
    QCOMPARE(node.samples({3, 20, 1, 1})[0], 3.5F);
    QCOMPARE(node.samples({-3, 20, 1, 1})[0], -2.5F);
    QCOMPARE(node.samples({20, 20, 1, 1})[0], 8.0F);
    QVERIFY(std::fabs(node.samples({-3, -4, 1, 1})[0] + std::hypot(2.5F, 3.5F)) < 1e-3F);
    // A stroke is measured from its rims, not from joins inside.
    const DrawnNode stroke(
        "kind: shape, shape: ellipse, size: 60, fill: false, stroke: {width: 8}, output: "
        "distance, distance_max: 4, profile: \"d\"");
    const Rect area = stroke.extent();
    const std::vector<float> samples = stroke.samples(area);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            const double px = static_cast<double>(area.x + x) - 29.5;
            const double py = static_cast<double>(area.y + y) - 29.5;
            const double wanted = std::max(4 - std::fabs(std::hypot(px, py) - 30), -4.0);
            const auto got = static_cast<double>(samples[static_cast<std::size_t>(y * area.width + x)]);
            QVERIFY(std::fabs(got - wanted) < 1.0 / 128);
        }
    }
}

void TestShape::refusals_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* keys, const char* what) { QTest::newRow(what) << keys << what; };
    row("kind: shape, shape: star, diameter: 5", "a star needs points");
    row("kind: shape, shape: ellipse, size: 5, teeth: 7", "an ellipse has no teeth");
    row("kind: shape, shape: star, points: 5, diameter: 9, inner: 2",
        "the inner corners lie outside of the star");
    row("kind: shape, shape: ring, diameter: 9, inner: 9",
        "the inner diameter is not smaller than the diameter");
    row("kind: shape, shape: cross, size: 9, thickness: 10", "the cross is thicker than its size");
    row("kind: shape, shape: arrow, from: [1, 1], to: [1, 1], thickness: 1", "the arrow has no length");
    row("kind: shape, shape: gear, teeth: 8, module: 2, bore: 12", "the bore would cut the teeth");
    row("kind: shape, shape: gear, teeth: 8, module: 2, pressure_angle: 39", "the teeth would end in points");
    row("kind: path", "there is nothing to draw");
    row("kind: path, d: \"M0 0 X\"", "a command is expected here, not 'X'");
    row("kind: path, d: \"M0 0 L9e6 0\"", "the outline reaches farther than 4,194,304 px");
    row("kind: path, d: \"M0 0 h4000000\", fill: false, stroke: {width: 1, dash: 0.7}",
        "the outline has 11,428,");
    row("kind: path, d: \"M0 0 h100\", fill: false, stroke: {width: 1, dash: [0, 1e-18]}",
        "the outline has more than 20,000,");
    row("kind: path, d: \"M0 0 h100\", fill: false, stroke: {width: 1, dash: 1e-26, dash_offset: 3000000}",
        "the outline has more than 20,000,");
    row("kind: path, d: \"M0 0 h4000000\", fill: false, stroke: {width: 1, dash: 0.001}",
        "the outline has more than 20,000,");
    row("kind: shape, shape: rectangle, size: 5, distance_max: 3", "distance_max is for distances");
    row("kind: shape, shape: rectangle, size: 5, output: distance", "a distance needs distance_max");
    row("kind: shape, shape: rectangle, size: [1, 2, 3]", "there are 3 lengths");
    row("kind: shape, shape: rectangle, size: '[4, 4]'",
        "'[4, 4]' in quotes is a text, not a length or a list of lengths");
}

void TestShape::refusals() {
    QFETCH(QString, keys);
    QFETCH(QString, what);
    const DrawnNode node(keys.toStdString());
    QVERIFY(!node.good());
    QVERIFY2(node.problems().find(what.toStdString()) != std::string::npos, node.problems().c_str());
}

void TestShape::commasThatSeemDecimal_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("warning");
    const auto row = [](const char* name, const char* keys, const char* warning) {
        QTest::newRow(name) << keys << warning;
    };
    const char* const first =
        "'1,5 mm' is read as two lengths, 1 px and 5 mm; write 1.5 mm, or a blank after";
    row("a size in a text", "size: 1,5 mm", first);
    row("a size in a list", "size: [1,5 mm]", first);
    row("dashes", "size: 9\n    stroke: {width: 1, dash: [1,5 mm, 2,5 mm]}", first);
    row("dashes in a text", "size: 9\n    stroke:\n      width: 1\n      dash: 2 mm, 1,5 mm", first);
    row("a blank after the comma", "size: [1, 5 mm]", "");
    row("a blank after the comma in a text", "size: 1, 5 mm", "");
    row("two lengths with units", "size: [1 mm,5 mm]", "");
    row("pairs of pixels", "size: 9\n    stroke: {width: 1, dash: [10,5, 20,5]}", "");
    row("the unit at the first", "size: 1 mm,5", "");
}

void TestShape::commasThatSeemDecimal() {
    QFETCH(QString, keys);
    QFETCH(QString, warning);
    const Design design = parseDesign(
        "burin: 2\npixel: 10 um\nnodes:\n  top: {kind: root, width: 1, height: 1, inputs: [{data: n}]}\n"
        "  n:\n    kind: shape\n    shape: rectangle\n    " +
            keys.toStdString() + "\n",
        {}, "x.burin");
    QVERIFY(design.nodes[*design.find("n")].operation != nullptr);
    QCOMPARE(design.diagnostics.size(), warning.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (warning.isEmpty()) return;
    QVERIFY(design.diagnostics[0].severity == Severity::warning);
    const std::string text = design.diagnostics[0].text();
    QVERIFY2(text.find(warning.toStdString()) != std::string::npos, text.c_str());
}

BURIN_TEST(TestShape)
#include "test_shape.moc"
