// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/text_start.hpp"

#include <QFocusEvent>
#include <QLineEdit>

namespace burin::ui {

TextStart::TextStart(QLineEdit& field) : QObject(&field), field_(field) {
    field.installEventFilter(this);
    connect(&field, &QLineEdit::textChanged, this, [this] {
        if (!field_.isModified()) show();
    });
    show();
}

void TextStart::show() {
    if (!field_.hasFocus()) field_.setCursorPosition(0);
}

bool TextStart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut) {
        // A menu, and another window in front, leave the selection as it is.
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool returns = reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason ||
                             reason == Qt::MenuBarFocusReason;
        // Called later, because the field first takes the typed text.
        if (!returns) QMetaObject::invokeMethod(this, &TextStart::show, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace burin::ui
