// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <QList>
#include <QRectF>
#include <QString>

class QPainter;

namespace burin::ui {

class Theme;

/// The largest rectangle with the proportions of `area` that fits into `space` and leaves room for the
/// scales.
[[nodiscard]] QRectF drawnIn(const QRectF& space, Size area);

/// Draws lines and figures for the lengths along both sides of `drawing`. \param right  where figures must
/// end
void paintScales(QPainter& painter, const Theme& theme, const QRectF& drawing, Size area, double pixelUm,
                 double right);

/// A figure of the scale above a drawing.
struct ScaleFigure {
    double left;
    QString text;  ///< the last one also has the unit
};

/// The figures that paintScales() draws above `drawing`. Their steps are equal.
[[nodiscard]] QList<ScaleFigure> figuresAbove(const Theme& theme, const QRectF& drawing, Size area,
                                              double pixelUm, double right);

}  // namespace burin::ui
