// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What OpenCV reads and writes for us: PNG, BMP and WebP. It lies in a module of its own, which is loaded
// when it is first used: with the hundred libraries that it stands on, loading it takes longer than most
// exports of a picture that it has no part in.

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Rows of pixels in memory that `owner` holds; colours lie blue first.
struct CodecPixels {
    std::shared_ptr<const void> owner;
    const std::byte* first = nullptr;
    std::int64_t rowBytes = 0;
    Size size;  ///< 0 x 0: it could not be decoded
    int components = 1;
    bool wide = false;  ///< 16 bits a component
};

/// The functions of the module. None of them throws but std::bad_alloc: what went wrong is left in `why`.
struct Codecs {
    /// As the file stores it: EXIF orientation is not applied.
    CodecPixels (*decode)(std::span<const std::byte> file, std::string& why);
    /// Gray rows, one after the other, as a file of the type that `suffix` names. \return false: it cannot
    bool (*encode)(const std::string& suffix, const std::byte* pixels, Size size, bool wide,
                   std::vector<unsigned char>& file, std::string& why);
};

/// Thread-safe; the first call takes about 0.1 s. \throws ImageError where the module is not installed
[[nodiscard]] const Codecs& codecs();

}  // namespace burin
