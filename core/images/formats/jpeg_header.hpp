// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/byte_reader.hpp"
#include "core/images/image_header.hpp"

#include <string>

namespace burin {

/// Walks all segments of a JPEG to its end, because a decoder would fill in the missing part of a truncated
/// file. A file that ends right after entropy-coded data is accepted, because the decoder finds out whether
/// the data are complete. \throws ImageError if the file is truncated, damaged or cannot be converted
[[nodiscard]] ImageHeader readJpegHeader(const ByteReader& file, const std::string& name);

}  // namespace burin
