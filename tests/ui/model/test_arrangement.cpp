// SPDX-License-Identifier: GPL-3.0-or-later

// The meaning of a lattice's vectors, and lengths in the unit of others.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/arrangement.hpp"
#include "ui/model/written_length.hpp"

#include <cmath>

using namespace burin;
using namespace burin::ui;

class TestArrangement : public QObject {
    Q_OBJECT

  private slots:
    void vectorsTellTheirArrangement_data() {
        QTest::addColumn<QLineF>("span");  // from u to v
        QTest::addColumn<QString>("arrangement");
        QTest::addColumn<QPointF>("pitch");
        const auto row = [](const char* name, QPointF u, QPointF v, const char* arrangement, QPointF pitch) {
            QTest::newRow(name) << QLineF(u, v) << QString(arrangement) << pitch;
        };
        row("columns and rows", {40, 0}, {0, 60}, "square", {40, 60});
        row("rows to the left and up", {-40, 0}, {0, -60}, "square", {40, 60});
        row("half a step", {40, 0}, {20, 60}, "brick", {40, 60});
        row("half a step back", {40, 0}, {-20, 60}, "brick", {40, 60});
        row("hexagonal, rounded", {140, 0}, {70, 121.24356}, "hexagonal", {140, 121.24356});
        row("whole pixels near hexagonal", {14, 0}, {7, 12}, "brick", {14, 12});
        row("a third of a step", {30, 0}, {10, 60}, "free", {30, std::hypot(10, 60)});
        row("turned", {3, 4}, {-4, 3}, "free", {5, 5});
        row("parallel", {40, 0}, {20, 0}, "free", {40, 20});
    }
    void vectorsTellTheirArrangement() {
        QFETCH(QLineF, span);
        QFETCH(QPointF, pitch);
        const LatticeShape shape = shapeOf({{span.x1(), span.y1()}, {span.x2(), span.y2()}});
        QTEST(QString::fromStdString(
                  std::string(arrangementNames[static_cast<std::size_t>(shape.arrangement)])),
              "arrangement");
        QCOMPARE(QPointF(shape.pitch.x, shape.pitch.y), pitch);
    }

    void anArrangementGivesItsVectorsBack() {
        for (const Arrangement each : {Arrangement::square, Arrangement::hexagonal, Arrangement::brick}) {
            const LatticeShape shape = shapeOf(spanOf({each, {24, 18}}));
            QVERIFY(shape.arrangement == each);
            QCOMPARE(shape.pitch.x, 24.0);
            QCOMPARE(shape.pitch.y, each == Arrangement::hexagonal ? 24 * hexagonalRows() : 18.0);
        }
    }

    void anotherArrangementKeepsTheColumns() {
        const LatticeSpan hexagonal = spanOf({Arrangement::hexagonal, {24, 0}});
        QVERIFY((pitchAs(Arrangement::square, hexagonal) == Vector{24, 24}));
        QVERIFY((pitchAs(Arrangement::brick, hexagonal) == Vector{24, 24 * hexagonalRows()}));
        QVERIFY((pitchAs(Arrangement::brick, {{24, 0}, {0, 10}}) == Vector{24, 10}));
        // If the vectors are free, the cell keeps its area.
        QVERIFY((pitchAs(Arrangement::square, {{0, 20}, {30, 7}}) == Vector{20, 30}));
    }

    void aKindWithTwoVectorsSpansALattice() {
        QVERIFY(spansLattice(findKind("stitching")->description));
        QVERIFY(!spansLattice(findKind("scatter")->description));
    }

    void lengthsKeepTheUnit_data() {
        QTest::addColumn<double>("pixels");
        QTest::addColumn<QString>("written");
        QTest::newRow("120") << 60.5 << "60.5";
        QTest::newRow("120 px") << 1.0 / 3 << "0.333333";
        QTest::newRow("0.2 mm") << 173.0 << "0.346 mm";
        QTest::newRow("40um") << 10.0 << "20um";
        QTest::newRow("1e-3 m") << 500.5 << "0.001001 m";
        QTest::newRow("=gap") << 3.0 << "3";
        QTest::newRow("") << 3.0 << "3";
    }
    void lengthsKeepTheUnit() {
        QFETCH(double, pixels);
        QTEST(QString::fromStdString(writtenLength(pixels, QTest::currentDataTag(), 2)), "written");
    }
};

BURIN_TEST(TestArrangement)
#include "test_arrangement.moc"
