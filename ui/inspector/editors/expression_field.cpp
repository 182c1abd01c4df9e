// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/expression_field.hpp"

#include "core/design/design_edit.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/fields/expression_text.hpp"
#include "ui/inspector/fields/icon_label.hpp"
#include "ui/inspector/fields/lines_field.hpp"
#include "ui/inspector/fields/name_model.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/pasted_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QStyle>
#include <QSyntaxHighlighter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int mostLines = 8;
/// Text is applied after this pause, not after every letter.
constexpr int pauseMs = 200;
/// If a text has more pieces, they are drawn without colours, because Qt lays out each coloured piece
/// separately.
constexpr int mostColoured = 2000;

class Highlighter : public QSyntaxHighlighter {
  public:
    Highlighter(const Theme& theme, QTextDocument* document) : QSyntaxHighlighter(document), theme_(theme) {
        connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
    }

  protected:
    void highlightBlock(const QString& text) override {
        int coloured = 0;
        for (const ExpressionSpan& span : expressionSpans(text)) {
            if (span.kind == ExpressionSpan::Kind::number) continue;
            if (++coloured > mostColoured) return;
            const bool function = span.kind == ExpressionSpan::Kind::function;
            setFormat(span.start, span.length, theme_.color(function ? Role::accent : Role::warning));
        }
    }

  private:
    const Theme& theme_;
};

QString problemOf(const Diagnostics& problems) {
    if (problems.empty()) return {};
    const Diagnostic& first = problems.front();
    return ExpressionField::tr("Column %1: %2").arg(first.mark.column).arg(problemText(first));
}

}  // namespace

ExpressionText::ExpressionText(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), completer_(new QCompleter(this)), names_(new NameModel(completer_)) {
    setFont(theme.numbers());
    setTabChangesFocus(true);
    setWordWrapMode(wrapModeFor(0));
    document()->setDocumentMargin(3);
    new Highlighter(theme, document());
    completer_->setModel(names_);
    completer_->setWidget(this);
    completer_->setCompletionRole(Qt::UserRole);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->popup()->setFont(theme.numbers());
    completer_->popup()->setObjectName("completions");
    completer_->popup()->setIconSize({NameModel::pictureSide, NameModel::pictureSide});
    connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { insertCompletion(index.data(Qt::UserRole).toString()); });
    installEventFilter(this);  // installed before the filter of the completer
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &ExpressionText::fitHeight);
    fitHeight();
}

void ExpressionText::fitHeight() {
    const int lines = shownLines(*this, mostLines);
    const int line = QFontMetrics(font()).lineSpacing();
    const int frame = 4;
    const int height = lines * line + 2 * (static_cast<int>(document()->documentMargin())) + frame;
    if (height != this->height()) setFixedHeight(height);
}

void ExpressionText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

/// How many characters stay if something is inserted.
qsizetype ExpressionText::kept() const {
    return document()->characterCount() - 1 - textCursor().selectedText().size();
}

void ExpressionText::inputMethodEvent(QInputMethodEvent* event) {
    const qsizetype added = event->commitString().size();
    if (added == 0 || kept() + added <= longestTyped) return QPlainTextEdit::inputMethodEvent(event);
    sayTooLong(this);
    QInputMethodEvent nothing;
    QPlainTextEdit::inputMethodEvent(&nothing);
}

void ExpressionText::insertFromMimeData(const QMimeData* source) {
    const auto text = pastedText(*source, kept(), this);
    if (!text) return;
    setWordWrapMode(wrapModeFor(kept() + text->size()));
    insertPlainText(text->simplified());
}

/// Finds the names that begin like the name before the caret. \return how many there are
int ExpressionText::findNames() {
    if (!completer_->popup()->isVisible())
        names_->setNames(variables_ ? variables_() : QStringList(), palette().color(QPalette::Text),
                         devicePixelRatioF());
    completer_->setCompletionPrefix(nameBefore(toPlainText(), textCursor().position()));
    return completer_->completionCount();
}

void ExpressionText::showNames() {
    QRect place = cursorRect();
    place.setWidth(completer_->popup()->sizeHintForColumn(0) + 32);
    completer_->complete(place);
}

void ExpressionText::complete() {
    const int found = findNames();
    const QModelIndex first = completer_->completionModel()->index(0, 0);
    if (found == 1) {
        completer_->popup()->hide();
        return insertCompletion(first.data(Qt::UserRole).toString());
    }
    showNames();
    completer_->popup()->setCurrentIndex(first);
}

/// Lists names while one is typed. None of them is selected until the user presses an arrow key, so Enter and
/// Tab keep their meaning.
void ExpressionText::suggest() {
    const QString text = toPlainText();
    const int caret = textCursor().position();
    const QString typed = nameBefore(text, caret);
    const auto before = caret - typed.size() - 1;
    const bool number = before >= 0 && text[before].isDigit();  // 1e5
    const int found = typed.isEmpty() || number ? 0 : findNames();
    const QModelIndex first = completer_->completionModel()->index(0, 0);
    if (found == 0 || (found == 1 && first.data(Qt::UserRole).toString() == typed))
        return completer_->popup()->hide();
    showNames();
    completer_->popup()->setCurrentIndex({});
}

void ExpressionText::insertCompletion(const QString& name) {
    QTextCursor cursor = textCursor();
    const auto typed = static_cast<int>(nameBefore(toPlainText(), cursor.position()).size());
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, typed);
    cursor.insertText(name);
    setTextCursor(cursor);
}

void ExpressionText::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool open = completer_->popup()->isVisible();
    // Keys for the completion popup.
    if (open && enter && completer_->popup()->currentIndex().isValid()) return event->ignore();
    if (open && (enter || event->key() == Qt::Key_Escape)) completer_->popup()->hide();
    if (open && event->key() == Qt::Key_Escape) return;
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) return complete();
    if (enter) return emit entered();
    if (event->key() == Qt::Key_Escape) {
        const QString before = toPlainText();
        emit escaped();
        if (toPlainText() == before) event->ignore();  // nothing to restore
        return;
    }
    const QString before = toPlainText();
    QPlainTextEdit::keyPressEvent(event);
    const bool typed = !event->text().isEmpty() && event->text().front().isPrint();
    if (open || (typed && toPlainText() != before)) suggest();
}

/// Tab inserts the selected name; if none is selected, it moves the focus.
bool ExpressionText::focusNextPrevChild(bool next) {
    const QModelIndex chosen = completer_->popup()->currentIndex();
    const bool takes = next && completer_->popup()->isVisible() && chosen.isValid();
    const QString name = chosen.data(Qt::UserRole).toString();
    completer_->popup()->hide();
    if (!takes) return QPlainTextEdit::focusNextPrevChild(next);
    insertCompletion(name);
    return true;
}

/// While its popup is open, the completer hides the loss of focus from the field. Without this filter the
/// text would not be applied.
bool ExpressionText::eventFilter(QObject* watched, QEvent* event) {
    if (watched == this && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            completer_->popup()->hide();
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

void ExpressionText::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) emit left();
}

bool ExpressionText::event(QEvent* event) {
    // If the text has nothing to undo, Undo acts on the design's history.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) && !document()->isUndoAvailable()) ||
            (key->matches(QKeySequence::Redo) && !document()->isRedoAvailable()))
            return false;
    }
    return QPlainTextEdit::event(event);
}

ExpressionField::ExpressionField(EditorPlace place, std::vector<std::string_view> known, QWidget* parent)
    : QWidget(parent),
      place_(std::move(place)),
      known_(std::move(known)),
      editor_(new ExpressionText(place_.workbench.theme, this)),
      mark_(new IconLabel(place_.workbench.theme, 14, this)),
      said_(new QLabel(this)),
      aside_(new QLabel(this)),
      soon_(new QTimer(this)) {
    const Theme& theme = place_.workbench.theme;
    editor_->setVariables([this] { return variables(); });
    said_->setWordWrap(true);
    said_->setObjectName("said");
    for (QLabel* label : {said_, aside_})
        label->setFont(theme.font(11));
    aside_->setProperty("quiet", true);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(0, 4, 0, 0);
    below->setSpacing(6);
    below->addWidget(mark_, 0, Qt::AlignTop);
    below->addWidget(said_, 1);
    below->addWidget(aside_, 0, Qt::AlignTop);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(editor_);
    all->addLayout(below);
    soon_->setSingleShot(true);
    soon_->setInterval(pauseMs);
    connect(soon_, &QTimer::timeout, this, [this] {
        if (problem_.isEmpty()) take();
    });
    connect(editor_, &QPlainTextEdit::textChanged, this, &ExpressionField::typed);
    connect(editor_, &ExpressionText::entered, this, &ExpressionField::take);
    connect(editor_, &ExpressionText::escaped, this, [this] { editor_->setPlainText(taken_); });
    connect(editor_, &ExpressionText::left, this, [this] {
        take();
        gesture_ = 0;
    });
}

QString ExpressionField::text() const {
    return editor_->toPlainText();
}

void ExpressionField::setText(const QString& text) {
    const bool same = text == taken_;
    taken_ = text;
    if (text != this->text() && !(same && editor_->hasFocus())) {
        const QSignalBlocker quiet(editor_);
        editor_->setWordWrapMode(wrapModeFor(text.size()));
        editor_->setPlainText(text);
    }
    check();
}

void ExpressionField::typed() {
    check();
    if (text() == taken_) return soon_->stop();
    soon_->start();
}

void ExpressionField::take() {
    soon_->stop();
    if (text() == taken_) return;
    if (gesture_ == 0) gesture_ = place_.workbench.document.newGesture();
    taken_ = text();
    emit entered(taken_, gesture_);
}

void ExpressionField::check() {
    empty_ = text().isEmpty() && taken_.isEmpty();
    problem_ = empty_ ? QString() : problemOf(place_.problemsWith(yamlScalar(text().toStdString(), true)));
    setStyleProperty(editor_, "error", !problem_.isEmpty());
    editor_->setToolTip(problem_.isEmpty() ? QString() : sentence(problem_));
    say();
}

void ExpressionField::setRemarks(const QString& good, const QString& aside) {
    good_ = good;
    aside_->setText(aside);
    say();
}

void ExpressionField::say() {
    const bool right = problem_.isEmpty();
    const bool quiet = empty_ || (right && good_.isEmpty());
    mark_->setIcon(right ? "check" : "error", right ? Role::good : Role::error);
    mark_->setVisible(!quiet);
    said_->setText(quiet ? QString() : right ? good_ : problem_);
    setStyleProperty(said_, "good", right);
    setStyleProperty(said_, "error", !right);
    aside_->setVisible(right && !aside_->text().isEmpty());
}

QStringList ExpressionField::variables() const {
    QStringList names;
    const YamlValue* body = place_.workbench.document.nodeText(place_.node);
    const DesignNode* node = place_.workbench.document.node(place_.node);
    for (const std::string_view name : known_)
        names << textOf(name);
    if (place_.formulas != nullptr) names << place_.formulas->names();
    // Names that the node defines itself can be used in its expressions.
    if (node != nullptr && node->kind != nullptr && body != nullptr) {
        for (const ParameterDescription& parameter : node->kind->description.parameters) {
            const YamlValue* given = body->find(parameter.key);
            if (parameter.type != ParameterType::numbers || given == nullptr) continue;
            for (const YamlEntry& entry : given->entries)
                names << QString::fromStdString(entry.key.scalar);
        }
    }
    names.removeIf([this](const QString& name) {
        return !place_.problemsWith(yamlScalar(name.toStdString(), true)).empty();
    });
    return names;
}

ExpressionEditor::ExpressionEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(place, parent),
      wanted_(wanted),
      field_(new ExpressionField(place, wanted.variables, this)) {
    field_->editor()->setObjectName("field." + kindText(wanted.key));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(field_);
    setFirst(field_->editor());
    field_->setRemarks(tr("No errors"), tr("Ctrl+Space completes"));
    connect(field_, &ExpressionField::entered, this, [this](const QString& text, int gesture) {
        emit edited(yamlScalar(text.toStdString(), true), gesture);
    });
}

void ExpressionEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    field_->setText(scalarText(value == nullptr && fallback ? &*fallback : value));
}

}  // namespace burin::ui
