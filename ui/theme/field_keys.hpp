// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QWidget>

namespace burin::ui {

/// Whether the widget that has the focus in a window uses a key itself, as a text field uses Ctrl+C. Qt asks
/// it the same before it tries the shortcuts.
[[nodiscard]] bool usedByFocus(const QWidget& window, const QKeySequence& key);

/// Presses a key in the widget that has the focus, if it uses the key itself. A command that is chosen from a
/// menu acts on the same as its key.
/// \return whether the widget uses it
bool pressInFocus(const QWidget& window, const QKeySequence& key);

}  // namespace burin::ui
