// SPDX-License-Identifier: GPL-3.0-or-later

// The magnet of placing keeps its state for the next window and the next start.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QSettings>

#include <memory>

namespace burin::ui {

class TestKeptSnapping : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void itIsKept() {
        const auto open = [this] {
            return std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        };
        for (const bool on : {true, false, false}) {
            const std::unique_ptr<MainWindow> window = open();
            auto* view = window->findChild<ViewportWidget*>();
            if (view == nullptr) QSKIP("OpenGL is missing");
            QCOMPARE(view->placing().snapping(), on);
            QCOMPARE(window->findChild<QAction*>("viewport.snapping")->isChecked(), on);
            view->placing().setSnapping(false);
        }
        open()->findChild<ViewportWidget*>()->placing().setSnapping(true);
        QVERIFY(open()->findChild<ViewportWidget*>()->placing().snapping());
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestKeptSnapping)
#include "test_kept_snapping.moc"
