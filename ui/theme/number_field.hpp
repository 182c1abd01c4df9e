// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace burin::ui {

/// A field for a number in a bar. It reports the number when typing ends, not after each digit.
[[nodiscard]] inline QDoubleSpinBox* numberField(const char* id, double least, double most, int decimals,
                                                 double step, int wide) {
    auto* field = new QDoubleSpinBox;
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
