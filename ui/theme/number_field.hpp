// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QLocale>

namespace burin::ui {

/// Shows a decimal point in every locale, and takes a point or a comma. In German, Qt reads "2.5" as 25.
class NumberBox : public QDoubleSpinBox {
  public:
    NumberBox() { setLocale(QLocale::c()); }

    QValidator::State validate(QString& text, int& caret) const override {
        return QDoubleSpinBox::validate(text.replace(',', '.'), caret);
    }
};

/// A field for a number in a bar. It reports the number when typing ends, not after each digit.
[[nodiscard]] inline QDoubleSpinBox* numberField(const char* id, double least, double most, int decimals,
                                                 double step, int wide) {
    auto* field = new NumberBox;
    field->setObjectName(id);
    field->setRange(least, most);
    field->setDecimals(decimals);
    field->setSingleStep(step);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setKeyboardTracking(false);
    field->setFixedWidth(wide);
    return field;
}

}  // namespace burin::ui
