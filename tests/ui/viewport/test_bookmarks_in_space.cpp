// SPDX-License-Identifier: GPL-3.0-or-later

// A bookmark of the 3-D view, kept with Shift+B and shown again from the list.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/bookmarks.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QListWidget>

namespace burin::ui {

namespace {

constexpr const char* rolledRamp = R"yaml(burin: 2
pixel: 10 um
job: {roller: {diameter: 4 mm, axis: x}}
nodes:
  surface: {kind: root, width: 600, height: 1257, full_depth: 80 um, inputs: [data: ramp]}
  ramp: {kind: math2d, expression: "x / 600"}
)yaml";

}  // namespace

class TestBookmarksInSpace : public QObject {
    Q_OBJECT

  private slots:
    void goingThereReturnsToTheView() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        auto* viewport = window.findChild<ViewportWidget*>();
        if (viewport == nullptr) QSKIP("no OpenGL 3.3 here");
        Document& document = window.workbench().document;
        QCOMPARE(document.recover(QString::fromUtf8(rolledRamp), {}), QString());
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        ReliefView& view = viewport->relief();
        view.setOn(true);
        QTRY_VERIFY(view.onRoller() && !view.surface().empty());
        ReliefLook look = view.look();
        look.material = 3;
        look.heights = 2;
        view.setLook(look);
        view.turn(40, 15);
        const BookmarkCamera seen = keptView(view.look(), view.camera());
        window.findChild<QAction*>("viewport.bookmark-add")->trigger();
        QCOMPARE(bookmarksOf(document).size(), std::size_t{1});
        QVERIFY(bookmarksOf(document).front().camera == seen);
        view.setLook({});
        view.turn(-100, 0);
        view.setOn(false);
        window.findChild<QAction*>("viewport.bookmark-add")->trigger();
        QCOMPARE(bookmarksOf(document).size(), std::size_t{2});
        QVERIFY(!bookmarksOf(document).back().camera);

        auto* list = window.findChild<QListWidget*>("bookmarks");
        const auto go = [list](int row) { emit list->itemDoubleClicked(list->item(row)); };
        go(0);
        QTRY_VERIFY(view.on() && keptView(view.look(), view.camera()) == seen);
        go(1);
        QVERIFY(!view.on());
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBookmarksInSpace)
#include "test_bookmarks_in_space.moc"
