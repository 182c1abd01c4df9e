// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace burin::ui {

/// A property of widgets that are only sometimes reached by Tab: they keep their place in the order.
inline constexpr const char* placeInTabOrder = "placeInTabOrder";

/// The widgets that Tab can reach in a part of a window, in layout order.
[[nodiscard]] QList<QWidget*> tabStops(QWidget* part);

/// Makes Tab follow this order.
void setTabStops(const QList<QWidget*>& stops);

}  // namespace burin::ui
