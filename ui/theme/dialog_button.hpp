// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}  // namespace burin::ui
