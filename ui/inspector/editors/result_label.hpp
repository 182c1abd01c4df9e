// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <QLabel>

namespace burin::ui {

class FormulaSpace;
class QuantityField;
class Theme;

/// The result of a formula, below its field. It takes no room if there is none.
class ResultLabel : public QLabel {
    Q_OBJECT

  public:
    ResultLabel(const Theme& theme, QWidget* parent);

    /// \param text  of the field; if it is not a formula, the label hides  \param formulas  nullptr: none
    void showResultOf(const QString& text, const ParameterDescription& wanted, const FormulaSpace* formulas);
};

}  // namespace burin::ui
