// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a PNG. At worst this throws an ImageError. The checksums of the chunks are corrected,
// because random bytes would never pass them.
#include "decoded_picture.hpp"

#include <zlib.h>

#include <vector>

namespace {

std::uint32_t bigEndian(const std::uint8_t* at) {
    return std::uint32_t{at[0]} << 24U | std::uint32_t{at[1]} << 16U | std::uint32_t{at[2]} << 8U | at[3];
}

/// Chunks of length, type, data and checksum follow the signature of 8 bytes.
void correctChecksums(std::vector<std::uint8_t>& png) {
    constexpr std::size_t around = 12;
    for (std::size_t at = 8; at + around <= png.size();) {
        const std::size_t length = bigEndian(&png[at]);
        if (length > png.size() - at - around) return;
        const auto sum = static_cast<std::uint32_t>(crc32(0, &png[at + 4], static_cast<uInt>(length + 4)));
        for (std::size_t i = 0; i < 4; ++i)
            png[at + 8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
        at += length + around;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint8_t> png(data, data + size);
    correctChecksums(png);
    readPicture(burin::ImageType::png, png.data(), png.size());
    return 0;
}
