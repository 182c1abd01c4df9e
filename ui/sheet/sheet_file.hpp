// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sheet/sheet_pages.hpp"

#include <QByteArray>
#include <QPageSize>

namespace burin::ui {

[[nodiscard]] QPageSize pageSizeOf(SheetPaper paper);

/// The pages as a PDF with embedded fonts. Equal sheets give equal bytes.
[[nodiscard]] QByteArray sheetPdf(const SheetPages& pages);

}  // namespace burin::ui
