// SPDX-License-Identifier: GPL-3.0-or-later

// The places at which a box has equal gaps, and the marks that show them.

#include "support/testing.hpp"
#include "ui/placing/equal_gaps.hpp"

#include <QStringList>

using namespace burin::ui;

namespace {

QRectF transposed(const QRectF& box) {
    return {box.y(), box.x(), box.height(), box.width()};
}

/// The ends of the gaps: "50 to 60, 20 to 30".
QString textOfMarks(const std::vector<GapMark>& marks) {
    QStringList texts;
    for (const GapMark& mark : marks)
        texts << QString("%1 to %2").arg(mark.from).arg(mark.to);
    return texts.join(", ");
}

}  // namespace

class TestEqualGaps : public QObject {
    Q_OBJECT

  private slots:
    void boxesSnap_data() {
        QTest::addColumn<QRectF>("box");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("marks");
        // The boxes a, b and c lie at 0 to 20, 30 to 50 and 200 to 240.
        QTest::newRow("after b, as far as b is from a")
            << QRectF(62, 5, 30, 10) << 60.0 << "50 to 60, 20 to 30";
        QTest::newRow("before c, as far as b is from a")
            << QRectF(157, 5, 30, 10) << 160.0 << "190 to 200, 20 to 30";
        QTest::newRow("in the middle between b and c")
            << QRectF(112, 5, 30, 10) << 110.0 << "50 to 110, 140 to 200";
        QTest::newRow("after all") << QRectF(247, 5, 30, 10) << 250.0 << "240 to 250, 20 to 30";
        QTest::newRow("after all, as far as c is from b")
            << QRectF(395, 5, 30, 10) << 390.0 << "240 to 390, 50 to 200";
        QTest::newRow("before all") << QRectF(-42, 5, 30, 10) << -40.0 << "-10 to 0, 20 to 30";
        QTest::newRow("at the end of b") << QRectF(46, 5, 4, 10) << 46.0 << "";
        QTest::newRow("out of reach") << QRectF(70, 5, 30, 10) << 70.0 << "";
        QTest::newRow("below the row") << QRectF(62, 20, 30, 10) << 62.0 << "";
        QTest::newRow("on c") << QRectF(205, 5, 30, 10) << 205.0 << "";
        QTest::newRow("wider than the space") << QRectF(45, 5, 160, 10) << 45.0 << "";
    }
    /// Boxes in a row, boxes in a column, and boxes with a plate below all of them.
    void boxesSnap() {
        QFETCH(QRectF, box);
        QFETCH(double, to);
        QFETCH(QString, marks);
        for (const bool acrossX : {true, false}) {
            for (const bool plate : {false, true}) {
                // The boxes are not listed in their order on the surface.
                std::vector<QRectF> boxes = {{200, 0, 40, 20}, {0, 0, 20, 20}, {30, 0, 20, 20}};
                if (plate) boxes.insert(boxes.begin(), QRectF(-100, -50, 600, 200));
                QRectF moved = box;
                moved.moveLeft(to);
                if (!acrossX) {
                    for (QRectF& one : boxes)
                        one = transposed(one);
                }
                const EqualGaps gaps(boxes);
                const std::optional<double> way = gaps.wayFor(acrossX ? box : transposed(box), acrossX, 6);
                QCOMPARE(way.has_value(), !marks.isEmpty());
                if (way) QCOMPARE(*way, to - box.x());
                const auto found = gaps.marksFor(acrossX ? moved : transposed(moved), acrossX);
                QCOMPARE(textOfMarks(found), marks);
                for (const GapMark& mark : found) {
                    QCOMPARE(mark.acrossX, acrossX);
                    QCOMPARE(mark.at, 10.0);
                }
            }
        }
    }

    /// A place in the design is rounded to whole pixels, so two gaps may differ by one.
    void aRoundedPlaceHasMarks() {
        const EqualGaps gaps(std::vector<QRectF>{{30, 0, 20, 20}, {200, 0, 40, 20}});
        QCOMPARE(gaps.wayFor({110, 0, 31, 20}, true, 6), std::optional(-0.5));
        QCOMPARE(textOfMarks(gaps.marksFor({109, 0, 31, 20}, true)), QString("50 to 109, 140 to 200"));
        QCOMPARE(textOfMarks(gaps.marksFor({110, 0, 31, 20}, true)), QString("50 to 110, 141 to 200"));
        QCOMPARE(textOfMarks(gaps.marksFor({111, 0, 31, 20}, true)), QString());
    }

    /// The gap begins at the box that ends last, not at the one that begins last.
    void boxesThatOverlapAreOne() {
        const EqualGaps gaps(std::vector<QRectF>{{0, 0, 50, 20}, {10, 0, 10, 20}, {70, 0, 30, 20}});
        QCOMPARE(gaps.wayFor({123, 0, 10, 20}, true, 6), std::optional(-3.0));
    }

    void theNearestPairIsMarked() {
        const EqualGaps gaps(std::vector<QRectF>{{0, 0, 10, 20}, {20, 0, 10, 20}, {40, 0, 10, 20}});
        QCOMPARE(textOfMarks(gaps.marksFor({60, 0, 10, 20}, true)), QString("50 to 60, 30 to 40"));
    }

    void theNearestGapIsFound_data() {
        QTest::addColumn<QRectF>("box");
        QTest::addColumn<QString>("mark");
        // The boxes lie at 0 to 20 and 60 to 100 in x, both at 0 to 20 in y, and at 65 to 90, 50 to 70.
        QTest::newRow("nearer to the one before") << QRectF(26, 4, 10, 10) << "x 20 to 26 at 9";
        QTest::newRow("nearer to the one after") << QRectF(40, 4, 18, 30) << "x 58 to 60 at 12";
        QTest::newRow("nearer to the one below") << QRectF(70, 23, 10, 25) << "y 48 to 50 at 75";
        QTest::newRow("nearer to the one above") << QRectF(70, 21, 40, 20) << "y 20 to 21 at 85";
        QTest::newRow("beside no row and no column") << QRectF(25, 25, 30, 20) << "";
        QTest::newRow("on a box") << QRectF(0, 5, 10, 10) << "x 10 to 60 at 10";
        QTest::newRow("it touches") << QRectF(20, 5, 10, 10) << "x 30 to 60 at 10";
    }
    void theNearestGapIsFound() {
        QFETCH(const QRectF, box);
        QFETCH(const QString, mark);
        const EqualGaps gaps(std::vector<QRectF>{{60, 0, 40, 20}, {0, 0, 20, 20}, {65, 50, 25, 20}});
        const std::optional<GapMark> found = gaps.nearestGap(box);
        const QString text = found ? QString("%1 %2 to %3 at %4")
                                         .arg(QString(found->acrossX ? "x" : "y"))
                                         .arg(found->from)
                                         .arg(found->to)
                                         .arg(found->at)
                                   : QString();
        QCOMPARE(text, mark);
    }

    void oneBoxHasNoGaps() {
        QVERIFY(!EqualGaps().nearestGap({0, 0, 10, 10}));
        QVERIFY(!EqualGaps().wayFor({0, 0, 10, 10}, true, 6));
        QVERIFY(!EqualGaps(std::vector<QRectF>{QRectF(0, 0, 10, 10)}).wayFor({20, 0, 10, 10}, true, 6));
    }
};

BURIN_TEST(TestEqualGaps)
#include "test_equal_gaps.moc"
