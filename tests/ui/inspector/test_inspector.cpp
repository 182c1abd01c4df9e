// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.hpp"
#include "tests/ui/support/studio_test.hpp"

#include <QLineEdit>
#include <QScrollArea>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char *design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: relief}, {mask: outline}]}
  outline: {kind: tiff, file: outline.tif}
  relief: {kind: union, inputs: [{data: lattice}, {data: rims}]}
  lattice: {kind: stitching, u: [140, 0], v: [70, 121.24356], blend: max, inputs: [{pattern: pebble}]}
  pebble: {kind: math2d, width: 120, height: 120, expression: "0.8 * sqrt(max(0, 1 - ((x - 60)^2 + (y - 60)^2) / 58^2))",
                     parameters : {
a:
    1.5, depth : 0.25
}
}
  rims: {kind: profile, distance_max: 24 um, profile: "min(1, d / 5) * (1 - 0.55 * d / D)", inputs: [{mask: lattice}, {data: soften}]}
  soften: {kind: median, radius: 2, muted: true, inputs: [{data: stones}]}
  stones: {kind: stitching, inputs: [{pattern: gravel}]}
  gravel: {kind: tiff, file: gravel.tif}
  blurred: {kind: convolution, kernel: {matrix: [[1, 2, 1], [2, 4, 2], [1, 2, 1]]}, inputs: [{data: lattice}]}
  turned: {kind: transform, scale: 2, rotate: 30, inputs: [{data: pebble}]}
)yaml";

  }  // namespace

  class TestInspector : public QObject {
      Q_OBJECT

    private slots:
      void pictures() {
          for (const ThemeChoice choice : {ThemeChoice::dark, ThemeChoice::light}) {
              StudioTest studio(kinds(), choice);
              QCOMPARE(studio.load(design), QString());
              InspectorPanel panel(studio.session());
              panel.resize(336, 672);
              panel.show();
              const char* theme = choice == ThemeChoice::dark ? "dark" : "light";
              for (const char* node :
                   {"rims", "surface", "lattice", "pebble", "outline", "blurred", "turned", "soften"}) {
                  studio.selection.select({node});
                  QVERIFY(QTest::qWaitForWindowExposed(&panel));
                  QCoreApplication::processEvents();
                  screenshot(panel, QString("inspector-%1-%2").arg(node, theme));
              }
          }
      }
  };

  QTEST_MAIN(TestInspector)
#include "test_inspector.moc"
