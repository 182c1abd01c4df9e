// SPDX-License-Identifier: GPL-3.0-or-later

// How the costs of nodes are shown, with times and hits that the test supplies, not those of this computer.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/shown_cost.hpp"

#include <QSignalSpy>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

using namespace burin;
using namespace burin::ui;
using namespace std::chrono_literals;

namespace {

std::string designOf(const char* expression) {
    return std::string(
               "burin: 1\npixel: 1 um\nnodes:\n"
               "  surface: {kind: root, width: 300, height: 300, inputs: [data: a]}\n"
               "  a: {kind: math2d, expression: '") +
           expression + "'}\n";
}

/// Opens a design with the expression, and waits until it is bound and nothing is left to do.
void show(StudioTest& studio, const char* expression) {
    QCOMPARE(studio.load(designOf(expression).c_str()), QString());
    QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
}

NodeHash hashOf(StudioTest& studio, const std::string& name) {
    const auto& nodes = studio.previews.shown()->source->graph()->nodes;
    return std::find_if(nodes.begin(), nodes.end(), [&](const GraphNode& n) { return n.name == name; })->hash;
}

/// Replaces all that is known by tiles of that time.
void giveTime(StudioTest& studio, const std::string& node, std::chrono::nanoseconds ofTenThousand) {
    for (std::size_t i = 0; i < RecentMedian::most; ++i)
        studio.previews.engine().costs->addTile(hashOf(studio, node), ofTenThousand, 10'000);
}

}  // namespace

class TestShownCosts : public QObject {
    Q_OBJECT

  private slots:
    void timesHaveThreeDigits_data() {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("shown");
        QTest::newRow("a short time") << 0.314 << "0.31 ms";
        QTest::newRow("nearly ten") << 9.996 << "10.0 ms";
        QTest::newRow("two digits before the point") << 41.68 << "41.7 ms";
        QTest::newRow("nearly a hundred") << 99.96 << "100 ms";
        QTest::newRow("a long time") << 1234.4 << "1234 ms";
    }
    void timesHaveThreeDigits() {
        QFETCH(double, ms);
        QFETCH(QString, shown);
        ShownCost cost;
        cost.msPerMpx = ms;
        QCOMPARE(timeText(cost), shown);
        QCOMPARE(cacheText(cost), "cache -");
        cost.hitShare = 0.964;
        QCOMPARE(cacheText(cost), "cache 96 %");
        QCOMPARE(costText(cost), shown + QString::fromUtf8("/Mpx · cache 96 %"));
    }

    void theScaleIsLogarithmic_data() {
        QTest::addColumn<double>("ms");
        QTest::addColumn<double>("place");
        QTest::newRow("no time") << 0.0 << 0.0;
        QTest::newRow("the lower end") << 0.1 << 0.0;
        QTest::newRow("a third") << 1.0 << 1.0 / 3;
        QTest::newRow("two thirds") << 10.0 << 2.0 / 3;
        QTest::newRow("the upper end") << 100.0 << 1.0;
        QTest::newRow("beyond") << 5000.0 << 1.0;
    }
    void theScaleIsLogarithmic() {
        QFETCH(double, ms);
        QFETCH(double, place);
        QVERIFY(std::abs(placeOnCostScale(ms) - place) < 1e-12);
    }

    void anUnknownTimeSaysWhy() {
        StudioTest studio;
        show(studio, "x / 300");
        const ShownCost cost = studio.previews.cost("a");
        QVERIFY(!cost.msPerMpx);
        QCOMPARE(timeText(cost), "-");
        QVERIFY(!costTip(cost).isEmpty());
        QVERIFY(!costTip(studio.previews.cost({})).isEmpty());
        QCOMPARE(costTip(costOfGroup()), costOfGroup().reason);
        const bool onCard = studio.backend.name() == "cuda";
        QCOMPARE(cost.reason.contains("graphics card"), onCard);
        QCOMPARE(cost.reason.contains("so far: 0"), !onCard);
        // A card has no time even if the processor once computed the node.
        giveTime(studio, "a", 625us);
        QCOMPARE(studio.previews.cost("a").msPerMpx.has_value(), !onCard);
    }

    void figuresOfAnEarlierStateAreOutdated() {
        StudioTest studio;
        if (studio.backend.name() == "cuda") QSKIP("cards measure no times of nodes");
        show(studio, "x / 300");
        giveTime(studio, "a", 625us);
        studio.previews.engine().costs->addStored(hashOf(studio, "a"), false);
        for (int i = 0; i < 3; ++i)
            studio.previews.engine().costs->addStored(hashOf(studio, "a"), true);
        const ShownCost first = studio.previews.cost("a");
        QCOMPARE(first.msPerMpx.value_or(-1), 62.5);
        QCOMPARE(first.hitShare.value_or(-1), 0.75);
        QVERIFY(!first.outdated);
        show(studio, "y / 300");
        const ShownCost second = studio.previews.cost("a");
        QCOMPARE(second.msPerMpx.value_or(-1), 62.5);
        QVERIFY(second.outdated);
        QVERIFY(costTip(second) != costTip(first));
        giveTime(studio, "a", 2500us);
        QCOMPARE(studio.previews.cost("a").msPerMpx.value_or(-1), 250.0);
        QVERIFY(!studio.previews.cost("a").outdated);
        show(studio, "x / 300");
        QCOMPARE(studio.previews.cost("a"), first);
    }

    /// The figures of the surface are its own, even while its prediction is shown.
    void aPredictionIsNotTheCostOfItsSurface() {
        StudioTest studio;
        if (studio.backend.name() == "cuda") QSKIP("cards measure no times of nodes");
        QCOMPARE(studio.load("burin: 2\npixel: 1 um\njob: {spot: 8 um}\nnodes:\n"
                             "  surface: {kind: root, width: 300, height: 300, full_depth: 40 um, "
                             "inputs: [data: a]}\n"
                             "  a: {kind: math2d, expression: 'x / 300'}\n"),
                 QString());
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(studio.showsNewest() && studio.previews.shown()->predicted && !studio.previews.busy());
        giveTime(studio, "surface", 625us);  // the first node of this name
        QCOMPARE(studio.previews.cost("surface").msPerMpx.value_or(-1), 62.5);
    }

    void anotherDesignDoesNotShowFiguresOfThisOne() {
        StudioTest studio;
        if (studio.backend.name() == "cuda") QSKIP("cards measure no times of nodes");
        show(studio, "x / 300");
        giveTime(studio, "a", 625us);
        QVERIFY(studio.previews.cost("a").msPerMpx);
        studio.previews.expectAnother();
        show(studio, "y / 300");
        QVERIFY(!studio.previews.cost("a").msPerMpx);
    }

    void theSwitchIsTold() {
        StudioTest studio;
        show(studio, "x / 300");
        const QSignalSpy told(&studio.previews, &Previews::costsChanged);
        QVERIFY(!studio.previews.costsShown());
        studio.previews.setCostsShown(true);
        QCOMPARE(told.size(), 1);
        studio.previews.setCostsShown(true);
        QCOMPARE(told.size(), 1);
        // New pictures bring new figures, a little later.
        emit studio.previews.picturesChanged();
        QTRY_COMPARE(told.size(), 2);
        studio.previews.setCostsShown(false);
        QCOMPARE(told.size(), 3);
    }
};

BURIN_TEST(TestShownCosts)
#include "test_shown_costs.moc"
