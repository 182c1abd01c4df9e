// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/region.hpp"
#include "support/testing.hpp"

#include <string>
#include <variant>

using namespace burin;

class TestRegion : public QObject {
    Q_OBJECT

  private slots:
    void aPartIsRead() {
        const auto part = regionIn("5,9,8px,0.006mm", 1, {5, 9, 8, 6}, "moved");
        QVERIFY(std::holds_alternative<Rect>(part));
        QCOMPARE(std::get<Rect>(part), (Rect{5, 9, 8, 6}));
    }

    void whatIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* node, const char* said) {
            QTest::newRow(name) << QString(text) << QString(node) << QString(said);
        };
        row("outside of the surface", "0,0,8,6", "",
            "'0,0,8,6' reaches outside of the surface, which is 8 x 6 px");
        row("outside of a node", "0,0,8,6", "moved",
            "'0,0,8,6' reaches outside of 'moved', which is 8 x 6 px with its corner at 5,9");
        row("empty", "5,9,0,6", "moved", "'5,9,0,6' is empty");
        row("three numbers", "5,9,8", "moved",
            "'5,9,8': X,Y,W,H is expected, in pixels or lengths such as 0,0,10mm,10mm");
    }
    void whatIsRefused() {
        QFETCH(QString, text);
        QFETCH(QString, node);
        QFETCH(QString, said);
        const auto part = regionIn(text.toStdString(), 1, {5, 9, 8, 6}, node.toStdString());
        QVERIFY(std::holds_alternative<Problem>(part));
        QCOMPARE(QString::fromStdString(std::get<Problem>(part).text()), said);
    }

    void anUnboundedNodeHasAPlaceForEachRegion() {
        QCOMPARE(rectWithin(Extent(Rect{5, 9, 8, 6})), (Rect{5, 9, 8, 6}));
        QVERIFY(std::holds_alternative<Rect>(regionIn("-1099511627776,0,1,1", 1, rectWithin({}))));
        QVERIFY(std::holds_alternative<Problem>(regionIn("1099511627776,0,1,1", 1, rectWithin({}))));
    }
};

BURIN_TEST(TestRegion)
#include "test_region.moc"
