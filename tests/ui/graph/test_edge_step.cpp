// SPDX-License-Identifier: GPL-3.0-or-later

// The canvas scrolls under a drag that reaches its edge.

#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/items/edge_step.hpp"

namespace burin::ui {

class TestEdgeStep : public QObject {
    Q_OBJECT

  private slots:
    void stepOfAnAxis_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("pressed");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("behind");
        QTest::addColumn<int>("step");
        QTest::newRow("in the middle") << 100 << 50 << 500 << 500 << 0;
        QTest::newRow("near the end") << 196 << 50 << 500 << 500 << 0;
        QTest::newRow("near the beginning") << 4 << 50 << 500 << 500 << 0;
        QTest::newRow("at the end") << 199 << 50 << 500 << 500 << -2;
        QTest::newRow("at the beginning") << 0 << 50 << 500 << 500 << 2;
        QTest::newRow("beyond the end") << 237 << 50 << 500 << 500 << -12;
        QTest::newRow("far beyond the beginning") << -1000 << 50 << 500 << 500 << 24;
        QTest::newRow("little is hidden") << 237 << 50 << 500 << 5 << -5;
        QTest::newRow("free space beyond the end") << 237 << 50 << 500 << -40 << 0;
        QTest::newRow("pressed at the edge") << 199 << 199 << 500 << 500 << 0;
        QTest::newRow("moved away from the edge") << 198 << 199 << 500 << 500 << 0;
    }
    void stepOfAnAxis() {
        QFETCH(int, at);
        QFETCH(int, pressed);
        QFETCH(int, before);
        QFETCH(int, behind);
        QTEST(edgeStep(at, pressed, 200, before, behind), "step");
    }

    /// A drag inside the canvas does not scroll, even near the edge: nodes on the other side would leave the
    /// view.
    void theCanvasStaysWhileTheMouseIsInIt() {
        GraphTest test(parts);
        const QPointF centre = test.scene().contents().center() - QPointF(600, 0);
        test.view().centerOn(centre);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, {40, 40});
        test.moveTo({300, 100});
        test.moveTo({test.canvas()->width() - 4, test.canvas()->height() - 4});
        QTest::qWait(300);
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before);
        test.key(Qt::Key_Escape);
    }

    /// A drag beyond the edge scrolls until all nodes on that side are in view.
    void theCanvasScrollsNoFartherThanItsContents() {
        GraphTest test(parts);
        test.view().centerOn(test.scene().contents().center() - QPointF(600, 0));
        const auto right = [&] { return test.view().room().shown.right(); };
        const qreal last = test.scene().contents().right();
        QVERIFY(right() < last);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, {40, 40});
        test.moveTo({300, 100});
        test.moveTo({test.canvas()->width() + 80, 100});
        QTRY_VERIFY(right() >= last);
        QTest::qWait(300);
        QVERIFY2(right() <= last + 32, qPrintable(QString("%1 %2").arg(right()).arg(last)));
        const QPointF reached = test.view().mapToScene(QPoint(0, 0));
        test.moveTo({test.canvas()->width() + 90, test.canvas()->height() + 40});
        QTest::qWait(300);
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)).x(), reached.x());
        test.key(Qt::Key_Escape);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestEdgeStep)
#include "test_edge_step.moc"
