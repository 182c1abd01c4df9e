// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace burin::ui {

/// The text of a length for the file, in the unit of another text of the file, spelled as there. In pixels if
/// that is not a length, or has no unit. Rounded to a millionth of the unit, of a metre to a nanometre. Pure.
[[nodiscard]] std::string writtenLength(double pixels, std::string_view like, double pixelUm);

}  // namespace burin::ui
