// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a BMP. At worst this throws an ImageError.
#include "decoded_picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    readPicture(burin::ImageType::bmp, data, size);
    return 0;
}
