// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// Bands of rows.
void layOut@Type@(JournalHeader& header);

/// Packed rows from top to bottom, without a header.
[[nodiscard]] std::unique_ptr<FileFormat> make@Type@Format(const std::filesystem::path& path,
                                                           const JournalHeader& header);

}  // namespace burin
