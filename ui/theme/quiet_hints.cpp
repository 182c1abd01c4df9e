// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/quiet_hints.hpp"

#include "ui/theme/theme.hpp"

#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QPalette>
#include <QPlainTextEdit>

namespace burin::ui {

QuietHints::QuietHints(Theme* theme) : QObject(theme), theme_(*theme) {}

bool QuietHints::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::PaletteChange) return false;
    const bool mayHaveHint = qobject_cast<QLineEdit*>(watched) != nullptr ||
                             qobject_cast<QComboBox*>(watched) != nullptr ||
                             qobject_cast<QPlainTextEdit*>(watched) != nullptr;
    if (!mayHaveHint) return false;
    auto* const field = qobject_cast<QWidget*>(watched);
    const QColor quiet = theme_.color(Role::quiet);
    QPalette palette = field->palette();
    if (palette.color(QPalette::PlaceholderText) == quiet) return false;
    palette.setColor(QPalette::PlaceholderText, quiet);
    field->setPalette(palette);
    return false;
}

}  // namespace burin::ui
