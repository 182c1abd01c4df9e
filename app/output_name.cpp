// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output_name.hpp"

#include "core/base/file_access.hpp"
#include "core/base/files.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/sinks/journals.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

namespace burin::app {

namespace {

/// Refuses the name of a pipe, a device or a read-only file, and a name in a folder that does not exist.
void refuseWrongFile(const std::string& option, const std::string& file) {
    if (const auto obstacle = obstacleAt(file)) throw wrongOption(option, file, obstacle->problem);
    if (const auto protection = writeProtectionOf(file)) throw wrongOption(option, file, protection->problem);
    const std::filesystem::path output = linkTarget(file);
    std::error_code missing;
    if (output.has_parent_path() && !std::filesystem::is_directory(output.parent_path(), missing))
        throw wrongOption(option, file, "the folder %1 does not exist", {output.parent_path().string()});
}

std::vector<std::filesystem::path> filesRead(const Arguments& arguments, const Design& design) {
    std::vector<std::filesystem::path> files = burin::filesRead(design, kinds());
    files.insert(files.end(), arguments.operands().begin(), arguments.operands().end());
    return files;
}

void refuseOneOf(const std::vector<std::filesystem::path>& read, const std::string& option,
                 const std::string& file) {
    for (const std::filesystem::path& input : read) {
        if (sameFile(file, input))
            throw wrongOption(option, file,
                              Problem{.reason = "the command reads this file and would overwrite it",
                                      .advice = "choose another name"});
    }
}

}  // namespace

void refuseNameOfAnother(const std::string& file, const std::string& what) {
    refuseWrongFile("to", file);
    const std::filesystem::path output = linkTarget(file);
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

void refuseWrongOutputs(const Arguments& arguments, const Design& design,
                        const std::vector<std::string>& options) {
    const std::vector<std::filesystem::path> read = filesRead(arguments, design);
    std::vector<std::pair<std::string, std::string>> written;  // options and the files that they name
    for (const std::string& option : options) {
        const auto file = arguments.find(option);
        if (!file) continue;
        refuseWrongFile(option, *file);
        refuseOneOf(read, option, *file);
        for (const auto& [other, name] : written) {
            if (sameFile(*file, name))
                throw wrongOption(option, *file,
                                  Problem{.reason = "--%1 writes the same file",
                                          .details = {other},
                                          .advice = "choose another name"});
        }
        written.emplace_back(option, *file);
    }
}

}  // namespace burin::app
