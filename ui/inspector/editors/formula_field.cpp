// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/formula_field.hpp"

#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/formula_dress.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QKeyEvent>
#include <QLabel>

namespace burin::ui {

FormulaField::FormulaField(const FormulaSpace& formulas, const ParameterDescription& wanted,
                           const Theme& theme, QWidget* parent)
    : TypedField(parent), formulas_(formulas), wanted_(wanted), result_(new QLabel(this)) {
    setObjectName("formula." + kindText(wanted.key));
    setFont(theme.numbers());
    new FormulaDress(formulas, this);
    result_->setFont(theme.font(12));
    result_->setProperty("secondary", true);
    result_->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QLineEdit::textEdited, this, [this] {
        typed_ = true;
        check();
    });
    connect(this, &QLineEdit::editingFinished, this, &FormulaField::apply);
}

void FormulaField::setFormula(const QString& text) {
    const QString formula = shownFormula(text);
    if (!(typed_ && formula == shown_)) {
        shown_ = formula;
        forgetTyped();
    }
    showResult();
}

void FormulaField::setTyped(const QString& text) {
    setText(text);
    typed_ = true;
    check();
}

void FormulaField::forgetTyped() {
    typed_ = false;
    setProblem({}, {});
    showFormula();
}

void FormulaField::showFormula() {
    if (typed_) return;
    const QString fitting = cutFormula(shown_, fontMetrics(), room());
    setToolTip(fitting == shown_ ? QString() : shown_);
    const QString& text = hasFocus() ? shown_ : fitting;
    if (text == this->text()) return;
    setText(text);
    if (!hasFocus()) setCursorPosition(0);
}

void FormulaField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    showFormula();
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason) selectAll();
}

void FormulaField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    showFormula();
}

void FormulaField::showResult() {
    const auto value = formulas_.value(shown_, wanted_);
    result_->setText(value ? valueWords(wanted_, &*value) : QString());
    result_->adjustSize();
    result_->move(width() - result_->width() - 8, (height() - result_->height()) / 2);
    setTextMargins(0, 0, result_->width() + 8, 0);
    showFormula();
}

void FormulaField::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    showResult();
}

void FormulaField::check() {
    setProblem(meansFormula(text()) ? formulas_.problem(text())
                                    : tr("A formula begins with =. Press Esc to restore it."),
               {});
}

void FormulaField::apply() {
    if (!typed_ || !problem().isEmpty()) return;
    typed_ = false;
    const QString formula = shownFormula(text());
    if (formula == shown_) return;
    shown_ = formula;
    emit entered(formula);
}

void FormulaField::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !typed_) return QLineEdit::keyPressEvent(event);
    forgetTyped();
}

}  // namespace burin::ui
