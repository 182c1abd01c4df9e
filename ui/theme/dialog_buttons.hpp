// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>

namespace burin::ui {

/// A button that Enter presses only if it has the focus, because in these dialogs Enter ends the editing of a
/// field. \param name  its objectName
[[nodiscard]] inline QPushButton* dialogButton(const QString& name, const QString& text, QWidget* parent) {
    auto* const made = new QPushButton(text, parent);
    made->setObjectName(name);
    made->setAutoDefault(false);
    return made;
}

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
