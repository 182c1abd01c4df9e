// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a TIFF. At worst this throws an ImageError.
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"
#include "memory_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace {

/// Reads the corners and the middle, which include edge blocks.
void readParts(const burin::TiffReader& reader) {
    constexpr std::int64_t side = 64;
    const burin::Size size = reader.size();
    const std::int64_t width = std::min(side, size.width);
    const std::int64_t height = std::min(side, size.height);
    std::array<float, side * side> samples;
    for (const std::int64_t x : {std::int64_t{0}, (size.width - width) / 2, size.width - width}) {
        for (const std::int64_t y : {std::int64_t{0}, (size.height - height) / 2, size.height - height})
            reader.read({x, y, width, height}, {samples.data(), width, width, height});
    }
    const std::array<burin::Point, 3> places = {{{0, 0}, {size.width - 1, 0}, {0, size.height - 1}}};
    reader.readAt(places.data(), places.size(), samples.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    for (const std::int64_t page : {0, 1}) {
        try {
            readParts(burin::TiffReader(file.path(), page));
        } catch (const burin::ImageError&) {
            continue;
        }
    }
    return 0;
}
