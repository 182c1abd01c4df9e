// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/stored_zip.hpp"

#include <zlib.h>

#include <utility>

namespace burin {

namespace {

std::string little(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
}

constexpr std::uint64_t crcPlace = 14;          // in a file's head
constexpr std::uint64_t firstOfJanuary = 0x21;  // 1980-01-01

}  // namespace

/// The fields that the head of a file shares with its row in the table: from the version needed to the length
/// of the name.
std::string StoredZip::fieldsOf(const Entry& entry) {
    return little(20, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(firstOfJanuary, 2) +
           little(entry.crc, 4) + little(entry.bytes, 4) + little(entry.bytes, 4) +
           little(entry.name.size(), 2) + little(0, 2);
}

void StoredZip::put(const std::string& bytes) {
    write_(std::as_bytes(std::span(bytes)), at_);
    at_ += bytes.size();
}

void StoredZip::begin(std::string_view name) {
    entries_.push_back({std::string(name), at_});
    put("PK\x03\x04" + fieldsOf(entries_.back()) + entries_.back().name);
}

void StoredZip::append(std::span<const std::byte> bytes) {
    Entry& entry = entries_.back();
    entry.crc = static_cast<std::uint32_t>(
        crc32_z(entry.crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
    entry.bytes += static_cast<std::uint32_t>(bytes.size());
    write_(bytes, at_);
    at_ += bytes.size();
}

void StoredZip::end() {
    const Entry& entry = entries_.back();
    const std::string known = little(entry.crc, 4) + little(entry.bytes, 4) + little(entry.bytes, 4);
    write_(std::as_bytes(std::span(known)), entry.at + crcPlace);
}

void StoredZip::add(std::string_view name, std::string_view text) {
    begin(name);
    append(std::as_bytes(std::span(text)));
    end();
}

void StoredZip::close() {
    const std::uint64_t table = at_;
    for (const Entry& entry : entries_)
        put("PK\x01\x02" + little(20, 2) + fieldsOf(entry) + little(0, 2) + little(0, 2) + little(0, 2) +
            little(0, 4) + little(entry.at, 4) + entry.name);
    put("PK\x05\x06" + little(0, 2) + little(0, 2) + little(entries_.size(), 2) + little(entries_.size(), 2) +
        little(at_ - table, 4) + little(table, 4) + little(0, 2));
}

}  // namespace burin
