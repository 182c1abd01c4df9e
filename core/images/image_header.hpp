// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The header of a PNG, JPEG, BMP, PNM or WebP file, read before decoding.

#include "core/base/problem.hpp"
#include "core/geometry/rect.hpp"
#include "core/images/formats/orientation.hpp"
#include "core/images/input_file.hpp"
#include "core/images/pixel_format.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

enum class ImageType { png, jpeg, bmp, pnm, webp };

/// The largest side of a picture that is decoded as a whole, in pixels.
inline constexpr std::int64_t largestImageSide = std::int64_t{1} << 20;

struct ImageHeader {
    ImageType type = ImageType::png;
    Size stored;                    ///< size as encoded, before orientation
    PixelFormat pixels;             ///< format of the decoded pixels, whose components are side by side
    int orientation = 1;            ///< EXIF, 1 to 8
    bool turnedAfterwards = false;  ///< turning needs a second copy of the pixels
    bool hasEnd = true;             ///< a JPEG with an end marker, a PNG with an end chunk
    /// a JPEG that has bytes between its segments, which a remark mentions
    bool hasStrayBytes = false;
    std::int64_t codecBytesAPixel = 0;  ///< the decoder's own memory besides the pixels
    std::vector<Problem> remarks;       ///< remarks on the file for a person

    /// The size as shown.
    [[nodiscard]] Size size() const { return shownSize(orientation, stored); }
    [[nodiscard]] std::int64_t pixelBytes() const { return pixels.stride * bitsOf(pixels.type) / 8; }
    /// Bytes of the decoded pixels.
    [[nodiscard]] std::int64_t decodedBytes() const { return stored.width * stored.height * pixelBytes(); }
};

/// The format of pixels with one gray component or red, green and blue, then alpha if they have it, each of 8
/// or 16 bits.
[[nodiscard]] PixelFormat joinedFormat(bool colour, bool wide, bool alpha);

/// The remark of `check` on a picture that has alpha, or on `alpha: only` for a picture that has none.
/// Nothing if neither applies.
[[nodiscard]] std::optional<Problem> alphaRemark(const PixelFormat& pixels);
/// The warning of a decoder about a pixel whose index has no colour in the palette. Such pixels are black, as
/// most viewers show them.
/// \param place  the place of the first such pixel, as stored
[[nodiscard]] std::string outsidePalette(std::size_t index, Point place, std::size_t colours);
/// The remark on an orientation that is not applied.
[[nodiscard]] Problem ignoredOrientation(int orientation);

/// The type that the first 16 bytes of a file identify; nothing if no type matches.
[[nodiscard]] std::optional<ImageType> imageTypeOf(std::span<const std::byte> start);
/// The name for messages, such as "PNG".
[[nodiscard]] std::string imageTypeName(ImageType type);

/// Recognises a file by its first 16 bytes, not by its name.
/// \param name  for messages
/// \throws ImageError if it is none of the types
[[nodiscard]] ImageType recogniseImage(std::span<const std::byte> start, const std::string& name);

/// Needs 64 KiB of memory, however long the file is. A JPEG is read to its end, because its decoder would
/// fill in the missing part of a truncated file. \throws ImageError if the file is none of the types, is
/// truncated, or cannot be converted
[[nodiscard]] ImageHeader readImageHeader(const InputFile& file, const PictureUse& use = {});

}  // namespace burin
