// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPainter>
#include <QRectF>

namespace burin::ui {

class Theme;

/// Draws the letter of one of two compared nodes on its colour. \param first  A rather than B
void paintSideLetter(QPainter& painter, const Theme& theme, bool first, const QRectF& place);
/// The letter as an icon of 16 x 16 px.
[[nodiscard]] QIcon sideIcon(const Theme& theme, bool first);

}  // namespace burin::ui
