// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/image_header.hpp"

#include "core/base/text.hpp"
#include "core/images/byte_reader.hpp"
#include "core/images/formats/bmp.hpp"
#include "core/images/formats/jpeg_header.hpp"
#include "core/images/formats/png.hpp"
#include "core/images/formats/webp.hpp"
#include "core/images/image_error.hpp"
#include "core/images/pnm.hpp"

#include <algorithm>
#include <string_view>

namespace burin {

using namespace std::string_view_literals;

namespace {

/// Such a picture is decoded as a whole; a larger one is better read in parts, as a TIFF.
constexpr std::int64_t kMostPixels = std::int64_t{1} << 30;

ImageHeader readPnm(const ByteReader& file, const std::string& name) {
    const PnmHeader pnm =
        readPnmHeader(file.part(0, ByteReader::windowBytes), static_cast<std::int64_t>(file.size()), name);
    ImageHeader header;
    header.type = ImageType::pnm;
    header.stored = pnm.size;
    header.pixels = joinedFormat(pnm.components == 3, pnm.maximum > 255, false);
    header.pixels.maximum = pnm.maximum;
    if (pnm.end > 0 && isPnm(file.part(pnm.end, 3)))
        header.remarks.push_back({.reason = "the file holds several pictures; the first one is read"});
    return header;
}

ImageHeader readByType(const ByteReader& file, const std::string& name) {
    switch (recogniseImage(file.part(0, 16), name)) {
        case ImageType::png:
            return readPngHeader(file, name);
        case ImageType::jpeg:
            return readJpegHeader(file, name);
        case ImageType::bmp:
            return readBmpHeader(file, name);
        case ImageType::webp:
            return readWebpHeader(file, name);
        case ImageType::pnm:
            break;
    }
    return readPnm(file, name);
}

}  // namespace

std::optional<ImageType> imageTypeOf(std::span<const std::byte> start) {
    const ByteReader file(start);
    if (file.has(0, "\x89PNG\r\n\x1A\n"sv)) return ImageType::png;
    if (file.has(0, "\xFF\xD8"sv)) return ImageType::jpeg;  // stray bytes may follow
    if (file.has(0, "BM")) return ImageType::bmp;
    if (file.has(0, "RIFF") && file.has(8, "WEBP")) return ImageType::webp;
    if (isPnm(start)) return ImageType::pnm;
    return {};
}

std::string imageTypeName(ImageType type) {
    switch (type) {
        case ImageType::png:
            return "PNG";
        case ImageType::jpeg:
            return "JPEG";
        case ImageType::bmp:
            return "BMP";
        case ImageType::webp:
            return "WebP";
        case ImageType::pnm:
            break;
    }
    return "PNM";
}

ImageType recogniseImage(std::span<const std::byte> start, const std::string& name) {
    if (const std::optional<ImageType> type = imageTypeOf(start)) return *type;
    const ByteReader file(start);
    if (file.has(0, "II*\0"sv) || file.has(0, "MM\0*"sv) || file.has(0, "II+\0"sv) || file.has(0, "MM\0+"sv))
        throw ImageError({.subject = name, .reason = "this is a TIFF", .advice = "use `kind: tiff`"});
    throw ImageError({.subject = name,
                      .reason = "this is not a PNG, JPEG, BMP, PGM or WebP file",
                      .advice = "use a file of one of these types, or a TIFF with `kind: tiff`"});
}

PixelFormat joinedFormat(bool colour, bool wide, bool alpha) {
    PixelFormat format;
    format.type = wide ? ComponentType::u16 : ComponentType::u8;
    format.model = colour ? PixelFormat::Model::colour : PixelFormat::Model::gray;
    format.stride = (colour ? 3 : 1) + (alpha ? 1 : 0);
    format.place = {0, 1, 2, colour ? 3 : 1};
    format.maximum = wide ? 65535 : 255;
    if (alpha) format.alpha = PixelFormat::Alpha::unassociated;
    return format;
}

std::optional<Problem> alphaRemark(const PixelFormat& pixels) {
    if (pixels.alpha == PixelFormat::Alpha::none) {
        if (pixels.alphaUse != AlphaUse::only) return {};
        return Problem{.reason = "it has no alpha, so every sample is 1 (`alpha: only`)"};
    }
    switch (pixels.alphaUse) {
        case AlphaUse::multiply:
            return Problem{.reason = "its alpha multiplies: transparent parts are 0 (`alpha: multiply`)"};
        case AlphaUse::white:
            return Problem{.reason =
                               "its alpha lays it over white: transparent parts are 1 (`alpha: white`)"};
        case AlphaUse::only:
            return Problem{.reason = "its alpha alone is read (`alpha: only`)"};
        case AlphaUse::ignore:
            break;
    }
    return Problem{.reason = "its alpha is ignored (`alpha: ignore`)"};
}

std::string outsidePalette(std::size_t index, Point place, std::size_t colours) {
    return "its pixel (" + std::to_string(place.x) + ", " + std::to_string(place.y) + ") has colour " +
           std::to_string(index) + ", but its palette has " + counted(colours, "colour") +
           "; pixels beyond the palette are black";
}

Problem ignoredOrientation(int orientation) {
    return {.reason = "its orientation %1 is ignored (`orientation: ignore`)",
            .details = {std::to_string(orientation)}};
}

ImageHeader readImageHeader(const InputFile& file, const PictureUse& use) {
    const std::string name = file.path().string();
    ImageHeader header = readByType(ByteReader(file), name);
    header.pixels.alphaUse = use.alpha;
    if (const auto remark = alphaRemark(header.pixels)) header.remarks.push_back(*remark);
    if (!use.turned && header.orientation != 1) {
        header.remarks.push_back(ignoredOrientation(header.orientation));
        header.orientation = 1;
    }
    const Size size = header.stored;
    const bool empty = size.width < 1 || size.height < 1;
    if (empty || size.width > largestImageSide || size.height > largestImageSide ||
        size.width * size.height > kMostPixels) {
        throw ImageError(
            {.subject = name,
             .reason = "the image is %1 x %2 pixels",
             .details = {std::to_string(size.width), std::to_string(size.height)},
             .advice =
                 empty ? "use a complete file"
                       : "use at most 1048576 pixels a side and 2^30 in all, or a TIFF with `kind: tiff`"});
    }
    return header;
}

}  // namespace burin
