// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the header of a PNG, JPEG, BMP, PNM or WebP file says, read before decoding.

#include "core/geometry/rect.hpp"
#include "core/images/input_file.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

enum class ImageType { png, jpeg, bmp, pnm, webp };

struct ImageHeader {
    ImageType type = ImageType::png;
    Size stored;                        ///< as encoded, before orientation
    int bits = 8;                       ///< per component, once decoded: 8 or 16
    bool colour = false;                ///< may also be set for a BMP whose palette is all gray
    int orientation = 1;                ///< EXIF, 1 to 8
    std::int64_t codecBytesAPixel = 0;  ///< the decoder's own memory besides the pixels
    std::vector<std::string> remarks;   ///< properties that the samples do not reflect

    /// The size as shown: orientations 5 to 8 swap width and height.
    [[nodiscard]] Size size() const { return orientation >= 5 ? Size{stored.height, stored.width} : stored; }
    /// Bytes of the decoded pixels.
    [[nodiscard]] std::int64_t decodedBytes() const {
        return stored.width * stored.height * (colour ? 3 : 1) * (bits / 8);
    }
};

/// The type that the first 16 bytes of a file show; nothing if it is none of the types.
[[nodiscard]] std::optional<ImageType> imageTypeOf(std::span<const std::byte> start);
/// As in messages: "PNG".
[[nodiscard]] std::string imageTypeName(ImageType type);

/// Recognises a file by its first 16 bytes, not by its name.
/// \param name  for messages
/// \throws ImageError if it is none of the types
[[nodiscard]] ImageType recogniseImage(std::span<const std::byte> start, const std::string& name);

/// Needs 64 KiB of memory, however long the file is. A JPEG is read to its end, because its decoder would
/// fill in the missing part of a truncated file. \throws ImageError if the file is none of the types, is
/// truncated, or cannot be converted
[[nodiscard]] ImageHeader readImageHeader(const InputFile& file);

/// The orientation in an EXIF block (a TIFF with or without a preceding "Exif\0\0"); 1 if there is no valid
/// one.
[[nodiscard]] int exifOrientation(std::span<const std::byte> exif);

}  // namespace burin
