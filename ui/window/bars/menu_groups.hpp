// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QMenu>
#include <QString>
#include <QStringList>

namespace burin::ui {

/// Commands that share a submenu.
struct MenuGroup {
    QString title;
    QStringList ids;
    QString prefix = {};  ///< the prefix of further ids; empty: there are none
};

/// The groups of the menu whose commands begin with `prefix`. A menu without groups would be taller than the
/// screens of small notebooks.
[[nodiscard]] QList<MenuGroup> menuGroups(const QString& prefix);

/// The order of the menu whose commands begin with `prefix`: a line separates its sections, and a command
/// stands for its group. Empty: the commands keep their order.
[[nodiscard]] QList<QStringList> menuSections(const QString& prefix);

/// Fills a menu with those of `commands` whose ids begin with `prefix`; the commands of the graph that every
/// program has under Edit are put there. A group takes the place of its first command.
void fillMenu(QMenu& menu, const QList<QAction*>& commands, const QString& prefix);

}  // namespace burin::ui
