// SPDX-License-Identifier: GPL-3.0-or-later

// The Graph menu is used with the keyboard alone: each entry has a letter.

#include "support/testing.hpp"
#include "ui/window/bars/menu_groups.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/main_window.hpp"

#include <QMenu>
#include <QMenuBar>
#include <QSet>

#include <algorithm>

namespace burin::ui {

class TestMenuLetters : public QObject {
    Q_OBJECT

  private slots:
    void eachEntryOfGraphHasALetterOfItsOwn() {
        MemoryBudget budget{std::size_t{512} << 20U};
        TileCache cache{budget};
        CpuBackend backend{budget, cache, 2};
        Theme theme{ThemeChoice::dark};
        MainWindow window(Engine{backend, budget, {}}, theme);
        const QList<QAction*> menus = window.menuBar()->actions();
        const auto graph =
            std::find_if(menus.begin(), menus.end(), [](const QAction* a) { return a->text() == "&Graph"; });
        QVERIFY(graph != menus.end());
        int entries = 0;
        check(*(*graph)->menu(), entries);
        QVERIFY(entries > 50);
    }

  private:
    static void check(const QMenu& menu, int& entries) {
        QSet<QString> letters;
        for (const QAction* entry : menu.actions()) {
            if (entry->isSeparator()) continue;
            ++entries;
            const QString text = entry->text();
            QVERIFY2(text.count('&') == 1, qPrintable(menu.title() + ": " + text));
            const QString letter = text.mid(text.indexOf('&') + 1, 1).toLower();
            QVERIFY2(letter.front().isLetterOrNumber() && !letters.contains(letter), qPrintable(text));
            letters << letter;
            if (entry->menu() != nullptr) check(*entry->menu(), entries);
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMenuLetters)
#include "test_menu_letters.moc"
