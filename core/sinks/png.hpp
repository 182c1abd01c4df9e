// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace burin {

/// Longest side of a PNG that Burin writes.
inline constexpr std::int64_t longestPngSide = 65535;

/// Sets the layout: bands of rows.
void layOutPng(JournalHeader& header);

/// A gray PNG, written band by band. An interrupted export starts again.
[[nodiscard]] std::unique_ptr<FileFormat> makePngFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
