// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/typed_field.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text_start.hpp"

#include <QStyle>
#include <QStyleOptionFrame>

namespace burin::ui {

namespace {

constexpr int sideMargins = 4;  ///< what QLineEdit keeps free beside its text, both sides together

}  // namespace

TypedField::TypedField(QWidget* parent) : QLineEdit(parent) {
    new TextStart(*this);
}

TypedField::TypedField(const QString& text, QWidget* parent) : QLineEdit(text, parent) {
    new TextStart(*this);
}

int TypedField::room() const {
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QMargins margins = textMargins();
    return style()->subElementRect(QStyle::SE_LineEditContents, &option, this).width() - margins.left() -
           margins.right() - sideMargins;
}

void TypedField::setProblem(const QString& problem, const QString& tip) {
    if (problem == problem_) return;
    problem_ = problem;
    setStyleProperty(this, "error", !problem.isEmpty());
    setToolTip(problem.isEmpty() ? tip : sentence(problem));
    emit problemChanged(problem);
}

}  // namespace burin::ui
