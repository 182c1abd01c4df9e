// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/turned_picture.hpp"

#include <cstring>

namespace burin {

namespace {

std::size_t bytesOf(std::int64_t width, std::int64_t height, std::int64_t pixelBytes) {
    return static_cast<std::size_t>(width * height * pixelBytes);
}

/// Copies `count` pixels to places `step` bytes apart.
template <std::int64_t pixelBytes>
void spread(const std::byte* from, std::int64_t count, std::byte* to, std::int64_t step) {
    for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(to + i * step, from + i * pixelBytes, static_cast<std::size_t>(pixelBytes));
}

void spread(std::int64_t pixelBytes, const std::byte* from, std::int64_t count, std::byte* to,
            std::int64_t step) {
    switch (pixelBytes) {
        case 1:
            return spread<1>(from, count, to, step);
        case 2:
            return spread<2>(from, count, to, step);
        case 3:
            return spread<3>(from, count, to, step);
        case 6:
            return spread<6>(from, count, to, step);
        default:
            for (std::int64_t i = 0; i < count; ++i)
                std::memcpy(to + i * step, from + i * pixelBytes, static_cast<std::size_t>(pixelBytes));
    }
}

}  // namespace

TurnedPicture::TurnedPicture(Size stored, int orientation, std::int64_t pixelBytes)
    : stored_(stored),
      orientation_(orientation),
      pixelBytes_(pixelBytes),
      pixels_(new std::byte[bytesOf(stored.width, stored.height, pixelBytes)]) {
    if (orientation != 1) row_.reset(new std::byte[bytesOf(stored.width, 1, pixelBytes)]);
}

std::byte* TurnedPicture::row(std::int64_t y) {
    return row_ ? row_.get() : pixels_.get() + y * stored_.width * pixelBytes_;
}

void TurnedPicture::finish(std::int64_t y) {
    if (!row_) return;
    // Where the row's first pixel is shown, and the distance to its neighbours.
    const bool upright = orientation_ <= 4;
    const bool fromRight = orientation_ == 2 || orientation_ == 3 || orientation_ == 6 || orientation_ == 7;
    const bool fromBelow = orientation_ == 3 || orientation_ == 4 || orientation_ == 7 || orientation_ == 8;
    const Size size = shown();
    Point first = upright ? Point{0, y} : Point{y, 0};
    if (fromRight) first.x = size.width - 1 - first.x;
    if (fromBelow) first.y = size.height - 1 - first.y;
    const std::int64_t rowBytes = size.width * pixelBytes_;
    const std::int64_t step =
        upright ? (fromRight ? -pixelBytes_ : pixelBytes_) : (fromBelow ? -rowBytes : rowBytes);
    spread(pixelBytes_, row_.get(), stored_.width, pixels_.get() + first.y * rowBytes + first.x * pixelBytes_,
           step);
}

}  // namespace burin
