// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector draws the curve of a path below its formulas.

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/facts/curve_sketch.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QColor>
#include <QImage>

#include <cmath>
#include <variant>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const curves =
    "burin: 2\npixel: 10 um\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 700, inputs: [{data: oval}, {data: plain}]}\n"
    "  oval: {kind: path, curve: {x: \"100 * cos(t)\", y: \"25 * sin(t)\", from: 0, to: 6.283185307179586, "
    "steps: 64, closed: true}, rotate: 30}\n"
    "  plain: {kind: path, d: \"M 0 0 L 100 0 L 0 50 Z\"}\n";

struct CurveInspector : StudioTest {
    CurveInspector() : StudioTest(kinds(), ThemeChoice::dark), panel(workbench()) {
        panel.resize(336, 1600);
        if (const QString problem = load(curves); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.show();
    }
    /// The sketch of a node; nullptr: none is shown.
    [[nodiscard]] CurveSketch* sketch(const char* node) {
        selection.select({node});
        const QList<CurveSketch*> all = panel.findChildren<CurveSketch*>();
        return all.isEmpty() || all.last()->isHidden() ? nullptr : all.last();
    }

    InspectorPanel panel;
};

}  // namespace

class TestCurveSketch : public QObject {
    Q_OBJECT

  private slots:
    /// The curve keeps its proportions, and is drawn before it is turned.
    void theCurveFillsTheSketch() {
        CurveInspector studio;
        const CurveSketch* sketch = studio.sketch("oval");
        QVERIFY(sketch != nullptr);
        const QRectF box = sketch->fitted({10, 20, 200, 100}).boundingRect();
        QVERIFY(std::abs(box.left() - 10) < 0.1);
        QVERIFY(std::abs(box.width() - 200) < 0.1);
        QVERIFY(std::abs(box.height() - 50) < 0.1);
        QVERIFY(std::abs(box.center().y() - 70) < 0.1);
        const QPolygonF drawn = sketch->fitted({0, 0, 100, 100});
        QVERIFY(drawn.size() >= 65);
        QVERIFY(drawn.isClosed());
    }

    void itIsPainted() {
        CurveInspector studio;
        CurveSketch* const sketch = studio.sketch("oval");
        QVERIFY(sketch != nullptr);
        const QImage shown = sketch->grab().toImage();
        const QColor accent = studio.theme.color(Role::accent);
        int found = 0;
        for (int y = 0; y < shown.height(); ++y) {
            for (int x = 0; x < shown.width(); ++x) {
                const QColor seen = shown.pixelColor(x, y);
                if (std::abs(seen.red() - accent.red()) < 40 && std::abs(seen.blue() - accent.blue()) < 40)
                    ++found;
            }
        }
        QVERIFY2(found > 50, qPrintable(QString::number(found)));
        screenshot(studio.panel, "inspector-curve");
    }

    void itFollowsTheFormulas() {
        CurveInspector studio;
        QVERIFY(studio.sketch("oval") != nullptr);
        studio.document.edit("Round", [](DesignEdit& edit) {
            edit.setValue("oval", "curve",
                          std::get<YamlValue>(parseYaml("{x: 50 * cos(t), y: 50 * sin(t), from: 0, to: 3.5, "
                                                        "steps: 20, closed: true}")));
        });
        const CurveSketch* sketch = studio.sketch("oval");
        QVERIFY(sketch != nullptr);
        const QRectF box = sketch->fitted({0, 0, 100, 100}).boundingRect();
        QVERIFY(std::abs(box.width() - 100) < 0.1);
        QVERIFY(box.height() > 60 && box.height() < 80);
    }

    /// The heading names the curve, so each of its formulas has a name of its own.
    void theFormulasHaveNames() {
        CurveInspector studio;
        QVERIFY(studio.sketch("oval") != nullptr);
        for (const QString& axis : {QString("x"), QString("y")}) {
            const auto* const name = studio.panel.findChild<CutLabel*>("label." + axis);
            QVERIFY(name != nullptr && name->isVisibleTo(&studio.panel));
            QCOMPARE(name->text().toLower(), axis);
        }
        QVERIFY2(studio.panel.findChild<CutLabel*>("label.curve") == nullptr, "the heading names the curve");
    }

    void otherPathsHaveNone() {
        CurveInspector studio;
        QVERIFY(studio.sketch("plain") == nullptr);
        QVERIFY(studio.sketch("oval") != nullptr);
        QTRY_VERIFY(studio.sketch("surface") == nullptr);
    }
};

BURIN_TEST(TestCurveSketch)
#include "test_curve_sketch.moc"
