// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sheet/sheet_pages.hpp"

#include <QByteArray>
#include <QPageSize>

class QPagedPaintDevice;

namespace burin::ui {

[[nodiscard]] QPageSize pageSizeOf(SheetPaper paper);

/// The pages as a PDF with embedded fonts. Equal sheets give equal bytes.
[[nodiscard]] QByteArray sheetPdf(const SheetPages& pages);

/// Draws the pages from `first` to the one before `end` on a printer or in a file. \return whether it took
/// them
[[nodiscard]] bool putOnPaper(QPagedPaintDevice& paper, const SheetPages& pages, int first, int end);

}  // namespace burin::ui
