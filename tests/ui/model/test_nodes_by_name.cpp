// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/nodes_by_name.hpp"

#include "core/kinds/catalogue/kinds.hpp"

#include <string>

namespace burin::ui {

class TestNodesByName : public QObject {
    Q_OBJECT

  private slots:
    void eachNameIsFoundAsTheDesignFindsIt() {
        const Design design = parseDesign(R"(burin: 2
pixel: 1 um
groups:
  outer:
    output: shown
    nodes:
      shown: {kind: group, group: inner}
  inner:
    output: dome
    nodes:
      dome: {kind: math2d, width: 12, height: 12, expression: 'x'}
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: first}, {data: plain}]}
  first: {kind: group, group: outer}
  plain: {kind: math2d, width: 40, height: 30, expression: 'y'}
)",
                                          "", "", kinds());
        QVERIFY(!design.refused);
        const NodesByName names(design);
        QVERIFY(names.find("plain") && design.nodes[*names.find("plain")].name == "plain");
        QVERIFY(names.find("first") && design.nodes[*names.find("first")].name == "first/shown/dome");
        for (const std::string name : {"surface", "plain", "first", "first/shown", "first/shown/dome",
                                       "first/dome", "dome", "missing", ""})
            QVERIFY2(names.find(name) == design.find(name), name.c_str());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNodesByName)
#include "test_nodes_by_name.moc"
