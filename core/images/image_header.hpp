// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a PNG, JPEG, BMP, PNM or WebP file says of itself before anything is decoded.

#include "core/geometry/rect.hpp"
#include "core/images/input_file.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin {

enum class ImageType { png, jpeg, bmp, pnm, webp };

struct ImageHeader {
    ImageType type = ImageType::png;
    Size stored;                        ///< as encoded, before orientation
    int bits = 8;                       ///< of a component, once decoded: 8 or 16
    bool colour = false;                ///< a BMP with a palette may say so and hold gray only
    int orientation = 1;                ///< EXIF, 1 to 8
    std::int64_t codecBytesAPixel = 0;  ///< what its decoder holds meanwhile, beside the pixels
    std::vector<std::string> remarks;   ///< what the file has and the samples have not

    /// As shown: 5 to 8 change width and height.
    [[nodiscard]] Size size() const { return orientation >= 5 ? Size{stored.height, stored.width} : stored; }
    /// Bytes of the decoded pixels.
    [[nodiscard]] std::int64_t decodedBytes() const {
        return stored.width * stored.height * (colour ? 3 : 1) * (bits / 8);
    }
};

/// Recognises a file by its first 16 bytes, not by its name.
/// \param name for messages
/// \throws ImageError where it is none of the types
[[nodiscard]] ImageType recogniseImage(std::span<const std::byte> start, const std::string& name);

/// Takes 64 KiB of memory, however long the file is. A JPEG is read to its end, because its decoder would
/// fill in what a file that was cut short lacks. \throws ImageError where it is none of the types, is cut
/// short, or cannot be converted
[[nodiscard]] ImageHeader readImageHeader(const InputFile& file);

/// The orientation that an EXIF block (a TIFF of its own, "Exif\0\0" before it or not) asks for; 1 where it
/// says nothing that makes sense.
[[nodiscard]] int exifOrientation(std::span<const std::byte> exif);

}  // namespace burin
