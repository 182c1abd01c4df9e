// SPDX-License-Identifier: GPL-3.0-or-later

// The row of the inspector that says what a node costs, from times that the test gives.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>

#include <algorithm>
#include <chrono>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* costlyDesign = R"(burin: 2
pixel: 1 um
groups:
  g:
    output: out
    nodes:
      out: {kind: math2d, width: 8, height: 8, expression: 'x'}
nodes:
  surface: {kind: root, width: 300, height: 300, inputs: [data: a, data: b]}
  a: {kind: math2d, expression: 'x / 300'}
  b: {kind: group, group: g}
)";

}  // namespace

class TestCostLine : public QObject {
    Q_OBJECT

  private slots:
    void theRowIsThereWhileCostsAreShown() {
        StudioTest studio;
        InspectorPanel panel(studio.workbench());
        QCOMPARE(studio.load(costlyDesign), QString());
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.busy());
        panel.resize(336, 800);
        panel.show();
        studio.selection.select({"a"});
        QVERIFY(row(panel)->isHidden());
        studio.previews.setCostsShown(true);
        QVERIFY(!row(panel)->isHidden());
        QCOMPARE(figures(panel), QString::fromUtf8("- ms/Mpx · cache -"));
        QVERIFY(!row(panel)->toolTip().isEmpty());
        if (studio.backend.name() != "cuda") {
            const auto& nodes = studio.previews.shown()->source->graph()->nodes;
            const auto a =
                std::find_if(nodes.begin(), nodes.end(), [](const GraphNode& n) { return n.name == "a"; });
            NodeCosts& costs = *studio.previews.engine().costs;
            for (std::size_t i = 0; i < RecentMedian::most; ++i)
                costs.addTile(a->hash, std::chrono::microseconds(625), 10'000);
            costs.addStored(a->hash, true);
            emit studio.previews.picturesChanged();
            QTRY_COMPARE(figures(panel), QString::fromUtf8("62.5 ms/Mpx · cache 100 %"));
        }
        studio.selection.select({"b"});
        QCOMPARE(figures(panel), QString::fromUtf8("- ms/Mpx · cache -"));
        QCOMPARE(row(panel)->toolTip(), costTip(costOfGroup()));
        studio.previews.setCostsShown(false);
        QVERIFY(row(panel)->isHidden());
    }

  private:
    /// The newest row: the rows of nodes that were shown before are waiting for their deletion.
    static QWidget* row(const InspectorPanel& panel) {
        return panel.findChildren<QWidget*>("costLine").last();
    }
    static QString figures(const InspectorPanel& panel) {
        return row(panel)->findChild<QLabel*>("costFigures")->text();
    }
};

BURIN_TEST(TestCostLine)
#include "test_cost_line.moc"
