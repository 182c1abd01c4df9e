// SPDX-License-Identifier: GPL-3.0-or-later

// A link takes the usual trait at once. The chip on its wire tells and changes it.

#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/items/wire_chip.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QToolTip>

namespace burin::ui {

namespace {

QRect chipOf(GraphTest& test) {
    return test.view().mapFromScene(test.scene().chip().rectAt(test.view().zoom())).boundingRect();
}

QMenu* menuOf(GraphTest& test) {
    QMenu* open = nullptr;
    for (QMenu* menu : test.view().findChildren<QMenu*>("traitMenu")) {
        if (menu->isVisible()) open = menu;
    }
    return open;
}

void choose(GraphTest& test, const char* what) {
    QMenu* menu = menuOf(test);
    if (menu == nullptr) qFatal("no menu is open");
    menu->findChild<QAction*>(what)->trigger();
    menu->close();
}

}  // namespace

class TestGraphLinks : public QObject {
    Q_OBJECT

  private slots:
    /// Masking a lattice is rarely wanted, so its mask comes after a surface that is farther away.
    void cOffersTheSurfaceBeforeAMask() {
        GraphTest test(R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: lattice}]}
  lattice: {kind: stitching, u: [8, 0], v: [0, 8], inputs: [{pattern: dome}]}
  dome: {kind: math2d, width: 8, height: 8, expression: 'x'}
  bevel: {kind: math2d, expression: 'y'}
editor:
  surface: {x: 600, y: 0}
  lattice: {x: 200, y: 0}
  dome: {x: 0, y: 0}
  bevel: {x: 0, y: 136}
)");
        test.select({"bevel"});
        test.key(Qt::Key_C);
        QVERIFY2(QToolTip::text().startsWith("Enter links bevel to surface as data."),
                 qPrintable(QToolTip::text()));
        test.key(Qt::Key_Left);
        QVERIFY2(QToolTip::text().startsWith("Enter links bevel to lattice as mask."),
                 qPrintable(QToolTip::text()));
    }

    void aNewLinkIsDataAndItsChipChangesIt() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.freeSocket("sum"));
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:c, data:soft");
        QCOMPARE(test.steps(), 1);
        QVERIFY(menuOf(test) == nullptr);
        QVERIFY(test.scene().chip().isVisible());
        QCOMPARE(test.scene().chip().blend(), QString("max"));
        test.click(chipOf(test).center());
        choose(test, "trait.mask");
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:c, mask:soft");
        QCOMPARE(test.steps(), 2);
        // The same link is still chosen, and a mask is not combined by the operation.
        QVERIFY(test.scene().chip().isVisible());
        QCOMPARE(test.scene().chip().blend(), QString());
    }

    void theChipChangesHowDataAreCombined() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.freeSocket("sum"));
        test.click(chipOf(test).center());
        QVERIFY(menuOf(test)->findChild<QAction*>("blend.max")->isChecked());
        choose(test, "blend.add");
        QCOMPARE(QString::fromStdString(test.document.nodeText("sum")->find("operation")->scalar),
                 QString("add"));
        QCOMPARE(test.scene().chip().blend(), QString("add"));
    }

    /// The combination of a node over the surface cannot be changed, but the menu names it.
    void aSecondLinkToTheSurfaceLiesOver() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.freeSocket("surface"));
        QCOMPARE(test.inputs("surface"), "data:sum, data:soft");
        QCOMPARE(test.scene().chip().blend(), QString("over"));
        test.click(chipOf(test).center());
        QStringList said;
        for (const QLabel* label : menuOf(test)->findChildren<QLabel*>("traitCaption"))
            said << label->text();
        QCOMPARE(said,
                 QStringList({"surface reads soft", "over: replaces the inputs above wherever it is not 0"}));
        QVERIFY(menuOf(test)->findChild<QAction*>("blend.over") == nullptr);
    }

    void aFurtherLinkSaysWhatItDoes_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<int>("entry");
        QTest::addColumn<QString>("word");
        QTest::newRow("the first of a formula")
            << "{kind: math2d, expression: in1, inputs: [{data: a}]}" << 0 << "";
        QTest::newRow("the second of a formula")
            << "{kind: math2d, expression: in1, inputs: [{data: a}, {data: c}]}" << 1 << "in2";
        QTest::newRow("a formula with a mask between")
            << "{kind: math2d, expression: in1, inputs: [{data: a}, {mask: b}, {data: c}]}" << 2 << "in2";
        QTest::newRow("the directions of a flow")
            << "{kind: flow, length: 9, inputs: [{data: a}, {data: c}]}" << 1 << "data 2";
        QTest::newRow("the second map of a warp")
            << "{kind: warp, amplitude: 3, inputs: [{data: a}, {data: b}, {data: c}]}" << 2 << "data 3";
        QTest::newRow("the only pattern of a lattice")
            << "{kind: stitching, u: [9, 0], v: [0, 9], inputs: [{pattern: a}]}" << 0 << "";
        QTest::newRow("the second pattern of a lattice")
            << "{kind: stitching, u: [9, 0], v: [0, 9], inputs: [{pattern: a}, {pattern: e}]}" << 1
            << "pattern 2";
        QTest::newRow("a mask") << "{kind: scatter, inputs: [{pattern: a}, {mask: b}]}" << 1 << "";
    }

    void aFurtherLinkSaysWhatItDoes() {
        QFETCH(const QString, node);
        QFETCH(const int, entry);
        QFETCH(const QString, word);
        const QByteArray text =
            QByteArray(parts).replace("  soft: {kind",
                                      "  e: {kind: math2d, width: 8, height: 8, expression: "
                                      "'y'}\n  reader: " +
                                          node.toUtf8() + "\n  soft: {kind");
        const Design design =
            parseDesign(QByteArray(text).replace("burin: 1", "burin: 2").toStdString(), ".");
        const LinkBlend blend =
            blendOf(design.nodes[design.find("reader").value()], static_cast<std::size_t>(entry));
        QCOMPARE(blend.word, word);
        QCOMPARE(blend.note.isEmpty(), word.isEmpty());
    }

    void theMenuOfAWireSaysWhatItDoes() {
        GraphTest test(QByteArray(parts).replace("expression: '1'",
                                                 "expression: 'in1 + in2', inputs: [{data: a}, "
                                                 "{data: b}]"));
        test.click(test.at(test.scene().wire("c", 1)->middle()));
        QCOMPARE(test.scene().chip().blend(), QString("in2"));
        test.click(chipOf(test).center());
        QStringList said;
        for (const QLabel* label : menuOf(test)->findChildren<QLabel*>("traitCaption"))
            said << label->text();
        QCOMPARE(said,
                 QStringList({"c reads b", "in2: Called in1, in2, ... in the expression, in their order."}));
    }

    void aLinkThatCanOnlyBeOneThingHasNoChip() {
        GraphTest test(parts);
        test.drag(test.output("a"), test.freeSocket("soft"));
        QCOMPARE(test.inputs("soft"), "data:a");
        QVERIFY(!test.scene().chip().isVisible());
        test.key(Qt::Key_C, Qt::ShiftModifier);
        QVERIFY(menuOf(test) == nullptr);
        QCOMPARE(QToolTip::text(), QString("soft reads a as data. Nothing else is possible."));
    }

    /// A new node is this near to its reader.
    void theChipLeavesTheFreeSocketInSight() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: "
            "a}]}\n"
            "  a: {kind: math2d, expression: '1'}\neditor: {a: {x: 0, y: 0}, surface: {x: 192, y: 0}}\n");
        test.click(test.at(test.scene().wire("surface", 0)->middle()));
        QVERIFY(test.scene().chip().isVisible());
        const NodeItem& surface = test.node("surface");
        const QPointF free = surface.inputPlace(surface.freeRow());
        const QRectF chip = test.scene().chip().rectAt(test.view().zoom());
        QVERIFY(!chip.intersects(QRectF(free - QPointF(5, 5), QSizeF(10, 10))));
        QVERIFY2(chip.bottom() > free.y() - 20, "it is still beside the wire");
    }

    void aClickOnAWireShowsItsChip() {
        GraphTest test(parts);
        QVERIFY(!test.scene().chip().isVisible());
        test.click(test.at(test.scene().wire("sum", 1)->middle()));
        QVERIFY(test.scene().chip().isVisible());
        QVERIFY(chipOf(test).contains(test.at(test.scene().wire("sum", 1)->middle())));
        test.key(Qt::Key_C, Qt::ShiftModifier);
        choose(test, "trait.data");
        QCOMPARE(test.inputs("sum"), "data:a, data:b, data:c");
        test.click(test.at({500, 350}));
        test.select({"soft"});
        QVERIFY(!test.scene().chip().isVisible());
    }

    /// Below 60 %, the chip stays as large as it is at 60 %, until nodes are drawn as blocks.
    void theChipIsThereInASmallGraph() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.freeSocket("sum"));
        test.view().zoomBy(metrics::labelZoom / test.view().zoom());
        const QSize size = chipOf(test).size();
        WireChip* item = nullptr;
        for (QGraphicsItem* each : test.scene().items()) {
            if (auto* chip = qgraphicsitem_cast<WireChip*>(each)) item = chip;
        }
        QVERIFY(item != nullptr);
        for (const qreal zoom : {0.45, 0.31}) {
            test.view().zoomBy(zoom / test.view().zoom());
            const QRect chip = chipOf(test);
            QVERIFY(std::abs(chip.width() - size.width()) <= 2 &&
                    std::abs(chip.height() - size.height()) <= 2);
            const QImage with = test.canvas()->grab(chip).toImage();
            item->hide();
            QVERIFY(test.canvas()->grab(chip).toImage() != with);
            item->show();
            test.click(chip.center());
            QVERIFY(menuOf(test) != nullptr);
            menuOf(test)->close();
        }
        test.view().zoomBy(0.29 / test.view().zoom());
        QVERIFY(test.scene().chip().rectAt(test.view().zoom()).isNull());
    }

    /// The wire from the bevel to the surface passes under the lattice.
    void theWireAndTheChipAreNotUnderANode() {
        GraphTest test(R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: lattice}, {data: bevel}]}
  lattice: {kind: stitching, u: [8, 0], v: [0, 8], inputs: [{pattern: dome}]}
  dome: {kind: math2d, width: 8, height: 8, expression: 'x'}
  bevel: {kind: math2d, expression: 'y'}
editor:
  surface: {x: 600, y: 0}
  lattice: {x: 400, y: 24}
  dome: {x: 200, y: 0}
  bevel: {x: 200, y: 128}
)");
        WireItem* const wire = test.scene().wire("surface", 1);
        const QRectF lattice = test.node("lattice").sceneBody();
        QVERIFY(wire->crosses(lattice));
        QVERIFY(wire->zValue() < test.node("lattice").zValue());
        test.select({"bevel"});
        test.scene().choose(WireChoice{"surface", 1});
        QCOMPARE(test.scene().chip().blend(), QString("over"));
        QVERIFY(wire->zValue() > test.node("lattice").zValue());
        QVERIFY(wire->zValue() < test.node("bevel").zValue());
        const QRectF chip = test.scene().chip().rectAt(1);
        for (const NodeItem* node : test.scene().nodes())
            QVERIFY2(!node->sceneBody().intersects(chip), qPrintable(node->name()));
        test.scene().choose(std::optional<WireChoice>());
        QVERIFY(wire->zValue() < test.node("lattice").zValue());
    }

    void theChipOfAMovedNodeMovesWithItsWire() {
        GraphTest test(parts);
        test.drag(test.output("soft"), test.freeSocket("sum"));
        const QRect before = chipOf(test);
        test.scene().moveNode(test.node("soft"), test.node("soft").pos() + QPointF(0, 64));
        QCOMPARE(chipOf(test).center().y(), before.center().y() + 32);
    }

    /// Links whose trait must come first are first, even if an earlier link gets or loses such a trait.
    void anotherTraitKeepsTheOrder() {
        GraphTest test(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: tiles}]}\n"
            "  tiles: {kind: stitching, inputs: [{pattern: a}, {pattern: b}, {mask: c}, {mask: d}]}\n"
            "  a: {kind: math2d, width: 8, height: 8, expression: 'x'}\n"
            "  b: {kind: math2d, width: 8, height: 8, expression: 'y'}\n"
            "  c: {kind: math2d, width: 8, height: 8, expression: '1'}\n"
            "  d: {kind: math2d, width: 8, height: 8, expression: '1'}\n");
        test.panel.edits().setTrait({"tiles", 0}, Trait::mask);
        QCOMPARE(test.inputs("tiles"), "pattern:b, mask:a, mask:c, mask:d");
        test.panel.edits().setTrait({"tiles", 3}, Trait::pattern);
        QCOMPARE(test.inputs("tiles"), "pattern:b, pattern:d, mask:a, mask:c");
        QVERIFY(test.document.design()->diagnostics.empty());
        QCOMPARE(test.scene().chosenWire()->entry, std::size_t{1});
    }

    void aWireMovedToAnotherNodeIsTheLastOfItsTrait() {
        GraphTest test(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: tiles}, {data: other}]}\n"
            "  tiles: {kind: stitching, inputs: [{pattern: a}, {pattern: b}, {mask: c}]}\n"
            "  other: {kind: stitching, inputs: [{pattern: d}, {pattern: a}]}\n"
            "  a: {kind: math2d, width: 8, height: 8, expression: 'x'}\n"
            "  b: {kind: math2d, width: 8, height: 8, expression: 'y'}\n"
            "  c: {kind: math2d, width: 8, height: 8, expression: '1'}\n"
            "  d: {kind: math2d, width: 8, height: 8, expression: '1'}\n");
        test.panel.edits().moveTo({"other", 0}, "tiles", Trait::pattern);
        QCOMPARE(test.inputs("tiles"), "pattern:a, pattern:b, pattern:d, mask:c");
        QCOMPARE(test.inputs("other"), "pattern:a");
        QCOMPARE(test.steps(), 1);
    }

    void whatAReaderRequiresIsNotOfferedOtherwise() {
        GraphTest test;
        const Fitting& fitting = test.scene().fitting();
        const auto traits = [&](const char* node, std::size_t link) {
            return fitting.traitsOf(*test.scene().index(node), link);
        };
        QVERIFY(traits("rims", 0) == std::vector<Trait>{Trait::mask});
        QVERIFY((traits("relief", 0) == std::vector<Trait>{Trait::data, Trait::mask}));
        QVERIFY(traits("lattice", 0) == std::vector<Trait>{Trait::pattern});
    }

    void theMenuOfAWireChangesIt() {
        GraphTest test(parts);
        QVERIFY(test.panel.action("graph.trait") != nullptr);
        test.select({"b"});
        test.panel.action("graph.trait")->trigger();
        QVERIFY(menuOf(test) != nullptr);
        choose(test, "trait.data");
        QCOMPARE(test.inputs("sum"), "data:a, data:b, data:c");
        test.select({"soft"});
        test.panel.action("graph.trait")->trigger();
        QCOMPARE(QToolTip::text(), QString("Select a link, or a node that is linked."));
    }

    /// A menu bar keeps the focus after the first Escape; then Enter would edit the parameters.
    void theKeysThatLinkGoToTheCanvas() {
        GraphTest test(parts);
        QLineEdit elsewhere(&test.panel);
        elsewhere.show();
        elsewhere.setFocus();
        QVERIFY(!test.view().hasFocus());
        test.select({"a"});
        test.panel.action("graph.connect")->trigger();
        QVERIFY(test.view().connecting());
        QVERIFY(test.view().hasFocus());
        test.key(Qt::Key_Return);
        QCOMPARE(test.inputs("soft"), "data:a");
    }

    void pictures() {
        GraphTest test;
        test.select({"stones"});
        test.panel.addInView(findKind("union")->description);
        screenshot(test.panel, "graph-chip");
        test.panel.addInView(findKind("math2d")->description);
        test.select({"union"});
        test.panel.addInView(findKind("math2d")->description);
        QVERIFY(test.scene().chip().isVisible());
        screenshot(test.panel, "graph-chip-blend");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphLinks)
#include "test_graph_links.moc"
