// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace burin::ui {

/// What Tab can reach in a part of a window, in the order of its layouts: as it is read.
[[nodiscard]] QList<QWidget*> tabStops(QWidget* part);

/// Lets Tab go from each to the next.
void setTabStops(const QList<QWidget*>& stops);

}  // namespace burin::ui
