// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/inline_editor.hpp"

#include <QKeyEvent>
#include <QToolTip>

namespace burin::ui {

InlineEditor::InlineEditor(QWidget* parent, const QRect& place, const QString& text, bool lines, Take take)
    : QPlainTextEdit(text, parent), lines_(lines), before_(text), take_(std::move(take)) {
    setObjectName("inlineEditor");
    setAttribute(Qt::WA_DeleteOnClose);
    setGeometry(place);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(lines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    setLineWrapMode(lines ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    setTabChangesFocus(false);
    document()->setDocumentMargin(2);
    selectAll();
    show();
    setFocus();
}

/// No key of the graph acts while one types.
bool InlineEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void InlineEditor::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) {
        done_ = true;
        parentWidget()->setFocus();
        close();
    } else if (enter && !(lines_ && event->modifiers() & Qt::ShiftModifier)) {
        finish(false);
    } else if (event->key() != Qt::Key_Tab) {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void InlineEditor::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) finish(true);
}

/// \param leaving  what cannot be taken is left instead of being asked for again
void InlineEditor::finish(bool leaving) {
    if (done_) return;
    done_ = true;
    const QString text = toPlainText();
    const QString problem = text == before_ ? QString() : take_(text);
    if (!problem.isEmpty() && !leaving) {
        done_ = false;
        QToolTip::showText(mapToGlobal(QPoint(0, height())), problem, this);
        return;
    }
    if (!leaving) parentWidget()->setFocus();
    close();
}

}  // namespace burin::ui
