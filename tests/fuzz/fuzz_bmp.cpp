// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a BMP: at worst an ImageError.
#include "decoded_picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    readPicture(burin::ImageType::bmp, data, size);
    return 0;
}
