// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Netpbm's PBM, PGM and PPM, plain and raw. OpenCV reads them too, but scales those whose largest value is
// not 255 or 65535 to whole numbers, or not at all.

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
    std::size_t data = 0;  ///< where the pixels start
};

/// Whether the file starts like one of the six formats.
[[nodiscard]] bool isPnm(std::span<const std::byte> file);

/// \param start      of the file, with the whole header
/// \param fileBytes  of the whole file
/// \throws ImageError where it is damaged or shorter than its pixels need
[[nodiscard]] PnmHeader readPnmHeader(std::span<const std::byte> start, std::int64_t fileBytes,
                                      const std::string& name);

/// The components row by row, 8 bits each, or 16 in the machine's order where the maximum exceeds 255. A
/// bitmap's black is 0 and its white 1. \throws ImageError where a plain file is damaged, or a value exceeds
/// the maximum
[[nodiscard]] std::vector<std::byte> readPnmPixels(std::span<const std::byte> file, const PnmHeader& header,
                                                   const std::string& name);

}  // namespace burin
