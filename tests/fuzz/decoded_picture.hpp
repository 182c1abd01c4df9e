// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "memory_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Decodes any bytes as a whole picture. At worst this throws an ImageError. Files of other types are left
/// to their own harnesses.
inline void readPicture(burin::ImageType type, const std::uint8_t* data, std::size_t size) {
    constexpr std::int64_t mostPixels = std::int64_t{1} << 20;
    const auto bytes = std::as_bytes(std::span(data, size));
    if (burin::imageTypeOf(bytes.first(std::min<std::size_t>(size, 16))) != type) return;
    const MemoryFile file(data, size);
    constexpr std::array uses = {burin::PictureUse{burin::AlphaUse::multiply, true},
                                 burin::PictureUse{burin::AlphaUse::white, false},
                                 burin::PictureUse{burin::AlphaUse::only, true}};
    for (const burin::PictureUse& use : uses) {
        try {
            const burin::DecodedImage image(file.path(), 0, use);
            const burin::Size shown = image.size();
            if (shown.width > mostPixels / shown.height) return;
            std::vector<float> row(static_cast<std::size_t>(shown.width));
            for (std::int64_t y = 0; y < shown.height; ++y)
                image.read({0, y, shown.width, 1}, {row.data(), shown.width, shown.width, 1});
            const burin::Point corner{shown.width - 1, shown.height - 1};
            image.readAt(&corner, 1, row.data());
            static_cast<void>(image.remarks());
        } catch (const burin::ImageError&) {
            return;
        }
    }
}
