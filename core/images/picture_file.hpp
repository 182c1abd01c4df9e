// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <memory>
#include <string>
#include <vector>

namespace burin {

class InputFile;

/// Writes a gray picture whole or not at all, replacing any file of its name. Touches no other file.
///
/// \param file    its suffix selects the format, in upper or lower case: .png, .tif or .tiff
/// \param values  size.width * size.height values in [0, 1], row by row; written as floor(v * max + 0.5)
/// \param bits    8 or 16
/// \throws ImageError if it cannot be written
void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits);

/// A picture in memory: gray samples, row by row.
struct GrayImage {
    Size size;
    std::vector<float> samples;
};

/// Reads an open TIFF, PNG, JPEG, BMP, PNM or WebP. The samples equal those of the kinds `tiff` and `image`.
/// \param longestSide  in pixels
/// \throws ImageError, also if a side is longer
[[nodiscard]] GrayImage readGrayImage(const std::shared_ptr<const InputFile>& file, std::int64_t longestSide);

}  // namespace burin
