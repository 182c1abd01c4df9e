// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/picture_file.hpp"

#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/images/codecs.hpp"
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"

#include <algorithm>
#include <cctype>
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

template <class Source>
GrayImage readWhole(const Source& source, const std::filesystem::path& path, std::int64_t longestSide) {
    GrayImage image{source.size(), {}};
    const auto [width, height] = image.size;
    if (width > longestSide || height > longestSide)
        throw ImageError({.reason = "%1 has %2 x %3 px",
                          .details = {quotedForMessage(path.string()), std::to_string(width),
                                      std::to_string(height), std::to_string(longestSide)},
                          .advice = "use an image of at most %4 px a side"});
    image.samples.resize(static_cast<std::size_t>(width * height));
    source.read(Rect{0, 0, width, height}, SamplesView{image.samples.data(), width, width, height});
    return image;
}

}  // namespace

void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits) {
    const std::vector<std::byte> pixels =
        bits == 16 ? quantised<std::uint16_t>(values, 65535.0F) : quantised<std::uint8_t>(values, 255.0F);
    std::vector<std::uint8_t> encoded;
    std::string problem;
    const std::string suffix = std::filesystem::path(file).extension().string();
    if (!codecs().encode(suffix, pixels.data(), size, bits == 16, encoded, problem))
        throw ImageError({.subject = file,
                          .reason = "the picture cannot be encoded: %1",
                          .details = {problem},
                          .advice = "use a .png or .tif"});
    if (const auto unwritten = replaceFile(file, std::as_bytes(std::span(encoded))))
        throw ImageError({.reason = unwritten->error == 0 ? "%1 %2" : "%1: the picture %2",
                          .details = {file, unwritten->problem.text()},
                          .advice = "choose a file that can be written"});
}

GrayImage readGrayImage(const std::shared_ptr<const InputFile>& file, std::int64_t longestSide) {
    const std::filesystem::path& path = file->path();
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (suffix == ".tif" || suffix == ".tiff") return readWhole(TiffReader(file), path, longestSide);
    return readWhole(DecodedImage(file, 0), path, longestSide);
}

}  // namespace burin
