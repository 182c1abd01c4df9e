// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <QFontMetricsF>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

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

/// A word of a legend, right of its mark.
struct LegendWord {
    QPointF mark;  ///< the middle of the mark's left edge, from the same place of the first mark
    QString text;
};

inline constexpr double legendMark = 10;    ///< the width of a mark
inline constexpr double legendMarkGap = 6;  ///< between a mark and its word
inline constexpr double legendRowHeight = 18;

/// Places the words one after the other, and in further rows if `width` is too small for one. A word that is
/// wider than a row is cut with an ellipsis.
[[nodiscard]] QList<LegendWord> legendPlaces(const QStringList& words, const QFontMetricsF& metrics,
                                             double width);

/// Places a label beside a point of a drawing: below it, or above it if it would leave the drawing.
/// \param width  of the widget, which the label does not leave either
[[nodiscard]] QRectF labelPlace(QPointF at, QSizeF label, const QRectF& drawing, double width);

}  // namespace burin::ui
