// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <string>
#include <vector>

namespace burin {

/// Writes a gray picture whole or not at all, over any file of its name. Touches no other file.
///
/// \param file    its suffix says the format, in any case: .png, .tif or .tiff
/// \param values  size.width * size.height values in [0, 1], row by row; written as floor(v * max + 0.5)
/// \param bits    8 or 16
/// \throws ImageError where it cannot be written
void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits);

}  // namespace burin
