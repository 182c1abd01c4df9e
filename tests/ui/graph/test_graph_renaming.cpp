// SPDX-License-Identifier: GPL-3.0-or-later

// A new name changes the lines that have the old one, and moves no node.

#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/items/node_item.hpp"

#include <QMap>

namespace burin::ui {

namespace {

/// A design that was written by hand: it has no places.
const QString byHand = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: sum}]}
  sum: {kind: union, inputs: [{data: wave}, {mask: b}, {data: c}]}  # all of them
  wave: {kind: math2d, width: 8, height: 8, expression: 'x'}
  b: {kind: math2d, expression: 'y'}
  c: {kind: math2d, expression: '1'}
)";

QMap<QString, QPointF> placesIn(GraphTest& test) {
    QMap<QString, QPointF> places;
    for (const QString& name : test.scene().names())
        places[name] = test.scene().node(name)->pos();
    return places;
}

}  // namespace

class TestGraphRenaming : public QObject {
    Q_OBJECT

  private slots:
    void onlyTheNameChanges() {
        GraphTest test(byHand.toUtf8().constData());
        auto places = placesIn(test);
        QCOMPARE(test.panel.edits().rename("wave", "ripple"), QString());
        QCOMPARE(test.document.text(), QString(byHand).replace("wave", "ripple"));
        places["ripple"] = places.take("wave");
        QCOMPARE(placesIn(test), places);
        test.document.history().undo();
        QCOMPARE(test.document.text(), byHand);
        places["wave"] = places.take("ripple");
        QCOMPARE(placesIn(test), places);
    }

    void aNodeThatTheInspectorRenamesStaysToo() {
        GraphTest test(byHand.toUtf8().constData());
        auto places = placesIn(test);
        test.document.edit("Rename", [](DesignEdit& edit) { edit.renameNode("b", "line"); });
        places["line"] = places.take("b");
        QCOMPARE(placesIn(test), places);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphRenaming)
#include "test_graph_renaming.moc"
