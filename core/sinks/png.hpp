// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace burin {

/// Longest side of a PNG that we write.
inline constexpr std::int64_t longestPngSide = 65535;

/// Rows of one chunk.
inline constexpr std::int64_t pngBandRows = 128;

/// A gray PNG, written band after band; an interrupted one starts again.
[[nodiscard]] std::unique_ptr<FileFormat> makePngFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
