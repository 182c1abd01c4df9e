// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/form/description.hpp"

#include <string>
#include <string_view>

namespace burin::ui {

/// The text of a length for the file, in the unit of another text of the file, spelled as there; in pixels if
/// that text is not a length or has no unit. Rounded to a millionth of the unit, or to a nanometre for
/// metres. Pure.
[[nodiscard]] std::string writtenLength(double pixels, std::string_view like, double pixelUm);

/// The text of the surface's width in the file; empty if there is none. The studio writes lengths in the unit
/// of this width.
[[nodiscard]] std::string surfaceWidth(const Design& design);

/// The side of a pixel in the unit of the surface's width; 1 px if the width is in pixels.
[[nodiscard]] Length onePixel(const Design& design);

/// Converts the lengths of a node that are plain numbers of pixels to micrometres.
void writeInMicrometres(DesignEdit& edit, std::string_view node, const KindDescription& kind, double pixelUm);

}  // namespace burin::ui
