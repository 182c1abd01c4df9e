// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff/tiff_file_layout.hpp"

#include "core/base/errors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>

namespace burin {
namespace {

constexpr std::uint64_t largestClassic = (std::uint64_t{4} << 30) - (std::uint64_t{64} << 20);
/// Blocks start at a multiple of a disk page.
constexpr std::uint64_t alignment = 4096;

// TIFF 6.0, section 2: types of values. Type 16 is from BigTIFF.
enum Type : std::uint16_t { ascii = 2, shortInteger = 3, longInteger = 4, rational = 5, long8 = 16 };

std::size_t typeBytes(Type type) {
    switch (type) {
        case ascii:
            return 1;
        case shortInteger:
            return 2;
        case longInteger:
            return 4;
        case rational:
        case long8:
            return 8;
    }
    return 1;
}

enum Tag : std::uint16_t {
    imageWidth = 256,
    imageLength = 257,
    bitsPerSample = 258,
    compressionTag = 259,
    photometric = 262,
    fillOrder = 266,
    imageDescription = 270,
    stripOffsets = 273,
    samplesPerPixel = 277,
    rowsPerStrip = 278,
    stripByteCounts = 279,
    xResolution = 282,
    yResolution = 283,
    planarConfiguration = 284,
    resolutionUnit = 296,
    software = 305,
    tileWidth = 322,
    tileLength = 323,
    tileOffsets = 324,
    tileByteCounts = 325,
    sampleFormat = 339
};

std::uint16_t compressionCode(Compression compression) {
    switch (compression) {
        case Compression::none:
            return 1;
        case Compression::lzw:
            return 5;
        case Compression::deflate:
            return 8;
        case Compression::zstd:
            return 50000;
    }
    return 1;
}

void put(std::vector<std::byte>& out, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        out.push_back(static_cast<std::byte>(value >> 8U * i & 0xFFU));
}

struct Entry {
    Tag tag;
    Type type;
    std::uint64_t count;
    std::vector<std::byte> value;  ///< empty if it is stored at `elsewhere`
    std::optional<std::uint64_t> elsewhere;
};

Entry number(Tag tag, Type type, std::uint64_t value) {
    Entry entry{tag, type, 1, {}, {}};
    put(entry.value, value, typeBytes(type));
    return entry;
}

Entry text(Tag tag, const std::string& value) {
    Entry entry{tag, ascii, value.size() + 1, {}, {}};
    for (const char c : value + '\0')
        entry.value.push_back(static_cast<std::byte>(c));
    return entry;
}

Entry fraction(Tag tag, const std::pair<std::uint32_t, std::uint32_t>& value) {
    Entry entry{tag, rational, 1, {}, {}};
    put(entry.value, value.first, 4);
    put(entry.value, value.second, 4);
    return entry;
}

/// The header and one directory, followed by the values that do not fit into it.
std::vector<std::byte> directory(const std::vector<Entry>& entries, bool big) {
    const std::size_t inlineBytes = big ? 8 : 4;
    std::vector<std::byte> out;
    put(out, 0x4949, 2);
    put(out, big ? 43 : 42, 2);
    if (big) put(out, 8, 4);
    put(out, big ? 16 : 8, inlineBytes);
    put(out, entries.size(), big ? 8 : 2);
    const std::size_t entryBytes = big ? 20 : 12;
    const std::uint64_t valuesAt = out.size() + entries.size() * entryBytes + inlineBytes;
    std::vector<std::byte> values;
    for (const Entry& entry : entries) {
        put(out, entry.tag, 2);
        put(out, entry.type, 2);
        put(out, entry.count, inlineBytes);
        if (entry.elsewhere) {
            put(out, *entry.elsewhere, inlineBytes);
        } else if (entry.value.size() <= inlineBytes) {
            out.insert(out.end(), entry.value.begin(), entry.value.end());
            out.resize(out.size() + inlineBytes - entry.value.size());
        } else {
            put(out, valuesAt + values.size(), inlineBytes);
            values.insert(values.end(), entry.value.begin(), entry.value.end());
            values.resize((values.size() + 7) / 8 * 8);
        }
    }
    put(out, 0, inlineBytes);
    out.insert(out.end(), values.begin(), values.end());
    return out;
}

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t to) {
    return (value + to - 1) / to * to;
}

/// Writes `count` numbers returned by `value`, one megabyte at a time.
template <class Value>
void writeArray(OutputFile& file, std::uint64_t at, std::int64_t count, std::size_t bytes,
                const Value& value) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<std::byte> buffer;
    for (std::int64_t i = 0; i < count; ++i) {
        put(buffer, value(i), bytes);
        if (buffer.size() < piece && i + 1 < count) continue;
        file.writeAt(buffer, at);
        at += buffer.size();
        buffer.clear();
    }
}

std::uint64_t littleEndian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i)
        value = value << 8U | static_cast<std::uint64_t>(bytes[i - 1]);
    return value;
}

using Fraction = std::pair<std::uint32_t, std::uint32_t>;

std::optional<Fraction> reduced(std::uint64_t numerator, std::uint64_t denominator) {
    const std::uint64_t divisor = std::gcd(numerator, denominator);
    constexpr std::uint64_t most = 0xFFFFFFFFU;
    if (divisor == 0 || numerator / divisor > most || denominator / divisor > most) return {};
    return Fraction{static_cast<std::uint32_t>(numerator / divisor),
                    static_cast<std::uint32_t>(denominator / divisor)};
}

/// 25400 / pitch, exactly, for the pitch as a decimal number digits * 10^exponent.
std::optional<Fraction> decimalFraction(double pitchUm) {
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), pitchUm, std::chars_format::scientific);
    const std::string written(buffer.data(), end.ptr);
    const auto e = written.find('e');
    std::string digits = written.substr(0, e);
    int exponent = std::stoi(written.substr(e + 1));
    if (digits.size() > 1) {
        exponent -= static_cast<int>(digits.size()) - 2;
        digits.erase(1, 1);
    }
    std::uint64_t numerator = 25400;
    std::uint64_t denominator = std::stoull(digits);
    for (; exponent != 0; exponent += exponent < 0 ? 1 : -1) {
        std::uint64_t& grows = exponent < 0 ? numerator : denominator;
        if (grows > 0xFFFFFFFFFFFFFFFFU / 10) return {};
        grows *= 10;
        // Reduces the fraction at every step, so that long decimals fit.
        const std::uint64_t divisor = std::gcd(numerator, denominator);
        numerator /= divisor;
        denominator /= divisor;
    }
    return reduced(numerator, denominator);
}

/// The smallest pitch whose pixels per inch fit 32 bits.
constexpr double finestPitchUm = 25400.0 / 0xFFFFFFFF;

/// The last convergent of the continued fraction whose terms fit 32 bits.
Fraction nearestFraction(double value) {
    std::uint64_t n0 = 0, n1 = 1, d0 = 1, d1 = 0;
    double rest = value;
    for (int i = 0; i < 64; ++i) {
        const double whole = std::floor(rest);
        if (!(whole <= 4294967295.0)) break;
        const auto term = static_cast<std::uint64_t>(whole);
        const std::uint64_t n2 = term * n1 + n0;
        const std::uint64_t d2 = term * d1 + d0;
        if (n2 > 0xFFFFFFFFU || d2 > 0xFFFFFFFFU) break;
        n0 = n1, n1 = n2, d0 = d1, d1 = d2;
        if (rest == whole) break;
        rest = 1 / (rest - whole);
    }
    if (d1 == 0) return {0xFFFFFFFFU, 1};
    return {static_cast<std::uint32_t>(n1), static_cast<std::uint32_t>(d1)};
}

}  // namespace

std::pair<std::uint32_t, std::uint32_t> pixelsPerInch(double pitchUm) {
    if (const auto exact = decimalFraction(pitchUm)) return *exact;
    return nearestFraction(25400 / pitchUm);
}

Size tiffTile(Size image) {
    const auto covering = [](std::int64_t side) {
        return static_cast<std::int64_t>(roundedUp(static_cast<std::uint64_t>(side), 16));
    };
    return {std::min(tiffTileSide, covering(image.width)), std::min(tiffTileSide, covering(image.height))};
}

TiffFileLayout::TiffFileLayout(const Image& image, bool big) : image_(image), big_(big) {
    if (image_.strips) {
        image_.block.width = image_.size.width;
        image_.block.height = std::min(image_.block.height, image_.size.height);
    }
    across_ = (image_.size.width - 1) / image_.block.width + 1;
    down_ = (image_.size.height - 1) / image_.block.height + 1;
    blockBytes_ =
        packedBytes(image_.block.width, image_.depth) * static_cast<std::size_t>(image_.block.height);
    offsetsAt_ = roundedUp(head(0, 0).size(), 8);
    countsAt_ = offsetsAt_ + static_cast<std::uint64_t>(blockCount()) * placeBytes();
    base_ = roundedUp(countsAt_ + static_cast<std::uint64_t>(blockCount()) * placeBytes(), alignment);
}

std::uint64_t TiffFileLayout::fileBytes() const {
    const Place last = fixedPlace(blockCount() - 1);
    return last.offset + last.bytes;
}

bool TiffFileLayout::needsBig(const Image& image) {
    const TiffFileLayout classic(image, false);
    std::uint64_t bytes = classic.fileBytes();
    // LZW enlarges noise by up to a half, because it writes 12-bit codes for 8 bits.
    if (image.compression == Compression::lzw) bytes += bytes / 2 + bytes / 16;
    return bytes >= largestClassic;
}

std::vector<std::byte> TiffFileLayout::head(std::uint64_t onlyOffset, std::uint64_t onlyBytes) const {
    // With more than one block the array never fits into the directory, so both arrays have numbers of full
    // width.
    const auto places = [&](Tag tag, Type type, std::uint64_t at, std::uint64_t only) {
        if (blockCount() == 1) return number(tag, type, only);
        return Entry{tag, type, static_cast<std::uint64_t>(blockCount()), {}, at};
    };
    const Type placeType = big_ ? long8 : longInteger;
    const Entry offsets =
        places(image_.strips ? stripOffsets : tileOffsets, placeType, offsetsAt_, onlyOffset);
    const Entry counts =
        places(image_.strips ? stripByteCounts : tileByteCounts, placeType, countsAt_, onlyBytes);
    const auto side = [](Tag tag, std::int64_t samples) {
        return number(tag, longInteger, static_cast<std::uint64_t>(samples));
    };
    // A resolution beyond 32 bits cannot be written. The tags are required, but need not name a unit.
    const double pitchY = image_.pitchYUm > 0 ? image_.pitchYUm : image_.pitchUm;
    const bool written = std::min(image_.pitchUm, pitchY) >= finestPitchUm;
    const auto alongX = written ? pixelsPerInch(image_.pitchUm) : Fraction{1, 1};
    const auto alongY = written ? pixelsPerInch(pitchY) : Fraction{1, 1};
    std::vector<Entry> entries = {
        side(imageWidth, image_.size.width),
        side(imageLength, image_.size.height),
        number(bitsPerSample, shortInteger, static_cast<std::uint64_t>(image_.depth)),
        number(compressionTag, shortInteger, compressionCode(image_.compression)),
        number(photometric, shortInteger, 1),  // BlackIsZero
        number(fillOrder, shortInteger, 1),
        text(imageDescription, image_.description),
        number(samplesPerPixel, shortInteger, 1),
        fraction(xResolution, alongX),
        fraction(yResolution, alongY),
        number(planarConfiguration, shortInteger, 1),
        number(resolutionUnit, shortInteger, written ? 2 : 1),  // inch, or no unit
        text(software, "Burin"),
        offsets,
        counts,
        number(sampleFormat, shortInteger, 1)};  // unsigned integers
    if (image_.strips) {
        entries.push_back(side(rowsPerStrip, image_.block.height));
    } else {
        entries.push_back(side(tileWidth, image_.block.width));
        entries.push_back(side(tileLength, image_.block.height));
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.tag < b.tag; });
    return directory(entries, big_);
}

void TiffFileLayout::writeUncompressedHead(OutputFile& file) const {
    writeArray(file, offsetsAt_, blockCount(), placeBytes(),
               [this](std::int64_t block) { return fixedPlace(block).offset; });
    writeArray(file, countsAt_, blockCount(), placeBytes(),
               [this](std::int64_t block) { return fixedPlace(block).bytes; });
    file.writeAt(head(base_, fixedPlace(0).bytes), 0);
}

void TiffFileLayout::writeCompressedHead(OutputFile& file) const {
    file.writeAt(head(0, 0), 0);
}

TiffFileLayout::Place TiffFileLayout::readPlace(const OutputFile& file, std::int64_t block) const {
    std::array<std::byte, 8> offset{};
    std::array<std::byte, 8> bytes{};
    const auto index = static_cast<std::uint64_t>(block);
    const auto offsetPart = std::span(offset).first(placeBytes());
    const auto bytesPart = std::span(bytes).first(placeBytes());
    if (file.readAt(offsetPart, offsetsAt_ + index * placeBytes()) != offsetPart.size() ||
        file.readAt(bytesPart, countsAt_ + index * placeBytes()) != bytesPart.size()) {
        throw SinkError(file.path().string(), "ends before its samples");
    }
    return {littleEndian(offsetPart), littleEndian(bytesPart)};
}

void TiffFileLayout::writePlace(OutputFile& file, std::int64_t block, const Place& place) const {
    const auto index = static_cast<std::uint64_t>(block);
    std::vector<std::byte> number;
    put(number, place.offset, placeBytes());
    file.writeAt(number, offsetsAt_ + index * placeBytes());
    number.clear();
    put(number, place.bytes, placeBytes());
    file.writeAt(number, countsAt_ + index * placeBytes());
    if (blockCount() == 1) file.writeAt(head(place.offset, place.bytes), 0);
}

TiffFileLayout::Place TiffFileLayout::fixedPlace(std::int64_t block) const {
    const std::uint64_t offset = base_ + static_cast<std::uint64_t>(block) * blockBytes_;
    if (!image_.strips || block + 1 < blockCount()) return {offset, blockBytes_};
    const std::int64_t rows = image_.size.height - block * image_.block.height;
    return {offset, packedBytes(image_.size.width, image_.depth) * static_cast<std::uint64_t>(rows)};
}

std::size_t TiffFileLayout::bytes(const Rect& area) const {
    if (!image_.strips) return blockBytes_;
    return packedBytes(area.width, image_.depth) * static_cast<std::size_t>(area.height);
}

void TiffFileLayout::forEachRun(
    const Rect& area, const std::function<void(std::uint64_t, std::size_t, std::size_t)>& use) const {
    if (!image_.strips) return use(fixedPlace(blockAt(area.origin())).offset, 0, blockBytes_);
    const std::size_t imageRow = packedBytes(image_.size.width, image_.depth);
    const std::size_t areaRow = packedBytes(area.width, image_.depth);
    const std::uint64_t first =
        base_ + static_cast<std::uint64_t>(area.y) * imageRow + packedBytes(area.x, image_.depth);
    if (area.width == image_.size.width) return use(first, 0, bytes(area));
    for (std::size_t row = 0; row < static_cast<std::size_t>(area.height); ++row)
        use(first + row * imageRow, row * areaRow, areaRow);
}

}  // namespace burin
