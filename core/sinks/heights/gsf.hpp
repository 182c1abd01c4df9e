// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>

namespace burin {

void layOutGsf(JournalHeader& header);

/// A Gwyddion Simple Field: a head of text, padded to a multiple of four bytes, and heights in rows. The
/// place of every chunk is known in advance.
[[nodiscard]] std::unique_ptr<FileFormat> makeGsfFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
