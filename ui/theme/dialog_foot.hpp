// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHBoxLayout>

namespace burin::ui {

/// The row of buttons at the end of a dialog. Its parentWidget() is the frame around it.
[[nodiscard]] inline QHBoxLayout* dialogFoot(QWidget* dialog) {
    auto* const foot = new QFrame(dialog);
    foot->setProperty("look", "foot");
    auto* const row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(8);
    return row;
}

}  // namespace burin::ui
