// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes are aligned to the active one, and their gaps made equal, in one step of the history.

#include "tests/ui/graph/graph_test.hpp"

#include <cmath>

using namespace burin::ui;

class TestAlign : public QObject {
    Q_OBJECT

  private slots:
    void aKeyAlignsToTheActiveNode_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<QPointF>("a");
        QTest::addColumn<QPointF>("sum");
        QTest::newRow("left edges") << int(Qt::Key_Left) << QPointF(200, 0) << QPointF(200, 0);
        QTest::newRow("right edges") << int(Qt::Key_Right) << QPointF(200, 0) << QPointF(200, 0);
        QTest::newRow("top edges") << int(Qt::Key_Up) << QPointF(0, 272) << QPointF(400, 272);
        // The sum has an input row more than the others.
        QTest::newRow("bottom edges") << int(Qt::Key_Down) << QPointF(0, 272) << QPointF(400, 250);
    }
    void aKeyAlignsToTheActiveNode() {
        QFETCH(int, key);
        QFETCH(QPointF, a);
        QFETCH(QPointF, sum);
        GraphTest graph(parts);
        graph.selection.select({"a", "sum", "soft"}, "soft");
        graph.key(static_cast<Qt::Key>(key), Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(graph.node("a").pos(), a);
        QCOMPARE(graph.node("sum").pos(), sum);
        QCOMPARE(graph.node("soft").pos(), QPointF(200, 272));
        graph.document.undo();
        QCOMPARE(graph.node("a").pos(), QPointF(0, 0));
        QCOMPARE(graph.node("sum").pos(), QPointF(400, 0));
    }

    void gapsBecomeEqual() {
        GraphTest graph(parts);
        graph.selection.select({"a", "soft", "surface"});
        graph.panel.findChild<QAction*>("graph.distributeAcross")->trigger();
        QCOMPARE(graph.node("soft").pos(), QPointF(304, 272));  // 300, rounded to the grid of 8
        QCOMPARE(graph.node("surface").pos(), QPointF(600, 0));
        graph.selection.select({"a", "b"});
        QVERIFY(!graph.panel.findChild<QAction*>("graph.distributeDown")->isEnabled());
        QVERIFY(graph.panel.findChild<QAction*>("graph.alignTop")->isEnabled());
    }

    void aligningTwiceIsOneStep() {
        GraphTest graph(parts);
        graph.selection.select({"a", "b", "c"}, "a");
        const int steps = graph.document.history().count();
        graph.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(graph.document.history().count(), steps);  // the nodes are aligned already
    }
};

BURIN_TEST(TestAlign)
#include "test_align.moc"
