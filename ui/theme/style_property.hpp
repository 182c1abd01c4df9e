// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyle>
#include <QVariant>
#include <QWidget>

namespace burin::ui {

/// Sets a property that the style sheet depends on, and applies the style again. That is expensive, so it is
/// skipped if the value is the same. A property that was never set is false.
inline void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
    const QVariant before = widget->property(name);
    if (before == value || (!before.isValid() && value == QVariant(false))) return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

}  // namespace burin::ui
