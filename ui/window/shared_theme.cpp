// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shared_theme.hpp"

#include <QEvent>
#include <QWidget>

#include <utility>

namespace burin::ui {

ThemeChoice themeChoice(const QString& name) {
    return name == "dark" ? ThemeChoice::dark : name == "light" ? ThemeChoice::light : ThemeChoice::system;
}

QString themeName(ThemeChoice choice) {
    return choice == ThemeChoice::dark ? "dark" : choice == ThemeChoice::light ? "light" : "system";
}

SharedTheme::SharedTheme(Settings& settings, Theme& theme, QWidget* window)
    : QObject(window),
      settings_(settings),
      theme_(theme),
      known_(settings.theme()),
      reduces_(settings.reduceMotion()) {
    watcher_.watch({settings_.file()});
    connect(&watcher_, &FileWatcher::changed, this, &SharedTheme::follow);
    window->installEventFilter(this);
}

void SharedTheme::choose(ThemeChoice choice, Settings& settings, Theme& theme) {
    settings.setTheme(themeName(choice));
    settings.exchange();
    theme.choose(choice);
}

bool SharedTheme::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowActivate) follow();
    return QObject::eventFilter(watched, event);
}

void SharedTheme::follow() {
    settings_.exchange();
    watcher_.watch({settings_.file()});  // its folder may be new
    const bool reduces = settings_.reduceMotion();
    if (std::exchange(reduces_, reduces) != reduces) theme_.setReduceMotion(reduces);
    const QString name = settings_.theme();
    if (std::exchange(known_, name) == name) return;
    if (themeChoice(name) != theme_.choice()) theme_.choose(themeChoice(name));
}

}  // namespace burin::ui
