// SPDX-License-Identifier: GPL-3.0-or-later

// Arithmetic of views, lines and positions.

#include "support/testing.hpp"
#include "ui/viewport/drawing/view_history.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/goto_field.hpp"
#include "ui/words/number_text.hpp"

#include <cmath>

using namespace burin;
using namespace burin::ui;

class TestViewpoint : public QObject {
    Q_OBJECT

  private slots:
    void thePlaceUnderTheCursorStays();
    void isNotNearerThan64Pixels();
    void atTheLimitNothingMoves_data();
    void atTheLimitNothingMoves();
    void theSeenPartOfALine_data();
    void theSeenPartOfALine();
    void ticksAreRound_data();
    void ticksAreRound();
    void blocksAreNoWiderThanAPixel_data();
    void blocksAreNoWiderThanAPixel();
    void farAwayPlacesKeepTheirFractions();
    void fittingShowsAll();
    void aLineMeasures_data();
    void aLineMeasures();
    void scaleBarsAreRound();
    void historyGoesBackAndOn();
    void positionsAreRead_data();
    void positionsAreRead();
    void numbersReadWell();
};

void TestViewpoint::thePlaceUnderTheCursorStays() {
    const QSizeF screen(1260, 336);
    const QPointF cursor(100.5, 300);
    Viewpoint view{{1'000'000.25, 1'500'000.75}, 0.01};
    const QPointF place = view.toSurface(cursor, screen);
    for (int k = 0; k < 40; ++k)
        view = view.zoomed(k < 25 ? 1.3 : 0.7, cursor, screen);
    const QPointF after = view.toSurface(cursor, screen);
    QVERIFY(std::hypot(after.x() - place.x(), after.y() - place.y()) < 1e-6);
}

void TestViewpoint::isNotNearerThan64Pixels() {
    const Viewpoint view = Viewpoint{{5, 5}, 60}.zoomed(8, {10, 10}, {100, 100});
    QCOMPARE(view.scale, 64.0);
}

void TestViewpoint::atTheLimitNothingMoves_data() {
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("limit");
    QTest::addRow("nearer") << 1.4 << 64.0;
    QTest::addRow("farther") << 0.7 << 0.01;
}

void TestViewpoint::atTheLimitNothingMoves() {
    QFETCH(double, factor);
    QFETCH(double, limit);
    const QSizeF screen(1260, 336);
    const QPointF cursor(1100.5, 12.25);
    Viewpoint view{{1'000'000.25, 1'500'000.75}, 1};
    const QPointF place = view.toSurface(cursor, screen);
    for (int k = 0; k < 60; ++k)
        view = view.zoomed(factor, cursor, screen, 0.01);
    QCOMPARE(view.scale, limit);
    const QPointF after = view.toSurface(cursor, screen);
    QVERIFY(std::hypot(after.x() - place.x(), after.y() - place.y()) < 1e-6);
    QCOMPARE(view.zoomed(factor, {3, 300}, screen, 0.01), view);
}

void TestViewpoint::theSeenPartOfALine_data() {
    QTest::addColumn<QLineF>("line");
    QTest::addColumn<QLineF>("part");
    QTest::addRow("all of it") << QLineF(10, 10, 90, 40) << QLineF(10, 10, 90, 40);
    QTest::addRow("cut at both sides") << QLineF(-50, 20, 150, 20) << QLineF(0, 20, 100, 20);
    QTest::addRow("cut below") << QLineF(20, 30, 20, 70) << QLineF(20, 30, 20, 50);
    QTest::addRow("across a corner") << QLineF(90, -10, 110, 10) << QLineF(100, 0, 100, 0);
    QTest::addRow("beside") << QLineF(-50, 20, -10, 40) << QLineF();
    QTest::addRow("around a corner") << QLineF(90, -30, 130, 10) << QLineF();
}

void TestViewpoint::theSeenPartOfALine() {
    QFETCH(QLineF, line);
    QFETCH(QLineF, part);
    const std::optional<QLineF> seen = partInside(line, QRectF(0, 0, 100, 50));
    QCOMPARE(seen.has_value(), !part.isNull() || part.p1() != QPointF());
    if (seen) QCOMPARE(*seen, part);
}

void TestViewpoint::ticksAreRound_data() {
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("most");
    QTest::addColumn<QList<double>>("ticks");
    QTest::addRow("840 um") << 840.0 << 6 << QList<double>{0, 200, 400, 600, 800};
    QTest::addRow("a depth of 40 um") << 40.0 << 3 << QList<double>{0, 20, 40};
    QTest::addRow("values") << 1.0 << 3 << QList<double>{0, 0.5, 1};
    QTest::addRow("61.3") << 61.3 << 6 << QList<double>{0, 20, 40, 60};
    QTest::addRow("nothing") << 0.0 << 6 << QList<double>{};
}

void TestViewpoint::ticksAreRound() {
    QFETCH(double, high);
    QFETCH(int, most);
    QFETCH(QList<double>, ticks);
    const std::vector<double> found = roundTicks(0, high, most);
    QCOMPARE(QList<double>(found.begin(), found.end()), ticks);
}

void TestViewpoint::blocksAreNoWiderThanAPixel_data() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("level");
    QTest::addRow("enlarged") << 64.0 << 0;
    QTest::addRow("100 %%") << 1.0 << 0;
    QTest::addRow("a little smaller") << 0.9 << 0;
    QTest::addRow("half") << 0.5 << 1;
    QTest::addRow("a third") << 1.0 / 3 << 1;
    QTest::addRow("2 m in 336 pixels") << 336 / 2e6 << 12;
}

void TestViewpoint::blocksAreNoWiderThanAPixel() {
    QFETCH(double, scale);
    QFETCH(int, level);
    QCOMPARE(Viewpoint::level(scale), level);
    QVERIFY(level == 0 || scale * std::exp2(level) <= 1 + 1e-9);
    QVERIFY(scale >= 1 || scale * std::exp2(level + 1) > 1);
}

void TestViewpoint::farAwayPlacesKeepTheirFractions() {
    const Viewpoint view{{1'999'999.5, 1'999'999.5}, 64};
    const QPointF at = view.toScreen({1'999'999.625, 1'999'999.375}, {100, 100});
    QCOMPARE(at, QPointF(58, 42));
}

void TestViewpoint::fittingShowsAll() {
    const QSizeF screen(1260, 336);
    const QRectF all(0, 0, 2e6, 2e6);
    const Viewpoint view = Viewpoint::fitting(all, screen);
    QVERIFY(view.visible(screen).contains(all));
    QVERIFY(view.visible(screen).height() < 1.1 * all.height());
}

void TestViewpoint::aLineMeasures_data() {
    QTest::addColumn<QPointF>("to");
    QTest::addColumn<double>("length");
    QTest::addColumn<double>("degrees");
    QTest::addRow("to the right") << QPointF(420, 0) << 840.0 << 0.0;
    QTest::addRow("to the left") << QPointF(-420, 0) << 840.0 << 180.0;
    QTest::addRow("upwards") << QPointF(0, -50) << 100.0 << 90.0;
    QTest::addRow("downwards") << QPointF(0, 50) << 100.0 << -90.0;
    QTest::addRow("3, 4, 5") << QPointF(3, -4) << 10.0 << std::atan2(4, 3) * 180 / M_PI;
    QTest::addRow("no line") << QPointF(0, 0) << 0.0 << 0.0;
}

void TestViewpoint::aLineMeasures() {
    QFETCH(QPointF, to);
    QFETCH(double, length);
    QFETCH(double, degrees);
    const QPointF from(100'000.5, 200'000.5);
    const Measurement m = Measurement::between(from, from + to, 2);
    QVERIFY(std::fabs(m.lengthUm - length) < 1e-6);
    QVERIFY(std::fabs(m.degrees - degrees) < 1e-6);
    QVERIFY(!std::signbit(m.degrees) || degrees < 0);
    QCOMPARE(m.dxUm, 2 * to.x());
    QCOMPARE(m.dyUm, 2 * to.y());
}

void TestViewpoint::scaleBarsAreRound() {
    for (double most = 0.07; most < 1e7; most *= 1.37) {
        const double length = roundLength(most);
        QVERIFY(length <= most * (1 + 1e-6) && length > most / 2.51);
        const double lead = length / std::pow(10, std::floor(std::log10(length) + 1e-9));
        QVERIFY2(std::fabs(lead - 1) < 1e-6 || std::fabs(lead - 2) < 1e-6 || std::fabs(lead - 5) < 1e-6,
                 qPrintable(QString::number(length)));
    }
}

void TestViewpoint::historyGoesBackAndOn() {
    ViewHistory history;
    QVERIFY(!history.back() && !history.on());
    for (int k = 0; k < 4; ++k)
        history.note({{static_cast<double>(k), 0}, 1});
    QCOMPARE(history.back()->centre.x(), 2.0);
    QCOMPARE(history.back()->centre.x(), 1.0);
    QCOMPARE(history.on()->centre.x(), 2.0);
    history.note({{9, 0}, 1});
    QVERIFY(!history.hasOn());
    QCOMPARE(history.back()->centre.x(), 2.0);
}

void TestViewpoint::positionsAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<QPointF>("place");
    const auto row = [](const char* text, double x, double y) {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << true << QPointF(x, y);
    };
    const auto bad = [](const char* text) {
        QTest::addRow("not: %s", text) << QString(text) << false << QPointF();
    };
    row("100, 200", 100, 200);
    row("100,200", 100, 200);
    row("100 200", 100, 200);
    row("1 mm, 2.5 mm", 500, 1250);
    row("1,5 mm; 2,5 mm", 750, 1250);
    row("1,5mm 2,5mm", 750, 1250);
    row("0.1 m, 40 µm", 50000, 20);
    row("-3, -4 px", -3, -4);
    row("12\u2009345 \u03BCm, \u22122\u2009mm", 6172.5, -1000);
    bad("100");
    bad("");
    bad("a, b");
    bad("1 mm, 2 furlongs");
    bad("1, 2, 3");
}

void TestViewpoint::positionsAreRead() {
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(QPointF, place);
    const auto read = parsePosition(text, 2);
    QCOMPARE(read.has_value(), good);
    if (good) QCOMPARE(*read, place);
}

void TestViewpoint::numbersReadWell() {
    const QChar thin(0x2009);
    QCOMPARE(groupedText(1234), QString("1234"));
    QCOMPARE(groupedText(742318), QString("742") + thin + "318");
    QCOMPARE(groupedText(-1234567), QString("-1") + thin + "234" + thin + "567");
    QCOMPARE(fixedText(100.792, 3), QString("100.792"));
    QCOMPARE(fixedText(12345.6, 2), QString("12") + thin + "345.60");
    QCOMPARE(lengthText(200), QString::fromUtf8("200 µm"));
    QCOMPARE(lengthText(2500), QString("2.5 mm"));
    QCOMPARE(lengthText(2e6), QString("2 m"));
    QCOMPARE(areaText(2e6, 2e6), QString::fromUtf8("2 m × 2 m"));
    QCOMPARE(areaText(3e5, 2e5), QString::fromUtf8("300 × 200 mm"));
    QCOMPARE(areaText(2e6, 2e5), QString::fromUtf8("2 m × 200 mm"));
    QCOMPARE(measuredText(840), QString::fromUtf8("840.0 µm"));
    QCOMPARE(measuredText(12345), QString("12.345 mm"));
    QCOMPARE(measuredText(Length{-0.5, LengthUnit::millimetre}), QString("-0.500 mm"));
    QCOMPARE(measuredText(Length{840, LengthUnit::micrometre}), QString::fromUtf8("840.0 µm"));
    QCOMPARE(measuredText(Length{12.5, LengthUnit::pixel}), QString("12.5 px"));
}

BURIN_TEST(TestViewpoint)
#include "test_viewpoint.moc"
