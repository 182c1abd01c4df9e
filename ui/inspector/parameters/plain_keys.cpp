// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameters/plain_keys.hpp"

#include <QKeyEvent>
#include <QLineEdit>

namespace burin::ui {

PlainKeys::PlainKeys(QLineEdit& field) : QObject(&field), field_(field), before_(field.text()) {
    field.installEventFilter(this);
    connect(&field, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (!field_.isModified()) before_ = text;
    });
}

bool PlainKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !field_.isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();  // ignored, so that Qt looks for a shortcut
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && field_.isModified() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        field_.setText(before_);
        field_.selectAll();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace burin::ui
