// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/items/wire_item.hpp"
#include "ui/graph/layout/auto_layout.hpp"

#include <cmath>
#include <random>

namespace burin::ui {

namespace {

using Nodes = std::vector<LayoutNode>;

/// Random nodes without cycles: each reads only later ones.
Nodes randomNodes(std::mt19937& random, int count) {
    Nodes nodes(static_cast<std::size_t>(count));
    for (int i = 0; i + 1 < count; ++i) {
        LayoutNode& node = nodes[static_cast<std::size_t>(i)];
        const int links = static_cast<int>(random() % 4);
        for (int k = 0; k < links; ++k)
            node.children.push_back(i + 1 +
                                    static_cast<int>(random() % static_cast<unsigned>(count - i - 1)));
        node.height = 100 + 22 * static_cast<int>(random() % 4);
    }
    return nodes;
}

/// The number of crossings between wires of neighbouring columns.
int crossings(const Nodes& nodes, const std::vector<QPointF>& places) {
    struct Line {
        QPointF from, to;
    };
    std::vector<Line> lines;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const int child : nodes[i].children)
            lines.push_back({places[static_cast<std::size_t>(child)], places[i]});
    }
    int count = 0;
    for (const Line& a : lines) {
        for (const Line& b : lines) {
            const bool sameColumns = a.from.x() == b.from.x() && a.to.x() == b.to.x();
            if (sameColumns && a.from.y() < b.from.y() && a.to.y() > b.to.y()) ++count;
        }
    }
    return count;
}

}  // namespace

class TestAutoLayout : public QObject {
    Q_OBJECT

  private slots:
    void nothingHasNoPlaces() { QVERIFY(autoLayout({}).empty()); }

    void anInputThatNoNodeReadsIsAtTheLeft() {
        const Nodes nodes = {{100, {1}}, {100, {2}}, {100, {}}, {100, {}, true}, {100, {}}};
        const auto places = autoLayout(nodes);
        QCOMPARE(places[3].x(), 0.0);
        QVERIFY(std::abs(places[3].y() - places[2].y()) >= 124);
        QCOMPARE(places[4].x(), 384.0);
    }

    void aChainRunsFromLeftToRight() {
        const Nodes nodes = {{100, {1}}, {100, {2}}, {100, {}}};
        const auto places = autoLayout(nodes);
        QCOMPARE(places[0].x(), 384.0);
        QCOMPARE(places[1].x(), 192.0);
        QCOMPARE(places[2].x(), 0.0);
    }

    void aNodeStandsBesideTheFirstThatReadsIt() {
        // 0 reads 1 and 3, 1 reads 2: 3 is in the column of 1.
        const auto places = autoLayout(Nodes{{100, {1, 3}}, {100, {2}}, {100, {}}, {100, {}}});
        QCOMPARE(places[3].x(), places[1].x());
        QVERIFY(places[3].y() > places[1].y());
    }

    void inputsStandInTheirOrder() {
        const auto places = autoLayout(Nodes{{166, {1, 2, 3, 4}}, {}, {}, {}, {}});
        for (std::size_t i = 2; i <= 4; ++i)
            QVERIFY(places[i].y() > places[i - 1].y());
    }

    void crossedBranchesAreUntangled() {
        // 0 reads 1 and 2; 1 reads 4, 2 reads 3: in file order the wires would cross.
        const Nodes nodes = {{100, {1, 2}}, {100, {4}}, {100, {3}}, {100, {}}, {100, {}}};
        QCOMPARE(crossings(nodes, autoLayout(nodes)), 0);
    }

    void aWirePassesBesideTheNodesThatItCrosses() {
        // 0 reads 1 and 2, 2 reads 1: the wire from 1 to 0 crosses the column of 2.
        const auto places = autoLayout(Nodes{{100, {1, 2}}, {100, {}}, {100, {1}}});
        const double wire = (places[1].y() + 62 + places[0].y() + 38) / 2;
        QVERIFY2(wire <= places[2].y() - 8 || wire >= places[2].y() + 108,
                 qPrintable(QString::number(wire - places[2].y())));
    }

    /// The example with a bevelled logo: the wire from the logo to its bevel crosses two columns.
    void aLongWireKeepsItsDistance() {
        enum { surface, relief, ground, pyramids, pyramid, clearing, surround, bevel, logo, drawing };
        Nodes nodes(10, {100, {}});
        nodes[surface].children = {relief};
        nodes[relief].children = {ground, bevel};
        nodes[ground].children = {pyramids, clearing};
        nodes[pyramids].children = {pyramid};
        nodes[clearing].children = {surround};
        nodes[surround].children = {logo};
        nodes[bevel].children = {logo};
        nodes[logo].children = {drawing};
        const auto places = autoLayout(nodes);
        const QPainterPath wire =
            wirePath(places[logo] + metrics::outputPlace(), places[bevel] + metrics::inputPlace(0), {});
        for (const int beside : {surround, clearing}) {
            const QRectF body(places[static_cast<std::size_t>(beside)], QSizeF(metrics::nodeWidth, 100));
            QVERIFY(!crosses(wire, body.adjusted(0, -8, 0, 8)));
        }
    }

    void aCycleIsLaidOutAllTheSame() {
        const auto places = autoLayout(Nodes{{100, {1}}, {100, {2}}, {100, {0, 1}}, {100, {3}}});
        QCOMPARE(places.size(), std::size_t{4});
    }

    void randomGraphsKeepTheRules_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void randomGraphsKeepTheRules() {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const Nodes nodes = randomNodes(random, 2 + static_cast<int>(random() % 60));
        const auto places = autoLayout(nodes);
        QVERIFY(places == autoLayout(nodes));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            QVERIFY(places[i].y() >= 0 && places[i].x() >= 0);
            QCOMPARE(std::fmod(places[i].x(), 192.0), 0.0);
            QCOMPARE(std::fmod(places[i].y(), 8.0), 0.0);
            for (const int child : nodes[i].children)
                QVERIFY(places[static_cast<std::size_t>(child)].x() <= places[i].x() - 192);
            for (std::size_t k = 0; k < i; ++k) {
                if (places[k].x() != places[i].x()) continue;
                const double higher = places[k].y() < places[i].y() ? nodes[k].height : nodes[i].height;
                const double apart = std::abs(places[k].y() - places[i].y());
                QVERIFY2(apart >= 124 && apart >= higher, qPrintable(QString::number(apart)));
            }
        }
    }

    void twoThousandNodesInAChainAreNoProblem() {
        Nodes nodes(2000);
        for (int i = 0; i + 1 < 2000; ++i)
            nodes[static_cast<std::size_t>(i)].children = {i + 1};
        QCOMPARE(autoLayout(nodes).front().x(), 1999 * 192.0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestAutoLayout)
#include "test_auto_layout.moc"
