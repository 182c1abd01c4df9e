// SPDX-License-Identifier: GPL-3.0-or-later

// What moving, resizing and turning write into the design.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"
#include "ui/placing/placing_edit.hpp"

#include <QLineF>

#include <algorithm>
#include <cmath>

using namespace burin;
using namespace burin::ui;

namespace {

/// A surface with one thing at the place `at`.
QString designWith(const QString& thing, const QString& at = "[30, 20]") {
    return "burin: 2\npixel: 2 um\nnodes:\n"
           "  surface: {kind: root, width: 2 mm, height: 1 mm, inputs: [{data: thing, at: " +
           at + "}]}\n  thing: {" + thing +
           "}\n  sheet: {kind: math2d, width: 40, height: 30, expression: \"1\"}\n";
}

std::optional<PlacedThing> thingIn(const Document& document, const QString& node = "thing") {
    const auto things = thingsOn(document, "surface");
    const auto found = std::find_if(things.begin(), things.end(),
                                    [&](const PlacedThing& thing) { return thing.node == node; });
    return found == things.end() ? std::nullopt : std::optional(*found);
}

QString written(const Document& document, const QString& node, const char* key) {
    const YamlValue* value = document.nodeText(node)->find(key);
    return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value)).trimmed();
}

QString offset(const Document& document) {
    const YamlValue* at = document.nodeText("surface")->find("inputs")->items[0].find("at");
    return at == nullptr ? QString() : QString::fromStdString(writeYaml(*at)).trimmed();
}

}  // namespace

class TestPlacingEdit : public QObject {
    Q_OBJECT

  private slots:
    void aMoveKeepsTheUnits_data() {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QPointF>("by");
        QTest::addColumn<QString>("moved");
        QTest::newRow("pixels") << "[30, 20]" << QPointF(5.4, -2.6) << "[35, 17]";
        QTest::newRow("millimetres") << "[0.06 mm, 40 um]" << QPointF(5, 5) << "[0.07 mm, 50 um]";
        QTest::newRow("a zero takes the other number's unit")
            << "[0, 40 um]" << QPointF(5, 0) << "[10 um, 40 um]";
        QTest::newRow("a zero beside plain pixels") << "[0, 40]" << QPointF(5, 0) << "[5, 40]";
        QTest::newRow("zeros take the surface's unit") << "[0, 0]" << QPointF(5, 10) << "[0.01 mm, 0.02 mm]";
        QTest::newRow("what does not move stays as written")
            << "[0.060 mm, 4e1 um]" << QPointF(0, 1) << "[0.060 mm, 42 um]";
    }
    void aMoveKeepsTheUnits() {
        QFETCH(QString, at);
        QFETCH(QPointF, by);
        QFETCH(QString, moved);
        Document document(kinds());
        QCOMPARE(document.recover(designWith("kind: shape, shape: rectangle, size: [40, 30]", at), {}),
                 QString());
        const QString before = document.text();
        PlacingEdit edit(document, *thingIn(document));
        edit.moveBy({1, 1});
        edit.moveBy(by);
        QCOMPARE(offset(document), moved);
        QVERIFY(edit.held().isEmpty());
        QCOMPARE(document.history().count(), 1);
        document.undo();
        QCOMPARE(document.text(), before);
        PlacingEdit again(document, *thingIn(document));
        again.moveBy({7, 7});
        again.cancel();
        QCOMPARE(document.text(), before);
        QVERIFY(!document.history().canUndo());
    }

    void sizesAreWritten_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QSizeF>("first");
        QTest::addColumn<QSizeF>("wanted");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QSizeF>("made");
        const auto row = [](const char* name, const char* node, QSizeF first, QSizeF wanted, const char* key,
                            const char* value, QSizeF made) {
            QTest::newRow(name) << QString(node) << first << wanted << QByteArray(key) << QString(value)
                                << made;
        };
        row("a rectangle", "kind: shape, shape: rectangle, size: [80 um, 30]", {40, 30}, {50, 45}, "size",
            "[100 um, 45]", {50, 45});
        row("a square becomes a rectangle", "kind: shape, shape: rectangle, size: 40", {40, 40}, {50, 40},
            "size", "[50, 40]", {50, 40});
        row("a square stays one", "kind: shape, shape: rectangle, size: 0.08 mm", {40, 40}, {50, 50}, "size",
            "0.1 mm", {50, 50});
        row("a scaled rectangle", "kind: shape, shape: rectangle, size: [20, 10], scale: [2, 3]", {40, 30},
            {50, 60}, "size", "[25, 20]", {50, 60});
        row("a polygon", "kind: shape, shape: polygon, sides: 4, diameter: 80 um", {40, 40}, {60, 60},
            "diameter", "120 um", {60, 60});
        row("a ring with its hole", "kind: shape, shape: ring, diameter: 40, inner: 20", {40, 40}, {60, 60},
            "inner", "30", {60, 60});
        row("path data", "kind: path, d: M0 0 H40 V30 H0 Z", {40, 30}, {20, 60}, "scale", "[0.5, 2]",
            {20, 60});
        row("a transform by its scale", "kind: transform, scale: 2, inputs: [data: sheet]", {80, 60},
            {40, 90}, "scale", "[1, 3]", {40, 90});
        row("a transform by its size", "kind: transform, size: [80, 60 um], inputs: [data: sheet]", {80, 30},
            {40, 90}, "size", "[40, 180 um]", {40, 90});
        row("a formula by its width and height", "kind: math2d, width: 80 um, height: 30, expression: \"1\"",
            {40, 30}, {50, 45}, "width", "100 um", {50, 45});
    }
    void sizesAreWritten() {
        QFETCH(QString, node);
        QFETCH(QSizeF, first);
        QFETCH(QSizeF, wanted);
        QFETCH(QByteArray, key);
        QFETCH(QString, value);
        QFETCH(QSizeF, made);
        Document document(kinds());
        QCOMPARE(document.recover(designWith(node), {}), QString());
        const QString before = document.text();
        const TurnedBox start = thingIn(document)->box();
        QCOMPARE(start.size, first);
        PlacingEdit edit(document, *thingIn(document));
        // The lower right corner stays.
        TurnedBox box = start;
        box.size = wanted;
        box.middle += QPointF(first.width() - wanted.width(), first.height() - wanted.height()) / 2;
        edit.resizeTo(start);
        edit.resizeTo(box);
        QCOMPARE(written(document, "thing", key), value);
        const TurnedBox now = thingIn(document)->box();
        QVERIFY(std::abs(now.size.width() - made.width()) < 1e-6);
        QVERIFY(std::abs(now.size.height() - made.height()) < 1e-6);
        QVERIFY(QLineF(handleOf(now, 4), handleOf(start, 4)).length() < 1);
        QCOMPARE(document.history().count(), 1);
        edit.cancel();
        QCOMPARE(document.text(), before);
    }

    /// A module is a whole number of pixels, and the fixed corner keeps its place.
    void aCodeTakesWholeModules() {
        Document document(kinds());
        QCOMPARE(document.recover(designWith("kind: code, code: datamatrix, data: Burin, module: 4"), {}),
                 QString());
        const TurnedBox start = thingIn(document)->box();
        PlacingEdit edit(document, *thingIn(document));
        edit.resizeTo(resizedBox(start, 0, {-0.3 * start.size.width(), 0}, {.proportional = true}));
        QCOMPARE(written(document, "thing", "module"), QString("5"));
        const TurnedBox now = thingIn(document)->box();
        QCOMPARE(now.size, start.size * 1.25);
        QVERIFY(QLineF(handleOf(now, 4), handleOf(start, 4)).length() < 1e-6);
    }

    void turnsGoAroundTheMiddle_data() {
        QTest::addColumn<QString>("node");
        QTest::newRow("a rectangle") << "kind: shape, shape: rectangle, size: [40, 30]";
        QTest::newRow("a mirrored and scaled one")
            << "kind: shape, shape: rectangle, size: [40, 30], scale: [2, 0.5], mirror: x";
        QTest::newRow("path data, turned about its own origin") << "kind: path, d: M10 5 H50 V35 H10 Z";
        QTest::newRow("a transform") << "kind: transform, scale: [2, 1], inputs: [{data: sheet, at: [3, 4]}]";
    }
    void turnsGoAroundTheMiddle() {
        QFETCH(QString, node);
        Document document(kinds());
        QCOMPARE(document.recover(designWith(node), {}), QString());
        const QString before = document.text();
        const TurnedBox start = thingIn(document)->box();
        PlacingEdit edit(document, *thingIn(document));
        for (const double angle : {10.0, 45.0, 90.0, 133.5}) {
            edit.turnTo(angle);
            const TurnedBox now = thingIn(document)->box();
            QCOMPARE(now.degrees, angle);
            QCOMPARE(written(document, "thing", "rotate").toDouble(), angle);
            QVERIFY(std::abs(now.size.width() - start.size.width()) < 0.02);
            QVERIFY(std::abs(now.size.height() - start.size.height()) < 0.02);
            // `at` is whole pixels.
            QVERIFY(QLineF(now.middle, start.middle).length() < 0.75);
        }
        QCOMPARE(document.history().count(), 1);
        edit.cancel();
        QCOMPARE(document.text(), before);
    }

    /// In a group, values may be formulas.
    void formulasStay() {
        Document document(kinds());
        const QString text =
            "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 30}}\n"
            "    output: all\n    nodes:\n"
            "      all: {kind: union, inputs: [{data: thing, at: [\"= gap\", 20]}]}\n"
            "      thing: {kind: shape, shape: rectangle, size: [\"= gap + 10\", 30], rotate: \"= gap - "
            "30\"}\n"
            "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [{data: wall, at: [10, 0]}]}\n"
            "  wall: {kind: group, group: g}\n";
        QCOMPARE(document.recover(text, {}), QString());
        QVERIFY(!thingIn(document, "thing"));  // the thing is inside of the group
        const auto wall = thingIn(document, "wall");
        QVERIFY(wall && wall->clickable);
        QCOMPARE(wall->box().bounds(), QRectF(40, 20, 40, 30));
        QVERIFY(document.scope().enter("wall"));
        const auto thing = thingIn(document, "thing");
        QVERIFY(thing);
        QCOMPARE(thing->box().bounds(), QRectF(40, 20, 40, 30));
        const auto numbers = [&] {
            const YamlValue* at = document.nodeText("all")->find("inputs")->items[0].find("at");
            return QString::fromStdString(at->items[0].scalar + " | " + at->items[1].scalar);
        };
        PlacingEdit edit(document, *thing);
        edit.moveBy({5, 5});
        QCOMPARE(numbers(), QString("= gap | 25"));
        QVERIFY2(edit.held().contains("x of thing"), qPrintable(edit.held()));
        edit.moveBy({0, 5});
        QVERIFY(edit.held().isEmpty());
        edit.cancel();
        PlacingEdit sizing(document, *thing);
        sizing.resizeTo(resizedBox(thing->box(), 4, {10, 10}, {}));
        const YamlValue* size = document.nodeText("thing")->find("size");
        QCOMPARE(size->items[0].scalar, std::string("= gap + 10"));
        QCOMPARE(size->items[1].scalar, std::string("40"));
        QVERIFY(sizing.held().contains("size"));
        sizing.cancel();
        PlacingEdit turning(document, *thing);
        turning.turnTo(20);
        QVERIFY(turning.held().contains("rotate"));
        QCOMPARE(document.nodeText("thing")->find("rotate")->scalar, std::string("= gap - 30"));
    }

    /// A click selects the parts of a union, but a filter or a mask as a whole.
    void clicksTakeTheTopmost() {
        Document document(kinds());
        const QString text =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 400, height: 200, inputs: [data: all, {data: soft, at: [300, "
            "0]}]}\n"
            "  all: {kind: union, inputs: [data: ground, {data: top, at: [50, 50]}, {mask: hole, at: [200, "
            "0]}]}\n"
            "  ground: {kind: math2d, width: 150, height: 150, expression: \"1\"}\n"
            "  top: {kind: shape, shape: rectangle, size: [20, 10], rotate: 90}\n"
            "  hole: {kind: math2d, width: 50, height: 50, expression: \"1\"}\n"
            "  soft: {kind: median, radius: 1, inputs: [data: inner]}\n"
            "  inner: {kind: math2d, width: 50, height: 50, expression: \"1\"}\n";
        QCOMPARE(document.recover(text, {}), QString());
        const auto things = thingsOn(document, "surface");
        const auto at = [&](double x, double y) {
            const PlacedThing* found = thingAt(things, {x, y});
            return found == nullptr ? QString() : found->node;
        };
        QCOMPARE(at(55, 65), QString("top"));
        QCOMPARE(at(65, 55), QString("ground"));  // the rectangle is turned
        QCOMPARE(at(220, 20), QString("hole"));
        QCOMPARE(at(320, 20), QString("soft"));
        QCOMPARE(at(390, 190), QString());
        QVERIFY(thingIn(document, "inner") && !thingIn(document, "inner")->clickable);
        QCOMPARE(thingIn(document, "inner")->box().bounds().x(), 300.0);
    }
};

BURIN_TEST(TestPlacingEdit)
#include "test_placing_edit.moc"
