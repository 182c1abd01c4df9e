// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/webp.hpp"

#include "core/images/image_error.hpp"

#include <webp/decode.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace burin {

namespace {

constexpr std::size_t kFirstChunk = 12;
constexpr std::uint32_t kAnimationBit = 0x02;
constexpr std::uint32_t kWebpAlphaBit = 0x10;
constexpr std::uint32_t kProfileBit = 0x20;

/// A picture of an animation.
struct AnimationFrame {
    std::size_t data = 0;  ///< offset of its own chunks
    std::size_t bytes = 0;
    Rect area;  ///< on the canvas
};

bool isAnimation(const ByteReader& file) {
    return file.has(kFirstChunk, "VP8X") && (file.little(kFirstChunk + 8, 1) & kAnimationBit) != 0;
}

/// The first picture that lies inside the file and the canvas.
std::optional<AnimationFrame> firstFrame(const ByteReader& file, Size canvas) {
    constexpr std::size_t head = 16;
    for (std::size_t at = kFirstChunk; at + 8 <= file.size();) {
        const std::size_t length = file.little(at + 4, 4);
        const std::size_t data = at + 8;
        if (!file.has(at, "ANMF")) {
            at = data + length + length % 2;
            continue;
        }
        const Rect area{2 * file.little(data, 3), 2 * file.little(data + 3, 3), file.little(data + 6, 3) + 1,
                        file.little(data + 9, 3) + 1};
        const bool sound = length >= head && length <= file.size() - data &&
                           Rect{0, 0, canvas.width, canvas.height}.contains(area);
        if (!sound) return {};
        return AnimationFrame{data + head, length - head, area};
    }
    return {};
}

}  // namespace

/// RIFF: chunks of type, length and data, each padded to an even length.
ImageHeader readWebpHeader(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::webp;
    header.turnedAfterwards = true;
    header.codecBytesAPixel = 4;
    bool alpha = false;
    bool turned = false;
    if (file.size() < std::size_t{8} + file.little(4, 4))
        throw ImageError(
            {.subject = name, .reason = "the WebP is cut short", .advice = "use a complete file"});
    for (std::size_t at = kFirstChunk; at + 8 <= file.size();) {
        const std::size_t length = file.little(at + 4, 4);
        const std::size_t data = at + 8;
        if (at == kFirstChunk && file.has(at, "VP8X")) {  // only the first chunk is the head of the container
            const std::uint32_t flags = file.little(data, 1);
            header.stored = {file.little(data + 4, 3) + 1, file.little(data + 7, 3) + 1};
            alpha = (flags & kWebpAlphaBit) != 0;
            if ((flags & kProfileBit) != 0)
                header.remarks.push_back({.reason = "the ICC profile is ignored"});
        } else if (file.has(at, "VP8 ") && header.stored.width == 0) {
            header.stored = {file.little(data + 6, 2) & 0x3FFF, file.little(data + 8, 2) & 0x3FFF};
        } else if (file.has(at, "VP8L") && header.stored.width == 0) {
            const std::uint32_t sizes = file.little(data + 1, 4);
            header.stored = {(sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1};
            alpha = (sizes >> 28 & 1) != 0;
        } else if (file.has(at, "EXIF") && !turned) {
            // the container's specification says that chunks after the first such one may be ignored
            turned = true;
            header.orientation = exifOrientation(file.part(data, length));
        }
        at = data + length + length % 2;
    }
    if (isAnimation(file)) {
        const auto frame = firstFrame(file, header.stored);
        if (!frame)
            throw ImageError({.subject = name,
                              .reason = "the WebP is an animation without a first picture",
                              .advice = "use an undamaged image"});
        header.remarks.push_back({.reason = "the WebP is an animation; its first picture is read"});
        // The canvas is transparent around it.
        alpha = alpha || frame->area != Rect{0, 0, header.stored.width, header.stored.height};
    }
    header.pixels = joinedFormat(true, false, alpha);
    return header;
}

WebpPicture firstWebpPicture(std::span<std::byte> bytes, Size canvas) {
    const ByteReader file(bytes);
    if (!isAnimation(file)) return {bytes, {0, 0, canvas.width, canvas.height}};
    const auto frame = firstFrame(file, canvas);
    if (!frame) return {};
    // The head of a still picture is RIFF and VP8X. Without VP8X, the file must not have alpha. The
    // headers of the animation, which the head overwrites, are longer.
    const std::uint32_t alpha = file.little(kFirstChunk + 8, 1) & kWebpAlphaBit;
    constexpr std::size_t headBytes = 30;
    const std::span<std::byte> still = bytes.subspan(frame->data - headBytes, headBytes + frame->bytes);
    const auto put = [still](std::size_t at, std::size_t count, std::size_t value) {
        for (std::size_t i = 0; i < count; ++i)
            still[at + i] = static_cast<std::byte>(value >> 8 * i & 0xFF);
    };
    std::memcpy(still.data(), "RIFF....WEBPVP8X", 16);
    put(4, 4, still.size() - 8);
    put(16, 4, 10);
    put(20, 4, alpha);
    put(24, 3, static_cast<std::size_t>(frame->area.width - 1));
    put(27, 3, static_cast<std::size_t>(frame->area.height - 1));
    return {still, frame->area};
}

std::vector<std::byte> readWebpPixels(const WebpPicture& picture, bool alpha, const std::string& name) {
    const auto* const file = reinterpret_cast<const std::uint8_t*>(picture.file.data());
    const std::size_t bytes = picture.file.size();
    const Size size{picture.area.width, picture.area.height};
    int width = 0;
    int height = 0;
    const bool sound = WebPGetInfo(file, bytes, &width, &height) != 0 && Size{width, height} == size;
    std::vector<std::byte> pixels(sound ? static_cast<std::size_t>(size.width * size.height) * (alpha ? 4 : 3)
                                        : 0);
    auto* const into = reinterpret_cast<std::uint8_t*>(pixels.data());
    const auto decode = alpha ? &WebPDecodeRGBAInto : &WebPDecodeRGBInto;
    if (!sound || decode(file, bytes, into, pixels.size(), width * (alpha ? 4 : 3)) == nullptr)
        throw ImageError(
            {.reason = "cannot decode %1", .details = {name}, .advice = "use an undamaged image"});
    return pixels;
}

}  // namespace burin
