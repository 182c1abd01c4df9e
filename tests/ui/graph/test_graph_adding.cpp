// SPDX-License-Identifier: GPL-3.0-or-later

// The place and the links of a node that is added without a place.

#include "tests/ui/graph/graph_test.hpp"

#include "core/design/yaml_tools.hpp"
#include "support/places.hpp"
#include "ui/graph/adding/palette.hpp"
#include "ui/model/named_file.hpp"
#include "ui/words/why_disabled.hpp"

#include <QContextMenuEvent>
#include <QFrame>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

namespace {

/// The surface of a new design, at the left edge of the view.
constexpr const char* alone = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100 mm, height: 100 mm}
editor:
  surface: {x: 0, y: 0}
)";

const KindDescription& kindOf(const char* name) {
    return findKind(name)->description;
}

/// \param values  how many values the picture has; 1: it has two, in single bits
QImage pictureOf(int values) {
    QImage image(300, 200, QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.scanLine(y)[x] = static_cast<uchar>(values > 2 ? (x * 7 + y * 3) % values
                                                      : (x - 150) * (x - 150) + y * y < 9000 ? 255
                                                                                             : 0);
    }
    return values == 1 ? image.convertToFormat(QImage::Format_Mono, Qt::ThresholdDither) : image;
}

/// A group, which the surface shows.
constexpr const char* walled = R"(burin: 2
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

}  // namespace

class TestGraphAdding : public QObject {
    Q_OBJECT

  private slots:
    void aNodeBecomesAChildOfWhatIsSelected_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("selected");
        QTest::addColumn<QString>("link");
        QTest::newRow("the surface takes a picture") << "image"
                                                     << "surface"
                                                     << "data";
        QTest::newRow("a filter takes what it filters") << "math2d"
                                                        << "soft"
                                                        << "data";
        QTest::newRow("a source takes nothing") << "noise"
                                                << "a"
                                                << "";
        QTest::newRow("a formula is not given variables") << "stitching"
                                                          << "c"
                                                          << "";
        QTest::newRow("nothing is selected") << "noise"
                                             << ""
                                             << "";
    }
    void aNodeBecomesAChildOfWhatIsSelected() {
        QFETCH(QString, kind);
        QFETCH(QString, selected);
        QFETCH(QString, link);
        GraphTest test(parts);
        test.select(selected.isEmpty() ? QStringList() : QStringList{selected});
        test.panel.addInView(kindOf(kind.toUtf8().constData()));
        const QString added = test.selection.active();
        const QString inputs = test.inputs(selected.isEmpty() ? "surface" : selected.toUtf8().constData());
        if (link.isEmpty()) {
            QVERIFY2(!inputs.contains(':' + added), qPrintable(inputs));
        } else {
            QVERIFY2(inputs.endsWith(link + ':' + added), qPrintable(inputs));
        }
        QCOMPARE(test.steps(), 1);
    }

    /// Otherwise the picture of the file would not be visible.
    void aNodeThatReadsAFileIsOtherwiseReadByTheSurface_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("selected");
        QTest::newRow("nothing is selected") << "image" << QStringList();
        QTest::newRow("a lattice has its pattern") << "image" << QStringList{"lattice"};
        QTest::newRow("a formula takes no picture") << "tiff" << QStringList{"a"};
        QTest::newRow("two nodes are selected") << "path" << QStringList{"a", "b"};
        QTest::newRow("heights") << "scan" << QStringList();
        QTest::newRow("letters of a font") << "text" << QStringList();
    }
    void aNodeThatReadsAFileIsOtherwiseReadByTheSurface() {
        QFETCH(QString, kind);
        QFETCH(QStringList, selected);
        GraphTest test(QByteArray(parts).replace(
            "editor:",
            "  lattice: {kind: stitching, u: [8, 0], v: [0, 8], inputs: [{pattern: a}]}\neditor:"));
        auto* button = test.panel.findChild<PaletteButton*>("palette." + kind);
        test.select(selected);
        QTest::mouseClick(button, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(test.inputs("surface"), "data:sum");
        test.select(selected);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(test.inputs("surface"), "data:sum, data:" + test.selection.active());
        QCOMPARE(test.inputs("lattice"), "pattern:a");
        QCOMPARE(test.steps(), 2);
    }

    /// A new compensation allows for the machine's spot, if that is known.
    void aCompensationHasTheMachinesSpot_data() {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QByteArray>("spot");
        QTest::newRow("an unknown machine") << QByteArray() << QByteArray("8 um");
        QTest::newRow("a diameter") << QByteArray("job: {spot: 12.5 um}\n") << QByteArray("12.5 um");
        QTest::newRow("a shape") << QByteArray("job: {spot: {shape: top_hat, sx: 9 um, sy: 7 um}}\n")
                                 << QByteArray("{shape: top_hat, sx: 9 um, sy: 7 um}");
    }
    void aCompensationHasTheMachinesSpot() {
        QFETCH(const QByteArray, job);
        QFETCH(const QByteArray, spot);
        const QByteArray design = QByteArray(alone).replace("burin: 1", "burin: 2") + job;
        GraphTest test(design.constData());
        test.select({"surface"});
        test.panel.addInView(kindOf("compensate"));
        const YamlValue* added = test.document.nodeText(test.selection.active());
        QVERIFY(added != nullptr && added->find("spot") != nullptr);
        QVERIFY2(*added->find("spot") == std::get<YamlValue>(parseYaml(spot.toStdString())),
                 qPrintable(test.document.text()));
    }

    void itStandsBeforeWhatItFeeds() {
        GraphTest test(alone);
        test.select({"surface"});
        for (int i = 0; i < 4; ++i) {
            const QString parent = test.selection.active();
            test.panel.addInView(kindOf("union"));
            const NodeItem& added = test.node(test.selection.active().toUtf8().constData());
            const NodeItem& before = test.node(parent.toUtf8().constData());
            QVERIFY(added.sceneBody().right() < before.sceneBody().left());
            QVERIFY(
                test.canvas()->rect().contains(test.view().mapFromScene(added.sceneBody()).boundingRect()));
        }
    }

    /// Children stand below one another in the column before their reader, in the order of its inputs.
    void childrenStandInOrder() {
        GraphTest test(alone);
        test.select({"surface"});
        test.panel.addInView(kindOf("union"));
        QPointF last;
        for (int i = 0; i < 4; ++i) {
            test.select({"union"});
            test.panel.addInView(kindOf("image"));
            const NodeItem& added = test.node(test.selection.active().toUtf8().constData());
            QCOMPARE(added.pos().x(), test.node("union").pos().x() - metrics::columnWidth);
            if (i > 0) QCOMPARE(added.pos().y(), metrics::snapped(last.y() + metrics::rowDistance));
            last = added.pos();
        }
        QCOMPARE(test.inputs("union"), "data:image, data:image 2, data:image 3, data:image 4");
    }

    /// In a low graph, a node in a second row would be visible without its reader.
    void allNodesStayInView() {
        GraphTest test(alone);
        test.panel.resize(976, 200);
        test.home();
        for (const char* kind : {"union", "image", "image"}) {
            test.select({kind == std::string("union") ? "surface" : "union"});
            test.panel.addInView(kindOf(kind));
            QVERIFY(test.view().room().shown.contains(test.scene().contents()));
        }
        QVERIFY2(test.view().zoom() >= metrics::labelZoom, qPrintable(QString::number(test.view().zoom())));
    }

    /// With Shift, no way of adding a node links it.
    void withShiftItIsNotLinked() {
        GraphTest test(alone);
        test.select({"surface"});
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.union"), Qt::LeftButton,
                          Qt::ShiftModifier);
        QCOMPARE(test.inputs("surface"), "");
        QVERIFY(test.document.node("union") != nullptr);
        test.select({"surface"});
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "image");
        const auto* help = test.panel.findChild<QLabel*>("addHelp");
        QVERIFY2(help->text().endsWith("surface will read it as data. Shift+Enter: not linked."),
                 qPrintable(help->text()));
        QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(test.inputs("surface"), "");
        QVERIFY(test.document.node("image") != nullptr);
        test.select({"surface"});
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.image"), Qt::LeftButton);
        QCOMPARE(test.inputs("surface"), "data:image 2");
    }

    /// The viewport says that Tab adds a node to an empty surface. If the surface already shows a node, Tab
    /// does not change that.
    void theFirstNodeFeedsTheSurface_data() {
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("inputs");
        QTest::newRow("linked") << Qt::KeyboardModifiers() << "data:image";
        QTest::newRow("not linked with Shift") << Qt::KeyboardModifiers(Qt::ShiftModifier) << "";
    }
    void theFirstNodeFeedsTheSurface() {
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(QString, inputs);
        GraphTest test(alone);
        test.select({"surface"});
        test.click(QPoint(100, 60));
        QCOMPARE(test.selection.nodes(), QStringList());
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "image");
        const auto* help = test.panel.findChild<QLabel*>("addHelp");
        QVERIFY2(help->text().endsWith("surface will read it as data. Shift+Enter: not linked."),
                 qPrintable(help->text()));
        QTest::keyClick(search, Qt::Key_Return, modifiers);
        QCOMPARE(test.inputs("surface"), inputs);
        QVERIFY(test.node("image").sceneBody().right() < test.node("surface").sceneBody().left());
        if (inputs.isEmpty()) return;
        test.select({});
        test.panel.addInView(kindOf("union"));
        QCOMPARE(test.inputs("surface"), inputs);
    }

    /// In a group the output takes the place of the surface.
    void theFirstNodeOfAGroupFeedsItsOutput() {
        GraphTest test(walled);
        test.key(Qt::Key_Escape);  // Qt still holds the Shift of the row before
        test.panel.enter("wall");
        const auto output = [&] {
            const YamlValue* node = groupText(test.document.design()->document, "bricks")->find("output");
            return node == nullptr ? QString() : QString::fromStdString(node->scalar);
        };
        test.panel.edits().remove({"bed"});
        QCOMPARE(output(), QString());
        QVERIFY(test.document.scope().open());
        test.select({});
        test.panel.addInView(kindOf("math2d"));
        const QString first = test.selection.active();
        QVERIFY(!first.isEmpty());
        QCOMPARE(output(), first);
        const std::string name = first.toStdString();
        QVERIFY(test.node(name.c_str()).sceneBody().right() < test.node("$ output").sceneBody().left());
        test.select({});
        test.panel.addInView(kindOf("math2d"));
        QVERIFY(test.selection.active() != first);
        QCOMPARE(output(), first);
    }

    /// A size would cut letters off. A formula without a size is unbounded.
    void aPatternThatDrawsAnOutlineKeepsItsOwnSize_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<bool>("sized");
        QTest::newRow("a text") << "palette.text" << false;
        QTest::newRow("a shape") << "palette.shape" << false;
        QTest::newRow("a ready start of text") << "palette.carved text" << false;
        QTest::newRow("a formula") << "palette.math2d" << true;
    }
    void aPatternThatDrawsAnOutlineKeepsItsOwnSize() {
        QFETCH(QString, button);
        GraphTest test(alone);
        test.select({"surface"});
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.stitching"), Qt::LeftButton);
        QTest::mouseClick(test.panel.findChild<PaletteButton*>(button), Qt::LeftButton);
        QVERIFY(test.inputs("lattice").startsWith("pattern:"));
        const DesignNode* added = test.document.node(test.selection.active());
        QVERIFY(added->sound);
        QTEST(added->size.has_value(), "sized");
    }

    void nothingComesBehindTheSurface_data() {
        QTest::addColumn<QPoint>("mouse");
        QTest::newRow("mouse elsewhere") << QPoint(-100, -100);
        QTest::newRow("mouse right of the surface") << QPoint(1100, 150);
    }
    void nothingComesBehindTheSurface() {
        QFETCH(QPoint, mouse);
        GraphTest test(alone);
        test.view().centerOn(test.node("surface").sceneBody().center() + QPointF(500, 0));
        QCursor::setPos(test.panel.mapToGlobal(mouse));
        for (int i = 0; i < 3; ++i) {
            test.select({});
            test.key(Qt::Key_Tab);
            QTest::keyClick(test.panel.findChild<QLineEdit*>("addSearch"), Qt::Key_Return);
            const NodeItem& added = test.node(test.selection.active().toUtf8().constData());
            QVERIFY(added.sceneBody().right() < test.node("surface").sceneBody().left());
        }
    }

    /// A double click, or the click that opened the menu, gives the place. The node is linked as if it was
    /// added with Tab.
    void theMousePutsItWhereItPoints_data() {
        QTest::addColumn<bool>("byMenu");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("inputs");
        QTest::newRow("double click") << false << Qt::KeyboardModifiers() << "data:image";
        QTest::newRow("double click, then Shift+Enter")
            << false << Qt::KeyboardModifiers(Qt::ShiftModifier) << "";
        QTest::newRow("context menu") << true << Qt::KeyboardModifiers() << "data:image";
    }
    void theMousePutsItWhereItPoints() {
        QFETCH(bool, byMenu);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        GraphTest test(alone);
        test.select({"surface"});
        const QPoint place(900, 60);
        if (byMenu) {
            QTest::mousePress(test.canvas(), Qt::RightButton, {}, place);
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, test.canvas()->mapToGlobal(place));
            QCoreApplication::sendEvent(test.canvas(), &event);
            auto* menu = test.panel.findChild<QMenu*>("graphMenu");
            QVERIFY(menu != nullptr);
            menu->close();
            test.panel.action("graph.add")->trigger();
        } else {
            test.click(place);  // the first of the two clicks
            QCOMPARE(test.selection.nodes(), QStringList());
            QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, place);
        }
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QVERIFY(search->isVisible());
        QTest::keyClicks(search, "image");
        const auto* help = test.panel.findChild<QLabel*>("addHelp");
        QVERIFY2(help->text().endsWith("surface will read it as data. Shift+Enter: not linked."),
                 qPrintable(help->text()));
        QTest::keyClick(search, Qt::Key_Return, modifiers);
        const NodeItem& added = test.node(test.selection.active().toUtf8().constData());
        QVERIFY(QLineF(added.pos(), test.view().mapToScene(place)).length() < 16);
        QTEST(test.inputs("surface"), "inputs");
        QCOMPARE(test.node("surface").pos(), QPointF(0, 0));
    }

    /// A filter that is added after the selected node takes over its readers, wherever the filter is; the
    /// readers do not move.
    void nothingMovesForANodeThatTheMousePlaces() {
        GraphTest test(parts);
        test.select({"a"});
        const QPoint place = test.at({640, 200});
        test.click(place);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, place);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "median");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(test.inputs("median"), "data:a");
        QCOMPARE(test.inputs("sum"), "data:median, mask:b, data:c");
        QCOMPARE(test.node("median").pos(), QPointF(640, 200));
        QCOMPARE(test.node("sum").pos(), QPointF(400, 0));
        QCOMPARE(test.node("surface").pos(), QPointF(600, 0));
    }

    /// The wire would run backwards if the node were to the left of the node that it reads. So the node goes
    /// where Tab would put it.
    void aNodeGoesBesideWhatItReadsIfItsWireWouldRunBack() {
        GraphTest test(parts);
        test.select({"sum"});
        const QPoint place = test.at({200, 100});
        test.click(place);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, place);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QTest::keyClicks(search, "median");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(test.inputs("median"), "data:sum");
        QCOMPARE(test.inputs("surface"), "data:median");
        QVERIFY(test.node("median").pos().x() >= test.node("sum").sceneBody().right());
        QVERIFY(test.node("surface").pos().x() >= test.node("median").sceneBody().right());
    }

    void theListShowsWholeRows() {
        GraphTest test(parts);
        for (int i = 0; i < 2; ++i) {
            test.key(Qt::Key_Tab);
            const auto* list = test.panel.findChild<QListWidget*>("addList");
            const int row = list->visualItemRect(list->item(0)).height();
            QVERIFY(row > 0 && list->viewport()->height() >= 5 * row);
            QCOMPARE(list->viewport()->height() % row, 0);
            QTest::keyClick(test.panel.findChild<QLineEdit*>("addSearch"), Qt::Key_Escape);
        }
    }

    /// The transform that fits a picture into the surface takes its place, and the picture moves aside.
    void aPictureStaysInViewWhenItIsFitted_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("nodes");
        QTest::newRow("with room beside it") << QSize(700, 372) << 0;
        QTest::newRow("in a low graph") << QSize(700, 200) << 0;
        QTest::newRow("below other nodes") << QSize(700, 232) << 2;
    }
    void aPictureStaysInViewWhenItIsFitted() {
        QFETCH(QSize, size);
        QFETCH(int, nodes);
        QByteArray text = alone;
        QByteArray places = "  logo: {x: 0, y: 0}\n";
        for (int k = 0; k < nodes; ++k) {
            const QByteArray name = "n" + QByteArray::number(k);
            text.replace("editor:", "  " + name + ": {kind: math2d, expression: 1}\neditor:");
            places += "  " + name + ": {x: -192, y: " + QByteArray::number(124 * k) + "}\n";
        }
        text.replace("editor:", "  logo: {kind: image}\neditor:");
        text.replace("height: 100 mm}", "height: 100 mm, inputs: [data: logo]}");
        text.replace("surface: {x: 0", "surface: {x: 192");
        GraphTest test((text + places).constData());
        test.panel.resize(size);
        QCoreApplication::processEvents();
        test.view().zoomBy(1 / test.view().zoom());
        test.view().centerOn(test.node("surface").sceneBody().center());
        test.select({"logo"});
        QVERIFY(test.view().room().shown.contains(test.node("logo").sceneBody()));
        const YamlValue file = yamlScalar(test::inTree("resources/examples/images/horse.png").toStdString());
        QCOMPARE(nameFile(test.workbench(), "named", "logo", "file", file), QString());
        QCOMPARE(test.selection.active(), QString("logo size"));
        for (const char* name : {"logo", "logo size"})
            QVERIFY2(test.view().room().shown.contains(test.node(name).sceneBody()), name);
    }

    /// A panel below takes room while it has something to say.
    void theSelectedNodeStaysInViewInALowerGraph() {
        GraphTest test(parts);
        test.view().zoomBy(1 / test.view().zoom());
        const auto seen = [&] { return test.view().room().shown.contains(test.node("c").sceneBody()); };
        test.select({"c"});
        test.view().centerOn(test.node("c").sceneBody().center() - QPointF(0, 80));
        QVERIFY(seen() && !test.view().room().shown.contains(test.scene().contents()));
        test.panel.resize(1260, 232);
        QTRY_VERIFY(seen());
    }

    void arrowsReachWhatLiesNearlyAboveOrBelow_data() {
        QTest::addColumn<QPointF>("soft");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("reached");
        QTest::newRow("below and a little to the right of all others")
            << QPointF(16, 520) << int(Qt::Key_Left) << "c";
        QTest::newRow("above and a little to the left of the surface")
            << QPointF(584, -300) << int(Qt::Key_Right) << "surface";
        QTest::newRow("a node on the way comes first") << QPointF(-400, 8) << int(Qt::Key_Right) << "a";
    }
    void arrowsReachWhatLiesNearlyAboveOrBelow() {
        QFETCH(QPointF, soft);
        QFETCH(int, key);
        QFETCH(QString, reached);
        GraphTest test(parts);
        test.panel.edits().nudge({"soft"}, soft - test.node("soft").pos(), 0);
        test.select({"soft"});
        test.key(static_cast<Qt::Key>(key));
        QCOMPARE(test.selection.active(), reached);
    }
    void aTextureThatCannotBeMadeSaysWhy_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing is selected") << ""
                                             << "select a picture first";
        QTest::newRow("the surface") << "surface"
                                     << "select a picture first";
        QTest::newRow("an unbounded node") << "b"
                                           << "the selected node is unbounded";
        QTest::newRow("a picture whose file is not chosen") << "photo"
                                                            << "the selected node has a problem";
        QTest::newRow("a filter without an input") << "soft"
                                                   << "the selected node has a problem";
        QTest::newRow("a bounded node") << "a"
                                        << "";
    }
    void aTextureThatCannotBeMadeSaysWhy() {
        QFETCH(QString, node);
        QFETCH(QString, why);
        GraphTest test(QByteArray(parts).replace("  soft:", "  photo: {kind: image}\n  soft:"));
        test.select(node.isEmpty() ? QStringList() : QStringList(node));
        const QAction* texture = test.panel.action("graph.texture");
        QCOMPARE(texture->isEnabled(), why.isEmpty());
        if (!why.isEmpty()) QCOMPARE(texture->property(whyDisabled).toString(), why);
    }
    void aTextureIsOfferedOnlyForShades_data() {
        QTest::addColumn<int>("values");
        QTest::addColumn<bool>("offered");
        QTest::newRow("a photograph") << 200 << true;
        QTest::newRow("a silhouette of 8 bits") << 2 << false;
        QTest::newRow("a silhouette of 1 bit") << 1 << false;
    }
    void lengthsBeginInTheUnitOfTheSurface_data() {
        QTest::addColumn<QString>("pixel");
        QTest::addColumn<QString>("side");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* pixel, const char* side, const char* kind,
                            const char* key, const char* text) {
            QTest::newRow(name) << pixel << side << kind << key << text;
        };
        row("a bevel that is seen", "1 um", "100 mm", "profile", "distance_max", "100 um");
        row("of other pixels", "0.7 um", "100 mm", "profile", "distance_max", "70 um");
        row("of a surface in pixels", "1 um", "4000", "profile", "distance_max", "100");
        row("of a surface in inches", "1 um", "1 in", "rough", "sal", "159 um");
        row("a shape's size", "2 um", "100 mm", "shape", "size", "200 um");
        row("not a length", "1 um", "100 mm", "median", "radius", "3");
    }
    void lengthsBeginInTheUnitOfTheSurface() {
        QFETCH(QString, pixel);
        QFETCH(QString, side);
        QFETCH(QString, kind);
        QFETCH(QString, key);
        QFETCH(QString, text);
        const QString design =
            "burin: 2\npixel: %1\nnodes:\n  surface: {kind: root, width: %2, height: %2}\n";
        GraphTest test(design.arg(pixel, side).toUtf8().constData());
        test.panel.addInView(kindOf(kind.toUtf8().constData()));
        const YamlValue* value = test.document.nodeText(test.selection.active())->find(key.toStdString());
        QVERIFY(value != nullptr);
        QCOMPARE(QString::fromStdString(value->scalar), text);
    }

    void aTextureIsOfferedOnlyForShades() {
        QFETCH(int, values);
        QFETCH(bool, offered);
        const QTemporaryDir folder;
        const QString file = folder.filePath("one.png");
        QVERIFY(pictureOf(values).save(file));
        GraphTest test(parts);
        QSignalSpy found(&test.previews, &Previews::shadesFound);
        test.panel.importFiles({file});
        const auto* notice = test.panel.findChild<QFrame*>("graphNotice");
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(notice->isVisible(), offered);
        test.selection.select({"one"});
        QCOMPARE(notice->isVisible(), offered);
        test.selection.select({"a"});
        QVERIFY(!notice->isVisible());
        // If a picture was deselected before its shades were known, nothing is offered.
        test.panel.importFiles({file});
        test.selection.select({"a"});
        QTRY_COMPARE(found.size(), 2);
        QVERIFY(!notice->isVisible());
    }
    /// The title of the node names it. A formula does not read its inputs in place, so nothing is added.
    void aDrawnNodeIsReadAtItsPlace() {
        GraphTest test(parts);
        KindDescription kind = findKind("shape")->description;
        kind.title = "Rectangle";
        YamlValue values = yamlMap();
        setIn(values, "shape", yamlScalar("rectangle"));
        setIn(values, "size", yamlScalar("8"));
        const std::vector<std::string> place = {"3", "4"};
        QCOMPARE(test.panel.addDrawn("sum", kind, values, yamlList(place)), QString());
        QCOMPARE(test.inputs("sum"), "data:a, mask:b, data:c, data:rectangle");
        QCOMPARE(test.document.node("sum")->links.back().at, (Point{3, 4}));
        QVERIFY(test.document.node("rectangle")->sound);
        QCOMPARE(test.selection.nodes(), QStringList{"rectangle"});
        QCOMPARE(test.document.history().undoText(), QString("Add Rectangle"));
        QCOMPARE(test.steps(), 1);
        QVERIFY(!test.panel.addDrawn("a", kind, values, {}).isEmpty());
        QVERIFY(!test.panel.addDrawn("", kind, values, {}).isEmpty());
        QCOMPARE(test.steps(), 1);
    }
    void aTextureIsOfferedInAGroup() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("one.png");
        QVERIFY(pictureOf(200).save(file));
        GraphTest test(walled);
        QVERIFY(test.document.scope().enter("wall"));
        QSignalSpy found(&test.previews, &Previews::shadesFound);
        test.panel.importFiles({file});
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(found.first(), QVariantList({"wall/one", true}));
        QVERIFY(test.panel.findChild<QFrame*>("graphNotice")->isVisible());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphAdding)
#include "test_graph_adding.moc"
