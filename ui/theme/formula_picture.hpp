// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QImage>
#include <QRectF>
#include <QSizeF>

#include <string_view>

namespace burin::ui {

/// A gray picture of a formula of x, y, w and h, from its least value (black) to its greatest (white). Points
/// without a value are black, and so is the whole picture if the text is not a formula.
///
/// \param over  the x and y that are shown  \param size  w and h  \param px  the side of the picture
///
/// Pure; takes less than a millisecond for small pictures.
[[nodiscard]] QImage formulaPicture(std::string_view formula, const QRectF& over, QSizeF size, int px);

/// A picture as an icon, which a selection does not tint. \param ratio  its pixels in a logical one
[[nodiscard]] QIcon pictureIcon(const QImage& picture, qreal ratio);

/// A curve of a formula of x in the range, scaled to the picture. \param px  the side of the picture
[[nodiscard]] QImage curvePicture(std::string_view formula, double from, double to, const QColor& color,
                                  int px);

}  // namespace burin::ui
