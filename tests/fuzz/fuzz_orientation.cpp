// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as an EXIF block, plain or as old programs wrote it into texts. The result is an
// orientation from 1 to 8.
#include "core/images/formats/orientation.hpp"

#include <cstdlib>
#include <span>
#include <string_view>

namespace {

void requireValid(int orientation) {
    if (orientation < 1 || orientation > 8) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    requireValid(burin::exifOrientation(std::as_bytes(std::span(data, size))));
    requireValid(burin::profileOrientation({reinterpret_cast<const char*>(data), size}));
    return 0;
}
