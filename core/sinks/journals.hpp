// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace burin {

struct JournalFile {
    std::filesystem::path path;
    Shard shard;  ///< from its name
};

/// The journals of one output, whole or shards: files in the folder of `journal` whose names match `output`.
/// Sorted by shard; their contents are not read.
[[nodiscard]] std::vector<JournalFile> journalsBeside(const std::filesystem::path& journal,
                                                      const std::filesystem::path& output);

}  // namespace burin
