// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/overlays.hpp"
#include "ui/viewport/wipe/wipe.hpp"

#include <QList>

namespace burin::ui {

/// Draws the line between A and B, and what each side shows.
class WipeOverlays : public Overlays {
  public:
    using Overlays::Overlays;

    /// \param x  of the line
    void line(double x);
    /// Names a side in the upper corner beside the line, below the overlays that are there already. Hidden if
    /// the side is too narrow. \param room  of the side \param taken  nothing may be drawn here
    void name(Wipe::Side side, const QString& words, const QRectF& room, const QList<QRectF>& taken);

    /// Whether a press at this position takes the line. \param knob  only its knob
    [[nodiscard]] static bool onLine(QPointF on, double x, double height, bool knob);
};

}  // namespace burin::ui
