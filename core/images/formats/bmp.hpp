// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads BMP, of Windows and OS/2. OpenCV takes the masks of 32-bit files in one order only, and does not
// spread 5 and 6 bits over the whole range.

#include "core/images/byte_reader.hpp"
#include "core/images/image_header.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Colours of 1 to 8 bits stay indices. Other components may have any number of bits n; v stands for
/// v / (2^n - 1). All components are converted to one scale. The conversion is exact if that scale has at
/// most 16 bits. \throws ImageError if the file is truncated or not supported
[[nodiscard]] ImageHeader readBmpHeader(const ByteReader& file, const std::string& name);

struct BmpPixels {
    std::vector<std::byte> bytes;       ///< in the header's format, row by row from the top
    std::vector<std::string> warnings;  ///< warnings about damage that left all pixels in place
};

/// \throws ImageError if the file is damaged so that pixels are missing, or has changed
[[nodiscard]] BmpPixels readBmpPixels(std::span<const std::byte> file, const ImageHeader& header,
                                      const std::string& name);

}  // namespace burin
