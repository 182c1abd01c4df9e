// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace burin::ui {

// The typed texts below a widget that are not valid: those of fields and of cells.

/// The problems of these texts; fields come before cells.
[[nodiscard]] QStringList typedProblemsIn(const QWidget& widget);

/// Discards the typed texts and shows the values again.
void forgetTypedIn(const QWidget& widget);

}  // namespace burin::ui
