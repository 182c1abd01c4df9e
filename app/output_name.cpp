// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output_name.hpp"

#include "app/arguments.hpp"
#include "core/base/files.hpp"
#include "core/sinks/journals.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

namespace burin::app {

void refuseNameOfAnother(const std::string& file, const std::string& what) {
    if (const auto obstacle = obstacleAt(file)) throw wrongOption("to", file, obstacle->problem);
    const std::filesystem::path output = linkTarget(file);
    std::error_code missing;
    if (output.has_parent_path() && !std::filesystem::is_directory(output.parent_path(), missing))
        throw wrongOption("to", file, "the folder %1 does not exist", {output.parent_path().string()});
    std::vector<std::filesystem::path> signs = {beside(output, ".part")};
    for (const JournalFile& journal : journalsBeside(output, Naming::plain))
        signs.push_back(journal.path);
    for (const std::filesystem::path& sign : signs) {
        std::error_code error;
        if (!std::filesystem::exists(sign, error)) continue;
        throw wrongOption("to", file,
                          "this name belongs to an export, as %1 shows; choose another name for %2",
                          {sign.string(), what});
    }
}

}  // namespace burin::app
