// SPDX-License-Identifier: GPL-3.0-or-later

// The panels of the window that show both nodes of A/B.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/line_profile_panel.hpp"
#include "ui/panels/roughness_plot.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QDir>
#include <QTemporaryFile>

namespace burin::ui {

namespace {

constexpr const char* slopes = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, inputs: [data: slope]}
  slope: {kind: math2d, expression: "x / 600"}
  other: {kind: math2d, width: 600, height: 400, expression: "y / 400"}
)yaml";

}  // namespace

class TestComparedPanels : public QObject {
    Q_OBJECT

  private slots:
    void bothNodesAreMeasured() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        auto* viewport = window.findChild<ViewportWidget*>();
        if (viewport == nullptr) QSKIP("no OpenGL 3.3 here");
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        QTemporaryFile file(QDir::tempPath() + "/XXXXXX.burin");
        QVERIFY(file.open() && file.write(slopes) > 0 && file.flush());
        QVERIFY(window.openFile(file.fileName()));
        QTRY_VERIFY(!viewport->visible().empty());
        viewport->wipe().setOn(true);
        viewport->wipe().setNode(Wipe::Side::b, "other");

        viewport->setTool(ViewportTool::line);
        viewport->pinProbe(Point{100, 200});
        viewport->setPoint();
        viewport->pinProbe(Point{110, 200});
        viewport->setPoint();
        QVERIFY(viewport->line());
        const auto* line = window.findChild<LineProfilePanel*>();
        QTRY_VERIFY(line->profile() && line->profile()->compares());
        QCOMPARE(line->profile()->curve(0).heights.size(), std::size_t{11});
        QCOMPARE(line->profile()->curve(1).heights.size(), std::size_t{11});
        screenshot(window, "line-profile-ab");

        window.findChild<QAction*>("viewport.roughness")->trigger();
        const auto* plot = window.findChild<RoughnessPlot*>();
        QTRY_VERIFY(plot->shows(0) && plot->shows(1));
        screenshot(window, "roughness-ab-window");
        // After A/B, the line stays, for the shown node alone.
        viewport->wipe().setOn(false);
        QVERIFY(line->profile() && !line->profile()->compares());
        QVERIFY(!plot->shows(1));
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestComparedPanels)
#include "test_compared_panels.moc"
