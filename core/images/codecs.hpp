// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The formats read and written through OpenCV: it reads WebP, and writes PNG and TIFF. They are in a separate
// module that is loaded on first use: OpenCV depends on about a hundred libraries, and loading them takes
// longer than most exports that need none of these formats.

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Rows of pixels in memory owned by `owner`; the order of components is blue, green, red, alpha.
struct CodecPixels {
    std::shared_ptr<const void> owner;
    const std::byte* first = nullptr;
    std::int64_t rowBytes = 0;
    Size size;  ///< 0 x 0: it could not be decoded
    int components = 1;
    bool wide = false;  ///< 16 bits a component
};

/// The functions of the module. They throw nothing but std::bad_alloc; other failures are described in `why`.
struct Codecs {
    /// Decodes pixels as stored in the file; EXIF orientation is not applied.
    CodecPixels (*decode)(std::span<const std::byte> file, std::string& why);
    /// Encodes gray rows in the format that `suffix` names. \return false if that failed
    bool (*encode)(const std::string& suffix, const std::byte* pixels, Size size, bool wide,
                   std::vector<unsigned char>& file, std::string& why);
};

/// Thread-safe; the first call takes about 0.1 s. \throws ImageError if the module is not installed
[[nodiscard]] const Codecs& codecs();

}  // namespace burin
