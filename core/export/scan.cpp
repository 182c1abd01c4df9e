// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/scan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

namespace burin {
namespace {

constexpr std::int64_t largestNumber = std::numeric_limits<std::int32_t>::max();

/// An integer without sign or blanks, from `least` to 2^31 - 1.
std::optional<std::int64_t> wholeNumber(std::string_view text, std::int64_t least) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return {};
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    if (value < least || value > largestNumber) return {};
    return value;
}

constexpr std::array<std::string_view, 4> compressionNames = {"none", "deflate", "lzw", "zstd"};
constexpr std::array<std::string_view, 3> tiffBlocksNames = {"auto", "strips", "tiles"};

std::uint8_t reversedBits(std::uint8_t bits) {
    bits = static_cast<std::uint8_t>((bits & 0xF0U) >> 4U | (bits & 0x0FU) << 4U);
    bits = static_cast<std::uint8_t>((bits & 0xCCU) >> 2U | (bits & 0x33U) << 2U);
    return static_cast<std::uint8_t>((bits & 0xAAU) >> 1U | (bits & 0x55U) << 1U);
}

/// Reversing the bytes and their bits moves the pad bits to the front, so the row is then shifted by them.
void reverseBitRow(std::span<std::byte> row, unsigned padBits) {
    std::reverse(row.begin(), row.end());
    for (std::byte& byte : row) {
        byte = static_cast<std::byte>(reversedBits(static_cast<std::uint8_t>(byte)));
    }
    if (padBits == 0) return;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto next = i + 1 < row.size() ? row[i + 1] : std::byte{0};
        row[i] = row[i] << padBits | next >> (8U - padBits);
    }
}

}  // namespace

std::optional<Scan> parseScan(std::string_view text) {
    if (text == "rows") return Scan{};
    constexpr std::string_view prefix = "swaths:";
    if (!text.starts_with(prefix)) return {};
    const auto width = wholeNumber(text.substr(prefix.size()), 1);
    if (!width) return {};
    return Scan{.swathWidth = *width};
}

std::string scanText(const Scan& scan) {
    return scan.swathWidth == 0 ? "rows" : "swaths:" + std::to_string(scan.swathWidth);
}

std::optional<Compression> parseCompression(std::string_view text) {
    const auto found = std::find(compressionNames.begin(), compressionNames.end(), text);
    if (found == compressionNames.end()) return {};
    return static_cast<Compression>(found - compressionNames.begin());
}

std::string compressionText(Compression compression) {
    return std::string(compressionNames.at(static_cast<std::size_t>(compression)));
}

std::optional<TiffBlocks> parseTiffBlocks(std::string_view text) {
    const auto found = std::find(tiffBlocksNames.begin(), tiffBlocksNames.end(), text);
    if (found == tiffBlocksNames.end()) return {};
    return static_cast<TiffBlocks>(found - tiffBlocksNames.begin());
}

std::string tiffBlocksText(TiffBlocks blocks) {
    return std::string(tiffBlocksNames.at(static_cast<std::size_t>(blocks)));
}

std::optional<Shard> parseShard(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return {};
    const auto index = wholeNumber(text.substr(0, slash), 0);
    const auto count = wholeNumber(text.substr(slash + 1), 1);
    if (!index || !count || *index >= *count) return {};
    return Shard{*index, *count};
}

void reverseRow(std::span<std::byte> row, std::int64_t width, int depth) {
    if (depth == 1) {
        reverseBitRow(row, static_cast<unsigned>(row.size() * 8 - static_cast<std::size_t>(width)));
        return;
    }
    std::reverse(row.begin(), row.end());
    if (depth == 16) {
        for (std::size_t i = 0; i + 1 < row.size(); i += 2)
            std::swap(row[i], row[i + 1]);
    }
}

}  // namespace burin
