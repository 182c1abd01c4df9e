// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// \throws UsageError if the file would be larger than a zip archive without extensions can be
void layOutX3p(JournalHeader& header);

/// A file of ISO 5436-2: a zip archive, stored without compression, with the heights in rows, a description
/// and its checksum. The description contains the checksum of the heights, so it is written after them.
[[nodiscard]] std::unique_ptr<FileFormat> makeX3pFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
