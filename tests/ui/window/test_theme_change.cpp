// SPDX-License-Identifier: GPL-3.0-or-later

// A studio that has changed its theme looks like one that began with that theme.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/cost_line.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QStatusBar>

#include <map>
#include <vector>

namespace burin::ui {

namespace {

/// What the pictures show: a command, or with "node" the name of the node that is selected.
struct Scene {
    const char* command;
    const char* node = nullptr;
};

/// Some of them cover each other, so that each is in one picture and hidden in others.
const std::vector<Scene> scenes = {
    {"view.start"},      {"node", "wall"},      {"panel.history"},   {"panel.histogram"},
    {"panel.bookmarks"}, {"panel.lineProfile"}, {"panel.roughness"}, {"panel.problems"},
    {"panel.queue"},     {"node", "half"},      {"export.machines"}, {"export.preflight"},
    {"export.batch"},    {"help.manual"},       {"file.sheet"},      {"node", "other"},
    {"graph.enter"},     {"panel.parameters"},  {"node", "stone"},   {"node", "rows"},
    {"panel.library"},
};

}  // namespace

class TestThemeChange : public QObject {
    Q_OBJECT

    using Pictures = std::map<QString, QImage>;

  private slots:
    void initTestCase() { QApplication::setCursorFlashTime(0); }

    void aChangeLooksLikeABeginning_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("to dark") << true;
        QTest::newRow("to light") << false;
    }
    void aChangeLooksLikeABeginning() {
        QFETCH(const bool, dark);
        const ThemeChoice wanted = dark ? ThemeChoice::dark : ThemeChoice::light;
        const ThemeChoice other = dark ? ThemeChoice::light : ThemeChoice::dark;
        Pictures changed;
        Pictures begun;
        take(other, wanted, changed);
        if (QTest::currentTestFailed()) return;
        take(wanted, wanted, begun);
        if (QTest::currentTestFailed()) return;
        QCOMPARE(changed.size(), begun.size());
        QStringList different;
        for (const auto& [name, picture] : begun) {
            const QImage& now = changed[name];
            if (now == picture) continue;
            different << QString("%1: %2").arg(name, differenceOf(picture, now));
            const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
            if (folder.isEmpty()) continue;
            QDir().mkpath(folder);
            const QString file = folder + '/' + name + (dark ? "-dark" : "-light");
            QVERIFY(picture.save(file + "-begun.png") && now.save(file + "-changed.png"));
        }
        QVERIFY2(different.isEmpty(), qPrintable(different.join("; ")));
    }

  private:
    static QString differenceOf(const QImage& a, const QImage& b) {
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

    /// Opens all parts of a studio, changes the theme, and takes the pictures of all parts.
    void take(ThemeChoice first, ThemeChoice last, Pictures& pictures) {
        QSettings().clear();
        Theme theme(first);
        theme.apply();
        MainWindow window(Engine{backend_, budget_, {}}, theme);
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        QCOMPARE(window.take(test::inTree("tests/data/pages/pebbles.burin")), QString());
        QTRY_VERIFY(window.library().wasRead());
        for (const Scene& scene : scenes) {
            show(window, scene);
            if (QTest::currentTestFailed()) return;
        }
        closeOthers(window);
        window.document().scope().leave();
        theme.choose(last);
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            show(window, scenes[i]);
            if (QTest::currentTestFailed()) return;
            const QString name = QString("%1-%2").arg(i + 10).arg(
                scenes[i].node == nullptr ? scenes[i].command : scenes[i].node);
            for (const auto& [part, picture] : picturesNow())
                pictures[name + '-' + part] = picture;
            closeOthers(window);
        }
        window.document().history().setClean();
    }

    static void closeOthers(MainWindow& window) {
        for (QWidget* shown : QApplication::topLevelWidgets()) {
            if (shown->isVisible() && shown != &window) shown->close();
        }
        window.activateWindow();
        QTRY_VERIFY(window.isActiveWindow());
    }

    static Pictures picturesNow() {
        Pictures now;
        for (QWidget* shown : QApplication::topLevelWidgets()) {
            if (shown->isVisible()) now[shown->objectName()] = shown->grab().toImage();
        }
        return now;
    }

    /// Returns when nothing changes any more.
    static void show(MainWindow& window, const Scene& scene) {
        if (scene.node != nullptr) {
            window.workbench().selection.select({scene.node});
        } else {
            auto* const action = window.findChild<QAction*>(scene.command);
            QVERIFY2(action != nullptr && action->isEnabled(), scene.command);
            action->trigger();
        }
        for (CostLine* line : window.findChildren<CostLine*>())
            line->hide();  // it shows measured times
        for (QLabel* label : window.statusBar()->findChildren<QLabel*>()) {
            if (label->text().startsWith("Memory")) label->hide();  // what is in use differs
        }
        Pictures before;
        int same = 0;
        const auto still = [&] {
            if (window.workbench().previews.busy()) return false;
            Pictures now = picturesNow();  // items request their thumbnails when they are painted
            same = now == before ? same + 1 : 0;
            before = std::move(now);
            return same == 2;
        };
        QTRY_VERIFY(still());
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestThemeChange)
#include "test_theme_change.moc"
