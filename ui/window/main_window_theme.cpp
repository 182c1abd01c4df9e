// SPDX-License-Identifier: GPL-3.0-or-later

// The commands that choose the theme.

#include "ui/theme/theme.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/shared_theme.hpp"

#include <QActionGroup>

namespace burin::ui {

void MainWindow::makeThemeActions() {
    auto* const group = new QActionGroup(this);
    const auto add = [&](const char* id, const QString& text, ThemeChoice choice) {
        QAction* const one =
            action(id, text, {}, {}, [this, choice] { SharedTheme::choose(choice, settings_, theme_); });
        one->setCheckable(true);
        one->setProperty(CommandSearch::synonyms, tr("appearance, look, colours, colors, mode"));
        group->addAction(one);
        const auto check = [this, one, choice] { one->setChecked(theme_.choice() == choice); };
        check();
        connect(&theme_, &Theme::changed, one, check);
    };
    add("view.theme-dark", tr("Dark theme"), ThemeChoice::dark);
    add("view.theme-light", tr("Light theme"), ThemeChoice::light);
    add("view.theme-system", tr("Theme of the desktop"), ThemeChoice::system);
}

}  // namespace burin::ui
