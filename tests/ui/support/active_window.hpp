// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/testing.hpp"

#include <QWidget>

namespace burin::ui {

/// Shows a window and makes it the active one, because only the active window has shortcuts. A screen without
/// a window manager activates no window by itself.
inline void showActive(QWidget& window) {
    window.show();
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window, patience)) qFatal("the window does not become active");
}

}  // namespace burin::ui
