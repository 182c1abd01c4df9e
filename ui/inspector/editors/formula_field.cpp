// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/formula_field.hpp"

#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/formula_dress.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QKeyEvent>
#include <QLabel>

namespace burin::ui {

FormulaField::FormulaField(const FormulaSpace& formulas, const ParameterDescription& wanted,
                           const Theme& theme, QWidget* parent)
    : QLineEdit(parent), formulas_(formulas), wanted_(wanted), result_(new QLabel(this)) {
    setObjectName("formula");
    setFont(theme.numbers());
    new FormulaDress(formulas, this);
    result_->setFont(theme.font(12));
    result_->setProperty("secondary", true);
    result_->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QLineEdit::textEdited, this, &FormulaField::check);
    connect(this, &QLineEdit::editingFinished, this, &FormulaField::apply);
}

void FormulaField::setFormula(const QString& text) {
    const QString formula = shownFormula(text);
    if (!(isModified() && formula == shown_)) {
        shown_ = formula;
        setText(formula);
        check();
    }
    showResult();
}

void FormulaField::showResult() {
    const auto value = formulas_.value(shown_, wanted_);
    result_->setText(value ? valueWords(wanted_, &*value) : QString());
    result_->adjustSize();
    result_->move(width() - result_->width() - 8, (height() - result_->height()) / 2);
    setTextMargins(0, 0, result_->width() + 8, 0);
}

void FormulaField::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    showResult();
}

void FormulaField::check() {
    const QString problem =
        meansFormula(text()) ? formulas_.problem(text()) : tr("A formula begins with =. Esc restores it.");
    if (problem == problem_) return;
    problem_ = problem;
    setStyleProperty(this, "error", !problem.isEmpty());
    emit problemChanged(problem);
}

void FormulaField::apply() {
    if (!isModified() || !problem_.isEmpty()) return;
    setModified(false);
    const QString formula = shownFormula(text());
    if (formula == shown_) return;
    shown_ = formula;
    emit entered(formula);
}

void FormulaField::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !isModified()) return QLineEdit::keyPressEvent(event);
    setText(shown_);
    check();
}

}  // namespace burin::ui
