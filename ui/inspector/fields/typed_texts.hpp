// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace burin::ui {

// Typed texts in the fields and cells below a widget.

/// The problems of typed texts that are not valid; fields come before cells.
[[nodiscard]] QStringList typedProblemsIn(const QWidget& widget);

/// Applies what is being typed below a widget, as if the field lost the focus, which it keeps if it is still
/// there.
void applyTypedIn(const QWidget& widget);

/// Discards typed texts that are not valid and shows the values again.
void forgetTypedIn(const QWidget& widget);

}  // namespace burin::ui
