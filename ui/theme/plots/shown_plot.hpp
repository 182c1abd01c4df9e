// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;

namespace burin::ui {

/// Draws a plot again whenever it is shown, because its curves and colours may have changed while it was
/// hidden. QCustomPlot would show what it has drawn last.
void replotWhenShown(QCustomPlot& plot);

/// Draws a plot in the next turn of the event loop if it is shown. A plot that was never shown has nothing to
/// draw on.
void replotIfShown(QCustomPlot& plot);

}  // namespace burin::ui
