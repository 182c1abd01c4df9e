// SPDX-License-Identifier: GPL-3.0-or-later

// Boxes that are aligned, spaced and centred.

#include "support/testing.hpp"
#include "ui/placing/arranging.hpp"

using namespace burin::ui;

namespace {

/// 40 x 20 at (10, 10), 20 x 40 at (100, 60), 60 x 10 at (60, 30).
const std::vector<QRectF> threeBoxes = {{10, 10, 40, 20}, {100, 60, 20, 40}, {60, 30, 60, 10}};
const QRectF wholeSurface(0, 0, 400, 200);

QString placesOf(const std::vector<QPointF>& moves, const std::vector<QRectF>& of) {
    QStringList places;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const QPointF at = of[i].topLeft() + moves[i];
        places << QString("%1 %2").arg(at.x()).arg(at.y());
    }
    return places.join(", ");
}

}  // namespace

class TestArranging : public QObject {
    Q_OBJECT

  private slots:
    void boxesAreArranged_data() {
        QTest::addColumn<Arranging>("how");
        QTest::addColumn<QRectF>("in");
        QTest::addColumn<QString>("places");
        const QRectF own = boxAround(threeBoxes);
        QTest::newRow("left edges") << Arranging::left << own << "10 10, 10 60, 10 30";
        QTest::newRow("middles in x") << Arranging::middleX << own << "45 10, 55 60, 35 30";
        QTest::newRow("right edges") << Arranging::right << own << "80 10, 100 60, 60 30";
        QTest::newRow("upper edges") << Arranging::top << own << "10 10, 100 10, 60 10";
        QTest::newRow("middles in y") << Arranging::middleY << own << "10 45, 100 35, 60 50";
        QTest::newRow("lower edges") << Arranging::bottom << own << "10 80, 100 60, 60 90";
        QTest::newRow("the right edge of the surface")
            << Arranging::right << wholeSurface << "360 10, 380 60, 340 30";
        // 110 - 120 is left for two gaps, in the order of the middles 30, 90, 110.
        QTest::newRow("gaps that overlap") << Arranging::gapsX << own << "10 10, 100 60, 45 30";
        // 90 - 70 is left for two gaps, in the order of the middles 20, 35, 80.
        QTest::newRow("gaps in y") << Arranging::gapsY << own << "10 10, 100 60, 60 40";
        QTest::newRow("gaps from side to side") << Arranging::gapsX << wholeSurface << "0 10, 380 60, 180 30";
        QTest::newRow("all together in the middle")
            << Arranging::centre << wholeSurface << "145 55, 235 105, 195 75";
    }
    void boxesAreArranged() {
        QFETCH(Arranging, how);
        QFETCH(QRectF, in);
        QFETCH(QString, places);
        QCOMPARE(placesOf(arranged(threeBoxes, in, how), threeBoxes), places);
    }

    void fewBoxes() {
        QVERIFY(arranged({}, wholeSurface, Arranging::left).empty());
        QVERIFY(arranged({}, wholeSurface, Arranging::gapsX).empty());
        const std::vector<QRectF> one = {threeBoxes.front()};
        QCOMPARE(placesOf(arranged(one, wholeSurface, Arranging::gapsX), one), QString("10 10"));
        QCOMPARE(placesOf(arranged(one, wholeSurface, Arranging::centre), one), QString("180 90"));
        QVERIFY(boxAround({}).isNull());
        QCOMPARE(boxAround(threeBoxes), QRectF(10, 10, 110, 90));
    }
};

BURIN_TEST(TestArranging)
#include "test_arranging.moc"
