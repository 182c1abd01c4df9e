// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/overlays.hpp"
#include "ui/viewport/relief/relief_view.hpp"

namespace burin::ui {

/// Draws over the 3-D view.
class ReliefOverlays : public Overlays {
  public:
    ReliefOverlays(QPainter& painter, const Theme& theme, QSizeF screen, const ReliefView& view)
        : Overlays(painter, theme, screen, {}), view_(view) {}

    /// Shows the directions of x, y and the heights.
    void axes();
    /// Shows a round length on the surface, along one of its axes.
    void lengthOnSurface();
    /// Shows the pinned probe, unless the surface turns it away from the viewer.
    void probe(const Probe& probe, double fullDepthUm);

  private:
    const ReliefView& view_;
};

}  // namespace burin::ui
