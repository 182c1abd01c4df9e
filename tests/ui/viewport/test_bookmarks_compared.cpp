// SPDX-License-Identifier: GPL-3.0-or-later

// Bookmarks of A/B and of the predicted surface, kept with Shift+B and shown again from the list.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/bookmarks.hpp"
#include "ui/panels/bookmarks_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QFile>
#include <QListWidget>
#include <QStatusBar>
#include <QTemporaryDir>

#include <optional>
#include <string>
#include <vector>

namespace burin::ui {

namespace {

constexpr const char* stripesAndFlat = R"yaml(burin: 2
pixel: 2 um
job: {spot: 40 um}
nodes:
  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, inputs: [data: stripes]}
  stripes: {kind: math2d, expression: "mod(x, 40) < 20"}
  flat: {kind: math2d, width: 600, height: 400, expression: "0.5"}
)yaml";

/// A window with the design.
struct BookmarkedWindow {
    BookmarkedWindow(Backend& backend, MemoryBudget& budget, Theme& theme)
        : window(Engine{backend, budget, {}}, theme) {
        problem = document().recover(QString::fromUtf8(stripesAndFlat), {});
        window.resize(1200, 800);
        window.show();
        shown = QTest::qWaitForWindowExposed(&window, patience);
    }
    [[nodiscard]] Document& document() { return window.workbench().document; }
    [[nodiscard]] Previews& previews() { return window.workbench().previews; }
    [[nodiscard]] ViewportWidget* viewport() const { return window.findChild<ViewportWidget*>(); }
    void keep() const { window.findChild<QAction*>("viewport.bookmark-add")->trigger(); }
    void go(int row) const {
        auto* list = window.findChild<QListWidget*>("bookmarks");
        emit list->itemDoubleClicked(list->item(row));
    }

    MainWindow window;
    QString problem;
    bool shown = false;
};

}  // namespace

class TestBookmarksCompared : public QObject {
    Q_OBJECT

  private slots:
    void goingThereReturnsToBothNodes() {
        BookmarkedWindow window(backend_, budget_, theme_);
        if (window.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(window.problem, QString());
        QVERIFY(window.shown);
        QTRY_VERIFY(!window.viewport()->visible().empty());
        Wipe& wipe = window.viewport()->wipe();
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "flat");
        wipe.swap();
        wipe.setMode(Wipe::Mode::beside);
        wipe.setPlace(0.25);
        const std::optional<BookmarkComparison> compared = wipe.kept();
        window.keep();
        QVERIFY(bookmarksOf(window.document()).front().compared == compared);
        wipe.setOn(false);
        window.keep();
        QVERIFY(!bookmarksOf(window.document()).back().compared);

        window.go(0);
        QVERIFY(wipe.kept() == compared);
        QCOMPARE(wipe.nodeOf(Wipe::Side::a), QString("flat"));
        window.go(1);
        QVERIFY(!wipe.on());
        QVERIFY(!window.window.statusBar()->currentMessage().contains("no longer"));

        const auto remove = [](DesignEdit& edit) {
            edit.removeNodes(std::vector<std::string>{"flat"}, false);
        };
        QCOMPARE(window.document().edit("Delete flat", remove), QString());
        window.go(0);
        QVERIFY(!wipe.on());
        QCOMPARE(window.window.statusBar()->currentMessage(),
                 QString("The design no longer has the node flat of the bookmark."));
    }

    void aNodeInsideAnInstanceIsKept() {
        BookmarkedWindow window(backend_, budget_, theme_);
        if (window.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QVERIFY(window.shown);
        const QString grouped =
            "burin: 2\npixel: 2 um\ngroups:\n"
            "  slope: {output: n, nodes: {n: {kind: math2d, expression: \"y / 400\"}}}\n"
            "nodes:\n"
            "  surface: {kind: root, width: 600, height: 400, inputs: [data: wall]}\n"
            "  wall: {kind: group, group: slope}\n";
        QCOMPARE(window.document().recover(grouped, {}), QString());
        QTRY_VERIFY(!window.viewport()->visible().empty());
        Wipe& wipe = window.viewport()->wipe();
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "wall/n");
        window.keep();
        const std::optional<BookmarkComparison> compared = bookmarksOf(window.document()).back().compared;
        QVERIFY(compared && compared->node == "wall/n");
        wipe.setOn(false);
        window.go(0);
        QVERIFY(wipe.kept() == compared);
    }

    void anotherFileIsNotKeptAndTheReasonIsSaid() {
        BookmarkedWindow window(backend_, budget_, theme_);
        if (window.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QVERIFY(window.shown);
        QTRY_VERIFY(!window.viewport()->visible().empty());
        const QTemporaryDir folder;
        QFile file(folder.filePath("other.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(stripesAndFlat);
        file.close();
        Wipe& wipe = window.viewport()->wipe();
        wipe.setOn(true);
        QCOMPARE(wipe.openFile(file.fileName()), QString());
        window.keep();
        QVERIFY(!bookmarksOf(window.document()).back().compared);
        const QString said = window.window.statusBar()->currentMessage();
        QVERIFY2(said.contains("one side is another file"), qPrintable(said));
    }

    void goingThereReturnsToThePrediction() {
        BookmarkedWindow window(backend_, budget_, theme_);
        if (window.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(window.problem, QString());
        QVERIFY(window.shown);
        QTRY_VERIFY(!window.viewport()->visible().empty());
        Wipe& wipe = window.viewport()->wipe();
        window.keep();
        window.previews().setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(window.previews().shown() && window.previews().shown()->predicted);
        window.keep();
        wipe.comparePrediction();
        QVERIFY(wipe.comparesPrediction());
        window.keep();

        const auto* action = window.window.findChild<QAction*>("viewport.predicted");
        window.go(0);
        QVERIFY(!wipe.on());
        QTRY_VERIFY(!window.previews().shown()->predicted && !action->isChecked());
        window.go(2);
        QTRY_VERIFY(wipe.comparesPrediction() && action->isChecked());
        window.go(1);
        QVERIFY(!wipe.on());
        QVERIFY(window.previews().shown()->predicted);
    }

    /// A bookmark does not keep the other file, so its picture must not show that file either.
    void theOtherFileOfABIsInNoPicture() {
        BookmarkedWindow window(backend_, budget_, theme_);
        if (window.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(window.problem, QString());
        QVERIFY(window.shown);
        QTRY_VERIFY(!window.viewport()->visible().empty());
        const QTemporaryDir folder;
        QFile other(folder.filePath("other.burin"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write(stripesAndFlat) > 0);
        other.close();
        Wipe& wipe = window.viewport()->wipe();
        wipe.setOn(true);
        QCOMPARE(wipe.openFile(other.fileName()), QString());
        const auto exact = [&] {
            static_cast<void>(window.previews().thumbnail("surface"));
            return window.previews().thumbnailIsNewest("surface") &&
                   wipe.progress().state() == PreviewProgress::State::exact;
        };
        QTRY_VERIFY(exact());
        window.keep();
        QTRY_VERIFY(exact());
        const auto* bookmarks = window.window.findChild<BookmarksPanel*>();
        QVERIFY(bookmarks->unpictured(window.viewport()->visible()) != nullptr);
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBookmarksCompared)
#include "test_bookmarks_compared.moc"
