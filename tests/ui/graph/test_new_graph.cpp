// SPDX-License-Identifier: GPL-3.0-or-later

// A graph that is shown for the first time is fitted into the window before anything can be done with it.

#include "tests/ui/graph/graph_test.hpp"

#include <QLineF>

namespace burin::ui {

namespace {

/// A surface in a corner of the visible part of the design `parts`.
constexpr const char* cornered = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100 mm, height: 100 mm}
editor:
  surface: {x: -120, y: 120}
)";

constexpr const char* grouped = R"(burin: 2
pixel: 1 um
groups:
  bricks:
    output: bed
    nodes:
      bed: {kind: math2d, width: 40, height: 40, expression: 'x / 40'}
nodes:
  surface: {kind: root, width: 400, height: 300, inputs: [{data: wall}]}
  wall: {kind: group, group: bricks}
)";

/// Whether all nodes are in the middle of the view.
bool isCentred(GraphTest& test) {
    const QPointF middle = test.view().room().shown.center();
    return QLineF(middle, test.scene().contents().center()).length() < 2;
}

}  // namespace

class TestNewGraph : public QObject {
    Q_OBJECT

  private slots:
    void anOpenedFileIsFittedAtOnce() {
        GraphTest test(parts);
        QVERIFY(test.view().room().shown.contains(QRectF(-120, 120, 150, 100)));
        QCOMPARE(test.load(cornered), QString());
        QVERIFY(isCentred(test));
        QCoreApplication::processEvents();
        QVERIFY(isCentred(test));
    }

    /// The start page hides the graph while a new design is made.
    void aGraphThatWasHiddenIsFittedWhenItAppears() {
        GraphTest test(parts);
        test.panel.hide();
        QCOMPARE(test.load(cornered), QString());
        test.panel.show();
        QVERIFY(isCentred(test));
        QCoreApplication::processEvents();
        QVERIFY(isCentred(test));
    }

    /// A busy studio calls timers of 0 ms late. By then the user may have added nodes.
    void aGroupThatIsEnteredDoesNotWaitForTimers() {
        GraphTest test(grouped);
        test.view().zoomBy(2);
        test.panel.enter("wall");
        QCoreApplication::sendPostedEvents();
        QVERIFY(isCentred(test));
        QVERIFY(test.view().zoom() <= 1);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNewGraph)
#include "test_new_graph.moc"
