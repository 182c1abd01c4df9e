// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>

class QPainter;

namespace burin::ui {

class Theme;

/// Marks a picture that is computed from some of its samples only, in its lower right corner: with a word, or
/// with a sign if it is narrow.
void paintSketchMark(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& picture);

/// Marks a picture of an earlier state in the same way.
void paintOutdatedMark(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& picture);

}  // namespace burin::ui
