// SPDX-License-Identifier: GPL-3.0-or-later

// A studio that has changed its theme looks like one that began with that theme.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/export/batch/batch_desk.hpp"
#include "ui/export/dialog/preflight_run.hpp"
#include "ui/inspector/cost_line.hpp"
#include "ui/model/settings.hpp"
#include "ui/sheet/sheet_run.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <vector>

namespace burin::ui {

namespace {

/// Two instances of a group, a bookmark, and a node that is not connected, which is a problem.
constexpr auto designWithGroup = R"yaml(burin: 2
pixel: 20 um
groups:
  pebbles:
    title: Pebbles
    parameters:
      size: {type: length, default: 120 um, minimum: 20 um, maximum: 2 mm}
      seed: {type: seed, default: 4711}
      turn: {type: choice, choices: [none, half, quarter], default: quarter}
    inputs:
      - mask: outline
        optional: true
    output: bed
    nodes:
      bed: {kind: union, inputs: [{data: rows}, {mask: $outline}]}
      rows:
        kind: stitching
        u: [=size, 0]
        v: ["= size / 2", =size]
        vary: {seed: =seed, turn: =turn, scale: [0.82, 1.12]}
        inputs: [{pattern: stone}]
      stone:
        kind: math2d
        width: =size
        height: =size
        expression: "max(0, 1 - hypot(x - w / 2, y - h / 2) / (size / 2))"
nodes:
  surface: {kind: root, width: 4 mm, height: 2 mm, full_depth: 80 um, inputs: [{data: wall}, {data: other, at: [2 mm, 0]}]}
  wall: {kind: group, group: pebbles, values: {size: 0.2 mm}, inputs: [{mask: half}]}
  other: {kind: group, group: pebbles, values: {size: 0.4 mm, seed: 12, turn: none}, inputs: [{mask: half}]}
  half: {kind: math2d, width: 1.9 mm, height: 2 mm, expression: "min(1, x + 1)"}
  lone: {kind: math2d, width: 1 mm, height: 1 mm, expression: "x / w"}
editor:
  bookmarks:
    - {name: corner, region: [0, 0, 60, 40]}
)yaml";

/// The table has no such column, which is a problem of the batch.
constexpr auto table = "name,wall.length\nfine,0.1 mm\n";

/// The contents of a picture.
struct Scene {
    const char* name;
    const char* node;                ///< is selected first; nullptr: the selection stays
    QStringList commands;            ///< open what is shown
    std::vector<const char*> shown;  ///< the classes of these parts
    QString window = "mainWindow";
    bool stays = false;  ///< the window is open while the theme changes
};

/// The start page comes last because it hides all panels.
const std::vector<Scene> scenes = {
    {"instance",
     "wall",
     {"panel.library", "panel.history", "panel.problems", "panel.lineProfile"},
     {"ViewportPanel", "GraphPanel", "InspectorPanel", "HistoryPanel", "ProblemsPanel", "LineProfilePanel"}},
    {"formula",
     "half",
     {"panel.histogram", "panel.queue", "panel.roughness"},
     {"GraphPanel", "InspectorPanel", "HistogramPanel", "ExportQueuePanel", "RoughnessPanel"}},
    {"machines", nullptr, {"export.machines"}, {"MachinesDialog"}, "machines"},
    {"sheet", nullptr, {"file.sheet"}, {"SheetDialog", "PageView"}, "sheet.dialog"},
    {"preflight", nullptr, {"export.preflight"}, {"PreflightDialog"}, "preflight.dialog", true},
    {"batch", nullptr, {"export.batch"}, {"BatchDialog"}, "batch.dialog", true},
    {"group",
     "other",
     {"graph.enter", "panel.bookmarks", "panel.parameters"},
     {"GraphPanel", "InspectorPanel", "LibraryPanel", "BookmarksPanel", "ParametersPanel"}},
    {"manual", "stone", {"help.manual"}, {"ManualWindow"}, "manual", true},
    {"start", nullptr, {"view.start"}, {"StartPage", "ExampleGallery"}},
};

/// A studio that shows the scenes one after another.
class ThemedStudio {
  public:
    using Pictures = std::map<QString, QImage>;

    ThemedStudio(const Engine& engine, ThemeChoice first) : theme_(first) {
        QSettings().clear();
        Settings().setReduceMotion(true);
        theme_.setReduceMotion(true);
        theme_.apply();
        window_ = std::make_unique<MainWindow>(engine, theme_);
    }

    [[nodiscard]] Theme& theme() { return theme_; }

    void open(const QString& folder) {
        window_->resize(1400, 872);  // in a smaller window, some of the panels hide others
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        QCOMPARE(window_->take(folder + "/design.burin"), QString());
        window_->takeTable(folder + "/table.csv");
        Previews& previews = window_->workbench().previews;
        // Without OpenGL no viewport reports its view.
        if (window_->findChild<ViewportWidget*>() == nullptr) previews.setView({0, {0, 0, 200, 100}});
        previews.askLine(QLineF(5, 5, 150, 90));
        // The history shows a step, and the design is as its file.
        window_->workbench().selection.select({"lone"});
        trigger("graph.mute");
        trigger("edit.undo");
        QVERIFY(!window_->document().modified() && window_->document().history().count() == 1);
        const QList<QLabel*> words = window_->statusBar()->findChildren<QLabel*>();
        QTRY_VERIFY(std::any_of(words.begin(), words.end(),
                                [](const QLabel* label) { return label->text() == "0 undo steps"; }));
    }

    /// Shows all scenes and takes their pictures. Afterwards a group is open, and the inspector shows the
    /// formula of one of its nodes.
    void takeScenes(Pictures& pictures) {
        closeAll();
        window_->document().scope().leave();
        for (const Scene& scene : scenes) {
            show(scene, pictures[scene.name]);
            if (QTest::currentTestFailed()) return;
            if (!scene.stays && windowNamed(scene.window) != window_.get())
                windowNamed(scene.window)->close();
        }
        QCOMPARE(window_->findChild<PreflightRun*>()->state(), PreflightRun::State::done);
        QCOMPARE(window_->findChild<SheetRun*>()->state(), SheetRun::State::done);
        QCOMPARE(window_->findChild<BatchDesk*>()->state(), BatchDesk::State::unclear);
        window_->findChild<QPushButton*>("startBack")->click();
    }

    /// Takes pictures of the windows that are open.
    void takeOpen(Pictures& pictures) {
        activate(*window_);
        for (const Scene& scene : scenes) {
            if (scene.stays) take(*windowNamed(scene.window), pictures[QString("open ") + scene.name]);
        }
        take(*window_, pictures["open design"]);
    }

  private:
    static QWidget* windowNamed(const QString& name) {
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window->isVisible() && window->objectName() == name) return window;
        }
        return nullptr;
    }

    static void activate(QWidget& window) {
        window.activateWindow();
        QTRY_VERIFY(window.isActiveWindow());
    }

    void closeAll() {
        for (QWidget* shown : QApplication::topLevelWidgets()) {
            if (shown->isVisible() && shown != window_.get()) shown->close();
        }
    }

    void trigger(const QString& command) {
        auto* const action = window_->findChild<QAction*>(command);
        QTRY_VERIFY2(action != nullptr && action->isEnabled(), qPrintable(command));
        action->trigger();
    }

    void show(const Scene& scene, QImage& picture) {
        activate(*window_);
        if (scene.node != nullptr) window_->workbench().selection.select({scene.node});
        for (const QString& id : scene.commands) {
            // The page shows the picture that there is when it opens.
            if (id == "view.start") QTRY_VERIFY(recentIsExact());
            trigger(id);
        }
        QTRY_VERIFY2(windowNamed(scene.window) != nullptr, scene.name);
        QWidget& window = *windowNamed(scene.window);
        activate(window);
        for (QLineEdit* field : window.findChildren<QLineEdit*>())
            field->deselect();  // a window that is opened again selects the text of the field with the focus
        take(window, picture);
        if (QTest::currentTestFailed()) return;
        const QWidgetList parts = window.findChildren<QWidget*>() << &window;
        for (const char* shown : scene.shown) {
            const QByteArray name = QByteArray("burin::ui::") + shown;
            const bool seen = std::any_of(parts.begin(), parts.end(), [&](const QWidget* part) {
                return part->inherits(name) && !part->visibleRegion().isEmpty();
            });
            QVERIFY2(seen, qPrintable(QString("%1 is not seen in %2").arg(shown, scene.name)));
        }
    }

    /// Takes a picture once everything is computed and nothing changes any more.
    void take(QWidget& window, QImage& picture) {
        QString missing;
        QImage before;
        const auto still = [&] {
            QCoreApplication::processEvents();
            hideFigures();
            missing = notDone();
            if (!missing.isEmpty()) return false;
            picture = window.grab().toImage();
            missing = notDone();  // what is painted may request more
            if (!missing.isEmpty()) return false;
            const bool same = picture == before;
            before = picture;
            return same;
        };
        BURIN_WAIT_UNTIL(reached, still())
        QVERIFY2(reached, qPrintable("not done: " + missing));
    }

    /// The first part that is not computed yet. Empty if all are.
    [[nodiscard]] QString notDone() const {
        const Workbench workbench = window_->workbench();
        Previews& previews = workbench.previews;
        if (previews.busy()) return "previews";
        const BoundNodePtr shown = previews.shown();
        if (!shown || shown->design != workbench.document.design()) return "the newest design";
        for (const DesignNode& node : workbench.document.design()->nodes) {
            const QString name = QString::fromStdString(node.name);
            const bool there = !previews.thumbnail(name).isNull() && previews.thumbnailIsNewest(name);
            if (!there || previews.thumbnailIsSketch(name)) return name;
        }
        const PreviewProgress progress = previews.progress();
        if (progress.refined < progress.visible) return "tiles";
        if (!previews.histogram()) return "the histogram";
        if (!previews.line()) return "the line profile";
        if (previews.roughnessWish() && previews.roughnessOutdated()) return "the roughness";
        if (!window_->library().wasRead()) return "the library";
        const auto* desk = window_->findChild<BatchDesk*>();
        if (desk != nullptr && desk->state() == BatchDesk::State::checking) return "the batch";
        const auto* preflight = window_->findChild<PreflightRun*>();
        if (preflight != nullptr && preflight->state() == PreflightRun::State::running) return "preflight";
        const auto* sheet = window_->findChild<SheetRun*>();
        if (sheet != nullptr && sheet->state() == SheetRun::State::running) return "the sheet";
        return {};
    }

    static bool recentIsExact() {
        const QList<Settings::Recent> recent = Settings().recent();
        return recent.size() == 1 && !recent.front().sketch && !recent.front().picture.isNull();
    }

    /// Measured times and the memory in use differ from studio to studio.
    void hideFigures() {
        for (CostLine* line : window_->findChildren<CostLine*>())
            line->hide();
        for (QLabel* label : window_->statusBar()->findChildren<QLabel*>()) {
            if (label->text().startsWith("Memory")) label->hide();
        }
    }

    Theme theme_;
    std::unique_ptr<MainWindow> window_;
};

/// Where two pictures differ; empty if they are the same.
QString differenceOf(const QImage& a, const QImage& b) {
    if (a == b) return {};
    if (a.size() != b.size()) return "another size";
    QRect where;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            if (a.pixel(x, y) != b.pixel(x, y)) where |= QRect(x, y, 1, 1);
        }
    }
    return QString("%1 x %2 px at %3, %4")
        .arg(where.width())
        .arg(where.height())
        .arg(where.x())
        .arg(where.y());
}

}  // namespace

class TestThemeChange : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QApplication::setCursorFlashTime(0);
        QCursor::setPos(1599, 999);  // nothing is under the mouse
        QVERIFY(folder_.isValid());
        write("design.burin", designWithGroup);
        write("table.csv", table);
        for (const bool dark : {true, false}) {
            ThemedStudio studio(Engine{backend_, budget_, {}}, choice(dark));
            studio.open(folder_.path());
            if (QTest::currentTestFailed()) return;
            studio.takeScenes(begun_[dark]);
            if (QTest::currentTestFailed()) return;
            studio.takeOpen(begun_[dark]);
            if (QTest::currentTestFailed()) return;
            studio.theme().choose(choice(!dark));
            studio.takeOpen(changed_[!dark]);
            if (QTest::currentTestFailed()) return;
            studio.takeScenes(changed_[!dark]);
            if (QTest::currentTestFailed()) return;
        }
    }

    void aChangeLooksLikeABeginning_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("to dark") << true;
        QTest::newRow("to light") << false;
    }
    void aChangeLooksLikeABeginning() {
        QFETCH(const bool, dark);
        QCOMPARE(changed_[dark].size(), begun_[dark].size());
        QStringList different;
        for (const auto& [name, picture] : begun_[dark]) {
            const QImage& now = changed_[dark][name];
            const QString difference = differenceOf(picture, now);
            if (difference.isEmpty()) continue;
            different << QString("%1: %2").arg(name, difference);
            save(picture, name + (dark ? "-dark" : "-light") + "-begun");
            save(now, name + (dark ? "-dark" : "-light") + "-changed");
        }
        QVERIFY2(different.isEmpty(), qPrintable(different.join("; ")));
    }

    /// Otherwise the comparison would prove nothing.
    void everySceneHasItsOwnPicture() {
        for (const auto& [name, picture] : begun_[true])
            QVERIFY2(picture != begun_[false][name], qPrintable(name));
        for (const Scene& scene : scenes) {
            for (const Scene& other : scenes)
                QVERIFY2(&scene == &other || begun_[true][scene.name] != begun_[true][other.name],
                         qPrintable(QString("%1 looks like %2").arg(scene.name, other.name)));
        }
    }

  private:
    static ThemeChoice choice(bool dark) { return dark ? ThemeChoice::dark : ThemeChoice::light; }

    void write(const QString& name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    static void save(const QImage& picture, const QString& name) {
        const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
        if (!folder.isEmpty()) QVERIFY(QDir().mkpath(folder) && picture.save(folder + '/' + name + ".png"));
    }

    QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    std::map<bool, ThemedStudio::Pictures> begun_;    ///< by whether they are dark
    std::map<bool, ThemedStudio::Pictures> changed_;  ///< likewise
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestThemeChange)
#include "test_theme_change.moc"
