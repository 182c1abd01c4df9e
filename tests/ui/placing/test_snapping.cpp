// SPDX-License-Identifier: GPL-3.0-or-later

// Boxes that snap to the edges and middles of others.

#include "support/testing.hpp"
#include "ui/placing/snapping.hpp"

using namespace burin::ui;

class TestSnapping : public QObject {
    Q_OBJECT

  private slots:
    void boxesSnap_data() {
        QTest::addColumn<QRectF>("box");
        QTest::addColumn<QPointF>("by");
        QTest::addColumn<QString>("names");
        // The surface is 400 x 200, the stamp 40 x 20 at (100, 50).
        QTest::newRow("far from everything") << QRectF(210, 121, 31, 17) << QPointF() << "";
        QTest::newRow("the left edge") << QRectF(103, 150, 71, 17) << QPointF(-3, 0) << "left of stamp";
        QTest::newRow("left to right") << QRectF(138, 150, 31, 17) << QPointF(2, 0) << "right of stamp";
        QTest::newRow("the middle of the surface, not an edge in it")
            << QRectF(182, 88, 40, 20) << QPointF(-2, 2) << "middle of surface, middle of surface";
        QTest::newRow("a middle does not snap to an edge") << QRectF(80, 130, 44, 20) << QPointF() << "";
        QTest::newRow("the nearer of two")
            << QRectF(138, 46, 261, 20) << QPointF(1, 4) << "right of surface, top of stamp";
        QTest::newRow("the corner of the surface")
            << QRectF(365, 183, 31, 17) << QPointF(4, 0) << "right of surface, bottom of surface";
        QTest::newRow("just out of reach") << QRectF(106.5, 150, 57, 17) << QPointF() << "";
    }
    void boxesSnap() {
        QFETCH(QRectF, box);
        QFETCH(QPointF, by);
        QFETCH(QString, names);
        const std::vector<SnapTarget> targets = {{{0, 0, 400, 200}, "surface"}, {{100, 50, 40, 20}, "stamp"}};
        const Snapped made = snapped(box, targets, 6, {}, {});
        QStringList found;
        for (const GuideLine& line : made.lines)
            found << line.name;
        QCOMPARE(found.join(", "), names);
        QCOMPARE(made.by, by);
        for (const GuideLine& line : made.lines) {
            const QRectF moved = box.translated(made.by);
            QVERIFY(line.from <= (line.upright ? moved.top() : moved.left()));
            QVERIFY(line.to >= (line.upright ? moved.bottom() : moved.right()));
        }
    }

    void onlyTheMovedEdgesSnap() {
        const std::vector<SnapTarget> targets = {{{100, 50, 40, 20}, "stamp"}};
        const QRectF box(97, 48, 60, 60);
        QCOMPARE(snapped(box, targets, 6, {}, {}).by, QPointF(3, 2));
        QCOMPARE(snapped(box, targets, 6, {.low = false, .middle = false}, {}).by, QPointF(0, 2));
        QCOMPARE(snapped(box, targets, 6, {false, false, false}, {false, false, false}).lines.size(),
                 std::size_t{0});
    }

    void equalGapsSnap_data() {
        QTest::addColumn<QRectF>("box");
        QTest::addColumn<QPointF>("by");
        QTest::addColumn<QString>("names");
        // Two boxes of 20 x 20 at 0 and 30: a third one has the same gap at 60.
        QTest::newRow("a gap in x, a middle in y") << QRectF(58, 3, 30, 10) << QPointF(2, 2) << "middle of b";
        QTest::newRow("the gap is nearer than the edge")
            << QRectF(56, 3, 30, 10) << QPointF(4, 2) << "middle of b";
        QTest::newRow("the edge is as near as the gap")
            << QRectF(55, 3, 30, 10) << QPointF(-5, 2) << "right of b, middle of b";
        QTest::newRow("the edge is nearer")
            << QRectF(54, 3, 30, 10) << QPointF(-4, 2) << "right of b, middle of b";
        QTest::newRow("below the row") << QRectF(58, 40, 30, 10) << QPointF() << "";
        QTest::newRow("it snaps out of the row") << QRectF(58, 17, 30, 10) << QPointF(0, 3) << "bottom of b";
    }
    void equalGapsSnap() {
        QFETCH(QRectF, box);
        QFETCH(QPointF, by);
        QFETCH(QString, names);
        const std::vector<SnapTarget> targets = {{{0, 0, 20, 20}, "a"}, {{30, 0, 20, 20}, "b"}};
        const EqualGaps gaps(std::vector<QRectF>{targets[0].box, targets[1].box});
        const Snapped made = snapped(box, targets, 6, {}, {}, gaps);
        QStringList found;
        for (const GuideLine& line : made.lines)
            found << line.name;
        QCOMPARE(found.join(", "), names);
        QCOMPARE(made.by, by);
    }

    /// A box that is moved snaps to equal gaps. A side that is dragged does not.
    void onlyMovedBoxesHaveEqualGaps() {
        const std::vector<SnapTarget> targets = {{{0, 0, 20, 20}, "a"}, {{30, 0, 20, 20}, "b"}};
        const EqualGaps gaps(std::vector<QRectF>{targets[0].box, targets[1].box});
        const SnapEdges none{false, false, false};
        const QRectF box(58, 5, 30, 10);
        QCOMPARE(snapped(box, targets, 6, {}, none, gaps).by, QPointF(2, 0));
        QCOMPARE(snapped(box, targets, 6, {true, false, false}, none, gaps).by, QPointF());
        QCOMPARE(snapped(box, targets, 6, none, none, gaps).by, QPointF());
    }

    /// If two boxes are equally near, the one that is nearer along the line is named.
    void theNeighbourIsNamed() {
        const std::vector<SnapTarget> targets = {{{100, 900, 40, 20}, "far"}, {{100, 50, 40, 20}, "near"}};
        const Snapped made = snapped({102, 100, 70, 33}, targets, 6, {}, {});
        QCOMPARE(made.lines.size(), std::size_t{1});
        QCOMPARE(made.lines[0].name, QString("left of near"));
        QCOMPARE(made.lines[0].from, 50.0);
        QCOMPARE(made.lines[0].to, 133.0);
    }
};

BURIN_TEST(TestSnapping)
#include "test_snapping.moc"
