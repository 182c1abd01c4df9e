// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// JPEG through libjpeg itself. OpenCV reads it too, but passes over what libjpeg only warns of: rows that it
// made up because the data are damaged.

#include "core/geometry/rect.hpp"
#include "core/images/turned_picture.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace burin {

/// Decodes a JPEG of that size row by row, one gray component a pixel, or red, green and blue.
/// \param picture  of that many bytes a pixel
/// \throws ImageError where it is damaged or of another size
void readJpegPixels(std::span<const std::byte> file, Size size, bool colour, const std::string& name,
                    TurnedPicture& picture);

}  // namespace burin
