// SPDX-License-Identifier: GPL-3.0-or-later

// Arrows over the viewport show the field of the selected warp or flow.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/field_arrows.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <cmath>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const fields =
    "burin: 2\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 800, height: 400, inputs: [{data: bent, at: [40, 0]}]}\n"
    "  bent: {kind: warp, by: angle, angle: 90, amplitude: 30, inputs: [data: brushed, data: ramp]}\n"
    "  brushed: {kind: flow, along: map, length: 31, inputs: [data: still, data: turns]}\n"
    "  still: {kind: flow, along: map, length: 1, inputs: [data: grain, data: turns]}\n"
    "  tiled: {kind: stitching, u: [90, 0], v: [0, 90], inputs: [pattern: spot]}\n"
    "  spot: {kind: flow, width: 80, height: 80, length: 9, inputs: [data: grain]}\n"
    "  grain: {kind: noise, pitch: 12}\n"
    "  turns: {kind: math2d, expression: \"x < 360 ? 0 : 0.25\"}\n"
    "  ramp: {kind: math2d, expression: \"clamp(x / 720, 0, 1)\"}\n";

}  // namespace

class TestFieldArrows : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    /// Each arrow shows the effect of its node at its place.
    void arrowsFollowTheMaps() {
        StudioTest studio(kinds());
        QCOMPARE(studio.load(fields), QString());
        QTRY_VERIFY(studio.showsNewest());
        FieldArrows arrows(studio.workbench());
        const QSizeF screen(800, 400);
        const Viewpoint view{{400, 200}, 1};
        const auto shown = [&](const char* node) {
            studio.selection.select({node});
            arrows.find();
            arrows.ask(view, screen);
            return [&] { return arrows.arrows(); };
        };
        const auto brushed = shown("brushed");
        QTRY_VERIFY(!brushed().empty());
        QVERIFY(brushed().size() > 50);
        for (const FieldArrow& arrow : brushed()) {  // the link of `bent` lies at (40, 0)
            const bool right = arrow.at.x() < 400;
            QVERIFY(std::hypot(arrow.vector.x() - (right ? 1 : 0), arrow.vector.y() - (right ? 0 : 1)) <
                    0.01);
        }
        const auto bent = shown("bent");
        QTRY_VERIFY(!bent().empty());
        for (const FieldArrow& arrow : bent()) {
            const double ramp = std::clamp((arrow.at.x() - 40.5) / 720, 0.0, 1.0);
            QVERIFY(std::abs(arrow.vector.x()) < 1e-6);
            QVERIFY2(std::abs(arrow.vector.y() - (1 - 2 * ramp)) < 0.01,
                     qPrintable(QString("%1 at %2").arg(arrow.vector.y()).arg(arrow.at.x())));
        }
        const auto still = shown("still");  // its paths have no steps
        QTRY_VERIFY(!still().empty());
        for (const FieldArrow& arrow : still())
            QCOMPARE(arrow.vector, QPointF());
        // nodes without a field, or without one at a single place
        for (const char* other : {"grain", "surface", "spot"}) {
            shown(other);
            QVERIFY2(arrows.arrows().empty(), other);
        }
    }

    /// An edit of the map turns the arrows.
    void arrowsFollowAnEdit() {
        StudioTest studio(kinds());
        QCOMPARE(studio.load(fields), QString());
        QTRY_VERIFY(studio.showsNewest());
        FieldArrows arrows(studio.workbench());
        studio.selection.select({"brushed"});
        arrows.find();
        arrows.ask({{400, 200}, 1}, {800, 400});
        QTRY_VERIFY(!arrows.arrows().empty());
        QVERIFY(arrows.arrows().front().vector.x() > 0.9);
        QCOMPARE(studio.document.edit(
                     "turn",
                     [](DesignEdit& edit) { edit.setValue("turns", "expression", yamlScalar("0.5", true)); }),
                 QString());
        QTRY_VERIFY(arrows.arrows().front().vector.x() < -0.9);
    }

    /// Between two designs no node is shown. The view may still move then.
    void anotherDesignHasNoArrowsYet() {
        StudioTest studio(kinds());
        QCOMPARE(studio.load(fields), QString());
        QTRY_VERIFY(studio.showsNewest());
        FieldArrows arrows(studio.workbench());
        studio.selection.select({"brushed"});
        arrows.find();
        arrows.ask({{400, 200}, 1}, {800, 400});
        QTRY_VERIFY(!arrows.arrows().empty());
        studio.previews.expectAnother();
        arrows.ask({{200, 200}, 1}, {800, 400});
        QVERIFY(arrows.arrows().empty());
    }

    void pictures_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<bool>("dark");
        for (const char* node : {"bent", "brushed"}) {
            for (const bool dark : {true, false}) {
                // OpenGL in software takes more than a second for each.
                if (dark != (node == QString("bent")) && !test::isLongRun()) continue;
                QTest::addRow("%s, %s", node, dark ? "dark" : "light") << QString(node) << dark;
            }
        }
    }
    void pictures() {
        QFETCH(QString, node);
        QFETCH(bool, dark);
        StudioTest studio(kinds(), dark ? ThemeChoice::dark : ThemeChoice::light);
        QCOMPARE(studio.load(fields), QString());
        ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
        panel.resize(1260, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        QTRY_VERIFY(studio.showsNewest());
        panel.viewport()->fit();
        QTRY_VERIFY(!studio.previews.busy());
        const QImage before = panel.viewport()->grabFramebuffer();
        studio.selection.select({node});
        QTRY_VERIFY(studio.previews.field() && !studio.previews.field()->vectors.empty());
        QVERIFY(panel.viewport()->grabFramebuffer() != before);
        screenshot(panel, QString("field-%1-%2").arg(node, dark ? "dark" : "light"));
        studio.selection.select({});
        QTRY_VERIFY(!studio.previews.field());
    }
};

BURIN_TEST(TestFieldArrows)
#include "test_field_arrows.moc"
