// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace burin::ui {

// Typed texts that are not valid, in the fields and cells below a widget.

/// The problems of the typed texts that are not valid; fields come before cells.
[[nodiscard]] QStringList typedProblemsIn(const QWidget& widget);

/// Discards the typed texts and shows the values again.
void forgetTypedIn(const QWidget& widget);

}  // namespace burin::ui
