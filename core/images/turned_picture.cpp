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
        case 4:
            return spread<4>(from, count, to, step);
        case 6:
            return spread<6>(from, count, to, step);
        case 8:
            return spread<8>(from, count, to, step);
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
    const ShownRow place = shownRow(orientation_, stored_, y);
    const std::int64_t rowBytes = shown().width * pixelBytes_;
    spread(pixelBytes_, row_.get(), stored_.width,
           pixels_.get() + place.first.y * rowBytes + place.first.x * pixelBytes_,
           place.step.y * rowBytes + place.step.x * pixelBytes_);
}

}  // namespace burin
