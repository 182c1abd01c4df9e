// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace burin::ui {

/// Gives each entry of a menu a letter of its own whenever the menu opens, if that is possible. An entry
/// whose text has a letter keeps it. Menus share commands, so another command can have another letter in each
/// of them.
void keepLetters(QMenu& menu);

}  // namespace burin::ui
