// SPDX-License-Identifier: GPL-3.0-or-later

// The costs of nodes in the graph, from times that the test gives.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>

namespace burin::ui {

namespace {

using namespace std::chrono_literals;

/// `a` has so few samples that no other time is measured.
void giveTime(GraphTest& test, const std::string& node, std::chrono::nanoseconds ofTenThousand) {
    const auto& nodes = test.previews.shown()->source->graph()->nodes;
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const GraphNode& each) { return each.name == node; });
    QVERIFY(found != nodes.end());
    NodeCosts& costs = *test.previews.engine().costs;
    for (std::size_t i = 0; i < RecentMedian::most; ++i)
        costs.addTile(found->hash, ofTenThousand, 10'000);
}

bool isClose(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) < 3 && std::abs(a.green() - b.green()) < 3 &&
           std::abs(a.blue() - b.blue()) < 3;
}

}  // namespace

class TestGraphCosts : public QObject {
    Q_OBJECT

  private slots:
    void headersGoFromTheirColourToCopper_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("copper");
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark) << "#654232";
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light) << "#E0CBB4";
    }
    void headersGoFromTheirColourToCopper() {
        QFETCH(int, choice);
        QFETCH(QString, copper);
        const Theme theme(static_cast<ThemeChoice>(choice));
        const GraphStyle style(theme);
        QCOMPARE(style.cost(0).name(), theme.color(Role::nodeHeader).name());
        QVERIFY2(isClose(style.cost(1), QColor(copper)), qPrintable(style.cost(1).name()));
        const QColor half = style.cost(0.5);
        const int between = (style.cost(0).red() + style.cost(1).red()) / 2;
        QVERIFY(std::abs(half.red() - between) < 2);
    }

    /// A node with two inputs or more gets a row more; sockets keep their places.
    void kShowsTheCosts() {
        GraphTest test(parts);
        const auto* legend = test.view().findChild<QWidget*>("costLegend");
        const auto* map = test.view().findChild<QWidget*>("minimap");
        QVERIFY(!legend->isVisible());
        QVERIFY(!test.node("a").cost());
        const qreal few = test.node("a").body().height();
        const qreal many = test.node("sum").body().height();
        const QPointF output = test.node("sum").outputPlace();
        test.key(Qt::Key_K);
        QVERIFY(test.panel.action("graph.cost")->isChecked());
        QVERIFY(legend->isVisible());
        QVERIFY(test.view().rect().contains(legend->geometry()));
        QVERIFY(legend->x() > test.view().width() / 2 && legend->y() > test.view().height() / 2);
        QVERIFY(!legend->geometry().intersects(map->geometry()));
        for (const NodeItem* node : test.scene().nodes())
            QCOMPARE(node->cost().has_value(), node->picture().state != NodeState::error);
        QCOMPARE(test.node("a").body().height(), few);
        QCOMPARE(test.node("sum").body().height(), many + 22);
        QCOMPARE(test.node("sum").outputPlace(), output);
        QCOMPARE(test.steps(), 0);
        test.key(Qt::Key_K);
        QVERIFY(!legend->isVisible());
        QVERIFY(!test.node("a").cost());
        QCOMPARE(test.node("sum").body().height(), many);
    }

    void aNarrowCanvasHasTheLegendAlone() {
        GraphTest test(parts);
        test.panel.resize(600, 372);
        const auto* map = test.view().findChild<QWidget*>("minimap");
        QVERIFY(map->isVisible());
        test.key(Qt::Key_K);
        QVERIFY(!map->isVisible());
        QVERIFY(test.view().findChild<QWidget*>("costLegend")->isVisible());
        // The switch of a minimap that has no room is disabled.
        QVERIFY(!test.panel.action("graph.minimap")->isEnabled());
        test.key(Qt::Key_K);
        QVERIFY(map->isVisible());
        QVERIFY(test.panel.action("graph.minimap")->isEnabled());
    }

    void whatIsFittedDoesNotLieBehindTheLegend() {
        GraphTest test(parts);
        test.panel.edits().nudge({"surface"}, {500, 120}, 0);
        test.key(Qt::Key_K);
        test.key(Qt::Key_A);
        const auto* legend = test.view().findChild<QWidget*>("costLegend");
        for (const NodeItem* node : test.scene().nodes()) {
            const QRect body = test.view().mapFromScene(node->sceneBody()).boundingRect();
            QVERIFY2(!body.intersects(legend->geometry()), qPrintable(node->name()));
        }
    }

    void anItemShowsItsTimeAndColour_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark);
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light);
    }
    void anItemShowsItsTimeAndColour() {
        QFETCH(int, choice);
        GraphTest test(parts, static_cast<ThemeChoice>(choice));
        if (test.backend.name() == "cuda") QSKIP("cards measure no times of nodes");
        QTRY_VERIFY(test.showsNewest() && !test.previews.busy());
        test.key(Qt::Key_K);
        QCOMPARE(timeText(*test.node("a").cost()), "-");
        QCOMPARE(test.node("a").headerColor(false), test.scene().style().cost(0));
        giveTime(test, "a", 100us);
        emit test.previews.picturesChanged();
        QTRY_COMPARE(timeText(*test.node("a").cost()), "10.0 ms");
        const double place = placeOnCostScale(10);
        QCOMPARE(test.node("a").headerColor(false), test.scene().style().cost(place));
        QVERIFY(test.node("a").headerColor(false) != test.scene().style().cost(0));
        // A selected node keeps its selected header.
        QCOMPARE(test.node("a").headerColor(true), test.theme.color(Role::selectedGround));
        screenshot(test.panel, QString("graph-cost-") + QTest::currentDataTag());
        test.key(Qt::Key_K);
        QCOMPARE(test.node("a").headerColor(false), test.scene().style().cost(0));
    }

    void figuresOfAChangedNodeAreOutdated() {
        GraphTest test(parts);
        if (test.backend.name() == "cuda") QSKIP("cards measure no times of nodes");
        QTRY_VERIFY(test.showsNewest() && !test.previews.busy());
        giveTime(test, "a", 100us);
        test.key(Qt::Key_K);
        QVERIFY(!test.node("a").cost()->outdated);
        test.document.edit("Change",
                           [](DesignEdit& edit) { edit.setValue("a", "expression", yamlScalar("x + 1")); });
        QTRY_VERIFY(test.node("a").cost()->outdated);
        QCOMPARE(timeText(*test.node("a").cost()), "10.0 ms");
        test.document.history().undo();
        QTRY_VERIFY(!test.node("a").cost()->outdated);
    }

    void theBodySaysWhatTheFiguresMean() {
        GraphTest test(parts);
        const QPoint body = test.at(test.node("a").pos() + QPointF(30, test.node("a").body().height() - 16));
        const auto help = [&] {
            QToolTip::hideText();
            QHelpEvent event(QEvent::ToolTip, body, test.canvas()->mapToGlobal(body));
            QCoreApplication::sendEvent(test.canvas(), &event);
            return QToolTip::text();
        };
        QCOMPARE(help(), QString());
        test.key(Qt::Key_K);
        QCOMPARE(help(), costTip(*test.node("a").cost()));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphCosts)
#include "test_graph_costs.moc"
