// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the graph for review, and the parts of its look that a test can check.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "ui/graph/breadcrumb.hpp"
#include "ui/graph/items/badge_item.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/items/node_item.hpp"
#include "ui/words/cut_text.hpp"

#include <QFile>
#include <QHelpEvent>
#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QRegion>
#include <QToolButton>
#include <QToolTip>
#include <cmath>

namespace burin::ui {

namespace {

/// Collects what is painted of a widget.
class PaintedRegion : public QObject {
  public:
    explicit PaintedRegion(QWidget& widget) { widget.installEventFilter(this); }

    [[nodiscard]] const QRegion& region() const { return region_; }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) region_ += static_cast<QPaintEvent*>(event)->region();
        return QObject::eventFilter(watched, event);
    }

  private:
    QRegion region_;
};

}  // namespace

class TestGraphLook : public QObject {
    Q_OBJECT

  private slots:
    void thePictures_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark) << "-dark";
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light) << "-light";
    }

    void thePictures() {
        QFETCH(int, choice);
        QFETCH(QString, suffix);
        GraphTest test(shagreen, static_cast<ThemeChoice>(choice));
        test.select({"rims"});
        test.selection.setSolo("relief");
        test.view().centerOn(QPointF(590, 154));
        waitForThumbnails(test);
        screenshot(test.panel, "graph" + suffix);
        QTest::mousePress(test.canvas(), Qt::LeftButton, {}, test.output("stones"));
        test.moveTo(test.at({500, 100}));
        screenshot(test.panel, "graph-wire" + suffix);
        test.key(Qt::Key_Escape);
        test.view().zoomBy(0.5);
        screenshot(test.panel, "graph-half" + suffix);
        test.view().zoomBy(0.5);
        screenshot(test.panel, "graph-quarter" + suffix);
        test.home();
        test.key(Qt::Key_N);
        QTest::qWait(20);
        screenshot(test.panel, "graph-comment" + suffix);
        QTest::keyClick(test.view().findChild<QWidget*>("inlineEditor"), Qt::Key_Escape);
        test.key(Qt::Key_Tab);
        screenshot(*test.panel.findChild<QWidget*>("addPopup"), "graph-popup" + suffix);
        QCOMPARE(test.scene().nodes().size(), qsizetype{9});
    }

    void anExampleWithoutPlacesIsLaidOut() {
        QFile file(burin::test::inTree("resources/examples/guilloche.burin"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        GraphTest test(file.readAll().constData());
        test.key(Qt::Key_A);
        waitForThumbnails(test);
        screenshot(test.panel, "graph-laid-out");
        QVERIFY(!test.document.text().contains("editor"));
        test.drag(test.header("surface"), test.header("surface") + QPoint(24, 8));
        // Once a node is moved by hand, the positions of the others are stored too.
        QVERIFY(test.document.text().contains("rosette: {x:"));
    }

    /// A busy computer paints the new place of a node before the scene has asked to repaint the old one.
    void aMovedNodeLeavesNothingBehind() {
        GraphTest test(parts);
        NodeItem& node = test.node("soft");
        const auto shown = [&] {
            return test.view().mapFromScene(node.sceneBoundingRect()).boundingRect() & test.canvas()->rect();
        };
        test.canvas()->repaint();
        QCoreApplication::processEvents();
        const QRect before = shown();
        PaintedRegion painted(*test.canvas());
        test.scene().moveNode(node, node.pos() + QPointF(240, 0));
        const QRect after = shown();
        QVERIFY(!before.isEmpty() && !after.isEmpty() && !before.intersects(after));
        test.canvas()->repaint(after);
        QTRY_VERIFY(QRegion(before).subtracted(painted.region()).isEmpty());
    }

    /// At one zoom, all blocks have names or all have icons. A short name would fit at any zoom. Letters of a
    /// long name become narrower before it is cut.
    void allBlocksHaveNamesOrIcons_data() {
        QTest::addColumn<double>("zoom");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("names");
        QTest::newRow("names") << 0.26 << QByteArray("py") << true;
        QTest::newRow("long names") << 0.31 << QByteArray("pyramid") << true;
        QTest::newRow("icons") << 0.24 << QByteArray("py") << false;
    }
    void allBlocksHaveNamesOrIcons() {
        QFETCH(double, zoom);
        QFETCH(QByteArray, name);
        QFETCH(bool, names);
        GraphTest test("burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n  " +
                       name +
                       ": {kind: math2d, width: 9, height: 9, expression: x}\n"
                       "  pyramids: {kind: math2d, width: 9, height: 9, expression: x}\n");
        const auto block = [&](const char* node) {
            QImage image(test.node(node).sceneBody().size().toSize() * zoom, QImage::Format_RGB32);
            image.fill(Qt::black);
            QPainter painter(&image);
            painter.scale(zoom, zoom);
            test.node(node).paint(&painter, nullptr, nullptr);
            return image;
        };
        QCOMPARE(block(name) != block("pyramids"), names);
    }

    /// A name that shrank with its node would be 5 px high.
    void aNameStaysReadableAtASmallZoom() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n"
            "  Hill: {kind: math2d, width: 9, height: 9, expression: x}\n");
        test.view().zoomBy(0.4 / test.view().zoom());
        const QRectF body = test.node("Hill").sceneBody();
        test.view().centerOn(body.center());
        const QPoint from = test.at(body.topLeft()) + QPoint(4, 2);
        const QPoint to = test.at(body.topRight() + QPointF(0, metrics::headerHeightAt(0.4))) - QPoint(4, 2);
        const auto rowsWithInk = [&] {
            const QImage header = test.canvas()->grab().toImage().copy(QRect(from, to));
            int rows = 0;
            for (int y = 0; y < header.height(); ++y) {
                int x = 0;
                while (x < header.width() &&
                       std::abs(qGray(header.pixel(x, y)) - qGray(header.pixel(0, 0))) < 40)
                    ++x;
                rows += x < header.width() ? 1 : 0;
            }
            return rows;
        };
        const auto capital = QFontMetricsF(test.theme.font(11)).capHeight();
        QTRY_VERIFY2(rowsWithInk() >= std::floor(capital), qPrintable(QString::number(rowsWithInk())));
    }

    void theGapsAroundALinkOfTheBreadcrumbAreEven() {
        const StudioTest studio;
        Breadcrumb breadcrumb(studio.theme);
        breadcrumb.setPath({"pebbles", "Pebbles"}, {});
        const auto* const link = breadcrumb.findChild<QToolButton*>("graphStep0");
        QCOMPARE(link->sizeHint().width(), QFontMetrics(link->font()).horizontalAdvance("pebbles") + 4);
    }

    /// The tip of a block names the node, wherever the pointer is on it.
    void theTipOfABlockNamesItsNode() {
        GraphTest test(parts);
        const auto tip = [&test] {
            const QPoint at = test.at(test.node("a").sceneBody().center());
            QToolTip::hideText();
            QHelpEvent event(QEvent::ToolTip, at, test.canvas()->mapToGlobal(at));
            QCoreApplication::sendEvent(test.canvas(), &event);
            return QToolTip::text();
        };
        QCOMPARE(tip(), QString());
        test.view().zoomBy(0.2);
        QVERIFY2(tip().startsWith("a "), qPrintable(tip()));
    }

    /// A fact that is wider than its place is broken between words, and ends with an ellipsis.
    void longTextsAreBroken() {
        const QFontMetricsF metrics(StudioTest().theme.font(12));
        const qreal width = metrics.horizontalAdvance("Pebble lea");
        QCOMPARE(cutLines("Pebble", metrics, width, 4), QStringList{"Pebble"});
        QCOMPARE(cutLines("Pebble leather", metrics, width, 4), QStringList({"Pebble", "leather"}));
        const QStringList one = cutLines("Pebble leather", metrics, width, 1);
        QCOMPARE(one.size(), 1);
        QVERIFY2(one[0].startsWith("Pebble") && one[0].endsWith(QChar(0x2026)), qPrintable(one[0]));
        for (const QString& line : cutLines("A crocodileleatherofdays and more and more", metrics, width, 2))
            QVERIFY2(metrics.horizontalAdvance(line) <= width, qPrintable(line));
    }

    /// At any width, a shortened text is a beginning with whole quantities, and an ellipsis.
    void aShortenedTextKeepsQuantitiesWhole() {
        const QFontMetricsF metrics(StudioTest().theme.font(12));
        const QString text = QString("4.096 mm × 4.096 mm, 12.5µm deep");
        QStringList seen;
        for (qreal width = 0; width <= metrics.horizontalAdvance(text) + 1; width += 0.5) {
            const QString shown = cutText(text, metrics, width);
            if (seen.isEmpty() || shown != seen.last()) seen << shown;
        }
        const QString dots(QChar(0x2026));
        QStringList expected{"", dots, "4.096 mm" + dots, "4.096 mm × 4.096 mm" + dots,
                             "4.096 mm × 4.096 mm, 12.5µm" + dots};
        for (const char* word : {" d", " de"})
            expected << "4.096 mm × 4.096 mm, 12.5µm" + QString(word) + dots;
        expected << text;
        for (const QString& shown : std::as_const(seen))
            QVERIFY2(expected.contains(shown), qPrintable(shown));
        QVERIFY(seen.contains("4.096 mm" + dots) && seen.last() == text);
        for (const char* sign : {"≈", "ø", "⌀", "<", "~"}) {
            const QString number = "about " + QString(sign) + "4.096 mm";
            const qreal inside = metrics.horizontalAdvance("about " + QString(sign) + "4.0" + dots) + 0.1;
            QVERIFY2(!cutText(number, metrics, inside).contains('4'), qPrintable(number));
        }
        QCOMPARE(cutText("Pebble leather", metrics, metrics.horizontalAdvance("Pebble lea" + dots) + 0.1),
                 "Pebble lea" + dots);
        const qreal word = metrics.horizontalAdvance("leather");
        QCOMPARE(inTwoLines("soft leather", metrics, word), QString("soft\nleather"));
        QCOMPARE(inTwoLines("a soft leather", metrics, word + 0.1), QString("a soft\nleather"));
        QCOMPARE(inTwoLines("leather", metrics, word), QString("leather"));
        QVERIFY(inTwoLines("soft leathers", metrics, word).endsWith(dots));
    }

    void aNewDesignSaysWhatToDo() {
        GraphTest test("burin: 1\npixel: 1 um\nnodes: {surface: {kind: root, width: 100, height: 100}}\n");
        QVERIFY(test.view().findChild<QWidget*>("graphHint")->isVisible());
        screenshot(test.panel, "graph-new");
        test.panel.resize(976, 200);  // as low as it can be
        test.home();
        const auto* hint = test.view().findChild<QWidget*>("graphHint");
        const QRectF node = test.scene().nodes().begin().value()->sceneBody();
        QVERIFY(!test.view().mapFromScene(node).boundingRect().intersects(hint->geometry()));
        // At 200 % the only node may cover all places of the hint.
        int shown = 0;
        for (const qreal zoom : {1.0, 2.0, 3.0}) {
            for (const QSize size : {QSize(976, 372), QSize(500, 200), QSize(330, 260)}) {
                test.panel.resize(size);
                test.home();
                test.view().zoomBy(zoom / test.view().zoom());
                const QRect body = test.view().mapFromScene(node).boundingRect();
                QVERIFY(!hint->isVisible() || !body.intersects(hint->geometry()));
                const QRect rows(0, hint->y(), 1, hint->height());
                QVERIFY(!hint->isVisible() || test.view().rect().contains(rows));
                shown += hint->isVisible() ? 1 : 0;
            }
        }
        QVERIFY2(shown > 1, qPrintable(QString::number(shown)));
        test.panel.edits().addNode(findKind("union")->description, {0, 0});
        QVERIFY(!test.view().findChild<QWidget*>("graphHint")->isVisible());
    }

    /// The library takes room beside the graph, and gives it back.
    void allNodesAreSeenWhenAPanelOpensBeside() {
        GraphTest test;
        QTest::qWait(1);  // the first fit
        test.panel.action("graph.fitAll")->trigger();
        const qreal zoom = test.view().zoom();
        const auto all = [&test] { return test.view().room().shown.contains(test.scene().contents()); };
        QVERIFY(all());
        test.panel.resize(700, 372);
        QTRY_VERIFY(all());
        QVERIFY(test.view().zoom() < zoom);
        test.panel.resize(1260, 372);
        QTRY_COMPARE(test.view().zoom(), zoom);
        // The user's choice stays.
        test.home();
        test.view().zoomBy(2);
        const qreal chosen = test.view().zoom();
        test.panel.resize(700, 372);
        QTest::qWait(1);
        QCOMPARE(test.view().zoom(), chosen);
    }

    /// The canvas gets narrower, so that the minimap would lie over the lowest node.
    void theMinimapHidesNoNodeWhenAPanelOpensBeside() {
        GraphTest test(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: "
            "a}]}\n"
            "  a: {kind: math2d, expression: '1'}\neditor: {a: {x: 0, y: 0}, surface: {x: 300, y: 170}}\n");
        QTest::qWait(1);  // the first fit
        test.panel.action("graph.fitAll")->trigger();
        const auto* map = test.view().findChild<QWidget*>("minimap");
        const auto body = [&test] {
            return test.view().mapFromScene(test.node("surface").sceneBody()).boundingRect();
        };
        QVERIFY(map->isVisible() && !map->geometry().intersects(body()));
        QVERIFY2(body().bottom() > map->y() + 12, "only the width keeps them apart");
        const int spare = test.view().width() - body().right() - 20;
        test.panel.resize(test.panel.width() - spare, test.panel.height());
        QTRY_VERIFY(map->isVisible() && !map->geometry().intersects(body()));
        QVERIFY(test.view().room().shown.contains(test.scene().contents()));
    }

    /// The bar rounds the zoom to whole percents.
    void aGraphAtSixtyPercentHasLabels() {
        GraphTest test(parts);
        const QPointF label = test.node("sum").inputPlace(0) + QPointF(40, 0);
        const qreal reach = 1;
        QVERIFY(test.scene().hit(label, reach, 0.596).part == Hit::Part::label);
        QVERIFY(test.scene().hit(label, reach, 0.594).part == Hit::Part::body);
    }

    /// No node reads them, and the file has no places.
    void theInputsOfAGroupAreAtTheLeft() {
        GraphTest test(
            "burin: 2\npixel: 1 um\ngroups:\n  soft:\n    output: top\n    nodes:\n"
            "      top: {kind: median, radius: 1, inputs: [{data: a}]}\n"
            "      a: {kind: math2d, width: 8, height: 8, expression: '1'}\n"
            "nodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: wall}]}\n"
            "  wall: {kind: group, group: soft}\n");
        test.document.scope().enter("wall");
        QTRY_VERIFY(test.scene().node("$ inputs") != nullptr);
        const auto left = [&test](const char* name) { return test.node(name).pos().x(); };
        QCOMPARE(left("$ inputs"), left("a"));
        QVERIFY(left("a") < left("top") && left("top") < left("$ output"));
    }

    void aNodeIsAsTallAsItsInputs() {
        GraphTest test;
        QCOMPARE(test.node("rims").body(), QRectF(0, 0, 152, 100));
        for (int i = 0; i < 2; ++i)
            test.panel.edits().link("stones", "relief", Trait::data);
        QCOMPARE(test.node("relief").body().height(), 144.0);
        QCOMPARE(test.node("relief").inputPlace(3) - test.node("relief").pos(), QPointF(0, 104));
        QCOMPARE(test.node("relief").outputPlace() - test.node("relief").pos(), QPointF(152, 62));
    }

    void nodesShowTheirState() {
        GraphTest test;
        QVERIFY(test.node("outline").picture().state == NodeState::error);
        QCOMPARE(test.node("outline").picture().facts, QStringList{"no file"});
        QVERIFY(test.node("surface").picture().state == NodeState::blocked);
        QVERIFY(test.node("relief").picture().state == NodeState::sound);
        QCOMPARE(test.node("soften").picture().bypass, 0);
        QCOMPARE(test.node("pebble").picture().facts, (QStringList{"120 µm", "× 120 µm"}));
        QCOMPARE(test.node("lattice").picture().facts, QStringList{"max"});
        QCOMPARE(test.node("soften").picture().facts, QStringList{"r 2"});
        QVERIFY(test.scene().wire("surface", 1)->picture().broken);
        QVERIFY(!test.scene().wire("surface", 0)->picture().broken);
    }

    void aNodeSaysWhichInputItLacks() {
        GraphTest test;
        for (const auto& [kind, fact] : {std::pair("median", "no data"), std::pair("stitching", "no pattern"),
                                         std::pair("profile", "no mask")}) {
            const QString name = test.panel.edits().addNode(findKind(kind)->description, {0, 400});
            QCOMPARE(test.node(qPrintable(name)).picture().facts, QStringList{fact});
            QVERIFY(test.node(qPrintable(name)).picture().needsMore);
        }
    }

    void badgesDoNotShrinkWithTheGraph() {
        GraphTest test;
        for (const double zoom : {1.0, 0.5, 0.1}) {
            test.view().zoomBy(zoom / test.view().zoom());
            for (const QGraphicsItem* child : test.node("outline").childItems()) {
                const QRectF shown = child->deviceTransform(test.view().viewportTransform())
                                         .mapRect(QRectF(0, 0, metrics::badge, metrics::badge));
                QVERIFY2(std::abs(shown.width() - metrics::badge) < 0.01, qPrintable(QString::number(zoom)));
            }
        }
    }

    void aRenamedNodeIsStillShown() {
        GraphTest test(parts);
        test.selection.setSolo("a");
        test.selection.setPinned(true);
        QCOMPARE(test.panel.edits().rename("a", "dome"), QString());
        QCOMPARE(test.selection.solo(), QString("dome"));
        QVERIFY(test.selection.pinned());
        QCOMPARE(test.panel.edits().rename("b", "rim"), QString());
        QCOMPARE(test.selection.solo(), QString("dome"));
    }

    void comparedNodesHaveTheirLetters() {
        GraphTest test(shagreen);
        const auto badgesOf = [&test](const char* name) {
            for (const QGraphicsItem* child : test.node(name).childItems()) {
                const auto* badges = qgraphicsitem_cast<const BadgeItem*>(child);
                if (badges != nullptr) return badges->badges();
            }
            return std::vector<Badge>{Badge::error};
        };
        QCOMPARE(badgesOf("relief").size(), std::size_t{0});
        test.selection.setCompared({"relief", "rims"});
        QVERIFY(badgesOf("relief") == std::vector{Badge::first});
        QVERIFY(badgesOf("rims") == std::vector{Badge::second});
        test.selection.setCompared({"rims", "rims"});
        QVERIFY(badgesOf("relief").empty());
        QVERIFY((badgesOf("rims") == std::vector{Badge::second, Badge::first}));
        test.selection.setCompared({});
        QVERIFY(badgesOf("rims").empty());
    }

    /// Both pictures are white; the one that is estimated from few samples has a mark in its lower right
    /// corner. Making it exact would take very long.
    void aSketchSaysSo() {
        QString slow = "1";
        for (int seed = 0; seed < 200; ++seed)
            slow += QString(" + cell(x / 3, y / 3, %1)").arg(seed);
        const QString text =
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 100, height: 100, inputs: [{data: small}]}\n"
            "  small: {kind: math2d, width: 100, height: 100, expression: 'min(1, 1 + x)'}\n"
            "  wide: {kind: math2d, width: 16000, height: 16000, expression: 'min(1, " +
            slow +
            ")'}\n"
            "editor:\n  surface: {x: 400, y: 0}\n  small: {x: 0, y: 0}\n  wide: {x: 200, y: 0}\n";
        GraphTest test(qPrintable(text));
        const auto marked = [&test](const char* name) {
            const QImage image = test.canvas()->grab().toImage();
            const QRectF rect = metrics::thumbnailRect().translated(test.node(name).pos());
            const auto color = [&](QPointF place) {
                const QPointF pixel = QPointF(test.at(place)) * image.devicePixelRatio();
                return image.pixelColor(pixel.toPoint());
            };
            return color(rect.center()) != color(rect.bottomRight() - QPointF(4, 13));
        };
        for (const char* name : {"small", "wide"})
            QTRY_VERIFY(!test.previews.thumbnail(name).isNull());
        QTRY_VERIFY(!test.previews.thumbnailIsSketch("small"));  // at first it may be one
        QVERIFY(test.previews.thumbnailIsSketch("wide"));
        QVERIFY(!marked("small"));
        QVERIFY(marked("wide"));
        test.view().zoomBy(0.5);  // too small for words
        QVERIFY(!marked("wide"));
    }

    /// An instance shows the picture of its output, and follows an edit in its group.
    void anInstanceHasAPicture() {
        GraphTest test(R"(burin: 2
pixel: 1 um
groups:
  half:
    parameters: {edge: {type: number, default: 50}}
    output: out
    nodes:
      out: {kind: union, inputs: [data: steps]}
      steps: {kind: math2d, width: 100, height: 100, expression: 'x >= edge'}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: wall}]}
  wall: {kind: group, group: half}
  other: {kind: group, group: half, values: {edge: 90}}
editor:
  surface: {x: 400, y: 0}
  wall: {x: 200, y: 0}
  other: {x: 200, y: 200}
)");
        const auto lightness = [&](const char* name, qreal across) {
            const QImage image = test.canvas()->grab().toImage();
            const QRectF rect = metrics::thumbnailRect().translated(test.node(name).pos());
            const QPointF place(rect.left() + across * rect.width(), rect.center().y());
            return image.pixelColor((QPointF(test.at(place)) * image.devicePixelRatio()).toPoint())
                .lightness();
        };
        const auto sides = [&](const char* name) {
            return QList<bool>{lightness(name, 0.25) > 200, lightness(name, 0.7) > 200};
        };
        QTRY_COMPARE(sides("wall"), (QList<bool>{false, true}));
        QTRY_VERIFY(!test.previews.thumbnail("other/out").isNull());
        QCOMPARE(sides("other"), (QList<bool>{false, false}));
        test.document.edit("Turn", [](DesignEdit& edit) {
            edit.setScope("half");
            edit.setValue("steps", "expression", yamlScalar("x < edge", true));
        });
        QTRY_COMPARE(sides("wall"), (QList<bool>{true, false}));
        QTRY_COMPARE(sides("other"), (QList<bool>{true, true}));
    }

    /// The row of an instance's free socket has no other text: it would look like the socket's name.
    void aTitleIsNotBesideAFreeSocket_data() {
        QTest::addColumn<double>("zoom");
        QTest::newRow("at 100 %") << 1.0;
        QTest::newRow("at 200 %") << 2.0;
    }
    void aTitleIsNotBesideAFreeSocket() {
        QFETCH(double, zoom);
        GraphTest test(R"(burin: 2
pixel: 1 um
groups:
  half:
    title: Pebbles
    inputs: [{mask: outline, optional: true}]
    output: out
    nodes:
      out: {kind: union, inputs: [{data: one}, {mask: $outline}]}
      one: {kind: math2d, expression: '1'}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: wall}]}
  wall: {kind: group, group: half}
editor:
  surface: {x: 600, y: 0}
  wall: {x: 200, y: 0}
)");
        test.view().zoomBy(zoom);
        test.view().centerOn(test.node("wall").sceneBody().center());
        const auto isBlank = [&](int row, qreal left) {
            QCoreApplication::processEvents();  // paints what has changed
            const QImage canvas = test.canvas()->grab().toImage();
            const QPointF start = test.node("wall").inputPlace(row) + QPointF(left, -8);
            const QRectF label(start, QSizeF(metrics::labelLeft + metrics::labelWidth - left, 16));
            const QImage image = canvas.copy(test.view().mapFromScene(label).boundingRect());
            QImage ground(image.size(), image.format());
            ground.fill(image.pixelColor(0, 0));
            return image == ground;
        };
        constexpr qreal behindPlus = metrics::labelLeft + 12;
        test.select({});
        QTRY_VERIFY(isBlank(0, metrics::labelLeft));
        QTRY_VERIFY(!isBlank(1, metrics::labelLeft));
        test.select({"wall"});
        QVERIFY(test.node("wall").freeSocketShown());
        QTRY_VERIFY(!isBlank(0, metrics::labelLeft));
        QTRY_VERIFY(isBlank(0, behindPlus));
        QTRY_VERIFY(!isBlank(1, metrics::labelLeft));
    }

    void aThumbnailRepaintsTheNodeThatShowsIt() {
        GraphTest test(parts);
        test.document.edit("Rename", [](DesignEdit& edit) { edit.renameNode("a", "dot"); });
        test.panel.grab();  // asks for the thumbnails
        QTRY_VERIFY(!test.previews.busy());
        // The last thumbnails may still have to be painted.
        const auto rests = [&test] {
            const PaintedRegion late(*test.canvas());
            QCoreApplication::processEvents();
            return late.region().isEmpty();
        };
        QTRY_VERIFY(rests() && rests());
        const auto at = [&](const char* name) {
            return test.view().mapFromScene(test.node(name).sceneBody()).boundingRect();
        };
        const PaintedRegion painted(*test.canvas());
        emit test.previews.thumbnailChanged("a");  // no node has this name now
        emit test.previews.thumbnailChanged("dot");
        QTRY_VERIFY(painted.region().intersects(at("dot")));
        QVERIFY(!painted.region().intersects(at("surface")));
    }

    /// A search for a free position below 1e300 would not end.
    void placesOutsideOfTheCanvasAreReplaced_data() {
        QTest::addColumn<QString>("place");
        QTest::newRow("too large") << "{x: 1e300, y: 1e300}";
        QTest::newRow("infinite") << "{x: 0, y: inf}";
        QTest::newRow("no number") << "{x: nan, y: 0}";
    }

    void placesOutsideOfTheCanvasAreReplaced() {
        QFETCH(QString, place);
        const QString text = QString(
                                 "burin: 1\npixel: 1 um\nnodes:\n"
                                 "  surface: {kind: root, width: 9, height: 9, inputs: [{data: a}]}\n"
                                 "  a: {kind: math2d, expression: '1'}\n"
                                 "  b: {kind: math2d, expression: '1'}\n"
                                 "editor: {surface: %1, b: {x: 0, y: 0}}\n")
                                 .arg(place);
        GraphTest test(text.toUtf8().constData());
        for (const char* name : {"surface", "a", "b"}) {
            const QPointF at = test.node(name).pos();
            QVERIFY(std::abs(at.x()) < 1e6 && std::abs(at.y()) < 1e6);
        }
    }

    void anotherThemeIsTakenOver() {
        GraphTest test;
        const QImage dark = test.panel.grab().toImage();
        test.theme.choose(ThemeChoice::light);
        const QImage light = test.panel.grab().toImage();
        QVERIFY(dark.pixelColor(300, 200).lightness() < 80);
        QVERIFY(light.pixelColor(300, 200).lightness() > 180);
        test.theme.choose(ThemeChoice::dark);
    }

  private:
    static void waitForThumbnails(GraphTest& test) {
        if (qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS")) return;
        test.panel.grab();
        QTest::qWait(2500);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphLook)
#include "test_graph_look.moc"
