// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads JPEG with libjpeg directly. OpenCV ignores libjpeg's warnings, which report rows that were made up
// because the data are damaged.

#include "core/images/image_header.hpp"
#include "core/images/turned_picture.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Decodes a JPEG, whose header has been read, row by row, to one gray component a pixel, or to red, green
/// and blue.
/// \param picture  has the header's size and orientation, and as many bytes a pixel as there are components
/// \return libjpeg's warnings, except those that repeat a remark on the header: no end marker, stray bytes
/// \throws ImageError if the file is damaged or has another size
[[nodiscard]] std::vector<std::string> readJpegPixels(std::span<const std::byte> file,
                                                      const ImageHeader& header, const std::string& name,
                                                      TurnedPicture& picture);

}  // namespace burin
