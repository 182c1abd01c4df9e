// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/backend_choice.hpp"

#include <QActionGroup>
#include <QEvent>
#include <QMenu>

namespace burin::ui {

QString BackendChoice::titleOf(const QString& name) {
    return name == "cpu" ? tr("CPU") : tr("Automatic");
}

BackendChoice::BackendChoice(Settings& settings, const Theme& theme, QWidget* parent)
    : QPushButton(parent), settings_(settings), theme_(theme) {
    setObjectName("backendChoice");
    setToolTip(tr("The device that computes the surface: automatic uses a graphics card if there is one"));
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        auto* group = new QActionGroup(menu);
        for (const QString& name : names()) {
            QAction* action = menu->addAction(titleOf(name));
            action->setObjectName("backend." + name);
            action->setCheckable(true);
            action->setChecked(name == settings_.backend());
            group->addAction(action);
            connect(action, &QAction::triggered, this, [this, name] { choose(name); });
        }
    });
    parent->installEventFilter(this);
    setIcon(theme_.icon("clock"));
    showChoice();
}

/// The preferences may have changed the choice by the time that the window is active again.
bool BackendChoice::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowActivate) showChoice();
    return QPushButton::eventFilter(watched, event);
}

void BackendChoice::showChoice() {
    setText(settings_.backend() == "cpu" ? tr("Run on: CPU") : tr("Run on: automatic"));
}

void BackendChoice::choose(const QString& name) {
    if (name == settings_.backend()) return;
    settings_.setBackend(name);
    showChoice();
    emit said(name == "cpu" ? tr("After its next start, Burin computes on the CPU")
                            : tr("After its next start, Burin computes on a graphics card if there is one"));
}

}  // namespace burin::ui
