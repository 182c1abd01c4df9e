// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <optional>

namespace burin::ui {

class Document;

/// The rectangle whose roughness is measured, in samples of the shown node. The design keeps it under
/// `editor: measured_rectangle`; it changes no sample. Nothing if there is none.
[[nodiscard]] std::optional<Rect> measuredAreaOf(const Document& document);

/// One step of the history. \pre not empty
void setMeasuredArea(Document& document, const Rect& area);

}  // namespace burin::ui
