// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes that are put into wires or come after others, and the view while that happens.

#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/adding/palette.hpp"
#include "ui/graph/items/wire_item.hpp"
#include "ui/words/why_disabled.hpp"

#include <QImage>
#include <QPainter>

namespace burin::ui {

namespace {

/// The surface reads two sources, and a stitching reads one.
constexpr const char* meeting = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: a, at: [1, 2]}, {data: b}, {mask: c}]}
  a: {kind: math2d, width: 8, height: 8, expression: 'x'}
  b: {kind: math2d, width: 8, height: 8, expression: 'y'}
  c: {kind: math2d, expression: '1'}
editor:
  surface: {x: 600, y: 0}
  a: {x: 0, y: 0}
  b: {x: 0, y: 136}
  c: {x: 0, y: 272}
)";

/// A group that feeds the surface.
constexpr const char* bricks = R"(burin: 2
pixel: 1 um
groups:
  bricks:
    output: bed
    nodes:
      bed: {kind: math2d, width: 40, height: 40, expression: 'x / 40'}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: wall}]}
  wall: {kind: group, group: bricks}
)";

const KindDescription& kindOf(const char* name) {
    return findKind(name)->description;
}

/// Whether a wire is drawn in the colour that says that a drop would insert into it.
bool isLit(GraphTest& test, WireItem& wire) {
    const QRectF bounds = wire.boundingRect();
    QImage image(bounds.size().toSize(), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.translate(-bounds.topLeft());
    wire.paint(&painter, nullptr, nullptr);
    painter.end();
    const QColor accent = test.scene().style().color(Role::accent);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == accent) return true;
        }
    }
    return false;
}

/// The wires that pass under a node without being linked to it.
QStringList passing(GraphTest& test, const char* name) {
    const NodeItem& node = test.node(name);
    QStringList found;
    for (const NodeItem* parent : test.scene().nodes()) {
        for (const WireItem* wire : parent->in) {
            if (wire == nullptr || wire->parentNode() == &node || wire->childNode() == &node) continue;
            if (wire->crosses(node.sceneBody())) found << wire->picture().child + ">" + parent->name();
        }
    }
    return found;
}

}  // namespace

class TestGraphInserting : public QObject {
    Q_OBJECT

  private slots:
    /// White is deep in a picture, and a logo is mostly black on white.
    void invertPutsACurveBehindANode() {
        GraphTest test(parts);
        test.select({"a"});
        test.key(Qt::Key_I, Qt::ShiftModifier);
        QCOMPARE(test.inputs("sum"), "data:curve, mask:b, data:c");
        QCOMPARE(test.inputs("curve"), "data:a");
        const YamlValue* points = test.document.nodeText("curve")->find("points");
        QVERIFY(points != nullptr);
        QCOMPARE(QString::fromStdString(writeYaml(*points)).trimmed(), QString("[[0, 1], [1, 0]]"));
        QCOMPARE(test.selection.active(), QString("curve"));
        QCOMPARE(test.steps(), 1);
        test.select({"surface"});
        QVERIFY(!test.panel.action("graph.invert")->isEnabled());
    }

    void aUnionTakesAllWiresThatMeetUnderIt() {
        GraphTest test(meeting);
        hover(test, "union", {430, 14});
        QStringList cut;
        for (WireItem* wire : test.node("surface").in) {
            if (isLit(test, *wire)) cut << wire->picture().child;
        }
        QCOMPARE(cut, (QStringList{"a", "b"}));
        dropped(test, "union", {430, 14});
        QCOMPARE(test.inputs("surface"), "data:union, mask:c");
        QCOMPARE(test.inputs("union"), "data:a, data:b");
        const DesignNode* made = test.document.node("union");
        QCOMPARE(made->links[0].at, (Point{1, 2}));
        QCOMPARE(made->links[1].at, (Point{0, 0}));
        QCOMPARE(test.document.node("surface")->links[0].at, (Point{0, 0}));
        QCOMPARE(passing(test, "union"), QStringList());
        QCOMPARE(test.steps(), 1);
    }

    void aUnionThatIsThereTakesThemToo() {
        GraphTest test(meeting);
        test.panel.edits().addNode(kindOf("union"), {200, -200});
        test.panel.edits().insert("union", test.panel.edits().cut(kindOf("union"), {430, 14, 152, 100}),
                                  {430, 14});
        QCOMPARE(test.inputs("surface"), "data:union, mask:c");
        QCOMPARE(test.inputs("union"), "data:a, data:b");
    }

    /// A filter reads one surface, so the other wire must not look linked to it.
    void noWirePassesUnderAnInsertedNode() {
        GraphTest test(meeting);
        dropped(test, "median", {430, 14});
        const QString read = test.inputs("median");
        QVERIFY2(read == "data:a" || read == "data:b", qPrintable(read));
        QCOMPARE(passing(test, "median"), QStringList());
    }

    void onlyTheWireThatIsCutIsLit() {
        GraphTest test(meeting);
        hover(test, "median", {430, 14});
        int lit = 0;
        for (WireItem* wire : test.node("surface").in)
            lit += isLit(test, *wire) ? 1 : 0;
        QCOMPARE(lit, 1);
        test.panel.cancelDrop();
    }

    void aClickedNodeComesAfterTheSelectedOne_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("selected");
        QTest::addColumn<QString>("reads");
        QTest::addColumn<QString>("surface");
        QTest::newRow("a transform after a source") << "transform"
                                                    << "a"
                                                    << "data:a"
                                                    << "data:transform, data:b, mask:c";
        QTest::newRow("a mask is read by a profile") << "profile"
                                                     << "c"
                                                     << "mask:c"
                                                     << "data:a, data:b, mask:profile";
        QTest::newRow("a source feeds what joins surfaces") << "noise"
                                                            << "surface"
                                                            << ""
                                                            << "data:a, data:b, mask:c, data:noise";
        QTest::newRow("a source is not put after another") << "noise"
                                                           << "a"
                                                           << ""
                                                           << "data:a, data:b, mask:c";
    }
    void aClickedNodeComesAfterTheSelectedOne() {
        QFETCH(QString, kind);
        QFETCH(QString, selected);
        QFETCH(QString, reads);
        QFETCH(QString, surface);
        GraphTest test(meeting);
        test.select({selected});
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette." + kind), Qt::LeftButton);
        QCOMPARE(test.inputs(test.selection.active().toUtf8().constData()), reads);
        QCOMPARE(test.inputs("surface"), surface);
        QCOMPARE(test.steps(), 1);
    }

    void aCompensationIsPutBeforeTheSurface() {
        QByteArray design = meeting;
        design.replace("burin: 1", "burin: 2").replace(", {data: b}", "").append("job: {spot: 12.5 um}\n");
        GraphTest test(design);
        test.select({"b"});
        test.panel.action("graph.compensate")->trigger();
        QCOMPARE(test.selection.active(), QString("compensate"));
        QCOMPARE(test.inputs("surface"), "data:compensate, mask:c");
        QCOMPARE(test.inputs("compensate"), "data:a");
        QCOMPARE(test.document.node("surface")->links[0].at, (Point{1, 2}));
        const YamlValue* spot = test.document.nodeText("compensate")->find("spot");
        QVERIFY(spot != nullptr);
        QCOMPARE(spot->scalar, std::string("12.5 um"));
        QCOMPARE(test.steps(), 1);
        QVERIFY(!test.panel.action("graph.compensate")->isEnabled());
        test.document.history().undo();
        QCOMPARE(test.inputs("surface"), "data:a, mask:c");
        QVERIFY(test.panel.action("graph.compensate")->isEnabled());
    }

    void aCompensationThatCannotBeInsertedSaysWhy_data() {
        QTest::addColumn<QByteArray>("inputs");
        QTest::addColumn<QString>("why");
        QTest::newRow("no input") << QByteArray("[]") << "the surface has no input";
        QTest::newRow("a mask alone") << QByteArray("[{mask: c}]") << "the surface has no input";
        QTest::newRow("a node that is not there")
            << QByteArray("[{data: gone}]") << "the surface has no input";
        QTest::newRow("two inputs") << QByteArray("[{data: a}, {data: b}]")
                                    << "the surface has several inputs; join them first";
        QTest::newRow("a compensation")
            << QByteArray("[{data: fit}]") << "a compensate node is there already";
        QTest::newRow("one input") << QByteArray("[{data: a}]") << "";
    }
    void aCompensationThatCannotBeInsertedSaysWhy() {
        QFETCH(const QByteArray, inputs);
        QFETCH(const QString, why);
        const QByteArray design = QByteArray(meeting)
                                      .replace("burin: 1", "burin: 2")
                                      .replace("[{data: a, at: [1, 2]}, {data: b}, {mask: c}]", inputs)
                                      .replace("editor:",
                                               "  fit: {kind: compensate, spot: 8 um, inputs: [{data: a}]}\n"
                                               "editor:");
        GraphTest test(design);
        const QAction* insert = test.panel.action("graph.compensate");
        QCOMPARE(insert->isEnabled(), why.isEmpty());
        QCOMPARE(insert->property(whyDisabled).toString(), why);
    }

    void noCompensationIsPutIntoAGroup() {
        GraphTest test(bricks);
        const QAction* insert = test.panel.action("graph.compensate");
        QVERIFY(insert->isEnabled());
        test.panel.enter("wall");
        QVERIFY(!insert->isEnabled());
        QCOMPARE(insert->property(whyDisabled).toString(), QString("leave the group first"));
        test.panel.leave();
        QVERIFY(insert->isEnabled());
    }

    void theLinkOfAnUnlinkedNodeIsEnough() {
        GraphTest test(parts);
        test.panel.edits().addNode(kindOf("noise"), {200, 400});
        test.panel.addInView(kindOf("transform"));
        QCOMPARE(test.inputs("transform"), "data:noise");
    }

    void theViewStaysIfTheNewNodeIsInSight() {
        GraphTest test(meeting);
        test.key(Qt::Key_A);
        const QPointF before = test.view().mapToScene(QPoint(0, 0));
        test.select({"a"});
        test.panel.addInView(kindOf("transform"));
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before);
        test.document.history().undo();
        QCOMPARE(test.view().mapToScene(QPoint(0, 0)), before);
    }

    void undoSelectsWhatWasSelectedBefore() {
        GraphTest test(meeting);
        test.select({"a"});
        test.panel.addInView(kindOf("transform"));
        QCOMPARE(test.selection.active(), QString("transform"));
        test.document.history().undo();
        QCOMPARE(test.selection.nodes(), QStringList{"a"});
    }

    void undoKeepsTheSelectionThatIsThere() {
        GraphTest test(meeting);
        test.panel.edits().mute({"a"});
        test.select({"a", "b"});
        test.document.history().undo();
        QCOMPARE(test.selection.nodes(), (QStringList{"a", "b"}));
    }

    void theMinimapFadesWhileSomethingIsDraggedNearIt() {
        GraphTest test(meeting);
        auto* map = test.panel.findChild<QWidget*>("minimap");
        const auto border = [&] { return map->grab().toImage().pixelColor(QPoint(0, 40)); };
        const QColor before = border();
        const QPoint header = test.header("a");
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, header);
        test.moveTo(header + QPoint(40, 0));
        QCOMPARE(border(), before);
        test.moveTo(map->geometry().center());
        QVERIFY(border() != before);
        test.key(Qt::Key_Escape);
        QCOMPARE(border(), before);
    }

  private:
    static PaletteButton& button(GraphTest& test, const char* kind) {
        return *test.panel.findChild<PaletteButton*>(QString("palette.") + kind);
    }
    /// The position over the canvas at which a dragged kind would have its upper left corner there.
    static QPoint over(GraphTest& test, const char* kind, QPointF corner) {
        const QPointF grip(metrics::nodeWidth / 2, metrics::headerHeight / 2);
        return button(test, kind).mapFromGlobal(test.canvas()->mapToGlobal(test.at(corner + grip)));
    }
    static void hover(GraphTest& test, const char* kind, QPointF corner) {
        PaletteButton& from = button(test, kind);
        QTest::mousePress(&from, Qt::LeftButton, {}, from.rect().center());
        for (const QPoint to : {over(test, kind, corner) - QPoint(9, 9), over(test, kind, corner)}) {
            QMouseEvent move(QEvent::MouseMove, to, from.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(&from, &move);
        }
    }
    static void dropped(GraphTest& test, const char* kind, QPointF corner) {
        hover(test, kind, corner);
        QTest::mouseRelease(&button(test, kind), Qt::LeftButton, {}, over(test, kind, corner));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphInserting)
#include "test_graph_inserting.moc"
