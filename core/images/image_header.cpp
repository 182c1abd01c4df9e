// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/image_header.hpp"

#include "core/images/byte_reader.hpp"
#include "core/images/image_error.hpp"
#include "core/images/pnm.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace burin {

using namespace std::string_view_literals;

namespace {

/// The limits of OpenCV's codecs, checked here so that the message can say what to do.
constexpr std::int64_t kLargestSide = std::int64_t{1} << 20;
constexpr std::int64_t kMostPixels = std::int64_t{1} << 30;
/// Limit of scans in a progressive JPEG. Each scan passes over the whole image; encoders write about ten.
constexpr int kMostScans = 500;

[[noreturn]] void fail(const std::string& name, const std::string& what, const std::string& remedy) {
    throw ImageError(name + ": " + what, remedy);
}

[[noreturn]] void failDamaged(const std::string& name, const std::string& what) {
    fail(name, what, "use a complete file");
}

/// PNG, third edition: a signature, then chunks of length, type, data and checksum.
ImageHeader readPng(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::png;
    if (!file.has(12, "IHDR")) failDamaged(name, "the PNG has no header chunk");
    header.stored = {file.big(16, 4), file.big(20, 4)};
    header.bits = file.big(24, 1) == 16 ? 16 : 8;
    const std::uint32_t colourType = file.big(25, 1);
    header.colour = (colourType & 2) != 0;
    // OpenCV decodes gray with alpha to three components, and may convert a row of four.
    if (colourType == 4) header.codecBytesAPixel = 3 * (header.bits / 8);
    if ((colourType & 4) != 0) header.remarks.emplace_back("alpha is ignored");
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::size_t length = file.big(at, 4);
        if (file.has(at + 4, "IEND")) return header;
        if (file.has(at + 4, "eXIf")) header.orientation = exifOrientation(file.part(at + 8, length));
        if (file.has(at + 4, "iCCP")) header.remarks.emplace_back("the ICC profile is ignored");
        if (file.has(at + 4, "tRNS")) header.remarks.emplace_back("transparency is ignored");
        at += length + 12;
    }
    failDamaged(name, "the PNG ends before its last chunk");
}

/// The offset of the next marker after entropy-coded data. Inside these data FF is followed by 00 or is a
/// restart marker.
std::size_t afterScan(const ByteReader& file, std::size_t at) {
    while (at + 1 < file.size()) {
        const std::span<const std::byte> data = file.onwards(at);
        const auto found = std::find(data.begin(), data.end(), std::byte{0xFF});
        at += static_cast<std::size_t>(found - data.begin());
        if (found == data.end() || at + 1 >= file.size()) continue;
        const std::uint32_t next = file.big(at + 1, 1);
        if (next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) return at;
        ++at;
    }
    return file.size();
}

void readJpegFrame(const ByteReader& file, std::size_t at, ImageHeader& header, const std::string& name) {
    header.stored = {file.big(at + 7, 2), file.big(at + 5, 2)};
    const std::uint32_t components = file.big(at + 9, 1);
    if (file.big(at + 4, 1) != 8 || (components != 1 && components != 3)) {
        fail(name,
             "the JPEG has " + std::to_string(components) + " components of " +
                 std::to_string(file.big(at + 4, 1)) + " bits",
             "use an 8-bit gray or colour JPEG; convert CMYK to RGB");
    }
    header.colour = components == 3;
}

/// ITU-T T.81, annex B. Walks all segments to the end of the image, because a decoder would fill in the
/// missing part of a truncated file.
ImageHeader readJpeg(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::jpeg;
    int scans = 0;
    for (std::size_t at = 2; at + 1 < file.size();) {
        if (file.big(at, 1) != 0xFF) failDamaged(name, "the JPEG is damaged at byte " + std::to_string(at));
        const std::uint32_t marker = file.big(at + 1, 1);
        if (marker == 0xFF) {  // fill byte
            ++at;
            continue;
        }
        if (marker == 0xD9) {
            if (header.stored.width == 0) failDamaged(name, "the JPEG has no frame");
            return header;
        }
        if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {  // markers without a segment
            at += 2;
            continue;
        }
        const bool isFrame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        const std::size_t length = file.big(at + 2, 2);
        if (length < 2) failDamaged(name, "the JPEG is damaged at byte " + std::to_string(at));
        if (isFrame) readJpegFrame(file, at, header, name);
        // The decoder holds all coefficients, two bytes each, until the last scan has refined them.
        if (isFrame && marker != 0xC0 && marker != 0xC1) header.codecBytesAPixel = header.colour ? 6 : 2;
        if (marker == 0xE1 && file.has(at + 4, "Exif\0\0"sv))
            header.orientation = exifOrientation(file.part(at + 4, length - 2));
        if (marker == 0xE2 && file.has(at + 4, "ICC_PROFILE") && header.remarks.empty())
            header.remarks.emplace_back("the ICC profile is ignored");
        at += 2 + length;
        if (marker != 0xDA) continue;
        if (++scans > kMostScans)
            fail(name, "the JPEG has over " + std::to_string(kMostScans) + " scans", "save it with fewer");
        at = afterScan(file, at);
    }
    failDamaged(name, "the JPEG ends before its end marker");
}

ImageHeader readBmp(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::bmp;
    const bool old = file.little(14, 4) == 12;
    const auto width = static_cast<std::int32_t>(old ? file.little(18, 2) : file.little(18, 4));
    const auto height = static_cast<std::int32_t>(old ? file.little(20, 2) : file.little(22, 4));
    header.stored = {width, std::llabs(height)};
    header.colour = true;
    const std::int64_t bits = old ? file.little(24, 2) : file.little(28, 2);
    const std::uint32_t compression = old ? 0 : file.little(30, 4);
    // Rows run bottom-up in whole 32-bit words. The length of run-length compressed rows (1, 2) is not known
    // here.
    const std::int64_t rowBytes = (std::int64_t{width} * bits + 31) / 32 * 4;
    const std::int64_t left = static_cast<std::int64_t>(file.size()) - file.little(10, 4);
    if (width > 0 && height != 0 && compression != 1 && compression != 2 &&
        (left < 0 || rowBytes < 1 || left / rowBytes < header.stored.height)) {
        failDamaged(name, "the BMP ends before its last row");
    }
    if (bits == 32) header.remarks.emplace_back("alpha is ignored");
    return header;
}

/// RIFF: chunks of type, length and data, each padded to an even length.
ImageHeader readWebp(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::webp;
    header.colour = true;
    header.codecBytesAPixel = 4;
    if (file.size() < std::size_t{8} + file.little(4, 4)) failDamaged(name, "the WebP is cut short");
    for (std::size_t at = 12; at + 8 <= file.size();) {
        const std::size_t length = file.little(at + 4, 4);
        const std::size_t data = at + 8;
        if (file.has(at, "VP8X")) {
            header.stored = {file.little(data + 4, 3) + 1, file.little(data + 7, 3) + 1};
            if ((file.little(data, 1) & 0x02) != 0)
                fail(name, "the WebP is an animation", "use a still image");
            if ((file.little(data, 1) & 0x10) != 0) header.remarks.emplace_back("alpha is ignored");
            if ((file.little(data, 1) & 0x20) != 0) header.remarks.emplace_back("the ICC profile is ignored");
        } else if (file.has(at, "VP8 ") && header.stored.width == 0) {
            header.stored = {file.little(data + 6, 2) & 0x3FFF, file.little(data + 8, 2) & 0x3FFF};
        } else if (file.has(at, "VP8L") && header.stored.width == 0) {
            const std::uint32_t sizes = file.little(data + 1, 4);
            header.stored = {(sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1};
        } else if (file.has(at, "EXIF")) {
            header.orientation = exifOrientation(file.part(data, length));
        }
        at = data + length + length % 2;
    }
    return header;
}

ImageHeader readPnm(const ByteReader& file, const std::string& name) {
    const PnmHeader pnm =
        readPnmHeader(file.part(0, ByteReader::windowBytes), static_cast<std::int64_t>(file.size()), name);
    ImageHeader header;
    header.type = ImageType::pnm;
    header.stored = pnm.size;
    header.bits = pnm.maximum > 255 ? 16 : 8;
    header.colour = pnm.components == 3;
    return header;
}

ImageHeader readByType(const ByteReader& file, const std::string& name) {
    switch (recogniseImage(file.part(0, 16), name)) {
        case ImageType::png:
            return readPng(file, name);
        case ImageType::jpeg:
            return readJpeg(file, name);
        case ImageType::bmp:
            return readBmp(file, name);
        case ImageType::webp:
            return readWebp(file, name);
        case ImageType::pnm:
            break;
    }
    return readPnm(file, name);
}

}  // namespace

std::optional<ImageType> imageTypeOf(std::span<const std::byte> start) {
    const ByteReader file(start);
    if (file.has(0, "\x89PNG\r\n\x1A\n"sv)) return ImageType::png;
    if (file.has(0, "\xFF\xD8\xFF"sv)) return ImageType::jpeg;
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
        fail(name, "this is a TIFF", "use `kind: tiff`");
    fail(name, "this is not a PNG, JPEG, BMP, PGM or WebP file",
         "use a file of one of these types, or a TIFF with `kind: tiff`");
}

ImageHeader readImageHeader(const InputFile& file) {
    const std::string name = file.path().string();
    ImageHeader header = readByType(ByteReader(file), name);
    const Size size = header.stored;
    const std::string text = std::to_string(size.width) + " x " + std::to_string(size.height);
    if (size.width < 1 || size.height < 1) failDamaged(name, "the image is " + text + " pixels");
    if (size.width > kLargestSide || size.height > kLargestSide || size.width * size.height > kMostPixels) {
        fail(name, "the image is " + text + " pixels",
             "use at most 1048576 pixels a side and 2^30 in all, or a TIFF with `kind: tiff`");
    }
    return header;
}

int exifOrientation(std::span<const std::byte> exif) {
    constexpr std::uint32_t orientationTag = 0x0112;
    const std::size_t prefix = ByteReader(exif).has(0, "Exif\0\0"sv) ? 6 : 0;
    const ByteReader tiff(exif.subspan(prefix));
    const bool big = tiff.has(0, "MM");
    if (!big && !tiff.has(0, "II")) return 1;
    const std::endian order = big ? std::endian::big : std::endian::little;
    const std::size_t directory = tiff.number(4, 4, order);
    const std::size_t entries = tiff.number(directory, 2, order);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        if (tiff.number(entry, 2, order) != orientationTag) continue;
        const std::uint32_t value = tiff.number(entry + 8, 2, order);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

}  // namespace burin
