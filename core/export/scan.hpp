// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace burin {

/// `rows` or `swaths:W` with W in pixels, from 1 to 2^31 - 1; nothing for any other text.
[[nodiscard]] std::optional<Scan> parseScan(std::string_view text);

/// The inverse of parseScan. Does not include `serpentine`.
[[nodiscard]] std::string scanText(const Scan& scan);

/// Parses `none`, `deflate`, `lzw` or `zstd`.
[[nodiscard]] std::optional<Compression> parseCompression(std::string_view text);
[[nodiscard]] std::string compressionText(Compression compression);

/// `auto`, `strips` or `tiles`.
[[nodiscard]] std::optional<TiffBlocks> parseTiffBlocks(std::string_view text);
[[nodiscard]] std::string tiffBlocksText(TiffBlocks blocks);

/// The most shards of one output. Each shard has a journal, and missing shards are counted one by one.
inline constexpr std::int64_t mostShards = 1'000'000;

/// `I/N` with 0 <= I < N. N may be larger than `mostShards`, so that an error can name it.
[[nodiscard]] std::optional<Shard> parseShard(std::string_view text);

/// Reverses a packed row of `width` samples: the last sample becomes the first. Pad bits stay 0.
///
/// \param row  packedBytes(width, depth) bytes
void reverseRow(std::span<std::byte> row, std::int64_t width, int depth);

}  // namespace burin
