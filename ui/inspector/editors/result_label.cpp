// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/result_label.hpp"

#include "ui/inspector/editors/formula_space.hpp"
#include "ui/theme/theme.hpp"

namespace burin::ui {

ResultLabel::ResultLabel(const Theme& theme, QWidget* parent) : QLabel(parent) {
    setFont(theme.numbers(11));
    setProperty("good", true);
    setTextInteractionFlags(Qt::NoTextInteraction);
    hide();
}

void ResultLabel::showResultOf(const QString& text, const ParameterDescription& wanted,
                               const FormulaSpace* formulas) {
    const bool formula = formulas != nullptr && meansFormula(text);
    setText(formula ? formulas->result(text, wanted) : QString());
    setVisible(!this->text().isEmpty());
}

}  // namespace burin::ui
