// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads PNG with libpng directly. OpenCV drops the alpha of most files, keeps libpng's limit of a million
// pixels a side, and prints libpng's warnings.

#include "core/images/byte_reader.hpp"
#include "core/images/image_header.hpp"
#include "core/images/input_file.hpp"
#include "core/images/turned_picture.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// \throws ImageError if the file is truncated
[[nodiscard]] ImageHeader readPngHeader(const ByteReader& file, const std::string& name);

/// Decodes a PNG whose header is known.
/// \param picture  of the header's size and orientation, with the bytes of a pixel of its format
/// \return libpng's warnings
/// \throws ImageError if the file is damaged or of another size
[[nodiscard]] std::vector<std::string> readPngPixels(std::span<const std::byte> file,
                                                     const ImageHeader& header, const std::string& name,
                                                     TurnedPicture& picture);

/// Whether every sample of a picture with alpha is 0. Decodes row by row, in little memory, up to the first
/// sample that is not. \return false if the file cannot be read: that is an error when it is read as a whole
[[nodiscard]] bool isEmptyPng(const InputFile& file, const ImageHeader& header);

}  // namespace burin
