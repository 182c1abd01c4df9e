// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/lettering/font_tables.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <utility>

namespace burin {
namespace {

/// The tables that decide the glyphs of a text, their places, their outlines and their colours.
constexpr std::array<std::string_view, 26> decidingTables = {
    "glyf", "loca", "CFF ", "CFF2", "head", "maxp", "hhea", "hmtx", "cmap", "OS/2", "GSUB", "GPOS", "GDEF",
    "kern", "morx", "mort", "kerx", "ankr", "trak", "feat", "SVG ", "COLR", "CPAL", "sbix", "CBDT", "CBLC"};

constexpr const char* completeRemedy = "use a complete copy of the font";

Problem shortTable(std::string_view tag, std::uint64_t bytes, std::uint64_t needed) {
    return {.reason = "the font is damaged: its table %1 has %2 bytes, but needs %3",
            .details = {std::string(tag), std::to_string(bytes), std::to_string(needed)},
            .advice = completeRemedy};
}

std::uint32_t byteOfTable(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

/// The sum of a table's numbers of four bytes. The last one is filled up with zeros.
std::uint32_t sumOfTable(std::string_view bytes) {
    std::uint32_t sum = 0;
    std::size_t at = 0;
    for (; at + 4 <= bytes.size(); at += 4)
        sum += byteOfTable(bytes, at) << 24U | byteOfTable(bytes, at + 1) << 16U |
               byteOfTable(bytes, at + 2) << 8U | byteOfTable(bytes, at + 3);
    for (unsigned shift = 24; at < bytes.size(); ++at, shift -= 8)
        sum += byteOfTable(bytes, at) << shift;
    return sum;
}

}  // namespace

FontTables::FontTables(std::string_view file, int index) : file_(file) {
    std::uint64_t start = 0;
    if (file.starts_with("ttcf")) {
        const std::uint64_t fonts = number(8, 4);
        directoryEnd_ = 12 + 4 * fonts;
        if (directoryEnd_ > file.size() || index < 0 || static_cast<std::uint64_t>(index) >= fonts) return;
        start = number(12 + 4 * static_cast<std::uint64_t>(index), 4);
    }
    postScript_ = number(start, 4) == 0x4F54544F;  // OTTO
    directoryEnd_ = start + 12 + 16 * number(start + 4, 2);
    for (std::uint64_t at = start + 12; at < directoryEnd_ && at + 16 <= file.size(); at += 16)
        tables_.push_back({file.substr(at, 4), number(at + 8, 4), number(at + 12, 4), number(at + 4, 4)});
}

/// All numbers begin with their highest byte. Bytes beyond the file are 0.
std::uint64_t FontTables::number(std::uint64_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::uint64_t i = at; i < at + bytes; ++i)
        value = value << 8U | (i < file_.size() ? static_cast<unsigned char>(file_[i]) : 0U);
    return value;
}

const FontTables::Table* FontTables::find(std::string_view tag) const {
    const auto found =
        std::find_if(tables_.begin(), tables_.end(), [tag](const Table& table) { return table.tag == tag; });
    return found == tables_.end() ? nullptr : &*found;
}

/// The bytes from the start of a table to the next table, or to the end of the file.
std::uint64_t FontTables::roomOf(const Table& table) const {
    std::uint64_t end = file_.size();
    for (const Table& other : tables_) {
        if (other.offset > table.offset) end = std::min(end, other.offset);
    }
    return end - std::min(end, table.offset);
}

/// The advances in hmtx. Bearings follow them, which do not matter.
std::uint64_t FontTables::metricsBytes() const {
    const Table* const header = find("hhea");
    return header == nullptr ? 0 : 4 * number(header->offset + 34, 2);
}

std::optional<Problem> FontTables::problem() const {
    const std::string end = std::to_string(file_.size());
    if (directoryEnd_ > file_.size())
        return Problem{
            .reason = "the font is cut short: its directory ends at byte %1, but the file ends at byte %2",
            .details = {std::to_string(directoryEnd_), end},
            .advice = completeRemedy};
    for (const std::string_view tag : decidingTables) {
        const Table* const table = find(tag);
        if (table == nullptr || table->bytes == 0) continue;
        // Some fonts state too great a length of hmtx.
        const std::uint64_t bytes = tag == "hmtx" ? std::min(table->bytes, metricsBytes()) : table->bytes;
        if (table->offset + bytes > file_.size())
            return Problem{
                .reason = "the font is cut short: its table %1 ends at byte %2, but the file ends at byte %3",
                .details = {std::string(tag), std::to_string(table->offset + bytes), end},
                .advice = completeRemedy};
    }
    const std::array<std::pair<std::string_view, std::uint64_t>, 4> needed{
        {{"head", 54}, {"hhea", 36}, {"maxp", 6}, {"hmtx", metricsBytes()}}};
    for (const auto& [tag, bytes] : needed) {
        const Table* const table = find(tag);
        if (table != nullptr && table->bytes < bytes) return shortTable(tag, table->bytes, bytes);
    }
    return {};
}

/// True, too, if the table has no checksum, or if some of its bytes are not in the file.
bool FontTables::matches(const Table& table) const {
    if (table.checksum == 0 || table.offset + table.bytes > file_.size()) return true;
    std::uint32_t sum = sumOfTable(file_.substr(table.offset, table.bytes));
    // The checksum of head counts the checksum of the whole font, which is in its bytes 8 to 11, as 0.
    if (table.tag == "head") sum -= static_cast<std::uint32_t>(number(table.offset + 8, 4));
    return sum == table.checksum;
}

std::optional<Problem> FontTables::remark() const {
    for (const std::string_view tag : decidingTables) {
        const Table* const table = find(tag);
        if (table == nullptr || matches(*table)) continue;
        return Problem{
            .reason = "the table %1 of the font does not match its checksum, so the font may be damaged",
            .details = {std::string(tag)},
            .advice = "use another copy of the font"};
    }
    return {};
}

bool FontTables::hold(std::string_view tag) const {
    const Table* const table = find(tag);
    return table != nullptr && table->bytes > 0;
}

bool FontTables::haveOutlines() const {
    return postScript_ ? find("CFF ") != nullptr || find("CFF2") != nullptr : find("glyf") != nullptr;
}

bool FontTables::holdGlyph(std::uint32_t glyph) const {
    if (postScript_) return true;
    const Table* const head = find("head");
    const Table* const counts = find("maxp");
    const Table* const places = find("loca");
    const Table* const outlines = find("glyf");
    if (head == nullptr || counts == nullptr || places == nullptr || outlines == nullptr) return false;
    const bool wide = number(head->offset + 50, 2) != 0;
    const std::uint64_t size = wide ? 4 : 2;
    // Some fonts state too small a length of loca. As in FreeType, it may reach up to the next table.
    const std::uint64_t needed = number(counts->offset + 4, 2) + 1;
    const bool reaches = size * needed <= roomOf(*places);
    const std::uint64_t entries = std::max(places->bytes / size, reaches ? needed : 0);
    const auto place = [&](std::uint64_t entry) {
        return wide ? number(places->offset + 4 * entry, 4) : 2 * number(places->offset + 2 * entry, 2);
    };
    std::vector<std::uint32_t> open{glyph};
    std::unordered_set<std::uint32_t> seen{glyph};
    while (!open.empty()) {
        const std::uint64_t one = open.back();
        open.pop_back();
        if (one + 1 >= entries) return false;
        const std::uint64_t from = place(one);
        const std::uint64_t to = place(one + 1);
        if (from == to) continue;
        // The end of the last glyph may include padding, which need not be in the table.
        if (from >= outlines->bytes || (to > outlines->bytes && one + 2 != entries)) return false;
        for (const std::uint32_t part : partsAt(outlines->offset + from)) {
            if (seen.insert(part).second) open.push_back(part);
        }
    }
    return true;
}

/// The parts of a composed glyph, such as a letter and its accent. A glyph with contours of its own has none.
std::vector<std::uint32_t> FontTables::partsAt(std::uint64_t at) const {
    constexpr std::uint64_t words = 1;
    constexpr std::uint64_t scale = 8;
    constexpr std::uint64_t more = 0x20;
    constexpr std::uint64_t twoScales = 0x40;
    constexpr std::uint64_t matrix = 0x80;
    std::vector<std::uint32_t> parts;
    if (number(at, 2) < 0x8000) return parts;  // the number of contours is negative
    at += 10;
    std::uint64_t flags = more;
    while ((flags & more) != 0) {
        flags = number(at, 2);
        parts.push_back(static_cast<std::uint32_t>(number(at + 2, 2)));
        at += (flags & words) != 0 ? 8 : 6;
        at += (flags & scale) != 0 ? 2 : (flags & twoScales) != 0 ? 4 : (flags & matrix) != 0 ? 8 : 0;
    }
    return parts;
}

}  // namespace burin
