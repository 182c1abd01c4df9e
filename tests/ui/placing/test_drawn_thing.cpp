// SPDX-License-Identifier: GPL-3.0-or-later

// The nodes that drags on the picture make.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"
#include "ui/placing/drawn_thing.hpp"
#include "ui/placing/placed_thing.hpp"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr PlacingKeys shift{.keep = true};
constexpr PlacingKeys alt{.fromMiddle = true};
constexpr PlacingKeys control{.free = true};

QString designOf(const QString& width) {
    return "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + width + ", height: 1000}\n";
}

QString written(const YamlValue& value) {
    return QString::fromStdString(writeYaml(value)).trimmed();
}

/// "key: value, key: value"
QString valuesOf(const DrawnThing& thing) {
    QStringList texts;
    for (const YamlEntry& entry : thing.values.entries)
        texts << QString::fromStdString(entry.key.scalar) + ": " + written(entry.value);
    return texts.join(", ");
}

/// Adds a thing to the surface. \return how it is placed there
std::optional<PlacedThing> added(Document& document, const DrawnThing& thing) {
    document.edit("Draw", [&](DesignEdit& edit) {
        edit.addNode("thing", thing.kind);
        for (const YamlEntry& entry : thing.values.entries)
            edit.setValue("thing", entry.key.scalar, entry.value);
        edit.link("surface", Trait::data, "thing");
        edit.setOffset("surface", 0, thing.at);
    });
    const std::vector<PlacedThing> things = thingsOn(document, "surface");
    return things.size() == 1 ? std::optional(things.front()) : std::nullopt;
}

bool near(const QRectF& a, const QRectF& b) {
    const QPointF first = a.topLeft() - b.topLeft();
    const QPointF last = a.bottomRight() - b.bottomRight();
    return std::max({std::abs(first.x()), std::abs(first.y()), std::abs(last.x()), std::abs(last.y())}) <
           0.01;
}

}  // namespace

class TestDrawnThing : public QObject {
    Q_OBJECT

  private slots:
    void aDragMakesANode_data() {
        QTest::addColumn<DrawingTool>("tool");
        QTest::addColumn<DrawingDrag>("drag");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("at");
        QTest::addColumn<QRectF>("box");
        const auto row = [](const char* name, DrawingTool tool, const DrawingDrag& drag, const char* values,
                            const char* at, const QRectF& box) {
            QTest::newRow(name) << tool << drag << QString(values) << QString(at) << box;
        };
        using Tool = DrawingTool;
        const QPointF middle(100, 100);
        row("a rectangle, rounded to pixels", Tool::rectangle, {{10.4, 20.3}, QPointF(110.2, 99.6), {}},
            "shape: rectangle, size: [0.1 mm, 0.08 mm]", "[0.01 mm, 0.02 mm]", {10, 20, 100, 80});
        row("from its lower right corner", Tool::rectangle, {{110, 100}, QPointF(10, 20), {}},
            "shape: rectangle, size: [0.1 mm, 0.08 mm]", "[0.01 mm, 0.02 mm]", {10, 20, 100, 80});
        row("Shift makes a square", Tool::rectangle, {{210, 220}, QPointF(110, 190), shift},
            "shape: rectangle, size: 0.1 mm", "[0.11 mm, 0.12 mm]", {110, 120, 100, 100});
        row("Alt draws from the middle", Tool::rectangle, {middle, QPointF(130, 120), alt},
            "shape: rectangle, size: [0.06 mm, 0.04 mm]", "[0.07 mm, 0.08 mm]", {70, 80, 60, 40});
        row("Ctrl does not round the size", Tool::rectangle, {{10, 20}, QPointF(30.5, 40.25), control},
            "shape: rectangle, size: [0.0205 mm, 0.02025 mm]", "[0.01 mm, 0.02 mm]", {10, 20, 20.5, 20.25});
        row("Ctrl rounds the place", Tool::rectangle, {{10.75, 20}, QPointF(30.75, 40), control},
            "shape: rectangle, size: 0.02 mm", "[0.011 mm, 0.02 mm]", {11, 20, 20, 20});
        row("at least a pixel", Tool::rectangle, {{10, 10}, QPointF(10.2, 10.3), {}},
            "shape: rectangle, size: 0.001 mm", "[0.01 mm, 0.01 mm]", {10, 10, 1, 1});
        row("a clicked ellipse", Tool::ellipse, {middle, {}, {}}, "shape: ellipse, size: 0.1 mm",
            "[0.05 mm, 0.05 mm]", {50, 50, 100, 100});
        row("a polygon at the corner", Tool::polygon, {{0, 0}, QPointF(60, 40), {}},
            "shape: polygon, sides: 6, diameter: 0.06 mm", "", {0, 0, 60, 60});
        row("a star beyond the left side", Tool::star, {{20, 0}, QPointF(-40, 40), {}},
            "shape: star, points: 5, diameter: 0.06 mm", "[-0.04 mm, 0]", {-40, 0, 60, 60});
        row("a line to the left", Tool::line, {{60, 10}, QPointF(10, 10), {}},
            "shape: line, from: [0.05 mm, 0], to: [0, 0], thickness: 0.005 mm", "[0.01 mm, 0.01 mm]",
            {10, 7.5, 50, 5});
        row("Shift makes it level", Tool::line, {{10, 10}, QPointF(60, 25), shift},
            "shape: line, from: [0, 0], to: [0.05 mm, 0], thickness: 0.005 mm", "[0.01 mm, 0.01 mm]",
            {10, 7.5, 50, 5});
        row("a line from its middle", Tool::line, {{60, 10}, QPointF(85, 10), alt},
            "shape: line, from: [0, 0], to: [0.05 mm, 0], thickness: 0.005 mm", "[0.035 mm, 0.01 mm]",
            {35, 7.5, 50, 5});
        row("a line keeps fractions with Ctrl", Tool::line, {{10.25, 10.25}, QPointF(60.75, 10.25), control},
            "shape: line, from: [0.00025 mm, 0.00025 mm], to: [0.05075 mm, 0.00025 mm], thickness: 0.005 mm",
            "[0.01 mm, 0.01 mm]", {10.25, 7.75, 50.5, 5});
        row("a clicked line", Tool::line, {middle, {}, {}},
            "shape: line, from: [0, 0], to: [0.1 mm, 0], thickness: 0.005 mm", "[0.05 mm, 0.1 mm]",
            {50, 97.5, 100, 5});
        row("an arrow, whose head is wider", Tool::arrow, {{10, 20}, QPointF(60, 20), {}},
            "shape: arrow, from: [0, 0], to: [0.05 mm, 0], thickness: 0.005 mm", "[0.01 mm, 0.02 mm]",
            {10, 12.5, 50, 15});
        row("a code of whole modules", Tool::code, {{10, 20}, QPointF(99, 50), {}},
            "code: qr, data: Burin, module: 0.003 mm", "[0.01 mm, 0.02 mm]", {10, 20, 87, 87});
        row("a code from its middle", Tool::code, {middle, QPointF(140, 100), alt},
            "code: qr, data: Burin, module: 0.003 mm", "[0.057 mm, 0.057 mm]", {57, 57, 87, 87});
        row("a clicked code", Tool::code, {middle, {}, {}}, "code: qr, data: Burin, module: 0.003 mm",
            "[0.057 mm, 0.057 mm]", {57, 57, 87, 87});
        row("a text is as high as the box", Tool::text, {{10, 20}, QPointF(200, 60), {}},
            "text: Burin, size: 0.04 mm", "[0.01 mm, 0.02 mm]", {10, 20, 0, 40});
        row("a clicked text begins there", Tool::text, {middle, {}, {}}, "text: Burin, size: 0.025 mm",
            "[0.1 mm, 0.088 mm]", {100, 88, 0, 25});
    }
    void aDragMakesANode() {
        QFETCH(DrawingTool, tool);
        QFETCH(DrawingDrag, drag);
        QFETCH(QString, values);
        QFETCH(QString, at);
        QFETCH(QRectF, box);
        Document document(kinds());
        QCOMPARE(document.recover(designOf("2 mm"), {}), QString());
        const DrawingMeasures measures = drawingMeasures(*document.design(), 1);
        const DrawnForm form = drawnForm(tool, drag, measures.usualPx);
        const DrawnThing thing = drawnThing(tool, form, measures);
        QCOMPARE(valuesOf(thing), values);
        QCOMPARE(thing.at ? written(*thing.at) : QString(), at);

        const std::optional<PlacedThing> placed = added(document, thing);
        QVERIFY(placed.has_value());
        QVERIFY(document.node("thing")->sound);
        QRectF made = placed->box().bounds();
        if (box.width() == 0) {  // a text, whose letters decide its width
            QVERIFY(made.width() > 0);
            made.setWidth(0);
            QVERIFY2(near(made, box), qPrintable(QDebug::toString(made)));
            return;
        }
        QVERIFY2(near(made, box), qPrintable(QDebug::toString(made)));
        const QRectF shown = contourOf(tool, form).boundingRect();
        if (tool == DrawingTool::polygon || tool == DrawingTool::star) {
            QVERIFY(box.contains(shown));
            QVERIFY(shown.width() > 0.8 * box.width() && shown.top() == box.top());
        } else {
            QVERIFY2(near(shown, box), qPrintable(QDebug::toString(shown)));
        }
    }

    void shiftTurnsLinesBy45Degrees() {
        const auto end = [](QPointF to) {
            return drawnForm(DrawingTool::line, {{10, 10}, to, shift}, 100).ends.p2();
        };
        QCOMPARE(end({30, 28}), QPointF(30, 30));
        QCOMPARE(end({30, -5}), QPointF(30, -10));
        QCOMPARE(end({12, 60}), QPointF(10, 60));
        QCOMPARE(end({-30, 12}), QPointF(-30, 10));
    }

    /// If the design has no units, the new shape gets none.
    void lengthsHaveTheUnitOfTheSurface() {
        const auto valuesOn = [](const char* width) -> QString {
            Document document(kinds());
            if (!document.recover(designOf(width), {}).isEmpty()) return "refused";
            const DrawingMeasures measures = drawingMeasures(*document.design(), 1);
            const DrawnForm form = drawnForm(DrawingTool::rectangle, {{10, 20}, QPointF(60, 50), {}}, 100);
            const DrawnThing thing = drawnThing(DrawingTool::rectangle, form, measures);
            return valuesOf(thing) + ", at: " + written(*thing.at);
        };
        QCOMPARE(valuesOn("2000"), QString("shape: rectangle, size: [50, 30], at: [10, 20]"));
        QCOMPARE(valuesOn("2000 um"), QString("shape: rectangle, size: [50 um, 30 um], at: [10 um, 20 um]"));
    }

    void theUsualLengthIsARoundNumberInTheView_data() {
        QTest::addColumn<QString>("width");
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("usual");
        QTest::newRow("a tenth of a millimetre") << "2 mm" << 1.0 << 100.0;
        QTest::newRow("rounded down") << "2 mm" << 0.3 << 200.0;
        QTest::newRow("far out") << "2 mm" << 0.001 << 100'000.0;
        QTest::newRow("near") << "2 mm" << 10.0 << 10.0;
        QTest::newRow("at least a sample") << "2 mm" << 500.0 << 1.0;
        QTest::newRow("pixels") << "2000" << 0.3 << 200.0;
        QTest::newRow("half an inch") << "2 in" << 0.007 << 12'700.0;
    }
    void theUsualLengthIsARoundNumberInTheView() {
        QFETCH(QString, width);
        QFETCH(double, scale);
        QFETCH(double, usual);
        Document document(kinds());
        QCOMPARE(document.recover(designOf(width), {}), QString());
        QCOMPARE(drawingMeasures(*document.design(), scale).usualPx, usual);
    }

    /// Names of nodes and steps come from the titles.
    void eachToolHasATitle() {
        const auto title = [](DrawingTool tool) {
            const DrawnForm form = drawnForm(tool, {{0, 0}, QPointF(60, 40), {}}, 100);
            return drawnThing(tool, form, {}).title;
        };
        QCOMPARE(title(DrawingTool::star), std::string_view("Star"));
        QCOMPARE(title(DrawingTool::text), std::string_view("Text"));
        QCOMPARE(title(DrawingTool::code), std::string_view("Code"));
    }
};

BURIN_TEST(TestDrawnThing)
#include "test_drawn_thing.moc"
