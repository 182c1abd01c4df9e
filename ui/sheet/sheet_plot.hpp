// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sheet/job_sheet.hpp"
#include "ui/sheet/sheet_text.hpp"

#include <QRectF>

namespace burin::ui {

/// Draws the histogram of heights with the bearing curve and the line of its core, and the axes around
/// `area`.
void drawHeights(QPainter& painter, const SheetInk& ink, const JobSheet& sheet, const QRectF& area);

}  // namespace burin::ui
