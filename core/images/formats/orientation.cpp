// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/orientation.hpp"

#include "core/images/byte_reader.hpp"
#include "core/images/formats/tiff_directory.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace burin {

using namespace std::string_view_literals;

namespace {

constexpr std::uint16_t kOrientationTag = 274;

bool upright(int orientation) {
    return orientation <= 4;
}
bool fromRight(int orientation) {
    return orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
}
bool fromBelow(int orientation) {
    return orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
}

/// Mirrors a place of the picture as shown.
Point mirrored(int orientation, Size stored, Point place) {
    const Size shown = shownSize(orientation, stored);
    if (fromRight(orientation)) place.x = shown.width - 1 - place.x;
    if (fromBelow(orientation)) place.y = shown.height - 1 - place.y;
    return place;
}

}  // namespace

ShownRow shownRow(int orientation, Size stored, std::int64_t y) {
    const std::int64_t across = fromRight(orientation) ? -1 : 1;
    const std::int64_t down = fromBelow(orientation) ? -1 : 1;
    if (upright(orientation)) return {mirrored(orientation, stored, {0, y}), {across, 0}};
    return {mirrored(orientation, stored, {y, 0}), {0, down}};
}

Point storedPlace(int orientation, Size stored, Point shown) {
    const Point place = mirrored(orientation, stored, shown);
    return upright(orientation) ? place : Point{place.y, place.x};
}

Rect storedArea(int orientation, Size stored, const Rect& shown) {
    const Point a = storedPlace(orientation, stored, shown.origin());
    const Point b = storedPlace(orientation, stored, {shown.right() - 1, shown.bottom() - 1});
    const Size size = shownSize(orientation, {shown.width, shown.height});
    return {std::min(a.x, b.x), std::min(a.y, b.y), size.width, size.height};
}

int orientationIn(const TiffDirectory& directory) {
    const std::uint64_t value = directory.integer(kOrientationTag).value_or(1);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

int exifOrientation(std::span<const std::byte> exif) {
    const std::size_t prefix = ByteReader(exif).has(0, "Exif\0\0"sv) ? 6 : 0;
    const ByteReader tiff(exif.subspan(prefix));
    const auto directory = TiffDirectory::first(tiff);
    return directory ? orientationIn(*directory) : 1;
}

int profileOrientation(std::string_view text) {
    // A line with the profile's name and a line with its length are followed by digits.
    for (int line = 0; line < 2; ++line) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](char c) { return "0123456789abcdefABCDEF"sv.find(c) != std::string_view::npos; });
    std::vector<std::byte> exif(digits.size() / 2);
    for (std::size_t i = 0; i < exif.size(); ++i) {
        unsigned value = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, value, 16);
        exif[i] = static_cast<std::byte>(value);
    }
    return exifOrientation(exif);
}

}  // namespace burin
