// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "ui/inspector/fields/typed_field.hpp"

class QLabel;

namespace burin::ui {

class FormulaSpace;
class Theme;

/// A field for a formula, in place of an editor that is not a text field. The result is shown at the right.
/// Without the focus, a formula that does not fit ends with an ellipsis; the tooltip has all of it.
class FormulaField : public TypedField {
    Q_OBJECT

  public:
    FormulaField(const FormulaSpace& formulas, const ParameterDescription& wanted, const Theme& theme,
                 QWidget* parent);

    /// Shows a formula of the file, whose problems are those of the design. Text that is being typed stays.
    void setFormula(const QString& text);
    void setTyped(const QString& text) override;
    void forgetTyped() override;

  signals:
    void entered(const QString& formula);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void apply();
    void check();
    void showFormula();
    void showResult();

    const FormulaSpace& formulas_;
    const ParameterDescription& wanted_;
    QLabel* result_;
    QString shown_;
    bool typed_ = false;  ///< the user has changed the text
};

}  // namespace burin::ui
