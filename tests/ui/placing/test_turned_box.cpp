// SPDX-License-Identifier: GPL-3.0-or-later

// Boxes that are moved by their handles and turned.

#include "support/testing.hpp"
#include "ui/placing/turned_box.hpp"

#include <QLineF>

#include <array>
#include <cmath>

using namespace burin::ui;

namespace {

constexpr std::array<double, 6> angles = {0, 30, 45, 90, -135, 180};

bool near(QPointF a, QPointF b) {
    return QLineF(a, b).length() < 1e-9;
}

}  // namespace

class TestTurnedBox : public QObject {
    Q_OBJECT

  private slots:
    void placesGoThereAndBack() {
        for (const double angle : angles) {
            const TurnedBox box{{50, -20}, {40, 10}, angle};
            QVERIFY(near(box.toInside(box.toPlane({7, 3})), {7, 3}));
            for (std::size_t i = 0; i < handleSides.size(); ++i)
                QVERIFY(box.contains(box.middle + (handleOf(box, i) - box.middle) * 0.999));
            QVERIFY(!box.contains(box.toPlane({0, 5.1})));
            QVERIFY(!box.contains(box.toPlane({20.1, 0})));
        }
        // Clockwise on the screen, where y points downwards.
        QVERIFY(near(turnedBy({1, 0}, 90), {0, 1}));
        QCOMPARE(TurnedBox({{0, 0}, {40, 10}, 90}).bounds(), QRectF(-5, -20, 10, 40));
    }

    /// The opposite handle, or the middle, does not move; the dragged handle follows as far as its sides
    /// allow.
    void aHandleMovesItsSides() {
        for (const double angle : angles) {
            const TurnedBox box{{100, 60}, {40, 20}, angle};
            for (std::size_t i = 0; i < handleSides.size(); ++i) {
                const auto [x, y] = handleSides[i];
                const QPointF by = turnedBy({x * 6.0 + 0.25, y * 8.0}, angle);
                const TurnedBox made = resizedBox(box, i, by, {});
                QCOMPARE(made.size, QSizeF(x == 0 ? 40 : 46, y == 0 ? 20 : 28));
                QVERIFY(near(handleOf(made, (i + 4) % 8), handleOf(box, (i + 4) % 8)));
                const TurnedBox around = resizedBox(box, i, by, {.fromMiddle = true});
                QVERIFY(around.middle == box.middle);
                QCOMPARE(around.size.height(), y == 0 ? 20.0 : 36.0);
                const TurnedBox exact = resizedBox(box, i, by, {.whole = false});
                QVERIFY(std::abs(exact.size.width() - (x == 0 ? 40 : 46 + 0.25 * x)) < 1e-9);
            }
        }
    }

    void proportionsAreKept_data() {
        QTest::addColumn<int>("handle");
        QTest::addColumn<QPointF>("by");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("a corner follows the side that grew more") << 4 << QPointF(10, 20) << QSizeF(80, 40);
        QTest::newRow("a corner follows the wider side") << 4 << QPointF(40, 2) << QSizeF(80, 40);
        QTest::newRow("the right side takes the height along") << 3 << QPointF(20, 99) << QSizeF(60, 30);
        QTest::newRow("the lower side takes the width along") << 5 << QPointF(99, -10) << QSizeF(20, 10);
        QTest::newRow("no side becomes less than a pixel") << 4 << QPointF(-90, -90) << QSizeF(2, 1);
    }
    void proportionsAreKept() {
        QFETCH(int, handle);
        QFETCH(QPointF, by);
        QFETCH(QSizeF, size);
        const TurnedBox box{{100, 60}, {40, 20}, 0};
        const TurnedBox made = resizedBox(box, static_cast<std::size_t>(handle), by, {.proportional = true});
        QVERIFY(std::abs(made.size.width() - size.width()) < 1e-9);
        QVERIFY(std::abs(made.size.height() - size.height()) < 1e-9);
        const auto opposite = static_cast<std::size_t>(handle + 4) % 8;
        QVERIFY(near(handleOf(made, opposite), handleOf(box, opposite)));
    }

    void sidesKeepAPixel() {
        const TurnedBox made = resizedBox({{0, 0}, {40, 20}, 0}, 0, {100, 100}, {});
        QCOMPARE(made.size, QSizeF(1, 1));
        QVERIFY(near(handleOf(made, 4), {20, 10}));
        // A side that is not moved may be thinner.
        QCOMPARE(resizedBox({{0, 0}, {40, 0.5}, 0}, 3, {2, 0}, {}).size, QSizeF(42, 0.5));
    }

    void anglesAreRounded() {
        const TurnedBox box{{0, 0}, {40, 20}, 10};
        const QPointF from = turnedBy({50, 0}, 80);
        QVERIFY(std::abs(turnedAngle(box, from, turnedBy({70, 0}, 113.04), 0.1) - 43) < 1e-9);
        QCOMPARE(turnedAngle(box, from, turnedBy({70, 0}, 113), 15), 45.0);
        QCOMPARE(turnedAngle(box, from, turnedBy({70, 0}, 250), 15), 180.0);
        QCOMPARE(turnedAngle(box, from, turnedBy({70, 0}, 270), 5), -160.0);
    }
};

BURIN_TEST(TestTurnedBox)
#include "test_turned_box.moc"
