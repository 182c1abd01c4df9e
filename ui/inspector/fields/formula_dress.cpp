// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/formula_dress.hpp"

#include "ui/inspector/fields/formula_rules.hpp"
#include "ui/inspector/fields/name_model.hpp"
#include "ui/theme/style_property.hpp"

#include <QAbstractItemView>
#include <QCompleter>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>

namespace burin::ui {

namespace {

constexpr int edgeWidth = 3;

/// The start of the name that ends at the caret.
int nameStart(const QString& text, int caret) {
    int start = caret;
    while (start > 0 && (text[start - 1].isLetterOrNumber() || text[start - 1] == '_'))
        --start;
    return start;
}

}  // namespace

FormulaDress::FormulaDress(const FormulaRules& rules, QLineEdit* field)
    : QObject(field), rules_(rules), field_(field) {
    connect(field, &QLineEdit::textChanged, this, &FormulaDress::dress);
    connect(field, &QLineEdit::textEdited, this, &FormulaDress::suggest);
    field->installEventFilter(this);
    dress();
}

void FormulaDress::dress() {
    const bool formula = meansFormula(field_->text());
    setStyleProperty(field_, "formula", formula);
    if (edge_ == nullptr && formula) makeEdge();
    if (edge_ == nullptr) return;
    edge_->setGeometry(1, 1, edgeWidth, field_->height() - 2);
    edge_->setVisible(formula);
}

void FormulaDress::makeEdge() {
    edge_ = new QWidget(field_);
    edge_->setObjectName("formulaEdge");
    edge_->setAttribute(Qt::WA_TransparentForMouseEvents);
}

void FormulaDress::makeCompleter() {
    completer_ = new QCompleter(this);
    names_ = new NameModel(completer_);
    completer_->setModel(names_);
    completer_->setCompletionRole(Qt::UserRole);
    completer_->setWidget(field_);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->popup()->setObjectName("completions");
    completer_->popup()->setIconSize({NameModel::pictureSide, NameModel::pictureSide});
    connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { insert(index.data(Qt::UserRole).toString()); });
}

void FormulaDress::suggest() {
    const QString text = field_->text();
    const int start = nameStart(text, field_->cursorPosition());
    const QString typed = text.mid(start, field_->cursorPosition() - start);
    if (rules_.open() && meansFormula(text) && !typed.isEmpty()) return suggestFrom(typed);
    if (completer_ != nullptr) completer_->popup()->hide();
}

/// Suggests the names that begin with the text.
void FormulaDress::suggestFrom(const QString& typed) {
    if (completer_ == nullptr) makeCompleter();
    names_->setNames(rules_.names(), field_->palette().color(QPalette::Text), field_->devicePixelRatioF());
    completer_->setCompletionPrefix(typed);
    const bool complete = completer_->completionCount() == 1 && completer_->currentCompletion() == typed;
    if (completer_->completionCount() == 0 || complete) return completer_->popup()->hide();
    completer_->complete();
}

void FormulaDress::insert(const QString& name) {
    QString text = field_->text();
    const int start = nameStart(text, field_->cursorPosition());
    text.replace(start, field_->cursorPosition() - start, name);
    field_->setText(text);
    field_->setCursorPosition(start + static_cast<int>(name.size()));
    emit field_->textEdited(text);
}

bool FormulaDress::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) dress();
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            suggest();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace burin::ui
