// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <QLineEdit>

class QLabel;

namespace burin::ui {

class FormulaSpace;
class Theme;

/// A field for a formula, in place of an editor that is not a text field. The result is shown at the right.
class FormulaField : public QLineEdit {
    Q_OBJECT

  public:
    FormulaField(const FormulaSpace& formulas, const ParameterDescription& wanted, const Theme& theme,
                 QWidget* parent);

    /// Shows a formula of the file. Text that is being typed stays.
    void setFormula(const QString& text);
    /// The error in the current text; empty if the text is valid.
    [[nodiscard]] const QString& problem() const { return problem_; }

  signals:
    void entered(const QString& formula);
    void problemChanged(const QString& problem);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void apply();
    void check();
    void showResult();

    const FormulaSpace& formulas_;
    const ParameterDescription& wanted_;
    QLabel* result_;
    QString shown_;
    QString problem_;
};

}  // namespace burin::ui
