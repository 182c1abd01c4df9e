// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/read_zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace burin {

namespace {

constexpr std::uint32_t endMark = 0x06054b50;
constexpr std::uint32_t entryMark = 0x02014b50;
constexpr std::uint32_t localMark = 0x04034b50;
constexpr std::size_t endBytes = 22;
constexpr std::size_t entryBytes = 46;
constexpr std::size_t localBytes = 30;
constexpr std::uint32_t stored = 0;
constexpr std::uint32_t deflated = 8;
/// A byte of a deflated file expands to at most this many bytes (M. Adler, zlib technical details).
constexpr std::uint64_t mostExpansion = 1032;

/// A little-endian number of `count` bytes; 0 beyond the end.
std::uint64_t numberAt(std::span<const std::byte> bytes, std::uint64_t at, int count) {
    std::uint64_t value = 0;
    for (int i = count; i-- > 0;) {
        const std::uint64_t place = at + static_cast<std::uint64_t>(i);
        value = value << 8U | (place < bytes.size() ? std::to_integer<std::uint64_t>(bytes[place]) : 0);
    }
    return value;
}

/// The record at the end of an archive, with the bytes that follow it; empty if there is none.
std::vector<std::byte> endOf(const InputFile& file) {
    constexpr std::int64_t longestComment = 65535;
    std::vector<std::byte> bytes(static_cast<std::size_t>(
        std::min(file.size(), longestComment + static_cast<std::int64_t>(endBytes))));
    file.read(file.size() - static_cast<std::int64_t>(bytes.size()), bytes);
    if (bytes.size() < endBytes) return {};
    for (std::size_t at = bytes.size() - endBytes + 1; at-- > 0;) {
        if (numberAt(bytes, at, 4) != endMark) continue;
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
        return bytes;
    }
    return {};
}

/// Inflates `packed` bytes of the file, a part at a time. \return whether they fill `out` exactly
bool inflateInto(const InputFile& file, std::uint64_t at, std::uint64_t packed, std::span<std::byte> out) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
    std::array<std::byte, std::size_t{1} << 16> part;
    int result = Z_OK;
    std::uint64_t done = 0;
    while (result == Z_OK || result == Z_BUF_ERROR) {
        if (stream.avail_in == 0) {
            const std::size_t more = std::min<std::uint64_t>(part.size(), packed);
            if (more == 0) break;
            try {
                file.read(static_cast<std::int64_t>(at), std::span(part).first(more));
            } catch (...) {
                inflateEnd(&stream);
                throw;
            }
            at += more;
            packed -= more;
            stream.next_in = reinterpret_cast<Bytef*>(part.data());
            stream.avail_in = static_cast<uInt>(more);
        }
        constexpr std::uint64_t mostAtOnce = std::numeric_limits<uInt>::max();
        const auto room = static_cast<uInt>(std::min<std::uint64_t>(mostAtOnce, out.size() - done));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
        stream.avail_out = room;
        result = ::inflate(&stream, Z_NO_FLUSH);
        done += room - stream.avail_out;
        // Without more input or room for output, zlib cannot make progress.
        if (result == Z_BUF_ERROR && stream.avail_in > 0) break;
    }
    inflateEnd(&stream);
    return result == Z_STREAM_END && done == out.size();
}

}  // namespace

std::optional<ReadZip> ReadZip::open(const InputFile& file) {
    const std::vector<std::byte> end = endOf(file);
    if (end.empty()) return {};
    const auto fileBytes = static_cast<std::uint64_t>(file.size());
    const std::uint64_t tableBytes = numberAt(end, 12, 4);
    const std::uint64_t tableAt = numberAt(end, 16, 4);
    if (tableBytes > mostTableBytes || tableAt > fileBytes || tableBytes > fileBytes - tableAt) return {};
    std::vector<std::byte> table(tableBytes);
    file.read(static_cast<std::int64_t>(tableAt), table);
    ReadZip zip(file);
    std::uint64_t at = 0;
    for (std::uint64_t left = numberAt(end, 10, 2); left > 0; --left) {
        if (numberAt(table, at, 4) != entryMark) return {};
        Entry entry;
        entry.method = static_cast<std::uint32_t>(numberAt(table, at + 10, 2));
        entry.crc = static_cast<std::uint32_t>(numberAt(table, at + 16, 4));
        entry.packed = numberAt(table, at + 20, 4);
        entry.bytes = numberAt(table, at + 24, 4);
        entry.at = numberAt(table, at + 42, 4);
        const std::uint64_t name = numberAt(table, at + 28, 2);
        if (at + entryBytes + name > table.size()) return {};
        entry.name.assign(reinterpret_cast<const char*>(table.data()) + at + entryBytes, name);
        zip.entries_.push_back(std::move(entry));
        at += entryBytes + name + numberAt(table, at + 30, 2) + numberAt(table, at + 32, 2);
    }
    return zip;
}

const ReadZip::Entry* ReadZip::find(std::string_view name) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.name == name; });
    if (found == entries_.end() || found->packed > static_cast<std::uint64_t>(file_->size())) return nullptr;
    const bool possible = found->method == stored
                              ? found->bytes == found->packed
                              : found->method == deflated && found->bytes / mostExpansion <= found->packed;
    return possible ? &*found : nullptr;
}

std::optional<std::uint64_t> ReadZip::bytesOf(std::string_view name) const {
    const Entry* const entry = find(name);
    return entry == nullptr ? std::nullopt : std::optional(entry->bytes);
}

std::optional<std::vector<std::byte>> ReadZip::read(std::string_view name, std::uint64_t mostBytes) const {
    const Entry* const entry = find(name);
    if (entry == nullptr || entry->bytes > mostBytes) return {};
    const auto fileBytes = static_cast<std::uint64_t>(file_->size());
    if (entry->at > fileBytes || localBytes > fileBytes - entry->at) return {};
    std::array<std::byte, localBytes> local;
    file_->read(static_cast<std::int64_t>(entry->at), local);
    if (numberAt(local, 0, 4) != localMark) return {};
    const std::uint64_t from = entry->at + localBytes + numberAt(local, 26, 2) + numberAt(local, 28, 2);
    if (from > fileBytes || entry->packed > fileBytes - from) return {};
    std::vector<std::byte> content(entry->bytes);
    if (entry->method == stored) {
        file_->read(static_cast<std::int64_t>(from), content);
    } else if (!inflateInto(*file_, from, entry->packed, content)) {
        return {};
    }
    uLong crc = crc32(0, nullptr, 0);
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(content.data()), content.size());
    return crc == entry->crc ? std::optional(std::move(content)) : std::nullopt;
}

}  // namespace burin
