// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/overlays.hpp"
#include "ui/viewport/relief/lit_ball.hpp"
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

    /// Shows the direction of the light on a ball.
    void lightBall(LitBall& ball);
    /// Shows the line between the last and the first row or column of a roller, if it is wanted and faces the
    /// viewer.
    void joint();
    /// Names the roller.
    void roller();

    /// "heights × 20"
    [[nodiscard]] static QString heightsText(double heights);
    /// The box of the ball; null if the screen is too small for it.
    [[nodiscard]] static QRectF ballPlace(QSizeF screen);
    /// Whether a press at this position grabs the light.
    [[nodiscard]] static bool onBall(QPointF on, QSizeF screen);
    /// The look with the light at a position of the ball.
    [[nodiscard]] static ReliefLook litFrom(QPointF on, QSizeF screen, ReliefLook look);

  private:
    [[nodiscard]] std::optional<QLineF> lineInView(Vector3 begin, Vector3 end) const;

    const ReliefView& view_;
};

}  // namespace burin::ui
