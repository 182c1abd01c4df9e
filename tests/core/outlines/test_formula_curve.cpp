// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/formula_curve.hpp"
#include "support/testing.hpp"

#include "core/outlines/drawing_error.hpp"

#include <cmath>
#include <string>

using namespace burin;

namespace {

Expression parsed(const std::string& text) {
    return std::get<Expression>(Expression::parse(text, {"t", "r"}));
}

FormulaCurve circle(double r) {
    FormulaCurve curve{parsed("r * cos(t)"), parsed("r * sin(t)"), {r}};
    curve.to = 6.283185307179586;
    curve.closed = true;
    return curve;
}

}  // namespace

class TestFormulaCurve : public QObject {
    Q_OBJECT

  private slots:
    void chordsStayNearTheCurve();
    void onlyBendsAreHalved();
    void pointsMustBeFinite();
};

void TestFormulaCurve::chordsStayNearTheCurve() {
    FormulaCurve curve = circle(1000);
    curve.steps = 4;
    const Outline outline = traceCurve(curve);
    const ContourList& list = outline.lists[0];
    QVERIFY(list.heads[0].closed);
    PlanePoint last = list.heads[0].start;
    for (const PlanePoint p : list.points) {
        QVERIFY(std::fabs(std::hypot(p.x, p.y) - 1000) < 1e-9);
        QVERIFY(1000 - std::hypot((p.x + last.x) / 2, (p.y + last.y) / 2) <= 1.0 / 1024);
        last = p;
    }
    // Half of these points would not suffice.
    QVERIFY(list.points.size() < 4 * 2250);
}

void TestFormulaCurve::onlyBendsAreHalved() {
    FormulaCurve corner{parsed("t"), parsed("abs(t - 0.3) * 100"), {0}};
    corner.steps = 10;
    const Outline outline = traceCurve(corner);
    QVERIFY(!outline.lists[0].heads[0].closed);
    QVERIFY(outline.lists[0].points.size() < 40);
    corner.y = parsed("0");
    QCOMPARE(traceCurve(corner).lists[0].points.size(), std::size_t{10});
}

void TestFormulaCurve::pointsMustBeFinite() {
    FormulaCurve pole{parsed("1 / t"), parsed("0"), {0}};
    try {
        static_cast<void>(traceCurve(pole));
        QFAIL("an infinite curve was traced");
    } catch (const DrawingError& error) {
        QCOMPARE(QString(error.what()), QString("the curve is not finite at t = 0"));
    }
}

BURIN_TEST(TestFormulaCurve)
#include "test_formula_curve.moc"
