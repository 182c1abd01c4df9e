// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/typed_field.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/words/problem_text.hpp"

namespace burin::ui {

void TypedField::setProblem(const QString& problem, const QString& tip) {
    if (problem == problem_) return;
    problem_ = problem;
    setStyleProperty(this, "error", !problem.isEmpty());
    setToolTip(problem.isEmpty() ? tip : sentence(problem));
    emit problemChanged(problem);
}

}  // namespace burin::ui
