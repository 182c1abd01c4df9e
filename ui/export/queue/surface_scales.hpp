// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <QImage>
#include <QRectF>

class QPainter;

namespace burin::ui {

class Theme;
struct LookValues;

/// Where an area of the surface is drawn inside `space`, which has room for the scales: as large as it can
/// be, in its own proportions.
[[nodiscard]] QRectF drawnIn(const QRectF& space, Size area);

/// Lines and figures of the lengths along both sides of `drawing`. \param right  figures end there
void paintScales(QPainter& painter, const Theme& theme, const QRectF& drawing, Size area, double pixelUm,
                 double right);

/// A gray picture in the colours in which the viewport shows it.
[[nodiscard]] QImage colored(const QImage& gray, const LookValues& look);

}  // namespace burin::ui
