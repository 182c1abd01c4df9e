// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/picture_file.hpp"

#include "core/base/files.hpp"
#include "core/images/codecs.hpp"
#include "core/images/image_error.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>

namespace burin {

namespace {

template <class Sample>
std::vector<std::byte> quantised(const std::vector<float>& values, float steps) {
    std::vector<std::byte> pixels(values.size() * sizeof(Sample));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto level = static_cast<Sample>(std::floor(values[i] * steps + 0.5F));
        std::memcpy(pixels.data() + i * sizeof(Sample), &level, sizeof(Sample));
    }
    return pixels;
}

}  // namespace

void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits) {
    const std::vector<std::byte> pixels =
        bits == 16 ? quantised<std::uint16_t>(values, 65535.0F) : quantised<std::uint8_t>(values, 255.0F);
    std::vector<std::uint8_t> encoded;
    std::string problem;
    const std::string suffix = std::filesystem::path(file).extension().string();
    if (!codecs().encode(suffix, pixels.data(), size, bits == 16, encoded, problem))
        throw ImageError(file + ": the picture cannot be encoded: " + problem, "a .png or .tif");
    if (const auto unwritten = replaceFile(file, std::as_bytes(std::span(encoded))))
        throw ImageError(file + ": the picture " + unwritten->what, "a file that can be written");
}

}  // namespace burin
