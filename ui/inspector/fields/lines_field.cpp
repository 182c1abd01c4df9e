// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/lines_field.hpp"

#include "ui/words/pasted_text.hpp"

#include <QAbstractTextDocumentLayout>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <optional>

namespace burin::ui {

namespace {

constexpr int fewestLines = 2;
constexpr int mostLines = 6;
constexpr int mostSpacingPx = 40;
constexpr int borderWidth = 2;  ///< the border of a field that has the focus

bool isEnter(const QKeyEvent& event) {
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

bool endsEdit(const QKeyEvent& event) {
    return isEnter(event) && event.modifiers().testFlag(Qt::ControlModifier);
}

}  // namespace

int shownLines(QPlainTextEdit& field, int most) {
    int lines = 0;
    for (QTextBlock block = field.document()->begin(); block.isValid() && lines <= most; block = block.next())
        lines += std::max(1, block.layout()->lineCount());
    field.setVerticalScrollBarPolicy(lines > most ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    return std::clamp(lines, 1, most);
}

LinesField::LinesField(QWidget* parent) : QPlainTextEdit(parent) {
    setTabChangesFocus(true);
    setWordWrapMode(wrapModeFor(0));
    document()->setDocumentMargin(3);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &LinesField::fitHeight);
    connect(this, &QPlainTextEdit::textChanged, this, &LinesField::fitHeight);
    fitHeight();
}

bool LinesField::setText(const QString& text) {
    const bool whole = text.size() <= longestTyped;
    setWordWrapMode(wrapModeFor(std::min(text.size(), longestTyped)));
    setPlainText(text.left(longestTyped));
    setReadOnly(!whole);
    shown_ = this->text();
    return whole;
}

/// The text as the document has it: toPlainText() would replace no-break spaces by blanks.
QString LinesField::text() const {
    return document()->toRawText().replace(QChar(QChar::ParagraphSeparator), QChar('\n'));
}

QString LinesField::take() {
    shown_ = text();
    return shown_;
}

void LinesField::fitHeight() {
    const int lines = shownLines(*this, mostLines);
    // A font of a user may claim any height.
    const QFontMetrics metrics(font());
    const int spacing = std::clamp(metrics.lineSpacing(), 1, mostSpacingPx);
    const int inside = std::max(lines, fewestLines) * spacing;
    const int around = 2 * (static_cast<int>(document()->documentMargin()) + borderWidth);
    if (inside + around != height()) setFixedHeight(inside + around);
}

void LinesField::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

/// How many characters stay if the selection is replaced.
qsizetype LinesField::kept() const {
    return document()->characterCount() - 1 - textCursor().selectedText().size();
}

/// Whether so many characters can replace the selection. If not, a note at the field says so.
bool LinesField::takes(qsizetype characters) {
    if (kept() + characters <= longestTyped) return true;
    sayTooLong(this);
    return false;
}

/// Without this function, Qt 6.4 crashes when an empty clipboard is pasted.
void LinesField::insertFromMimeData(const QMimeData* source) {
    const std::optional<QString> text = pastedText(*source, kept(), this);
    if (!text || text->isEmpty()) return;
    setWordWrapMode(wrapModeFor(kept() + text->size()));
    insertPlainText(*text);
    ensureCursorVisible();
}

void LinesField::keyPressEvent(QKeyEvent* event) {
    if (endsEdit(*event)) return emit finished();
    if (event->key() == Qt::Key_Escape) {
        if (!edited()) return event->ignore();  // nothing to restore
        return setPlainText(shown_);
    }
    const bool enter = isEnter(*event);
    const bool typed = enter || (!event->text().isEmpty() && event->text().front().isPrint());
    if (isReadOnly() || !typed) return QPlainTextEdit::keyPressEvent(event);
    if (!takes(event->text().size())) return;
    if (!enter) return QPlainTextEdit::keyPressEvent(event);
    // This is also done with Shift. Qt would insert a separator that does not break lines in a file.
    insertPlainText("\n");
    ensureCursorVisible();
}

void LinesField::inputMethodEvent(QInputMethodEvent* event) {
    if (event->commitString().isEmpty() || takes(event->commitString().size()))
        return QPlainTextEdit::inputMethodEvent(event);
    QInputMethodEvent nothing;
    QPlainTextEdit::inputMethodEvent(&nothing);
}

/// Opening a menu does not end the edit. Activating another window ends it, as in a field of one line.
void LinesField::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) emit finished();
}

bool LinesField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        // If the text has nothing to undo, Undo acts on the design's history.
        if ((key->matches(QKeySequence::Undo) && !document()->isUndoAvailable()) ||
            (key->matches(QKeySequence::Redo) && !document()->isRedoAvailable()))
            return false;
        if (endsEdit(*key)) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

}  // namespace burin::ui
