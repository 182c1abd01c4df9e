// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads JPEG with libjpeg directly. OpenCV ignores libjpeg's warnings, which report rows that were made up
// because the data are damaged.

#include "core/geometry/rect.hpp"
#include "core/images/turned_picture.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace burin {

/// Decodes a JPEG of that size row by row, to one gray component a pixel, or to red, green and blue.
/// \param picture  with as many bytes a pixel
/// \throws ImageError if the file is damaged or of another size
void readJpegPixels(std::span<const std::byte> file, Size size, bool colour, const std::string& name,
                    TurnedPicture& picture);

}  // namespace burin
