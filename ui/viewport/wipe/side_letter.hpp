// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/wipe/wipe.hpp"

#include <QIcon>
#include <QPainter>
#include <QRectF>

namespace burin::ui {

/// Draws the letter of a side of A/B on its colour.
void paintSideLetter(QPainter& painter, const Theme& theme, Wipe::Side side, const QRectF& place);
/// The same as an icon of 16 x 16 px.
[[nodiscard]] QIcon sideIcon(const Theme& theme, Wipe::Side side);

}  // namespace burin::ui
