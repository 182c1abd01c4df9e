// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Netpbm's PBM, PGM and PPM, plain and raw. OpenCV reads them too, but if the maximum is neither 255 nor
// 65535, it scales only to integers or not at all.

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace burin {

struct PnmHeader {
    int format = 5;  ///< the digit after the P, 1 to 6
    Size size;
    int components = 1;
    int maximum = 255;     ///< 1 to 65535
    std::size_t data = 0;  ///< offset of the pixels
    std::size_t end = 0;   ///< offset after the pixels; 0 in a plain file, which has to be read to find it
};

/// Whether the file starts with the mark of one of the six formats.
[[nodiscard]] bool isPnm(std::span<const std::byte> file);

/// \param start      of the file, including the whole header
/// \param fileBytes  of the whole file
/// \throws ImageError if the file is damaged or too short for its pixels
[[nodiscard]] PnmHeader readPnmHeader(std::span<const std::byte> start, std::int64_t fileBytes,
                                      const std::string& name);

/// The components row by row: 8 bits each, or 16 in this computer's byte order if the maximum exceeds 255.
/// Black is 0 and white 1 in a bitmap. \throws ImageError if a plain file is damaged or a value exceeds the
/// maximum
[[nodiscard]] std::vector<std::byte> readPnmPixels(std::span<const std::byte> file, const PnmHeader& header,
                                                   const std::string& name);

}  // namespace burin
