// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the container of a WebP. libwebp decodes its picture, but refuses animations.

#include "core/images/byte_reader.hpp"
#include "core/images/image_header.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// \throws ImageError if the file is truncated, or an animation without a picture
[[nodiscard]] ImageHeader readWebpHeader(const ByteReader& file, const std::string& name);

/// The picture of a WebP as a file of its own.
struct WebpPicture {
    std::span<const std::byte> file;  ///< part of the whole file
    Rect area;                        ///< on the canvas
};

/// Extracts the first picture of an animation; any other file is returned unchanged. Writes the headers of
/// the picture over bytes of the animation that precede it.
/// \param canvas  the size in the header
/// \return an empty file if the animation has no picture
[[nodiscard]] WebpPicture firstWebpPicture(std::span<std::byte> file, Size canvas);

/// \return the pixels of a picture row by row, red, green, blue and, if it is wanted, alpha
/// \throws ImageError if the picture is damaged or has another size than its area
[[nodiscard]] std::vector<std::byte> readWebpPixels(const WebpPicture& picture, bool alpha,
                                                    const std::string& name);

}  // namespace burin
