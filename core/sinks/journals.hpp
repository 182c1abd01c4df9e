// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace burin {

struct JournalFile {
    std::filesystem::path path;
    Shard shard;  ///< by its name
};

/// The journals of one output, of the whole and of shards: files in the folder of `journal` whose names fit
/// `output`. In the order of shards; nothing of what they hold is read.
[[nodiscard]] std::vector<JournalFile> journalsBeside(const std::filesystem::path& journal,
                                                      const std::filesystem::path& output);

}  // namespace burin
