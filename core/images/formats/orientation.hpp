// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The orientation of a picture, 1 to 8 (TIFF 6.0, tag 274; EXIF 2.3): where its first row and column are
// shown.

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace burin {

class TiffDirectory;

/// The size as shown: orientations 5 to 8 swap width and height.
[[nodiscard]] constexpr Size shownSize(int orientation, Size stored) {
    return orientation >= 5 ? Size{stored.height, stored.width} : stored;
}

/// The place of a stored row as shown: its first pixel, and the step from each pixel to the next.
struct ShownRow {
    Point first;
    Point step;
};
[[nodiscard]] ShownRow shownRow(int orientation, Size stored, std::int64_t y);

/// The place in the file of the pixel that is shown at `shown`.
[[nodiscard]] Point storedPlace(int orientation, Size stored, Point shown);
/// The pixels that are shown in that rectangle. \pre it is not empty and lies inside
[[nodiscard]] Rect storedArea(int orientation, Size stored, const Rect& shown);

/// The orientation that a directory names, as a number of any integer type; 1 if it names no valid one.
[[nodiscard]] int orientationIn(const TiffDirectory& directory);
/// The orientation in an EXIF block (a TIFF with or without a preceding "Exif\0\0"); 1 if it contains no
/// valid one.
[[nodiscard]] int exifOrientation(std::span<const std::byte> exif);
/// The orientation in an EXIF block as ImageMagick wrote it into texts of PNG files before there was eXIf:
/// "\nexif\n", the number of bytes, and the bytes in hexadecimal digits. The end may be missing.
[[nodiscard]] int profileOrientation(std::string_view text);

}  // namespace burin
