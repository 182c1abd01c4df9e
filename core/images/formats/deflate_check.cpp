// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/deflate_check.hpp"

#include <tiffio.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <span>

namespace burin {

namespace {

template <class Number>
Number numberOfRow(const std::byte* row, std::int64_t index) {
    Number number = 0;
    std::memcpy(&number, row + index * std::int64_t{sizeof(Number)}, sizeof(Number));
    return number;
}

template <class Number>
Number otherOrder(Number number) {
    auto bytes = std::bit_cast<std::array<std::byte, sizeof(Number)>>(number);
    std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Number>(bytes);
}

std::uint32_t addBytes(std::uint32_t sum, const void* bytes, std::size_t count) {
    return static_cast<std::uint32_t>(adler32_z(sum, static_cast<const Bytef*>(bytes), count));
}

/// Adds the bytes that become a row when the predictor of the file adds them up.
template <class Number>
std::uint32_t addRow(std::uint32_t sum, const std::byte* row, std::int64_t count, std::int64_t stride,
                     bool swapped) {
    std::array<Number, 4096> part;
    for (std::int64_t first = 0; first < count; first += std::ssize(part)) {
        const std::int64_t numbers = std::min(std::ssize(part), count - first);
        const std::size_t bytes = static_cast<std::size_t>(numbers) * sizeof(Number);
        std::memcpy(part.data(), row + first * std::int64_t{sizeof(Number)}, bytes);
        if (stride > 0) {
            for (std::int64_t i = std::max<std::int64_t>(stride - first, 0); i < numbers; ++i)
                part[static_cast<std::size_t>(i)] = static_cast<Number>(
                    part[static_cast<std::size_t>(i)] - numberOfRow<Number>(row, first + i - stride));
        }
        if (swapped) std::transform(part.begin(), part.begin() + numbers, part.begin(), otherOrder<Number>);
        sum = addBytes(sum, part.data(), bytes);
    }
    return sum;
}

/// As above, for the predictor of floats: first come the highest bytes of all numbers of the row, then their
/// next ones, and each byte is a difference.
std::uint32_t addSplitRow(std::uint32_t sum, const std::byte* row, std::int64_t count, std::int64_t size,
                          std::int64_t stride) {
    const auto byteOf = [&](std::int64_t rank, std::int64_t i) {
        const std::int64_t at = std::endian::native == std::endian::little ? size - 1 - rank : rank;
        return std::to_integer<int>(row[i * size + at]);
    };
    std::array<std::uint8_t, 4096> part;
    std::size_t held = 0;
    for (std::int64_t rank = 0; rank < size; ++rank) {
        for (std::int64_t i = 0; i < count; ++i) {
            const int before = i >= stride ? byteOf(rank, i - stride)
                               : rank > 0  ? byteOf(rank - 1, count - stride + i)
                                           : 0;
            part[held++] = static_cast<std::uint8_t>(byteOf(rank, i) - before);
            if (held < part.size()) continue;
            sum = addBytes(sum, part.data(), held);
            held = 0;
        }
    }
    return addBytes(sum, part.data(), held);
}

}  // namespace

std::optional<DeflateCheck> DeflateCheck::of(::tiff* page, const TiffLayout& layout) {
    std::uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(page, TIFFTAG_COMPRESSION, &compression);
    if (compression != COMPRESSION_ADOBE_DEFLATE && compression != COMPRESSION_DEFLATE) return {};
    std::uint16_t predictor = PREDICTOR_NONE;
    TIFFGetField(page, TIFFTAG_PREDICTOR, &predictor);
    const int bits = bitsOf(layout.pixels.type);
    DeflateCheck check;
    check.reversedBits_ = layout.reversedBits;
    check.split_ = predictor == PREDICTOR_FLOATINGPOINT;
    check.swapped_ = layout.swappedBytes && bits % 16 == 0 && !check.split_;
    check.componentBytes_ = bits % 8 == 0 ? bits / 8 : 1;
    check.rowBytes_ = layout.rowBytes();
    if (predictor != PREDICTOR_NONE) check.stride_ = layout.pixels.stride;
    // Clumps of YCbCr are not rows of pixels.
    check.summable_ = predictor == PREDICTOR_NONE || !layout.expandYCbCr;
    return check;
}

std::uint32_t DeflateCheck::add(std::uint32_t sum, const std::byte* rows, std::int64_t bytes) const {
    if (!summable_) return sum;
    if (stride_ == 0 && !swapped_) return addBytes(sum, rows, static_cast<std::size_t>(bytes));
    const std::int64_t count = rowBytes_ / componentBytes_;
    for (const std::byte* row = rows; row != rows + bytes; row += rowBytes_) {
        if (split_) {
            sum = addSplitRow(sum, row, count, componentBytes_, stride_);
            continue;
        }
        switch (componentBytes_) {
            case 1:
                sum = addRow<std::uint8_t>(sum, row, count, stride_, swapped_);
                break;
            case 2:
                sum = addRow<std::uint16_t>(sum, row, count, stride_, swapped_);
                break;
            case 4:
                sum = addRow<std::uint32_t>(sum, row, count, stride_, swapped_);
                break;
            default:
                sum = addRow<std::uint64_t>(sum, row, count, stride_, swapped_);
                break;
        }
    }
    return sum;
}

/// The checksum is the last number of the data and begins with its highest byte.
bool DeflateCheck::endsWith(std::uint32_t sum, const InputFile& file, const Place& data) const {
    std::array<std::uint8_t, 4> end{};
    if (!summable_ || data.bytes < std::ssize(end)) return false;
    file.read(data.offset + data.bytes - std::ssize(end), std::as_writable_bytes(std::span(end)));
    if (reversedBits_) TIFFReverseBits(end.data(), std::ssize(end));
    return sum == (std::uint32_t{end[0]} << 24U | std::uint32_t{end[1]} << 16U | std::uint32_t{end[2]} << 8U |
                   std::uint32_t{end[3]});
}

std::optional<std::int64_t> DeflateCheck::inflate(const InputFile& file, Place data,
                                                  std::span<std::byte> first) const {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> ending(&stream, &inflateEnd);
    std::array<std::uint8_t, std::size_t{1} << 16U> packed;
    std::array<std::uint8_t, std::size_t{1} << 16U> inflated;
    std::int64_t total = 0;
    int result = Z_OK;
    while (data.bytes > 0 && result == Z_OK) {
        const std::int64_t count = std::min(data.bytes, std::ssize(packed));
        file.read(data.offset,
                  std::as_writable_bytes(std::span(packed).first(static_cast<std::size_t>(count))));
        if (reversedBits_) TIFFReverseBits(packed.data(), count);
        data = {data.offset + count, data.bytes - count};
        stream.next_in = packed.data();
        stream.avail_in = static_cast<uInt>(count);
        do {
            stream.next_out = inflated.data();
            stream.avail_out = static_cast<uInt>(inflated.size());
            result = ::inflate(&stream, Z_NO_FLUSH);
            const std::size_t got = inflated.size() - stream.avail_out;
            const std::size_t kept = std::min(got, first.size());
            if (kept > 0) std::memcpy(first.data(), inflated.data(), kept);
            first = first.subspan(kept);
            total += static_cast<std::int64_t>(got);
        } while (result == Z_OK && stream.avail_out == 0);
        if (result == Z_BUF_ERROR) result = Z_OK;  // there was nothing more to inflate
    }
    return result == Z_STREAM_END ? std::optional(total) : std::nullopt;
}

std::vector<std::uint8_t> DeflateCheck::deflated(std::span<const std::byte> bytes) const {
    uLongf count = compressBound(bytes.size());
    std::vector<std::uint8_t> data(count);
    if (compress2(data.data(), &count, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                  Z_NO_COMPRESSION) != Z_OK)
        throw std::bad_alloc();
    data.resize(count);
    if (reversedBits_) TIFFReverseBits(data.data(), std::ssize(data));
    return data;
}

}  // namespace burin
