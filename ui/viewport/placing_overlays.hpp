// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"
#include "ui/placing/drawing_pen.hpp"
#include "ui/placing/placing.hpp"
#include "ui/viewport/overlays.hpp"

#include <vector>

namespace burin::ui {

/// Draws the box of the thing that is placed, its handles, and the numbers of a drag; or the contour of a new
/// thing.
class PlacingOverlays : public Overlays {
  public:
    using Overlays::Overlays;

    /// \param selected  the selected things, among them the chosen one
    /// \param pixel  the side of a pixel, in the unit of the numbers
    void show(const Placing& placing, const std::vector<PlacedThing>& selected, const Length& pixel);
    /// Shows what a release would draw, and its size.
    void show(const DrawingPen& pen, double pixelUm);

  private:
    [[nodiscard]] QPolygonF onScreen(const TurnedBox& box) const;
    void contour(const QPolygonF& corners);
    void sides(const TurnedBox& box, const QPen& below, const QPen& above);
    void oldPlace(const TurnedBox& box);
    void thinBox(const TurnedBox& box);
    void guide(const GuideLine& line);
    void gapMark(const GapMark& mark, const Length& pixel);
    void boxWithHandles(const Placing& placing, const TurnedBox& box);
    void numbers(const std::vector<PlacingNumber>& numbers, const QString& held, const QRectF& beside,
                 const Length& pixel);
};

}  // namespace burin::ui
