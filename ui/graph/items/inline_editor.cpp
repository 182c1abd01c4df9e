// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/inline_editor.hpp"

#include "ui/words/pasted_text.hpp"

#include <QAction>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>

namespace burin::ui {

InlineEditor::InlineEditor(QWidget* parent, const QRect& place, const QString& text, bool lines, Take take)
    : QPlainTextEdit(text, parent), lines_(lines), before_(typed()), take_(std::move(take)) {
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

/// While the user types, the graph's keys do not act, but those of the window do.
bool InlineEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool commands = key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
        const bool function = key->key() >= Qt::Key_F1 && key->key() <= Qt::Key_F35;
        if ((!commands && !function) || actsAround(QKeySequence(key->keyCombination()))) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

/// Whether the panel around the editor (the nearest widget with actions) has an action with these keys.
bool InlineEditor::actsAround(const QKeySequence& keys) const {
    for (const QWidget* around = parentWidget(); around != nullptr; around = around->parentWidget()) {
        const QList<QAction*> actions = around->actions();
        if (actions.isEmpty()) continue;
        return std::any_of(actions.begin(), actions.end(),
                           [&](const QAction* action) { return action->shortcuts().contains(keys); });
    }
    return false;
}

void InlineEditor::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool escape = event->key() == Qt::Key_Escape;
    if (escape && !lines_) {
        done_ = true;
        parentWidget()->setFocus();
        close();
    } else if (escape || (enter && !(lines_ && event->modifiers() & Qt::ShiftModifier))) {
        finish(false);
    } else if (event->key() != Qt::Key_Tab) {
        QPlainTextEdit::keyPressEvent(event);
    }
    // Unused keys are not passed on to the canvas.
    event->accept();
}

/// How many characters stay if something is inserted.
qsizetype InlineEditor::kept() const {
    return document()->characterCount() - 1 - textCursor().selectedText().size();
}

void InlineEditor::inputMethodEvent(QInputMethodEvent* event) {
    const qsizetype added = event->commitString().size();
    if (added == 0 || kept() + added <= longestTyped) return QPlainTextEdit::inputMethodEvent(event);
    sayTooLong(this);
    QInputMethodEvent nothing;
    QPlainTextEdit::inputMethodEvent(&nothing);
}

/// Without this function, Qt 6.4 crashes when an empty clipboard is pasted.
void InlineEditor::insertFromMimeData(const QMimeData* source) {
    const std::optional<QString> pasted = pastedText(*source, kept(), this);
    if (!pasted) return;
    const QString text = lines_ ? *pasted : pasted->simplified();
    setWordWrapMode(wrapModeFor(kept() + text.size()));
    if (!text.isEmpty()) insertPlainText(text);
}

void InlineEditor::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    const bool menu = event->reason() == Qt::PopupFocusReason || event->reason() == Qt::MenuBarFocusReason;
    if (!menu) finish(true);
}

/// The text as the document has it: toPlainText() would replace no-break spaces by blanks. Shift+Enter types
/// a line separator.
QString InlineEditor::typed() const {
    QString text = document()->toRawText();
    for (const QChar separator : {QChar(QChar::ParagraphSeparator), QChar(QChar::LineSeparator)})
        text.replace(separator, QChar('\n'));
    return text;
}

QString InlineEditor::handOver() {
    if (done_) return {};
    done_ = true;
    const QString text = typed();
    const QString problem = text == before_ ? QString() : take_(text);
    done_ = problem.isEmpty();
    if (!done_) return problem;
    parentWidget()->setFocus();
    close();
    return {};
}

/// \param leaving  a refused text is dropped instead of asked for again
void InlineEditor::finish(bool leaving) {
    if (done_) return;
    done_ = true;
    const QString text = typed();
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
