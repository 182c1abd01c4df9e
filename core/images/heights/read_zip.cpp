// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/read_zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace burin {

namespace {

constexpr std::uint32_t endMark = 0x06054b50;
constexpr std::uint32_t entryMark = 0x02014b50;
constexpr std::uint32_t localMark = 0x04034b50;
constexpr std::size_t endBytes = 22;
constexpr std::size_t entryBytes = 46;
constexpr std::size_t localBytes = 30;

/// A little-endian number of `count` bytes; 0 beyond the end.
std::uint64_t numberAt(std::span<const std::byte> bytes, std::uint64_t at, int count) {
    std::uint64_t value = 0;
    for (int i = count; i-- > 0;) {
        const std::uint64_t place = at + static_cast<std::uint64_t>(i);
        value = value << 8U | (place < bytes.size() ? std::to_integer<std::uint64_t>(bytes[place]) : 0);
    }
    return value;
}

/// The place of the record that holds the place of the table of files; nothing if the archive has no such
/// record.
std::optional<std::uint64_t> endOf(std::span<const std::byte> bytes) {
    constexpr std::size_t longestComment = 65535;
    if (bytes.size() < endBytes) return {};
    const std::size_t last = bytes.size() - endBytes;
    const std::size_t first = last - std::min(last, longestComment);
    for (std::size_t at = last + 1; at-- > first;) {
        if (numberAt(bytes, at, 4) == endMark) return at;
    }
    return {};
}

std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> packed, std::uint64_t bytes) {
    std::vector<std::byte> out(bytes);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(bytes);
    const int result = inflate(&stream, Z_FINISH);
    const bool whole = result == Z_STREAM_END && stream.total_out == bytes;
    inflateEnd(&stream);
    return whole ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

std::optional<ReadZip> ReadZip::open(std::span<const std::byte> bytes) {
    const auto end = endOf(bytes);
    if (!end) return {};
    ReadZip zip;
    zip.bytes_ = bytes;
    std::uint64_t at = numberAt(bytes, *end + 16, 4);
    for (std::uint64_t left = numberAt(bytes, *end + 10, 2); left > 0; --left) {
        if (numberAt(bytes, at, 4) != entryMark) return {};
        Entry entry;
        entry.method = static_cast<std::uint32_t>(numberAt(bytes, at + 10, 2));
        entry.crc = static_cast<std::uint32_t>(numberAt(bytes, at + 16, 4));
        entry.packed = numberAt(bytes, at + 20, 4);
        entry.bytes = numberAt(bytes, at + 24, 4);
        entry.at = numberAt(bytes, at + 42, 4);
        const std::uint64_t name = numberAt(bytes, at + 28, 2);
        if (at + entryBytes + name > bytes.size()) return {};
        entry.name.assign(reinterpret_cast<const char*>(bytes.data()) + at + entryBytes, name);
        zip.entries_.push_back(std::move(entry));
        at += entryBytes + name + numberAt(bytes, at + 30, 2) + numberAt(bytes, at + 32, 2);
    }
    return zip;
}

std::optional<std::vector<std::byte>> ReadZip::read(std::string_view name, std::uint64_t mostBytes) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.name == name; });
    if (found == entries_.end() || found->bytes > mostBytes) return {};
    if (numberAt(bytes_, found->at, 4) != localMark) return {};
    const std::uint64_t from =
        found->at + localBytes + numberAt(bytes_, found->at + 26, 2) + numberAt(bytes_, found->at + 28, 2);
    if (from > bytes_.size() || found->packed > bytes_.size() - from) return {};
    const std::span<const std::byte> packed = bytes_.subspan(from, found->packed);
    std::optional<std::vector<std::byte>> content;
    if (found->method == 0 && found->packed == found->bytes) content.emplace(packed.begin(), packed.end());
    if (found->method == 8) content = inflated(packed, found->bytes);
    if (!content) return {};
    uLong crc = crc32(0, nullptr, 0);
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(content->data()), content->size());
    return crc == found->crc ? std::move(content) : std::nullopt;
}

}  // namespace burin
